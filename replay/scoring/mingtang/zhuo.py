"""卓: two 團圓 and more, and what their kinds have to do with each other (RULES §8.1).

``reading.tuanyuan`` is a mask of kinds. Neighbours are bits side by side within one size.
"""

from __future__ import annotations

from replay.cards import RED_MASK
from replay.rulesets.model import Switches
from replay.scoring.mingtang.registry import of_reading
from replay.scoring.reading import Reading

_LOW = (1 << 10) - 1
_EIGHT = 7
_NO_STEP = ~(1 << 10)  # 十 and 壹 lie side by side in the mask but are no neighbours


def neighbours(kinds: int) -> int:
    """Return the mask of the upper kinds of all pairs of neighbours of one size."""
    return kinds & kinds << 1 & _NO_STEP


def three_in_a_row(kinds: int) -> int:
    """Return the mask of the upper kinds of all threes in a row of one size."""
    pairs = neighbours(kinds)
    return pairs & pairs << 1 & _NO_STEP


@of_reading("zhuo_hu", tuanyuan=2)
def zhuo_hu(reading: Reading, switches: Switches) -> int:
    """卓胡: two kinds or more in 團圓.

    ``zhuo_no_loose_red``: exactly two, and every red card belongs to one of them.
    """
    kinds = reading.tuanyuan
    if not switches.zhuo_no_loose_red:
        return 1 if kinds.bit_count() >= 2 else 0
    return 1 if kinds.bit_count() == 2 and reading.facts.reds == 4 * (kinds & RED_MASK).bit_count() else 0


@of_reading("zimei_zhuo", tuanyuan=2)
def zimei_zhuo(reading: Reading, _: Switches) -> int:
    """姊妹卓: two kinds or more in 團圓, two of them neighbours."""
    return 1 if neighbours(reading.tuanyuan) else 0


@of_reading("san_luan_zhuo", tuanyuan=3)
def san_luan_zhuo(reading: Reading, _: Switches) -> int:
    """三亂卓: three kinds or more in 團圓."""
    return 1 if reading.tuanyuan.bit_count() >= 3 else 0


@of_reading("zimei_zhuo_dai_tuo", tuanyuan=3)
def zimei_zhuo_dai_tuo(reading: Reading, _: Switches) -> int:
    """姊妹卓帶拖: three kinds or more in 團圓, two of them neighbours."""
    return 1 if reading.tuanyuan.bit_count() >= 3 and neighbours(reading.tuanyuan) else 0


@of_reading("san_lian_zhuo", tuanyuan=3)
def san_lian_zhuo(reading: Reading, _: Switches) -> int:
    """祖孫卓: three consecutive kinds in 團圓."""
    return 1 if three_in_a_row(reading.tuanyuan) else 0


@of_reading("si_luan_zhuo", tuanyuan=4)
def si_luan_zhuo(reading: Reading, _: Switches) -> int:
    """四亂卓: four kinds in 團圓."""
    return 1 if reading.tuanyuan.bit_count() >= 4 else 0


@of_reading("san_lian_zhuo_dai_tuo", tuanyuan=4)
def san_lian_zhuo_dai_tuo(reading: Reading, _: Switches) -> int:
    """祖孫卓帶拖: four kinds in 團圓, three of them consecutive."""
    return 1 if reading.tuanyuan.bit_count() >= 4 and three_in_a_row(reading.tuanyuan) else 0


@of_reading("liang_zimei_zhuo", tuanyuan=4)
def liang_zimei_zhuo(reading: Reading, _: Switches) -> int:
    """兩姊妹卓: four kinds in 團圓 that are two pairs of neighbours."""
    kinds = reading.tuanyuan
    if kinds.bit_count() != 4:
        return 0
    upper = kinds
    while upper:
        # the highest kind can only pair with the one below it
        top = upper.bit_length() - 1
        if top == 10 or not upper >> (top - 1) & 1:
            return 0
        upper &= ~(3 << top - 1)
    return 1


@of_reading("si_lian_zhuo", tuanyuan=4)
def si_lian_zhuo(reading: Reading, _: Switches) -> int:
    """祖孫卓·四連: four consecutive kinds in 團圓."""
    threes = three_in_a_row(reading.tuanyuan)
    return 1 if threes & threes << 1 & _NO_STEP else 0


def _both_sizes(kinds: int) -> int:
    """Return the mask of ranks of which both sizes are among the kinds."""
    return kinds & _LOW & kinds >> 10


@of_reading("ba_peng_tou", tuanyuan=2)
def ba_peng_tou(reading: Reading, _: Switches) -> int:
    """八碰頭: 八 and 捌 both in 團圓."""
    return _both_sizes(reading.tuanyuan) >> _EIGHT & 1


@of_reading("jia_ba_peng_tou", tuanyuan=2)
def jia_ba_peng_tou(reading: Reading, _: Switches) -> int:
    """假八碰頭: another rank with both sizes in 團圓; once."""
    return 1 if _both_sizes(reading.tuanyuan) & ~(1 << _EIGHT) else 0


def _same_size_tails(kinds: int) -> bool:
    return bool((kinds & 1 and kinds >> 9 & 1) or (kinds >> 10 & 1 and kinds >> 19 & 1))


def _mixed_tails(kinds: int) -> bool:
    return bool((kinds & 1 and kinds >> 19 & 1) or (kinds >> 10 & 1 and kinds >> 9 & 1))


@of_reading("long_bai_wei", tuanyuan=2)
def long_bai_wei(reading: Reading, switches: Switches) -> int:
    """龍擺尾: 1 and 10 of one size both in 團圓 (``big_tail_mixed``: or of two sizes)."""
    kinds = reading.tuanyuan
    return 1 if _same_size_tails(kinds) or (switches.big_tail_mixed and _mixed_tails(kinds)) else 0


@of_reading("jia_long_bai_wei", tuanyuan=2)
def jia_long_bai_wei(reading: Reading, _: Switches) -> int:
    """假龍擺尾: 1 of one size and 10 of the other both in 團圓."""
    return 1 if _mixed_tails(reading.tuanyuan) else 0
