"""The named fields of the compact notation: those before the events (rules, names, deal) and after (claimed result)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from replay.cards import NONE
from replay.record.model import Claimed, HandRecord
from replay.record.words import (
    ASCII_SEATS,
    SEAT_OF,
    SEATS,
    Bad,
    print_kinds,
    quote,
    read_kinds,
    unquote,
)

# names of a field, traditional first, the ASCII one last → key; a hand's key is its seat
HEAD: dict[str, str] = {
    **dict.fromkeys(("規", "规", "rules"), "ruleset"),
    **dict.fromkeys(("家", "names"), "names"),
    **dict.fromkeys(("莊", "庄", "dealer"), "dealer"),
    **dict.fromkeys(("底", "stock"), "stock"),
    **{
        name: str(seat)
        for seat in range(4)
        for name in (f"起{SEATS[seat]}", ASCII_SEATS[seat], f"起{ASCII_SEATS[seat]}")
    },
}
RESULT: dict[str, str] = {
    **dict.fromkeys(("果", "end"), "outcome"),
    **dict.fromkeys(("贏", "赢", "winner"), "winner"),
    **dict.fromkeys(("息", "xi"), "xi"),
    **dict.fromkeys(("倍", "times"), "multiplier"),
    **dict.fromkeys(("總", "总", "total"), "total"),
    **dict.fromkeys(("名", "mingtang"), "mingtang"),
    **dict.fromkeys(("帳", "账", "帐", "賬", "pay"), "payments"),
}
META_NAMES = ("註", "注", "meta")
OUTCOMES = {"胡": "hu", "hu": "hu", "臭": "exhausted", "流": "exhausted", "exhausted": "exhausted", "": ""}
_OUTCOME_WORDS = {"hu": ("胡", "hu"), "exhausted": ("臭", "exhausted"), "": ("", "")}

FIELDS_EXPECTED = "a field: before the events 規: 家: 莊: 起甲: 起乙: … 底:, after them 果: 贏: 息: 倍: 總: 名: 帳: 註:"

_INT = re.compile(r"[+-]?[0-9]{1,18}")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|[^",]+')


def read_fields(tokens: Iterable[str], table: dict[str, str]) -> dict[str, Any]:
    """Return the fields' values by key; raises ``Bad`` for an unknown or repeated name or a value that is none."""
    values: dict[str, Any] = {}
    for token in tokens:
        name, colon, value = token.partition(":")
        if not colon or name not in table:
            name, colon, value = token.partition("：")
        if not colon or name not in table:
            raise Bad("bad_token", token, FIELDS_EXPECTED)
        key = table[name]
        if key in values:
            raise Bad("bad_token", token, "each field at most once")
        values[key] = _READERS.get(key, _read_hand)(value, token)
    return values


def _read_hand(value: str, token: str) -> tuple[int, ...]:
    return tuple(sorted(read_kinds(value, token)))


def _read_stock(value: str, token: str) -> tuple[int, ...]:
    return tuple(read_kinds(value, token))


def _read_seat(value: str, token: str) -> int:
    if value not in SEAT_OF:
        raise Bad("unknown_seat", token, "a seat: 甲 乙 丙 丁 or A B C D", value)
    return SEAT_OF[value]


def _read_int(value: str, token: str) -> int:
    if not _INT.fullmatch(value):
        raise Bad("bad_value", token, "a whole number", value)
    return int(value)


def _read_ints(value: str, token: str) -> tuple[int, ...]:
    return tuple([_read_int(piece, token) for piece in value.split(",")]) if value else ()


def _read_outcome(value: str, token: str) -> str:
    if value not in OUTCOMES:
        raise Bad("bad_value", token, "胡 (hu) or 臭 (exhausted)", value)
    return OUTCOMES[value]


def _read_strings(value: str, token: str) -> tuple[str, ...]:
    if not value:
        return ()
    pieces = _STRING.findall(value) if '"' in value else value.split(",")
    if ",".join(pieces) != value or "" in pieces:
        raise Bad("bad_token", token, 'strings parted by commas, an empty one written ""', value)
    return tuple([unquote(piece, token) for piece in pieces])


_READERS: dict[str, Callable[[str, str], Any]] = {
    "ruleset": unquote,
    "names": _read_strings,
    "dealer": _read_seat,
    "stock": _read_stock,
    "outcome": _read_outcome,
    "winner": _read_seat,
    "xi": _read_int,
    "multiplier": _read_int,
    "total": _read_int,
    "mingtang": _read_strings,
    "payments": _read_ints,
}


def print_deal(record: HandRecord, ascii: bool = False) -> list[str]:
    """Return the fields of what was dealt: dealer, hands, stock."""
    words = (
        []
        if record.dealer == NONE
        else [f"dealer:{ASCII_SEATS[record.dealer]}" if ascii else f"莊:{SEATS[record.dealer]}"]
    )
    for seat, hand in enumerate(record.hands):
        words.append(f"{ASCII_SEATS[seat] if ascii else '起' + SEATS[seat]}:{print_kinds(hand, ascii)}")
    words.append(("stock:" if ascii else "底:") + print_kinds(record.stock, ascii))
    return words


def print_head(record: HandRecord, ascii: bool = False) -> list[str]:
    """Return all fields that stand before the events."""
    words = []
    if record.ruleset:
        words.append(("rules:" if ascii else "規:") + quote(record.ruleset, ascii))
    if record.names:
        words.append(("names:" if ascii else "家:") + _strings(record.names, ascii))
    return words + print_deal(record, ascii)


def print_result(claimed: Claimed, ascii: bool = False) -> list[str]:
    """Return the fields of the claimed result; at least one, so that it can be told from no claim at all."""
    words = []
    if claimed.winner is not None:
        words.append(f"winner:{ASCII_SEATS[claimed.winner]}" if ascii else f"贏:{SEATS[claimed.winner]}")
    for name, value in zip(("xi", "times", "total") if ascii else "息倍總", _numbers(claimed), strict=True):
        if value is not None:
            words.append(f"{name}:{value}")
    if claimed.mingtang is not None:
        words.append(("mingtang:" if ascii else "名:") + _strings(claimed.mingtang, ascii))
    if claimed.payments is not None:
        words.append(("pay:" if ascii else "帳:") + ",".join([f"{sum:+}" if sum else "0" for sum in claimed.payments]))
    if claimed.outcome or not words:
        words.insert(0, ("end:" if ascii else "果:") + _OUTCOME_WORDS[claimed.outcome][ascii])
    return words


def _numbers(claimed: Claimed) -> tuple[int | None, ...]:
    return claimed.xi, claimed.multiplier, claimed.total


def _strings(strings: tuple[str, ...], ascii: bool) -> str:
    return ",".join([quote(text, ascii) or '""' for text in strings])
