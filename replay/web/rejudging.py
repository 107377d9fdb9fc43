"""Judging stale results again: one hand's, or all of them."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, url_for
from werkzeug.wrappers import Response

from replay import store
from replay.web.session import db
from replay.web.shelf import shelf

bp = Blueprint("rejudging", __name__)


@bp.post("/hand/<int:hand_id>/rejudge")
def one(hand_id: int) -> Response:
    """Judge one hand again if its result is stale, and show it."""
    if hand_id >= 2**31:
        abort(404)
    store.rejudge(db.engine, shelf().rulesets, hand_id)
    return redirect(url_for("hands.show", hand_id=hand_id), 303)


@bp.post("/rejudge")
def every() -> Response:
    """Judge every hand again whose result is stale, and say how many there were."""
    done, left = store.rejudge(db.engine, shelf().rulesets)
    return redirect(url_for("library.show", rejudged=done, left=left), 303)
