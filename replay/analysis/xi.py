"""The 息 of each seat as a hand goes on (R29).

Two numbers a seat and frame:

- ``laid``: what lies on the table for good: 碰 2/3 and 偎 3/4 (black/red), and for a 團圓 3/4 more where the fourth
  card lies in one of the seat's own 吃.
- ``hand``: the most that table and hand together could still count if every loose card found its place in a run or the
  pair: ``laid``, every 砍 in the hand kept whole (3/4), every 團圓 whose four cards are the seat's, wherever the fourth
  stands, and one 麻雀, the dearest: red 2, with 轉彎 (a further card of the kind in the hand or in a 吃) 2/3, set
  against the 砍 it would break. Unknown cards count nothing. It is a bound from the cards held, not a promise that
  the runs can be completed; a dead hand keeps its number though it can no longer win.

Runs count 0, so kinds do not disturb one another: the sum over the kinds, and the best gain of one pair, is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from replay.cards import IS_RED, KINDS, UNKNOWN
from replay.engine import Frame, frames
from replay.melds import Laid
from replay.record import CHI, PENG, HandRecord
from replay.rulesets import Ruleset


class Timeline(NamedTuple):
    """``laid[seat][frame]`` and ``hand[seat][frame]`` in 硬息; frame 0 is the deal."""

    laid: tuple[tuple[int, ...], ...]
    hand: tuple[tuple[int, ...], ...]


def timeline(record: HandRecord, ruleset: Ruleset) -> Timeline:
    """Return the 息 of every seat at every frame of the record."""
    return of_frames(tuple(frames(record, ruleset)))


def of_frames(shown: Sequence[Frame]) -> Timeline:
    """Return the 息 of every seat at every one of the frames."""
    known: dict[tuple[tuple[int, ...], tuple[Laid, ...]], tuple[int, int]] = {}
    seats = range(len(shown[0].hands))
    pairs = [[_both(frame.hands[seat], frame.laid[seat], known) for frame in shown] for seat in seats]
    return Timeline(
        tuple(tuple(pair[0] for pair in line) for line in pairs),
        tuple(tuple(pair[1] for pair in line) for line in pairs),
    )


def _both(
    hand: tuple[int, ...],
    laid: tuple[Laid, ...],
    known: dict[tuple[tuple[int, ...], tuple[Laid, ...]], tuple[int, int]],
) -> tuple[int, int]:
    key = (hand, laid)
    if key not in known:  # most frames leave most seats as they were
        table = laid_xi(laid)
        known[key] = (table, table + hand_xi(hand, laid))
    return known[key]


def group_xi(group: Laid) -> int:
    """Return the points of one laid sentence by itself.

    >>> group_xi(Laid(PENG, 1, (1, 1, 1), False)), group_xi(Laid(CHI, 1, (0, 1, 2), False))
    (3, 0)
    """
    return 0 if group.claim == CHI else (2 if group.claim == PENG else 3) + IS_RED[group.kind]


def tuanyuan_xi(kind: int) -> int:
    """Return what 團圓 adds: 3, red 4."""
    return 3 + IS_RED[kind]


def laid_xi(laid: Sequence[Laid]) -> int:
    """Return the points that lie on the table; a sentence of unknown cards counts what it does at least."""
    run = {kind for group in laid if group.claim == CHI for kind in group.cards} - {UNKNOWN}
    triples = [group for group in laid if group.claim != CHI]
    return sum(group_xi(g) + (tuanyuan_xi(g.kind) if g.kind in run else 0) for g in triples)


def hand_xi(hand: Sequence[int], laid: Sequence[Laid]) -> int:
    """Return the most the hand could add to what is laid.

    >>> hand_xi((1, 1, 1, 1, 5, 5), ())  # 四張二 as 暗團圓 4 + 4, and 六六 a black pair 0
    8
    >>> hand_xi((6, 6), (Laid(CHI, 7, (6, 7, 8), False),))  # red pair with 轉彎
    3
    """
    counts = [0] * (KINDS + 1)
    for kind in hand:
        counts[kind] += 1
    run = [0] * (KINDS + 1)
    sum_, pair = 0, 0
    for group in laid:
        if group.claim == CHI:
            for kind in group.cards:
                run[kind] += 1
        elif group.kind != UNKNOWN and counts[group.kind]:
            sum_ += tuanyuan_xi(group.kind)
    for kind in range(KINDS):
        held = counts[kind]
        if held < 2:
            continue
        all_ = held + run[kind]
        kan = (3 + IS_RED[kind] + (tuanyuan_xi(kind) if all_ == 4 else 0)) if held > 2 else 0
        as_pair = 2 + IS_RED[kind] if all_ > 2 else 2 * IS_RED[kind]
        sum_ += kan
        pair = max(pair, as_pair - kan)
    return sum_ + pair
