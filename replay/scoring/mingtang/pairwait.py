"""Pair-waits (對倒): the winning card made a triple, or the 偎 just laid, and the 麻雀 is the other half of the wait.

Only the shape is asked for; whether the other half would have been a legal win is not checked (RULES §8.2).
"""

from __future__ import annotations

from replay.rulesets.model import Switches
from replay.scoring.mingtang.registry import of_reading
from replay.scoring.reading import Reading

_EIGHT = 7


@of_reading("dui_dao_hu")
def dui_dao_hu(reading: Reading, _: Switches) -> int:
    """對倒胡: any pair-wait."""
    return 1 if reading.pair_wait else 0


@of_reading("bei_kao_bei")
def bei_kao_bei(reading: Reading, _: Switches) -> int:
    """背靠背: pair-wait of one rank in both sizes."""
    return 1 if reading.pair_wait and abs(reading.facts.won - reading.pair) == 10 else 0


@of_reading("zhen_bei_kao_bei")
def zhen_bei_kao_bei(reading: Reading, switches: Switches) -> int:
    """真背靠背: 背靠背 of 八 and 捌."""
    return 1 if reading.pair % 10 == _EIGHT and bei_kao_bei(reading, switches) else 0


def _apart(reading: Reading, ranks: int) -> bool:
    """Tell whether this is a pair-wait of two kinds of one size so many ranks apart."""
    won, pair = reading.facts.won, reading.pair
    return reading.pair_wait and abs(won - pair) == ranks and won // 10 == pair // 10


@of_reading("shou_qian_shou")
def shou_qian_shou(reading: Reading, _: Switches) -> int:
    """手牽手: pair-wait of two neighbours of one size."""
    return 1 if _apart(reading, 1) else 0


@of_reading("ge_shan_da_niu")
def ge_shan_da_niu(reading: Reading, _: Switches) -> int:
    """隔山打牛: pair-wait of one size, two ranks apart."""
    return 1 if _apart(reading, 2) else 0


@of_reading("feng_bai_wei")
def feng_bai_wei(reading: Reading, switches: Switches) -> int:
    """鳳擺尾: pair-wait of 1 and 10 of one size (``small_tail_mixed``: or of two sizes)."""
    return 1 if _apart(reading, 9) or (switches.small_tail_mixed and jia_feng_bai_wei(reading, switches)) else 0


@of_reading("jia_feng_bai_wei")
def jia_feng_bai_wei(reading: Reading, _: Switches) -> int:
    """假鳳擺尾: pair-wait of 1 of one size and 10 of the other."""
    won, pair = reading.facts.won, reading.pair
    tails = {won % 10, pair % 10} == {0, 9} and won // 10 != pair // 10
    return 1 if reading.pair_wait and tails else 0
