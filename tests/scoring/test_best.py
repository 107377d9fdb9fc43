"""R28–R33: what a win needs, what its groups score, which reading counts, what excludes what."""

from __future__ import annotations

import msgspec
import pytest

from replay.cards import NONE, parse_kind
from replay.rulesets import load
from replay.scoring import Win, best, is_win, weigh_all, why_not
from replay.scoring.explain import GROUP_NAMES, groups
from tests.scoring.tables import changed, dealt, ids, only, score, win

PLAIN = only()


def group_xi(exposed: str, hand: str, won: str = "", **more: object) -> dict[tuple[str, str], int]:
    """Return the points by (type, first card) of the best reading under no 名堂 at all."""
    found = best(win(exposed, hand, won, **more), PLAIN)
    assert found is not None
    assert found.reading is not None
    told = groups(found.reading)
    assert sum(group.xi for group in told) == found.xi
    assert sum(group.won for group in told) == (0 if more.get("at_deal") else 1)
    assert all(group.type in GROUP_NAMES for group in told)
    return {(group.type, "一二三四五六七八九十壹貳叁肆伍陸柒捌玖拾"[group.cards[0]]): group.xi for group in told}


def test_r28_needs_six_sentences_and_one_pair() -> None:
    assert score("jiben", "碰二 碰七 偎十", "貳貳貳柒柒柒拾拾拾三", "三") is not None
    assert score("jiben", "碰二 碰七 偎十", "貳貳貳柒柒柒拾拾拾三", "四") is None
    lack = why_not(win("碰二 碰七 偎十", "貳貳貳柒柒柒拾拾拾三", "四"), load("jiben"))
    assert lack is not None
    assert (lack.reason, lack.needed) == ("incomplete", 10)


def test_r28_sizes_do_not_mix_and_two_seven_ten_is_no_sentence() -> None:
    assert score("jiben", "碰二 碰七 偎十 碰貳 碰柒", "三肆五拾", "拾") is None
    assert score("jiben", "碰三 碰五 偎玖 碰貳 碰柒", "二七十拾", "拾") is None
    assert score("jiben", "碰三 碰五 偎玖 碰貳 碰柒", "九十壹拾", "拾") is None


@pytest.mark.parametrize(("least", "wins"), [(9, True), (10, True), (11, False)])
def test_r28_needs_the_threshold(least: int, wins: bool) -> None:
    rules = changed(load("jiben"), min_xi=least)
    given = win("碰三 碰九 偎五 吃壹貳叁", "六六六肆伍陸八", "八")
    assert is_win(given, rules) is wins
    assert (best(given, rules) is not None) is wins
    lack = why_not(given, rules)
    assert (lack is None) is wins
    if lack:
        assert (lack.reason, lack.xi, lack.needed) == ("short", 10, least)


# (laid, hand, won, the group, its points)
POINTS = [
    ("碰三", "五五五六六六八八八壹貳叁肆伍陸玖", "玖", ("peng", "三"), 2),
    ("碰二", "五五五六六六八八八壹貳叁肆伍陸玖", "玖", ("peng", "二"), 3),
    ("偎三", "五五五六六六八八八壹貳叁肆伍陸玖", "玖", ("wei", "三"), 3),
    ("偎二", "五五五六六六八八八壹貳叁肆伍陸玖", "玖", ("wei", "二"), 4),
    ("碰三", "五五五六六六八八八壹貳叁肆伍陸玖", "玖", ("kan", "五"), 3),
    ("碰三", "五五五六六六七七七壹貳叁肆伍陸玖", "玖", ("kan", "七"), 4),
    ("碰三 吃三四五", "六六六七七七壹貳叁肆伍陸玖", "玖", ("peng", "三"), 5),
    ("碰二 吃二三四", "六六六七七七壹貳叁肆伍陸玖", "玖", ("peng", "二"), 7),
    ("偎三 吃三四五", "六六六七七七壹貳叁肆伍陸玖", "玖", ("wei", "三"), 6),
    ("偎二 吃二三四", "六六六七七七壹貳叁肆伍陸玖", "玖", ("wei", "二"), 8),
    ("碰三", "六六六七七七八九十壹貳叁肆伍陸玖", "玖", ("kan", "七"), 4),
    ("碰三 吃七八九", "七七七六六六壹貳叁肆伍陸玖", "玖", ("kan", "七"), 8),
    ("碰三 吃壹貳叁", "六六六七七七肆伍陸捌玖拾玖", "玖", ("pair", "玖"), 2),
    ("碰三 吃壹貳叁", "六六六七七七肆伍陸捌玖拾拾", "拾", ("pair", "拾"), 3),
    ("碰三 吃壹貳叁", "六六六七七七肆伍陸捌玖拾柒", "柒", ("pair", "柒"), 2),
    ("碰三 吃壹貳叁", "六六六七七七肆伍陸捌玖拾一", "一", ("pair", "一"), 0),
    ("碰三 吃壹貳叁", "六六六七七七肆伍陸捌玖拾一", "一", ("chi", "壹"), 0),
    ("碰三 吃壹貳叁", "六六六七七七肆伍陸捌玖拾一", "一", ("run", "肆"), 0),
]


@pytest.mark.parametrize(("exposed", "hand", "won", "group", "xi"), POINTS)
def test_r29_points_by_group(exposed: str, hand: str, won: str, group: tuple[str, str], xi: int) -> None:
    assert group_xi(exposed, hand, won)[group] == xi


def test_r30_a_triple_made_by_the_winning_card_counts_as_peng() -> None:
    assert group_xi("偎三 偎五", "六六六八八壹貳叁肆伍陸玖玖", "八")[("made_peng", "八")] == 2
    assert group_xi("偎三 偎五", "六六六七七壹貳叁肆伍陸玖玖", "七")[("made_peng", "七")] == 3
    # made by one's own reveal it is a 偎 and lies on the table
    assert group_xi("偎三 偎五 偎八", "六六六壹貳叁肆伍陸玖玖")[("wei", "八")] == 3


def test_r30_with_three_in_hand_the_kan_is_kept_and_the_fourth_makes_a_run() -> None:
    told = group_xi("碰三 偎五", "六六六七八壹貳叁肆伍陸玖玖", "六")
    assert told[("kan", "六")] == 6


def test_r31_the_fourth_card_may_stand_in_a_chi_or_in_a_run_in_hand() -> None:
    assert group_xi("碰三 吃三四五", "六六六七七七壹貳叁肆伍陸玖", "玖")[("peng", "三")] == 5
    assert group_xi("碰三", "三四五六六六七七七壹貳叁肆伍陸玖", "玖")[("peng", "三")] == 5


def test_r31_four_as_pair_and_two_runs_are_a_turn_once_and_in_four_runs_nothing() -> None:
    given = win("碰九 碰壹 碰叁", "三四五三四五三六六六", "三")
    turned = {w.xi for w in weigh_all(given, PLAIN) if w.reading.pair == parse_kind("三")}
    assert turned == {2 + 2 + 2 + 3 + 2}
    told = group_xi("吃三四五 吃三四五 吃三四五 碰玖 碰柒", "三四捌捌", "五")
    assert sum(told.values()) == 2 + 3


def test_r32_the_highest_total_counts_not_the_highest_xi() -> None:
    # three 砍 are worth 9, but as three runs beside 三四五 they make 心連心
    given = win("碰三 碰壹 碰九", "五五五六六六七七七捌", "捌")
    assert {w.xi for w in weigh_all(given, PLAIN)} == {2 + 2 + 2 + 3 + 3 + 4, 2 + 2 + 2}
    plain = best(given, PLAIN)
    assert plain is not None
    assert plain.xi == 16
    given = win("碰壹 碰九 吃三四五", "五五五六六六七七七捌", "捌")
    chosen = best(given, only("xin_lian_xin", value=30))
    assert chosen is not None
    assert (chosen.xi, chosen.total) == (2 + 2, 34)


def test_r32_among_equal_totals_the_higher_xi_counts() -> None:
    given = win("碰壹 碰九 吃三四五", "五五五六六六七七七捌", "捌")
    # 4 + 13 by runs and 團圓-free 砍 by 3 + 3 + 4 + 3 with the fourth 五: both 17
    by_triples = best(given, PLAIN)
    assert by_triples is not None
    value = by_triples.xi - 4
    chosen = best(given, only("xin_lian_xin", value=value))
    assert chosen is not None
    assert (chosen.total, chosen.xi) == (by_triples.xi, by_triples.xi)
    dearer = best(given, only("xin_lian_xin", value=value + 1))
    assert dearer is not None
    assert (dearer.total, dearer.xi) == (by_triples.xi + 1, 4)


def test_r32_laid_sentences_stay_as_laid() -> None:
    # 吃 五六七 three times cannot be read as three triples
    given = win("吃五六七 吃五六七 吃五六七 碰貳", "柒柒柒捌捌捌拾", "拾")
    assert {w.xi for w in weigh_all(given, PLAIN)} == {3 + 4 + 3 + 2}


def test_r33_total_is_xi_times_the_multiplier_and_the_sum() -> None:
    found = score("dazhuo", "碰一 碰三 偎五 碰壹 碰叁", "六六六八", "八")
    assert found is not None
    assert (found.xi, found.multiplier, found.total) == (14, 8, 14 * 8 + 20)
    assert ids(found) == {"wu_dui", "dan_diao_dui"}


def test_r33_an_additive_wu_dui_leaves_the_multiplier_at_one() -> None:
    found = score("b-ax-dazhuo", "碰一 碰三 偎五 碰壹 碰叁", "六六六八", "八")
    assert found is not None
    assert (found.xi, found.multiplier) == (14, 1)
    assert {"wu_dui"} == ids(found) & {"wu_dui", "duizi_hu", "wu_hu"}
    assert found.total == 14 + 200 + 50


def test_self_reveal_with_two_in_hand_still_counts_as_peng() -> None:
    # only where a forgotten 偎 does not bar the win (R23)
    given = Win((), tuple(dealt("二二五五五六六六七七七壹貳叁肆伍陸玖玖")), parse_kind("二"), by_self=True)
    found = best(given, PLAIN)
    assert found is not None
    assert found.xi == 3 + 3 + 3 + 4


def test_ding_by_other_asks_for_anothers_card() -> None:
    hand = tuple(dealt("三三三五五五九九九一一一六六六柒捌玖捌"))
    for by_self in (False, True):
        given = Win((), hand, parse_kind("捌"), by_self=by_self)
        assert ids(best(given, only("ji_ding"))) == {"ji_ding"}
        assert ids(best(given, only("ji_ding", ding_by_other=True))) == (set() if by_self else {"ji_ding"})


def test_yuan_yuan_ding_asks_the_deal_where_it_is_known() -> None:
    three = win("碰三 偎五 碰九", "捌捌捌柒玖六六六柒陸", "捌")
    one = win("碰三 偎五 碰九 吃柒捌玖", "六六六陸柒捌捌", "捌")
    assert ids(best(three, only("yuan_yuan_ding"))) == {"yuan_yuan_ding"}
    assert ids(best(one, only("yuan_yuan_ding"))) == set()
    for began, expected in ((3, {"yuan_yuan_ding"}), (2, set())):
        dealt_hand = tuple(began if kind == 17 else 0 for kind in range(20))
        assert ids(best(msgspec.structs.replace(one, dealt=dealt_hand), only("yuan_yuan_ding"))) == expected


def test_a_21st_count_is_ignored() -> None:
    given = win("碰三 碰九 偎五 吃壹貳叁", "六六六肆伍陸八", "八")
    longer = best(msgspec.structs.replace(given, hand=(*given.hand, 3)), load("dazhuo"))
    plain = best(given, load("dazhuo"))
    assert longer is not None
    assert plain is not None
    assert (longer.total, longer.items) == (plain.total, plain.items)


# what does not go together (§8.2): position, ruleset, awarded, not awarded
EXCLUSIONS = [
    (("碰一 碰三 偎五 碰壹 碰叁", "六六六八", "八"), "dazhuo", {"wu_dui"}, {"duizi_hu", "wu_hu"}),
    (("碰一 碰三 偎五 碰壹 碰叁", "六六六八", "八"), "xiaomingtang", {"duizi_hu"}, {"wu_dui", "wu_hu"}),
    (("碰二 碰三 偎五 碰壹 吃二三四", "六六六八", "八"), "dazhuo", {"chun_yin"}, {"yin_hu"}),
    (("碰二 碰三 偎五 碰壹 吃二三四", "六六六八", "八"), "b-ax-dazhuo", {"chun_yin", "yin_hu"}, set()),
    (("碰四 碰五 碰六 吃四五六 碰九", "壹貳叁捌", "捌"), "dazhuo", {"san_lian_zhuo"}, {"zhuo_hu", "zimei_zhuo"}),
    (("碰四 碰五 碰壹 碰貳 吃四五六", "壹貳叁捌", "捌"), "jiben", {"zimei_zhuo_dai_tuo"}, {"si_luan_zhuo"}),
    (("碰四 碰五 碰壹 碰貳 吃四五六", "壹貳叁捌", "捌"), "dazhuo", {"si_luan_zhuo"}, {"zimei_zhuo_dai_tuo"}),
    (("碰三 偎五 碰九 碰一 碰六", "陸陸陸捌", "捌"), "dazhuo", {"dan_diao_dui"}, {"dan_diao"}),
    (("碰三 偎五 碰九 碰一 碰六", "陸陸陸捌", "捌"), "jiben", {"dan_diao"}, {"dan_diao_dui"}),
    (
        ("碰三 偎五 碰九 吃一二三", "一一一八八捌捌", "捌"),
        "a-quan",
        {"zhen_bei_kao_bei"},
        {"bei_kao_bei", "dui_dao_hu"},
    ),
    (("碰三 偎五 碰九 吃一二三", "一一一八八捌捌", "捌"), "a-dazhuo", {"bei_kao_bei"}, {"dui_dao_hu"}),
    (("碰三 偎五 碰九 吃一二三", "一一一六六捌捌", "捌"), "a-dazhuo", {"dui_dao_hu"}, {"bei_kao_bei"}),
    (("碰三 碰九 吃壹貳叁 偎五", "六六六肆伍陸八八", ""), "a-quan", {"ka_wei"}, {"ka_hu"}),
    (("碰三 偎五 碰九 碰一", "六六六柒捌玖捌", "捌"), "dazhuo", {"dan_diao"}, {"ji_ding"}),
    (("碰三 偎五 碰九 碰一", "六六六柒捌玖捌", "捌"), "pudazuo", {"dan_diao", "ji_ding"}, set()),
    (("碰三 偎五 碰九 碰一", "六六六柒捌玖捌", "捌"), "b-s-quan", {"ji_ding"}, {"dan_diao"}),
    (("碰三 偎五 碰九 碰一", "六六六柒捌玖玖", "玖"), "b-s-quan", {"bian_ding", "dan_diao"}, set()),
    (("碰三 偎五 碰九 碰一", "六六六柒捌玖玖", "玖"), "c-quan", {"bian_ding"}, {"dan_diao"}),
]


@pytest.mark.parametrize(("given", "ruleset", "has", "lacks"), EXCLUSIONS)
def test_exclusions(given: tuple[str, str, str], ruleset: str, has: set[str], lacks: set[str]) -> None:
    found = ids(score(ruleset, *given))
    assert has <= found
    assert not lacks & found


def test_zhuo_beside_pays_both() -> None:
    found = ids(score("a-dazhuo", "碰四 碰五 吃四五六 碰九", "八八八陸陸陸捌", "捌"))
    assert {"zimei_zhuo", "zhuo_hu"} <= found
    found = ids(score("a-dazhuo", "碰四 碰五 吃四五六 碰九", "八八八拾拾拾捌", "捌"))
    assert {"zimei_zhuo", "zhuo_hu"} & found == {"zimei_zhuo"}


def test_ka_stack_pays_both() -> None:
    given = ("碰三 碰九 吃壹貳叁 偎五", "六六六肆伍陸八八", "")
    assert {"ka_wei", "ka_hu"} <= ids(score(changed(load("a-quan"), ka_stack=True), *given))


def test_bian_kan_leaves_the_middle_to_kan_hu_where_that_is_listed() -> None:
    middle = ("碰三 偎五 碰九 碰一", "六六六柒玖貳貳", "捌")
    closed = ("碰三 偎五 碰九 碰一", "六六六壹貳捌捌", "叁")
    assert ids(score("c-quan", *middle)) & {"bian_kan", "kan_hu"} == {"kan_hu"}
    assert ids(score("c-quan", *closed)) & {"bian_kan", "kan_hu"} == {"bian_kan"}
    assert ids(score("a-quan", *middle)) & {"bian_kan", "kan_hu"} == {"bian_kan"}


def test_er_xi_wins_below_the_threshold_and_pays_the_rest_too() -> None:
    given = ("吃一二三 吃五六七 吃八九十 吃伍陸柒", "柒捌玖八九十貳", "貳")
    assert score("a-quan", *given) is None
    found = score("b-s-quan", *given)
    assert found is not None
    assert found.xi == 2
    assert {"er_xi_man_yuan_hua", "dan_diao"} <= ids(found)
    assert "man_yuan_hua" not in ids(found)


def test_too_few_cards_are_no_win() -> None:
    given = Win((), tuple(dealt("一一")), NONE)
    assert best(given, PLAIN) is None
    lack = why_not(given, PLAIN)
    assert lack is not None
    assert lack.reason == "incomplete"
