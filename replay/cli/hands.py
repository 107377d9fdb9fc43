"""Commands on recorded hands: audit, convert, import."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from replay.cards import LANGUAGES
from replay.cli.common import FORMAT, JSON, LANG, STATES, Count, entries, put, rules_of, ruleset_option, say

if TYPE_CHECKING:
    from importers import Entry
    from replay.engine import Replay
    from replay.record import HandRecord


@click.command()
@click.argument("paths", nargs=-1, required=True)
@ruleset_option()
@FORMAT
@JSON
@LANG
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


def audit_json(entry: Entry, result: Replay, lang: str) -> dict[str, Any]:
    """Return a judged hand as the object that ``wmq audit --json`` prints."""
    from replay.engine.words import finding_json

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
    from replay.engine.words import WORDS, message, seat_name
    from replay.rulesets import CATALOGUE

    column = LANGUAGES.index(lang)
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


@click.command()
@click.option("--to", "form", type=click.Choice(["notation", "json", "csv", "transcript"]), required=True)
@click.option("--ascii", "plain", is_flag=True, help="Write notation or JSON in ASCII.")
@FORMAT
@click.argument("paths", nargs=-1, required=True)
def convert(form: str, plain: bool, format_: str | None, paths: tuple[str, ...]) -> None:
    """Write recorded hands as our notation or JSON, one hand a line, as a CSV table or a written transcript."""
    from importers.exporters import LOSES, write

    count = Count()

    def read() -> Iterator[HandRecord]:
        for entry in entries(paths, format_, "converted"):
            count.add(entry)
            if entry.record is not None:
                yield entry.record

    for piece in write(read(), form, plain):
        click.echo(piece)
    if LOSES[form] and count.seen:
        say(f"left out: {', '.join(LOSES[form])}")
    say(count.line())
    sys.exit(2 if count.states["rejected"] else 0)


@click.command()
def template() -> None:
    """Write a CSV table to fill in, for hands noted in a spreadsheet."""
    from importers.sheet import template as table

    sys.stdout.buffer.write(table())


@click.command("import")
@click.argument("paths", nargs=-1, required=True)
@ruleset_option()
@FORMAT
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that read and judge."
)
@click.option("--rejects", metavar="FILE", help="Write the text of rejected hands there, to be mended and imported.")
def import_(
    paths: tuple[str, ...], ruleset_id: str | None, format_: str | None, workers: int, rejects: str | None
) -> None:
    """Store recorded hands, files and whole folders, in the library; the same hand is stored once."""
    from replay.cli.bulk import files_of, save_rejects, store_files, unused_of

    if rejects and (Path(rejects).exists() or not Path(rejects).resolve().parent.is_dir()):
        raise click.BadParameter(f"{rejects} must be a new file in a folder that is there", param_hint="--rejects")
    states: Counter[str] = Counter()
    refused: list[str] = []
    try:
        for report in store_files(files_of(paths), ruleset_id or "", format_, workers):
            for line in report.lines:
                if line.status != "duplicate":
                    say(str(line))
            for state in STATES:
                states[state] += getattr(report, state)
            refused += [report.file] * (report.rejected > 0)
            for piece in unused_of(report.file, format_):
                say(f"unused: {piece}")
            click.echo(f"{report.file}: " + ", ".join(f"{state} {getattr(report, state)}" for state in STATES))
    except KeyboardInterrupt:
        say("Stopped. What was reported is stored; the same command goes on from there.")
        sys.exit(130)
    if rejects:
        for name in save_rejects(refused, format_, rejects):
            say(f"rejected hands: {name}")
    parts = " + ".join(f"{state} {states[state]}" for state in STATES)
    say(f"{parts} = read {sum(states.values())}")
    sys.exit(2 if states["rejected"] else 0)
