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


class _State(NamedTuple):
    """Runs that lack two cards and one card (fresh: none of theirs is from the table), and what is spent so far."""

    two_fresh: int = 0
    two: int = 0
    one_fresh: int = 0
    one: int = 0
    sentences: int = 0
    pairs: int = 0
    wins: int = 0


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
    states = {_State(): 0}
    for rank, held in enumerate(own):
        after: dict[_State, int] = {}
        for state, xi in states.items():
            for following, more in _steps(state, rank, held):
                if after.get(following, -1) < xi + more:
                    after[following] = xi + more
        states = after
    return {
        (state.sentences, state.pairs, state.wins): xi
        for state, xi in states.items()
        if not (state.two_fresh or state.two or state.one_fresh or state.one)
    }


def _steps(state: _State, rank: int, held: int) -> Iterator[tuple[_State, int]]:
    """Yield what may follow on the state at a rank of which so many cards are held, with the points of the rank."""
    open_runs = state.two_fresh + state.two + state.one_fresh + state.one
    most_starts = min(COPIES - open_runs, _SENTENCES - state.sentences) if rank < 8 else 0
    for starts in range(most_starts + 1):
        for use in _USES:
            sentences = state.sentences + starts + use.triple
            pairs, cards = state.pairs + use.pair, open_runs + starts + use.cards
            if sentences > _SENTENCES or pairs > 1 or cards > COPIES:
                continue
            for following, table in _extend(state, starts):
                if use.own + open_runs + starts - table > held:
                    continue
                # a card from the table for a run, of a kind held as 砍 or 麻雀, can only be the winning one
                wins = state.wins + use.wins + (table if use.own == 3 or (use.pair and use.own == 2) else 0)
                if wins < 2:
                    yield following._replace(sentences=sentences, pairs=pairs, wins=wins), _xi(use, cards, rank)


def _extend(state: _State, starts: int) -> Iterator[tuple[_State, int]]:
    """Yield the open runs after each got its card of this rank, and how many of those came from the table."""
    for new in range(starts + 1):
        for second in range(state.two_fresh + 1):
            for third in range(state.one_fresh + 1):
                yield (
                    _State(starts - new, new, state.two_fresh - second, state.two + second),
                    new + second + third,
                )


def _xi(use: _Use, cards: int, rank: int) -> int:
    red = rank in _RED_RANKS
    if use.triple:
        return (3 + red) * (2 if cards == COPIES else 1)
    if use.pair:
        return 2 + red if cards > 2 else 2 * red
    return 0
