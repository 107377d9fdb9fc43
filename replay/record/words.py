"""The words of the compact notation: event tokens, quoted strings, remarks and lists of cards, in both scripts.

``notation`` puts them together; its docstring holds the whole grammar. Event tokens are kept in two bounded
dictionaries (text → ``Event`` and back), so a token already met costs one look-up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

import msgspec

from replay.cards import ASCII, NAMES, NONE, SPELLINGS, UNKNOWN, parse_cards
from replay.record.model import COMPANIONS, EXHAUSTED, SHOW, ZHE, Event

SEATS = "甲乙丙丁"
ASCII_SEATS = "ABCD"
ACTION_WORDS = "出揭偎碰吃胡蟄死臭過示"  # in the order of ``model.ACTIONS``
ASCII_ACTIONS = "drwpchzxons"  # discard reveal wei peng chi hu zhe x(dead) o(ut of cards) n(o) show

SEAT_OF = {name: seat for names in (SEATS, ASCII_SEATS) for seat, name in enumerate(names)}
ACTION_OF = {word: action for words in (ACTION_WORDS, ASCII_ACTIONS) for action, word in enumerate(words)}
ACTION_OF |= {
    "打": 0,
    "搬": 1,
    "煨": 2,
    "栽": 2,
    "對": 3,
    "对": 3,
    "喫": 4,
    "糊": 5,
    "蛰": 6,
    "啫": 6,
    "流": 8,
    "过": 9,
}

CARDS_EXPECTED = "cards: 一…十, 壹…拾, s1…s10, b1…b10, ? or ?*n"
EVENT_EXPECTED = "a seat 甲乙丙丁 or A–D, then one of 出揭偎碰吃胡蟄死臭過示 or of drwpchzxons, then its cards"
_COUNT_EXPECTED = "出 and 揭 with one card, 偎 and 碰 with one or three, 吃 with three; ? for an unknown one"
CACHE_LIMIT = 100_000  # tokens
KEPT = 100  # characters a token may have to be kept

_EVENT = re.compile(
    rf"([{SEATS}{ASCII_SEATS}]?)([{''.join(ACTION_OF)}])[:：]?([^@{{]*)(?:@(-?)(\d{{1,12}})(?:\.(\d{{1,3}}))?)?"
    r"(?:\{((?:[^}\\]|\\.)*)\})?",
    re.DOTALL,
)
_ASCII_CARD = {name: kind for kind, name in enumerate(ASCII)} | {"?": UNKNOWN}
_ASCII_CARDS = re.compile(r"[sb](?:10|[1-9])|\?")
_PLAIN = re.compile(r"[\w.+/-]+")
_ESCAPE = re.compile(r'\\.|"', re.DOTALL)
_RUN = re.compile(r"\?{3,}")
_FACES = (*NAMES, "?")
_ASCII_FACES = (*ASCII, "?")


class Bad(Exception):
    """A token that cannot be read; ``notation.parse_record`` turns it into a ``NotationError`` with its column."""

    def __init__(self, code: str, token: str, expected: str, found: str | None = None) -> None:
        self.code, self.token, self.expected = code, token, expected
        self.found = token if found is None else found
        super().__init__(code)


def print_kinds(kinds: Iterable[int], ascii: bool = False) -> str:
    """Return the cards one after the other, three or more unknown ones in a row as ``?*n``."""
    text = "".join(map((_ASCII_FACES if ascii else _FACES).__getitem__, kinds))
    return _RUN.sub(_shorten, text) if "???" in text else text


def _shorten(run: re.Match[str]) -> str:
    full, rest = divmod(len(run[0]), 99)
    return "?*99" * full + (f"?*{rest}" if rest else "")


def read_kinds(text: str, token: str) -> list[int]:
    """Return the cards written in ``text``; raises ``Bad`` naming the first piece that is none."""
    try:
        return list(map(SPELLINGS.__getitem__, text))
    except KeyError:
        pieces = _ASCII_CARDS.findall(text)
        if "".join(pieces) == text and "*" not in text:
            return list(map(_ASCII_CARD.__getitem__, pieces))
    try:
        return list(parse_cards(text))
    except ValueError as error:
        raise Bad("unknown_card", token, CARDS_EXPECTED, str(error)) from None


def quote(text: str, ascii: bool = False) -> str:
    """Return the string as it stands, or in double quotes with JSON escapes if it is not one plain word."""
    plain = _PLAIN.fullmatch(text) and (not ascii or text.isascii())
    return text if plain else escape(json.dumps(text, ensure_ascii=ascii))


def escape(text: str) -> str:
    """Return JSON text on one line of printable characters and without the two bars that part the sections."""
    if not text.isprintable():
        text = "".join([c if c.isprintable() else json.dumps(c)[1:-1].replace("\x7f", "\\u007f") for c in text])
    return text.replace("|", "\\u007c").replace("｜", "\\uff5c") if "|" in text or "｜" in text else text


def unquote(text: str, token: str) -> str:
    """Return the string that ``quote`` wrote; raises ``Bad`` if its quotes or escapes are broken."""
    if '"' not in text:
        return text
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.DecodeError:
        raise Bad("bad_token", token, "a word or a string in double quotes with JSON escapes", text) from None


def _print_remark(remark: str, ascii: bool) -> str:
    body = escape(json.dumps(remark, ensure_ascii=ascii))[1:-1].replace('\\"', '"')
    return "{" + body.replace("{", "\\{").replace("}", "\\}") + "}"


def _read_remark(body: str, token: str) -> str:
    text = _ESCAPE.sub(lambda m: m[0][1] if m[0] in ("\\{", "\\}") else '\\"' if m[0] == '"' else m[0], body)
    try:
        return msgspec.json.decode(f'"{text}"', type=str)
    except msgspec.DecodeError:
        raise Bad("bad_token", token, "a remark in braces with the escapes \\\\ \\{ \\} \\n \\uXXXX", body) from None


class EventTexts(dict[Event, str]):
    """Event → its token; forgets what it knows when it has grown too large. Timed and remarked events are not kept."""

    def __init__(self, ascii: bool) -> None:
        self.ascii = ascii
        super().__init__()

    def __missing__(self, event: Event) -> str:
        """Write the token of an event not met before."""
        if event.time is not None or event.remark:
            text = self[Event(event.action, event.seat, event.kind, event.cards)]
            if event.time is not None:
                seconds, milli = divmod(abs(event.time), 1000)
                text += f"@{'-' if event.time < 0 else ''}{seconds}.{milli:03}"
            return text + (_print_remark(event.remark, self.ascii) if event.remark else "")
        text = _print_event(event, self.ascii)
        if len(text) <= KEPT:
            if len(self) >= CACHE_LIMIT:
                self.clear()
            self[event] = text
        return text


def _print_event(event: Event, ascii: bool) -> str:
    """Return the token without time and remark. A slash parts kind and cards where the usual reading would err."""
    seat = "" if event.seat == NONE else (ASCII_SEATS if ascii else SEATS)[event.seat]
    word = seat + (ASCII_ACTIONS if ascii else ACTION_WORDS)[event.action]
    kind = "" if event.kind == NONE else print_kinds((event.kind,), ascii)
    cards = print_kinds(event.cards, ascii)
    usual = not kind if event.action in (ZHE, SHOW) else bool(kind) or not cards
    body = kind + cards if usual else f"{kind}/{cards}"
    return f"{word}:{body}" if ascii and body else word + body


class Events(dict[str, Event]):
    """Token → the event it writes, in either script; the reverse of ``EventTexts``."""

    def __missing__(self, token: str) -> Event:
        """Read a token not met before; raises ``Bad``."""
        event = _read_event(token)
        if event.time is None and not event.remark and len(token) <= KEPT:
            if len(self) >= CACHE_LIMIT:
                self.clear()
            self[token] = event
        return event


def _read_event(token: str) -> Event:
    match = _EVENT.fullmatch(token)
    if not match:
        raise Bad(*_why_not(token))
    seat, word, body, sign, seconds, milli, remark = match.groups()
    action = ACTION_OF[word]
    if not seat and action != EXHAUSTED:
        raise Bad("unknown_seat", token, EVENT_EXPECTED)
    kind, cards = _split_body(action, body, token)
    if action in COMPANIONS and (kind == NONE or len(cards) not in COMPANIONS[action]):
        raise Bad("bad_value", token, _COUNT_EXPECTED)
    time = None if seconds is None else (int(seconds) * 1000 + int((milli or "0").ljust(3, "0"))) * (-1 if sign else 1)
    return Event(
        action, SEAT_OF.get(seat, NONE), kind, cards, time, _read_remark(remark, token) if remark is not None else ""
    )


def _split_body(action: int, body: str, token: str) -> tuple[int, tuple[int, ...]]:
    first, slash, rest = body.partition("/")
    kinds = read_kinds(first, token)
    if slash:
        if len(kinds) > 1:
            raise Bad("bad_token", token, "at most one card before the slash")
        return (kinds[0] if kinds else NONE), tuple(sorted(read_kinds(rest, token)))
    if action in (ZHE, SHOW) or not kinds:
        return NONE, tuple(sorted(kinds))
    return kinds[0], tuple(sorted(kinds[1:]))


def _why_not(token: str) -> tuple[str, str, str]:
    """Return code, token and expectation for a token that is no event."""
    if token[0] in SEAT_OF and (len(token) < 2 or token[1] not in ACTION_OF):
        return "unknown_action", token, EVENT_EXPECTED
    if token[0] not in SEAT_OF and token[0] not in ACTION_OF and token[1:2] and token[1] in ACTION_OF:
        return "unknown_seat", token, EVENT_EXPECTED
    if "@" in token or "{" in token:
        return "bad_token", token, "a time as @seconds.mmm, then a remark in {braces}"
    return "bad_token", token, EVENT_EXPECTED
