"""A ruleset as a value: its switches, its money and what each 名堂 is worth. Frozen; made by ``loader`` from a file."""

from __future__ import annotations

from typing import Literal

import msgspec

from replay.rulesets.catalogue import CATALOGUE, PLUS

Fraction = tuple[int, int]


class Switches(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything RULES §5–§8 leave to the table, with the rulebook's defaults."""

    # §4, §5: the play
    forgot_wei_bars_win: bool = True  # R23
    broken_kan_locked: bool = False  # R20
    refuse_dead_claim: bool = False  # R22
    win_on_discard: bool = False  # R28
    winner_deals: bool = False  # R27; off: the dealer keeps the deal by winning
    winner_deals_four: bool = True  # … and whether that goes for tables with a 守醒, too (S0㈤: not)
    no_feeding_tuanyuan: bool = False  # R37
    zhe_freezes: bool = False  # after a 蟄 no 吃 or 碰
    zhe_reset_by_wei: bool = False  # a 偎 takes earlier 蟄 back
    # §6, §8: the reckoning
    min_xi: int = 10  # R28
    yin_with_chun: bool = False
    red_units: Literal["above_nine", "plus_one"] = "above_nine"
    zhuo_no_loose_red: bool = False
    zhuo_beside: bool = False
    dan_diao: Literal["pair", "one_card"] = "pair"
    ding_replaces_dan_diao: Literal["none", "ji_ding", "any_ding"] = "none"
    ka_stack: bool = False
    zhe_count: Literal["once", "each", "same_kind"] = "once"
    quan_qiu_strict: bool = False
    tuanyuan_run_scores: bool = True
    piao_black_pair: bool = False
    ding_by_other: bool = False
    bian_ding_closed: bool = False  # server C: 邊丁 only of 三 at 一二三 and of 九 at 七八九
    xiao_san_by_any: bool = False  # server C: 活捉小三 on anybody's 三
    er_long_any_run: bool = False  # server C: 二龍戲珠 with any run in both sizes
    dragon: Literal["plain", "exact_ten", "won_is_pair", "dan_ding_ten"] = "plain"
    small_tail_mixed: bool = False
    big_tail_mixed: bool = False
    # §7: at the deal
    wu_xi: Literal["cannot_reach", "no_pair"] = "cannot_reach"
    two_black_pairs: bool = False  # 無對胡 also with two black pairs that no run helps (S3)
    dealer_needs_ten: bool = False
    bomb_strict: bool = False

    def winner_takes_deal(self, seats: int) -> bool:
        """Tell whether at a table of 3 or 4 the winner deals next; else the dealer keeps the deal by winning (R27)."""
        return self.winner_deals and (seats == 3 or self.winner_deals_four)


class Money(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of RULES §9, in the smallest unit of money; shares are fractions."""

    stake: int = 1  # R34: money for one 息
    false_win_fine: int = 0  # R24: to each other player
    liuzi_dealer: int = 0  # R35: paid into the pot on a 臭 hand
    liuzi_other: int = 0
    deng_from: int = 18  # R35: 硬息 of the first 等
    deng_value: int = 0  # R35: money for one 等
    shouxing_win: Fraction = (1, 4)  # R36: share of the 總息
    shouxing_liuzi_other: Fraction = (1, 4)  # R36: share of the 留子 a 閒家 takes
    shouxing_liuzi_dealer: Fraction = (1, 2)  # R36: share of the 留子 the dealer takes
    counting_fee: int = 0  # R36: from each player on a 臭 hand where there is no 逗留子


class Names(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruleset's name in 繁體, 简体 and English."""

    hant: str
    hans: str
    en: str


class Entry(msgspec.Struct, frozen=True):
    """What one 名堂 is worth.

    ``value`` counts once or per unit; ``second`` is the value of the higher step (ten pairs of 九小對), 0 if there is
    none. ``on`` is false for an entry that is only played where a table asks for it.
    """

    value: int
    op: str = PLUS
    on: bool = True
    second: int = 0


class Ruleset(msgspec.Struct, frozen=True, kw_only=True):
    """A table's rules. ``hash`` changes whenever anything that can change a result does."""

    id: str
    names: Names
    source: str
    switches: Switches
    money: Money
    mingtang: dict[str, Entry]
    hash: str = ""

    @property
    def min_xi(self) -> int:
        """Return the 硬息 a win needs (R28)."""
        return self.switches.min_xi

    def on(self, id_: str) -> bool:
        """Tell whether the 名堂 is played under this ruleset."""
        entry = self.mingtang.get(id_)
        return entry is not None and entry.on

    def in_order(self) -> list[tuple[str, Entry]]:
        """Return the 名堂 that are played, in the order of the rulebook."""
        return [(id_, self.mingtang[id_]) for id_ in CATALOGUE if self.on(id_)]
