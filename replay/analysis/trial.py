"""Trying changed records quickly: judge until the first break of the rules is certain, from the first changed event.

A table is kept for each event of the record to be repaired, up to the first finding that is sure; a changed record is
judged from the table before its first change. Only ``replay.engine.audit`` says in the end whether a record is legal.
"""

from __future__ import annotations

from replay.engine import UNDECIDABLE, Finding, Table, start
from replay.engine.audit import check_deal, check_end
from replay.engine.handlers import HANDLERS
from replay.engine.setup import dealer_of
from replay.record import PASS, Event, HandRecord
from replay.rulesets import Ruleset

SETTLED = 2  # events after which no later 偎 can take a finding back any more (``engine.contests``)


def firm(findings: list[Finding]) -> list[Finding]:
    """Return the findings that are proved or assumed."""
    return [finding for finding in findings if finding.certainty != UNDECIDABLE]


class Reach:
    """How far a record is legal: ``deal`` firm findings on the deal, ``at`` the event on which the first other one came
    up (``len(events)`` if only the end shows it, one more if there is none), ``left`` the events from there to the end.
    """

    __slots__ = ("at", "deal", "left")

    def __init__(self, deal: int, at: int, length: int) -> None:
        self.deal, self.at, self.left = deal, at, length + 1 - at

    @property
    def legal(self) -> bool:
        """Tell whether nothing firm was found."""
        return not self.deal and not self.left

    def better(self, other: Reach) -> bool:
        """Tell whether this record is legal further than the other one, and no worse in its deal."""
        return self.deal <= other.deal and (self.left < other.left or self.deal < other.deal)


class Walk:
    """A record judged up to its first firm finding; ``tables[i]`` is the table before event ``i``.

    ``judged`` counts the events judged by all trials, the measure of effort.
    """

    def __init__(self, record: HandRecord, rules: Ruleset) -> None:
        self.record, self.rules = record, rules
        self.judged = 0
        self.tables: list[Table] = []
        table, self.deal = _begin(record, rules)
        self.start = table.copy()
        at = self._run(table, record.events, 0, keep=True)
        self.reach = Reach(len(self.deal), at, len(record.events))
        self.first = next(iter([*self.deal, *firm(table.findings)]), None)

    def trial(self, record: HandRecord, at: int) -> Reach:
        """Return how far the record is legal; it equals the walked one before event ``at`` (-1: another deal)."""
        deal = self.deal
        if at < 0 or record.hidden or dealer_of(record) != self.start.dealer:
            table, deal = _begin(record, self.rules)
            if at < 0 or not _same_start(table, self.start):
                return Reach(len(deal), self._run(table, record.events, 0), len(record.events))
        begin = min(at, len(self.tables)) - 1
        while begin > 0 and record.events[begin].action == PASS:
            begin -= 1
        begin = max(begin, 0)
        table = self.tables[begin].copy()
        table.record = record
        return Reach(len(deal), self._run(table, record.events, begin), len(record.events))

    def _run(self, t: Table, events: tuple[Event, ...], begin: int, keep: bool = False) -> int:
        """Judge from event ``begin`` on; return where the first firm finding came up (see ``Reach.at``)."""
        found, settled, index = -1, 0, begin
        for index in range(begin, len(events)):
            if keep:
                self.tables.append(t.copy())
            event = events[index]
            HANDLERS[event.action](t, event, index)
            if not t.findings or not firm(t.findings):
                found, settled = -1, 0
            elif found < 0:
                found = index
            elif event.action != PASS:
                settled += 1
                if settled == SETTLED:
                    break
        self.judged += index - begin + 1
        if found >= 0:
            return found
        if keep:
            self.tables.append(t.copy())
        check_end(t)
        return len(events) + (not firm(t.findings))


def _begin(record: HandRecord, rules: Ruleset) -> tuple[Table, list[Finding]]:
    """Return the table before the first event, without findings, and the firm findings on the deal."""
    table = start(record, rules)
    check_deal(table)
    found, table.findings = firm(table.findings), []
    return table, found


def _same_start(one: Table, two: Table) -> bool:
    """Tell whether two tables before the first event are alike: what hidden cards must be follows from all events."""
    return (one.dealer, one.hands, one.free, one.assumed) == (two.dealer, two.hands, two.free, two.assumed)
