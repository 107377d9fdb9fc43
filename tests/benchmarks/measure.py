"""Timing: rounds turn about, the best and the median of each, and how far they lie apart."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Series(NamedTuple):
    """Seconds a unit, one value a round, and the number of units measured in all."""

    name: str
    seconds: list[float]
    units: int

    @property
    def best(self) -> float:
        """Return the fastest round: what the code costs when the machine does nothing else."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """Return the middle round."""
        return statistics.median(self.seconds)

    @property
    def spread(self) -> float:
        """Return how far the slowest round lies above the fastest, as a share of the fastest."""
        return max(self.seconds) / self.best - 1


def turn_about(
    work: dict[str, list[Callable[[], int]]], clock: Callable[[], float] = time.process_time
) -> dict[str, Series]:
    """Run the n-th job of every name before the n+1st of any; each job returns how many units it did.

    The usual clock counts the processor time of this process, so that other work on the machine disturbs little; the
    prepared inputs are kept out of the garbage collector's sight.
    """
    gc.collect()
    gc.freeze()
    series = {name: Series(name, [], 0) for name in work}
    for turn in range(max(map(len, work.values()))):
        for name, jobs in work.items():
            if turn < len(jobs):
                gc.collect()
                began = clock()
                units = jobs[turn]()
                took = clock() - began
                old = series[name]
                series[name] = Series(name, [*old.seconds, took / units], old.units + units)
    gc.unfreeze()
    return series
