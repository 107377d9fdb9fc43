"""Complete hands and waits, from the two suit keys."""

from __future__ import annotations

from collections.abc import Sequence

from replay.melds.suits import RANKS, counts_of, is_complete, suit_keys, wait_mask

# a suit of so many cards modulo 3 belongs to the other one of …
_FITS = frozenset({(0, 2), (2, 0)})


def is_complete_hand(counts: Sequence[int]) -> bool:
    """Tell whether the cards are sentences and exactly one 麻雀 (3n + 2 cards; R28)."""
    small, big = sum(counts[:RANKS]) % 3, sum(counts[RANKS : 2 * RANKS]) % 3
    if (small, big) not in _FITS:
        return False
    low, high = suit_keys(counts)
    return is_complete(low) and is_complete(high)


def waits_of_keys(low: int, high: int) -> int:
    """Return the mask of kinds that complete the hand with these two suit keys (3n + 1 cards)."""
    small, big = sum(counts_of(low)) % 3, sum(counts_of(high)) % 3
    mask = 0
    if (small, big) in ((1, 0), (2, 2)) and is_complete(high):
        mask |= wait_mask(low)
    if (small, big) in ((0, 1), (2, 2)) and is_complete(low):
        mask |= wait_mask(high) << RANKS
    return mask


def waits(counts: Sequence[int]) -> tuple[int, ...]:
    """Return the kinds that complete a hand of 20 counts, ascending; points are not asked for.

    >>> waits([1] + [0] * 19)
    (0,)
    """
    mask = waits_of_keys(*suit_keys(counts))
    return tuple(kind for kind in range(2 * RANKS) if mask >> kind & 1)
