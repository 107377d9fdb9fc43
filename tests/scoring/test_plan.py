"""What a plan leaves unasked cannot hold."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest

from replay.cards import KINDS
from replay.rulesets import load
from replay.scoring import position
from replay.scoring.mingtang import LEAST, OF_READING
from replay.scoring.plan import plan_of
from replay.scoring.reading import Facts, Reading, readings

LOOSE = msgspec.structs.replace(load("dazhuo").switches, big_tail_mixed=True, small_tail_mixed=True)
SETS = {n: [sum(1 << kind for kind in kinds) for kinds in combinations(range(KINDS), n)] for n in range(4)}


def reading() -> Reading:
    exposed = ["碰二", "碰七", "碰十", "碰貳", "偎柒", "偎拾"]
    win = position.parse({"exposed": exposed, "hand": "一", "won": "一"})
    return next(readings(Facts(win)))


@pytest.mark.parametrize("id_", [id_ for id_, least in LEAST.items() if least])
def test_no_mingtang_holds_with_fewer_kinds_in_tuanyuan_than_it_says(id_: str) -> None:
    made_up = reading()
    held = 0
    for reds in (0, 4, 8, 12):
        made_up.facts.reds = reds
        for number, sets in SETS.items():
            for made_up.tuanyuan in sets:
                units = OF_READING[id_](made_up, LOOSE)
                held += bool(units)
                assert not units or number >= LEAST[id_]
    assert held or LEAST[id_] > max(SETS)


def test_everything_is_asked_of_a_reading_with_enough_kinds_in_tuanyuan() -> None:
    plan = plan_of(load("puxiaozuo"))
    assert plan.to_ask[-1] == plan.groups
    asked = [sum(len(members) for _, members in groups) for groups in plan.to_ask]
    assert asked == sorted(asked)
    assert asked[0] < asked[-1]
