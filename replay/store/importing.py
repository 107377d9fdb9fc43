"""Bringing a file into the store: each hand hashed, judged, and all new ones written in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec
import sqlalchemy as sa
from sqlmodel import col

from replay.engine import UNDECIDABLE, Replay, audit
from replay.errors import Place, WmqError
from replay.record import HandRecord
from replay.record.notation import content_hash, print_record
from replay.rulesets import Ruleset, available, load
from replay.store.model import Hand, Problem, Upload, now

DEFAULT_RULESET = "dazhuo"
T = TypeVar("T")
CHUNK = 500  # rows a statement; SQLite allows 32,766 variables in one


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


class Report(NamedTuple):
    """What became of a file: ``imported + warned + rejected + duplicate == read``."""

    upload_id: int
    file: str
    read: int
    imported: int
    warned: int
    rejected: int
    duplicate: int
    lines: tuple[Line, ...]


class _New(msgspec.Struct, frozen=True):
    """A hand that was not met before in this file."""

    index: int
    hash: str
    record: HandRecord
    problems: tuple[WmqError, ...]


class _File:
    """What is known of a file while it is read."""

    def __init__(self) -> None:
        self.read = 0
        self.new: list[_New] = []
        self.by_hash: dict[str, int] = {}
        self.repeated: list[tuple[int, str]] = []
        self.rejected: list[Line] = []

    def take(self, entry: Entry) -> None:
        """Sort one entry into its place."""
        self.read += 1
        if entry.record is None:
            problems = entry.problems or (WmqError("bad_value"),)
            self.rejected += [_line(entry.index, "rejected", problem) for problem in problems[:1]]
            return
        key = content_hash(entry.record)
        if key in self.by_hash:
            self.repeated.append((entry.index, key))
        else:
            self.by_hash[key] = entry.index
            self.new.append(_New(entry.index, key, entry.record, entry.problems))


def import_file(engine: sa.Engine, file: str, entries: Iterable[Entry], ruleset: str = "", size: int = 0) -> Report:
    """Store the hands of one file and return what became of each.

    ``entries`` comes from ``importers.read``. ``ruleset`` is the id under which all are judged, ``""`` for the one each
    record names (or the default). The file's hands appear together or, if anything stops the import, not at all.
    Raises ``RulesetError`` when ``ruleset`` is not known.
    """
    choose = _judge(ruleset)
    if ruleset:
        load(ruleset)
    gathered = _gather(entries)
    with engine.connect().execution_options(readonly=True) as connection:
        stored = _stored(connection, gathered.by_hash)
    # Judging takes the time, so it is done before the writing transaction begins.
    rows = [_row(file, new, choose(new.record)) for new in gathered.new if new.hash not in stored]
    with engine.begin() as connection:
        return _write(connection, Upload(file=file, size=size, ruleset=ruleset), gathered, rows)


def _gather(entries: Iterable[Entry]) -> _File:
    gathered = _File()
    try:
        for entry in entries:
            gathered.take(entry)
    except WmqError as error:  # the file as a whole cannot be read (any further)
        gathered.read += 1
        gathered.rejected.append(_line(gathered.read - 1, "rejected", error))
    return gathered


def _line(index: int, status: str, error: WmqError, hand_id: int | None = None) -> Line:
    return Line(index, status, hand_id, error.code, error.place, error.found, error.expected, error.hint)


def _stored(connection: sa.Connection, hashes: Iterable[str]) -> dict[str, int]:
    """Return hash → id of those hands that are in the store."""
    found: dict[str, int] = {}
    for some in _chunks(list(hashes)):
        rows = connection.execute(sa.select(col(Hand.hash), col(Hand.id)).where(col(Hand.hash).in_(some)))
        found.update((key, number) for key, number in rows if number is not None)
    return found


def _chunks(values: Sequence[T]) -> Iterator[Sequence[T]]:
    return (values[start : start + CHUNK] for start in range(0, len(values), CHUNK))


def _write(connection: sa.Connection, upload: Upload, gathered: _File, rows: list[dict[str, Any]]) -> Report:
    values = upload.model_dump(exclude={"id"})
    upload_id: int = connection.execute(sa.insert(Upload).values(**values)).inserted_primary_key[0]  # type: ignore[index]
    before = _stored(connection, gathered.by_hash)  # again, now that nobody else can write
    rows = [dict(row, upload_id=upload_id) for row in rows if row["hash"] not in before]
    for some in _chunks(rows):
        connection.execute(sa.insert(Hand), some)
    ids = before | _stored(connection, [row["hash"] for row in rows])
    lines = tuple(_lines(upload.file, gathered, before, ids))
    for part in _chunks(lines):
        connection.execute(sa.insert(Problem), [_problem(line, upload_id) for line in part])
    duplicate = sum(line.status == "duplicate" for line in lines)
    warned = len({line.file_index for line in lines if line.status == "warned"})
    rejected = len(gathered.rejected)
    imported = gathered.read - duplicate - warned - rejected
    counts = {"read": gathered.read, "imported": imported, "warned": warned}
    counts |= {"rejected": rejected, "duplicate": duplicate}
    connection.execute(sa.update(Upload).where(col(Upload.id) == upload_id).values(**counts))
    return Report(upload_id, upload.file, gathered.read, imported, warned, rejected, duplicate, lines)


def _problem(line: Line, upload_id: int) -> dict[str, Any]:
    return {**line._asdict(), "upload_id": upload_id, "place": msgspec.json.encode(line.place).decode()}


def _lines(file: str, gathered: _File, before: dict[str, int], ids: dict[str, int]) -> list[Line]:
    lines = list(gathered.rejected)
    for new in gathered.new:
        if new.hash in before:
            lines.append(_duplicate(file, new.index, before[new.hash]))
        else:
            lines += [_line(new.index, "warned", problem, ids[new.hash]) for problem in new.problems]
    lines += [_duplicate(file, index, ids[key]) for index, key in gathered.repeated]
    return sorted(lines, key=lambda line: line.file_index)


def _duplicate(file: str, index: int, hand_id: int) -> Line:
    return Line(index, "duplicate", hand_id, place=Place(file, index))


def _judge(wanted: str) -> Callable[[HandRecord], Ruleset]:
    """Return what chooses a record's ruleset: the one asked for, else the record's own, else the default.

    A record's own ruleset is text from outside: it is looked up among the known ids and never opened as a path.
    """
    known = frozenset(available())
    loaded: dict[str, Ruleset] = {}

    def choose(record: HandRecord) -> Ruleset:
        name = wanted or (record.ruleset if record.ruleset in known else DEFAULT_RULESET)
        if name not in loaded:
            loaded[name] = load(name)
        return loaded[name]

    return choose


def _row(file: str, new: _New, rules: Ruleset) -> dict[str, Any]:
    return {
        "hash": new.hash,
        "file": file,
        "file_index": new.index,
        "created": now(),
        "notation": print_record(new.record),
        **summary(audit(new.record, rules), rules, file),
    }


def summary(replay: Replay, rules: Ruleset, file: str) -> dict[str, Any]:
    """Return the columns of a hand that follow from its record and the rules."""
    record, score = replay.record, replay.score
    firm = [finding for finding in replay.findings if finding.certainty != UNDECIDABLE]
    codes = list(dict.fromkeys(finding.code for finding in firm))
    names = " · ".join(record.names)
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
    }
