"""Ranked repairs: the smallest changes of a record that would make it legal. None is ever applied for the user.

Single changes are tried first, over every event up to where the first break of the rules came up, and on the deal;
if none of them makes the hand legal, pairs of changes of which the first at least lets play go on further; what is
left over is said. Ranking: fewer changes, the likelier slip (``edits.COSTS``), fewer differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from replay.analysis.deal_edits import deal_edits
from replay.analysis.edits import COSTS, Edit, event_edits
from replay.analysis.trial import Reach, Walk, firm
from replay.engine import Finding, Replay, audit
from replay.engine.legal import legal_events
from replay.engine.setup import played_by
from replay.record import HU, REVEAL, HandRecord
from replay.record.words import EventTexts
from replay.rulesets import Ruleset

EFFORT = 60_000  # events judged before a search stops
LIKE = 3  # repairs of one sort that stand before those of other sorts
DISAGREES = 20  # more for a repaired hand that ends otherwise than the record says
FIRSTS, WINDOW, TRIES = 40, 10, 12  # of pairs: first changes tried, events looked at before a fault, judged leftovers


class Change(msgspec.Struct, frozen=True):
    """One change: its ``kind`` (a key of ``edits.COSTS``), the event of the original record it stands at (for a
    ``missing`` one the event it goes before; ``None`` for the deal), and ``before`` and ``after`` in the notation.
    """

    kind: str
    event: int | None
    before: str
    after: str


class Implication(msgspec.Struct, frozen=True):
    """What a repair means for the hand: ``key`` is ``deal``, ``dealer``, ``hand`` (cards a seat kept and played
    instead), ``stock`` (cards turned instead), ``events``, ``outcome`` or ``total``; ``facts`` hold the values.
    """

    key: str
    seat: int | None = None
    facts: dict[str, Any] = {}


class Repair(msgspec.Struct, frozen=True):
    """A repair of a hand: the ``changes`` (one or two), what they imply, their ``cost`` (more is less likely), the
    firm findings that remain (none for a full repair), the repaired ``record``, and how many repairs of the same
    sort at the same event there are (``alike``): where it is more than one, the record alone does not tell which.
    """

    changes: tuple[Change, ...]
    cost: int
    record: HandRecord
    remaining: tuple[Finding, ...] = ()
    implies: tuple[Implication, ...] = ()
    alike: int = 1

    @property
    def kind(self) -> str:
        """Return the kind of the first change."""
        return self.changes[0].kind

    @property
    def event(self) -> int | None:
        """Return the event of the first change, ``None`` for the deal."""
        return self.changes[0].event

    @property
    def deal(self) -> bool:
        """Tell whether the deal is changed."""
        return any(change.event is None for change in self.changes)


class Search(msgspec.Struct, frozen=True):
    """The repairs found, best first; ``stopped`` tells that the effort ran out before everything was tried;
    ``effort`` is the number of events judged.
    """

    repairs: tuple[Repair, ...]
    stopped: bool = False
    effort: int = 0


class _Found(msgspec.Struct):
    """A changed record on the way to becoming a ``Repair``."""

    edits: tuple[Edit, ...]
    events: tuple[int, ...]  # of the original record, -1 for the deal
    record: HandRecord
    reach: Reach

    @property
    def cost(self) -> int:
        """Return the sum of the edits' costs."""
        return sum(edit.cost for edit in self.edits)


def repairs(record: HandRecord, rules: Ruleset, limit: int = 5, effort: int = EFFORT) -> tuple[Repair, ...]:
    """Return up to ``limit`` repairs, best first; none for a hand without firm findings that does not break off."""
    return search(record, rules, limit, effort).repairs


def search(record: HandRecord, rules: Ruleset, limit: int = 5, effort: int = EFFORT) -> Search:
    """Return the repairs and whether the search was complete. The same record gives the same answer everywhere."""
    judged = audit(record, rules)
    faults = firm(list(judged.findings))
    if not faults:
        ends = tuple(_endings(judged)) if judged.outcome == "incomplete" else ()
        return Search(_ranked([_repair(judged, found) for found in ends])[:limit])
    walk = Walk(record, rules)
    found, stopped = _singles(walk, effort)
    full = [f for f in found if f.reach.legal]
    spent = walk.judged
    if not full:
        pairs, more, stopped_too = _pairs(walk, found, effort - spent)
        full, stopped, spent = pairs, stopped or stopped_too, spent + more
    made = [repair for f in _distinct(full, record) if not (repair := _repair(judged, f)).remaining]
    if not made:
        best = sorted(found, key=lambda f: (f.reach.deal, f.reach.left, f.cost))[:TRIES]
        made = [r for f in _distinct(best, record) if len((r := _repair(judged, f)).remaining) < len(faults)]
    return Search(_ranked(made)[:limit], stopped, spent)


def _singles(walk: Walk, effort: int) -> tuple[list[_Found], bool]:
    """Return every single change that is legal further than the record, and whether the effort ran out."""
    found: list[_Found] = []
    edits = sorted(_edits(walk, 0), key=lambda edit: edit.cost)
    for edit in edits:
        if walk.judged > effort:
            return found, True
        changed = edit.apply(walk.record)
        reach = walk.trial(changed, edit.at)
        if reach.better(walk.reach):
            found.append(_Found((edit,), (edit.at,), changed, reach))
    return found, False


def _edits(walk: Walk, begin: int) -> Iterator[Edit]:
    """Yield the changes of the deal, and of the events from ``begin`` to where the first break came up."""
    record = walk.record
    if walk.first is not None:
        at = walk.reach.at
        table = walk.tables[at] if at < len(walk.tables) else None
        yield from deal_edits(record, walk.first, table)
        if walk.first.code == "wrong_score" and record.claimed is not None:
            yield from _results(walk)
    for index in range(begin, min(len(walk.tables), len(record.events) + 1)):
        yield from event_edits(record, index, walk.tables[index])


def _results(walk: Walk) -> Iterator[Edit]:
    """Yield the result written right: what the claimed numbers should be."""
    score, claimed = audit(walk.record, walk.rules).score, walk.record.claimed
    if score is None or claimed is None:
        return
    right: dict[str, Any] = {"xi": score.xi, "multiplier": score.multiplier, "total": score.total}
    right |= {"mingtang": tuple(item.id for item in score.items)}
    changed = replace(claimed, **{k: v for k, v in right.items() if getattr(claimed, k) is not None})
    before, after = (f"息:{c.xi} 總:{c.total}" for c in (claimed, changed))
    deal = replace(walk.record, claimed=changed)
    yield Edit("result", COSTS["result"], -1, deal=deal, text=(before, after))


def _pairs(walk: Walk, firsts: list[_Found], effort: int) -> tuple[list[_Found], int, bool]:
    """Return the pairs of changes that make the hand legal, the effort, and whether it ran out."""
    full: list[_Found] = []
    spent, stopped = 0, len(firsts) > FIRSTS
    for first in sorted(firsts, key=lambda f: (f.cost, f.reach.left))[:FIRSTS]:
        second = Walk(first.record, walk.rules)
        second.judged += spent
        for edit in sorted(_edits(second, max(0, second.reach.at - WINDOW)), key=lambda e: e.cost):
            if second.judged > effort:
                return full, second.judged, True
            changed = edit.apply(first.record)
            reach = second.trial(changed, edit.at)
            if reach.legal:
                events = (*first.events, _original(first.edits[0], edit.at))
                full.append(_Found((*first.edits, edit), events, changed, reach))
        spent = second.judged
    return full, spent, stopped


def _original(first: Edit, at: int) -> int:
    """Return the event of the original record that stands at ``at`` after the first change."""
    if at < 0 or first.at < 0 or at < first.at + len(first.put):
        return at
    return at - len(first.put) + first.gone


def _distinct(found: list[_Found], record: HandRecord) -> list[_Found]:
    """Return the changed records, each once with its cheapest changes; the record itself is none of them."""
    best: dict[tuple[Any, ...], _Found] = {}
    for f in sorted(found, key=lambda f: f.cost):
        best.setdefault((f.record.events, f.record.hands, f.record.stock, f.record.dealer, f.record.claimed), f)
    best.pop((record.events, record.hands, record.stock, record.dealer, record.claimed), None)
    return list(best.values())


def _endings(judged: Replay) -> Iterator[_Found]:
    """Yield the wins that may be missing at the end of a hand that breaks off."""
    record = judged.record
    walk = Walk(record, judged.rules)
    table = walk.tables[len(record.events)]
    if table.hidden:
        return
    for event in legal_events(table):
        if event.action == HU:
            edit = Edit("ending", COSTS["ending"], len(record.events), 0, (event,))
            yield _Found((edit,), (edit.at,), edit.apply(record), walk.reach)


def _repair(judged: Replay, found: _Found) -> Repair:
    """Return the repair with everything worked out; ``remaining`` is the referee's word on the changed record."""
    record = judged.record
    after = audit(found.record, judged.rules)
    changes, texts, current = [], EventTexts(False), record
    for edit, event in zip(found.edits, found.events, strict=True):
        before, now = edit.text
        if edit.deal is None:
            before = " ".join(texts[e] for e in current.events[edit.at : edit.at + edit.gone])
            now = " ".join(texts[e] for e in edit.put)
        changes.append(Change(edit.kind, event if event >= 0 else None, before, now))
        current = edit.apply(current)
    claimed = record.claimed
    odd = claimed is not None and (
        claimed.outcome not in ("", after.outcome) or (claimed.winner is not None and claimed.winner != after.winner)
    )
    cost = found.cost + (DISAGREES if odd else 0)
    return Repair(tuple(changes), cost, found.record, tuple(firm(list(after.findings))), _implied(judged, after))


def _implied(before: Replay, after: Replay) -> tuple[Implication, ...]:
    """Return what differs between the hand as recorded and as repaired."""
    old, new = before.record, after.record
    found: list[Implication] = []
    if old.hands != new.hands or old.stock != new.stock:
        found.append(Implication("deal"))
    if before.dealer != after.dealer:
        found.append(Implication("dealer", after.dealer, {"before": before.dealer, "after": after.dealer}))
    for seat in range(old.seats):
        was, now = Counter(dict(enumerate(played_by(old, seat)))), Counter(dict(enumerate(played_by(new, seat))))
        if was != now:
            kept, played = sorted((was - now).elements()), sorted((now - was).elements())
            found.append(Implication("hand", seat, {"kept": kept, "played": played}))
    turned = [[e.kind for e in record.events if e.action == REVEAL] for record in (old, new)]
    if turned[0] != turned[1] and sorted(turned[0]) != sorted(turned[1]):
        was, now = Counter(turned[0]), Counter(turned[1])
        facts = {"before": sorted((was - now).elements()), "after": sorted((now - was).elements())}
        found.append(Implication("stock", None, facts))
    if len(old.events) != len(new.events):
        found.append(Implication("events", None, {"before": len(old.events), "after": len(new.events)}))
    ends = [(r.outcome, r.winner) for r in (before, after)]
    if ends[0] != ends[1]:
        found.append(Implication("outcome", after.winner, {"before": before.outcome, "after": after.outcome}))
    totals = [r.score.total if r.score else None for r in (before, after)]
    if totals[0] != totals[1]:
        found.append(Implication("total", after.winner, {"before": totals[0], "after": totals[1]}))
    return tuple(found)


def _ranked(found: list[Repair]) -> tuple[Repair, ...]:
    """Return the repairs best first; of many of one sort the first few stand before other sorts, the rest after."""
    order = sorted(found, key=lambda r: (len(r.remaining) > 0, len(r.changes), r.cost, len(r.implies)))
    sorts = Counter(_sort(repair) for repair in order)
    met: Counter[tuple[Any, ...]] = Counter()
    first: list[Repair] = []
    rest: list[Repair] = []
    for repair in order:
        met[_sort(repair)] += 1
        (first if met[_sort(repair)] <= LIKE else rest).append(replace(repair, alike=sorts[_sort(repair)]))
    return (*first, *rest)


def _sort(repair: Repair) -> tuple[Any, ...]:
    return (len(repair.changes), *((c.kind, c.event, c.before == "") for c in repair.changes))
