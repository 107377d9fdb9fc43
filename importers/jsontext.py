"""Taking JSON files apart into records, so that one that is broken does not cost its neighbours.

A file is an array, one value a line, or values simply following each other; whatever is left of it after damage is
found again by the keys that a record of its format begins with.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

import msgspec

from importers.entry import problem
from replay.errors import WmqError

_ARRAY: msgspec.json.Decoder[list[msgspec.Raw]] = msgspec.json.Decoder(list[msgspec.Raw])
_BYTE = re.compile(r"\(byte (\d+)\)")
_WRONG = re.compile(r"Expected `(.*)`, got `(.*)`")
_FILLING = b" \t\r\n,[]"
_REACH = 4  # a value may contain this many further beginnings of a record


class Piece(NamedTuple):
    """The text of one record: ``raw``, the ``line`` it begins on and the ``column`` in bytes, both from 1."""

    raw: bytes
    line: int | None
    column: int = 1
    path: str = ""


def pieces(data: bytes, begins: re.Pattern[bytes]) -> Iterator[Piece]:
    """Yield the records of a file; ``begins`` matches how a record of the format begins.

    No piece is checked yet; what is no record at all is yielded as well, so that it can be reported.
    """
    start = data.lstrip()[:1]
    if start == b"[":
        try:
            values = _ARRAY.decode(data)
        except (msgspec.DecodeError, RecursionError):
            yield from salvage(data, begins)
        else:
            for index, value in enumerate(values):
                yield Piece(bytes(value), None, 1, f"$[{index}]")
    elif begins.search(data) and not _one_a_line(data):
        yield from salvage(data, begins)
    else:
        for number, line in enumerate(BytesIO(data), 1):  # finds the line ends much faster than ``split``
            if not line.isspace():
                yield Piece(line.removesuffix(b"\n"), number)


def _one_a_line(data: bytes) -> bool:
    """Tell whether some line among the first holds a whole object."""
    lines = [line.strip() for line in data[:1_000_000].split(b"\n", 50)]
    return any(line.startswith(b"{") and line.endswith(b"}") and len(line) > 2 for line in lines)


def salvage(data: bytes, begins: re.Pattern[bytes], line: int = 1) -> Iterator[Piece]:
    """Yield what can be told apart in a damaged text: whole values, and the stretches between them that are none."""
    text = data.decode("utf-8", "surrogateescape")
    shape = begins.pattern.decode()
    starts = [match.start() for match in re.finditer(shape, text)] + [len(text)]
    scan = json.JSONDecoder().raw_decode
    done = counted = line_start = 0

    def piece(begin: int, end: int) -> Iterator[Piece]:
        nonlocal line, counted, line_start
        raw = text[begin:end].encode("utf-8", "surrogateescape")
        kept = raw.strip(_FILLING) if raw[:1] != b"{" else raw.rstrip(_FILLING)
        line += text.count("\n", counted, begin)
        line_start = max(line_start, text.rfind("\n", counted, begin) + 1)
        counted = begin
        if kept:
            yield Piece(kept, line, begin - line_start + 1)

    for number, start in enumerate(starts[:-1]):
        if start < done:
            continue
        yield from piece(done, start)
        reach = starts[min(number + 1 + _REACH, len(starts) - 1)]
        try:
            done = scan(text[start:reach])[1] + start
        except (ValueError, RecursionError):
            done = starts[number + 1]
        yield from piece(start, done)
    yield from piece(done, len(text))


def glued(piece: Piece, begins: re.Pattern[bytes]) -> list[Piece]:
    """Return the pieces of a line that holds several records; empty if it is but one."""
    if piece.line is None or not begins.search(piece.raw, 1):
        return []
    parts = list(salvage(piece.raw, begins, piece.line))
    return parts if len(parts) > 1 else []


def json_problem(error: Exception, piece: Piece) -> WmqError:
    """Return what the JSON decoder said as a problem with its place in the record."""
    text = str(error)
    if isinstance(error, RecursionError):
        return problem("too_deep", piece.raw[:40].decode("utf-8", "replace"), "fewer levels of brackets", piece.path)
    if isinstance(error, msgspec.ValidationError):
        reason, _, path = text.partition(" - at ")
        match = _WRONG.fullmatch(reason)
        where = piece.path + path.strip("`").removeprefix("$") if piece.path else path.strip("`")
        if "missing required field" in reason:
            return problem("missing_value", "", reason.rpartition(" ")[2].strip("`"), where)
        return problem("bad_value", match[2] if match else reason, match[1] if match else "", where)
    if "UTF-8" in text:
        return problem("not_utf8", _bad_bytes(piece.raw), "UTF-8 text", piece.path)
    if "truncated" in text:
        return problem("truncated", piece.raw[-40:].decode("utf-8", "replace"), "the rest of the record", piece.path)
    at = _BYTE.search(text)
    byte = int(at[1]) if at else 0
    found = piece.raw[byte : byte + 40].decode("utf-8", "replace")
    column = len(piece.raw[:byte].decode("utf-8", "replace")) + piece.column
    return problem(
        "not_json", found, text.partition(" (byte")[0].removeprefix("JSON is malformed: "), piece.path, column
    )


def _bad_bytes(raw: bytes) -> str:
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return f"byte 0x{raw[error.start]:02x} at {error.start}"
    return "an unpaired surrogate"
