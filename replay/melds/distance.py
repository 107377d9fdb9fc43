"""How far a hand is from 落停, and the most 硬息 it could still come to.

A claim lays the claimed card with two cards of the hand as a sentence, and one card is discarded: the hand shrinks by
three (R11). The *distance* is the least number of such claims after which one more card would complete the hand: 0 is
落停, -1 a complete hand of 20, ``NEVER`` one whose cards can no longer become six sentences and a 麻雀. It is a
distance of shape: the cards are thought to come in the order that suits best, from wherever they are needed, and
points are not asked for. Of the rules of play it knows what the caller says:

- ``free``: by kind, how many cards may still come; left out, all that are neither in the hand nor laid by its seat;
- ``no_chi``: mask of kinds that 吃 may not take (R15, R16); to win with one is no 吃, and 過張 of 碰 (R17) bars no
  kind, since one's own revealed card is 偎'd nevertheless;
- ``kept``: mask of kinds that may not be discarded (R19, and at the caller's choice a 砍, R20).

Rules that hang on the order of play stay out: 可碰不可吃 while two are in hand (R15), a 砍 that another claim breaks
first (R20). The true distance under them is never less than this one.
"""

from __future__ import annotations

from collections.abc import Sequence

from replay.cards import COPIES, IS_RED, KINDS
from replay.melds.blocks import (
    CLAIMED,
    MOST_BLOCKS,
    NO_HEAD,
    PAIR,
    SINGLE,
    TOO_MANY,
    WINS,
    Fewest,
    dearest,
    fewest,
    fewest_using,
    of_use,
    suit_of,
)
from replay.melds.laid import Laid
from replay.melds.suits import RANKS
from replay.record import CHI, WEI

NEVER = 7
_RED_MARKS = tuple(red << 15 for red in IS_RED)


def distance(
    counts: Sequence[int],
    laid: Sequence[Laid] = (),
    *,
    free: Sequence[int] | None = None,
    no_chi: int = 0,
    kept: int = 0,
) -> int:
    """Return -1 for a complete hand, 0 for 落停, else how many claims it takes to get there, or ``NEVER``.

    ``counts`` has 20 counts (further ones are ignored), of 3n + 1 cards at rest or 3n + 2 while a discard is due, n
    being the sentences that are not yet laid. Raises ``ValueError`` for any other number of cards.

    >>> laid = [Laid(CHI, kind, (kind, kind + 1, kind + 2), False) for kind in (10, 10, 13, 13, 16)]
    >>> distance([2, 1, 1] + [0] * 17, laid), distance([1, 1, 0, 0, 1, 1] + [0] * 14, laid)  # 一一二三, 一二五六
    (0, 1)
    >>> distance([1, 0, 0, 1, 0, 0, 1, 0, 0, 1] + [0] * 10, laid)  # 一四七十
    7
    """
    low, high = _suits(counts, laid, free, no_chi, kept)
    return _combine(fewest(low), fewest(high), wanted(counts, laid))


def useful(
    counts: Sequence[int],
    laid: Sequence[Laid] = (),
    *,
    free: Sequence[int] | None = None,
    no_chi: int = 0,
    kept: int = 0,
) -> int:
    """Return the mask of kinds one card of which lowers the distance: by a claim, or at 落停 by completing the hand.

    Arguments and errors as for ``distance``.
    """
    low, high = _suits(counts, laid, free, no_chi, kept)
    blocks = wanted(counts, laid)
    small, big = fewest(low), fewest(high)
    least = _combine(small, big, blocks)
    if least in (-1, NEVER):
        return 0
    used = CLAIMED if least else WINS
    mask = 0
    within = reach(counts)
    for rank in range(RANKS):
        if within[rank] and _combine(fewest_using(low, rank, used), big, blocks) == least:
            mask |= 1 << rank
        if within[rank + RANKS] and _combine(small, fewest_using(high, rank, used), blocks) == least:
            mask |= 1 << rank + RANKS
    return mask


def most_xi(
    counts: Sequence[int], laid: Sequence[Laid] = (), *, free: Sequence[int] | None = None, kept: int = 0
) -> int:
    """Return the most 硬息 any complete hand could count that the cards can still become; -1 if there is none.

    An upper bound: whatever is wanted may come as often as ``free`` has it, a triple counts as 偎 or 砍 (R29), never
    the point less of R30, and the order of play is not asked for. Arguments and errors as for ``distance``.
    """
    low, high = _suits(counts, laid, free, 0, kept, points=True)
    small, big, blocks = dearest(low), dearest(high), wanted(counts, laid)
    best = -1
    for first in range(blocks + 1):
        (bare, headed), (other, other_headed) = small[first], big[blocks - first]
        for one, two in ((headed, other), (bare, other_headed)):
            if one >= 0 and two >= 0:
                best = max(best, one + two)
    if best < 0:
        return -1
    return best + sum(3 - (group.claim != WEI) + IS_RED[group.kind] for group in laid if group.claim != CHI)


def wanted(counts: Sequence[int], laid: Sequence[Laid]) -> int:
    """Return how many sentences are not yet laid; raises ``ValueError`` if the hand has not the cards for them."""
    blocks = MOST_BLOCKS - len(laid)
    held = sum(counts[:KINDS])
    if held not in (3 * blocks + 1, 3 * blocks + 2):
        raise ValueError(f"{held} cards beside {len(laid)} laid sentences")
    return blocks


def reach(counts: Sequence[int]) -> list[int]:
    """Return by kind the most further cards that could be of any use; more of them in ``free`` change nothing."""
    return of_use(counts[:RANKS]) + of_use(counts[RANKS : 2 * RANKS])


def _suits(
    counts: Sequence[int],
    laid: Sequence[Laid],
    free: Sequence[int] | None,
    no_chi: int,
    kept: int,
    points: bool = False,
) -> tuple[int, int]:
    """Return both suits. What only points hang on is left out unless asked for, so that more is alike."""
    table = [0] * KINDS
    marks = list(_RED_MARKS) if points else [0] * KINDS
    for group in laid:
        for kind in group.cards:
            table[kind] += 1
        if points and group.claim != CHI:
            marks[group.kind] |= 1 << 14
    if free is None:
        free = [max(0, COPIES - counts[kind] - table[kind]) for kind in range(KINDS)]
    for kind in range(KINDS) if no_chi or kept or points else ():
        marks[kind] |= (kept >> kind & 1) << 9 | (no_chi >> kind & 1) << 10 | (table[kind] << 11 if points else 0)
    cut = list(map(min, free, reach(counts)))
    low = suit_of(counts[:RANKS], cut[:RANKS], marks[:RANKS])
    return low, suit_of(counts[RANKS:KINDS], cut[RANKS:], marks[RANKS:])


def _combine(small: Fewest, big: Fewest, blocks: int) -> int:
    """Return the distance of a hand whose suits want so many cards; with a 麻雀 one of them is the winning card."""
    best = TOO_MANY
    for first in range(blocks + 1):
        one, two = small[first], big[blocks - first]
        for head, other in ((PAIR, NO_HEAD), (NO_HEAD, PAIR)):
            a, b = one[2 * head : 2 * head + 2], two[2 * other : 2 * other + 2]
            best = min(best, a[0] + b[0] - 1, a[1] + b[0] - 1, a[0] + b[1] - 1)
        best = min(best, one[2 * SINGLE] + two[0], one[0] + two[2 * SINGLE])
    return best if best <= MOST_BLOCKS else NEVER
