"""Combinations of switches and 名堂 that cannot both be meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from replay.errors import RulesetError
from replay.rulesets.model import Ruleset
from replay.rulesets.source import Source

# (the key at fault, its section, whether it is so, what it clashes with)
_RULES: tuple[tuple[str, str, Callable[[Ruleset], bool], str], ...] = (
    (
        "small_tail_mixed",
        "switches",
        lambda r: r.switches.small_tail_mixed and r.on("jia_feng_bai_wei"),
        "off where jia_feng_bai_wei pays the mixed form apart",
    ),
    (
        "big_tail_mixed",
        "switches",
        lambda r: r.switches.big_tail_mixed and r.on("jia_long_bai_wei"),
        "off where jia_long_bai_wei pays the mixed form apart",
    ),
    (
        "ding_replaces_dan_diao",
        "switches",
        lambda r: r.switches.ding_replaces_dan_diao != "none" and r.switches.dan_diao == "one_card",
        "none where dan_diao is one_card: a single card in hand leaves no run to be 丁 of",
    ),
    (
        "zhuo_beside",
        "switches",
        lambda r: r.switches.zhuo_beside and not r.switches.zhuo_no_loose_red,
        "zhuo_no_loose_red beside it: else 卓胡 would be paid on top of every 卓",
    ),
    (
        "er_xi_man_yuan_hua",
        "mingtang",
        lambda r: r.on("er_xi_man_yuan_hua") and r.switches.min_xi <= 2,
        "min_xi above 2, or off",
    ),
    (
        "min_xi",
        "switches",
        lambda r: r.on("shang_xia_wu_qian_nian") and r.switches.min_xi > 10 and not r.on("er_xi_man_yuan_hua"),
        "at most 10 where shang_xia_wu_qian_nian (exactly 10 硬息) is played",
    ),
    (
        "jiu_dui",
        "mingtang",
        lambda r: r.on("jiu_dui") and 0 < r.mingtang["jiu_dui"].second < r.mingtang["jiu_dui"].value,
        "a second value (ten pairs) not below the first",
    ),
    (
        "dan_diao_dui",
        "mingtang",
        lambda r: r.on("dan_diao_dui") and not r.on("dan_diao"),
        "dan_diao beside it, which it replaces",
    ),
    (
        "deng_value",
        "money",
        lambda r: r.money.deng_value > 0 and r.money.liuzi_dealer + r.money.liuzi_other == 0,
        "a pot to take it from (liuzi_dealer, liuzi_other)",
    ),
    (
        "counting_fee",
        "money",
        lambda r: r.money.counting_fee > 0 and r.money.liuzi_dealer + r.money.liuzi_other > 0,
        "0 where there is a pot (R36)",
    ),
)


def check(ruleset: Ruleset, source: Source) -> None:
    """Raise ``RulesetError`` naming the line if the ruleset contradicts itself."""
    for key, section, wrong, expected in _RULES:
        if wrong(ruleset):
            raise RulesetError("contradictory", key, expected, place=source.place(section, key))


def known() -> Iterable[str]:
    """Return the keys that a contradiction can be reported on."""
    return [key for key, _, _, _ in _RULES]
