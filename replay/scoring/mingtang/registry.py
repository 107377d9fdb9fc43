"""Where the 名堂 are found by id.

A 名堂 that is the same in every reading is registered with ``of_win`` and takes ``(Facts, Switches)``; one that hangs
on the reading with ``of_reading`` and takes ``(Reading, Switches)``. Both return how many times it holds, 0 if it does
not. One asked of the cards dealt is registered with ``of_deal``; see ``deal``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from replay.rulesets.model import Switches
from replay.scoring.reading import Facts, Reading

OfWin = Callable[[Facts, Switches], int]
OfReading = Callable[[Reading, Switches], int]
OfDeal = Callable[[Sequence[int], Switches], int]

OF_WIN: dict[str, OfWin] = {}
OF_READING: dict[str, OfReading] = {}
OF_DEAL: dict[str, OfDeal] = {}
LEAST: dict[str, int] = {}  # id → of how many kinds in 團圓 on it can hold at all


def of_win(id_: str) -> Callable[[OfWin], OfWin]:
    """Register a 名堂 that does not hang on the reading."""

    def register(function: OfWin) -> OfWin:
        OF_WIN[id_] = function
        return function

    return register


def of_reading(id_: str, tuanyuan: int = 0) -> Callable[[OfReading], OfReading]:
    """Register a 名堂 that hangs on the reading, and never holds with less than ``tuanyuan`` kinds in 團圓."""

    def register(function: OfReading) -> OfReading:
        OF_READING[id_] = function
        LEAST[id_] = tuanyuan
        return function

    return register


def of_deal(id_: str) -> Callable[[OfDeal], OfDeal]:
    """Register a win at the deal."""

    def register(function: OfDeal) -> OfDeal:
        OF_DEAL[id_] = function
        return function

    return register
