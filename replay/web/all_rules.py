"""One hand judged under every ruleset: a chart and the table behind it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, url_for

from replay.engine import audit
from replay.record import HandRecord
from replay.rulesets import Ruleset
from replay.web import charts, security, shelf
from replay.web.hands import stored
from replay.web.languages import t
from replay.web.rule_words import mingtang_name

bp = Blueprint("all_rules", __name__)


@bp.get("/hand/<int:hand_id>/all-rules")
def show(hand_id: int) -> str:
    """Show what the hand is worth under each ruleset, the dearest first."""
    hand, record = stored(hand_id)
    rows = sorted(
        (row(rules, record) for rules in shelf.shelf().rulesets.values()), key=lambda row: -(row["total"] or -1)
    )
    security.allow_inline_style()
    figure = charts.bars([row["name"] for row in rows], [row["total"] or 0 for row in rows], t("score.total"))
    links = [url_for("hands.show", hand_id=hand.id, ruleset=row["id"]) for row in rows]
    return render_template(
        "all_rules.html",
        hand=hand,
        rows=rows,
        links=links,
        anybody=any(row["win"] for row in rows),
        data={"figure": figure, "links": links},
    )


def row(rules: Ruleset, record: HandRecord) -> dict[str, Any]:
    """Return what a hand is worth under a ruleset."""
    score = audit(record, rules).score
    return {
        "id": rules.id,
        "name": shelf.name_of(rules),
        "win": score is not None,
        "xi": score.xi if score else None,
        "multiplier": score.multiplier if score else None,
        "total": score.total if score else None,
        "mingtang": [(mingtang_name(item.id), item.op, item.value) for item in score.items] if score else [],
    }
