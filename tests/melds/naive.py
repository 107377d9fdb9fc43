"""The slow way of parting cards, to hold the fast one to: take any group away, in every order, and forget the order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

Groups = frozenset[tuple[tuple[int, ...], int]]

RUNS = [(low, low + 1, low + 2) for size in (0, 10) for low in range(size, size + 8)]
TRIPLES = [(kind, kind, kind) for kind in range(20)]
PAIRS = [(kind, kind) for kind in range(20)]


@cache
def all_partings(counts: tuple[int, ...], pairs: int) -> frozenset[tuple[tuple[int, ...], ...]]:
    """Return every set of groups (sorted) with exactly so many pairs that uses the cards up."""
    if not any(counts):
        return frozenset() if pairs else frozenset({()})
    first = next(kind for kind, count in enumerate(counts) if count)
    found = set()
    for group in RUNS + TRIPLES + (PAIRS if pairs else []):
        if group[0] != first:
            continue
        rest = list(counts)
        for kind in group:
            rest[kind] -= 1
        if min(rest) < 0:
            continue
        for others in all_partings(tuple(rest), pairs - (len(group) == 2)):
            found.add(tuple(sorted((group, *others))))
    return frozenset(found)


def naive_waits(counts: Sequence[int]) -> tuple[int, ...]:
    """Return the kinds that complete a hand, by trying each."""
    found = []
    for kind in range(20):
        if counts[kind] < 4:
            more = list(counts[:20])
            more[kind] += 1
            if all_partings(tuple(more), 1):
                found.append(kind)
    return tuple(found)
