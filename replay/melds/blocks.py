"""Blocks of one size: what its cards can become when every sentence may still want one card.

The hand never gains a loose card (R11): whatever comes is laid at once with two cards of the hand. So every sentence of
the final hand has three cards of today's hand, or two and one that has yet to come. What a suit can become is found
rank by rank. Of runs begun two ranks and one rank before only their number matters, and how many of them still have
all their cards: that is the state. What has been reached in a state is a set of small numbers, kept as bits of an int,
so that a step is a shift and an ``or``.

A ``Cell`` describes a rank, ten of them a suit. Numbers reached: (blocks, head, wins, missing) by ``counted``, (blocks,
head, xi) by ``weighed``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from replay.melds.suits import RANKS

MOST_BLOCKS = 6
NO_HEAD, PAIR, SINGLE = range(3)  # a 麻雀 in the hand, or one card of it: then the other is the winning card
UNUSED, WINS, CLAIMED = range(3)  # whether a card of the rank comes: only as the winning card, or by a claim

# counted: bits ((blocks * 3 + head) * 2 + wins) * 8 + missing
_BLOCK, _HEAD, _WIN = 48, 16, 8
_NO_HEAD = sum(0xFFFF << _BLOCK * b for b in range(MOST_BLOCKS + 1))
_NO_WIN = sum(0xFF << _HEAD * i for i in range(3 * (MOST_BLOCKS + 1)))
_CLIP = (1 << _BLOCK * (MOST_BLOCKS + 1)) - 1
# weighed: bits (blocks * 2 + head) * 64 + xi
_BLOCK_X, _HEAD_X = 128, 64
_NO_HEAD_X = sum((1 << _HEAD_X) - 1 << _BLOCK_X * b for b in range(MOST_BLOCKS + 1))
_CLIP_X = (1 << _BLOCK_X * (MOST_BLOCKS + 1)) - 1
_REMEMBERED = 1 << 16


class Cell(NamedTuple):
    """A rank of a suit.

    ``held``: cards in the hand; ``free``: cards that may still come; ``runs``: the most runs that could begin here;
    ``kept``: none may be discarded (R19); ``barred``: none may be taken by 吃 (R15, R16), only to win. For points:
    ``laid``: own cards of the kind on the table; ``triple``: whether three of them are a 碰 or 偎; ``red``.
    """

    held: int
    free: int
    runs: int
    kept: int
    barred: int
    laid: int
    triple: int
    red: int


# A cell as an int, three bits a number and one a flag; a suit is ten of them, the first rank lowest.
CELL_BITS = 16
_ONE_CELL = (1 << CELL_BITS) - 1


def cell_of(code: int) -> Cell:
    """Return the cell with this code.

    >>> cell_of(3 | 1 << 3 | 1 << 9)
    Cell(held=3, free=1, runs=0, kept=1, barred=0, laid=0, triple=0, red=0)
    """
    return Cell(
        code & 7,
        code >> 3 & 7,
        code >> 6 & 7,
        code >> 9 & 1,
        code >> 10 & 1,
        code >> 11 & 7,
        code >> 14 & 1,
        code >> 15 & 1,
    )


class Step(NamedTuple):
    """One thing to do with a rank: the next state, the bits that may take part and their shift, for both uses."""

    state: int
    mask: int
    shift: int
    mask_x: int
    shift_x: int
    used: int


Reached = dict[int, int]  # state → bits


@lru_cache(_REMEMBERED)
def steps(code: int, state: int) -> tuple[Step, ...]:
    """Return everything that can be done with a rank in this state."""
    cell = cell_of(code)
    rest, late = divmod(state, 5)
    rest, last = divmod(rest, 5)
    through, early = divmod(rest, 5)
    found = []
    for head in (NO_HEAD, PAIR, SINGLE):
        paired = (0, 2, 1)[head]
        held, free = cell.held - paired, cell.free - (head == SINGLE)
        if held < 0 or free < 0:
            continue
        for triple in (0, 1):
            for runs in range(min(cell.runs, held + free - through - 3 * triple) + 1):
                need = through + runs + 3 * triple
                missing = max(0, need - held)
                to_runs = missing - min(triple, missing)
                if missing > free or to_runs > early + late + runs or (cell.kept and held > need):
                    continue
                if cell.barred and to_runs > 1:
                    continue
                # the runs that end first take what is missing first
                whole = late - max(0, to_runs - early)
                begun = runs + min(0, whole)
                following = (((last + runs) * 5 + max(0, whole)) * 5 + runs) * 5 + begun
                found.append(_step(cell, following, head, triple, runs, need, missing, to_runs))
    return tuple(found)


def _step(cell: Cell, state: int, head: int, triple: int, runs: int, need: int, missing: int, to_runs: int) -> Step:
    wins = 1 if cell.barred and to_runs else 0
    mask = _NO_HEAD if head else _CLIP
    if wins:
        mask &= _NO_WIN
    shift = (runs + triple) * _BLOCK + head * _HEAD + wins * _WIN + missing
    used = CLAIMED if missing > wins else WINS if wins or head == SINGLE else UNUSED
    total = cell.laid + need + (2 if head else 0)
    xi = (3 + cell.red) * triple
    if (triple or cell.triple) and total == 4:
        xi += 3 + cell.red
    if head:
        xi += 2 + cell.red if total > 2 else 2 * cell.red
    shift_x = (runs + triple) * _BLOCK_X + (_HEAD_X if head else 0) + xi
    return Step(state, mask, shift, _NO_HEAD_X if head else _CLIP_X, shift_x, used)


def counted(reached: Reached, code: int, used: int = UNUSED) -> Reached:
    """Return the states and numbers after a rank; ``used`` asks that a card of it comes so, or better."""
    after: Reached = {}
    get = after.get
    for state, bits in reached.items():
        for following, mask, shift, _, _, comes in steps(code, state):
            if comes >= used and (moved := (bits & mask) << shift & _CLIP):
                after[following] = get(following, 0) | moved
    return after


def weighed(reached: Reached, code: int) -> Reached:
    """Return the states and points after a rank."""
    after: Reached = {}
    get = after.get
    for state, bits in reached.items():
        for following, _, _, mask, shift, _ in steps(code, state):
            if moved := (bits & mask) << shift & _CLIP_X:
                after[following] = get(following, 0) | moved
    return after


@lru_cache(_REMEMBERED)
def counted_upto(suit: int, rank: int) -> Reached:
    """Return ``counted`` over the first ranks of a suit; like beginnings are worked out once."""
    if not rank:
        return {0: 1}
    bits = CELL_BITS * (rank - 1)
    return counted(counted_upto(suit & (1 << bits) - 1, rank - 1), suit >> bits & _ONE_CELL)


@lru_cache(_REMEMBERED)
def weighed_upto(suit: int, rank: int) -> Reached:
    """Return ``weighed`` over the first ranks of a suit."""
    if not rank:
        return {0: 1}
    bits = CELL_BITS * (rank - 1)
    return weighed(weighed_upto(suit & (1 << bits) - 1, rank - 1), suit >> bits & _ONE_CELL)


# by number of blocks, by (head, wins): the fewest missing cards, ``TOO_MANY`` if that cannot be
TOO_MANY = 99
Fewest = tuple[tuple[int, ...], ...]


def _fewest(bits: int) -> Fewest:
    rows = []
    for blocks in range(MOST_BLOCKS + 1):
        row = bits >> blocks * _BLOCK
        fields = [row >> 8 * i & 0xFF for i in range(6)]
        rows.append(tuple([(f & -f).bit_length() - 1 if f else TOO_MANY for f in fields]))
    return tuple(rows)


@lru_cache(_REMEMBERED)
def fewest(suit: int) -> Fewest:
    """Return for each number of blocks of the suit the fewest cards they want, by head and wins (index head·2+wins)."""
    return _fewest(counted_upto(suit, RANKS).get(0, 0))


@lru_cache(_REMEMBERED)
def fewest_using(suit: int, rank: int, used: int) -> Fewest:
    """Return ``fewest`` of those ways in which a card of the rank comes."""
    reached = counted_upto(suit & (1 << CELL_BITS * rank) - 1, rank)
    for at in range(rank, RANKS):
        reached = counted(reached, suit >> CELL_BITS * at & _ONE_CELL, used if at == rank else UNUSED)
    return _fewest(reached.get(0, 0))


@lru_cache(_REMEMBERED)
def dearest(suit: int) -> tuple[tuple[int, int], ...]:
    """Return for each number of blocks the most points without and with a 麻雀, -1 if that cannot be."""
    bits = weighed_upto(suit, RANKS).get(0, 0)
    field = (1 << _HEAD_X) - 1
    rows = [bits >> blocks * _BLOCK_X for blocks in range(MOST_BLOCKS + 1)]
    return tuple([((row & field).bit_length() - 1, (row >> _HEAD_X & field).bit_length() - 1) for row in rows])


def of_use(held: Sequence[int]) -> list[int]:
    """Return for ten ranks how many further cards could be of any use to the cards held.

    Each needs two of them, or one as 麻雀. What lies out of the hand's reach makes no difference then, and is
    remembered as the same.
    """
    most = []
    a, b = 0, 0
    padded = [*held, 0, 0]
    for rank in range(RANKS):
        own, c, d = padded[rank : rank + 3]
        runs = min(min(a, b) + min(b, c) + min(c, d), (a + b + c + d) // 2)
        most.append(runs + (own > 1) + (own > 0))
        a, b = b, own
    return most


def suit_of(held: Sequence[int], free: Sequence[int], marks: Sequence[int]) -> int:
    """Return ten ranks as a suit; ``marks`` are the upper bits of each cell."""
    suit = 0
    have = [own + more for own, more in zip(held, free, strict=True)]
    for rank in range(RANKS - 1, -1, -1):
        runs = 0
        if rank < RANKS - 2:
            one, two, three = held[rank : rank + 3]
            if (one > 0) + (two > 0) + (three > 0) > 1:
                runs = min(have[rank], have[rank + 1], have[rank + 2], (one + two + three) // 2)
        suit = suit << CELL_BITS | held[rank] | free[rank] << 3 | runs << 6 | marks[rank]
    return suit
