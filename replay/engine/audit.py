"""The referee: a record in, its findings, result and frames out.

``audit`` goes on after a violation as the table did; ``replay`` raises at the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec.structs import replace

from replay.cards import COPIES, DEALER_SIZE, KINDS, OTHER_SIZE, STOCK_SIZE, UNKNOWN, count_kinds
from replay.engine.contests import Again
from replay.engine.finding import PROVED, UNDECIDABLE, Finding, RuleViolation
from replay.engine.frames import Frame, frame_of
from replay.engine.handlers import HANDLERS, forgot_wei
from replay.engine.road import End, walk
from replay.engine.setup import seen_stock, start, whole_deck
from replay.engine.table import CARD, Table
from replay.record import Claimed, HandRecord
from replay.rulesets import CATALOGUE, Ruleset
from replay.scoring import Score

# every name a record may use for a 名堂 → its id
IDS = {name: id_ for id_, row in CATALOGUE.items() for name in (id_, row.hant, row.hans, row.en, *row.aliases)}
FULL_SIZES = [DEALER_SIZE, OTHER_SIZE, OTHER_SIZE]


class Replay:
    """A hand as the referee saw it.

    ``findings`` are in the order of the record; ``outcome`` is ``hu`` (a 胡 was declared last, legal or not),
    ``exhausted`` or ``incomplete``; ``winner`` the seat of that 胡; ``score`` its worth, ``None`` if it was no legal
    win. ``frames`` are computed when first asked for.
    """

    def __init__(self, record: HandRecord, rules: Ruleset, table: Table | End) -> None:
        self.record = record
        self.rules = rules
        self.dealer = table.dealer
        self.findings = tuple(table.findings)
        hu = table.hu
        self.winner = hu[0] if hu else None
        self.outcome = "hu" if hu else "exhausted" if table.last and record.events else "incomplete"
        self.score: Score | None = table.score if hu and not hu[2] else None

    @property
    def valid(self) -> int:
        """Return the number of events before the first proved or assumed violation (all of them if none)."""
        faults = [f.event or 0 for f in self.findings if f.certainty != UNDECIDABLE]
        return min([len(self.record.events), *faults])

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The table before the first event and after each one: ``len(events) + 1`` frames."""
        return tuple(frames(self.record, self.rules))


def run(record: HandRecord, rules: Ruleset) -> Table:
    """Return the table after the last event, judged."""
    try:
        return _run(record, rules, keep=False)
    except Again:  # rare: two claims of one card
        return _run(record, rules, keep=True)


def _run(record: HandRecord, rules: Ruleset, keep: bool) -> Table:
    table = start(record, rules)
    table.keep = keep
    check_deal(table)
    handlers = HANDLERS
    for index, event in enumerate(record.events):
        handlers[event.action](table, event, index)
    check_end(table)
    return table


def audit(record: HandRecord, rules: Ruleset) -> Replay:
    """Return the judged hand. Never raises for what a record says: what is wrong becomes a finding."""
    end = walk(record, rules)
    if end is not None:
        return Replay(record, rules, end)
    table = run(record, rules)
    if len(table.findings) > 1:
        table.findings = _in_order(table.findings)
    return Replay(record, rules, table)


def replay(record: HandRecord, rules: Ruleset) -> Replay:
    """Return the judged hand if it is legal; raise ``RuleViolation`` at the first proved or assumed violation."""
    judged = audit(record, rules)
    for finding in judged.findings:
        if finding.certainty != UNDECIDABLE:
            raise RuleViolation(finding)
    return judged


def frames(record: HandRecord, rules: Ruleset) -> Iterator[Frame]:
    """Yield the table before the first event and after each."""
    table = start(record, rules)
    yield frame_of(table, 0)
    for index, event in enumerate(record.events):
        HANDLERS[event.action](table, event, index)
        yield frame_of(table, index + 1)


def frame_at(record: HandRecord, rules: Ruleset, index: int) -> Frame:
    """Return the frame after the first ``index`` events. Raises ``IndexError`` outside 0…len(events)."""
    if not 0 <= index <= len(record.events):
        raise IndexError(index)
    table = start(record, rules)
    for i, event in enumerate(record.events[:index]):
        HANDLERS[event.action](table, event, i)
    return frame_of(table, index)


def check_deal(t: Table) -> None:
    """Find a deal that is not 20 + 19 + 19 cards and a stock of 22 from a deck with four of each (R1, R2)."""
    record = t.record
    hands, stock = record.hands, record.stock
    sizes = [len(hands[seat]) for seat in t.playing]
    full = sizes == FULL_SIZES and len(stock) == STOCK_SIZE and sum(map(len, hands)) == sum(sizes)
    if full and whole_deck([count_kinds(hand) for hand in hands], count_kinds(stock)):
        return
    if len(stock) != STOCK_SIZE:
        t.flag("stock_count", None, None, expected=STOCK_SIZE, actual=len(stock))
    for seat, hand in enumerate(hands):
        expected = DEALER_SIZE if seat == t.dealer else OTHER_SIZE if seat in t.playing else 0
        if len(hand) != expected:
            t.flag("deal_count", seat, None, expected=expected, actual=len(hand))
    unknown = sum([cards.count(UNKNOWN) for cards in (stock, *hands)])
    seen = seen_stock(record) if unknown else stock
    for kind in range(KINDS):
        number = seen.count(kind) + sum(hand[kind] for hand in t.hands)
        if number > COPIES or number + unknown < COPIES:
            t.flag("card_count", None, None, kind=kind, actual=number)
    if unknown:
        t.flag("card_count", None, None, UNDECIDABLE)
    if UNKNOWN in stock:
        t.flag("stock_order", None, None, UNDECIDABLE)


def check_end(t: Table) -> None:
    """Judge what only the record's end shows: a last card that was not 偎'd, and the result it claims (R29–R33)."""
    claimed = t.record.claimed
    if t.phase == CARD and t.last and t.revealed:
        before = len(t.findings)
        forgot_wei(t)
        complete = claimed is not None and claimed.outcome == "exhausted"
        if len(t.findings) > before and t.findings[-1].certainty == PROVED and not complete:
            last = t.findings.pop()
            t.flag(last.code, last.seat, last.event, "assumed", **last.facts, assuming="complete")
    if claimed is not None and t.hu and t.score is not None and t.record.ruleset in ("", t.rules.id):
        _check_score(t, claimed, t.score)


def _check_score(t: Table, claimed: Claimed, score: Score) -> None:
    assert t.hu is not None
    recorded = None if claimed.mingtang is None else tuple(sorted(IDS.get(name, name) for name in claimed.mingtang))
    for what, actual, expected in (
        ("xi", claimed.xi, score.xi),
        ("multiplier", claimed.multiplier, score.multiplier),
        ("total", claimed.total, score.total),
        ("mingtang", recorded, tuple(sorted(item.id for item in score.items))),
    ):
        if actual is not None and actual != expected:
            t.flag("wrong_score", t.hu[0], t.hu[1], what=what, actual=_words(actual), expected=_words(expected))


def _words(value: object) -> object:
    if isinstance(value, tuple):
        return "、".join(CATALOGUE[name].hant if name in CATALOGUE else name for name in value) or "—"
    return value


def _in_order(findings: list[Finding]) -> list[Finding]:
    """Sort by event, the deal first; what cannot be decided is told once for each code and seat."""
    firm = [f for f in findings if f.certainty != UNDECIDABLE]
    open_: dict[tuple[str, int | None], Finding] = {}
    for finding in findings:
        if finding.certainty == UNDECIDABLE:
            key = (finding.code, finding.seat)
            if key in open_:
                open_[key].facts.setdefault("events", []).append(finding.event)
            else:
                open_[key] = replace(finding, facts=dict(finding.facts))
    return sorted([*firm, *open_.values()], key=lambda f: -1 if f.event is None else f.event)
