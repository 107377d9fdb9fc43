"""Whatever a record says, as long as it is one: it is judged in a moment, never with an exception."""

from __future__ import annotations

import time
from random import Random

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from replay.cards import KINDS, LANGUAGES, NONE, UNKNOWN
from replay.engine import CODES, UNDECIDABLE, RuleViolation, audit, frame_at, message, replay
from replay.engine.words import finding_json
from replay.errors import NotationError
from replay.record import (
    ACTIONS,
    CHI,
    DEAD,
    DISCARD,
    EXHAUSTED,
    HU,
    PASS,
    PENG,
    REVEAL,
    SHOW,
    WEI,
    ZHE,
    Claimed,
    Event,
    HandRecord,
)
from replay.record.notation import parse_record, print_record
from replay.rulesets import load
from tests.engine.hands import hand
from tests.oracle.play import STYLES, game

RULES = [load(name) for name in ("jiben", "dazhuo")]
STRICT = msgspec.structs.replace(
    RULES[1],
    switches=msgspec.structs.replace(
        RULES[1].switches,
        broken_kan_locked=True,
        refuse_dead_claim=True,
        win_on_discard=True,
        no_feeding_tuanyuan=True,
        zhe_freezes=True,
        zhe_reset_by_wei=True,
        forgot_wei_bars_win=False,
    ),
    hash="",
)
rules = st.sampled_from([*RULES, STRICT])

kinds = st.one_of(st.integers(0, 4), st.integers(0, KINDS), st.just(UNKNOWN))


def cards(most: int, least: int = 0) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(kinds, min_size=least, max_size=most).map(lambda k: tuple(sorted(k)))


@st.composite
def records(draw: st.DrawFn) -> HandRecord:
    """Return any record that the grammar allows, whatever it says."""
    seats = draw(st.sampled_from([3, 4]))
    seat = st.integers(0, seats - 1)
    event = st.one_of(
        st.builds(Event, st.sampled_from([DISCARD, REVEAL, WEI, PENG]), seat, kinds),
        st.builds(Event, st.sampled_from([WEI, PENG, CHI]), seat, kinds, cards(2, 2)),
        st.builds(Event, st.sampled_from([HU, DEAD, PASS]), seat, st.one_of(st.just(NONE), kinds), cards(2)),
        st.builds(Event, st.sampled_from([ZHE, SHOW]), seat, st.just(NONE), cards(20)),
        st.builds(Event, st.just(EXHAUSTED), st.integers(NONE, seats - 1)),
    )
    return HandRecord(
        hands=tuple(draw(cards(21)) for _ in range(seats)),
        stock=draw(st.lists(kinds, max_size=24).map(tuple)),
        events=tuple(draw(st.lists(event, max_size=40))),
        dealer=draw(st.integers(NONE, seats - 1)),
        claimed=draw(
            st.one_of(
                st.none(),
                st.builds(
                    Claimed,
                    outcome=st.sampled_from(["", "hu", "exhausted"]),
                    winner=st.one_of(st.none(), st.integers(0, seats - 1)),
                    xi=st.one_of(st.none(), st.integers(-5, 10**6)),
                    total=st.one_of(st.none(), st.integers(-5, 10**6)),
                    mingtang=st.one_of(st.none(), st.just(("dian_hu",))),
                ),
            )
        ),
    )


@st.composite
def mixed(draw: st.DrawFn) -> HandRecord:
    """Return a legal hand whose events were shuffled a little, with events of any kind put in."""
    seed = draw(st.integers(0, 63))
    record = game(Random(seed), STYLES[seed % 4], seats=3 + seed % 2)
    rng = draw(st.randoms(use_true_random=False))
    events = list(record.events)
    for _ in range(draw(st.integers(1, 12))):
        place = rng.randrange(len(events) + 1)
        seat = rng.randrange(record.seats)
        near = events[place - 1].kind if place and rng.random() < 0.7 else rng.randrange(KINDS + 1)
        action = rng.randrange(len(ACTIONS)) if rng.random() < 0.5 else rng.choice([WEI, PENG, CHI, HU])
        near = max(near, 0) if action <= CHI else near if action in (HU, PASS) else NONE
        count = 2 if action == CHI else rng.randrange(5) if action in (ZHE, SHOW) else 0
        pair = tuple(sorted(rng.randrange(KINDS + 1) for _ in range(count)))
        events.insert(place, Event(action, seat, near, pair))
        if rng.random() < 0.3:
            del events[rng.randrange(len(events))]
    return msgspec.structs.replace(record, events=tuple(events))


def check(record: HandRecord, ruleset: object) -> None:
    """Ask everything that can be asked of a record."""
    began = time.process_time()
    told = audit(record, ruleset)  # type: ignore[arg-type]
    assert time.process_time() - began < 2, print_record(record)
    for finding in told.findings:
        assert finding.code in CODES
        assert finding.seat is None or 0 <= finding.seat < record.seats
        assert finding.event is None or 0 <= finding.event < len(record.events)
        assert finding.certainty in ("proved", "assumed", "undecidable")
        for language in LANGUAGES:
            assert message(finding, language)
            assert msgspec.json.encode(finding_json(finding, language))
    places = [-1 if f.event is None else f.event for f in told.findings]
    assert places == sorted(places)
    assert 0 <= told.valid <= len(record.events)
    assert told.outcome in ("hu", "exhausted", "incomplete")
    assert len(told.frames) == len(record.events) + 1
    assert frame_at(record, ruleset, told.valid) == told.frames[told.valid]  # type: ignore[arg-type]
    firm = [f for f in told.findings if f.certainty != UNDECIDABLE]
    if firm:
        with pytest.raises(RuleViolation) as caught:
            replay(record, ruleset)  # type: ignore[arg-type]
        assert str(caught.value)
    else:
        assert replay(record, ruleset).valid == len(record.events)  # type: ignore[arg-type]


@settings(max_examples=400, deadline=None)
@given(records(), rules)
@example(HandRecord(((), (), ()), (), ()), RULES[0])
@example(HandRecord(((), (), (), ()), (), ()), RULES[0])
@example(HandRecord(((UNKNOWN,) * 20, (UNKNOWN,) * 19, (UNKNOWN,) * 19), (UNKNOWN,) * 22, ()), RULES[0])
def test_any_record_is_judged(record: HandRecord, ruleset: object):
    check(record, ruleset)


@settings(max_examples=300, deadline=None)
@given(mixed(), rules)
def test_any_course_of_a_real_hand_is_judged(record: HandRecord, ruleset: object):
    check(record, ruleset)


@settings(max_examples=100, deadline=None)
@given(mixed())
def test_what_is_judged_is_what_is_written(record: HandRecord):
    again = parse_record(print_record(record))
    assert [(f.code, f.seat, f.event) for f in audit(again, RULES[0]).findings] == [
        (f.code, f.seat, f.event) for f in audit(record, RULES[0]).findings
    ]


@pytest.mark.parametrize(
    "claims",
    ["乙吃三一二 丙碰三", "丙碰三 乙胡", "乙吃三一二 丙碰三 乙胡", "乙胡 丙胡", "丙吃三四五 乙偎三", "丙胡 乙偎三"],
)
def test_many_claims_of_one_card_take_no_time(claims: str):
    record = hand(f"甲出九 乙揭三 {' '.join([claims] * 60)}", b="一一一二二二五五五三貳貳壹貳叁肆伍陸捌", c="三三四五")
    began = time.process_time()
    assert audit(record, RULES[0]).findings
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    "events",
    [
        "甲出三 " * 400,
        "甲出三 乙揭九 " * 300,
        "甲偎三 " * 300,
        "甲胡 " * 300,
        "臭 " * 300,
        "甲出三 乙碰三 " * 200,
        "甲死 丙蟄一二三 " * 200,
    ],
)
def test_long_records_take_no_time(events: str):
    record = parse_record(f"偎麻雀/1 起甲:三三一二 起乙:三三? 起丙:??? 底:九九 ｜ {events}")
    began = time.process_time()
    audit(record, STRICT)
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "line", ["莊:丁 起甲:一 起乙:二 起丙:三 底:四 ｜ 丁出一", "起甲:一 起乙:二 起丙:三 底:四 ｜ 丁揭四 甲碰四"]
)
def test_a_seat_that_the_table_has_not_is_refused(line: str):
    with pytest.raises(NotationError, match="unknown_seat"):
        parse_record(f"偎麻雀/1 {line}")
