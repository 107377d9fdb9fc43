"""RULES §10: the worked examples of the written sources and the two real settlements, as hands.

The same table is a page; printed sums that the rulesets cannot produce stay as they are.
"""

from __future__ import annotations

import pytest

from replay.scoring.examples import EXAMPLES, WAYS, Example, Sum, computed, rules_of, win_of
from tests.scoring.tables import changed

CASES = [(example, total) for example in EXAMPLES for total in example.sums]


@pytest.mark.parametrize(("example", "wanted"), CASES, ids=[f"{e.id}-{s.total}" for e, s in CASES])
def test_worked_examples(example: Example, wanted: Sum) -> None:
    found = computed(example, wanted.ways)
    assert (found.xi, found.total) == (example.xi, wanted.total)


def test_every_printed_sum_of_the_rulebook_is_there_once() -> None:
    printed = sorted(example.printed for example in EXAMPLES)
    assert printed == [60, 90, 170, 172, 414, 506, 566, 590, 1040, 1126, 1470]
    assert {example.printed for example in EXAMPLES if example.agrees} == {60, 90, 170, 172, 1470}


def test_a_way_changes_what_it_names_and_nothing_else() -> None:
    example = EXAMPLES[-1]
    for way, (switches, on) in WAYS.items():
        other = rules_of(example, (way,))
        assert other == changed(rules_of(example), on, **switches)
        assert other != rules_of(example)


def test_the_hands_have_twenty_cards_and_four_of_a_kind_at_most() -> None:
    for example in EXAMPLES:
        win = win_of(example)
        counts = list(win.hand)
        counts[win.won] += 1
        for sentence in win.laid:
            for kind in sentence.cards:
                counts[kind] += 1
        assert sum(counts) == 20
        assert max(counts) <= 4
