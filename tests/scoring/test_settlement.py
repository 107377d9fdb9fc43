"""Money of one hand: RULES §9."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from replay.cards import NONE
from replay.rulesets import Money, Ruleset, available, load
from replay.scoring.settlement import Outcome, Part, players, settle, share_rest


def rules(**money: object) -> Ruleset:
    plain = Money(liuzi_dealer=0, liuzi_other=0, deng_value=0)
    return replace(load("dazhuo"), money=replace(plain, **money))


WIN = Outcome(seats=3, dealer=0, winner=1, xi=20, total=60)
CHOU = Outcome(seats=3, dealer=2)
FOUR = Outcome(seats=4, dealer=1, winner=2, xi=20, total=61)  # 守醒 is seat 3

CASES = [
    ("r34_each_loser_pays_the_total", WIN, {}, 0, (-60, 120, -60), 0),
    ("r34_times_the_stake", WIN, {"stake": 5}, 0, (-300, 600, -300), 0),
    ("r35_chou_pays_into_the_pot_dealer_more", CHOU, {"liuzi_dealer": 20, "liuzi_other": 10}, 7, (-10, -10, -20), 47),
    ("r35_three_deng_from_eighteen_xi", WIN, {"deng_value": 80}, 500, (-60, 360, -60), 260),
    ("r35_never_more_than_the_pot", WIN, {"deng_value": 80}, 100, (-60, 220, -60), 0),
    ("r35_seventeen_xi_take_nothing", replace(WIN, xi=17), {"deng_value": 80}, 100, (-60, 120, -60), 100),
    ("r35_a_deal_time_win_takes_nothing", replace(WIN, at_deal=True), {"deng_value": 80}, 100, (-60, 120, -60), 100),
    ("r36_a_quarter_for_the_shouxing_rounded_down", FOUR, {}, 0, (-61, -61, 107, 15), 0),
    ("r36_a_quarter_of_a_xian_liuzi", FOUR, {"deng_value": 10}, 99, (-61, -61, 130, 22), 69),
    ("r36_half_of_a_dealers_liuzi", replace(FOUR, dealer=2), {"deng_value": 10}, 99, (30, -61, 122, -61), 69),
    ("r36_counting_fee_without_a_pot", Outcome(4, 0), {"counting_fee": 5}, 0, (-5, -5, 15, -5), 0),
    ("r36_no_counting_fee_with_a_pot", Outcome(4, 0), {"counting_fee": 5, "liuzi_other": 1}, 0, (0, -1, 0, -1), 2),
    ("r24_a_false_win_is_fined", replace(CHOU, fines=(1,)), {"false_win_fine": 30}, 0, (30, -60, 30), 0),
    ("r37_only_the_feeder_pays", replace(WIN, feeder=0), {"deng_value": 80}, 500, (-60, 60, 0), 500),
]


@pytest.mark.parametrize(
    ("outcome", "money", "pot", "payments", "after"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_settlement(outcome: Outcome, money: dict[str, int], pot: int, payments: tuple[int, ...], after: int) -> None:
    found = settle(outcome, rules(**money), pot)
    assert (found.payments, found.pot) == (payments, after)


def test_r35_the_rest_is_shared_equally_and_no_coin_is_lost() -> None:
    assert share_rest(WIN, 11, (5, -3, -2)) == Part("rest", (4, 3, 4), -11)


def test_r36_the_shouxing_gets_nothing_of_the_rest() -> None:
    assert share_rest(FOUR, 9, (0, 0, 0, 50)).amounts == (3, 3, 3, 0)


outcomes = st.builds(
    Outcome,
    seats=st.sampled_from([3, 4]),
    dealer=st.integers(0, 2),
    xi=st.integers(0, 60),
    total=st.integers(0, 3000),
    fines=st.lists(st.integers(0, 2), max_size=2).map(tuple),
    at_deal=st.booleans(),
)


@given(outcomes, st.sampled_from(available()), st.integers(0, 5000), st.integers(-1, 2), st.integers(-1, 2))
def test_every_sum_is_zero(outcome: Outcome, id_: str, pot: int, winner: int, feeder: int) -> None:
    playing = players(outcome)
    fines = tuple(playing[seat] for seat in outcome.fines)
    outcome = replace(outcome, fines=fines, winner=NONE if winner < 0 else playing[winner])
    if feeder >= 0 and winner >= 0 and feeder != winner:
        outcome = replace(outcome, feeder=playing[feeder])
    found = settle(outcome, load(id_), pot)
    assert sum(found.payments) + found.pot == pot
    assert found.pot >= 0
    assert all(sum(part.amounts) + part.pot == 0 for part in found.parts)


def test_money_sums_to_zero_over_ten_thousand_random_sessions() -> None:
    rng = random.Random(20)
    every = [load(id_) for id_ in available()]
    for _ in range(10_000):
        table, seats = rng.choice(every), rng.choice((3, 4))
        pot, balances = 0, (0,) * seats
        for _ in range(rng.randint(1, 8)):
            outcome = Outcome(seats, rng.randrange(seats))
            if rng.random() < 0.6:
                winner = rng.choice(players(outcome))
                outcome = replace(outcome, winner=winner, xi=rng.randint(10, 50), total=rng.randint(10, 1500))
            found = settle(outcome, table, pot)
            pot, balances = found.pot, tuple(a + b for a, b in zip(balances, found.payments, strict=True))
            assert sum(balances) + pot == 0
        rest = share_rest(outcome, pot, balances)
        assert sum(balances) + sum(rest.amounts) == 0
