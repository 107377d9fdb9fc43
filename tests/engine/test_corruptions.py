"""Every single-event corruption of a legal hand is flagged, or a slow second referee proves it legal."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from replay.cards import NONE
from replay.engine import UNDECIDABLE, audit
from replay.record import CHI, HU, PENG, HandRecord
from replay.record.notation import print_record
from replay.rulesets import load
from tests.oracle.play import STYLES, corrupt, game
from tests.oracle.referee import readings

RULES = load("jiben")
GAMES = [(style, seed) for style in STYLES for seed in range(4)]
# Only for these does the rulebook (§11) say which code goes first when several fit.
RANKED = {
    HU: ("hu_barred", "hu_on_discard", "hu_incomplete", "hu_short_xi", "hu_out_of_order"),
    CHI: (
        "last_card_claim",
        "chi_wrong_source",
        "chi_not_a_run",
        "dead_hand_act",
        "chi_could_peng",
        "chi_own_discard",
        "chi_passed",
    ),
    PENG: ("last_card_claim", "peng_own_card", "dead_hand_act", "peng_without_pair", "peng_passed"),
}
Place = tuple[int | None, int | None]


def flagged(record: HandRecord) -> list[tuple[str, Place]]:
    """Return the violations the engine is sure of."""
    found = audit(record, RULES).findings
    return [(f.code, (f.seat, f.event)) for f in found if f.certainty != UNDECIDABLE]


def disagreement(record: HandRecord) -> str:
    """Return in what the referees differ about the first violation, ``""`` if in nothing."""
    theirs, ours = readings(record), flagged(record)
    if not theirs or not ours:
        return "" if not theirs and not ours else "whether there is one"
    if any(event is None for _, _, event in theirs):
        wanted = {(codes[0], seat) for codes, seat, event in theirs if event is None}
        return "" if wanted == {(code, seat) for code, (seat, event) in ours if event is None} else "the deal"
    (codes, seat, event), (code, place) = theirs[0], ours[0]
    if place != (seat, event):
        return "seat or event"
    ranks = RANKED.get(record.events[event].action, ())
    if code in ranks and codes[0] in ranks:
        return "" if code == codes[0] else "the code to report"
    return "" if code in codes else "the code"


@pytest.mark.parametrize(("style", "seed"), GAMES)
def test_every_corruption_is_flagged_or_proved_legal(style: str, seed: int):
    rng = Random(f"{style} {seed}")
    record = game(rng, style, seats=3 + seed % 2, written=seed != 1, rich=seed == 2)
    if seed == 2:  # the first to discard is taken for the dealer
        record = replace(record, dealer=NONE)
    assert flagged(record) == []
    spoilt = list(corrupt(record, rng))
    assert len(spoilt) > 100
    differing = [
        (what, why, readings(other)[:1], flagged(other)[:1], print_record(other))
        for what, other in spoilt
        if (why := disagreement(other))
    ]
    assert not differing, "\n".join(map(str, differing[:5]))
