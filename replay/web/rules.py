"""The pages of the rulesets: all of them, one of them, and two or three side by side."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Blueprint, abort, render_template

from replay.home import home_path
from replay.rulesets import CATALOGUE, Money, Ruleset, Switches
from replay.rulesets.compare import worth
from replay.web import rule_words, words
from replay.web.languages import current, t
from replay.web.languages import words as texts
from replay.web.schemas import COMPARE, asked
from replay.web.shelf import families, name_of, shelf

bp = Blueprint("rules", __name__, url_prefix="/rules")


class Row(NamedTuple):
    """One line of the comparison: what it is about, what it means, and its value in each ruleset."""

    key: str
    name: str
    means: str
    values: list[str]
    differs: bool


@bp.get("")
def show() -> str:
    """Show all rulesets, and the files that are none."""
    return render_template(
        "rules.html",
        families=families(),
        broken=shelf().broken,
        folder=str(home_path() / "rulesets"),
        source=source,
        name_of=name_of,
        place_text=words.place_text,
    )


@bp.get("/<id_>")
def one(id_: str) -> str:
    """Show a ruleset with all it says."""
    rules = shelf().rulesets.get(id_)
    if rules is None:
        abort(404)
    switches = [setting for setting in rule_words.settings(rules, "switches") if setting.differs]
    return render_template(
        "ruleset.html",
        rules=rules,
        name=name_of(rules),
        source=source(rules),
        lines=rule_words.lines(rules),
        switches=switches,
        money=rule_words.settings(rules, "money"),
        families=families(),
        name_of=name_of,
    )


@bp.get("/compare")
def compare() -> str:
    """Show rulesets side by side, what differs first."""
    query, wrong = asked(COMPARE)
    chosen = [shelf().rulesets[query[key]] for key in "abc" if query[key]]
    sections = _sections(chosen) if len(chosen) > 1 else {}
    return render_template(
        "compare.html",
        query=query,
        unknown=[wrong[key] for key in "abc" if key in wrong],
        chosen=chosen,
        sections=sections,
        count=sum(row.differs for rows in sections.values() for row in rows),
        only=query["differing"] == "1",
        families=families(),
        name_of=name_of,
    )


def source(rules: Ruleset) -> str:
    """Return where a ruleset is from, in the page's language where we have the words."""
    known = texts("sources").get(rules.id) if rules.id not in shelf().own else None
    return known[current().column] if known else rules.source


def _sections(chosen: list[Ruleset]) -> dict[str, list[Row]]:
    """Return the lines of the comparison by section, those that differ first."""
    found = {
        "mingtang": [_mingtang(chosen, id_) for id_ in CATALOGUE if any(id_ in rules.mingtang for rules in chosen)],
        "switches": [_setting(chosen, "switches", key) for key in Switches.__struct_fields__],
        "money": [_setting(chosen, "money", key) for key in Money.__struct_fields__],
    }
    return {section: sorted(rows, key=lambda row: not row.differs) for section, rows in found.items()}


def _mingtang(chosen: list[Ruleset], id_: str) -> Row:
    values = [worth(rules, id_) for rules in chosen]
    shown = [value or t("compare.not_played") for value in values]
    return Row(id_, rule_words.mingtang_name(id_), rule_words.definition(id_), shown, len(set(values)) > 1)


def _setting(chosen: list[Ruleset], section: str, key: str) -> Row:
    values: list[Any] = [getattr(getattr(rules, section), key) for rules in chosen]
    shown = [rule_words.value_words(key, value) for value in values]
    return Row(key, texts("switches")[key][current().column], "", shown, len(set(values)) > 1)
