"""What a ruleset pays for which part of a hand, ready for the bounds.

Every 名堂 is of one class: ``COLOUR`` hangs on the number of red cards and on whether all sentences are triples,
``TEAM`` on which kinds are in 團圓 (and whether there are other reds), ``SHAPE`` on the seven groups, ``COURSE`` on how
the hand was won, ``EXACT`` on the 硬息 being a certain number.
"""

from __future__ import annotations

from replay.cards import KINDS, NONE, RED_MASK
from replay.melds.suits import Parting
from replay.rulesets import CATALOGUE, TIMES, Ruleset
from replay.scoring.mingtang.colour import duo_hong
from replay.scoring.mingtang.registry import OF_DEAL
from replay.scoring.plan import plan_of
from replay.scoring.reading import NOWHERE, Facts, Reading
from replay.scoring.win import Win

COLOUR = ("wu_dui", "duizi_hu", "wu_hu")
ZHUO = (
    "zhuo_hu",
    "zimei_zhuo",
    "san_luan_zhuo",
    "zimei_zhuo_dai_tuo",
    "san_lian_zhuo",
    "si_luan_zhuo",
    "san_lian_zhuo_dai_tuo",
    "liang_zimei_zhuo",
    "si_lian_zhuo",
)
PENG_TOU = ("ba_peng_tou", "jia_ba_peng_tou", "long_bai_wei", "jia_long_bai_wei")
TEAM = frozenset(("yin_hu", "chun_yin", *ZHUO, *PENG_TOU))
RUNS = ("xin_lian_xin", "er_long_xi_zhu", "yi_tiao_long")
SHAPE = frozenset(("duo_hong", "man_yuan_hua", "da_xiao_zi", "ding_dui", "hang_hang_xi", "piao_dui", *RUNS))
PAIR_WAIT = (
    "zhen_bei_kao_bei",
    "bei_kao_bei",
    "feng_bai_wei",
    "jia_feng_bai_wei",
    "shou_qian_shou",
    "ge_shan_da_niu",
    "dui_dao_hu",
)
ON_PAIR = ("dan_diao", "dan_diao_dui", "quan_qiu_ren", "mei_nv_cai_dan_che", "ji_ding", "bian_ding", "yuan_yuan_ding")
HOW = ("hai_di_hu", "zi_mo", "zhe", "bian_kan", "kan_hu", "huo_zhuo_xiao_san", "di_hu", "tian_hu")
COURSE = frozenset((*PAIR_WAIT, *ON_PAIR, *HOW))
EXACT = frozenset(("ka_wei", "ka_hu", "shang_xia_wu_qian_nian", "er_xi_man_yuan_hua", "liang_hong_liang_hei"))
NEVER = frozenset(["ga_nuan_da"])
KNOWN = frozenset((*COLOUR, "dian_hu")) | TEAM | SHAPE | COURSE | EXACT | NEVER | frozenset(OF_DEAL)

_NO_SUIT = Parting(0, (), 0, NONE, 0)
# what the sentences must be for some 硬息 of an exact number: see ``bounds.fits``
FOUR, HALVES = "four", "halves"
MANY = 2  # two reds and more are alike to the colour hands


class Prices:
    """The values of one ruleset; ``at_deal``: as far as they can be had with the cards dealt.

    ``of(id)`` is what a unit adds, 0 where it is not played; ``colour[all triples][min(reds, 2)]`` is (multiplier,
    what is added); ``reds[n]`` what 多紅 adds for n red cards; ``exact`` has 硬息, what exactly that many may add, and
    ``FOUR``, ``HALVES`` or ``""`` for what that asks of the groups; ``team(kinds)`` what the kinds in 團圓 add: with
    further reds, without.
    """

    def __init__(self, ruleset: Ruleset, at_deal: bool = False) -> None:
        self.ruleset, self.at_deal = ruleset, at_deal
        self.switches = ruleset.switches
        self.played = {id_: entry.value for id_, entry in ruleset.in_order()}
        if unknown := set(self.played) - KNOWN:
            raise ValueError(f"no bound is known for {', '.join(sorted(unknown))}")
        self.times = {id_ for id_, entry in ruleset.in_order() if entry.op == TIMES}
        self.colour = tuple(tuple(self._colour(bool(six), reds) for reds in range(MANY + 1)) for six in range(2))
        self.reds = tuple(self._reds(count) for count in range(KINDS + 1))
        self.exact = self._exact()
        self._groups = [members for _, members in plan_of(ruleset).groups if members[0].id in TEAM]
        self._blank = Facts(Win((), (0,) * KINDS))
        self._team: dict[int, tuple[int, int]] = {}

    def of(self, id_: str) -> int:
        """Return the value of a unit, 0 where it is not played."""
        return self.played.get(id_, 0)

    def _colour(self, six: bool, reds: int) -> tuple[int, int]:
        holds = {"wu_dui": six and reds == 0, "duizi_hu": six, "wu_hu": reds == 0}
        first = next((id_ for id_ in COLOUR if holds[id_] and id_ in self.played), None)
        multiplier, added = 1, 0
        for id_ in (first, "dian_hu" if reds == 1 else None):
            if id_ in self.times:
                multiplier = self.of(id_ or "")
            elif id_:
                added += self.of(id_)
        return multiplier, added

    def _reds(self, count: int) -> int:
        facts = Facts(Win((), (0,) * KINDS))
        facts.reds = count
        return self.of("duo_hong") * duo_hong(facts, self.switches)

    def _exact(self) -> tuple[tuple[int, int, str], ...]:
        least = self.switches.min_xi
        ka_wei, ka_hu, two = self.of("ka_wei"), self.of("ka_hu"), self.of("er_xi_man_yuan_hua")
        ten = self.of("yi_tiao_long") if self.switches.dragon == "exact_ten" else 0
        found = []
        for xi in {least, 10, 2}:
            # won with a 偎, or otherwise, as 上下五千年 and 兩紅兩黑 ask for
            both = (ten if xi == 10 else 0) + (two if xi == 2 else 0)
            by_wei = ka_wei + ka_hu if self.switches.ka_stack else max(ka_wei, ka_hu)
            found.append((xi, both + ((ka_hu if self.at_deal else by_wei) if xi == least else 0), ""))
            for id_, shape in (("shang_xia_wu_qian_nian", HALVES), ("liang_hong_liang_hei", FOUR)):
                if xi == 10 and self.of(id_) and not self.at_deal:
                    found.append((xi, both + (ka_hu if xi == least else 0) + self.of(id_), shape))
        return tuple(one for one in found if one[1] and (one[0] >= least or (one[0] == 2 and two)))

    def team(self, kinds: int) -> tuple[int, int]:
        """Return what these kinds in 團圓 add: with red cards besides theirs, and without."""
        found = self._team.get(kinds)
        if found is None:
            reds = 4 * (kinds & RED_MASK).bit_count()
            found = self._team[kinds] = (self._team_with(kinds, reds + 1), self._team_with(kinds, reds))
        return found

    def _team_with(self, kinds: int, reds: int) -> int:
        self._blank.reds = reds
        reading = Reading(self._blank, _NO_SUIT, _NO_SUIT, kinds, 0, NOWHERE)
        total = 0
        for members in self._groups:
            for asked in members:
                if units := asked.function(reading, self.switches):
                    total += asked.value * units
                    break
        return total

    def pair_wait(self, won: int, pair: int) -> int:
        """Return what a 對倒 of these two kinds adds: the highest entry that fits."""
        apart = abs(won - pair)
        same = won // 10 == pair // 10
        tails = {won % 10, pair % 10} == {0, 9}
        holds = {  # as in mingtang.pairwait
            "zhen_bei_kao_bei": apart == 10 and pair % 10 == 7,
            "bei_kao_bei": apart == 10,
            "feng_bai_wei": tails and (same or self.switches.small_tail_mixed),
            "jia_feng_bai_wei": tails and not same,
            "shou_qian_shou": same and apart == 1,
            "ge_shan_da_niu": same and apart == 2,
            "dui_dao_hu": True,
        }
        return max(self.of(id_) for id_ in PAIR_WAIT if holds[id_])


assert frozenset(CATALOGUE) <= KNOWN
