"""The worth of a win: every reading weighed, the dearest kept (R28–R33)."""

from __future__ import annotations

from typing import NamedTuple

from replay.rulesets import CATALOGUE, PLUS, TIMES, Ruleset
from replay.scoring.mingtang.colour import er_xi_man_yuan_hua
from replay.scoring.plan import Asked, Plan, plan_of
from replay.scoring.reading import Facts, Reading, readings
from replay.scoring.win import Item, Score, Shortfall, Win


class Weighed(NamedTuple):
    """A reading with its total; the greatest counts (R32)."""

    total: int
    xi: int
    multiplier: int
    paid: list[tuple[Asked, int]]
    reading: Reading


def best(win: Win, ruleset: Ruleset) -> Score | None:
    """Return what the win is worth by its dearest reading, ``None`` if it is no legal win.

    Of readings with the same total the one with the higher 硬息 counts (R32). A hand that already has the 硬息 may
    win without any 名堂.
    """
    top: Weighed | None = None
    for weighed in weigh_all(win, ruleset):
        if top is None or rank(weighed) > rank(top):
            top = weighed
    return None if top is None else score_of(top)


def rank(weighed: Weighed) -> tuple[int, int, int]:
    """Return what readings are put in order by: total, 硬息, and (R32 says nothing further) the lower 麻雀 first."""
    return weighed.total, weighed.xi, -weighed.reading.pair


def weigh_all(win: Win, ruleset: Ruleset) -> list[Weighed]:
    """Return every legal reading of the win with its total, in no particular order."""
    plan = plan_of(ruleset)
    facts = Facts(win)
    least = plan.switches.min_xi
    found: list[Weighed] = []
    fixed: list[tuple[Asked, int]] | None = None
    for reading in readings(facts):
        if reading.xi >= least or (plan.below and er_xi_man_yuan_hua(reading, plan.switches)):
            if fixed is None:
                fixed = _fixed(facts, plan)
            found.append(_weigh(reading, plan, fixed))
    return found


def _fixed(facts: Facts, plan: Plan) -> list[tuple[Asked, int]]:
    """Return the 名堂 that every reading has, with their units."""
    switches = plan.switches
    return [(asked, units) for function, asked in plan.of_win if (units := function(facts, switches))]


def _weigh(reading: Reading, plan: Plan, fixed: list[tuple[Asked, int]]) -> Weighed:
    switches = plan.switches
    paid = fixed.copy()
    for guards, members in plan.to_ask[reading.tuanyuan.bit_count()]:
        for asked in members:
            units = asked.function(reading, switches)
            if units:
                if not guards or not any(guard(reading, switches) for guard in guards):
                    paid.append((asked, units))
                break
    total = 0
    multiplier = 1
    for asked, units in paid:
        if asked.times:
            multiplier = asked.value
        else:
            total += asked.value * units
    return Weighed(total + reading.xi * multiplier, reading.xi, multiplier, paid, reading)


def score_of(weighed: Weighed) -> Score:
    """Return the score of a weighed reading, its items in the order of the rulebook."""
    items = tuple(
        Item(asked.id, CATALOGUE[asked.id].hant, TIMES if asked.times else PLUS, asked.value * units)
        for asked, units in sorted(weighed.paid, key=lambda pair: pair[0].order)
    )
    return Score(weighed.xi, weighed.multiplier, weighed.total, items, weighed.reading)


def is_win(win: Win, ruleset: Ruleset) -> bool:
    """Tell whether the win is legal: complete, and of at least the threshold (or 兩希滿園花 where it is played)."""
    plan = plan_of(ruleset)
    least = plan.switches.min_xi
    return any(
        reading.xi >= least or (plan.below and er_xi_man_yuan_hua(reading, plan.switches))
        for reading in readings(Facts(win))
    )


def why_not(win: Win, ruleset: Ruleset) -> Shortfall | None:
    """Return what the win lacks, ``None`` if it is legal."""
    if is_win(win, ruleset):
        return None
    most = max((reading.xi for reading in readings(Facts(win))), default=None)
    return Shortfall("incomplete", 0, ruleset.min_xi) if most is None else Shortfall("short", most, ruleset.min_xi)
