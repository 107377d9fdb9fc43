"""What may come next. Written apart from ``verify``: a property test proves that the two agree."""

from __future__ import annotations

from functools import cache

from replay.cards import KINDS, NONE, UNKNOWN
from replay.engine.table import AFTER_WEI, CARD, DEAL, DISCARD_DUE, OVER, REVEAL_DUE, Table
from replay.engine.verify import position
from replay.record import CHI, DEAD, DISCARD, EXHAUSTED, HU, PENG, REVEAL, WEI, Event
from replay.scoring import deal_win, is_win


@cache
def event(action: int, seat: int, kind: int = NONE, cards: tuple[int, ...] = ()) -> Event:
    """Return the event, made once."""
    return Event(action, seat, kind, cards)


def legal_events(t: Table) -> list[Event]:
    """Return every event that keeps the rules on this table; claims not made count as passed.

    A card on the table may be followed by each claim that is legal for somebody and by the next 揭 (臭 when the stock
    is empty); a forced 偎 by nothing else (R7). Hands must be known. 過, 蟄 and 示 are not listed.
    """
    if t.phase == OVER:
        return []
    if t.phase == CARD:
        return _on_card(t)
    if t.phase == REVEAL_DUE:
        return [_next(t, t.turn)]
    wins = [event(HU, seat) for seat in _winners(t)]
    if t.phase == AFTER_WEI and t.last:
        return [*wins, event(EXHAUSTED, NONE)]
    discards = [event(DISCARD, t.turn, kind) for kind in t.discardable(t.turn)]
    return wins + (discards or [event(DEAD, t.turn)])


def _winners(t: Table) -> list[int]:
    if t.phase == DEAL:
        playing = t.playing
        return [s for s in playing if deal_win(tuple(t.hands[s][:KINDS]), s == t.dealer, t.rules) is not None]
    if t.phase == DISCARD_DUE:
        return []
    return [t.turn] if not t.dead[t.turn] and not t.barred[t.turn] and is_win(position(t, t.turn), t.rules) else []


def _next(t: Table, seat: int) -> Event:
    if t.last:
        return event(EXHAUSTED, NONE)
    return event(REVEAL, t.nxt[seat], t.stock[t.drawn])


def _on_card(t: Table) -> list[Event]:
    kind, owner = t.kind, t.owner
    if t.revealed and t.hands[owner][kind] >= 2 and not t.dead[owner]:
        return [event(WEI, owner, kind)]
    found = []
    seats = (owner, t.nxt[owner], t.nxt[t.nxt[owner]])
    if t.revealed or t.rules.switches.win_on_discard:
        for seat in seats if t.revealed else seats[1:]:
            if not t.dead[seat] and not t.barred[seat] and is_win(position(t, seat), t.rules):
                found.append(event(HU, seat))
    if not t.last:
        for seat in seats[1:]:
            if t.hands[seat][kind] >= 2 and not _frozen(t, seat) and not t.peng_passed[seat] >> kind & 1:
                found.append(event(PENG, seat, kind))
        for seat in seats[:2] if t.revealed else seats[1:2]:
            if not _frozen(t, seat) and _may_chi(t, seat, kind):
                found += [event(CHI, seat, kind, pair) for pair in _pairs(t.hands[seat], kind)]
        if t.rules.switches.refuse_dead_claim:
            found = [e for e in found if e.action == HU or _can_discard_after(t, e)]
    return [*found, _next(t, owner)]


def _frozen(t: Table, seat: int) -> bool:
    """Tell whether the seat takes no card at all: dead (R22), or bound by its own 蟄 (switch ``zhe_freezes``)."""
    return t.dead[seat] or bool(t.zhe[seat] and t.rules.switches.zhe_freezes)


def _may_chi(t: Table, seat: int, kind: int) -> bool:
    return t.hands[seat][kind] < 2 and not (t.discarded[seat] | t.chi_passed[seat]) >> kind & 1


def _pairs(hand: list[int], kind: int) -> list[tuple[int, int]]:
    size = kind // 10
    pairs = ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2))
    return [(a, b) for a, b in pairs if a >= 0 and b < KINDS and a // 10 == b // 10 == size and hand[a] and hand[b]]


def _can_discard_after(t: Table, e: Event) -> bool:
    table = t.copy()
    for card in (e.kind, e.kind) if e.action == PENG else e.cards:
        table.hands[e.seat][card] -= 1
    table.taken[e.seat] |= 1 << e.kind
    return bool(table.discardable(e.seat)) or table.hands[e.seat][UNKNOWN] > 0
