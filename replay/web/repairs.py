"""A hand with findings: a slip of the pen, or an offence? Both readings, and the smallest changes, beside the record.

Nothing is applied: who wants a change opens the recorder.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template

from replay.analysis.repair_words import repair_json, verdict_json
from replay.analysis.repairs import Repair
from replay.analysis.verdict import verdict
from replay.record import HandRecord
from replay.web.hands import rules_of, stored
from replay.web.languages import current
from replay.web.schemas import HAND, asked
from replay.web.words import event_text

bp = Blueprint("repairs", __name__)
AROUND = 3  # events shown before and after the first change


@bp.get("/hand/<int:hand_id>/repairs")
def show(hand_id: int) -> str:
    """Show both readings of a hand's findings, and its ranked repairs with record and repair side by side."""
    hand, record = stored(hand_id)
    query, _ = asked(HAND)
    rules = rules_of(hand, query["ruleset"])
    lang = current().key
    found = verdict(record, rules)
    shown = [{**repair_json(repair, lang), "sides": sides(record, repair)} for repair in found.search.repairs]
    return render_template("repairs.html", hand=hand, rules=rules, told=verdict_json(found, lang), repairs=shown)


def sides(record: HandRecord, repair: Repair) -> list[dict[str, Any]]:
    """Return the events around a repair as rows of ``no``, ``was`` and ``now``; ``differs`` marks what changed.

    Both logs are walked from the front and from the back until they part; what lies between has changed.
    """
    was, now = record.events, repair.record.events
    front = 0
    while front < min(len(was), len(now)) and was[front] == now[front]:
        front += 1
    back = 0
    while back < min(len(was), len(now)) - front and was[-1 - back] == now[-1 - back]:
        back += 1
    rows = []
    width = max(len(was), len(now)) - back - front
    for index in range(max(0, front - AROUND), front + width + AROUND):
        inside = front <= index < front + width
        left = index if not inside or index < len(was) - back else None
        right = index if not inside or index < len(now) - back else None
        if index >= front + width:
            left, right = index - width + len(was) - back - front, index - width + len(now) - back - front
        texts = [_text(events, at) for events, at in ((was, left), (now, right))]
        if any(texts):
            number = None if left is None else left + 1
            rows.append({"no": number, "was": texts[0], "now": texts[1], "differs": inside})
    return rows


def _text(events: tuple[Any, ...], at: int | None) -> str:
    return event_text(events[at]) if at is not None and at < len(events) else ""
