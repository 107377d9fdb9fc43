"""卡胡 卡偎, 上下五千年, 行行有希, 兩紅兩黑: what the points look like (RULES §8.1)."""

from __future__ import annotations

from replay.cards import IS_RED, RED_MASK
from replay.record import CHI
from replay.rulesets.model import Switches
from replay.scoring.mingtang.registry import of_reading
from replay.scoring.reading import IN_PAIR, IN_RUN, IN_TRIPLE, IN_WEI, Reading, pair_xi

_HALF = 5


@of_reading("ka_wei")
def ka_wei(reading: Reading, switches: Switches) -> int:
    """卡偎: won right after one's own 偎 with 硬息 exactly the threshold."""
    return 1 if reading.place == IN_WEI and reading.xi == switches.min_xi else 0


@of_reading("ka_hu")
def ka_hu(reading: Reading, switches: Switches) -> int:
    """卡胡: 硬息 exactly the threshold."""
    return 1 if reading.xi == switches.min_xi else 0


@of_reading("shang_xia_wu_qian_nian")
def shang_xia_wu_qian_nian(reading: Reading, _: Switches) -> int:
    """上下五千年: exactly 10 硬息, five laid and five in the hand.

    Both are without the winning card, whose group scores nothing. A 團圓 or 轉彎 bonus counts on a side only if all
    its cards lie on that side.
    """
    if reading.xi != 2 * _HALF or reading.place not in (IN_PAIR, IN_RUN):
        return 0
    facts = reading.facts
    if reading.place == IN_PAIR and pair_xi(reading.pair, facts.counts[reading.pair]):
        return 0
    return 1 if laid_side(reading) == _HALF and hand_side(reading) == _HALF else 0


def laid_side(reading: Reading) -> int:
    """Return the points that lie on the table alone: laid triples, and the 團圓 whose fourth card is in a 吃."""
    facts = reading.facts
    in_chi = {kind for sentence in facts.win.laid if sentence.claim == CHI for kind in sentence.cards}
    bonus = sum(3 + IS_RED[kind] for kind in in_chi if reading.tuanyuan & facts.laid_triples & 1 << kind)
    return facts.laid_xi + bonus


def hand_side(reading: Reading) -> int:
    """Return the points of the hand alone, without the winning card: 砍, 團圓 and 轉彎 held whole, the 麻雀."""
    before = reading.facts.before
    xi = reading.small.kan_xi + reading.big.kan_xi
    for kind in range(20):
        if reading.triples >> kind & 1 and before[kind] == 4:
            xi += 3 + IS_RED[kind]
    if reading.place != IN_PAIR:
        xi += pair_xi(reading.pair, before[reading.pair])
    return xi


@of_reading("hang_hang_xi")
def hang_hang_xi(reading: Reading, switches: Switches) -> int:
    """行行有希: every group scores; a run does if it holds the fourth card of a 團圓 (``tuanyuan_run_scores``)."""
    if not pair_xi(reading.pair, reading.facts.counts[reading.pair]):
        return 0
    if reading.runs and not switches.tuanyuan_run_scores:
        return 0
    starts = reading.runs
    while starts:
        low = starts & -starts
        if not reading.tuanyuan & (low | low << 1 | low << 2):
            return 0
        starts ^= low
    return 1


@of_reading("liang_hong_liang_hei")
def liang_hong_liang_hei(reading: Reading, _: Switches) -> int:
    """兩紅兩黑: exactly 10 硬息 from two red and two black 碰, nothing else scoring."""
    if reading.xi != 10:
        return 0
    facts = reading.facts
    peng = facts.laid_triples & ~facts.laid_wei
    if reading.place == IN_TRIPLE:
        peng |= 1 << facts.won
    # 3 + 3 + 2 + 2 are the ten, so nothing else can score
    return 1 if peng.bit_count() == 4 and (peng & RED_MASK).bit_count() == 2 else 0
