"""What the fast road passes, the referee finds nothing in, and the same end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from replay.cards import NONE, UNKNOWN
from replay.engine.audit import run
from replay.engine.road import walk
from replay.record import DEAD, DISCARD, EXHAUSTED, HU, PASS, REVEAL, WEI, Claimed, Event, HandRecord
from replay.rulesets import Ruleset, load
from tests.oracle.play import FAULTS, STYLES, corrupt, faulty_game, game

RULES = load("dazhuo")
LOOSE = replace(RULES, switches=replace(RULES.switches, win_on_discard=True, min_xi=4), hash="")


def agrees(record: HandRecord, rules: Ruleset = RULES) -> bool:
    """Tell whether the hand took the fast road; where it did, the referee must say the same."""
    end = walk(record, rules)
    if end is None:
        return False
    table = run(record, rules)
    assert not table.findings
    assert (end.dealer, end.hu, end.last) == (table.dealer, table.hu, table.last)
    assert end.score == (table.score if table.hu else None)
    return True


def games(seed: str, number: int, written: bool = False) -> Iterator[HandRecord]:
    rng = Random(seed)
    for at in range(number):
        yield game(rng, STYLES[at % len(STYLES)], written=written, rich=at % 3 == 0)


@pytest.mark.parametrize("written", [False, True])
def test_most_legal_hands_take_the_fast_road_and_no_hand_ends_otherwise_on_it(written: bool):
    hands = list(games(f"road {written}", 80, written))
    assert sum(map(agrees, hands)) >= (50 if written else 70)
    assert any(agrees(hand) for hand in hands if hand.events[-1].action == HU)
    assert any(agrees(hand) for hand in hands if hand.events[-1].action != HU)


def test_r22_a_hand_that_dies_unwritten_takes_the_fast_road_too():
    rng = Random("dead")
    while True:
        hand = game(rng, "eager", rich=True)
        if any(event.action == DEAD for event in hand.events):
            unwritten = tuple(event for event in hand.events if event.action not in (DEAD, EXHAUSTED))
            assert agrees(replace(hand, events=unwritten))
            assert not agrees(hand)
            break


@pytest.mark.parametrize("rules", [RULES, LOOSE], ids=["dazhuo", "loose"])
@pytest.mark.parametrize("style", STYLES)
def test_no_spoilt_hand_slips_by(style: str, rules: Ruleset):
    rng = Random(f"spoilt {style}")
    for written, rich in ((True, False), (False, True)):
        for _, spoilt in corrupt(game(rng, style, written=written, rich=rich), rng):
            agrees(spoilt, rules)


@pytest.mark.parametrize("code", FAULTS)
def test_a_hand_with_a_fault_that_the_table_played_on_from_is_for_the_referee(code: str):
    rng = Random(f"fault {code}")
    met = 0
    while met < (1 if code == "dead_hand_act" else 3):  # dead hands are rare
        spoilt = faulty_game(rng, code, rich=code in ("discard_kan", "peng_passed", "missed_discard", "dead_hand_act"))
        if spoilt is not None:
            met += 1
            assert walk(spoilt, RULES) is None


def test_a_record_that_breaks_off_takes_the_road_as_far_as_it_goes():
    for hand in games("cut", 12):
        for end in range(len(hand.events)):
            agrees(replace(hand, events=hand.events[:end]))


def test_r1_a_card_too_many_or_unknown_is_for_the_referee():
    for hand in games("deal", 4):
        for seat in range(3):
            cards = hand.hands[seat]
            for kind in (cards[0] + 1, UNKNOWN):
                spoilt = tuple(sorted((kind, *cards[1:])))
                assert walk(replace(hand, hands=(*hand.hands[:seat], spoilt, *hand.hands[seat + 1 :])), RULES) is None
        assert walk(replace(hand, stock=(hand.stock[0], *hand.stock[:-1])), RULES) is None
        assert walk(replace(hand, stock=(UNKNOWN, *hand.stock[1:])), RULES) is None


def test_a_result_that_the_record_counts_otherwise_is_for_the_referee():
    won = next(hand for hand in games("claimed", 400) if (e := walk(hand, RULES)) and e.score)
    end = walk(won, RULES)
    assert end
    assert end.score
    for field in ("xi", "multiplier", "total"):
        right = getattr(end.score, field)
        assert walk(replace(won, claimed=Claimed("hu", **{field: right})), RULES) == end
        wrong = replace(won, claimed=Claimed("hu", **{field: right + 1}))
        assert walk(wrong, RULES) is None
        assert walk(replace(wrong, ruleset="another"), RULES) == end
    assert walk(replace(won, claimed=Claimed("hu", mingtang=())), RULES) is None


def test_what_is_out_of_the_ordinary_is_for_the_referee():
    hand = next(hand for hand in games("plain", 20) if walk(hand, RULES))
    assert walk(replace(hand, dealer=NONE), RULES) is None
    assert walk(replace(hand, stock=hand.stock[:-1]), RULES) is None
    assert walk(replace(hand, meta={"start": 1}), RULES) is None
    for ban in ("broken_kan_locked", "refuse_dead_claim", "no_feeding_tuanyuan"):
        stricter = replace(RULES, switches=replace(RULES.switches, **{ban: True}), hash="")
        assert walk(hand, stricter) is None
    assert walk(game(Random(1), seats=4), RULES) is None


@pytest.mark.parametrize("event", [
    Event(HU, 0), Event(EXHAUSTED, NONE), Event(PASS, 1), Event(REVEAL, NONE, 3), Event(DISCARD, -2, 3),
    Event(WEI, -1, -1),
])  # fmt: skip
def test_an_event_in_the_wrong_place_is_for_the_referee(event: Event):
    for hand in games("place", 3):
        assert walk(replace(hand, events=(event, *hand.events)), RULES) is None
        assert walk(replace(hand, events=(*hand.events[:1], event, *hand.events[1:])), RULES) is None
