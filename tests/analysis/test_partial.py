"""Records cut down from full ones: what is inferred is so, what is decided is decided the same way, the rest is named."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from replay.analysis.partial import cost, cost_text, known
from replay.analysis.trial import firm
from replay.cards import KINDS, NONE, UNKNOWN
from replay.engine import CODES, UNDECIDABLE, Replay, audit, frame_at, frames, start
from replay.engine.words import LANGUAGES
from replay.errors import NotationError
from replay.record import (
    CHI,
    DEAD,
    HU,
    PASS,
    PENG,
    SHOW,
    WEI,
    Claimed,
    Event,
    HandRecord,
    parse_record,
    print_record,
)
from replay.record.middle import Middle, at_the_deal, in_the_middle, middle_of
from replay.rulesets import load
from tests.engine.hands import hand, hide
from tests.engine.test_hidden import possible
from tests.oracle.play import FAULTS, STYLES, corrupt, faulty_game, game

RULES = load("jiben")
Key = tuple[str, int | None, int | None]
# seats whose hands stay known, and whether the stock does
VIEWS = {"one seat": ((0,), False), "two seats": ((0, 1), False), "table only": ((), False), "stock": ((1,), True)}


@cache
def legal(seed: int) -> HandRecord:
    return game(Random(seed), STYLES[seed % 4], seats=3 + seed % 2, rich=seed % 5 == 0, written=seed % 3 > 0)


def reduced(record: HandRecord, view: str) -> HandRecord:
    """Return what such an onlooker could have written down."""
    seats, stock = VIEWS[view]
    hands = tuple(cards if seat in seats else (UNKNOWN,) * len(cards) for seat, cards in enumerate(record.hands))
    return replace(record, hands=hands, stock=record.stock if stock else (UNKNOWN,) * len(record.stock))


def sure(replay: Replay) -> dict[Key, None]:
    return {(f.code, f.seat, f.event): None for f in firm(list(replay.findings))}


def faulty() -> Iterator[HandRecord]:
    """Yield hands with one fault each that the table played on from."""
    for seed in range(12):
        for code in FAULTS:
            record = faulty_game(Random(seed), code, STYLES[seed % 4], rich=seed % 3 == 0)
            if record is not None:
                yield record


def spoilt() -> Iterator[HandRecord]:
    """Yield single-event corruptions in which every card played was dealt."""
    for seed in range(4):
        rng = Random(seed)
        for _, record in corrupt(legal(seed), rng):
            if rng.random() < 0.15 and possible(record):
                yield record


# ---------------------------------------------------------------- inference


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("seed", range(8))
def test_what_is_inferred_is_what_was_there(view: str, seed: int) -> None:
    full = legal(seed)
    record = reduced(full, view)
    for ours, theirs in zip(frames(record, RULES), frames(full, RULES), strict=True):
        for mine, real in zip(ours.hands, theirs.hands, strict=True):
            assert len(mine) == len(real)
            assert all(mine.count(kind) <= real.count(kind) for kind in range(KINDS))
        assert (ours.laid, ours.piles, ours.turn, ours.phase, ours.stock_left) == (
            theirs.laid, theirs.piles, theirs.turn, theirs.phase, theirs.stock_left,
        )  # fmt: skip
    told, whole = audit(record, RULES), audit(full, RULES)
    assert (told.outcome, told.winner, told.dealer) == (whole.outcome, whole.winner, whole.dealer)
    assert told.score in (None, whole.score)


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_shown_at_the_end_is_known_from_the_deal_on(seed: int) -> None:
    full = legal(seed)
    seat = next(s for s, cards in enumerate(full.hands) if cards)
    rest = frame_at(full, RULES, len(full.events)).hands[seat]
    shown = replace(full, events=(*full.events, Event(SHOW, seat, NONE, rest)))
    table = start(reduced(shown, "table only"), RULES)
    assert table.hands[seat] == start(full, RULES).hands[seat]
    assert known(audit(reduced(shown, "table only"), RULES)).inferred[seat] == len(full.hands[seat])


def test_the_last_unknown_hand_is_the_rest_of_the_deck_even_if_another_followed_from_play() -> None:
    full = legal(1)
    seats = [s for s, cards in enumerate(full.hands) if cards]
    rest = frame_at(full, RULES, len(full.events)).hands[seats[0]]
    shown = replace(full, events=(*full.events, Event(SHOW, seats[0], NONE, rest)))
    hidden = hide(shown, *["abcd"[s] for s in seats[:2]])
    assert start(hidden, RULES).hands == start(full, RULES).hands


# ---------------------------------------------------------------- judgements and what they cost


@pytest.mark.parametrize("view", VIEWS)
def test_a_fault_is_judged_as_with_all_cards_or_named_as_lost(view: str) -> None:
    lost = kept = 0
    for record in (*faulty(), *spoilt()):
        whole, told = sure(audit(record, RULES)), audit(reduced(record, view), RULES)
        decided, named = sure(told), {(c.code, c.seat) for c in cost(told)}
        assert set(decided) <= set(whole), print_record(record)
        first = next(iter(whole), None)
        if first is not None and first not in decided:
            assert (first[0], first[1]) in named or (first[0], None) in named, (first, print_record(record))
            lost += 1
        kept += len(decided)
    assert kept
    assert lost or view == "stock"


def test_a_full_record_costs_nothing() -> None:
    for seed in range(4):
        replay = audit(legal(seed), RULES)
        assert cost(replay) == ()
        assert known(replay).complete


def test_cost_names_rule_seat_and_events() -> None:
    record = hide(hand("甲出九 乙揭三 丙揭八 甲揭五 丙碰五", a="-五三", b="-三", c="五五-八"), "b", "c", "stock")
    costs = {(c.code, c.seat): c for c in cost(audit(record, RULES))}
    assert costs["forgot_wei", 1].rule == "R7, R23"
    assert costs["forgot_wei", 1].events == (1,)
    assert costs["peng_without_pair", 2].events == (4,)
    assert ("card_not_in_hand", 0) not in costs
    assert ("card_count", None) in costs
    assert ("stock_order", None) in costs


WAITING = "一一一三三三五五五九九九壹貳叁伍陸捌捌"


def test_a_win_from_a_hidden_hand_costs_its_worth() -> None:
    record = replace(hand("甲出捌 乙揭肆 丙胡", c=WAITING, b="-肆"), claimed=Claimed(outcome="hu", xi=12))
    costs = {(c.code, c.seat): c.events for c in cost(audit(hide(record, "b", "c", "stock"), RULES))}
    for code in ("hu_incomplete", "hu_short_xi", "wrong_score"):
        assert costs[code, 2] == (2,)
    assert cost(audit(record, RULES)) == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_costs_can_be_said(lang: str) -> None:
    for view in VIEWS:
        for each in cost(audit(reduced(legal(2), view), RULES)):
            text = cost_text(each, lang)
            assert CODES[each.code].names[LANGUAGES.index(lang)] in text
            assert each.rule in text


# ---------------------------------------------------------------- a log that starts in the middle


def cut(record: HandRecord, at: int) -> HandRecord | None:
    """Return the record whose log starts at event ``at``, with what came before; None where that cannot be said."""
    frame = frame_at(record, RULES, at)
    before = [event for event in record.events[:at] if event.action != PASS]
    if not before or any(event.action in (DEAD, HU) for event in before) or any(frame.dead):
        return None
    if frame.phase == "card":
        middle = Middle(tuple(before[:-1]), frame.stock_left, NONE, before[-1])
    elif frame.phase in ("discard", "after_wei"):
        middle = Middle(tuple(before), frame.stock_left, frame.turn)
    else:
        return None
    return in_the_middle(replace(record, events=record.events[at:]), middle)


@pytest.mark.parametrize("seed", range(8))
def test_the_table_in_the_middle_is_the_table_there(seed: int) -> None:
    full, tried = legal(seed), 0
    for at in range(1, len(full.events), 3):
        record = cut(full, at)
        if record is None:
            continue
        tried += 1
        assert parse_record(print_record(record)) == record
        assert sure(audit(record, RULES)) == {}
        for ours, theirs in zip(frames(record, RULES), list(frames(full, RULES))[at:], strict=True):
            assert ours.hands == theirs.hands
            assert (ours.turn, ours.phase, ours.stock_left) == (theirs.turn, theirs.phase, theirs.stock_left)
            for mine, real in zip(ours.laid, theirs.laid, strict=True):
                assert [(s.claim, s.kind, s.cards, s.own) for s in mine] == [
                    (s.claim, s.kind, s.cards, s.own) for s in real
                ]
            for pile, other in zip(ours.piles, theirs.piles, strict=True):
                assert [card.kind for card in pile] == [card.kind for card in other]
    assert tried


def test_faults_after_the_start_are_found_as_in_the_whole_log() -> None:
    tried = 0
    for record in faulty():
        whole = [(c, s, NONE if e is None else e) for c, s, e in sure(audit(record, RULES))]
        first = min((event for _, _, event in whole), default=0)
        for at in {first // 2, max(0, first - 3), first + 1}:
            part = cut(record, at)
            # the card that lies there at the start may still have to be 偎'd; an older 忘偎 the log cannot show
            still = {(c, s, e) for c, s, e in whole if e >= at or (c == "forgot_wei" and e == at - 1)}
            if part is None or any(c == "forgot_wei" for c, _, _ in set(whole) - still):
                continue
            tried += 1
            assert set(sure(audit(part, RULES))) == {(c, s, max(0, e - at)) for c, s, e in still}, print_record(part)
    assert tried > 20


@pytest.mark.parametrize("view", VIEWS)
def test_a_middle_with_unknown_cards_contradicts_nothing(view: str) -> None:
    tried = 0
    for seed in range(4):
        full = legal(seed)
        for at in range(2, len(full.events), 5):
            part = cut(full, at)
            if part is None:
                continue
            tried += 1
            record = reduced(part, view)
            assert sure(audit(record, RULES)) == {}, print_record(record)
            for mine, real in zip(frame_at(record, RULES, 0).hands, frame_at(full, RULES, at).hands, strict=True):
                assert len(mine) == len(real)
                assert all(mine.count(kind) <= real.count(kind) for kind in range(KINDS))
    assert tried


def test_the_deal_is_worked_out_from_the_hands_at_the_start() -> None:
    full = legal(1)
    at = next(i for i in range(9, len(full.events)) if cut(full, i) is not None)
    part = cut(full, at)
    assert part is not None
    middle = middle_of(part)
    assert middle is not None
    seat = next(s for s, cards in enumerate(full.hands) if cards)
    now = frame_at(full, RULES, at).hands
    hands, stock = at_the_deal([now[seat] if s == seat else () for s in range(full.seats)], middle, full.dealer)
    assert hands[seat] == full.hands[seat]
    assert [len(cards) for cards in hands] == [len(cards) for cards in full.hands]
    record = replace(part, hands=hands, stock=stock)
    assert frame_at(record, RULES, 0).hands[seat] == now[seat]
    assert sure(audit(record, RULES)) == {}


def test_what_the_earlier_part_hides_is_undecidable_and_costs() -> None:
    part = cut(legal(1), 12) or cut(legal(1), 13)
    assert part is not None
    replay = audit(part, RULES)
    assert {f.code for f in replay.findings if f.certainty == UNDECIDABLE} >= {"forgot_wei", "hu_barred"}
    assert ("forgot_wei", None) in {(c.code, c.seat) for c in cost(replay)}
    assert known(replay).middle
    assert not known(replay).complete


def test_a_claim_from_nowhere_is_laid_and_its_card_seen() -> None:
    record = hand("甲出九", a="九")
    middle = Middle((Event(PENG, 1, 2), Event(CHI, 2, 5, (6, 7)), Event(WEI, 0, 11)), 18, 0)
    hands, stock = at_the_deal([(), (), ()], middle, 0)
    record = in_the_middle(replace(record, hands=hands, stock=stock), middle)
    table = start(record, RULES)
    assert [len(laid) for laid in table.laid] == [1, 1, 1]
    assert table.free[2] == 1
    assert table.free[5] == 3
    assert table.free[11] == 1
    assert table.turn == 0
    assert sure(audit(record, RULES)) == {}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("甲出九", "bad_value"),
        ({"left": 15}, "contradictory"),
        ({"left": 15, "turn": "甲", "lying": "甲出九"}, "contradictory"),
        ({"left": 23, "turn": "甲"}, "bad_value"),
        ({"left": True, "turn": "甲"}, "bad_value"),
        ({"left": 15, "turn": "丁"}, "unknown_seat"),
        ({"left": 15, "turn": 1}, "unknown_seat"),
        ({"left": 15, "lying": "甲碰九"}, "bad_value"),
        ({"left": 15, "lying": 3}, "bad_value"),
        ({"left": 15, "turn": "甲", "before": "甲出龍"}, "unknown_card"),
        ({"left": 15, "turn": "甲", "before": "丁出九"}, "unknown_seat"),
        ({"left": 15, "turn": "甲", "before": "甲胡"}, "bad_value"),
        ({"left": 15, "turn": "甲", "before": ["甲出九"]}, "bad_value"),
        ({"left": 15, "turn": "甲", "more": 1}, "bad_value"),
    ],
)
def test_an_unreadable_middle_is_an_error_and_never_fails(data: object, code: str) -> None:
    record = replace(hand("甲出九 乙揭三", a="九", b="-三"), meta={"start": data})
    with pytest.raises(NotationError) as caught:
        middle_of(record)
    assert caught.value.code == code
    assert caught.value.place.path == "meta.start"
    assert ("out_of_turn", None) in {(f.code, f.seat) for f in audit(record, RULES).findings}


def test_a_log_from_the_deal_has_no_middle() -> None:
    assert middle_of(legal(0)) is None
