"""The engine's legal events and counts are those of the slow second referee, in every state of random hands."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from msgspec.structs import replace

from replay.cards import NONE
from replay.engine import legal_events, perft, start
from replay.engine.handlers import HANDLERS
from replay.record import HU, Event
from replay.record.notation import print_record
from replay.rulesets import load
from tests.oracle import referee
from tests.oracle.play import STYLES, game, order
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
