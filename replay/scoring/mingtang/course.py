"""海底胡, 摸胡, 蟄一蟄, 活捉小三, 地胡, 天胡: how the win came about (RULES §8.1)."""

from __future__ import annotations

from replay.cards import NONE
from replay.rulesets.model import Switches
from replay.scoring.mingtang.registry import of_win
from replay.scoring.reading import Facts

_SMALL_THREE = 2


@of_win("hai_di_hu")
def hai_di_hu(facts: Facts, _: Switches) -> int:
    """海底胡: won on the last stock card."""
    return 1 if facts.win.last else 0


@of_win("zi_mo")
def zi_mo(facts: Facts, _: Switches) -> int:
    """摸胡: the winner revealed the winning card, also where a 偎 was made of it; not at the deal."""
    win = facts.win
    return 1 if (win.by_self or win.via_wei) and not win.at_deal else 0


@of_win("zhe")
def zhe(facts: Facts, switches: Switches) -> int:
    """蟄一蟄: the winner had shown an earlier 胡 and let it go.

    ``zhe_count``: ``once``; ``each`` time; ``same_kind``: once if a kind shown is the one that wins.
    """
    shown = facts.win.zhe
    if switches.zhe_count == "each":
        return len(shown)
    if switches.zhe_count == "same_kind":
        return 1 if any(facts.won in kinds for kinds in shown) else 0
    return 1 if shown else 0


@of_win("huo_zhuo_xiao_san")
def huo_zhuo_xiao_san(facts: Facts, switches: Switches) -> int:
    """活捉小三: a self-revealed 三 wins, also as a 偎 (``xiao_san_by_any``: anybody's)."""
    if facts.won != _SMALL_THREE:
        return 0
    return 1 if facts.win.by_self or facts.win.via_wei or switches.xiao_san_by_any else 0


@of_win("di_hu")
def di_hu(facts: Facts, _: Switches) -> int:
    """地胡: the winner has laid nothing down and wins on a revealed card."""
    return 1 if not facts.win.laid and facts.win.won != NONE else 0


@of_win("tian_hu")
def tian_hu(facts: Facts, _: Switches) -> int:
    """天胡: the dealer's 20 cards are a complete hand of at least the threshold."""
    return 1 if facts.win.at_deal else 0


@of_win("ga_nuan_da")
def ga_nuan_da(_facts: Facts, _: Switches) -> int:
    """嘎暖哒: named by two servers, but no usable definition is public: never awarded."""
    return 0
