"""The 名堂: one small function each, found by id in ``OF_WIN``, ``OF_READING`` and ``OF_DEAL`` (RULES §7, §8.1)."""

from replay.scoring.mingtang import colour, course, deal, ding, pairwait, points, runs, zhuo
from replay.scoring.mingtang.registry import LEAST, OF_DEAL, OF_READING, OF_WIN, OfDeal, OfReading, OfWin

__all__ = [
    "LEAST",
    "OF_DEAL",
    "OF_READING",
    "OF_WIN",
    "OfDeal",
    "OfReading",
    "OfWin",
    "colour",
    "course",
    "deal",
    "ding",
    "pairwait",
    "points",
    "runs",
    "zhuo",
]
