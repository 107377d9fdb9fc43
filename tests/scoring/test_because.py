"""What is told as the reason of a 名堂 is in the hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from replay.cards import IS_RED, twin
from replay.rulesets import load
from replay.scoring import Win, best
from replay.scoring.because import EVIDENCE, because
from tests.scoring.tables import score
from tests.scoring.wins import WINS

# position, ruleset, 名堂, what is told: (what, count, cards)
REASONS = [
    (("碰壹 碰九 碰三", "五五五六六六七七七捌", "捌"), "a-zhizun", "duizi_hu", ("runs", 0, ())),
    (("碰七 碰十 碰貳 碰柒", "二二二二一三拾", "拾"), "xiaomingtang", "yin_hu", ("tuanyuan", 0, (1,))),
    (("碰七 碰十 碰貳 碰柒", "二二二二一三拾", "拾"), "xiaomingtang", "duo_hong", ("reds", 18, ())),
    (("偎八 偎捌 偎十 偎拾", "八九十捌玖拾九", "九"), "puxiaozuo", "ba_peng_tou", ("tuanyuan", 0, (7, 9, 17, 19))),
    (("偎八 偎捌 偎十 偎拾", "八九十捌玖拾九", "九"), "puxiaozuo", "si_luan_zhuo", ("tuanyuan", 0, (7, 9, 17, 19))),
    (("偎八 偎捌 偎十 偎拾", "八九十捌玖拾九", "九"), "puxiaozuo", "dan_diao", ("pair", 0, (8, 8))),
    (("碰拾 碰九 吃貳叁肆", "三三三四五柒捌玖二二", "六"), "b-ax-dazhuo", "shang_xia_wu_qian_nian", ("xi", 10, ())),
    (("碰二 碰七 碰十 碰貳 偎柒 偎拾", "一", "一"), "pudazuo", "quan_qiu_ren", ("hand", 1, ())),
    (("碰一 碰三 偎五 碰壹 吃叁肆伍", "八八捌捌", "捌"), "a-zhizun", "zhen_bei_kao_bei", ("wait", 0, (17, 7))),
]


@pytest.mark.parametrize(("given_", "ruleset", "id_", "told"), REASONS)
def test_reasons(given_: tuple[str, str, str], ruleset: str, id_: str, told: tuple[str, int, tuple[int, ...]]) -> None:
    found = score(ruleset, *given_)
    assert found is not None
    assert id_ in {item.id for item in found.items}
    reason = because(id_, found.reading)
    assert reason is not None
    assert (reason.what, reason.count, reason.kinds) == told


@given(win=WINS)
@settings(max_examples=150, deadline=None)
def test_what_is_told_is_in_the_hand(win: Win) -> None:
    for id_ in ("a-zhizun", "b-s-zuanshi", "c-zuanshi", "pudazuo"):
        found = best(win, load(id_))
        if found is None or found.reading is None:
            continue
        counts = found.reading.facts.counts
        for item in found.items:
            reason = because(item.id, found.reading)
            if reason is None:
                continue
            assert reason.what in EVIDENCE
            assert all(counts[kind] for kind in reason.kinds), item.id
            if reason.what == "tuanyuan":
                assert reason.kinds, item.id
                assert all(counts[kind] == 4 for kind in reason.kinds)
            if item.id in ("yin_hu", "chun_yin"):
                assert all(IS_RED[kind] for kind in reason.kinds)
            if item.id in ("ba_peng_tou", "jia_ba_peng_tou"):
                assert {twin(kind) for kind in reason.kinds} == set(reason.kinds)


def test_a_win_at_the_deal_that_pays_just_its_value_needs_no_reason() -> None:
    assert because("jiu_dui", None) is None
    assert because("zi_mo", None) is None
