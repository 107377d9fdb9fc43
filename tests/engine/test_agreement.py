"""The engine's legal events and counts are those of the slow second referee, in every state of random hands."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from msgspec.structs import replace

from replay.cards import NONE
from replay.engine import UNDECIDABLE, audit, legal_events, perft, start
from replay.engine.handlers import HANDLERS
from replay.record import HU, Event
from replay.record.notation import print_record
from replay.rulesets import load
from tests.oracle import referee
from tests.oracle.play import FAULTS, STYLES, faulty_game, game, order
from tests.oracle.story import Story

RULES = load("jiben")
GAMES = [(style, seed) for style in STYLES for seed in range(12)]


def plain(events: Iterable[Event]) -> list[Event]:
    """Return the events in a fixed order, a 胡 without its card, which need not be named."""
    return sorted([replace(e, kind=NONE) if e.action == HU else e for e in events], key=order)


@pytest.mark.parametrize(("style", "seed"), GAMES)
def test_legal_events_are_the_same_in_every_state(style: str, seed: int):
    record = game(Random(f"{style} {seed}"), style, seats=3 + seed % 2, rich=seed % 3 == 0)
    table, story = start(record, RULES), Story(record)
    for index, event in enumerate(record.events):
        assert plain(legal_events(table)) == plain(referee.legal_next(story)), (index, print_record(record))
        HANDLERS[event.action](table, event, index)
        story = story.then(event, index)
    assert not legal_events(table)
    assert not table.findings


@pytest.mark.parametrize(("style", "seed"), GAMES[::3])
def test_counts_are_the_same(style: str, seed: int):
    rng = Random(f"{style} {seed}")
    record = game(rng, style, seats=3 + seed % 2, rich=seed % 3 == 0)
    table, story = start(record, RULES), Story(record)
    stop = rng.randrange(len(record.events))
    for index, event in enumerate(record.events[:stop]):
        HANDLERS[event.action](table, event, index)
        story = story.then(event, index)
    assert perft(table, 3) == referee.perft(story, 3)


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_is_one_finding_and_play_goes_on_as_the_table_did(code: str):
    found = 0
    for seed in range(400):
        if found == 12:
            break
        rng = Random(f"{code} {seed}")
        record = faulty_game(rng, code, STYLES[seed % 4], seats=3 + seed // 4 % 2, rich=seed % 3 == 0)
        if record is None:
            continue
        theirs = referee.findings(record)
        ours = [(f.code, f.seat, f.event) for f in audit(record, RULES).findings if f.certainty != UNDECIDABLE]
        # A dead hand that claims and then discards has acted twice.
        assert {code} == {finding[0] for finding in theirs}, print_record(record)
        assert len(theirs) == 1 or code == "dead_hand_act", print_record(record)
        assert ours == theirs, print_record(record)
        found += 1
    assert found
