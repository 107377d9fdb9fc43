"""R37 遞字團圓, where a table plays it: not handing the 下家 the fourth card of what they have 碰'd."""

from __future__ import annotations

from replay.cards import KINDS, UNKNOWN
from replay.engine.finding import PROVED, UNDECIDABLE
from replay.engine.table import RUNS, Table
from replay.record import PENG
from replay.scoring import Win, is_win


def feeds(t: Table, seat: int, kind: int) -> bool:
    """Tell whether discarding the kind gives the 下家 a 團圓: they 碰'd it and can 吃 the fourth (R15, R16)."""
    eater = t.nxt[seat]
    if t.dead[eater] or not any(laid.claim == PENG and laid.kind == kind for laid in t.laid[eater]):
        return False
    if (t.discarded[eater] | t.chi_passed[eater]) >> kind & 1:
        return False
    hand = t.hands[eater]
    return any(taken == kind and hand[a] and hand[b] for taken, (a, b) in RUNS)


def ready(t: Table, seat: int, without: int) -> bool:
    """Tell whether the seat is 落停 with enough points once it has discarded ``without``: some revealed card wins."""
    hand = t.hands[seat][:KINDS]
    hand[without] -= 1
    laid = tuple(t.laid[seat])
    return any(
        is_win(Win(laid=laid, hand=hand, won=kind), t.rules)
        for kind in range(KINDS)
        if hand[kind] + sum(sentence.cards.count(kind) for sentence in laid) < 4
    )


def fed(t: Table, seat: int, kind: int) -> str:
    """Return ``proved`` if this discard breaks R37, ``undecidable`` if a hidden hand leaves it open, else ``""``.

    It does if it feeds, the seat is not ready, and it could have discarded another kind.
    """
    eater = t.nxt[seat]
    if not any(laid.claim == PENG and laid.kind == kind for laid in t.laid[eater]):
        return ""
    laid = [card for sentence in t.laid[seat] for card in sentence.cards]
    if t.hands[seat][UNKNOWN] or t.hands[eater][UNKNOWN] or UNKNOWN in laid:
        barred = t.dead[eater] or (t.discarded[eater] | t.chi_passed[eater]) >> kind & 1
        return "" if barred else UNDECIDABLE
    others = [other for other in t.discardable(seat) if other != kind and not feeds(t, seat, other)]
    return PROVED if feeds(t, seat, kind) and others and not ready(t, seat, kind) else ""
