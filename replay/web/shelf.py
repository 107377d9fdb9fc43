"""The rulesets as the pages see them: all there are, in families, with names in the page's language."""

from __future__ import annotations

from typing import NamedTuple

from flask import g

from replay.rulesets import DEFAULT, Ruleset, Shelf
from replay.rulesets import shelf as all_rulesets
from replay.web.languages import current, t

FAMILIES = ("seeds", "a", "b", "c", "own")


class Family(NamedTuple):
    """Rulesets that belong together: ``key`` is one of ``FAMILIES``, ``members`` in the order of their ids."""

    key: str
    name: str
    members: list[Ruleset]


def shelf() -> Shelf:
    """Return all rulesets; read once a request, so that a file the user mends counts at once."""
    if "shelf" not in g:
        g.shelf = all_rulesets()
    found: Shelf = g.shelf
    return found


def name_of(rules: Ruleset) -> str:
    """Return the ruleset's name in the page's language."""
    return (rules.names.hant, rules.names.hans, rules.names.en)[current().column]


def label(id_: str) -> str:
    """Return the name of the ruleset with that id, or the id where there is no such (any more)."""
    rules = shelf().rulesets.get(id_)
    return name_of(rules) if rules else id_


def default() -> Ruleset:
    """Return the ruleset used where nothing names one."""
    return shelf().rulesets[DEFAULT]


def families() -> list[Family]:
    """Return the families, empty ones left out."""
    held = shelf()
    by_key: dict[str, list[Ruleset]] = {key: [] for key in FAMILIES}
    for rules in held.rulesets.values():
        prefix = rules.id.partition("-")[0]
        key = "own" if rules.id in held.own else prefix if prefix in by_key else "seeds"
        by_key[key].append(rules)
    return [Family(key, t(f"rules.{key}"), members) for key, members in by_key.items() if members]
