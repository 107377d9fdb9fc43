"""How a score is told: the readings that were weighed, and what was just missed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from replay.rulesets import CATALOGUE, load
from replay.scoring import Win, best
from replay.scoring.explain import alternatives, groups
from replay.scoring.nearmiss import COUNTED, near_misses
from tests.scoring.tables import ids, score, win
from tests.scoring.wins import WINS


def test_the_readings_that_were_weighed_come_best_first() -> None:
    given_ = win("碰壹 碰九 碰三", "五五五六六六七七七捌", "捌")
    found = alternatives(given_, load("a-zhizun"))
    assert found[0] == best(given_, load("a-zhizun"))
    assert [(s.total, s.xi) for s in found] == sorted(((s.total, s.xi) for s in found), reverse=True)
    assert len({(s.xi, s.items) for s in found}) == len(found)


@given(win=WINS)
@settings(max_examples=150, deadline=None)
def test_the_first_alternative_is_the_one_that_counts(win: Win) -> None:
    for id_ in ("dazhuo", "a-zhizun"):
        found = alternatives(win, load(id_))
        assert (found[0] if found else None) == best(win, load(id_))


@given(win=WINS)
@settings(max_examples=150, deadline=None)
def test_near_misses_are_played_and_not_paid(win: Win) -> None:
    for id_ in ("pudazuo", "a-zhizun", "c-zuanshi"):
        rules = load(id_)
        found = best(win, rules)
        if found:
            for miss in near_misses(found, rules):
                assert rules.on(miss.id)
                assert miss.id not in ids(found)
                assert miss.what in COUNTED
                assert (miss.what == "replaced") is (miss.by in ids(found))
                assert (miss.what == "replaced") or miss.have != miss.need


# position, ruleset, what was missed: (id, what, have, need, by)
MISSES = [
    (("碰一 碰三 偎五 碰壹 吃叁肆伍", "六六六八", "八"), "jiben", ("duizi_hu", "runs", 1, 0, "")),
    (("碰一 碰三 偎五 碰壹 吃叁肆伍", "六六六八", "八"), "jiben", ("dian_hu", "reds", 0, 1, "")),
    (("碰一 碰三 偎五 碰壹 吃貳叁肆", "六六六八", "八"), "jiben", ("wu_hu", "reds", 1, 0, "")),
    (("碰二 碰七 偎十 吃三四五", "陸陸陸八八八玖", "玖"), "jiben", ("duo_hong", "reds", 9, 10, "")),
    (("碰二 碰三 偎五 碰壹 吃二三四", "六七八九", "九"), "jiben", ("chun_yin", "loose_reds", 1, 0, "")),
    (("碰二 碰七 偎十 吃二三四", "五六七八九十壹", "壹"), "jiben", ("man_yuan_hua", "groups_without_red", 1, 0, "")),
    (("碰二 碰七 偎十 吃二三四", "五六七八九十壹", "壹"), "jiben", ("da_xiao_zi", "other_size", 2, 0, "")),
    (("碰一 碰五 吃一二三 吃六七八", "九九九陸陸陸捌", "捌"), "jiben", ("zhuo_hu", "tuanyuan", 1, 2, "")),
    (("碰三 偎五 碰九 碰一 碰六", "壹壹壹捌", "捌"), "pudazuo", ("quan_qiu_ren", "hand", 4, 1, "")),
    (("碰一 碰三 偎五 碰壹 碰叁", "六六六八", "八"), "dazhuo", ("duizi_hu", "replaced", 0, 0, "wu_dui")),
    (("碰三 偎五 碰九 碰一", "六六六柒捌玖捌", "捌"), "b-s-quan", ("dan_diao", "replaced", 0, 0, "ji_ding")),
    (("碰三 碰九 偎五 吃壹貳叁", "六六六七七七玖", "玖"), "c-zuanshi", ("hang_hang_xi", "groups_without_xi", 2, 0, "")),
]


@pytest.mark.parametrize(("given", "ruleset", "expected"), MISSES[:-1])
def test_near_misses(given: tuple[str, str, str], ruleset: str, expected: tuple[str, str, int, int, str]) -> None:
    found = score(ruleset, *given)
    assert found is not None
    misses = near_misses(found, load(ruleset))
    assert expected in [(m.id, m.what, m.have, m.need, m.by) for m in misses]
    assert all(m.name == CATALOGUE[m.id].hant for m in misses)


def test_two_groups_without_xi_are_no_near_miss() -> None:
    given, ruleset, expected = MISSES[-1]
    found = score(ruleset, *given)
    assert found is not None
    assert expected[0] not in {m.id for m in near_misses(found, load(ruleset))}


def test_two_equal_runs_hold_the_winning_card_once() -> None:
    found = score("jiben", "碰二 碰七 偎十", "三四五三四貳貳貳玖玖", "五")
    assert found is not None
    assert found.reading is not None
    told = [group for group in groups(found.reading) if group.won]
    assert len(told) == 1
    assert told[0].type == "run"
