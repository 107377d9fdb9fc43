"""What an importer hands over for each hand of a file."""

from __future__ import annotations

import msgspec

from replay.errors import NotationError, Place, WmqError, clip
from replay.record import HandRecord

MAX_RAW = 1_000_000
IMPORTED, WARNED, REJECTED = "imported", "warned", "rejected"


class Entry(msgspec.Struct, frozen=True):
    """One hand of a file, read or not.

    ``index`` is the hand's place in its file counting from 0, -1 if the file as a whole could not be read; ``line``
    the line it begins on, counting from 1, where the format has lines. ``record`` is ``None`` for a rejected hand;
    ``problems`` say what was wrong with it, each with its place. ``raw`` is the text of a rejected hand as it stood in
    the file, at most ``MAX_RAW`` characters of it, to be mended and read again (see ``rejects``); ``format`` is the
    name of its format.
    """

    file: str
    index: int
    record: HandRecord | None = None
    problems: tuple[WmqError, ...] = ()
    line: int | None = None
    raw: str = ""
    format: str = ""

    @property
    def state(self) -> str:
        """Return ``imported``, ``warned`` (kept, but something was wrong) or ``rejected``."""
        if self.record is None:
            return REJECTED
        return WARNED if self.problems else IMPORTED


def rejected(file: str, index: int, error: WmqError, line: int | None = None, raw: bytes | str = "") -> Entry:
    """Return the entry of a hand that cannot be read; fills file, hand and line into the error's place."""
    text = raw[: 4 * MAX_RAW].decode("utf-8", "replace") if isinstance(raw, bytes) else raw
    placed = error.at(file=file, hand=index if index >= 0 else None, line=line)
    return Entry(file, index, None, (placed,), line, text[:MAX_RAW])


def problem(
    code: str, found: object = "", expected: str = "", path: str = "", column: int | None = None
) -> NotationError:
    """Return a problem that knows its place within the hand; file, hand and line are filled in later."""
    return NotationError(code, found, clip(expected, 200), place=Place(path=path, column=column))


def unused(text: str, line: int | None = None, path: str = "") -> WmqError:
    """Return a piece of a file that no hand came from."""
    return WmqError("unused_text", text, place=Place(line=line, path=path))
