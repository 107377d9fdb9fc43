"""Two rulesets side by side."""

from __future__ import annotations

from replay.rulesets import available, load
from replay.rulesets.compare import Difference, differences, worth


def test_a_ruleset_does_not_differ_from_itself() -> None:
    for id_ in available():
        assert differences(load(id_), load(id_)) == ()


def test_what_differs_is_told_with_both_values() -> None:
    found = {(d.section, d.key): (d.left, d.right) for d in differences(load("jiben"), load("dazhuo"))}
    assert found["mingtang", "yin_hu"] == ("+10", "+20")
    assert found["mingtang", "dan_diao_dui"] == ("", "+20")
    assert found["switches", "two_black_pairs"] == (False, True)
    assert ("mingtang", "wu_dui") not in found
    assert Difference("mingtang", "yin_hu", "+20", "+40") not in differences(load("dazhuo"), load("jiben"))


def test_differences_turn_round() -> None:
    one = differences(load("pudazuo"), load("b-ax-quan"))
    other = differences(load("b-ax-quan"), load("pudazuo"))
    assert [(d.section, d.key, d.right, d.left) for d in one] == [(d.section, d.key, d.left, d.right) for d in other]
    assert one


def test_worth_is_written_with_its_sign() -> None:
    assert worth(load("b-ax-quan"), "wu_dui") == "+200"
    assert worth(load("jiben"), "wu_dui") == "×8"
    assert worth(load("pudazuo"), "hang_hang_xi") == "(+50)"
    assert worth(load("jiben"), "yi_tiao_long") == ""
