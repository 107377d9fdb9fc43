"""The recorder's page: a hand is written down while it is played or watched, or a stored one is put right."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, abort, render_template, request, url_for
from flask_wtf.csrf import generate_csrf  # type: ignore[import-untyped]

from replay import store
from replay.cards import ASCII, KINDS, SPELLINGS
from replay.errors import WmqError
from replay.record import ACTIONS, parse_record
from replay.record.model import COMPANIONS
from replay.record.words import ACTION_OF, SEAT_OF
from replay.rulesets import DEFAULT
from replay.web import words
from replay.web.board import SCRIPT_WORDS
from replay.web.languages import current, page_words, t
from replay.web.recorder_api import content, summary
from replay.web.recorder_forms import data_of
from replay.web.session import reader
from replay.web.shelf import families, name_of

bp = Blueprint("recorder", __name__, url_prefix="/record")


def init_app(app: Flask) -> None:
    """Let pages of hands ask which hand corrects which."""
    app.jinja_env.globals.update(corrections_of=corrections_of)


def corrections_of(hand: store.Hand) -> tuple[list[int], list[int]]:
    """Return the hands that this one corrects, and those that correct it."""
    return store.corrections(reader(), hand.id or 0)


@bp.get("")
def show() -> str:
    """Show the recorder: with a draft, with a stored hand to correct, or with the list of drafts."""
    session = reader()
    draft, origin = None, None
    if request.args.get("draft"):
        draft = store.get_draft(session, request.args["draft"])
    origin_id = draft.origin if draft else _number(request.args.get("hand"))
    if origin_id is not None:
        origin = store.get_hand(session, origin_id)
        if origin is None and draft is None:
            abort(404)
    begun = store.list_drafts(session, origin.id) if origin and not draft else ()
    data = {
        **_page_data(),
        "draft": content(draft) if draft else None,
        "asked": request.args.get("draft", ""),
        "drafts": [summary(each) for each in store.list_drafts(session)],
        "correct": _to_correct(origin) if origin and not draft else None,
    }
    return render_template("recorder.html", data=data, origin=origin, begun=begun, families=families(), name_of=name_of)


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        abort(404)
    return int(text)


def _to_correct(hand: store.Hand) -> dict[str, Any]:
    """Return the stored hand as the recorder's JSON; ``error`` says why where it cannot be read."""
    try:
        record = data_of(parse_record(hand.notation))
    except WmqError as error:
        return {"id": hand.id, "error": str(error)}
    return {"id": hand.id, "record": {**record, "ruleset": record["ruleset"] or hand.ruleset}}


def _page_data() -> dict[str, Any]:
    """Return what the scripts need whatever hand is written down."""
    return {
        "token": generate_csrf(),
        "urls": {
            "page": url_for("recorder.show"),
            "judge": url_for("recorder_api.judge"),
            "draft": url_for("recorder_api.keep", key="KEY"),
            "repairs": url_for("recorder_api.repairs"),
            "finish": url_for("recorder_api.finish"),
            "token": url_for("recorder_api.token"),
        },
        "words": {key: t(key) for key in page_words() if key.startswith((*SCRIPT_WORDS, "rec.", "act."))},
        "faces": [words.face(kind) for kind in range(KINDS)],
        "card_names": [words.card_name(kind) for kind in range(KINDS + 1)],
        "marks": [words.seat_mark(seat) for seat in range(4)],
        "ruleset": DEFAULT,
        "language": current().tag,
        # how cards, seats and actions may be typed
        "typed": {
            "cards": SPELLINGS | {name: kind for kind, name in enumerate(ASCII)},
            "seats": SEAT_OF,
            "actions": ACTION_OF,
            "companions": {ACTIONS[action]: max(counts) for action, counts in COMPANIONS.items()},
        },
    }
