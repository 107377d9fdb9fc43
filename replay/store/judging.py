"""A file's hands hashed and judged, ready to be written: pure, so that it can be done in another process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, NamedTuple, Protocol

import msgspec

from replay.engine import UNDECIDABLE, Replay, audit
from replay.errors import Place, WmqError, printable
from replay.record import HandRecord
from replay.record.notation import content_hash, print_record
from replay.rulesets import DEFAULT, Ruleset, load, shelf
from replay.store.model import now

CHUNK = 500  # hands judged and rows written at a time; SQLite allows 32,766 variables in one statement


class Entry(Protocol):
    """What an importer hands over for each hand of a file: the record, or what was wrong with it, or both."""

    @property
    def index(self) -> int:
        """Place of the hand in its file, from 0."""

    @property
    def record(self) -> HandRecord | None:
        """The hand, if it could be read."""

    @property
    def problems(self) -> tuple[WmqError, ...]:
        """What was wrong with it."""


class Line(NamedTuple):
    """What became of one hand that was not simply imported: ``status`` is ``warned``, ``rejected`` or ``duplicate``.

    ``hand_id`` is the stored hand (of a duplicate: the one that was there before); the rest says what was found where,
    as in ``WmqError``. ``str()`` gives one line.
    """

    file_index: int
    status: str
    hand_id: int | None = None
    code: str = ""
    place: Place = Place()
    found: str = ""
    expected: str = ""
    hint: str = ""

    def __str__(self) -> str:
        if self.code:
            return f"{self.status}: {WmqError(self.code, self.found, self.expected, self.hint, self.place)}"
        return f"{self.status}: {self.place}, stored as hand {self.hand_id}"


class Judged(msgspec.Struct):
    """A file's hands before they are written.

    ``rows`` are new hands as columns of the table; ``hashes`` has hash → index of every different hand; ``repeated``
    the (index, hash) of those that came again in the file; ``warned`` the (hash, line) of problems that cost no hand.
    ``rejected`` has a line for every problem of the ``refused`` hands. Records are not kept, so a large file costs
    little memory.
    """

    file: str
    size: int
    ruleset: str
    read: int = 0
    rows: list[dict[str, Any]] = []
    hashes: dict[str, int] = {}
    repeated: list[tuple[int, str]] = []
    warned: list[tuple[str, Line]] = []
    rejected: list[Line] = []
    refused: int = 0


Known = Callable[[Iterable[str]], dict[str, int]]


def judge_file(
    file: str, entries: Iterable[Entry], ruleset: str = "", size: int = 0, known: Known = lambda _hashes: {}
) -> Judged:
    """Return the judged hands of a file.

    ``entries`` comes from ``importers.read``. ``ruleset`` is the id under which all are judged, ``""`` for the one each
    record names (or the default). ``known`` tells which hashes need no judging since they are stored already. Raises
    ``RulesetError`` when ``ruleset`` is not known.
    """
    choose = chooser(ruleset)
    file = printable(file)
    judged = Judged(file, size, ruleset)
    source = iter(entries)
    while some := _next(source, judged):
        new = list(filter(None, [_sort(entry, judged) for entry in some]))
        stored = known([key for key, _ in new])
        judged.rows += [_row(file, key, e, choose(e.record)) for key, e in new if key not in stored and e.record]
    return judged


def _next(source: Iterable[Entry], judged: Judged) -> list[Entry]:
    """Return the next entries; a file that cannot be read any further counts as one more hand that was rejected."""
    some: list[Entry] = []
    try:
        for entry in islice(source, CHUNK):
            some.append(entry)
    except WmqError as error:
        judged.refused += 1
        judged.rejected.append(line_of(judged.read + len(some), "rejected", error))
        judged.read += 1
    return some


def _sort(entry: Entry, judged: Judged) -> tuple[str, Entry] | None:
    """Count an entry; return it with its hash if it is a hand that was not met before in this file."""
    judged.read += 1
    if entry.record is None:
        problems = entry.problems or (WmqError("bad_value"),)
        judged.refused += 1
        judged.rejected += [line_of(entry.index, "rejected", problem) for problem in problems]
        return None
    key = content_hash(entry.record)
    if key in judged.hashes:
        judged.repeated.append((entry.index, key))
        return None
    judged.hashes[key] = entry.index
    judged.warned += [(key, line_of(entry.index, "warned", problem)) for problem in entry.problems]
    return key, entry


def line_of(index: int, status: str, error: WmqError, hand_id: int | None = None) -> Line:
    """Return what became of a hand as the error says it."""
    return Line(index, status, hand_id, error.code, error.place, error.found, error.expected, error.hint)


def chooser(wanted: str) -> Callable[[HandRecord | None], Ruleset]:
    """Return what chooses a record's ruleset: the one asked for, else the record's own, else the default.

    A record's own ruleset is text from outside: it is looked up among the known ids and never opened as a path.
    """
    usable = shelf().rulesets
    forced = load(wanted) if wanted else None

    def choose(record: HandRecord | None) -> Ruleset:
        return forced or usable.get(record.ruleset if record is not None else "", usable[DEFAULT])

    return choose


def _row(file: str, key: str, entry: Entry, rules: Ruleset) -> dict[str, Any]:
    assert entry.record is not None
    return {
        "hash": key,
        "file": file,
        "file_index": entry.index,
        "created": now(),
        "notation": print_record(entry.record),
        **summary(audit(entry.record, rules), rules, file),
    }


def summary(replay: Replay, rules: Ruleset, file: str) -> dict[str, Any]:
    """Return the columns of a hand that follow from its record and the rules."""
    record, score = replay.record, replay.score
    firm = [finding for finding in replay.findings if finding.certainty != UNDECIDABLE]
    codes = list(dict.fromkeys(finding.code for finding in firm))
    names = printable(" · ".join(record.names))  # PostgreSQL's text has no place for NUL
    key, number = sitting(record)
    return {
        "names": names,
        "search": f"{names} {file}".lower(),
        "seats": record.seats,
        "dealer": record.dealer,
        "event_count": len(record.events),
        "ruleset": rules.id,
        "ruleset_hash": rules.hash,
        "outcome": replay.outcome,
        "winner": replay.winner,
        "xi": score.xi if score else None,
        "total": score.total if score else None,
        "finding_count": len(firm),
        "open_count": len(replay.findings) - len(firm),
        "codes": f" {' '.join(codes)} " if codes else "",
        "table_key": key,
        "round": number,
    }


def sitting(record: HandRecord) -> tuple[str, int | None]:
    """Return the table that a record names (``""`` for none) and the number of its round there."""
    table, number = record.meta.get("table"), record.meta.get("round")
    key = str(table).replace("\0", "")[:100] if isinstance(table, str | int) and not isinstance(table, bool) else ""
    fits = isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 2**31
    return key, number if fits else None
