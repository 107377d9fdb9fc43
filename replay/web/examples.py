"""The worked examples of the written sources: what is printed, the hand, what the tables give, and why they differ."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, url_for

from replay.scoring.examples import EXAMPLES, Example, Sum, computed, rules_of
from replay.web import shelf, words
from replay.web.languages import t
from replay.web.reckoning import reckoning, signed

bp = Blueprint("examples", __name__)


@bp.get("/examples")
def show() -> str:
    """Show every worked example."""
    return render_template(
        "examples.html",
        examples=[_told(example) for example in EXAMPLES],
        signed=signed,
        face=words.face,
        card_name=words.card_name,
        card_look=words.card_look,
    )


def _told(example: Example) -> dict[str, Any]:
    rules = rules_of(example)
    return {
        "id": example.id,
        "title": t(f"example.{example.id}"),
        "why": t(f"why.{example.id}"),
        "printed": example.printed,
        "agrees": example.agrees,
        "rules": rules,
        "ruleset": shelf.name_of(rules),
        "reckoning": reckoning(computed(example), rules),
        "sums": [_sum(example, total) for total in example.sums],
        "link": link_to(example),
    }


def link_to(example: Example) -> str:
    """Return the address where the example's hand is counted out."""
    return url_for("positions.show", rules=example.ruleset, laid=example.laid, hand=example.hand, won=example.won)


def _sum(example: Example, wanted: Sum) -> dict[str, Any]:
    """Return one way of playing: the total is computed here, not read from the table of examples."""
    score = computed(example, wanted.ways)
    plain = t("examples.plain", ruleset=shelf.name_of(rules_of(example)))
    return {
        "way": " + ".join(t(f"way.{way}") for way in wanted.ways) or plain,
        "xi": score.xi,
        "total": score.total,
        "difference": score.total - example.printed,
    }
