"""Wins before the first discard (RULES §7)."""

from __future__ import annotations

from collections.abc import Sequence

from replay.cards import KINDS
from replay.rulesets import CATALOGUE, PLUS, Ruleset
from replay.scoring.best import best
from replay.scoring.plan import plan_of
from replay.scoring.win import Item, Score, Win

_TEN_PAIRS = 2


def deal_wins(hand: Sequence[int], ruleset: Ruleset) -> list[Score]:
    """Return every special deal-time win of the ruleset that the cards dealt hold, dearest first."""
    plan = plan_of(ruleset)
    counts = list(hand[:KINDS])
    found = []
    for function, id_ in plan.deal:
        units = function(counts, plan.switches)
        if units:
            entry = ruleset.mingtang[id_]
            stepped = id_ == "jiu_dui"
            value = entry.value * (1 if stepped else units)
            if stepped and units == _TEN_PAIRS and entry.second:
                value = entry.second
            found.append(Score(0, 1, value, (Item(id_, CATALOGUE[id_].hant, PLUS, value),)))
    return sorted(found, key=lambda score: -score.total)


def deal_win(hand: Sequence[int], dealer: bool, ruleset: Ruleset) -> Score | None:
    """Return what the cards dealt win before the first discard, ``None`` if nothing.

    ``hand`` are the counts of the dealer's 20 or another seat's 19 cards. The dealer's complete hand counts as a win
    of its own, with 天胡 where that is listed; every other one pays just its value. The dearest counts.
    """
    found = deal_wins(hand, ruleset)
    if dealer:
        complete = best(Win(laid=(), hand=tuple(hand[:KINDS]), at_deal=True, dealer=True), ruleset)
        if complete is not None:
            found.append(complete)
    return max(found, key=lambda score: score.total, default=None)
