"""Records as written transcripts in Chinese that ``transcript`` reads back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from importers.lexicon import fold
from importers.seats import following
from importers.transcript_fields import RULESETS
from importers.transcript_result import KNOWN, POINTS
from importers.turns import Turns
from replay.cards import DEALER_SIZE, NONE, OTHER_SIZE, STOCK_SIZE, UNKNOWN
from replay.record import DEAD, EXHAUSTED, HU, PASS, PENG, SHOW, WEI, ZHE, Claimed, Event, HandRecord
from replay.record.words import SEATS, print_kinds

_VERBS = ("出", "揭", "偎", "碰", "吃", "胡", "蟄", "死手", "臭", "過", "亮牌：")
_WORD = re.compile(r"\w+")
_UNFIT = re.compile(r'[()\[\]{}"\\]')
_NOT_NAMES = {"無", "沒有", "未記"}


def transcripts(records: Iterable[HandRecord]) -> Iterator[str]:
    """Yield the transcript of each record, numbered; rules and names of the hand before are taken back where needed."""
    rules = names = False
    for number, record in enumerate(records, 1):
        lines = ["", f"第{number}局"] if number > 1 else [f"第{number}局"]
        lines += ["規則：未記"] * (rules and not record.ruleset) + ["玩家：未記"] * (names and not record.names)
        rules, names = bool(record.ruleset), bool(record.names)
        yield "\n".join([*lines, transcript(record)])


def transcript(record: HandRecord) -> str:
    """Return one record as a transcript: its heading, an event a line, its result."""
    lines = [*_heading(record)]
    turns = Turns(following(record.seats, record.dealer), record.dealer)
    for event in record.events:
        lines.append(_event(event, turns))
        turns.follow(event)
    return "\n".join([*lines, *(_result(record.claimed) if record.claimed is not None else ())])


def quoted(text: str) -> str:
    """Return the text in double quotes with JSON escapes, on one line and safe from folding."""
    inner = json.dumps(text, ensure_ascii=False)[1:-1]
    return '"' + "".join([c if c.isalnum() or (c.isprintable() and fold(c) == c) else _escape(c) for c in inner]) + '"'


def _escape(character: str) -> str:
    return json.dumps(character)[1:-1].replace("\x7f", "\\u007f")


def plain(text: str) -> str:
    """Return a name as it is, or quoted if it is not one word."""
    return text if _WORD.fullmatch(text) and fold(text) not in _NOT_NAMES else quoted(text)


def _heading(record: HandRecord) -> Iterator[str]:
    if record.ruleset:
        aliased = fold(record.ruleset).removesuffix("版").removesuffix("規則") in RULESETS
        yield f"規則：{quoted(record.ruleset) if aliased else plain(record.ruleset)}"
    yield f"人數：{record.seats}"
    if record.names:
        named = [f"{SEATS[seat]}={plain(name)}" for seat, name in enumerate(record.names)]
        yield f"姓名：{' '.join(named)}"
    if record.dealer != NONE:
        yield f"莊家：{SEATS[record.dealer]}"
    for seat, hand in enumerate(record.hands):
        if record.events and record.dealer != NONE and hand == (UNKNOWN,) * _size(record, seat):
            continue  # what nobody knows goes without saying
        yield f"手牌 {SEATS[seat]}（{len(hand)}張）：{print_kinds(hand) or '無'}"
    if record.stock != (UNKNOWN,) * STOCK_SIZE:
        yield f"底牌（{len(record.stock)}張）：{print_kinds(record.stock) or '無'}"


def _size(record: HandRecord, seat: int) -> int:
    """Return how many cards the seat is dealt (R2)."""
    return 0 if seat == record.shouxing else DEALER_SIZE if seat == record.dealer else OTHER_SIZE


def _event(event: Event, turns: Turns) -> str:
    """Return a line for the event; ``turns`` tells what lies on the table."""
    seat, action, kind, cards = event.seat, event.action, event.kind, event.cards
    text = "" if seat == NONE or action == EXHAUSTED else SEATS[seat]
    own = (
        cards
        if action not in (PASS, DEAD, EXHAUSTED, ZHE, SHOW) and not (action in (WEI, PENG) and cards == (kind, kind))
        else ()
    )
    if action in (ZHE, SHOW):
        own, shown = (cards, (kind,)) if kind != NONE and cards else ((), cards)
    elif action in (DEAD, EXHAUSTED):
        shown = ()
    else:
        shown = (kind,) if kind != NONE else ()
    if own and not (action == HU and kind == NONE):
        text += f"用{print_kinds(own)}"
    if action == WEI and not (turns.revealed and turns.kind == kind):
        text += "未揭而"
    text += _VERBS[action] + print_kinds(shown)
    if event.time is not None:
        seconds, milli = divmod(abs(event.time), 1000)
        text += f"@{'-' if event.time < 0 else ''}{seconds}.{milli:03}"
    if event.remark:
        text += f"（{event.remark if _is_remark(event) else quoted(event.remark)}）"
    return text


def _is_remark(event: Event) -> bool:
    """Tell whether the remark, as it is, will be read as one."""
    text = fold(event.remark)
    tells = event.action == HU and (POINTS.search(text) or KNOWN.search(text))
    return event.remark.isprintable() and event.remark == event.remark.strip() and not (_UNFIT.search(text) or tells)


def _result(claimed: Claimed) -> Iterator[str]:
    yield "結果：" + {"hu": "胡", "exhausted": "臭"}.get(claimed.outcome, "未記")
    if claimed.winner is not None:
        yield f"贏家：{SEATS[claimed.winner]}"
    for name, value in (("硬息", claimed.xi), ("倍數", claimed.multiplier), ("總息", claimed.total)):
        if value is not None:
            yield f"{name}：{value}"
    if claimed.mingtang is not None:
        yield f"名堂：{'、'.join(map(plain, claimed.mingtang)) or '無'}"
    if claimed.payments is not None:
        yield "付錢：" + " ".join([f"{SEATS[seat]}{amount:+}" for seat, amount in enumerate(claimed.payments)])
