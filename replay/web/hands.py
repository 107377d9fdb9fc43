"""The page of one hand: the moving table, its events and findings, the 息 of each seat, how the win was counted."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template, request

from replay.analysis.xi import of_frames
from replay.engine import Replay, audit
from replay.errors import WmqError
from replay.record.notation import parse_record
from replay.rulesets import Ruleset, available, load
from replay.store import Hand, get_hand, neighbours
from replay.web import security, words
from replay.web.board import board, step_of
from replay.web.languages import t
from replay.web.reckoning import reckoning
from replay.web.session import reader

bp = Blueprint("hands", __name__)


@bp.get("/hand/<int:hand_id>")
def show(hand_id: int) -> str | tuple[str, int]:
    """Show a hand at the step the address names."""
    session = reader()
    hand = get_hand(session, hand_id) if hand_id < 2**31 else None
    if hand is None:
        abort(404)
    try:
        record = parse_record(hand.notation)
    except WmqError as error:  # somebody wrote into the store by other ways than ours
        why = t("error.unreadable_hand", why=str(error))
        return render_template("error.html", status=500, title=t("error.500.title"), text=why), 500
    rules = _rules(hand)
    replay = audit(record, rules)
    before, after = neighbours(session, hand)
    security.allow_inline_style()
    return render_template("hand.html", hand=hand, before=before, after=after, **_context(hand, replay, rules))


def _rules(hand: Hand) -> Ruleset:
    """Return the ruleset the address names, else the one the hand was stored under, if they are known here."""
    known = available()
    for name in (request.args.get("ruleset", ""), hand.ruleset):
        if name in known:
            return load(name)
    return load(known[0])


def _context(hand: Hand, replay: Replay, rules: Ruleset) -> dict[str, Any]:
    shown = replay.frames
    line = of_frames(shown)
    steps = len(shown) - 1
    step = min(max(0, request.args.get("event", 0, int)), steps)
    by_step: dict[int, list[dict[str, Any]]] = {}
    for number, finding in enumerate(replay.findings):
        by_step.setdefault(step_of(finding), []).append(_finding(number, finding))
    return {
        "replay": replay,
        "rules": rules,
        "rulesets": available(),
        "stale": rules.id == hand.ruleset and rules.hash != hand.ruleset_hash,
        "steps": steps,
        "step": step,
        "names": words.seat_names(replay.record),
        "marks": [words.seat_mark(seat) for seat in range(replay.record.seats)],
        "playing": [seat for seat in range(replay.record.seats) if seat != shown[0].shouxing],
        "lines": [words.event_text(event) for event in replay.record.events],
        "line": line,
        "by_step": by_step,
        "findings": [found for _, several in sorted(by_step.items()) for found in several],
        "reckoning": reckoning(replay),
        "face": words.face,
        "card_name": words.card_name,
        "card_look": words.card_look,
        "data": board(replay, shown, line, step, rules.min_xi),
    }


def _finding(number: int, finding: Any) -> dict[str, Any]:
    return {
        "id": number,
        "step": step_of(finding),
        "name": words.finding_name(finding.code),
        "text": words.finding_text(finding),
        "certainty": finding.certainty,
        "rules": words.rules_of(finding.code),
    }
