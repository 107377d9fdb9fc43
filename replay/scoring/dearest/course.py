"""The most that the way of winning can add: last card, 單吊 and 丁, 對倒, 邊坎, 摸胡, 蟄 and the like (RULES §8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from replay.cards import KINDS, RED_MASK
from replay.scoring.dearest.prices import Prices
from replay.scoring.dearest.shapes import SENTENCES, Runs

_DRAGON = 1 << 0 | 1 << 3 | 1 << 6
_TEN = 9
_THREES = (2, 12)  # 三 of either size: sets of triples are looked at with one size as good as the other


class Chances(NamedTuple):
    """What a hand lets one hope for, as values, 0 where it cannot come about.

    ``ji``, ``bian``, ``yuan``: the three 丁; ``three_pair``, ``three``: 活捉小三 on the 麻雀 and on any group;
    ``dragon``: 一條龍 where it hangs on the 麻雀; ``wait``: the best 對倒; ``side``: the best of 邊坎 and 坎胡.
    """

    ji: int
    bian: int
    yuan: int
    three_pair: int
    three: int
    dragon: int
    wait: int
    side: int


class Courses:
    """Bounds on what the way of winning adds, less the 硬息 it costs, under one ruleset."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices
        of = prices.of
        self._of_run = max(of("bian_kan"), of("kan_hu"))
        self._waits = [[prices.pair_wait(won, pair) for pair in range(KINDS)] for won in range(KINDS)]
        self._known: dict[tuple[Chances, int, int, bool], int] = {}

    def most(self, chances: Chances, t: int, multiplier: int, red_pair: bool) -> int:
        """Return the most any way of winning with so many triples can add; every 硬息 lost costs ``multiplier``."""
        if self.prices.at_deal:
            return self.prices.of("tian_hu")
        key = (chances, t, multiplier, red_pair)
        found = self._known.get(key)
        if found is None:
            of = self.prices.of
            table = max((*self._on_pair(*key), *self._elsewhere(chances, t, multiplier)))
            found = self._known[key] = max(table + of("hai_di_hu") + of("zhe"), of("tian_hu"))
        return found

    def _on_pair(self, chances: Chances, t: int, multiplier: int, red_pair: bool) -> Iterator[int]:
        """Yield what can go together where the winning card makes the 麻雀."""
        of, switches = self.prices.of, self.prices.switches
        dan = max(of("dan_diao"), of("dan_diao_dui") if t == SENTENCES else 0)
        open_dan = dan if switches.dan_diao == "pair" else 0
        alone = of("quan_qiu_ren") + (of("mei_nv_cai_dan_che") if red_pair else 0)
        if switches.quan_qiu_strict:
            alone = max(0, alone - t * multiplier)  # everything 碰
        own = of("zi_mo") + chances.three_pair
        by_other = chances.three_pair if switches.xiao_san_by_any else 0
        no_ding, dings = ((0, 0),), ((chances.ji, 0), (0, chances.bian), (0, 0))
        for single, more, held in ((dan, alone, no_ding), (open_dan, of("di_hu"), dings)):
            yield single + more + own + chances.dragon
            # a 丁 needs two of the 麻雀's kind in hand, so the card cannot be one's own: it would be 偎'd (R7)
            for (ji, bian), yuan in product(held, (0, chances.yuan)):
                guards = {"none": 0, "ji_ding": ji, "any_ding": ji + bian + yuan}[switches.ding_replaces_dan_diao]
                yield (0 if guards else single) + more + ji + bian + yuan + by_other + chances.dragon

    def _elsewhere(self, chances: Chances, t: int, multiplier: int) -> Iterator[int]:
        """Yield what can go together where the winning card makes a triple, a 偎 or a run."""
        of, switches = self.prices.of, self.prices.switches
        own = of("zi_mo") + chances.three
        if t:
            by_other = chances.three if switches.xiao_san_by_any else 0
            yield chances.wait - multiplier + by_other + of("di_hu")
            yield chances.wait + own - (of("zhe") if switches.zhe_reset_by_wei else 0)
        if t < SENTENCES:
            yield chances.side + own + of("di_hu")

    def of_any(self, t: int, multiplier: int, red_pair: bool) -> int:
        """Return the most for any hand of so many triples."""
        of = self.prices.of
        runs = SENTENCES - t
        three = of("huo_zhuo_xiao_san")
        wait = max(self._waits[won][pair] for won in range(KINDS) for pair in range(KINDS) if won != pair)
        chances = Chances(
            of("ji_ding") if runs else 0,
            of("bian_ding") if runs else 0,
            of("yuan_yuan_ding") if runs else 0,
            three,
            three,
            of("yi_tiao_long") if runs > 2 and self._dragon_on_pair else 0,
            wait,
            self._of_run,
        )
        return self.most(chances, t, multiplier, red_pair)

    def of_hand(self, triples: int, runs: Runs, pair: int, multiplier: int) -> int:
        """Return the most for a hand of these seven groups."""
        of, switches = self.prices.of, self.prices.switches
        bit = 1 << pair
        ends = bit | bit >> 2
        if switches.bian_ding_closed:
            ends = bit >> 2 if pair % 10 in (2, 8) else 0
        three = of("huo_zhuo_xiao_san")
        dragon = self.dragon(runs.mask) if self._dragon_on_pair else 0
        if switches.dragon == "dan_ding_ten" and pair % 10 != _TEN:
            dragon = 0
        chances = Chances(
            of("ji_ding") if runs.mask & bit >> 1 else 0,
            of("bian_ding") if runs.mask & ends else 0,
            # of the three held since the deal two stand in runs, or one does and one was discarded afterwards
            of("yuan_yuan_ding") if (runs.twice if switches.broken_kan_locked else runs.used) & bit else 0,
            three if pair in _THREES else 0,
            three if any((triples | runs.used) >> kind & 1 for kind in _THREES) else 0,
            dragon,
            max((self._waits[won][pair] for won in range(KINDS) if triples >> won & 1), default=0),
            self._of_run if runs.starts else 0,
        )
        return self.most(chances, triples.bit_count(), multiplier, bool(RED_MASK & bit))

    @property
    def _dragon_on_pair(self) -> bool:
        return self.prices.switches.dragon in ("won_is_pair", "dan_ding_ten")

    def dragon(self, mask: int) -> int:
        """Return the value of 一條龍 if the runs hold it, whatever else the switch asks for."""
        holds = mask & _DRAGON == _DRAGON or mask >> 10 & _DRAGON == _DRAGON
        return self.prices.of("yi_tiao_long") if holds else 0
