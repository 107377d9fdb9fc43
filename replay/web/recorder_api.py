"""What the recorder's page asks for by script: judging, drafts, storing. JSON in, JSON out, no state between requests.

Every answer but a 2xx is ``{"error": code, "problems": [[path, what is wrong], …]}``. The page sends its CSRF token in
the header ``X-CSRFToken`` and fetches a new one when it is refused.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request, url_for
from flask_wtf.csrf import CSRFError, generate_csrf  # type: ignore[import-untyped]
from werkzeug.exceptions import HTTPException

from replay import store
from replay.record import HandRecord, content_hash
from replay.rulesets import DEFAULT, Ruleset
from replay.web import recorder_forms as forms
from replay.web.languages import t
from replay.web.recorder_repairs import proposals
from replay.web.recorder_view import view
from replay.web.session import db, reader
from replay.web.shelf import shelf

bp = Blueprint("recorder_api", __name__, url_prefix="/record")

KEY = re.compile(r"[a-z0-9]{8,40}")
_ENCODER = msgspec.json.Encoder()


def answer(data: Any, status: int = 200) -> Response:
    """Return the data as a JSON response."""
    return Response(_ENCODER.encode(data), status, mimetype="application/json")


def body(form: Any) -> dict[str, Any]:
    """Return the checked body of the request."""
    request.max_content_length = forms.BODY_LIMIT
    if request.mimetype != "application/json":
        abort(415)
    return forms.read(form, request.get_data())


@bp.errorhandler(forms.Refused)
def refused(error: forms.Refused) -> Response:
    """Say what could not be used."""
    return answer({"error": "refused", "problems": error.problems}, 400)


@bp.errorhandler(CSRFError)
def no_token(_error: CSRFError) -> Response:
    """Say that a new token is needed."""
    return answer({"error": "token", "problems": []}, 400)


@bp.errorhandler(HTTPException)
def failed(error: HTTPException) -> Response:
    """Say what went wrong in JSON; the cause of a 500 goes to the log only."""
    names = {404: "missing", 413: "too_large", 415: "not_json"}
    reply = answer({"error": names.get(error.code or 500, "failed"), "problems": []}, error.code or 500)
    reply.headers.extend((name, value) for name, value in error.get_headers() if name in ("Allow", "Retry-After"))
    return reply


@bp.get("/token")
def token() -> Response:
    """Return a CSRF token for this session."""
    return answer({"token": generate_csrf()})


def rules_for(record: HandRecord) -> Ruleset:
    """Return the record's ruleset where it is known here, else the default one."""
    known = shelf().rulesets
    return known.get(record.ruleset) or known[DEFAULT]


@bp.post("/judge")
def judge() -> Response:
    """Judge a record and return what the page shows after its first ``at`` events (all of them if not given)."""
    data = body(forms.JUDGE)
    record = forms.record_of(data["record"])
    most = len(record.events)
    at = most if data["at"] is None else min(data["at"], most)
    return answer(view(record, rules_for(record), at))


@bp.post("/repairs")
def repairs() -> Response:
    """Return the small changes that would make the hand legal, and what speaks for and against a slip of the pen."""
    record = forms.record_of(body(forms.JUDGE)["record"])
    return answer(proposals(record, rules_for(record)))


@bp.get("/drafts")
def drafts() -> Response:
    """Return all drafts, last written first."""
    return answer([summary(draft) for draft in store.list_drafts(reader())])


def summary(draft: store.Draft) -> dict[str, Any]:
    """Return what the list of drafts says of one."""
    return {
        "key": draft.key,
        "title": draft.title,
        "events": draft.event_count,
        "updated": draft.updated.isoformat() + ("Z" if draft.updated.tzinfo is None else ""),
        "origin": draft.origin,
        "copy": bool(draft.copy_of),
    }


def content(draft: store.Draft) -> dict[str, Any]:
    """Return a draft as the page takes it up."""
    kept = msgspec.json.decode(draft.content)
    return {**kept, "key": draft.key, "version": draft.version, "origin": draft.origin}


@bp.get("/drafts/<key>")
def one_draft(key: str) -> Response:
    """Return a draft."""
    draft = store.get_draft(reader(), key)
    if draft is None:
        abort(404)
    return answer(content(draft))


@bp.put("/drafts/<key>")
def keep(key: str) -> Response:
    """Keep a draft. ``copy`` in the answer is the key under which another window's content was kept, if any was."""
    if not KEY.fullmatch(key):
        abort(404)
    data = body(forms.DRAFT)
    record = data["record"]
    kept = {name: data[name] for name in ("record", "started", "clock", "begun", "own")}
    saved = store.save_draft(
        db.engine,
        store.Written(
            key=key,
            base=data["base"],
            writer=data["writer"],
            content=msgspec.json.encode(kept).decode(),
            title=" · ".join(name for name in record["names"] if name.strip()),
            event_count=len(record["events"]),
            origin=data["origin"],
        ),
    )
    return answer({"version": saved.version, "copy": saved.copy})


@bp.delete("/drafts/<key>")
def drop(key: str) -> Response:
    """Forget a draft."""
    return answer({"dropped": store.drop_draft(db.engine, key)})


@bp.post("/finish")
def finish() -> Response:
    """Store the hand in the library like an imported one, forget its draft, and say where it is to be seen.

    ``new`` is false when the same hand was there before; ``same`` when nothing of the corrected hand was changed.
    """
    data = body(forms.FINISH)
    record = forms.record_of(data["record"])
    origin = None if data["origin"] is None else store.get_hand(reader(), data["origin"])
    if data["origin"] is not None and origin is None:
        abort(404)
    if origin is not None and content_hash(record) == origin.hash:
        return answer({"hand": origin.id, "new": False, "same": True, "url": url_for("hands.show", hand_id=origin.id)})
    if origin is not None:
        record = msgspec.structs.replace(record, meta={**record.meta, "corrects": origin.hash})
    name = t("rec.file_correction", file=origin.file) if origin else t("rec.file", when=_today())
    stored = store.store_recorded(db.engine, record, name, origin.id if origin else None)
    if data["key"]:
        store.drop_draft(db.engine, data["key"])
    url = url_for("hands.show", hand_id=stored.hand_id)
    return answer({"hand": stored.hand_id, "new": stored.new, "same": False, "url": url})


def _today() -> str:
    return f"{datetime.now():%Y-%m-%d}"
