"""Positions of one line: what is read, and what is refused with the key at fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.cards import NONE, parse_kind
from replay.errors import PositionError
from replay.melds import Laid
from replay.record import CHI, PENG, WEI
from replay.rulesets import load
from replay.scoring import best, position

GOOD: dict[str, Any] = {
    "exposed": ["碰三", "碰九", "偎五", "吃壹貳叁"],
    "hand": "六六六肆伍陸八",
    "won": "八",
    "by": "other",
    "via_wei": False,
    "last": False,
}
WEI_WON: dict[str, Any] = {
    "exposed": ["碰三", "碰九", "吃壹貳叁", "偎五"],
    "hand": "六六六肆伍陸八八",
    "won": None,
    "by": "self",
    "via_wei": True,
    "last": True,
}


def test_a_position_is_read() -> None:
    win = position.parse(GOOD)
    assert win.laid[0] == Laid(PENG, 2, (2, 2, 2), False)
    assert win.laid[2] == Laid(WEI, 4, (4, 4, 4), True)
    assert win.laid[3] == Laid(CHI, NONE, (10, 11, 12), False)
    assert (win.won, win.by_self, win.via_wei, win.last, win.at_deal) == (7, False, False, False, False)
    assert sum(win.hand) == 7
    win = position.parse(WEI_WON)
    assert (win.won, win.by_self, win.via_wei, win.last) == (NONE, True, True, True)


def test_a_line_of_json_and_its_object_are_the_same() -> None:
    assert position.parse(json.dumps(GOOD, ensure_ascii=False), 3) == position.parse(GOOD)
    assert position.parse(json.dumps(GOOD)) == position.parse(GOOD)


def test_optional_keys_may_be_left_out() -> None:
    assert position.parse({k: GOOD[k] for k in ("exposed", "hand", "won")}) == position.parse(GOOD)
    short = {"exposed": WEI_WON["exposed"], "hand": WEI_WON["hand"], "via_wei": True, "last": True}
    win = position.parse(short)
    assert (win.won, win.via_wei) == (NONE, True)
    assert win == position.parse(WEI_WON)
    assert best(win, load("dazhuo")) == best(position.parse(WEI_WON), load("dazhuo"))
    assert position.parse({"hand": "二二二三三三五五五六六六壹壹壹貳叁肆捌捌", "at_deal": True}).at_deal
    assert position.parse({**GOOD, "exposed": ["碰三", "碰九", "偎五", "吃壹貳叁"], "expect": None}).won == 7


def test_spellings() -> None:
    other = {**GOOD, "exposed": ["对s3", "碰九九九", "煨五", "自吃b1*b2b3"], "hand": "s6s6s6b4b5陆s8"}
    win = position.parse(other)
    assert win.laid[3] == Laid(CHI, 10, (10, 11, 12), True)
    assert win.hand == position.parse(GOOD).hand
    assert position.parse({**GOOD, "exposed": ["碰三", "碰九", "偎五", "吃叁壹貳*"]}).laid[3].kind == parse_kind("貳")
    assert position.parse({**GOOD, "zhe": ["八", "七九"]}).zhe == ((7,), (6, 8))


# what is changed of GOOD, code, key at fault
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"hand": "六六六肆伍陸八八"}, "impossible_position", "hand"),
    ({"hand": "六六六肆伍陸"}, "impossible_position", "hand"),
    ({"hand": "三三六六肆伍陸"}, "impossible_position", "hand"),
    ({"hand": "六六六肆伍陸?"}, "impossible_position", "hand"),
    ({"hand": "六六六肆伍陸X"}, "unknown_card", "hand"),
    ({"hand": "六六六肆伍陸s11"}, "unknown_card", "hand"),
    ({"hand": ["六"]}, "bad_value", "hand"),
    ({"hand": None}, "bad_value", "hand"),
    ({"won": None}, "missing_value", "won"),
    ({"won": ""}, "bad_value", "won"),
    ({"won": "八八"}, "bad_value", "won"),
    ({"won": "王"}, "unknown_card", "won"),
    ({"won": 8}, "bad_value", "won"),
    ({"won": "?"}, "impossible_position", "won"),
    ({"by": "me"}, "bad_value", "by"),
    ({"by": None}, "bad_value", "by"),
    ({"by": ["self"]}, "bad_value", "by"),
    ({"by": "self", "won": "六", "hand": "六六肆伍陸八八"}, "impossible_position", "won"),
    ({"via_wei": 1}, "bad_value", "via_wei"),
    ({"via_wei": True}, "impossible_position", "exposed"),
    ({"via_wei": True, "exposed": []}, "impossible_position", "exposed"),
    ({"via_wei": True, "exposed": ["碰三", "偎五"]}, "contradictory", "won"),
    ({"via_wei": True, "exposed": ["碰三", "偎五"], "won": None}, "contradictory", "by"),
    ({"at_deal": True}, "contradictory", "at_deal"),
    ({"last": "no"}, "bad_value", "last"),
    ({"exposed": "碰三"}, "bad_value", "exposed"),
    ({"exposed": {"碰": 3}}, "bad_value", "exposed"),
    ({"exposed": ["碰三", 5]}, "bad_value", "exposed[1]"),
    ({"exposed": ["碰三", ""]}, "bad_value", "exposed[1]"),
    ({"exposed": ["提三"]}, "unknown_action", "exposed[0]"),
    ({"exposed": ["自"]}, "unknown_action", "exposed[0]"),
    ({"exposed": ["碰"]}, "impossible_position", "exposed[0]"),
    ({"exposed": ["碰三四"]}, "impossible_position", "exposed[0]"),
    ({"exposed": ["碰三三三三"]}, "impossible_position", "exposed[0]"),
    ({"exposed": ["碰三三肆"]}, "impossible_position", "exposed[0]"),
    ({"exposed": ["吃三四"]}, "impossible_position", "exposed[0]"),
    ({"exposed": ["吃三四陸"]}, "impossible_position", "exposed[0]"),
    ({"exposed": ["吃二七十"]}, "impossible_position", "exposed[0]"),
    ({"exposed": ["吃九十壹"]}, "impossible_position", "exposed[0]"),
    ({"exposed": ["吃三四五*六"]}, "impossible_position", "exposed[0]"),
    ({"exposed": ["吃三*四*五"]}, "bad_token", "exposed[0]"),
    ({"exposed": ["吃*三四五"]}, "bad_token", "exposed[0]"),
    ({"exposed": ["碰?"]}, "impossible_position", "exposed[0]"),
    ({"zhe": "八"}, "bad_value", "zhe"),
    ({"zhe": ["王"]}, "unknown_card", "zhe[0]"),
    ({"winner": 1}, "bad_token", "winner"),
]


@pytest.mark.parametrize(("change", "code", "path"), REFUSED)
def test_refused_with_the_key_at_fault(change: dict[str, Any], code: str, path: str) -> None:
    with pytest.raises(PositionError) as caught:
        position.parse({**GOOD, **change}, 7)
    assert (caught.value.code, caught.value.place.path, caught.value.place.line) == (code, path, 7)
    assert caught.value.expected


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "not_json"),
        ("{", "not_json"),
        ("[]", "bad_value"),
        ("5", "bad_value"),
        ("null", "bad_value"),
        ("{}", "missing_value"),
        ("[" * 100_000, "too_deep"),
        ("9" * 10_000, "not_json"),
        ('{"hand": NaN}', "bad_value"),
        ("\ud800", "not_json"),
    ],
)
def test_lines_that_are_no_position(line: str, code: str) -> None:
    with pytest.raises(PositionError) as caught:
        position.parse(line, 2)
    assert caught.value.code == code
    assert "line 2" in str(caught.value)


JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=4),
        st.text("一三壹叁六碰吃偎自*?s1b", max_size=6),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)),
    max_leaves=6,
)


@given(change=st.dictionaries(st.sampled_from([*GOOD, "zhe", "at_deal", "dealer", "x"]), JSON, max_size=4))
@settings(max_examples=400, deadline=None)
def test_anything_else_is_a_win_or_a_clear_error(change: dict[str, Any]) -> None:
    rules = load("a-zhizun")
    told = ""
    try:
        win = position.parse({**GOOD, **change}, 1)
    except PositionError as error:
        told = str(error)
    else:
        told = "line 1" if position.answer(win, best(win, rules), rules)["win"] in (True, False) else ""
    assert "line 1" in told


def test_the_answer_of_a_win() -> None:
    rules = load("dazhuo")
    win = position.parse(WEI_WON)
    answer = position.answer(win, best(win, rules), rules)
    assert (answer["win"], answer["xi"], answer["multiplier"], answer["total"]) == (True, 10, 3, 60)
    assert [(item["name"], item["op"], item["value"]) for item in answer["items"]] == [
        ("點胡", "×", 3),
        ("海底胡", "+", 20),
        ("摸胡", "+", 10),
    ]
    told = [(group["type"], group["cards"], group["xi"], group["reason"], group["won"]) for group in answer["groups"]]
    assert told == [
        ("peng", "三三三", 2, "碰 2", False),
        ("peng", "九九九", 2, "碰 2", False),
        ("chi", "壹貳叁", 0, "", False),
        ("wei", "五五五", 3, "偎 3", True),
        ("kan", "六六六", 3, "砍 3", False),
        ("run", "肆伍陸", 0, "", False),
        ("pair", "八八", 0, "", False),
    ]


def test_the_answer_of_no_win() -> None:
    rules = load("dazhuo")
    short = position.parse({**GOOD, "exposed": ["碰三", "碰九", "碰五", "吃壹貳叁"]})
    assert position.answer(short, best(short, rules), rules) == {"win": False, "reason": "short", "xi": 9, "needed": 10}
    open_ = position.parse({**GOOD, "won": "一"})
    assert position.answer(open_, best(open_, rules), rules) == {
        "win": False,
        "reason": "incomplete",
        "xi": 0,
        "needed": 10,
    }
