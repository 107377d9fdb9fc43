"""邊坎 坎胡, 心連心, 一條龍, 二龍戲珠: what the runs look like (RULES §8.1)."""

from __future__ import annotations

from replay.rulesets.model import Switches
from replay.scoring.mingtang.registry import of_reading
from replay.scoring.reading import IN_PAIR, IN_RUN, Reading

_DRAGON = 1 << 0 | 1 << 3 | 1 << 6
_TEN = 9


def _in_the_middle(reading: Reading) -> bool:
    return reading.place == IN_RUN and reading.facts.won == reading.run + 1


@of_reading("bian_kan")
def bian_kan(reading: Reading, switches: Switches) -> int:
    """邊坎: the winning card completes a run at its closed end (一二→三, 九十→八) or in its middle.

    Where the ruleset lists 坎胡, the middle is that one's.
    """
    return 1 if bian(reading, switches) or _in_the_middle(reading) else 0


def bian(reading: Reading, _: Switches) -> int:
    """邊: the winning card completes a run at its closed end (一二→三, 九十→八)."""
    if reading.place != IN_RUN:
        return 0
    run, won = reading.run, reading.facts.won
    return 1 if (run % 10 == 0 and won == run + 2) or (run % 10 == 7 and won == run) else 0


@of_reading("kan_hu")
def kan_hu(reading: Reading, _: Switches) -> int:
    """坎胡: the winning card completes a run in its middle."""
    return 1 if _in_the_middle(reading) else 0


@of_reading("xin_lian_xin")
def xin_lian_xin(reading: Reading, _: Switches) -> int:
    """心連心: two runs, laid or in hand, share their end kind (a b c + c d e)."""
    # the lowest kind of a run is at most the eighth of its size, so no bit of 小 lands on one of 大
    return 1 if reading.runs & reading.runs << 2 else 0


@of_reading("yi_tiao_long")
def yi_tiao_long(reading: Reading, switches: Switches) -> int:
    """一條龍: runs 一二三 四五六 七八九 of one size, laid or in hand.

    ``dragon``: ``exact_ten`` with exactly 10 硬息; ``won_is_pair`` won on the 麻雀; ``dan_ding_ten`` won on the 麻雀 of
    十 or 拾.
    """
    if reading.runs & _DRAGON != _DRAGON and reading.runs >> 10 & _DRAGON != _DRAGON:
        return 0
    if switches.dragon == "exact_ten":
        return 1 if reading.xi == 10 else 0
    if switches.dragon == "won_is_pair":
        return 1 if reading.place == IN_PAIR else 0
    if switches.dragon == "dan_ding_ten":
        return 1 if reading.place == IN_PAIR and reading.pair % 10 == _TEN else 0
    return 1


@of_reading("er_long_xi_zhu")
def er_long_xi_zhu(reading: Reading, switches: Switches) -> int:
    """二龍戲珠: runs 一二三 and 壹貳叁, laid or in hand, and no other red card.

    ``er_long_any_run``: any run in both sizes, and two red cards in all.
    """
    twice = reading.runs & reading.runs >> 10
    return 1 if reading.facts.reds == 2 and (twice if switches.er_long_any_run else twice & 1) else 0
