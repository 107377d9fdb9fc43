"""What may come next on a table some of whose cards nobody knows.

``legal_events`` needs every hand; here each event that could follow is tried on a copy of the table and kept unless it
is proved to break a rule. On a table with nothing hidden the two give the same events.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from replay.cards import KINDS, NONE, UNKNOWN
from replay.engine.finding import UNDECIDABLE
from replay.engine.handlers import HANDLERS
from replay.engine.legal import event
from replay.engine.table import AFTER_WEI, CARD, DEAL, DISCARD_DUE, OVER, REVEAL_DUE, RUNS, Table
from replay.record import CHI, DEAD, DISCARD, EXHAUSTED, HU, PENG, REVEAL, WEI, Event


class Possible(NamedTuple):
    """An event that may follow; ``sure`` tells whether it is legal whatever the hidden cards are."""

    event: Event
    sure: bool


def possible_events(t: Table) -> list[Possible]:
    """Return every event that may be legal on this table, given what is known: 胡 first, then 偎 碰 吃, then the rest.

    過, 蟄 and 示 are not listed. The table is left as it is.
    """
    found = [Possible(e, sure) for e in _claims(t) if (sure := _try(t, e)) is not None]
    return found + [Possible(e, sure) for e in _moves(t) if (sure := _try(t, e)) is not None]


def _try(t: Table, e: Event) -> bool | None:
    """Return whether the event is surely legal, or ``None`` if it certainly breaks a rule."""
    after = t.copy()
    after.findings = []
    HANDLERS[e.action](after, e, NONE)
    if any(f.certainty != UNDECIDABLE for f in after.findings):
        return None
    return _holds(t, e) and not any(f.event == NONE for f in after.findings)


def _holds(t: Table, e: Event) -> bool:
    """Tell whether the cards that the event takes from a hand are known to be there."""
    if e.action == CHI:
        return all(t.hands[e.seat][card] for card in e.cards)
    return e.action != DISCARD or t.hands[e.seat][e.kind] > 0


def _claims(t: Table) -> Iterator[Event]:
    if t.phase == DEAL:
        yield from (event(HU, seat) for seat in t.playing)
    elif t.phase == AFTER_WEI:
        yield event(HU, t.turn)
    elif t.phase == CARD:
        owner, kind = t.owner, t.kind
        low = t.nxt[owner]
        seats = (owner, low, t.nxt[low])
        yield from (event(HU, seat) for seat in seats)
        if t.revealed:
            yield event(WEI, owner, kind)
        yield from (event(PENG, seat, kind) for seat in seats[1:])
        for seat in seats[:2] if t.revealed else seats[1:2]:
            pairs = [pair for taken, pair in RUNS if taken == kind]
            yield from (event(CHI, seat, kind, pair) for pair in sorted(pairs) if _may_hold(t, seat, pair))


def _may_hold(t: Table, seat: int, pair: tuple[int, ...]) -> bool:
    missing = sum(not t.hands[seat][card] for card in pair)
    return missing <= t.hands[seat][UNKNOWN] and all(t.most(seat, card) for card in pair)


def _may_be_dead(t: Table, seat: int) -> bool:
    """Tell whether every card of the hand could be of a kind it took, or one of exactly three (R19, R20, R22)."""
    if t.rules.switches.broken_kan_locked:
        return True
    hand = t.hands[seat]
    loose = [kind for kind in range(KINDS) if not t.taken[seat] >> kind & 1]
    lacking = [3 - hand[kind] for kind in loose if hand[kind]]
    if any(n < 0 for n in lacking):
        return False  # four of a kind: one of them may be discarded
    left = hand[UNKNOWN] - sum(lacking)
    fit = sum(t.free[kind] for kind in range(KINDS) if t.taken[seat] >> kind & 1)
    triples = sum(not hand[kind] and t.free[kind] >= 3 for kind in loose)
    return any((left - n) % 3 == 0 and (left - n) // 3 <= triples for n in range(min(fit, left) + 1))


def _moves(t: Table) -> Iterator[Event]:
    if t.phase in (DEAL, DISCARD_DUE) or (t.phase == AFTER_WEI and not t.last):
        kinds = [kind for kind in range(KINDS) if t.most(t.turn, kind)]
        yield from (event(DISCARD, t.turn, kind) for kind in kinds)
        if not t.discardable(t.turn) and _may_be_dead(t, t.turn):
            yield event(DEAD, t.turn)
    elif t.phase != OVER and t.last:
        yield event(EXHAUSTED, NONE)
    elif t.phase in (CARD, REVEAL_DUE):
        seat = t.nxt[t.owner if t.phase == CARD else t.turn]
        top = t.stock[t.drawn]
        kinds = [kind for kind in range(KINDS) if t.free[kind]] if top == UNKNOWN else [top]
        yield from (event(REVEAL, seat, kind) for kind in kinds)
