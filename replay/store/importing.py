"""Bringing a file into the store: what was judged is written in one transaction, each hand once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlmodel import col

from replay.errors import Place
from replay.store.judging import CHUNK, Entry, Judged, Line, judge_file
from replay.store.model import Hand, Problem, Upload

T = TypeVar("T")


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


def import_file(engine: sa.Engine, file: str, entries: Iterable[Entry], ruleset: str = "", size: int = 0) -> Report:
    """Judge and store the hands of one file and return what became of each; see ``judge_file`` and ``write``."""
    return write(engine, judge_file(file, entries, ruleset, size, lambda hashes: _known(engine, hashes)))


def write(engine: sa.Engine, judged: Judged) -> Report:
    """Store a judged file. Its hands appear together or, if anything stops it, not at all.

    Judging takes the time, so it is done before: the writing transaction is short.
    """
    with engine.begin() as connection:
        return _write(connection, judged)


def _known(engine: sa.Engine, hashes: Iterable[str]) -> dict[str, int]:
    with engine.connect().execution_options(readonly=True) as connection:
        return _stored(connection, hashes)


def _stored(connection: sa.Connection, hashes: Iterable[str]) -> dict[str, int]:
    """Return hash → id of those hands that are in the store."""
    found: dict[str, int] = {}
    for some in _chunks(list(hashes)):
        rows = connection.execute(sa.select(col(Hand.hash), col(Hand.id)).where(col(Hand.hash).in_(some)))
        found.update((key, number) for key, number in rows if number is not None)
    return found


def _chunks(values: Sequence[T]) -> Iterator[Sequence[T]]:
    return (values[start : start + CHUNK] for start in range(0, len(values), CHUNK))


def _write(connection: sa.Connection, judged: Judged) -> Report:
    upload = Upload(file=judged.file, size=judged.size, ruleset=judged.ruleset)
    values = upload.model_dump(exclude={"id"})
    upload_id: int = connection.execute(sa.insert(Upload).values(**values)).inserted_primary_key[0]  # type: ignore[index]
    before = _stored(connection, judged.hashes)  # now that nobody else can write
    rows = [dict(row, upload_id=upload_id) for row in judged.rows if row["hash"] not in before]
    for some in _chunks(rows):
        connection.execute(sa.insert(Hand), some)
    ids = before | _stored(connection, [row["hash"] for row in rows])
    lines = tuple(_lines(judged, before, ids))
    for part in _chunks(lines):
        connection.execute(sa.insert(Problem), [_problem(line, upload_id) for line in part])
    duplicate = sum(line.status == "duplicate" for line in lines)
    warned = len({line.file_index for line in lines if line.status == "warned"})
    rejected = judged.refused
    imported = judged.read - duplicate - warned - rejected
    counts = {"read": judged.read, "imported": imported, "warned": warned}
    counts |= {"rejected": rejected, "duplicate": duplicate}
    connection.execute(sa.update(Upload).where(col(Upload.id) == upload_id).values(**counts))
    return Report(upload_id, judged.file, judged.read, imported, warned, rejected, duplicate, lines)


def _problem(line: Line, upload_id: int) -> dict[str, Any]:
    return {**line._asdict(), "upload_id": upload_id, "place": msgspec.json.encode(line.place).decode()}


def _lines(judged: Judged, before: dict[str, int], ids: dict[str, int]) -> list[Line]:
    lines = list(judged.rejected)
    lines += [_duplicate(judged.file, index, before[key]) for key, index in judged.hashes.items() if key in before]
    lines += [line._replace(hand_id=ids[key]) for key, line in judged.warned if key not in before]
    lines += [_duplicate(judged.file, index, ids[key]) for index, key in judged.repeated]
    return sorted(lines, key=lambda line: line.file_index)


def _duplicate(file: str, index: int, hand_id: int) -> Line:
    return Line(index, "duplicate", hand_id, place=Place(file, index))
