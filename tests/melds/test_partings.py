"""The remembered partings against trying everything."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from replay.cards import NONE
from replay.melds import is_complete, is_complete_hand, key_of, partings, suit_keys, waits
from replay.melds.suits import Parting, counts_of
from tests.melds.naive import all_partings, naive_waits

SUIT = st.lists(st.integers(0, 4), min_size=10, max_size=10)
GROUP = st.one_of(
    st.integers(0, 7).map(lambda low: (low, low + 1, low + 2)), st.integers(0, 9).map(lambda kind: (kind,) * 3)
)
KIND = st.integers(0, 19)


def groups_of(parting: Parting) -> tuple[tuple[int, ...], ...]:
    groups: list[tuple[int, ...]] = [(run, run + 1, run + 2) for run in parting.runs]
    groups += [(kind,) * 3 for kind in range(20) if parting.triples >> kind & 1]
    if parting.pair != NONE:
        groups.append((parting.pair,) * 2)
    return tuple(sorted(groups))


@st.composite
def complete_suits(draw: st.DrawFn) -> list[int]:
    """Ten counts that part into groups, with or without a 麻雀 (four of a kind at most)."""
    counts = [0] * 10
    groups = draw(st.lists(GROUP, max_size=6))
    if draw(st.booleans()):
        groups.append((draw(st.integers(0, 9)),) * 2)
    for group in groups:
        more = counts.copy()
        for kind in group:
            more[kind] += 1
        if max(more) <= 4:
            counts = more
    return counts


@given(counts=st.one_of(SUIT, complete_suits()), base=st.sampled_from((0, 10)))
@settings(max_examples=400, deadline=None)
def test_partings_are_those_of_trying_everything(counts: list[int], base: int) -> None:
    over = sum(counts) % 3
    found = partings(key_of(counts), base)
    expected = all_partings((0,) * base + tuple(counts) + (0,) * (10 - base), 1 if over == 2 else 0)
    assert {groups_of(parting) for parting in found} == set(expected if over != 1 else ())
    assert len({groups_of(parting) for parting in found}) == len(found)
    assert is_complete(key_of(counts)) is bool(found)
    for parting in found:
        assert parting.run_mask == sum(1 << run for run in set(parting.runs))
        reds = sum(parting.triples >> kind & 1 for kind in (1, 6, 9, 11, 16, 19))
        assert parting.kan_xi == 3 * parting.triples.bit_count() + reds


@given(counts=SUIT)
def test_a_key_is_its_counts(counts: list[int]) -> None:
    assert counts_of(key_of(counts)) == counts


@given(small=complete_suits(), big=complete_suits(), without=KIND)
@settings(max_examples=300, deadline=None)
def test_waits_are_those_of_trying_every_kind(small: list[int], big: list[int], without: int) -> None:
    counts = small + big
    if counts[without]:
        counts[without] -= 1
    assert waits(counts) == (naive_waits(counts) if sum(counts) % 3 == 1 else ())
    assert is_complete_hand(counts) is bool(all_partings(tuple(counts), 1))
    assert suit_keys(counts) == (key_of(counts[:10]), key_of(counts[10:]))


def test_a_fifth_card_is_no_wait() -> None:
    assert waits([4, 0, 0, 0, 0, 0, 0, 0, 0, 0] + [0] * 10) == ()
    assert waits([4, 1, 1, 1, 0, 0, 0, 0, 0, 0] + [0] * 10) == (3,)
