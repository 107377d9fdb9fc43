"""The ways a complete hand can be read: which groups, and where the winning card stands (R29–R32).

A ``Reading`` keeps masks of kinds, so that a 名堂 is a few operations on integers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from replay.cards import KINDS, NONE, RED_MASK
from replay.melds.suits import Parting, key_of, partings
from replay.record import CHI, WEI

if TYPE_CHECKING:
    from replay.scoring.win import Win

# where the winning card stands
NOWHERE, IN_PAIR, IN_TRIPLE, IN_RUN, IN_WEI = range(5)

_RED = tuple(RED_MASK >> kind & 1 for kind in range(KINDS))


class Facts:
    """What is the same in every reading of one win.

    ``counts``: the 20 cards by kind; ``before``: the hand before the winning card; ``size``: how many those are (H);
    ``won``: the winning kind (that of the 偎 after one); ``reds``: red cards among the 20; ``four``: mask of kinds of
    which all four are there; ``laid_triples``, ``laid_wei``, ``laid_runs``: masks; ``laid_xi``: points of the laid
    triples alone; ``chi``: how many laid sentences are runs.
    """

    __slots__ = (
        "before",
        "chi",
        "counts",
        "four",
        "laid_runs",
        "laid_triples",
        "laid_wei",
        "laid_xi",
        "reds",
        "size",
        "win",
        "won",
    )

    def __init__(self, win: Win) -> None:
        self.win = win
        self.before = win.hand
        counts = list(win.hand[:KINDS])
        self.size = sum(counts)
        triples = wei = runs = xi = chi = 0
        for sentence in win.laid:
            kind = sentence.cards[0]
            if sentence.claim == CHI:
                chi += 1
                runs |= 1 << kind
                counts[kind] += 1
                counts[kind + 1] += 1
                counts[kind + 2] += 1
                continue
            counts[kind] += 3
            triples |= 1 << kind
            xi += 2 + _RED[kind]
            if sentence.claim == WEI:
                wei |= 1 << kind
                xi += 1
        self.won = win.won
        if win.via_wei and win.laid:
            self.won = win.laid[-1].kind
        elif win.won != NONE:
            counts[win.won] += 1
        self.counts = counts
        self.laid_triples, self.laid_wei, self.laid_runs, self.laid_xi, self.chi = triples, wei, runs, xi, chi
        self.four = 0
        if max(counts) >= 4:
            self.four = sum([1 << kind for kind, count in enumerate(counts) if count >= 4])
        self.reds = counts[1] + counts[6] + counts[9] + counts[11] + counts[16] + counts[19]


class Reading:
    """One way of reading a win.

    ``small``, ``big``: the partings of the hand (with the winning card) by size; ``pair``: kind of the 麻雀;
    ``triples``: mask of the triples in the hand; ``runs``: mask of the lowest kinds of all runs, laid ones too;
    ``held_runs``: the same of those in the hand; ``tuanyuan``: mask of the kinds in 團圓 (T); ``place``: where the
    winning card stands, ``run`` the lowest kind of its run; ``xi``: 硬息.
    """

    __slots__ = ("big", "facts", "held_runs", "pair", "place", "run", "runs", "small", "triples", "tuanyuan", "xi")

    def __init__(
        self, facts: Facts, small: Parting, big: Parting, tuanyuan: int, xi: int, place: int, run: int = NONE
    ) -> None:
        self.facts = facts
        self.small = small
        self.big = big
        self.pair = small.pair if small.pair != NONE else big.pair
        self.triples = small.triples | big.triples
        self.held_runs = small.run_mask | big.run_mask
        self.runs = self.held_runs | facts.laid_runs
        self.tuanyuan = tuanyuan
        self.place = place
        self.run = run
        self.xi = xi

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reading) and self._what() == other._what()

    def __hash__(self) -> int:
        return hash((self.small, self.big, self.place, self.run))

    def _what(self) -> tuple[object, ...]:
        return self.facts.win, self.small, self.big, self.place, self.run

    @property
    def pair_wait(self) -> bool:
        """Tell whether the won card's triple (or 偎) and the 麻雀 have the shape of a wait on two pairs (對倒)."""
        return self.place == IN_TRIPLE or self.place == IN_WEI


def pair_xi(pair: int, count: int) -> int:
    """Return the points of a 麻雀 of whose kind ``count`` cards are among the 20 (轉彎 from three on; R29)."""
    if count > 2:
        return 2 + _RED[pair]
    return 2 * _RED[pair]


def hand_partings(facts: Facts) -> tuple[tuple[Parting, ...], tuple[Parting, ...]]:
    """Return the partings of the hand with the winning card, by size; an empty one means that it is not complete."""
    counts = list(facts.before[:KINDS])
    win = facts.win
    if win.won != NONE and not win.via_wei:
        counts[win.won] += 1
    low, high = counts[:10], counts[10:]
    if sum(counts) + 3 * len(win.laid) != 20 or {sum(low) % 3, sum(high) % 3} != {0, 2}:
        return (), ()
    return partings(key_of(low)), partings(key_of(high), 10)


def readings(facts: Facts) -> Iterator[Reading]:
    """Yield every reading of the win that differs in what can count; none if the hand is not complete."""
    smalls, bigs = hand_partings(facts)
    win = facts.win
    counts = facts.counts
    for small in smalls:
        for big in bigs:
            triples = small.triples | big.triples
            tuanyuan = facts.four & (triples | facts.laid_triples)
            pair = small.pair if small.pair != NONE else big.pair
            xi = facts.laid_xi + small.kan_xi + big.kan_xi + pair_xi(pair, counts[pair])
            if tuanyuan:
                xi += 3 * tuanyuan.bit_count() + (tuanyuan & RED_MASK).bit_count()
            if win.via_wei:
                yield Reading(facts, small, big, tuanyuan, xi, IN_WEI)
                continue
            won = win.won
            if won == NONE:
                yield Reading(facts, small, big, tuanyuan, xi, NOWHERE)
                continue
            if won == pair:
                yield Reading(facts, small, big, tuanyuan, xi, IN_PAIR)
            if triples >> won & 1:
                # completed by the winning card it is no 砍 but counts as 碰 (R30)
                yield Reading(facts, small, big, tuanyuan, xi - 1, IN_TRIPLE)
            run_mask = big.run_mask if won >= 10 else small.run_mask
            for run in (won - 2, won - 1, won):
                if run >= 0 and run_mask >> run & 1:
                    yield Reading(facts, small, big, tuanyuan, xi, IN_RUN, run)
