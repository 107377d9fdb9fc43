"""The table at any moment is the same whatever the route to it, keeps every card, and shows how far a record is legal."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.cards import NONE, OTHER_SIZE, STOCK_SIZE
from replay.engine import ASSUMED, PROVED, Frame, Replay, RuleViolation, audit, frame_at, frames, replay
from replay.engine.codes import CODES
from replay.record import CHI, DEAD, DISCARD, HU, PENG, REVEAL, WEI, HandRecord
from replay.record.notation import print_record
from replay.rulesets import load
from tests.engine.hands import change, hand, hide
from tests.oracle.play import STYLES, corrupt, game
from tests.oracle.story import Story

RULES = load("jiben")
GAMES = range(24)


@cache
def made_up(seed: int) -> HandRecord:
    return game(Random(seed), STYLES[seed % 4], seats=3 + seed % 2, written=seed % 3 > 0, rich=seed % 5 == 0)


@cache
def records(seed: int) -> tuple[HandRecord, ...]:
    """Return a legal hand and every hand with one fault made from it."""
    legal = made_up(seed)
    return (legal, *[record for _, record in corrupt(legal, Random(seed))])


def cards_of(frame: Frame) -> list[int]:
    """Return every card that lies anywhere but in the stock."""
    laid = [kind for seat in frame.laid for sentence in seat for kind in sentence.cards]
    piles = [card.kind for pile in frame.piles for card in pile]
    pending = [frame.pending.kind] if frame.pending else []
    return [kind for cards in frame.hands for kind in cards] + laid + piles + pending


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_step_is_jump_is_back(seed: int, which: int, rng: Random):
    record = records(seed)[which % len(records(seed))]
    walked = tuple(frames(record, RULES))
    told = audit(record, RULES)
    assert told.frames == walked
    assert [frame.index for frame in walked] == list(range(len(record.events) + 1))
    route = rng.sample(range(len(walked)), min(6, len(walked)))
    for index in (*route, *reversed(route)):  # forth and back, in any order
        assert frame_at(record, RULES, index) == walked[index]
    assert tuple(frames(record, RULES)) == walked


@pytest.mark.parametrize("index", [-1, 3])
def test_there_is_no_frame_outside_the_record(index: int):
    with pytest.raises(IndexError):
        frame_at(hand("甲出三 乙揭九"), RULES, index)


@pytest.mark.parametrize("seed", GAMES)
def test_every_card_is_somewhere_in_every_frame(seed: int):
    record = made_up(seed)
    deck = sorted(kind for kind in range(20) for _ in range(4))
    for frame in frames(record, RULES):
        stock = record.stock[STOCK_SIZE - frame.stock_left :]
        assert sorted([*cards_of(frame), *stock]) == deck, print_record(record)


@pytest.mark.parametrize("seed", GAMES)
def test_frames_tell_what_the_second_referee_tells(seed: int):
    record = made_up(seed)
    story = Story(record)
    for frame, event in zip(frames(record, RULES), [*record.events, None], strict=True):
        now = story.situation()
        assert [sorted(story.hand(seat)) for seat in range(record.seats)] == [list(cards) for cards in frame.hands]
        assert [[m.cards for m in laid] for laid in frame.laid] == [
            [cards for _, cards in story.laid(seat)] for seat in range(record.seats)
        ]
        assert frame.stock_left == STOCK_SIZE - story.turned()
        assert {seat for seat, dead in enumerate(frame.dead) if dead} == story.dead()
        card = frame.pending
        if now.over:
            assert (frame.turn, frame.phase) == (NONE, "over")
        elif now.card is not None:
            assert card is not None
            assert (card.kind, card.seat, card.revealed) == now.card[:3]
            assert frame.turn == now.turn
        else:
            assert frame.turn == (now.turn if now.discarder == NONE else now.discarder)
        if event is not None:
            story = story.then(event)


@pytest.mark.parametrize("seed", GAMES)
def test_r11_hands_shrink_by_three_a_claim(seed: int):
    record = made_up(seed)
    for frame, event in zip(list(frames(record, RULES))[1:], record.events, strict=True):
        for seat, cards in enumerate(frame.hands):
            if seat == frame.shouxing or event.action in (HU, DEAD):
                continue
            due = frame.turn == seat and frame.phase in ("discard", "after_wei")
            late = any(frame.dead) and frame.dead[seat]  # a dead hand keeps its undiscarded card
            assert len(cards) == OTHER_SIZE - 3 * len(frame.laid[seat]) + (due or late), print_record(record)


def test_first_and_last_frame_of_a_small_hand():
    record = hand("甲出三 乙揭八 丙碰八 丙出九", a="三", c="八八九")
    first, *_, last = frames(record, RULES)
    assert (first.dealer, first.shouxing, first.turn, first.phase, first.stock_left) == (0, NONE, 0, "deal", 22)
    assert first.hands == record.hands
    assert first.laid == ((), (), ())
    assert first.pending is None
    assert [(card.kind, card.revealed, card.event) for card in last.piles[0]] == [(2, False, 0)]
    assert last.piles[1:] == ((), ())
    assert [(m.claim, m.kind, m.cards, m.own, m.event) for m in last.laid[2]] == [(PENG, 7, (7, 7, 7), False, 2)]
    assert last.pending is not None
    assert (last.pending.kind, last.pending.seat, last.pending.revealed, last.pending.event) == (8, 2, False, 3)
    assert (last.turn, last.phase, last.stock_left, last.winner) == (0, "card", 21, None)


def test_laid_sentences_tell_whose_card_they_took():
    record = hand("甲出三 乙吃三一二 乙出九 丙揭四 丙偎四 丙出八 甲揭六 甲吃六七八", c="四四八")
    last = list(frames(record, RULES))[-1]
    assert [[(m.claim, m.kind, m.own) for m in laid] for laid in last.laid] == [
        [(CHI, 5, True)],
        [(CHI, 2, False)],
        [(WEI, 3, True)],
    ]


def test_dead_barred_and_winner_show():
    record = hand("甲出九 乙揭捌 丙揭肆 乙胡", b="一一一三三三五五五九九九壹貳叁伍陸捌捌")
    shown = list(frames(record, RULES))
    assert [frame.barred for frame in shown[2:4]] == [(False,) * 3, (False, True, False)]
    assert (shown[-1].winner, shown[-1].phase, shown[-1].turn) == (1, "over", NONE)
    kans = hand("甲出一 乙碰一 乙出九 丙揭三 乙碰三 乙死 丙揭捌", b="一一一三三三五五五壹壹壹叁叁叁伍伍伍九")
    assert [frame.dead[1] for frame in frames(kans, RULES)] == [False] * 6 + [True] * 2


@pytest.mark.parametrize("seed", GAMES)
def test_replay_passes_what_audit_passes(seed: int):
    record = made_up(seed)
    told = replay(record, RULES)
    assert told.valid == len(record.events)
    assert told.findings == ()
    assert told.frames == audit(record, RULES).frames


def firm(told: Replay) -> list[tuple[str, int | None, int | None]]:
    return [(f.code, f.seat, f.event) for f in told.findings if f.certainty in (PROVED, ASSUMED)]


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000))
def test_replay_stops_at_a_violation_that_audit_finds(seed: int, which: int):
    record = records(seed)[which % len(records(seed))]
    told = audit(record, RULES)
    found = firm(told)
    assert told.valid == min([len(record.events), *[event or 0 for _, _, event in found]])
    if not found:
        assert replay(record, RULES).findings == told.findings
        return
    with pytest.raises(RuleViolation) as caught:
        replay(record, RULES)
    finding = caught.value.finding
    assert (finding.code, finding.seat, finding.event) in found
    assert (finding.event or 0) == told.valid
    text = str(caught.value)
    place = "the deal" if finding.event is None else f"event {finding.event}"
    assert place in text
    assert f"[{finding.code}]" in text
    assert f"({CODES[finding.code].rule})" in text
    assert "?" not in text


def test_replay_raises_at_the_first_violation():
    record = hand("甲出三 乙吃三壹貳 乙出九 丙揭四 丙偎四")
    with pytest.raises(RuleViolation, match=r"event 1: B took 三 with 壹貳.*\(R15\).*\[chi_not_a_run\]") as caught:
        replay(record, RULES)
    assert caught.value.finding == audit(record, RULES).findings[0]
    assert audit(record, RULES).valid == 1


def test_replay_of_a_false_deal_names_the_deal():
    with pytest.raises(RuleViolation, match=r"^the deal: .*\(R1\).*\[card_count\]"):
        replay(change(hand(), "a -一+二"), RULES)


def test_undecidable_findings_do_not_stop_a_replay():
    record = hide(hand("甲出三 乙揭八", a="八八"), "b", "c", "stock")
    assert replay(record, RULES).valid == 2
    assert {f.code for f in replay(record, RULES).findings} == {"card_count", "stock_order"}
    assert tuple(event.action for event in record.events) == (DISCARD, REVEAL)
