"""Our own forms: the compact notation, one hand a line, and its JSON envelope, alone, in an array or one a line."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from importers.entry import Entry, problem, rejected
from importers.entry import unused as unused_text
from importers.jsontext import Piece, glued, json_problem, pieces
from replay.errors import Place, WmqError
from replay.record import from_json, parse_record

NOTATION, JSON = "notation", "json"
MARKS, JSON_MARKS = "^[ \\t]*(?:偎麻雀/1|weimaque/1)\\s".encode(), rb'"weimaque"\s*:|"log"\s*:'
BEGINS = re.compile(rb'\{\s*"(?:weimaque|log)"\s*:')


def read_notation(data: bytes, file: str = "") -> Iterator[Entry]:
    """Yield the hands of a file with one line each; blank lines and lines that begin with ``#`` are passed over."""
    index = 0
    for number, line in enumerate(data.split(b"\n"), 1):
        text = line.strip()
        if not text or text.startswith(b"#"):
            continue
        place = Place(file, index, number)
        try:
            yield Entry(file, index, parse_record(text.decode(), place), (), number)
        except UnicodeDecodeError as error:
            found = f"byte 0x{text[error.start]:02x}"
            column = len(text[: error.start].decode()) + 1
            yield rejected(file, index, problem("not_utf8", found, "UTF-8 text", column=column), number, text)
        except WmqError as error:
            yield rejected(file, index, error, number, text)
        index += 1


def unused(data: bytes) -> Iterator[WmqError]:
    """Yield the remarks of a file of notation."""
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip().startswith(b"#"):
            yield unused_text(line.strip().decode("utf-8", "replace"), number)


def read_json(data: bytes, file: str = "") -> Iterator[Entry]:
    """Yield the hands of a file of JSON envelopes."""
    index = 0
    for piece in pieces(data, BEGINS):
        entry = _read_piece(piece, file, index)
        parts = glued(piece, BEGINS) if entry.record is None else []
        for part in parts:
            yield _read_piece(part, file, index)
            index += 1
        if not parts:
            yield entry
            index += 1


def _read_piece(piece: Piece, file: str, index: int) -> Entry:
    place = Place(file, index, piece.line, path=piece.path)
    try:
        msgspec.json.decode(piece.raw, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError) as error:
        return rejected(file, index, json_problem(error, piece), piece.line, piece.raw)
    try:
        return Entry(file, index, from_json(piece.raw, place), (), piece.line)
    except WmqError as error:
        return rejected(file, index, error, piece.line, piece.raw)
