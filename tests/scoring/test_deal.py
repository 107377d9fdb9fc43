"""§7: wins before the first discard."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.rulesets import available, load
from replay.scoring import deal_win, deal_wins
from replay.scoring.mingtang.reach import most_xi
from tests.scoring.tables import changed, dealt, ids, only

COMPLETE = "二二二三三三五五五六六六壹壹壹貳叁肆捌捌"
SHORT = "一二三四五六七八九壹貳叁肆伍陸柒捌玖三三"
NINE = "一一二二三三四四五五六六七七八八九九拾"


def test_the_dealer_may_win_with_a_complete_hand_under_any_ruleset() -> None:
    found = deal_win(dealt(COMPLETE), True, load("jiben"))
    assert found is not None
    assert (found.xi, found.total) == (16, 16)
    found = deal_win(dealt(COMPLETE), True, load("dazhuo"))
    assert found is not None
    assert (found.total, ids(found)) == (116, {"tian_hu"})


def test_a_dealer_short_of_the_threshold_may_not() -> None:
    assert deal_win(dealt(SHORT), True, load("jiben")) is None
    assert deal_win(dealt(SHORT), True, changed(load("jiben"), min_xi=2)) is not None


def test_others_have_no_complete_hand() -> None:
    assert deal_win(dealt(COMPLETE[:-1]), False, load("dazhuo")) is None


def test_a_special_win_exists_only_where_it_is_listed() -> None:
    assert deal_win(dealt(NINE), False, load("jiben")) is None
    found = deal_win(dealt(NINE), False, load("dazhuo"))
    assert found is not None
    assert (found.xi, found.multiplier, found.total, ids(found)) == (0, 1, 50, {"jiu_dui"})


def test_special_wins_pay_just_their_value_and_the_dearest_counts() -> None:
    hand = dealt("一一三三四四五五六六八八九九壹壹叁叁肆")
    assert [score.total for score in deal_wins(hand, load("a-quan"))] == [120, 120]
    found = deal_win(hand, False, changed(load("a-quan"), on={"quan_hei": 130}))
    assert found is not None
    assert (found.total, ids(found)) == (130, {"quan_hei"})


def test_a_dealer_with_both_takes_the_dearer() -> None:
    hand = dealt("二二二三三三五五五六六六壹壹壹貳貳貳捌捌")
    complete = deal_win(hand, True, load("jiben"))
    assert complete is not None
    assert ids(complete) == {"duizi_hu"}
    dearer = deal_win(hand, True, only("quan_kan_quan_dui", value=complete.total + 1))
    assert dearer is not None
    assert ids(dearer) == {"quan_kan_quan_dui"}


def test_bombs_pay_each() -> None:
    found = deal_win(dealt("三三三三叁叁叁叁六七八九陸柒捌玖拾拾六"), False, load("a-quan"))
    assert found is not None
    assert (found.total, ids(found)) == (200, {"hei_zha_dan"})


@given(cards=st.permutations([kind for kind in range(20) for _ in range(4)]))
@settings(max_examples=25, deadline=None)
def test_more_cards_never_make_less_reachable(cards: list[int]) -> None:
    counts = [0] * 20
    for kind in cards[:19]:
        counts[kind] += 1
    before = most_xi(counts)
    counts[cards[19]] += 1
    assert most_xi(counts) >= before


def test_what_is_complete_can_be_reached() -> None:
    """A finished hand less its winning card reaches at least the points it has."""
    rng = random.Random(7)
    groups = [(low, low + 1, low + 2) for size in (0, 10) for low in range(size, size + 8)]
    groups += [(kind,) * 3 for kind in range(20)]
    tried = 0
    while tried < 40:
        counts = [0] * 20
        for group in [*rng.sample(groups, 6), (rng.randrange(20),) * 2]:
            for kind in group:
                counts[kind] += 1
        if max(counts) > 4:
            continue
        tried += 1
        found = deal_win(counts, True, only())
        assert found is not None
        assert most_xi(counts) >= found.xi
        without = rng.choice([kind for kind in range(20) if counts[kind]])
        counts[without] -= 1
        # made by the winning card a triple is a 碰: one less than the 砍
        assert most_xi(counts) >= found.xi - 1


@pytest.mark.parametrize("id_", available())
def test_a_dealt_complete_hand_is_reckoned_under_every_ruleset(id_: str) -> None:
    rng, rules = random.Random(7), load(id_)
    for _ in range(40):
        hand = dealt_complete(rng)
        score = deal_win(hand, True, rules)
        if score is not None and score.reading is not None:
            assert not {item.id for item in score.items} & NEED_A_WINNING_CARD


NEED_A_WINNING_CARD = {
    "dan_diao", "dan_diao_dui", "ji_ding", "bian_ding", "yuan_yuan_ding", "bian_kan", "kan_hu", "dui_dao_hu",
    "bei_kao_bei", "zhen_bei_kao_bei", "shou_qian_shou", "ge_shan_da_niu", "feng_bai_wei", "zi_mo", "hai_di_hu",
    "huo_zhuo_xiao_san", "ka_wei", "quan_qiu_ren",
}  # fmt: skip


def dealt_complete(rng: random.Random) -> list[int]:
    """Return the counts of six sentences and a pair, many of them triples, at most four of a kind."""
    while True:
        counts = [0] * 20
        for _ in range(6):
            if rng.random() < 0.6:
                counts[rng.randrange(20)] += 3
            else:
                low = rng.choice([kind for kind in range(20) if kind % 10 < 8])
                for kind in range(low, low + 3):
                    counts[kind] += 1
        counts[rng.randrange(20)] += 2
        if max(counts) <= 4:
            return counts
