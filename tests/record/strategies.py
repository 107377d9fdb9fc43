"""Arbitrary records: every shape the model allows, legal or not."""

from hypothesis import strategies as st

from replay.cards import NONE
from replay.record import (
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
)  # fmt: skip

kinds = st.integers(0, 20)
some_kinds = st.lists(kinds, max_size=24).map(lambda cards: tuple(sorted(cards)))
words = st.one_of(
    st.sampled_from(["甲", "a b", 'say "x"', "", "a,b", "x|y｜z", "{\\}", "註:{}", "行\n列\u2028"]),
    st.text(max_size=12),
)
numbers = st.one_of(st.none(), st.integers(-(10**9), 10**9))
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), words),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=8,
)
times = st.one_of(st.none(), st.integers(-(10**9), 10**9))
remarks = st.one_of(st.just(""), words)
pairs = st.lists(kinds, min_size=2, max_size=2).map(lambda cards: tuple(sorted(cards)))


def events(seats: int) -> st.SearchStrategy[Event]:
    """Return a strategy for events; 出 揭 偎 碰 吃 have a card and as many companions as the model says."""
    seat, maybe = st.integers(0, seats - 1), st.integers(NONE, 20)
    return st.one_of(
        st.builds(Event, st.sampled_from([DISCARD, REVEAL]), seat, kinds, st.just(()), times, remarks),
        st.builds(Event, st.sampled_from([WEI, PENG]), seat, kinds, st.one_of(st.just(()), pairs), times, remarks),
        st.builds(Event, st.just(CHI), seat, kinds, pairs, times, remarks),
        st.builds(Event, st.sampled_from([HU, ZHE, DEAD, PASS, SHOW]), seat, maybe, some_kinds, times, remarks),
        st.builds(Event, st.just(EXHAUSTED), st.integers(NONE, seats - 1), maybe, some_kinds, times, remarks),
    )


def claims(seats: int) -> st.SearchStrategy[Claimed]:
    """Return a strategy for claimed results."""
    amounts = st.tuples(*[st.integers(-(10**12), 10**12)] * seats)
    return st.builds(
        Claimed,
        outcome=st.sampled_from(["", "hu", "exhausted"]),
        winner=st.one_of(st.none(), st.integers(0, seats - 1)),
        xi=numbers,
        multiplier=numbers,
        total=numbers,
        mingtang=st.one_of(st.none(), st.lists(words, max_size=3).map(tuple)),
        payments=st.one_of(st.none(), amounts),
    )


def records_of(seats: int) -> st.SearchStrategy[HandRecord]:
    """Return a strategy for records of so many seats."""
    return st.builds(
        HandRecord,
        hands=st.tuples(*[some_kinds] * seats),
        stock=st.lists(kinds, max_size=24).map(tuple),
        events=st.lists(events(seats), max_size=12).map(tuple),
        dealer=st.integers(NONE, seats - 1),
        names=st.one_of(st.just(()), st.tuples(*[words] * seats)),
        ruleset=words,
        claimed=st.one_of(st.none(), claims(seats)),
        meta=st.dictionaries(words, json_values, max_size=3),
    )


records = st.one_of(records_of(3), records_of(4))
