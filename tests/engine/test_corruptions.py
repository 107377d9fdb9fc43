"""Every single-event corruption of a legal hand is flagged, or a slow second referee proves it legal."""

from __future__ import annotations

from random import Random

import pytest

from replay.engine import UNDECIDABLE, audit
from replay.record import HandRecord
from replay.record.notation import print_record
from replay.rulesets import load
from tests.oracle.play import STYLES, corrupt, game
from tests.oracle.referee import readings

RULES = load("jiben")
GAMES = [(style, seed) for style in STYLES for seed in range(3)]


def flagged(record: HandRecord) -> list[tuple[str, int | None, int | None]]:
    """Return the violations the engine is sure of."""
    found = audit(record, RULES).findings
    return [(f.code, f.seat, f.event) for f in found if f.certainty != UNDECIDABLE]


@pytest.mark.parametrize(("style", "seed"), GAMES)
def test_every_corruption_is_flagged_or_proved_legal(style: str, seed: int):
    rng = Random(f"{style} {seed}")
    record = game(rng, style, seats=3 + seed % 2, written=seed != 1, rich=seed == 2)
    assert flagged(record) == []
    checked = 0
    for what, spoilt in corrupt(record, rng):
        proved, ours = readings(spoilt), flagged(spoilt)
        case = (what, print_record(spoilt), proved, ours)
        assert bool(proved) == bool(ours), case
        if proved:
            codes, seat, event = proved[0]
            assert ours[0][1:] == (seat, event), case
            assert ours[0][0] == codes[0], case
        checked += 1
    assert checked > 100
