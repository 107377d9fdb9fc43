"""The formats by name, telling them from the content, and reading whole files."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from importers import lua, own, qixing, xxqp
from importers.entry import Entry, rejected
from importers.unpack import MAX_BYTES, too_large, unpack
from replay.errors import WmqError, printable
from replay.record import check

GROUP = "wmq.importers"
MAX_EVENTS, MAX_CARDS = 1000, 200  # of one hand; no hand of the game has 200 events or more than 80 cards
_LIMITS = f"at most {MAX_EVENTS} events and {MAX_CARDS} cards"
_HEADS = (4 * 1024, 512 * 1024)  # as much of a file is looked at to tell its format; more if the first tells nothing


class Format(NamedTuple):
    """A format: its name, how many of its marks a file's first bytes bear, and its reader.

    ``unused`` yields what of a file no hand came from, as problems ``unused_text``; a reader that turns every piece of
    a file into an entry, kept or rejected, has no need of it.
    """

    name: str
    marks: Callable[[bytes], int]
    read: Callable[[bytes, str], Iterator[Entry]]
    unused: Callable[[bytes], Iterator[WmqError]] | None = None


def _counts(pattern: bytes) -> Callable[[bytes], int]:
    regex = re.compile(pattern, re.MULTILINE)
    return lambda head: len(regex.findall(head))


def _later(module: str, name: str) -> Callable[..., Any]:
    """Return a function of a module of ours that is loaded when it is first called: their patterns take a while."""

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"importers.{module}"), name)(*arguments)

    return call


SHEET, TRANSCRIPT = "sheet", "transcript"
FORMATS: dict[str, Format] = {
    each.name: each
    for each in (
        Format(xxqp.NAME, _counts(xxqp.MARKS), xxqp.read),
        Format(qixing.NAME, _counts(qixing.MARKS), qixing.read, qixing.unused),
        Format(lua.NAME, _counts(lua.MARKS), lua.read),
        Format(own.JSON, _counts(own.JSON_MARKS), own.read_json),
        Format(own.NOTATION, _counts(own.MARKS), own.read_notation, own.unused),
        *[Format(name, *[_later(name, each) for each in ("marks", "read", "unused")]) for name in (SHEET, TRANSCRIPT)],
    )
}
_LOOSE = (SHEET, TRANSCRIPT)  # what people write has no fixed marks: these are asked last, in this order


@cache
def formats() -> dict[str, Format]:
    """Return all formats by name, ours first, then those of outside packages (which cannot replace ours)."""
    from importlib.metadata import entry_points  # slow to import, and seldom needed

    found = dict(FORMATS)
    for point in entry_points(group=GROUP):
        try:
            each = point.load()
        except Exception as error:  # another package's fault must not cost our formats
            warnings.warn(f"the importer {point.name} cannot be loaded: {error}", stacklevel=2)
            continue
        if isinstance(each, Format):
            found.setdefault(each.name, each)
        else:
            warnings.warn(f"the importer {point.name} is no importers.Format", stacklevel=2)
    return found


def _guarded(reader: Format, data: bytes, file: str) -> Iterator[Entry]:
    """Yield the entries of an outside format; whatever goes wrong in its reader becomes a rejected entry."""
    try:
        for entry in reader.read(data, file):
            faults = check(entry.record) if entry.record is not None else ()
            if not faults:
                yield entry
                continue
            wrong = WmqError("bad_value", " ".join(faults), "a well-formed record", f"The importer {reader.name} errs.")
            yield rejected(file, entry.index, wrong, entry.line, entry.raw)
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
        yield rejected(file, -1, WmqError("unreadable_file", found, f"a file that the importer {reader.name} can read"))


def sniff(data: bytes) -> Format:
    """Return the format whose marks are most in the first bytes; raises ``WmqError`` if none has any.

    Outside formats are asked only when ours do not know the file, what people write by hand only after those.
    """
    for size in _HEADS:
        head = data[:size]
        best = _most_marks(FORMATS, head) or _most_marks(formats(), head)
        best = best or next((FORMATS[name] for name in _LOOSE if FORMATS[name].marks(head)), None)
        if best:
            return best
    found = data.lstrip()[:40].decode("utf-8", "replace") or "an empty file"
    if found.count("\N{REPLACEMENT CHARACTER}") + found.count("\0") > len(found) // 4:
        found = "binary data"
    raise WmqError("unknown_format", found, "one of the formats " + ", ".join(formats()))


def _most_marks(table: dict[str, Format], head: bytes) -> Format | None:
    marks = {name: each.marks(head) for name, each in table.items() if name not in _LOOSE}
    best = max(marks, key=lambda name: marks[name])
    return table[best] if marks[best] else None


def read(data: bytes, file: str = "", format: str | None = None) -> Iterator[Entry]:
    """Yield an ``Entry`` for every hand in the content of a file (plain, gzip or zip), in order.

    ``format`` names the format; without it, it is told from the content. Nothing is raised for what the file holds:
    a file that cannot be read at all gives one rejected entry with index -1. Raises ``WmqError`` for an unknown
    ``format``.
    """
    if format is not None and format not in formats():
        raise WmqError("unknown_format", format, "one of " + ", ".join(formats()))
    return _read_all(data, file, format)


def _read_all(data: bytes, file: str, format: str | None) -> Iterator[Entry]:
    for name, content in unpack(data, file):
        if isinstance(content, WmqError):
            yield rejected(name, -1, content)
            continue
        content = content.removeprefix(b"\xef\xbb\xbf")
        try:
            reader = formats()[format] if format else sniff(content)
        except WmqError as error:
            yield rejected(name, -1, error)
            continue
        empty = True
        ours = FORMATS.get(reader.name) is reader
        for entry in reader.read(content, name) if ours else _guarded(reader, content, name):
            empty = False
            entry = _within_limits(entry)
            yield entry if entry.record is not None else msgspec.structs.replace(entry, format=reader.name)
        if empty:
            yield rejected(name, -1, WmqError("missing_value", "", "at least one hand"))


def leftovers(data: bytes, file: str = "", format: str | None = None) -> Iterator[WmqError]:
    """Yield what of a file no hand came from, each piece with its place: remarks, notes, messages outside of rounds.

    What could not be understood is no such piece: it is told in the entries' problems. A file of which nothing can be
    read yields nothing.
    """
    for name, content in unpack(data, file):
        try:
            if isinstance(content, WmqError):
                continue
            found = formats()[format] if format else sniff(content)
        except WmqError:
            continue
        for piece in found.unused(content.removeprefix(b"\xef\xbb\xbf")) if found.unused else ():
            yield piece.at(file=name)


def _within_limits(entry: Entry) -> Entry:
    record = entry.record
    if record is None or (len(record.events) <= MAX_EVENTS and sum(map(len, record.hands)) <= MAX_CARDS):
        return entry
    found = f"{len(record.events)} events, {sum(map(len, record.hands))} cards in the hands"
    return rejected(entry.file, entry.index, WmqError("too_large", found, _LIMITS), entry.line)


def read_path(path: str | Path, format: str | None = None) -> Iterator[Entry]:
    """Yield the entries of the file at ``path``; one that cannot be opened gives one rejected entry with index -1."""
    path, name = Path(path), printable(str(path))
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            return iter([rejected(name, -1, too_large(size))])
        if not path.is_file():
            problem = WmqError("unreadable_file", "a folder, a pipe or a device", "a file that can be read")
            return iter([rejected(name, -1, problem)])
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        problem = WmqError("unreadable_file", getattr(error, "strerror", None) or error, "a file that can be read")
        return iter([rejected(name, -1, problem)])
    return read(data, name, format)
