"""Records as a CSV table that ``sheet`` reads back and spreadsheet programs show without evaluating anything."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from importers.lexicon import fold
from importers.seats import following
from importers.sheet import quoted as cell
from importers.transcript_fields import RULESETS
from importers.turns import Turns
from importers.write_transcript import quoted
from replay.cards import NONE
from replay.record import DEAD, EXHAUSTED, HU, PASS, PENG, SHOW, WEI, ZHE, Claimed, Event, HandRecord
from replay.record.words import SEATS, print_kinds

HEADINGS = ("局", "座", "動作", "字", "配牌", "時間", "備註")
_VERBS = ("出", "揭", "偎", "碰", "吃", "胡", "蟄", "死手", "臭", "過", "亮牌")
_RISKY = re.compile(r"'*[=+\-@\t\r]")  # a spreadsheet program would take it for a formula
_PLAIN = re.compile(r'[^\s"][^\n\r\t"]*')
Cells = tuple[str, str, str, str, str, str]


def csv_rows(records: Iterable[HandRecord]) -> Iterator[str]:
    """Yield the heading and then each record's rows, without the last line break."""
    yield "\ufeff" + ",".join(HEADINGS)
    rules, names = False, 0
    for number, record in enumerate(records, 1):
        rows = [*_deal(record, rules, names), *_events(record)]
        if record.claimed is not None:
            rows += _result(record.claimed)
        rules, names = bool(record.ruleset), len(record.names)
        yield "\n".join([",".join([str(number), *(cell(defused(text)) for text in row)]) for row in rows])


def defused(text: str) -> str:
    """Return a cell's text so that no spreadsheet program takes it for a formula: with an apostrophe before it.

    >>> defused("=1+1"), defused("-5"), defused("三")
    ("'=1+1", "'-5", '三')
    """
    return "'" + text if _RISKY.match(text) else text


def _said(text: str) -> str:
    """Return free text as it is, or in quotes if a cell would change it."""
    return (
        text if not text or (_PLAIN.fullmatch(text) and text.isprintable() and text == text.strip()) else quoted(text)
    )


def _row(seat: int, action: str, text: str = "", own: str = "", time: str = "", remark: str = "") -> Cells:
    return ("" if seat == NONE else SEATS[seat], action, text, own, time, remark)


def _deal(record: HandRecord, rules: bool, names: int) -> Iterator[Cells]:
    """Yield the rows before the events; rules and names of the hand before are taken back where needed."""
    if record.ruleset or rules:
        aliased = fold(record.ruleset).removesuffix("版") in RULESETS
        yield _row(NONE, "規則", quoted(record.ruleset) if aliased else _said(record.ruleset))
    if names and not record.names:
        yield _row(NONE, "姓名", "未記")
    for seat, name in enumerate(record.names):
        yield _row(seat, "姓名", _said(name))
    yield _row(NONE, "人數", str(record.seats))
    if record.dealer != NONE:
        yield _row(record.dealer, "莊家")
    for seat, hand in enumerate(record.hands):
        yield _row(seat, "手牌", print_kinds(hand), str(len(hand)))
    yield _row(NONE, "底牌", print_kinds(record.stock), str(len(record.stock)))


def _events(record: HandRecord) -> Iterator[Cells]:
    turns = Turns(following(record.seats, record.dealer), record.dealer)
    for event in record.events:
        yield _event(event, turns)
        turns.follow(event)


def _event(event: Event, turns: Turns) -> Cells:
    action, kind, cards = event.action, event.kind, event.cards
    own = (
        cards if action not in (PASS, DEAD, EXHAUSTED) and not (action in (WEI, PENG) and cards == (kind, kind)) else ()
    )
    own = () if action == HU and kind == NONE else own
    shown: tuple[int, ...] = (kind,) if kind != NONE and action not in (DEAD, EXHAUSTED) else ()
    if action in (ZHE, SHOW) and not (kind != NONE and cards):
        own, shown = (), cards
    verb = _VERBS[action]
    if action == WEI and not (turns.revealed and turns.kind == kind):
        verb = "未揭而偎"
    time = ""
    if event.time is not None:
        seconds, milli = divmod(abs(event.time), 1000)
        time = f"{'-' if event.time < 0 else ''}{seconds}.{milli:03}"
    seat = NONE if action == EXHAUSTED else event.seat
    return _row(seat, verb, print_kinds(shown), print_kinds(own), time, _said(event.remark))


def _result(claimed: Claimed) -> Iterator[Cells]:
    yield _row(NONE, "結果", {"hu": "胡", "exhausted": "臭"}.get(claimed.outcome, "未記"))
    if claimed.winner is not None:
        yield _row(claimed.winner, "贏家")
    for name, value in (("硬息", claimed.xi), ("倍數", claimed.multiplier), ("總息", claimed.total)):
        if value is not None:
            yield _row(NONE, name, str(value))
    if claimed.mingtang is not None:
        yield _row(NONE, "名堂", ",".join(map(quoted, claimed.mingtang)))
    for seat, amount in enumerate(claimed.payments or ()):
        yield _row(seat, "收" if amount >= 0 else "付", str(abs(amount)))
