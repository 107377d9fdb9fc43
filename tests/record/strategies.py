"""Arbitrary records: every shape the model allows, legal or not."""

from hypothesis import strategies as st

from replay.record import Claimed, Event, HandRecord

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
events = st.builds(
    Event,
    action=st.integers(0, 10),
    seat=st.integers(-1, 3),
    kind=st.integers(-1, 20),
    cards=st.one_of(st.just(()), some_kinds),
    time=numbers,
    remark=st.one_of(st.just(""), words),
)
claims = st.builds(
    Claimed,
    outcome=st.sampled_from(["", "hu", "exhausted"]),
    winner=st.one_of(st.none(), st.integers(0, 3)),
    xi=numbers,
    multiplier=numbers,
    total=numbers,
    mingtang=st.one_of(st.none(), st.lists(words, max_size=3).map(tuple)),
    payments=st.one_of(st.none(), st.lists(st.integers(-(10**12), 10**12), max_size=4).map(tuple)),
)
records = st.builds(
    HandRecord,
    hands=st.one_of(st.tuples(*[some_kinds] * 3), st.tuples(*[some_kinds] * 4)),
    stock=st.lists(kinds, max_size=24).map(tuple),
    events=st.lists(events, max_size=12).map(tuple),
    dealer=st.integers(-1, 3),
    names=st.lists(words, max_size=4).map(tuple),
    ruleset=words,
    claimed=st.one_of(st.none(), claims),
    meta=st.dictionaries(words, json_values, max_size=3),
)
