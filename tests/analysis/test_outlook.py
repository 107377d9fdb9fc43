"""What a seat has before it: held to trying every card, and to what the seat can know."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import importers
from replay.analysis.outlook import NOTHING, Prospect, _waits, of_frames, outlook
from replay.analysis.views import TABLE, seen
from replay.cards import COPIES, KINDS, UNKNOWN, parse_cards
from replay.engine import Frame, audit, frames
from replay.melds import waits
from replay.melds.distance import NEVER
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, HandRecord
from replay.rulesets import load
from replay.scoring import Win, best
from tests.analysis.test_xi import laid
from tests.engine.hands import hand
from tests.oracle.play import STYLES, game
from tests.web.samples import CLEAN, FAULTS, OWN

RULES = load("dazhuo")
SEEDS = range(48)


@cache
def made_up(seed: int) -> HandRecord:
    return game(Random(seed), STYLES[seed % 4], seats=3 + seed % 2, rich=seed % 3 == 0)


@cache
def looked(seed: int) -> tuple[tuple[Frame, ...], tuple[tuple[Prospect, ...], ...]]:
    record = made_up(seed)
    shown = tuple(frames(record, RULES))
    return shown, of_frames(shown, record.events, RULES)


def playing(frame: Frame) -> list[int]:
    return [seat for seat in range(len(frame.hands)) if seat != frame.shouxing]


def at_rest(frame: Frame, seat: int) -> bool:
    return len(frame.hands[seat]) % 3 == 1 and not frame.dead[seat] and not frame.barred[seat]


def test_there_is_one_prospect_a_seat_and_frame_and_none_for_the_shouxing() -> None:
    for seed in SEEDS:
        record, (shown, lines) = made_up(seed), looked(seed)
        assert [len(line) for line in lines] == [len(record.events) + 1] * record.seats
        for frame in shown:
            for seat, line in enumerate(lines):
                assert (line[frame.index] == NOTHING) is (seat == frame.shouxing)


def test_ready_is_what_some_card_outside_completes() -> None:
    ready = 0
    for seed in SEEDS:
        shown, lines = looked(seed)
        for frame in shown:
            for seat in playing(frame):
                if not at_rest(frame, seat) or frame.winner == seat:
                    continue
                counts = [frame.hands[seat].count(kind) for kind in range(KINDS)]
                table = [kind for group in frame.laid[seat] for kind in group.cards]
                some = [kind for kind in waits(counts) if counts[kind] + table.count(kind) < COPIES]
                assert (lines[seat][frame.index].distance == 0) is bool(some)
                ready += bool(some)
    assert ready > 200


def test_r28_the_hu_kinds_are_those_that_win() -> None:
    found = 0
    for seed in SEEDS:
        shown, lines = looked(seed)
        for frame in shown:
            for seat in playing(frame):
                told = lines[seat][frame.index]
                if not at_rest(frame, seat):
                    continue
                counts = [frame.hands[seat].count(kind) for kind in range(KINDS)]
                laid = frame.laid[seat]
                own = [*frame.hands[seat], *(kind for group in laid for kind in group.cards)]
                left = [kind for kind in range(KINDS) if own.count(kind) < COPIES]
                winning = [kind for kind in left if best(Win(laid, counts, kind), RULES)]
                assert told.waits == tuple(winning)
                found += bool(winning)
                assert told.own_waits is not None
                assert set(told.own_waits) <= set(winning) | {kind for kind in left if counts[kind] > 1}
                assert {kind for kind in winning if counts[kind] < 2} <= set(told.own_waits)
                if winning:
                    assert told.distance == (-1 if frame.winner == seat else 0)
    assert found > 40


def known_to(record: HandRecord, frame: Frame, seat: int) -> list[int]:
    """Return what the seat has seen by now, from the events: its own cards, and all that lay open before everybody."""
    cards = list(record.hands[seat])
    events = record.events[: frame.index]
    for index, event in enumerate(events):
        if event.seat == seat:
            cards += [event.kind] if event.action == REVEAL else []
            continue
        if event.action == DISCARD:
            cards.append(event.kind)
        elif event.action == REVEAL:
            after = record.events[index + 1] if index + 1 < len(record.events) else None
            secret = after is not None and after.action == WEI and after.seat == event.seat
            cards += [] if secret else [event.kind]
        elif event.action == PENG:
            cards += [event.kind] * 2
        elif event.action == CHI:
            cards += event.cards
    return cards


def test_live_counts_are_what_is_left_when_all_that_is_seen_is_taken_away() -> None:
    some = 0
    for seed in SEEDS:
        shown, lines = looked(seed)
        for frame in shown:
            for seat in playing(frame):
                told = lines[seat][frame.index]
                if told.live is None or not at_rest(frame, seat):
                    continue
                assert told.waits is not None
                assert told.own_waits is not None
                visible = known_to(made_up(seed), frame, seat)
                kinds = {*told.waits, *told.own_waits}
                assert told.live == sum(COPIES - visible.count(kind) for kind in kinds)
                some += told.live > 0
    assert some > 40


def test_r11_distance_falls_by_one_a_claim_at_most_and_never_by_itself() -> None:
    nearer = 0
    for seed in SEEDS:
        shown, lines = looked(seed)
        for seat in playing(shown[0]):
            before = None
            for frame in shown:
                told = lines[seat][frame.index].distance
                if not at_rest(frame, seat) or frame.winner == seat or told is None:
                    continue
                if before is not None:
                    size, last = before
                    claims = (size - len(frame.hands[seat])) // 3
                    assert told >= last - claims
                    assert claims or told == last
                    nearer += told < last
                before = len(frame.hands[seat]), told
    assert nearer > 100


def test_a_win_is_at_minus_one_and_within_what_could_be_reached_from_the_deal_on() -> None:
    wins = 0
    for seed in range(150):
        record = made_up(seed)
        replay = audit(record, RULES)
        if replay.winner is None or replay.score is None:
            continue
        wins += 1
        line = of_frames(replay.frames, record.events, RULES)[replay.winner]
        assert line[-1].distance == -1
        if replay.score.reading is not None:
            assert all(told.reachable is not None and told.reachable >= replay.score.xi for told in line)
    assert wins > 10


def test_what_can_be_reached_never_grows() -> None:
    fallen = 0
    for seed in SEEDS:
        shown, lines = looked(seed)
        for seat in playing(shown[0]):
            bounds = [told.reachable for told in lines[seat]]
            assert None not in bounds
            assert bounds == sorted(bounds, key=lambda bound: -bound)  # type: ignore[operator]
            fallen += bounds[0] != bounds[-1]
    assert fallen > 50


def test_a_seat_is_told_the_same_from_what_it_knows() -> None:
    rng, told = Random(3), 0
    for _ in range(300):
        seed = rng.choice(SEEDS)
        record, (shown, lines) = made_up(seed), looked(seed)
        seat = rng.choice(playing(shown[0]))
        upto = rng.randrange(len(record.events) + 1)
        mask = seen(record, RULES, str(seat), upto)
        masked = outlook(mask, RULES)
        assert masked[seat][: upto + 1] == lines[seat][: upto + 1]
        for other in playing(shown[0]):
            if other != seat and not any(event.action == HU for event in mask.events):
                assert set(masked[other]) == {NOTHING}
        told += upto > 20
    assert told > 100


def test_who_saw_only_the_table_is_told_nothing() -> None:
    record = made_up(0)
    mask = seen(record, RULES, TABLE, 10)
    assert all(set(line) == {NOTHING} for line in outlook(mask, RULES))


def test_r13_a_wei_of_another_seat_is_not_seen() -> None:
    """乙 waits for 三, three of which 丙 lays as a 偎, face down: for 乙 all four of them may still come."""
    events = "甲出九 乙揭玖 丙揭三 丙偎三 丙出拾"
    waiting = "二四五五五六六六七七七八八八柒捌玖拾拾"
    for between in ("", " 甲過"):
        line = outlook(hand(events.replace(" 丙偎", f"{between} 丙偎"), b=waiting, c="三三拾", a="九"), RULES)[1]
        assert {(told.waits, told.live) for told in line[2:]} == {((2,), 4)}
    opened = outlook(hand("甲出九 乙揭玖 丙揭三 甲碰三 甲出拾", b=waiting, a="三三九拾"), RULES)[1]
    assert [told.live for told in opened[2:]] == [4, 3, 1, 1]


def test_r22_a_dead_hand_has_nothing_before_it() -> None:
    dead = 0
    for seed in range(150):
        record = made_up(seed)
        shown = tuple(frames(record, RULES))
        if not any(any(frame.dead) for frame in shown):
            continue
        lines = of_frames(shown, record.events, RULES)
        for frame in shown:
            for seat in [seat for seat in playing(frame) if frame.dead[seat]]:
                assert lines[seat][frame.index] == Prospect(NEVER, (), (), 0, 0)
                dead += 1
    assert dead


def test_r23_a_forgotten_wei_bars_the_win_only_where_the_ruleset_says_so() -> None:
    record = hand("甲出九 乙揭三 丙揭玖", b="三三")
    assert outlook(record, RULES)[1][3] == Prospect(NEVER, (), (), 0, 0)
    assert outlook(record, RULES)[1][2] != Prospect(NEVER, (), (), 0, 0)


def test_r7_with_two_in_hand_ones_own_card_is_weied_first() -> None:
    """一二 and 三三 as the 麻雀 wait for 三: another's completes the run, one's own must be 偎'd and wins nothing."""
    groups = laid("偎七", "偎十", "偎貳", "偎柒", "偎拾")
    cards = parse_cards("一二三三")
    counts = [cards.count(kind) for kind in range(KINDS)]
    assert _waits(counts, groups, RULES) == ((2,), ())
    pairs = parse_cards("三三五五")
    counts = [pairs.count(kind) for kind in range(KINDS)]
    assert _waits(counts, groups, RULES) == ((2, 4), (2, 4))


def test_r9_a_complete_hand_that_owes_a_discard_has_not_won() -> None:
    cards = "三三五五五六六六七七七八八八柒捌玖拾拾"
    assert outlook(hand("甲出三 乙碰三", b=cards, a="三"), RULES)[1][2].distance == 0
    assert outlook(hand("甲出九 乙揭三 乙偎三", b=cards, a="九"), RULES)[1][3].distance == -1


def test_r12_with_the_stock_empty_nothing_can_be_reached_any_more() -> None:
    ended = 0
    for seed in SEEDS:
        shown, lines = looked(seed)
        last = shown[-1]
        if last.winner is None and not last.stock_left:
            ended += 1
            for seat in playing(last):
                if len(last.hands[seat]) % 3 == 1:
                    assert lines[seat][-1].reachable == 0
    assert ended > 10


def test_r28_a_wait_short_of_the_threshold_is_no_wait() -> None:
    counts = [int(kind == 0) for kind in range(KINDS)]
    assert _waits(counts, laid("吃二三四", "吃三四五", "吃四五六", "吃壹貳叁", "碰九", "碰捌"), RULES) == ((), ())
    assert _waits(counts, laid("吃二三四", "吃三四五", "吃四五六", "碰貳", "偎十", "碰柒"), RULES) == ((0,), (0,))


@pytest.mark.parametrize("path", [CLEAN, FAULTS, OWN], ids=lambda path: path.name)
def test_any_record_gets_its_numbers(path) -> None:  # type: ignore[no-untyped-def]
    for entry in importers.read(path.read_bytes()):
        lines = outlook(entry.record, RULES)
        assert {len(line) for line in lines} == {len(entry.record.events) + 1}
        for line in lines:
            for told in line:
                assert told.distance is None or -1 <= told.distance <= NEVER
                assert told.live is None or told.live >= 0


def test_hidden_hands_stay_hidden_and_unknown_cards_do_no_harm() -> None:
    record = made_up(1)
    masked = HandRecord(
        hands=tuple((UNKNOWN,) * len(cards) for cards in record.hands),
        stock=(UNKNOWN,) * len(record.stock),
        events=record.events,
        dealer=record.dealer,
    )
    lines = outlook(masked, RULES)
    assert all(line[0] == NOTHING for line in lines)
