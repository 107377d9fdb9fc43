"""Rulesets of a single 名堂, and positions written short."""

from __future__ import annotations

from typing import Any

import msgspec

from replay.cards import KINDS, count_kinds, parse_cards
from replay.rulesets import CATALOGUE, Entry, Ruleset, load
from replay.scoring import Score, Win, best, position


def only(*ids: str, value: int = 1000, **switches: Any) -> Ruleset:
    """Return a ruleset of these 名堂 alone, ``value`` each, and no threshold unless one is named."""
    plain = load("pinghu")
    entries = {id_: Entry(value, CATALOGUE[id_].op, second=2 * value) for id_ in CATALOGUE if id_ in ids}
    chosen = msgspec.structs.replace(plain.switches, **{"min_xi": 0, **switches})
    return msgspec.structs.replace(plain, switches=chosen, mingtang=entries, hash="")


def changed(ruleset: Ruleset, on: dict[str, int] | None = None, **switches: Any) -> Ruleset:
    """Return the ruleset with other switches and with these 名堂 on at these values."""
    entries = dict(ruleset.mingtang)
    for id_, value in (on or {}).items():
        entries[id_] = Entry(value, CATALOGUE[id_].op)
    chosen = msgspec.structs.replace(ruleset.switches, **switches)
    return msgspec.structs.replace(ruleset, switches=chosen, mingtang=entries, hash="")


def win(exposed: str, hand: str, won: str = "", by: str = "other", **more: Any) -> Win:
    """Return a position: laid sentences with spaces between, the hand, the winning card (none: after a 偎)."""
    data: dict[str, Any] = {"exposed": exposed.split(), "hand": hand, **more}
    if won:
        data |= {"won": won, "by": by}
    elif not more.get("at_deal"):
        data["via_wei"] = True
    return position.parse(data)


def score(ruleset: Ruleset | str, *args: Any, **more: Any) -> Score | None:
    """Return the best score of a position, ``None`` if it is no win."""
    return best(win(*args, **more), load(ruleset) if isinstance(ruleset, str) else ruleset)


def dealt(text: str) -> list[int]:
    """Return the counts of the cards written."""
    return count_kinds(parse_cards(text))[:KINDS]


def ids(found: Score | None) -> set[str]:
    """Return the ids of the 名堂 awarded."""
    return {item.id for item in found.items} if found else set()
