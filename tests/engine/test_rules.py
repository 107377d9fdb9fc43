"""Every rule of the rulebook that the referee judges, by cases: see ``tests/data/rules`` and ``rule_cases``."""

from __future__ import annotations

import re

import pytest

from replay.record.notation import print_record
from replay.record.words import SEATS
from tests.engine.rule_cases import Case, found, load_cases, run

CASES = load_cases()
# Rules that ask something of a player (R4, R27, R29–R36 are another room's; R21 and R25 forbid nothing).
RULES = [f"r{n}" for n in range(1, 29) if n not in (4, 21, 25, 27)] + ["s7", "s8", "s11"]


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_rule(case: Case):
    replay = run(case)
    assert found(replay) == case.expected, print_record(case.record)
    if case.outcome:
        winner = "" if replay.winner is None else f" {SEATS[replay.winner]}"
        total = f" {replay.score.total}" if replay.score and case.outcome[-1].isdigit() else ""
        assert f"{replay.outcome}{winner}{total}" == case.outcome


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_an_accepting_and_a_rejecting_case(rule: str):
    verdicts = {case.rejecting for case in CASES if case.id.startswith(f"{rule}_")}
    assert verdicts == {True, False}


def test_names_tell_the_rule_and_are_used_once():
    names = [case.id for case in CASES]
    assert len(names) == len(set(names))
    assert [name for name in names if not re.match(r"(r\d+|s\d+)_[a-z0-9_]+$", name)] == []
