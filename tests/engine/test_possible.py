from pathlib import Path

import msgspec
import pytest

import importers
from replay.cards import UNKNOWN
from replay.engine import legal_events, start
from replay.engine.handlers import HANDLERS
from replay.engine.possible import possible_events
from replay.engine.table import AFTER_WEI, DISCARD_DUE
from replay.record import CHI, DEAD, HU, PASS, PENG, REVEAL, SHOW, ZHE, Event, parse_record
from replay.rulesets import load

FOLDER = Path(__file__).parents[1] / "data" / "records"
RULES = load("dazhuo")
RECORDS = [
    entry.record
    for name in ("xxqp.jsonl", "qixing.json", "lua.json")
    for entry in importers.read((FOLDER / name).read_bytes(), name)
    if entry.record
]
KNOWN = [record for record in RECORDS if not record.hidden]


def walk(record, known):
    """Play ``known`` on the table of ``record`` (the same hand, perhaps with cards hidden); yield table and next event."""
    table = start(record, RULES)
    for index, event in enumerate(known.events):
        yield table, event
        HANDLERS[event.action](table, event, index)
    yield table, None


def masked(record, seats):
    """The record as one who sees only these seats' hands would write it, before its first event."""
    hands = tuple(h if s in seats else (UNKNOWN,) * len(h) for s, h in enumerate(record.hands))
    return msgspec.structs.replace(record, hands=hands, stock=(UNKNOWN,) * len(record.stock), events=())


@pytest.mark.parametrize("record", KNOWN)
def test_with_nothing_hidden_the_possible_is_the_legal(record):
    for table, _ in walk(record, record):
        found = possible_events(table)
        assert {p.event for p in found} == set(legal_events(table))
        assert len({p.event for p in found}) == len(found)
        assert all(p.sure for p in found)


@pytest.mark.parametrize("seats", [(0, 1, 2, 3), (0,), (1,), (2,), ()])
@pytest.mark.parametrize("record", KNOWN)
def test_what_was_played_is_offered_to_one_who_knows_only_part(record, seats):
    hidden = masked(record, seats)
    for index, event in enumerate(record.events):
        if event.action in (PASS, ZHE, SHOW):
            continue
        so_far = msgspec.structs.replace(hidden, events=record.events[:index])
        table = start(so_far, RULES)
        for at, before in enumerate(so_far.events):
            HANDLERS[before.action](table, before, at)
        before = table.copy()
        offered = {p.event: p.sure for p in possible_events(table)}
        bare = msgspec.structs.replace(event, time=None, remark="", kind=-1 if event.action == HU else event.kind)
        if event.action == REVEAL and table.phase in (
            DISCARD_DUE,
            AFTER_WEI,
        ):  # a dead hand, which these formats do not write (R22)
            bare = Event(DEAD, table.turn)
        assert bare in offered, (index, event)
        assert (table.hands, table.phase, table.kind, table.findings) == (
            before.hands,
            before.phase,
            before.kind,
            before.findings,
        )


def test_a_proved_break_is_not_offered():
    """Own hand known: no 吃 with cards one has not, no discard of a 砍 (R15, R20)."""
    record = next(r for r in KNOWN if any(r.hands[r.dealer].count(k) == 3 for k in range(20)))
    table = start(masked(record, (record.dealer,)), RULES)
    offered = {p.event.kind for p in possible_events(table) if p.event.action == 0}
    hand = record.hands[record.dealer]
    assert offered == {k for k in set(hand) if hand.count(k) != 3}


def test_what_needs_unknown_cards_is_never_sure():
    record = masked(KNOWN[0], ())
    table = start(record, RULES)
    assert not any(p.sure for p in possible_events(table))
    first = KNOWN[0].events[0]
    HANDLERS[first.action](table, first, 0)
    claims = [p for p in possible_events(table) if p.event.action != REVEAL]
    assert {p.event.action for p in claims} == {PENG, CHI}
    assert not any(p.sure for p in claims)


def test_own_cards_make_a_claim_sure_and_the_others_stay_open():
    """The dealer throws a card; only the hand of the next seat is known."""
    for known in KNOWN:
        after = (known.dealer + 1) % 3
        table = start(masked(known, (after,)), RULES)
        first = known.events[0]
        HANDLERS[first.action](table, first, 0)
        hand = known.hands[after]
        for p in possible_events(table):
            if p.event.action == CHI:
                assert p.sure
                assert all(card in hand for card in p.event.cards)
            elif p.event.action == PENG:
                assert p.sure == (p.event.seat == after)


def test_r22_a_hidden_hand_is_offered_as_dead_only_if_it_can_be():
    """Twenty cards are no triples; six cards may be two; one card of the kind taken by 碰 surely is."""
    nobody = parse_record("偎麻雀/1 莊:甲 起甲:?*20 起乙:?*19 起丙:?*19 底:?*22 ｜")
    assert DEAD not in {p.event.action for p in possible_events(start(nobody, RULES))}
    for size, dead in ((6, True), (5, False), (7, False), (0, True)):
        table = start(nobody, RULES)
        table.hands[0][UNKNOWN] = size
        table.phase = DISCARD_DUE
        assert (DEAD in {p.event.action for p in possible_events(table)}) == dead
    table = start(nobody, RULES)
    table.hands[0][UNKNOWN], table.taken[0], table.phase = 1, 1 << 4, DISCARD_DUE
    assert DEAD in {p.event.action for p in possible_events(table)}
    table.hands[0][7] = 1
    assert DEAD not in {p.event.action for p in possible_events(table)}
