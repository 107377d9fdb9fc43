"""The evening: RULES R27 and R34–R36 over hands in order."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from replay.analysis.evening import evening, next_dealer
from replay.cards import NONE
from replay.engine import audit
from replay.record import Claimed, HandRecord
from replay.rulesets import Ruleset, available, load
from replay.scoring.settlement import Outcome
from tests.oracle.play import game

KEEPS, WINNER = load("dazhuo"), load("puxiaozuo")

DEALERS = [
    ("r27_dealer_keeps_after_winning", KEEPS, Outcome(3, dealer=1, winner=1), 1),
    ("r27_the_xia_jia_deals_after_anothers_win", KEEPS, Outcome(3, dealer=1, winner=0), 2),
    ("r27_the_xia_jia_deals_after_chou", KEEPS, Outcome(3, dealer=2), 0),
    ("r27_winner_deals", WINNER, Outcome(3, dealer=1, winner=0), 0),
    ("r27_winner_deals_after_chou_the_xia_jia", WINNER, Outcome(3, dealer=1), 2),
    ("r3_shouxing_moves_with_the_dealer", KEEPS, Outcome(4, dealer=3), 0),
]


@pytest.mark.parametrize(("rules", "outcome", "due"), [case[1:] for case in DEALERS], ids=[c[0] for c in DEALERS])
def test_next_dealer(rules: Ruleset, outcome: Outcome, due: int) -> None:
    assert next_dealer(outcome, rules) == due


def hands(seed: int, number: int, rules: Ruleset) -> list[HandRecord]:
    """Return hands of one table in order, each dealt by whom R27 names."""
    rng = random.Random(seed)
    found, dealer = [], rng.randrange(3)
    for _ in range(number):
        record = game(rng)
        record = turned(record, dealer - record.dealer)
        found.append(record)
        replay = audit(record, rules)
        won = replay.winner if replay.score is not None else None
        dealer = next_dealer(Outcome(3, dealer, NONE if won is None else won), rules)
    return found


def test_an_evening_dealt_by_the_rule_has_no_findings_and_sums_to_zero() -> None:
    result = evening([audit(record, KEEPS) for record in hands(1, 12, KEEPS)], KEEPS)
    assert result.findings == ()
    assert sum(result.balances) == 0
    assert [row.due_dealer for row in result.rows] == [row.dealer for row in result.rows]


def test_wrong_dealer_is_found_once_and_the_deal_goes_on_from_the_real_one() -> None:
    records = hands(2, 6, KEEPS)
    records[3:] = [turned(record, 1) for record in records[3:]]
    result = evening([audit(record, KEEPS) for record in records], KEEPS)
    assert [(hand, finding.code) for hand, finding in result.findings] == [(3, "wrong_dealer")]


def turned(record: HandRecord, by: int) -> HandRecord:
    """Return the record with every seat moved on."""
    move = lambda seat: seat if seat == NONE else (seat + by) % 3  # noqa: E731
    return replace(
        record,
        hands=tuple(record.hands[(seat - by) % 3] for seat in range(3)),
        events=tuple(replace(event, seat=move(event.seat)) for event in record.events),
        dealer=move(record.dealer),
    )


def test_wrong_settlement_names_the_seat_and_both_amounts() -> None:
    record = next(r for r in hands(3, 30, KEEPS) if audit(r, KEEPS).score is not None)
    right = evening([audit(record, KEEPS)], KEEPS).rows[0].settlement.payments
    wrong = (right[0] + 5, right[1] - 5, right[2])
    claimed = replace(record.claimed or Claimed(), payments=wrong)
    found = evening([audit(replace(record, claimed=claimed), KEEPS)], KEEPS).findings
    assert [(f.code, f.seat, f.facts) for _, f in found] == [
        ("wrong_settlement", 0, {"expected": right[0], "actual": wrong[0]}),
        ("wrong_settlement", 1, {"expected": right[1], "actual": wrong[1]}),
    ]
    claimed = replace(claimed, payments=right)
    assert evening([audit(replace(record, claimed=claimed), KEEPS)], KEEPS).findings == ()


def test_money_sums_to_zero_over_random_evenings() -> None:
    rng = random.Random(4)
    records = hands(rng.randrange(10**6), 8, KEEPS)
    for id_ in available():
        rules = load(id_)
        result = evening([audit(record, rules) for record in records], rules, pot=0)
        assert sum(result.balances) == 0
        for row in result.rows:
            assert sum(row.balances) + row.settlement.pot == 0


def test_tables_of_three_and_four_are_not_one_evening() -> None:
    record = hands(5, 1, KEEPS)[0]
    four = replace(record, hands=(*record.hands, ()), dealer=1)
    with pytest.raises(ValueError, match="hand 1 has 4 seats"):
        evening([audit(record, KEEPS), audit(four, KEEPS)], KEEPS)
