"""One hand judged under every ruleset: a chart and the table behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, render_template, url_for

from replay.engine import audit
from replay.rulesets import Ruleset
from replay.scoring import Score
from replay.web import charts, security, shelf
from replay.web.hands import stored
from replay.web.languages import t
from replay.web.rule_words import mingtang_name

bp = Blueprint("all_rules", __name__)


@bp.get("/hand/<int:hand_id>/all-rules")
def show(hand_id: int) -> str:
    """Show what the hand is worth under each ruleset, the dearest first."""
    hand, record = stored(hand_id)
    security.allow_inline_style()
    told = side_by_side(lambda rules: audit(record, rules).score)
    links = [url_for("hands.show", hand_id=hand.id, ruleset=row["id"]) for row in told["rows"]]
    return render_template("all_rules.html", hand=hand, links=links, **_charted(told, links))


def _charted(told: dict[str, Any], links: list[str]) -> dict[str, Any]:
    rows = told["rows"]
    figure = charts.bars([row["name"] for row in rows], [row["total"] or 0 for row in rows], t("score.total"))
    return {**told, "data": {"figure": figure, "links": links}}


def side_by_side(worth: Callable[[Ruleset], Score | None]) -> dict[str, Any]:
    """Return ``rows``, what ``worth`` gives under each ruleset, the dearest first; and whether ``anybody`` wins."""
    scored = [row(rules, worth(rules)) for rules in shelf.shelf().rulesets.values()]
    rows = sorted(scored, key=lambda row: -1 if row["total"] is None else row["total"], reverse=True)
    return {"rows": rows, "anybody": any(row["win"] for row in rows)}


def row(rules: Ruleset, score: Score | None) -> dict[str, Any]:
    """Return a score under a ruleset as a line of the table; ``None`` is no win."""
    return {
        "id": rules.id,
        "name": shelf.name_of(rules),
        "win": score is not None,
        "xi": score.xi if score else None,
        "multiplier": score.multiplier if score else None,
        "total": score.total if score else None,
        "mingtang": [(mingtang_name(item.id), item.op, item.value) for item in score.items] if score else [],
    }
