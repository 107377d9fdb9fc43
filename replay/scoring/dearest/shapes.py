"""The sentences a hand can be made of: sets of triples, and runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from replay.cards import COPIES, KINDS, RED_MASK

SENTENCES = 6
STARTS = tuple(kind for kind in range(KINDS) if kind % 10 < 8)
ALL_KINDS = (1 << KINDS) - 1
SMALL_MASK = (1 << 10) - 1


class Runs(NamedTuple):
    """A choice of runs, in masks of kinds.

    ``starts``: the lowest kind of each; ``mask``: those as a mask; ``used``, ``twice``, ``thrice``: kinds of which the
    runs hold one card or more, two or more, three or more; ``reds``: how many red cards they hold (a run has one at
    most); ``sides``: 1 if some are small, 2 if some are big, 3 for both.
    """

    starts: tuple[int, ...]
    mask: int
    used: int
    twice: int
    thrice: int
    reds: int
    sides: int


@cache
def runs_of(count: int, kinds: int = ALL_KINDS) -> tuple[Runs, ...]:
    """Return every choice of so many runs of the kinds, none with more than four cards of a kind."""
    starts = [start for start in STARTS if 7 << start & ~kinds == 0]
    chosen = combinations_with_replacement(starts, count)
    return tuple(runs for some in chosen if (runs := choice(some)) is not None)


def choice(starts: tuple[int, ...]) -> Runs | None:
    """Return these runs, ``None`` if they have more than four cards of a kind."""
    counts = [0] * KINDS
    mask = 0
    for start in starts:
        mask |= 1 << start
        for kind in (start, start + 1, start + 2):
            counts[kind] += 1
    if max(counts) > COPIES:
        return None
    used, twice, thrice = (sum(1 << kind for kind in range(KINDS) if counts[kind] >= least) for least in (1, 2, 3))
    reds = sum(count for kind, count in enumerate(counts) if RED_MASK >> kind & 1)
    return Runs(starts, mask, used, twice, thrice, reds, sides_of(used))


def sides_of(kinds: int) -> int:
    """Return 1 if there are small kinds, 2 if there are big ones, 3 for both."""
    return (1 if kinds & SMALL_MASK else 0) | (2 if kinds >> 10 else 0)


def swapped(kinds: int) -> int:
    """Return the mask with 小 and 大 changed over."""
    return (kinds & SMALL_MASK) << 10 | kinds >> 10


def triple_sets(kinds: int = ALL_KINDS) -> Iterator[int]:
    """Yield every set of up to six kinds as a mask, one of each two that differ by 小 and 大 alone."""
    chosen = [kind for kind in range(KINDS) if kinds >> kind & 1]
    both = swapped(kinds) == kinds
    for count in range(SENTENCES + 1):
        for some in combinations(chosen, count):
            mask = sum(1 << kind for kind in some)
            if not both or mask >= swapped(mask):
                yield mask


@cache
def covered_by(kinds: int) -> int:
    """Return how many runs are needed at least that each of these kinds stands in one (two of a size never mix)."""
    if kinds >> 10 and kinds & SMALL_MASK:
        return covered_by(kinds & SMALL_MASK) + covered_by(kinds >> 10)
    count = 0
    while kinds:
        # a run that begins with the lowest kind left reaches furthest
        kinds &= ~(7 * (kinds & -kinds))
        count += 1
    return count


@cache
def subsets(kinds: int) -> tuple[int, ...]:
    """Return every subset of a mask."""
    found = [kinds]
    sub = kinds
    while sub:
        sub = (sub - 1) & kinds
        found.append(sub)
    return tuple(found)
