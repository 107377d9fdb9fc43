"""How a win was counted, for the page: groups, 名堂 and why, the readings weighed, what was missed, the money."""

from __future__ import annotations

from typing import Any

from replay.analysis.evening import outcome_of
from replay.engine import Replay
from replay.rulesets import PLUS, Ruleset
from replay.scoring import Score
from replay.scoring.because import Because, because
from replay.scoring.explain import GROUP_NAMES, Group, alternatives, groups
from replay.scoring.nearmiss import NearMiss, near_misses
from replay.scoring.settlement import Part, settle
from replay.scoring.win import Item
from replay.web.languages import current, t
from replay.web.rule_words import definition, mingtang_name
from replay.web.words import face

READINGS_SHOWN = 8


def reckoning(score: Score | None, rules: Ruleset) -> dict[str, Any] | None:
    """Return all that can be told about a win, ``None`` if there was no legal one.

    ``groups`` is empty for a win at the deal that pays just its value, and so are ``weighed`` and ``missed``.
    """
    if score is None:
        return None
    return {
        "groups": [_group(group) for group in groups(score.reading)] if score.reading else [],
        "mingtang": [_mingtang(item, score, rules) for item in score.items],
        "xi": score.xi,
        "multiplier": score.multiplier,
        "added": sum(item.value for item in score.items if item.op == PLUS),
        "total": score.total,
        "weighed": _weighed(score, rules),
        "missed": [_missed(miss) for miss in near_misses(score, rules)],
    }


def comma() -> str:
    """Return what parts the items of a list in the page's language."""
    return "、" if current().column < 2 else ", "


def _group(group: Group) -> dict[str, Any]:
    column = current().column
    parts = [f"{GROUP_NAMES[name][column]} {xi}" for name, xi in group.parts]
    return {
        "cards": group.cards,
        "name": GROUP_NAMES[group.type][column],
        "parts": " + ".join(parts),
        "xi": group.xi,
        "laid": group.laid,
        "won": group.won,
    }


def _mingtang(item: Item, score: Score, rules: Ruleset) -> dict[str, Any]:
    entry = rules.mingtang.get(item.id)
    each = entry.value if entry else 0
    units = item.value // each if each and item.value % each == 0 else 1
    return {
        "id": item.id,
        "name": mingtang_name(item.id),
        "op": item.op,
        "value": item.value,
        "units": t("because.units", units=units, value=each) if units > 1 else "",
        "means": definition(item.id),
        "because": _because(because(item.id, score.reading)),
    }


def _because(found: Because | None) -> str:
    if found is None:
        return ""
    kinds = found.kinds
    triples = found.what == "the_runs"
    pieces = [kinds[at : at + 3] for at in range(0, len(kinds), 3)] if triples else [kinds]
    return t(f"because.{found.what}", count=found.count, cards=" ".join(written(piece) for piece in pieces))


def written(kinds: tuple[int, ...]) -> str:
    """Return cards as they are printed, one after the other."""
    return "".join(face(kind) for kind in kinds)


def _weighed(score: Score, rules: Ruleset) -> dict[str, Any]:
    """Return the readings of the hand, the one that counts first, and how many more there were."""
    if score.reading is None:
        return {"rows": [], "more": 0}
    found = alternatives(score.reading.facts.win, rules)
    rows = [_alternative(other, found, n) for n, other in enumerate(found[:READINGS_SHOWN])]
    return {"rows": rows, "more": max(0, len(found) - READINGS_SHOWN)}


def _alternative(score: Score, found: tuple[Score, ...], number: int) -> dict[str, Any]:
    told = groups(score.reading) if score.reading else ()
    return {
        "groups": [
            {"cards": written(group.cards), "xi": group.xi, "won": group.won} for group in told if not group.laid
        ],
        "mingtang": [(mingtang_name(item.id), item.op, item.value) for item in score.items],
        "xi": score.xi,
        "total": score.total,
        "chosen": number == 0,
        "why": _chosen(found) if number == 0 else _given_up(score, found[0]),
    }


def _chosen(found: tuple[Score, ...]) -> str:
    if len(found) == 1:
        return t("weighed.only")
    first, second = found[:2]
    if first.total > second.total:
        return t("weighed.chosen")
    return t("weighed.chosen_tie" if first.xi > second.xi else "weighed.chosen_same")


def _given_up(score: Score, first: Score) -> str:
    if score.total < first.total:
        return t("weighed.less", count=first.total - score.total)
    return t("weighed.tie", count=first.xi - score.xi) if score.xi < first.xi else t("weighed.same")


def _missed(miss: NearMiss) -> dict[str, str]:
    if miss.what == "replaced":
        why = t("missed.replaced", name=mingtang_name(miss.by))
    else:
        least = miss.what == "tuanyuan" or (miss.what == "reds" and miss.need > 1)
        why = t(
            "missed.at_least" if least else "missed.by", what=t(f"missed.{miss.what}"), have=miss.have, need=miss.need
        )
    return {"name": mingtang_name(miss.id), "why": why, "means": definition(miss.id)}


def money(replay: Replay, rules: Ruleset) -> dict[str, Any]:
    """Return the money of one hand that begins with an empty pot: a line for each reason, and the sums by seat."""
    outcome = outcome_of(replay)
    settled = settle(outcome, rules, 0)
    return {
        "lines": [(part_words(part, outcome.total), part.amounts, part.pot) for part in settled.parts],
        "payments": settled.payments,
        "pot": settled.pot,
        "deng": t("money.deng", xi=outcome.xi, deng=settled.deng, value=rules.money.deng_value) if settled.deng else "",
    }


def part_words(part: Part, total: int) -> str:
    """Return for what the money of a part moved."""
    return t(f"money.{part.what}", total=total)


def signed(amount: int) -> str:
    """Return an amount with its sign: +60, −60, 0.

    >>> signed(60), signed(-60), signed(0)
    ('+60', '−60', '0')
    """
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"
