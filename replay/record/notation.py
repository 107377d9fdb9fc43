"""The compact notation: one readable line a hand, in Chinese words or in plain ASCII.

>>> print(SAMPLE)
偎麻雀/1 規:dazhuo 家:甲,"A B",丙 莊:乙 起甲:一一二 起乙:三四五拾 起丙:?*3 底:伍陸? ｜ 乙出三 丙碰三 丙出六@4.250 \
甲揭伍 甲吃伍肆陸{快} 甲過 臭 丙示?? ｜ 果:臭 帳:-20,+40,-20 註:{"table":7}
>>> print(print_record(parse_record(SAMPLE), ascii=True))
weimaque/1 rules:dazhuo names:"\\u7532","A B","\\u4e19" dealer:B A:s1s1s2 B:s3s4s5b10 C:?*3 stock:b5b6? | Bd:s3 Cp:s3 \
Cd:s6@4.250 Ar:b5 Ac:b5b4b6{\\u5feb} An o Cs:?? | end:exhausted pay:-20,+40,-20 meta:{"table":7}

Grammar (words are parted by white space; ``|`` and ``｜`` are the same, as are ``:`` and ``：`` after a name)::

    record   = head [ bar events [ bar result ] ]
    head     = ( "偎麻雀/1" | "weimaque/1" ) { field }
    field    = 規:string | 家:strings | 莊:seat | 起SEAT:[cards] | 底:[cards]          rules names dealer A…D stock
    events   = { [seat] action [body] [ "@" seconds [ "." milliseconds ] ] [ "{" remark "}" ] }
    body     = [":"] cards | [":"] [card] "/" [cards]
    result   = { 果:[胡|臭] | 贏:seat | 息:int | 倍:int | 總:int | 名:[strings] | 帳:[ints] } [ 註:json-object ]
                                                          end winner xi times total mingtang pay meta
    seat     = 甲 | 乙 | 丙 | 丁                                                        A B C D
    action   = 出 | 揭 | 偎 | 碰 | 吃 | 胡 | 蟄 | 死 | 臭 | 過 | 示                      d r w p c h z x o n s
    cards    = { 一…十 | 壹…拾 | s1…s10 | b1…b10 | "?" | "?*" count }
    strings  = string { "," string }
    string   = letters, digits and _.+/-  |  a JSON string in double quotes, in which bars are written \\u007c \\uff5c
    remark   = text in which \\\\ \\{ \\} \\n \\uXXXX stand for themselves, bars again as \\uXXXX

A 起 field for each seat (three, or four with an empty one for the 守醒) and 底 are required; every field stands once;
家 and 帳 have one item for each seat. Only 臭 stands without a seat. The first card of 出 揭 偎 碰 吃 胡 is the card
itself, the taken one of a 吃; the others are its two companions (for 偎 and 碰 written only when they are not the same
kind). 蟄 and 示 name the cards shown. Where that reading would not do, a slash parts the card from the others. Cards of
hands, companions and shown cards are kept ascending, the stock in drawing order. Simplified spellings and both scripts
mixed are read; traditional ones are written.
"""

from __future__ import annotations

import hashlib
import json
import re
from operator import attrgetter
from typing import Any

import msgspec

from replay.cards import NONE
from replay.errors import NotationError, Place
from replay.record.fields import HEAD, META_NAMES, RESULT, print_deal, print_head, print_result, read_fields
from replay.record.model import PASS, Claimed, Event, HandRecord
from replay.record.words import Bad, Events, EventTexts, escape

MAGIC, ASCII_MAGIC = "偎麻雀/1", "weimaque/1"
MAX_DEPTH = 64  # of meta

SAMPLE = (
    '偎麻雀/1 規:dazhuo 家:甲,"A B",丙 莊:乙 起甲:一一二 起乙:三四五拾 起丙:?*3 底:伍陸? ｜ 乙出三 丙碰三 丙出六@4.250 '
    '甲揭伍 甲吃伍肆陸{快} 甲過 臭 丙示?? ｜ 果:臭 帳:-20,+40,-20 註:{"table":7}'
)

_EVENTS = Events()
_TEXTS = (EventTexts(False), EventTexts(True))

_SEAT = attrgetter("seat")

_BAR = re.compile("[｜|]")
_FIELD = re.compile(r'(?:[^\s"]|"(?:[^"\\]|\\.)*"?)+')
_MOVE = re.compile(r"(?:[^\s{]|\{(?:[^}\\]|\\.)*\}?)+")
_META = re.compile(rf"(?:^|(?<=\s))(?:{'|'.join(META_NAMES)})[:：]")


def print_record(record: HandRecord, ascii: bool = False) -> str:
    """Return the record as one line of the compact notation, in Chinese words or in ASCII only.

    ``parse_record`` of it gives an equal record back.
    """
    bar = "|" if ascii else "｜"
    words = [ASCII_MAGIC if ascii else MAGIC, *print_head(record, ascii), bar]
    words += map(_TEXTS[ascii].__getitem__, record.events)
    if record.claimed is not None or record.meta:
        words.append(bar)
        if record.claimed is not None:
            words += print_result(record.claimed, ascii)
        if record.meta:
            words.append(("meta:" if ascii else "註:") + _print_meta(record.meta, ascii))
    return " ".join(words)


def played_text(record: HandRecord) -> str:
    """Return what was dealt and played as canonical text: dealer, hands, stock, events.

    Times, remarks and explicit passes, which a record may have or not, are left out.
    """
    moves = " ".join(map(_TEXTS[0].__getitem__, record.events))
    if "@" in moves or "{" in moves or "過" in moves:
        bare = [Event(e.action, e.seat, e.kind, e.cards) for e in record.events if e.action != PASS]
        moves = " ".join(map(_TEXTS[0].__getitem__, bare))
    return " ".join([*print_deal(record), "｜", moves])


def content_hash(record: HandRecord) -> str:
    """Return the SHA-256 (hex) of ``played_text``: two records of the same cards played the same way are one hand.

    Names, ruleset, claimed result and meta do not count: the same hand comes with more or less of them in different
    formats. Only where cards of the deal are hidden, so that the cards alone might not tell two hands apart, names
    and claimed result count too.
    """
    text = played_text(record)
    if record.hidden:
        start = {"start": record.meta["start"]} if "start" in record.meta else {}  # of a log that starts in the middle
        text = print_record(msgspec.structs.replace(record, ruleset="", meta=start, events=())) + text
    return hashlib.sha256(text.encode()).hexdigest()


def parse_record(text: str, place: Place | None = None) -> HandRecord:
    """Return the record that the line writes.

    Raises ``NotationError`` with the column (counted from 1), the token found and what was expected; ``place`` says
    where the line itself stands. Only the grammar is checked, never a rule of the game.
    """
    try:
        head, moves, result, meta = _cut(text)
        return _build(head, moves, result, meta)
    except Bad as bad:
        where = place or Place()
        event = _event_index(text, bad.token)
        where = msgspec.structs.replace(where, column=_column(text, bad.token), event=event)
        raise NotationError(bad.code, bad.found, bad.expected, place=where) from None


def _cut(text: str) -> tuple[list[str], list[str], list[str], str]:
    """Return the tokens of head, events and result, and the text of the meta object."""
    head, moves, tail, *_ = [*_BAR.split(text, maxsplit=2), "", ""]
    before, meta = _cut_meta(tail)
    return (
        _FIELD.findall(head) if '"' in head else head.split(),
        _MOVE.findall(moves) if "{" in moves else moves.split(),
        _FIELD.findall(before) if '"' in before else before.split(),
        meta,
    )


def _cut_meta(tail: str) -> tuple[str, str]:
    """Return the result's fields and the meta object, which runs to the end of the line."""
    match = _META.search(tail)
    if match and '"' in tail[: match.start()]:  # it may stand within a string
        match = next((m for m in _FIELD.finditer(tail) if _META.match(tail, m.start())), None)
        match = match and _META.match(tail, match.start())
    return (tail[: match.start()], tail[match.end() :].strip()) if match else (tail, "")


def _build(head: list[str], moves: list[str], result: list[str], meta: str) -> HandRecord:
    if not head or head[0] not in (MAGIC, ASCII_MAGIC):
        raise Bad("bad_token", head[0] if head else "", f"{MAGIC} or {ASCII_MAGIC}")
    values = read_fields(head[1:], HEAD)
    hands = tuple([values[seat] for seat in "0123" if seat in values])
    if "0" not in values or "1" not in values or "2" not in values:
        raise Bad("missing_value", head[-1], "起甲: 起乙: 起丙: (A: B: C:), one field for each seat")
    if "stock" not in values:
        raise Bad("missing_value", head[-1], "底: (stock:)")
    claimed = Claimed(**read_fields(result, RESULT)) if result else None
    record = HandRecord(
        hands,
        values["stock"],
        tuple(map(_EVENTS.__getitem__, moves)),
        values.get("dealer", NONE),
        values.get("names", ()),
        values.get("ruleset", ""),
        claimed,
        _read_meta(meta) if meta else {},
    )
    _check_seats(record, [*head, *result], moves)
    return record


def _check_seats(record: HandRecord, fields: list[str], moves: list[str]) -> None:
    """Raise ``Bad`` if dealer, winner or an event name a seat that has no hand, or a list has not one item a seat."""
    seats, claimed = len(record.hands), record.claimed or Claimed()
    expected = f"one of {seats} seats"
    if record.dealer >= seats:
        raise Bad("unknown_seat", _field(fields, "dealer"), expected)
    if claimed.winner is not None and claimed.winner >= seats:
        raise Bad("unknown_seat", _field(fields, "winner"), expected)
    if len(record.names) not in (0, seats):
        raise Bad("bad_value", _field(fields, "names"), f"{seats} names")
    if claimed.payments is not None and len(claimed.payments) != seats:
        raise Bad("bad_value", _field(fields, "payments"), f"{seats} amounts")
    if max(map(_SEAT, record.events), default=NONE) >= seats:
        token = next(token for event, token in zip(record.events, moves, strict=True) if event.seat >= seats)
        raise Bad("unknown_seat", token, expected)


def _field(fields: list[str], key: str) -> str:
    """Return the token that holds the field."""
    return next(f for f in fields if (HEAD | RESULT).get(f.replace("：", ":").partition(":")[0]) == key)


def _print_meta(meta: dict[str, Any], ascii: bool) -> str:
    text = json.dumps(meta, separators=(",", ":")) if ascii else msgspec.json.encode(meta).decode()
    return escape(text)


def _read_meta(text: str) -> dict[str, Any]:
    try:
        if text.count("{") + text.count("[") > MAX_DEPTH and depth(text) > MAX_DEPTH:
            raise Bad("too_deep", text, f"at most {MAX_DEPTH} levels")
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.ValidationError:
        raise Bad("bad_value", text, "a JSON object") from None
    except msgspec.DecodeError as error:
        raise Bad("not_json", text, f"a JSON object ({error})") from None


def depth(text: str) -> int:
    """Return how deeply the brackets of a JSON text are nested.

    >>> depth('{"a":[["]"]]}')
    3
    """
    level = deepest = 0
    for bracket in re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        level += (bracket in ("[", "{")) - (bracket in ("]", "}"))
        deepest = max(deepest, level)
    return deepest


def _column(text: str, token: str) -> int:
    """Return where the token begins, counted from 1; the end of the line if something is missing there."""
    match = re.search(rf"(?<![^\s｜|]){re.escape(token)}(?![^\s｜|])", text) if token else None
    at = match.start() if match else text.find(token)
    return max(at, 0) + 1


def _event_index(text: str, token: str) -> int | None:
    moves = _cut(text)[1]
    return moves.index(token) if token in moves else None
