"""How many 硬息 a dealt hand could reach at the very most (起無希胡, RULES §7).

Every sentence of the finished hand takes two cards at least from the hand dealt and one at most from the table; the
麻雀 takes one at least. Any card may come, up to four of a kind. What only the winning card can be (the second card of
the 麻雀; a run's card of a kind of which a 砍 or the 麻雀 is held, since R15 forbids that 吃) comes once.

The suits are gone through rank by rank. Open runs are told apart by how many cards they still lack and by whether they
have had their card from the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from replay.cards import COPIES, KINDS

_SENTENCES = 6
_RED_RANKS = frozenset({1, 6, 9})


# runs that lack two cards and one card (first those of which no card is from the table), then what is spent so far:
# two_fresh, two, one_fresh, one, sentences, pairs, wins
_State = tuple[int, int, int, int, int, int, int]
_START: _State = (0, 0, 0, 0, 0, 0, 0)


class _Use(NamedTuple):
    """What a rank's own cards and table cards go into besides runs: points come by ``_xi``."""

    own: int
    cards: int
    triple: bool
    pair: bool
    wins: int


# nothing; 偎 of two held; 砍; 麻雀 of two held; 麻雀 made by the winning card
_USES = (
    _Use(0, 0, False, False, 0),
    _Use(2, 3, True, False, 0),
    _Use(3, 3, True, False, 0),
    _Use(2, 2, False, True, 0),
    _Use(1, 2, False, True, 1),
)


def most_xi(counts: Sequence[int]) -> int:
    """Return the most 硬息 that can come of the hand by any play, -1 if it cannot be completed."""
    small, big = _suit(tuple(counts[:10])), _suit(tuple(counts[10:KINDS]))
    best = -1
    for (sentences, pairs, wins), xi in small.items():
        for last in range(2 - wins):
            rest = big.get((_SENTENCES - sentences, 1 - pairs, last))
            if rest is not None:
                best = max(best, xi + rest)
    return best


@lru_cache(256)
def _suit(own: tuple[int, ...]) -> dict[tuple[int, int, int], int]:
    """Return the most points of a suit by (sentences, pairs, uses of the winning card)."""
    states = {_START: 0}
    for rank, held in enumerate(own):
        after: dict[_State, int] = {}
        for state, xi in states.items():
            for following, more in _steps(state, rank, held):
                if after.get(following, -1) < xi + more:
                    after[following] = xi + more
        states = after
    return {state[4:]: xi for state, xi in states.items() if not any(state[:4])}


def _steps(state: _State, rank: int, held: int) -> Iterator[tuple[_State, int]]:
    """Yield what may follow on the state at a rank of which so many cards are held, with the points of the rank."""
    two_fresh, two, one_fresh, one, sentences, pairs, wins = state
    open_runs = two_fresh + two + one_fresh + one
    most_starts = min(COPIES - open_runs, _SENTENCES - sentences) if rank < 8 else 0
    for starts in range(most_starts + 1):
        in_runs = open_runs + starts
        extended = _extend(starts, two_fresh, one_fresh)
        for use in _USES:
            cards = in_runs + use.cards
            if cards > COPIES or pairs + use.pair > 1 or sentences + starts + use.triple > _SENTENCES:
                continue
            # a card from the table for a run, of a kind held as 砍 or 麻雀, can only be the winning one
            only_won = use.own == 3 or (use.pair and use.own == 2)
            needed = use.own + in_runs - held
            xi = _xi(use, cards, rank)
            for new, second, table in extended:
                won = wins + use.wins + (table if only_won else 0)
                if table >= needed and won < 2:
                    runs = (starts - new, new, two_fresh - second, two + second)
                    yield (*runs, sentences + starts + use.triple, pairs + use.pair, won), xi


@lru_cache
def _extend(starts: int, two_fresh: int, one_fresh: int) -> tuple[tuple[int, int, int], ...]:
    """Return of how many runs that begin and that go on the card is from the table, and of how many in all."""
    return tuple(
        (new, second, new + second + third)
        for new in range(starts + 1)
        for second in range(two_fresh + 1)
        for third in range(one_fresh + 1)
    )


@lru_cache
def _xi(use: _Use, cards: int, rank: int) -> int:
    red = rank in _RED_RANKS
    if use.triple:
        return (3 + red) * (2 if cards == COPIES else 1)
    if use.pair:
        return 2 + red if cards > 2 else 2 * red
    return 0
