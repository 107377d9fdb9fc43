"""What a ruleset says, in the page's language: definitions, worths, switches and money."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from replay.rulesets import CATALOGUE, Money, Ruleset, Switches
from replay.rulesets.compare import worth
from replay.web.languages import current, t, words

# 繁 → 简 for the aliases, which the catalogue has in 繁體 only; the names give most of it
_MORE = {"車": "车", "項": "项", "雞": "鸡"}


class Line(NamedTuple):
    """One 名堂 of a ruleset: what it is called, when it holds, what it is worth and per what (``""``: once)."""

    id: str
    name: str
    aliases: list[str]
    means: str
    worth: str
    per: str


class Setting(NamedTuple):
    """One switch or money rule: its meaning, its value here and in the rulebook, both in words."""

    key: str
    means: str
    here: str
    book: str
    differs: bool


def mingtang_name(id_: str) -> str:
    """Return the name of a 名堂, its id where the catalogue has none."""
    entry = CATALOGUE.get(id_)
    return (entry.hant, entry.hans, entry.en)[current().column] if entry else id_


def definition(id_: str) -> str:
    """Return when a 名堂 holds."""
    return words("mingtang")[id_][current().column]


@cache
def _simplified() -> dict[int, str]:
    pairs = {a: b for entry in CATALOGUE.values() for a, b in zip(entry.hant, entry.hans, strict=True)}
    return str.maketrans(pairs | _MORE)


def aliases(id_: str) -> list[str]:
    """Return the other Chinese names of a 名堂; an English page has its 繁體 name among them."""
    entry = CATALOGUE[id_]
    if current().column == 2:
        return [entry.hant, *entry.aliases]
    return [alias.translate(_simplified()) if current().column == 1 else alias for alias in entry.aliases]


def line(rules: Ruleset, id_: str) -> Line:
    """Return the line of a 名堂 that the ruleset lists."""
    per = CATALOGUE[id_].per
    value = worth(rules, id_).strip("()")
    unit = t("ruleset.per", unit=t(f"unit.{per}")) if per else ""
    return Line(id_, mingtang_name(id_), aliases(id_), definition(id_), value, unit)


def lines(rules: Ruleset) -> dict[str, list[Line]]:
    """Return the lines of a ruleset: ``at_table``, ``at_deal``, and ``off`` what it lists but does not pay."""
    found: dict[str, list[Line]] = {"at_table": [], "at_deal": [], "off": []}
    for id_, name in CATALOGUE.items():
        if id_ in rules.mingtang:
            key = "off" if not rules.on(id_) else "at_deal" if name.at_deal else "at_table"
            found[key].append(line(rules, id_))
    return found


def value_words(key: str, value: Any) -> str:
    """Return the value of a switch or money rule in words."""
    texts = words("switches")
    column = current().column
    if isinstance(value, bool):
        return texts["on" if value else "off"][column]
    if isinstance(value, tuple):
        return f"{value[0]}/{value[1]}"
    spelled = texts.get(f"{key}.{value}")
    return spelled[column] if spelled else str(value)


def settings(rules: Ruleset, section: str) -> list[Setting]:
    """Return all settings of ``switches`` or ``money``, in the order of the model."""
    here = getattr(rules, section)
    book = Switches() if section == "switches" else Money()
    found = []
    for key in here.__struct_fields__:
        value, usual = getattr(here, key), getattr(book, key)
        means = words("switches")[key][current().column]
        found.append(Setting(key, means, value_words(key, value), value_words(key, usual), value != usual))
    return found
