"""RULES §10: the worked examples of the seeds and the two real settlements, as hands.

Printed sums that the tables cannot produce stay as they are: computed is what the table gives.
"""

from __future__ import annotations

from typing import Any

import pytest

from replay.rulesets import load
from tests.scoring.tables import changed, score

YC: dict[str, Any] = {"yin_with_chun": True}
P1: dict[str, Any] = {"red_units": "plus_one"}
HANG: dict[str, Any] = {"on": {"hang_hang_xi": 50}}
DUI_DING: dict[str, Any] = {"on": {"dan_diao_dui": 50}}

# printed sum, ruleset, (laid, hand, won), changes, computed 硬息 and total
EXAMPLES = [
    (60, "b-ax-dazhuo", ("碰拾 碰九 吃貳叁肆", "三三三四五柒捌玖二二", "六"), {}, 10, 60),
    (90, "b-ax-quan", ("碰壹 碰陸 偎二 吃捌玖拾", "四五六八九十七", "七"), {}, 10, 90),
    (172, "xiaomingtang", ("碰七 碰十 碰貳 碰柒", "二二二二一三拾", "拾"), {}, 22, 172),
    (170, "xiaomingtang", ("碰二 碰七 碰十 碰貳 偎柒 偎拾", "一", "一"), {}, 20, 170),
    (590, "puxiaozuo", ("偎八 偎捌 偎十 偎拾", "八九十捌玖拾九", "九"), {}, 30, 850),
    (590, "puxiaozuo", ("偎八 偎捌 偎十 偎拾", "八九十捌玖拾九", "九"), YC, 30, 890),
    (566, "puxiaozuo", ("偎二 偎貳 偎七 偎十", "一二三壹貳叁柒", "柒"), {}, 26, 446),
    (566, "puxiaozuo", ("偎二 偎貳 偎七 偎十", "一二三壹貳叁柒", "柒"), P1, 26, 646),
    (506, "puxiaozuo", ("偎二 偎貳 偎七", "一二三壹貳叁五六七一", "一"), {}, 26, 566),
    (506, "puxiaozuo", ("偎二 偎貳 偎七", "一二三壹貳叁五六七一", "一"), YC, 26, 626),
    (414, "puxiaozuo", ("偎二 偎七 偎十 偎貳 偎柒 偎拾", "一", "一"), {}, 24, 344),
    (414, "puxiaozuo", ("偎二 偎七 偎十 偎貳 偎柒 偎拾", "一", "一"), DUI_DING, 24, 374),
    (414, "puxiaozuo", ("偎二 偎七 偎十 偎貳 偎柒 偎拾", "一", "一"), P1, 24, 544),
    (414, "puxiaozuo", ("偎二 偎七 偎十 偎貳 偎柒 偎拾", "一", "一"), {**P1, **DUI_DING}, 24, 574),
    (1470, "pudazuo", ("偎八 偎捌 偎十 偎拾 吃八九十 吃捌玖拾", "九", "九"), {}, 30, 1360),
    (1470, "pudazuo", ("偎八 偎捌 偎十 偎拾 吃八九十 吃捌玖拾", "九", "九"), YC, 30, 1420),
    (1470, "pudazuo", ("偎八 偎捌 偎十 偎拾 吃八九十 吃捌玖拾", "九", "九"), {**YC, **HANG}, 30, 1470),
    (1126, "pudazuo", ("偎二 偎貳 偎七 偎十 吃一二三 吃壹貳叁", "柒", "柒"), {}, 26, 806),
    (1126, "pudazuo", ("偎二 偎貳 偎七 偎十 吃一二三 吃壹貳叁", "柒", "柒"), P1, 26, 1106),
    (1126, "pudazuo", ("偎二 偎貳 偎七 偎十 吃一二三 吃壹貳叁", "柒", "柒"), {**P1, **HANG}, 26, 1156),
    (1040, "pudazuo", ("偎七 偎十 偎貳 偎柒 偎拾 偎玖", "二", "二"), {}, 25, 720),
    (1040, "pudazuo", ("偎七 偎十 偎貳 偎柒 偎拾 偎玖", "二", "二"), P1, 25, 1020),
]


@pytest.mark.parametrize(("printed", "ruleset", "given", "changes", "xi", "total"), EXAMPLES)
def test_worked_examples(
    printed: int, ruleset: str, given: tuple[str, str, str], changes: dict[str, Any], xi: int, total: int
) -> None:
    found = score(changed(load(ruleset), **changes), *given)
    assert found is not None
    assert (found.xi, found.total) == (xi, total), printed
