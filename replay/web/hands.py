"""The page of one hand: the moving table, its events and findings, the 息 of each seat, how the win was counted."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, make_response, render_template

from replay.analysis.partial import cost, cost_text
from replay.analysis.xi import of_frames
from replay.engine import Replay, audit
from replay.engine.finding import UNDECIDABLE, Finding
from replay.errors import WmqError
from replay.record import HandRecord
from replay.record.notation import parse_record
from replay.rulesets import Ruleset
from replay.store import Hand, get_hand, neighbours
from replay.web import security, shelf, words
from replay.web.board import board, step_of
from replay.web.languages import current, t
from replay.web.reckoning import money, reckoning, signed
from replay.web.schemas import HAND, asked
from replay.web.session import reader

bp = Blueprint("hands", __name__)


@bp.get("/hand/<int:hand_id>")
def show(hand_id: int) -> str:
    """Show a hand at the step the address names."""
    hand, record = stored(hand_id)
    query, wrong = asked(HAND)
    rules = rules_of(hand, query["ruleset"])
    replay = audit(record, rules)
    before, after = neighbours(reader(), hand)
    security.allow_inline_style()
    step = min(query["event"], len(record.events))
    context = {**_judged(replay, rules, step), **_stale(hand, rules)}
    return render_template(
        "hand.html", hand=hand, before=before, after=after, unknown=wrong.get("ruleset", ""), **context
    )


def stored(hand_id: int) -> tuple[Hand, HandRecord]:
    """Return a hand of the store with its record; ends the request where there is none, or none that can be read."""
    hand = get_hand(reader(), hand_id) if hand_id < 2**31 else None
    if hand is None:
        abort(404)
    try:
        return hand, parse_record(hand.notation)
    except WmqError as error:  # somebody wrote into the store by other ways than ours
        why = t("error.unreadable_hand", why=str(error))
        page = render_template("error.html", status=500, title=t("error.500.title"), text=why)
        abort(make_response(page, 500))


def rules_of(hand: Hand, wanted: str) -> Ruleset:
    """Return the ruleset asked for, else the one the hand was stored under, else the usual one."""
    known = shelf.shelf().rulesets
    return known.get(wanted or hand.ruleset) or shelf.default()


def _stale(hand: Hand, rules: Ruleset) -> dict[str, Any]:
    """Return whether the stored result was computed under rules that are no more: ``changed``, ``gone`` or nothing."""
    present = shelf.shelf().hashes.get(hand.ruleset)
    stale = "gone" if present is None else "changed" if present != hand.ruleset_hash else ""
    return {"stale": stale, "other": rules.id != hand.ruleset}


def _judged(replay: Replay, rules: Ruleset, step: int) -> dict[str, Any]:
    shown = replay.frames
    line = of_frames(shown)
    by_step: dict[int, list[dict[str, Any]]] = {}
    for number, finding in enumerate(replay.findings):
        by_step.setdefault(step_of(finding), []).append(told(number, finding))
    return {
        "replay": replay,
        "broken": any(finding.certainty != UNDECIDABLE for finding in replay.findings),
        "left_open": [cost_text(each, current().key) for each in cost(replay)],
        "rules": rules,
        "families": shelf.families(),
        "label": shelf.label,
        "name_of": shelf.name_of,
        "steps": len(shown) - 1,
        "step": step,
        "names": words.seat_names(replay.record),
        "marks": [words.seat_mark(seat) for seat in range(replay.record.seats)],
        "playing": [seat for seat in range(replay.record.seats) if seat != shown[0].shouxing],
        "lines": [words.event_text(event) for event in replay.record.events],
        "line": line,
        "by_step": by_step,
        "findings": [found for _, several in sorted(by_step.items()) for found in several],
        "reckoning": reckoning(replay.score, rules),
        "money": money(replay, rules),
        "signed": signed,
        "face": words.face,
        "card_name": words.card_name,
        "card_look": words.card_look,
        "data": board(replay, shown, line, step, rules.min_xi),
    }


def told(number: int, finding: Finding) -> dict[str, Any]:
    """Return a finding in the page's words."""
    return {
        "id": number,
        "step": step_of(finding),
        "name": words.finding_name(finding.code),
        "text": words.finding_text(finding),
        "certainty": finding.certainty,
        "rules": words.rules_of(finding.code),
    }
