"""Taking in files of records, and telling what became of each hand."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response

import importers
from replay import store
from replay.errors import clip
from replay.web import words
from replay.web.schemas import UPLOAD, sent
from replay.web.session import db, reader

bp = Blueprint("uploads", __name__)

LINES_SHOWN = 500


@bp.post("/import")
def take() -> Response | tuple[str, int]:
    """Import the files of the form and show what was stored, and what was not and why."""
    files = [file for file in request.files.getlist("files") if file.filename]
    ruleset = sent(UPLOAD)["ruleset"]
    if not files:
        return render_template("imported.html", reports=[], nothing=True), 400
    ids = [str(_import(file, ruleset).upload_id) for file in files]
    return redirect(url_for("uploads.show", ids=",".join(ids)), 303)


def _import(file: FileStorage, ruleset: str) -> store.Report:
    data = file.read()
    name = clip((file.filename or "").replace("\\", "/").rsplit("/", 1)[-1], 200)
    return store.import_file(db.engine, name, importers.read(data, name), ruleset, len(data))


@bp.get("/import/<ids>")
def show(ids: str) -> str:
    """Show the reports of some imported files (their ids, comma between)."""
    numbers = ids.split(",")
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in numbers):
        abort(404)
    session = reader()
    reports = [report for part in numbers[:50] if (report := store.get_report(session, int(part)))]
    if not reports:
        abort(404)
    return render_template(
        "imported.html", reports=reports, nothing=False, shown=LINES_SHOWN, place_text=words.place_text
    )
