"""How a win was counted, group by group and 名堂 by 名堂, for the page."""

from __future__ import annotations

from typing import Any

from replay.engine import Replay
from replay.rulesets import CATALOGUE, PLUS
from replay.scoring.explain import GROUP_NAMES, Group, groups
from replay.web.languages import current


def reckoning(replay: Replay) -> dict[str, Any] | None:
    """Return the groups, the 名堂 and the sums of the win; ``None`` if there was no legal win.

    ``groups`` is empty for a win at the deal that pays just its value.
    """
    score = replay.score
    if score is None:
        return None
    return {
        "groups": [_group(group) for group in groups(score.reading)] if score.reading else [],
        "mingtang": [(_mingtang(item.id, item.name), item.op, item.value) for item in score.items],
        "xi": score.xi,
        "multiplier": score.multiplier,
        "added": sum(item.value for item in score.items if item.op == PLUS),
        "total": score.total,
    }


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


def _mingtang(id_: str, name: str) -> str:
    entry = CATALOGUE.get(id_)
    return (entry.hant, entry.hans, entry.en)[current().column] if entry else name
