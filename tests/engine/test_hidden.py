"""Records with unknown cards: what they prove is so, nothing is found in a legal hand, and nothing ever fails.

Single cases stand in ``tests/data/rules/6_hidden.toml`` and run in ``test_rules``.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from replay.cards import UNKNOWN
from replay.engine import UNDECIDABLE, audit, replay
from replay.record import REVEAL, WEI, HandRecord
from replay.record.notation import parse_record, print_record
from replay.rulesets import load
from tests.oracle.play import STYLES, corrupt, game
from tests.oracle.story import leaving

RULES = load("jiben")
SHARES = (0.0, 0.1, 0.5, 1.0)

seeds = st.integers(0, 2**32)


@cache
def made_up(seed: int) -> HandRecord:
    """Return a legal hand; few different ones, since it is the hiding that varies."""
    return game(Random(seed), STYLES[seed % 4], seats=3 + seed % 2, written=seed % 3 > 0, rich=seed % 5 == 0)


@cache
def spoilt(seed: int) -> tuple[HandRecord, ...]:
    """Return hands with one fault each."""
    rng = Random(seed)
    return tuple(record for _, record in corrupt(made_up(seed), rng))


def hidden(record: HandRecord, rng: Random, face_down: bool = False) -> HandRecord:
    """Return the record with cards hidden: of each hand and the stock none, few, half or all.

    With ``face_down`` 偎 may be of cards that nobody saw, too.
    """

    def some(cards: tuple[int, ...]) -> list[int]:
        share = rng.choice(SHARES)
        return [UNKNOWN if rng.random() < share else kind for kind in cards]

    hands = tuple(tuple(sorted(some(hand))) for hand in record.hands)
    down = face_down and rng.random() < 0.3
    events = tuple(replace(e, kind=UNKNOWN) if down and e.action == WEI else e for e in record.events)
    return replace(record, hands=hands, stock=tuple(some(record.stock)), events=events)


def firm(record: HandRecord) -> set[tuple[str, int | None, int | None]]:
    """Return the findings that are proved or assumed."""
    return {(f.code, f.seat, f.event) for f in audit(record, RULES).findings if f.certainty != UNDECIDABLE}


def within(some: set[tuple[str, int | None, int | None]], more: set[tuple[str, int | None, int | None]]) -> bool:
    """Tell whether each finding is among the others, or another code for the same event that hidden cards keep back."""
    return {(seat, event) for _, seat, event in some - more} <= {(seat, event) for _, seat, event in more}


def possible(record: HandRecord) -> bool:
    """Tell whether every card played was dealt: if not, what is to blame hangs on which cards are hidden."""
    for seat, hand in enumerate(record.hands):
        spent = Counter(k for e in record.events if e.seat == seat for k in leaving(e))
        if spent - Counter(hand):
            return False
    revealed = [e.kind for e in record.events if e.action == REVEAL]
    return revealed == list(record.stock[: len(revealed)])


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 39), seeds)
def test_hidden_cards_never_prove_a_fault_in_a_legal_hand(which: int, seed: int):
    full = made_up(which)
    record = hidden(full, Random(seed), face_down=True)
    assert firm(record) == set(), print_record(record)
    told = replay(record, RULES)
    whole = audit(full, RULES)
    assert (told.outcome, told.winner, told.dealer) == (whole.outcome, whole.winner, whole.dealer)
    if told.score is not None:
        assert whole.score is not None
        assert (told.score.xi, told.score.total, told.score.items) == (
            whole.score.xi,
            whole.score.total,
            whole.score.items,
        )


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 39), st.integers(0, 10_000), seeds)
def test_hidden_cards_prove_only_what_the_whole_record_shows(which: int, place: int, seed: int):
    records = spoilt(which)
    full = records[place % len(records)]
    record = hidden(full, Random(seed))
    proved, real = firm(record), firm(full)
    if possible(full):
        assert within(proved, real), print_record(record)
    elif proved:
        assert real, print_record(record)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 39), seeds)
def test_hiding_more_never_proves_more(which: int, seed: int):
    rng = Random(seed)
    records = spoilt(which)
    full = records[seed % len(records)]
    once = hidden(full, rng)
    twice = hidden(once, rng)
    if possible(full):
        assert within(firm(twice), firm(once)), (print_record(once), print_record(twice))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 39), seeds)
def test_hidden_records_are_written_and_read_again(which: int, seed: int):
    record = hidden(made_up(which), Random(seed), face_down=True)
    assert parse_record(print_record(record)) == record
