"""Masked views leak nothing: what a seat is shown does not change when all it cannot know is dealt anew."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from replay.analysis.views import OPEN, TABLE, seen, viewers
from replay.cards import COPIES, KINDS, UNKNOWN
from replay.engine import audit
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, SHOW, WEI, Claimed, Event, HandRecord
from replay.rulesets import load
from tests.engine.hands import hand
from tests.oracle.play import game

RULES = load("dazhuo")


@cache
def made_up(seed: int) -> HandRecord:
    return game(Random(seed), seats=3 + seed % 2)


def spent(event: Event) -> list[int]:
    """Return the cards that leave a hand by the event."""
    if event.action == DISCARD:
        return [event.kind]
    if event.action in (PENG, WEI):
        return [event.kind] * 2
    return list(event.cards) if event.action == CHI else []


def dealt_anew(record: HandRecord, view: str, upto: int, rng: Random) -> HandRecord:
    """Return a record that looks the same in the view after ``upto`` events, everything else being dealt anew."""
    mask = seen(record, RULES, view, upto)
    events = list(record.events[: upto + 1])
    open_seats = {seat for seat, cards in enumerate(mask.hands) if UNKNOWN not in cards}
    open_seats |= {event.seat for event in mask.events if event.action in (HU, SHOW)}
    hands = [Counter(record.hands[seat]) if seat in open_seats else Counter() for seat in range(record.seats)]
    stock = list(mask.stock)
    for event in mask.events[:upto]:
        if event.seat not in open_seats and event.kind != UNKNOWN:
            hands[event.seat].update(spent(event))
    pool = Counter(dict.fromkeys(range(KINDS), COPIES))
    pool.subtract(Counter(kind for kind in stock if kind != UNKNOWN))
    for cards in hands:
        pool.subtract(cards)
    hide_weis(mask, events, hands, stock, pool, rng)
    rest = list(pool.elements())
    rng.shuffle(rest)
    for seat, cards in enumerate(hands):
        cards.update(rest.pop() for _ in range(len(record.hands[seat]) - cards.total()))
    stock = [rest.pop() if kind == UNKNOWN else kind for kind in stock]
    return replace(
        record,
        hands=tuple(tuple(sorted(cards.elements())) for cards in hands),
        stock=tuple(stock),
        events=tuple(replace(event, remark=str(rng.random())) for event in events),
        claimed=Claimed("hu", rng.randrange(3), rng.randrange(30)),
        meta={"secret": rng.random()},
    )


def hide_weis(
    mask: HandRecord, events: list[Event], hands: list[Counter[int]], stock: list[int], pool: Counter[int], rng: Random
) -> None:
    """Choose other kinds for the face-down 偎 of others, and put in their cards."""
    drawn = -1
    for index, event in enumerate(mask.events[: len(events)]):
        drawn += event.action == REVEAL
        if event.action != REVEAL or event.kind != UNKNOWN:
            continue
        kind = rng.choice([kind for kind in range(KINDS) if pool[kind] >= 3])
        stock[drawn] = kind
        hands[event.seat][kind] += 2
        pool[kind] -= 3
        events[index] = replace(events[index], kind=kind)
        wei = next(i for i in range(index + 1, len(events)) if events[i].action == WEI)
        events[wei] = replace(events[wei], kind=kind)


def test_a_view_is_the_same_when_all_it_cannot_know_is_dealt_anew() -> None:
    rng, told = Random(5), 0
    for _ in range(1000):
        record = made_up(rng.randrange(40))
        view = rng.choice([v for v in viewers(record) if v != OPEN])
        upto = rng.randrange(len(record.events) + 1)
        other = dealt_anew(record, view, upto, rng)
        told += other.hands != record.hands
        assert seen(other, RULES, view, upto) == seen(record, RULES, view, upto)
    assert told > 900


def test_what_is_seen_can_be_judged_and_proves_nothing_against_a_legal_hand() -> None:
    rng = Random(6)
    for seed in range(30):
        record = made_up(seed)
        for view in viewers(record):
            upto = rng.randrange(len(record.events) + 1)
            findings = audit(seen(record, RULES, view, upto), RULES).findings
            assert [finding for finding in findings if finding.certainty != "undecidable"] == []


def test_r13_a_wei_lies_face_down_for_the_others_and_open_for_its_seat() -> None:
    record = hand("甲出五 乙揭三 乙偎三 乙出九", b="三三九")
    assert seen(record, RULES, "1", 4).events[1:3] == (Event(REVEAL, 1, 2), Event(WEI, 1, 2))
    for view in ("0", "2", TABLE):
        assert seen(record, RULES, view, 4).events[1:3] == (Event(REVEAL, 1, UNKNOWN), Event(WEI, 1, UNKNOWN))


def test_r3_the_shouxing_sees_every_hand_and_no_stock() -> None:
    record = hand("甲出五 乙揭三", seats=4)
    mask = seen(record, RULES, "2", 2)
    assert mask.hands == record.hands
    assert mask.stock == (2, *[UNKNOWN] * 21)


def test_who_has_won_lies_open_and_the_win_is_reckoned() -> None:
    record = next(r for r in map(made_up, range(0, 200, 2)) if audit(r, RULES).outcome == "hu")
    winner = audit(record, RULES).winner
    loser = str((winner + 1) % 3) if winner is not None else ""
    mask = seen(record, RULES, loser, len(record.events))
    assert mask.events[-1].action == SHOW
    told, whole = audit(mask, RULES).score, audit(record, RULES).score
    assert told is not None
    assert whole is not None
    assert (told.xi, told.total, told.items) == (whole.xi, whole.total, whole.items)


def test_unknown_views_and_events_are_refused() -> None:
    record = hand("甲出五")
    with pytest.raises(ValueError, match="7"):
        seen(record, RULES, "7", 0)
    with pytest.raises(IndexError):
        seen(record, RULES, "0", 2)
    assert seen(record, RULES, OPEN, 0) is record
