"""The worked examples of the written sources and two real settlements, each as a hand (RULES §10).

A printed sum that no table produces stays as printed; what the tables give stands beside it. Nothing is bent to fit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from replay.rulesets import CATALOGUE, Entry, Ruleset, load
from replay.scoring.best import best
from replay.scoring.position import parse
from replay.scoring.win import Score, Win

# what some tables do differently: name → (switches, 名堂 switched on and their value)
WAYS: dict[str, tuple[dict[str, Any], dict[str, int]]] = {
    "yin_with_chun": ({"yin_with_chun": True}, {}),
    "plus_one": ({"red_units": "plus_one"}, {}),
    "hang_hang_xi": ({}, {"hang_hang_xi": 50}),
    "dan_diao_dui": ({}, {"dan_diao_dui": 50}),
}


class Sum(NamedTuple):
    """What the hand comes to when a table also does these ``WAYS``."""

    total: int
    ways: tuple[str, ...] = ()


class Example(NamedTuple):
    """One printed sum and a hand for it.

    ``laid`` are its sentences with spaces between, ``hand`` the cards before the winning one, ``won`` that one, which
    another revealed. ``sums`` begins with the plain ruleset.
    """

    id: str
    printed: int
    ruleset: str
    laid: str
    hand: str
    won: str
    xi: int
    sums: tuple[Sum, ...]

    @property
    def agrees(self) -> bool:
        """Tell whether the tables produce the printed sum in one of the ways."""
        return self.printed in [computed.total for computed in self.sums]


_EIGHTS = ("偎八 偎捌 偎十 偎拾", "八九十捌玖拾九", "九")
_EIGHTS_LAID = ("偎八 偎捌 偎十 偎拾 吃八九十 吃捌玖拾", "九", "九")
_TWOS = ("偎二 偎貳 偎七 偎十", "一二三壹貳叁柒", "柒")
_TWOS_LAID = ("偎二 偎貳 偎七 偎十 吃一二三 吃壹貳叁", "柒", "柒")
_YC, _P1, _HANG, _DUI = ("yin_with_chun",), ("plus_one",), ("hang_hang_xi",), ("dan_diao_dui",)

EXAMPLES = (
    Example("real_a", 60, "b-ax-dazhuo", "碰拾 碰九 吃貳叁肆", "三三三四五柒捌玖二二", "六", 10, (Sum(60),)),
    Example("real_b", 90, "b-ax-quan", "碰壹 碰陸 偎二 吃捌玖拾", "四五六八九十七", "七", 10, (Sum(90),)),
    Example("small_172", 172, "xiaomingtang", "碰七 碰十 碰貳 碰柒", "二二二二一三拾", "拾", 22, (Sum(172),)),
    Example("small_170", 170, "xiaomingtang", "碰二 碰七 碰十 碰貳 偎柒 偎拾", "一", "一", 20, (Sum(170),)),
    Example("zuo_590", 590, "puxiaozuo", *_EIGHTS, 30, (Sum(850), Sum(890, _YC))),
    Example("zuo_566", 566, "puxiaozuo", *_TWOS, 26, (Sum(446), Sum(646, _P1))),
    Example("zuo_506", 506, "puxiaozuo", "偎二 偎貳 偎七", "一二三壹貳叁五六七一", "一", 26, (Sum(566), Sum(626, _YC))),
    Example(
        "zuo_414",
        414,
        "puxiaozuo",
        "偎二 偎七 偎十 偎貳 偎柒 偎拾",
        "一",
        "一",
        24,
        (Sum(344), Sum(374, _DUI), Sum(544, _P1), Sum(574, (*_P1, *_DUI))),
    ),
    Example("big_1470", 1470, "pudazuo", *_EIGHTS_LAID, 30, (Sum(1360), Sum(1420, _YC), Sum(1470, (*_YC, *_HANG)))),
    Example("big_1126", 1126, "pudazuo", *_TWOS_LAID, 26, (Sum(806), Sum(1106, _P1), Sum(1156, (*_P1, *_HANG)))),
    Example("big_1040", 1040, "pudazuo", "偎七 偎十 偎貳 偎柒 偎拾 偎玖", "二", "二", 25, (Sum(720), Sum(1020, _P1))),
)


def win_of(example: Example) -> Win:
    """Return the example's hand."""
    return parse({"exposed": example.laid.split(), "hand": example.hand, "won": example.won, "by": "other"})


def rules_of(example: Example, ways: tuple[str, ...] = ()) -> Ruleset:
    """Return the example's ruleset, done these ways."""
    rules = load(example.ruleset)
    switches: dict[str, Any] = {}
    entries = dict(rules.mingtang)
    for way in ways:
        changed, on = WAYS[way]
        switches |= changed
        entries |= {id_: Entry(value, CATALOGUE[id_].op) for id_, value in on.items()}
    if not ways:
        return rules
    chosen = msgspec.structs.replace(rules.switches, **switches)
    return msgspec.structs.replace(rules, switches=chosen, mingtang=entries, hash="")


def computed(example: Example, ways: tuple[str, ...] = ()) -> Score:
    """Return what the example comes to."""
    score = best(win_of(example), rules_of(example, ways))
    assert score is not None, example.id
    return score
