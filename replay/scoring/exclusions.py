"""Which 名堂 do not go together (RULES §8.2), as data.

Of each set one entry at most is paid: in ``FIRST`` the first that holds, in the others the highest in value (among
equals the one named first, which is the more particular).
"""

from __future__ import annotations

from replay.rulesets.model import Switches

FIRST: tuple[tuple[str, ...], ...] = (("wu_dui", "duizi_hu", "wu_hu"),)

HIGHEST: tuple[tuple[str, ...], ...] = (
    ("chun_yin", "yin_hu"),
    ("man_yuan_hua", "er_xi_man_yuan_hua"),
    (
        "si_lian_zhuo",
        "liang_zimei_zhuo",
        "san_lian_zhuo_dai_tuo",
        "si_luan_zhuo",
        "san_lian_zhuo",
        "zimei_zhuo_dai_tuo",
        "san_luan_zhuo",
        "zimei_zhuo",
        "zhuo_hu",
    ),
    ("dan_diao_dui", "dan_diao"),
    ("ji_ding", "bian_ding"),
    (
        "zhen_bei_kao_bei",
        "bei_kao_bei",
        "feng_bai_wei",
        "jia_feng_bai_wei",
        "shou_qian_shou",
        "ge_shan_da_niu",
        "dui_dao_hu",
    ),
    ("ka_wei", "ka_hu"),
)

# (the first is not paid where one of the others holds, as long as the switch has one of the values)
DING = ("ji_ding", "bian_ding", "yuan_yuan_ding")


def free(switches: Switches) -> frozenset[str]:
    """Return the 名堂 that a switch takes out of their set: they are paid beside the others of it."""
    names = []
    if switches.yin_with_chun:
        names.append("yin_hu")
    if switches.zhuo_beside:
        names.append("zhuo_hu")
    if switches.ka_stack:
        names.append("ka_hu")
    return frozenset(names)


def replaced_by(id_: str, switches: Switches) -> tuple[str, ...]:
    """Return the 名堂 beside which this one is not paid (``ding_replaces_dan_diao``)."""
    if id_ not in ("dan_diao", "dan_diao_dui"):
        return ()
    return {"none": (), "ji_ding": DING[:1], "any_ding": DING}[switches.ding_replaces_dan_diao]
