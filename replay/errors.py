"""One base class for what can go wrong with what a user gave us.

What a player did wrong is no error of ours: those are findings, see ``replay.engine.finding``.
"""

from __future__ import annotations

import msgspec


class Place(msgspec.Struct, frozen=True):
    """Where in the user's input something stands; every part is optional. Lines, columns and tokens count from 1."""

    file: str = ""
    hand: int | None = None
    line: int | None = None
    column: int | None = None
    path: str = ""
    event: int | None = None

    def __str__(self) -> str:
        parts = [self.file] if self.file else []
        parts += [f"{name} {value}" for name, value in (("hand", self.hand), ("line", self.line)) if value is not None]
        parts += [f"column {self.column}"] if self.column is not None else []
        parts += [self.path] if self.path else []
        parts += [f"event {self.event}"] if self.event is not None else []
        return ", ".join(parts)


class WmqError(Exception):
    """Something in the user's input cannot be used.

    ``code`` is from ``INPUT_CODES``; ``found`` is the offending text (cut to 80 characters), ``expected`` what should
    have stood there, ``hint`` what to do about it. ``str()`` gives one line with all of them.
    """

    def __init__(
        self, code: str, found: object = "", expected: str = "", hint: str = "", place: Place | None = None
    ) -> None:
        if code not in INPUT_CODES:
            raise KeyError(code)
        self.code = code
        self.found = clip(found)
        self.expected = expected
        self.hint = hint
        self.place = place or Place()
        super().__init__(code)

    def at(self, **parts: object) -> WmqError:
        """Return the error with the empty parts of its place filled in: ``raise error.at(hand=3)``."""
        for name, value in parts.items():
            if getattr(self.place, name) in (None, ""):
                self.place = msgspec.structs.replace(self.place, **{name: value})
        return self

    def __str__(self) -> str:
        where = f"{self.place}: " if str(self.place) else ""
        text = f"{where}{INPUT_CODES[self.code]} [{self.code}]"
        if self.found:
            text += f": found {self.found!r}"
        if self.expected:
            text += f", expected {self.expected}"
        return f"{text}. {self.hint}" if self.hint else text


class NotationError(WmqError):
    """A record's text breaks the grammar of its format."""


class RulesetError(WmqError):
    """A ruleset file or id cannot be used."""


class PositionError(WmqError):
    """A position given for scoring or counting is impossible."""


def printable(text: str) -> str:
    """Return the text with everything that cannot be printed (line breaks, halves of characters) made visible."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def clip(value: object, limit: int = 80) -> str:
    """Return ``value`` as one printable line of at most ``limit`` characters."""
    text = " ".join(str(value)[: 4 * limit].split())
    text = printable(text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


# code → what is wrong, in a few words. Each is raised somewhere and has a test.
INPUT_CODES: dict[str, str] = {
    "unknown_card": "no card of this game",
    "unknown_action": "no action of this game",
    "unknown_seat": "no seat of this table",
    "bad_token": "not a word of the notation",
    "not_understood": "not understood",
    "bad_value": "a value of the wrong kind",
    "missing_value": "a value is missing",
    "truncated": "the record breaks off",
    "not_utf8": "not UTF-8 text",
    "not_json": "not JSON",
    "too_deep": "nested too deeply",
    "too_large": "larger than allowed",
    "unknown_format": "no known record format",
    "other_game": "a record of another game",
    "unused_text": "text that no hand came from",
    "unusable_store": "the library cannot be used",
    "unusable_home": "the program's own folder cannot be used",
    "unreadable_file": "the file cannot be read",
    "unknown_ruleset": "no such ruleset",
    "unknown_switch": "no such switch",
    "unknown_mingtang": "no such 名堂",
    "contradictory": "values that contradict each other",
    "extends_cycle": "rulesets that extend each other in a circle",
    "impossible_position": "no such position can arise",
}
