"""What the commands share: where results and messages go, how hands are counted, options."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar
from unicodedata import east_asian_width

import click
import msgspec

from replay.cards import LANGUAGES

if TYPE_CHECKING:
    from importers import Entry
    from replay.rulesets import Ruleset

F = TypeVar("F", bound=Callable[..., Any])
STATES = ("imported", "warned", "rejected", "duplicate")
LANG = click.option("--lang", type=click.Choice(LANGUAGES), default="hant", show_default=True)
FORMAT = click.option("--format", "format_", metavar="NAME", help="Take the files for this format instead of looking.")
JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object a line on stdout.")
encode = msgspec.json.Encoder().encode


def say(text: str) -> None:
    """Write a line to stderr."""
    click.echo(text, err=True)


def put(data: Any) -> None:
    """Write an object as one line of JSON to stdout."""
    sys.stdout.buffer.write(encode(data) + b"\n")


def pad(text: str, width: int) -> str:
    """Return the text with spaces to a width in columns; a Chinese character takes two."""
    return text + " " * (width - sum(2 if east_asian_width(c) in "WF" else 1 for c in text))


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


def ruleset_option(required: bool = False) -> Callable[[F], F]:
    """Return the ``--ruleset`` option."""
    text = "Rules to judge by: an id, or a TOML file; see 'wmq rulesets'."
    return click.option("--ruleset", "ruleset_id", metavar="ID", required=required, help=text)


def rules_of(entry: Entry) -> Ruleset:
    """Return the ruleset a record names, if there is such, else the usual one."""
    from replay.rulesets import DEFAULT, load

    assert entry.record is not None
    return _usable(entry.record.ruleset) or load(DEFAULT)


@cache
def _usable(id_: str) -> Ruleset | None:
    """Return the ruleset, ``None`` if there is none or a broken one of the user's (``wmq rulesets`` tells it)."""
    from replay.errors import RulesetError
    from replay.rulesets import available, load

    try:
        return load(id_) if id_ in available() else None
    except RulesetError:
        return None
