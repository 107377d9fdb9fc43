"""The command line. Results go to stdout (with ``--json`` one object a line), everything else to stderr.

Rooms are imported inside the commands: ``wmq audit`` must answer at once and needs neither Flask's pages nor the store.
Exit status: 0 nothing found, 1 findings, 2 something could not be read.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from replay import __version__
from replay.errors import WmqError

if TYPE_CHECKING:
    from importers import Entry
    from replay.engine import Replay
    from replay.rulesets import Ruleset
    from replay.store import Report

F = TypeVar("F", bound=Callable[..., Any])
STATES = ("imported", "warned", "rejected", "duplicate")
encode = msgspec.json.Encoder().encode


def say(text: str) -> None:
    """Write a line to stderr."""
    click.echo(text, err=True)


def put(data: Any) -> None:
    """Write an object as one line of JSON to stdout."""
    sys.stdout.buffer.write(encode(data) + b"\n")


def stop(error: WmqError) -> None:
    """Report what cannot be used and leave with status 2."""
    say(str(error))
    sys.exit(2)


class Progress:
    """A line on stderr that says how far long work is; silent where nobody watches."""

    def __init__(self, what: str) -> None:
        self.what, self.done, self.shown = what, 0, time.monotonic()
        self.live = sys.stderr.isatty()

    def step(self, label: str) -> None:
        """Count one hand."""
        self.done += 1
        if self.live and (now := time.monotonic()) - self.shown > 0.2:
            self.shown = now
            click.echo(f"\r\x1b[K{self.what} {self.done}  {label}", err=True, nl=False)

    def end(self) -> None:
        """Clear the line."""
        if self.live:
            click.echo("\r\x1b[K", err=True, nl=False)


class Count:
    """How the hands of the input fared: ``imported + warned + rejected + duplicate == read``."""

    def __init__(self) -> None:
        self.states: Counter[str] = Counter()
        self.seen: set[str] = set()

    def add(self, entry: Entry) -> None:
        """Count an entry and report its problems."""
        for problem in entry.problems:
            say(str(problem))
        state = entry.state
        if entry.record is not None:
            from replay.record.notation import content_hash

            key = content_hash(entry.record)
            if key in self.seen:
                state = "duplicate"
            self.seen.add(key)
        self.states[state] += 1

    def line(self) -> str:
        """Return the closing line."""
        parts = " + ".join(f"{state} {self.states[state]}" for state in STATES)
        return f"{parts} = read {sum(self.states.values())}"


def entries(paths: Iterable[str], format_: str | None, what: str) -> Iterator[Entry]:
    """Yield every hand of the files, with a progress line."""
    import importers

    progress = Progress(what)
    try:
        for path in paths:
            for entry in importers.read_path(path, format_):
                progress.step(path)
                yield entry
    finally:
        progress.end()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="wmq")
def cli() -> None:
    """安鄉偎麻雀: replay, referee and reckon recorded hands."""


def ruleset_option(required: bool = False) -> Callable[[F], F]:
    """Return the ``--ruleset`` option."""
    text = "Rules to judge by: an id, or a TOML file; see 'wmq rulesets'."
    return click.option("--ruleset", "ruleset_id", metavar="ID", required=required, help=text)


@cli.command()
@click.argument("paths", nargs=-1, required=True)
@ruleset_option()
@click.option("--format", "format_", metavar="NAME", help="Take the files for this format instead of looking.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a hand.")
@click.option("--lang", type=click.Choice(["hant", "hans", "en"]), default="hant", show_default=True)
def audit(paths: tuple[str, ...], ruleset_id: str | None, format_: str | None, as_json: bool, lang: str) -> None:
    """Judge recorded hands: result, 息, and every break of the rules."""
    from replay.engine import audit as judge
    from replay.rulesets import load

    forced = load(ruleset_id) if ruleset_id else None
    count, found = Count(), False
    for entry in entries(paths, format_, "audited"):
        count.add(entry)
        if entry.record is None:
            continue
        result = judge(entry.record, forced or rules_of(entry))
        found = found or any(finding.certainty != "undecidable" for finding in result.findings)
        if as_json:
            put(audit_json(entry, result, lang))
        else:
            click.echo(audit_text(entry, result, lang))
    say(count.line())
    sys.exit(2 if count.states["rejected"] else 1 if found else 0)


def rules_of(entry: Entry) -> Ruleset:
    """Return the ruleset a record names, if there is such, else the usual one."""
    from replay.rulesets import DEFAULT, available, load

    assert entry.record is not None
    return load(entry.record.ruleset if entry.record.ruleset in available() else DEFAULT)


def audit_json(entry: Entry, result: Replay, lang: str) -> dict[str, Any]:
    """Return a judged hand as the object that ``wmq audit --json`` prints."""
    from replay.engine.codes import finding_json

    score = result.score
    return {
        "source": {"file": entry.file, "index": entry.index},
        "ruleset": result.rules.id,
        "outcome": result.outcome,
        "winner": result.winner,
        "xi": score.xi if score else None,
        "multiplier": score.multiplier if score else None,
        "total": score.total if score else None,
        "mingtang": score.items if score else [],
        "findings": [finding_json(finding, lang) for finding in result.findings],
    }


def audit_text(entry: Entry, result: Replay, lang: str) -> str:
    """Return a judged hand for people: a line, and one more for each finding."""
    from replay.engine.codes import WORDS, message, seat_name
    from replay.rulesets import CATALOGUE

    column = ("hant", "hans", "en").index(lang)
    outcome = WORDS[result.outcome][column]
    line = f"{entry.file}#{entry.index} {outcome}"
    if result.winner is not None:
        line += f" {seat_name(result.winner, lang)}"
    if result.score is not None:
        names = " ".join(getattr(CATALOGUE[item.id], lang) for item in result.score.items)
        line += f" {WORDS['xi'][column]} {result.score.xi} {WORDS['total'][column]} {result.score.total} {names}"
    for finding in result.findings:
        where = "—" if finding.event is None else str(finding.event)
        line += f"\n  {where:>4} {finding.code} {message(finding, lang)}"
    return line.rstrip()


def lines_of(source: Any) -> Iterator[tuple[int, bytes]]:
    """Yield the non-empty lines of a file or stdin with their numbers."""
    for number, line in enumerate(source, 1):
        if line.strip():
            yield number, line


def json_line(line: bytes, number: int) -> Any:
    """Return the JSON value of a line. Raises ``WmqError`` naming the line."""
    from replay.errors import PositionError

    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        text = line.decode(errors="replace").strip()
        raise PositionError("not_json", text, "one JSON object a line", str(error)).at(line=number) from None


@cli.command()
@ruleset_option(required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a position.")
@click.argument("source", metavar="[FILE|-]", type=click.File("rb"), default="-")
def score(ruleset_id: str, as_json: bool, source: Any) -> None:
    """Reckon winning positions, one JSON object a line: 硬息, 名堂 and total."""
    from replay.rulesets import load
    from replay.scoring import best, position

    rules = load(ruleset_id)
    bad = 0
    for number, line in lines_of(source):
        try:
            win = position.parse(line.decode(errors="replace"), number)
            answer = position.answer(win, best(win, rules), rules)
        except WmqError as error:
            error.at(line=number)
            bad += 1
            say(str(error))
            answer = {"error": str(error), "code": error.code, "line": number}
        if as_json:
            put(answer)
        elif "error" not in answer:
            click.echo(score_text(answer))
    sys.exit(2 if bad else 0)


def score_text(answer: dict[str, Any]) -> str:
    """Return a reckoned position for people: one line."""
    if not answer["win"]:
        return f"不胡 ({answer['reason']}, 硬息 {answer['xi']})"
    items = " ".join(f"{item['name']}{item['op']}{item['value']}" for item in answer["items"])
    return f"硬息 {answer['xi']} × {answer['multiplier']} → 總息 {answer['total']}  {items}".rstrip()


@cli.command()
@click.option("--depth", type=click.IntRange(1, 12), required=True, help="Longest sequence to count.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a position.")
@click.option("--ruleset", "ruleset_id", metavar="ID", default="jiben", show_default=True)
@click.argument("source", metavar="[FILE|-]", type=click.File("rb"), default="-")
def perft(depth: int, as_json: bool, ruleset_id: str, source: Any) -> None:
    """Count legal event sequences from a position, one JSON object a line."""
    from replay.engine import perft as count
    from replay.engine.perft import position
    from replay.rulesets import load

    rules = load(ruleset_id)
    bad = 0
    for number, line in lines_of(source):
        try:
            counts = count(position(json_line(line, number), rules), depth)
        except WmqError as error:
            error.at(line=number)
            bad += 1
            say(str(error))
            if as_json:
                put({"error": str(error), "code": error.code, "line": number})
            continue
        if as_json:
            put({"perft": counts})
        else:
            click.echo(" ".join(map(str, counts)))
    sys.exit(2 if bad else 0)


@cli.command()
@click.option("--to", "form", type=click.Choice(["notation", "json"]), required=True)
@click.option("--ascii", "plain", is_flag=True, help="Write the notation in ASCII.")
@click.option("--format", "format_", metavar="NAME", help="Take the files for this format instead of looking.")
@click.argument("paths", nargs=-1, required=True)
def convert(form: str, plain: bool, format_: str | None, paths: tuple[str, ...]) -> None:
    """Write recorded hands as our notation or JSON, one hand a line."""
    from replay.record.json_form import to_json
    from replay.record.notation import print_record

    count = Count()
    for entry in entries(paths, format_, "converted"):
        count.add(entry)
        if entry.record is not None:
            click.echo(to_json(entry.record, plain) if form == "json" else print_record(entry.record, plain))
    say(count.line())
    sys.exit(2 if count.states["rejected"] else 0)


@cli.command("import")
@click.argument("paths", nargs=-1, required=True)
@ruleset_option()
@click.option("--format", "format_", metavar="NAME", help="Take the files for this format instead of looking.")
def import_(paths: tuple[str, ...], ruleset_id: str | None, format_: str | None) -> None:
    """Store recorded hands in the library; the same hand is stored once."""
    states: Counter[str] = Counter()
    for report in stored(paths, ruleset_id or "", format_):
        for line in report.lines:
            if line.status != "duplicate":
                say(str(line))
        for state in STATES:
            states[state] += getattr(report, state)
        click.echo(f"{report.file}: " + ", ".join(f"{state} {getattr(report, state)}" for state in STATES))
    parts = " + ".join(f"{state} {states[state]}" for state in STATES)
    say(f"{parts} = read {sum(states.values())}")
    sys.exit(2 if states["rejected"] else 0)


def stored(paths: Iterable[str], ruleset_id: str, format_: str | None) -> Iterator[Report]:
    """Store each file's hands and yield what became of them."""
    from replay.store import import_file, open_engine

    engine = open_engine()
    for path in paths:
        yield import_file(engine, path, entries([path], format_, "read"), ruleset_id)


@cli.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Only this machine can reach the default.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free one.")
@click.option("--samples", is_flag=True, help="First store the sample records that come with the program.")
def serve(host: str, port: int, samples: bool) -> None:
    """Serve the pages and print their address."""
    from replay.web import create_app
    from replay.web import serve as run

    app = create_app()
    if samples:
        from replay.samples import paths

        for report in stored(map(str, paths()), "", None):
            say(f"{Path(report.file).name}: {report.imported} new, {report.duplicate} there already")
    run(app, host, port)


def main() -> None:
    """Run the command line; what the user gave us and we cannot use is one line, never a traceback."""
    try:
        cli(standalone_mode=True)
    except WmqError as error:
        stop(error)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
