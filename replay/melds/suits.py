"""One size of the hand as a key, and all ways of parting it into sentences.

The two sizes never mix in a sentence, so a hand is two suit keys: ten digits base 5, the digit of rank r (from 0) being
the number of cards of that rank. What a key can be parted into is worked out once and remembered.

>>> parting = partings(key_of([3, 1, 1, 1, 0, 0, 0, 0, 0, 0]))[0]
>>> bin(parting.triples), parting.runs, parting.pair
('0b1', (1,), -1)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from replay.cards import NONE

RANKS = 10
POWERS = tuple(5**rank for rank in range(RANKS))
_REMEMBERED = 1 << 17


class Parting(NamedTuple):
    """One way of parting a suit. Kinds are shifted to the suit's size (0–9 small, 10–19 big).

    ``triples`` is a mask of kinds, ``runs`` the lowest kind of each run (ascending), ``run_mask`` the same as a mask,
    ``pair`` the kind of the 麻雀 or ``NONE``, ``kan_xi`` the points of the triples as 砍.
    """

    triples: int
    runs: tuple[int, ...]
    run_mask: int
    pair: int
    kan_xi: int


def key_of(counts: Sequence[int]) -> int:
    """Return the key of ten counts."""
    key = 0
    for count in reversed(counts):
        key = key * 5 + count
    return key


def suit_keys(counts: Sequence[int]) -> tuple[int, int]:
    """Return the small and the big key of a hand of 20 counts (further counts are ignored)."""
    return key_of(counts[:RANKS]), key_of(counts[RANKS : 2 * RANKS])


def counts_of(key: int) -> list[int]:
    """Return the ten counts of a key."""
    counts = []
    for _ in range(RANKS):
        key, count = divmod(key, 5)
        counts.append(count)
    return counts


@lru_cache(_REMEMBERED)
def partings(key: int, base: int = 0) -> tuple[Parting, ...]:
    """Return every way of parting the suit into sentences, with a 麻雀 if its cards are two over; empty if none.

    ``base`` is 0 for the small and 10 for the big size.
    """
    counts = counts_of(key)
    over = sum(counts) % 3
    found: list[Parting] = []
    if over != 1:
        _part(counts, 0, over == 2, 0, (), NONE, found, base)
    return tuple(found)


def _part(
    counts: list[int],
    rank: int,
    need_pair: bool,
    triples: int,
    runs: tuple[int, ...],
    pair: int,
    found: list[Parting],
    base: int,
) -> None:
    """Add to ``found`` all partings of ``counts`` from ``rank`` on; lower ranks are used up."""
    while rank < RANKS and not counts[rank]:
        rank += 1
    if rank == RANKS:
        if not need_pair:
            found.append(_parting(triples, runs, pair, base))
        return
    count = counts[rank]
    options = [(0, NONE, 0)]
    if count >= 3:
        options.append((3, NONE, 1 << rank))
    if need_pair and count >= 2:
        options.append((2, rank, 0))
    for used, as_pair, as_triple in options:
        # what is left of the lowest rank can only begin runs
        starts = count - used
        if starts and (rank > RANKS - 3 or counts[rank + 1] < starts or counts[rank + 2] < starts):
            continue
        rest = counts.copy()
        rest[rank] = 0
        if starts:
            rest[rank + 1] -= starts
            rest[rank + 2] -= starts
        now_pair, longer = pair if as_pair == NONE else as_pair, runs + (rank,) * starts
        _part(rest, rank + 1, need_pair and as_pair == NONE, triples | as_triple, longer, now_pair, found, base)


def _parting(triples: int, runs: tuple[int, ...], pair: int, base: int) -> Parting:
    shifted = tuple(run + base for run in runs)
    mask = 0
    for run in shifted:
        mask |= 1 << run
    reds = (triples & 0b1001000010).bit_count()
    kan_xi = 3 * triples.bit_count() + reds
    return Parting(triples << base, shifted, mask, pair if pair == NONE else pair + base, kan_xi)


@lru_cache(_REMEMBERED)
def is_complete(key: int) -> bool:
    """Tell whether the suit parts into sentences (and a 麻雀 if its cards are two over)."""
    return bool(partings(key))


@lru_cache(_REMEMBERED)
def wait_mask(key: int) -> int:
    """Return the mask of ranks whose card makes the suit complete; a fifth card of a kind is none."""
    mask = 0
    for rank, power in enumerate(POWERS):
        if key // power % 5 < 4 and is_complete(key + power):
            mask |= 1 << rank
    return mask
