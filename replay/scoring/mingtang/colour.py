"""烏胡 烏對 對子胡 點胡, 印胡 純印, 多紅, 滿園花, 大/小字胡: what the cards look like (RULES §8.1)."""

from __future__ import annotations

from replay.cards import RED_MASK
from replay.rulesets.model import Switches
from replay.scoring.mingtang.registry import of_reading, of_win
from replay.scoring.reading import Facts, Reading

# lowest kinds of the runs that hold a red card: all but 三四五 and 四五六 of either size
_RED_RUNS = sum(1 << run for run in (0, 1, 4, 5, 6, 7, 10, 11, 14, 15, 16, 17))


@of_reading("duizi_hu")
def duizi_hu(reading: Reading, _: Switches) -> int:
    """對子胡: all six sentences are triples."""
    return 1 if not reading.runs else 0


@of_reading("wu_dui")
def wu_dui(reading: Reading, _: Switches) -> int:
    """烏對: all six sentences are triples and there is no red card."""
    return 1 if not reading.runs and not reading.facts.reds else 0


@of_win("wu_hu")
def wu_hu(facts: Facts, _: Switches) -> int:
    """烏胡: no red card."""
    return 0 if facts.reds else 1


@of_win("dian_hu")
def dian_hu(facts: Facts, _: Switches) -> int:
    """點胡: exactly one red card."""
    return 1 if facts.reds == 1 else 0


@of_reading("yin_hu", tuanyuan=1)
def yin_hu(reading: Reading, _: Switches) -> int:
    """印胡: once for each red kind in 團圓."""
    return (reading.tuanyuan & RED_MASK).bit_count()


@of_reading("chun_yin", tuanyuan=1)
def chun_yin(reading: Reading, _: Switches) -> int:
    """純印: once for each red kind in 團圓 if those are all the red cards there are."""
    n = (reading.tuanyuan & RED_MASK).bit_count()
    return n if reading.facts.reds == 4 * n else 0


@of_win("duo_hong")
def duo_hong(facts: Facts, switches: Switches) -> int:
    """多紅: ten red cards or more; reds − 9 times (``red_units = plus_one``: reds + 1 times)."""
    if facts.reds < 10:
        return 0
    return facts.reds + 1 if switches.red_units == "plus_one" else facts.reds - 9


def red_everywhere(reading: Reading) -> bool:
    """Tell whether each of the seven groups has a red card."""
    triples = reading.triples | reading.facts.laid_triples
    return not (reading.runs & ~_RED_RUNS or (triples | 1 << reading.pair) & ~RED_MASK)


@of_reading("man_yuan_hua")
def man_yuan_hua(reading: Reading, switches: Switches) -> int:
    """滿園花: every group has a red card, and the 硬息 reach the threshold."""
    return 1 if reading.xi >= switches.min_xi and red_everywhere(reading) else 0


@of_reading("er_xi_man_yuan_hua")
def er_xi_man_yuan_hua(reading: Reading, switches: Switches) -> int:
    """兩希滿園花: every group has a red card with exactly 2 硬息; wins below the threshold."""
    return 1 if reading.xi == 2 and red_everywhere(reading) else 0


@of_win("da_xiao_zi")
def da_xiao_zi(facts: Facts, _: Switches) -> int:
    """大/小字胡: all 20 cards of one size."""
    return 1 if sum(facts.counts[:10]) in (0, 20) else 0
