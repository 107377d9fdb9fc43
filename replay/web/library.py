"""The library: every stored hand, newest first."""

from __future__ import annotations

from flask import Blueprint, render_template

from replay.engine.codes import CODES
from replay.store import Query, count_stale, find_hands
from replay.web import shelf
from replay.web.errors import limits
from replay.web.languages import current, t
from replay.web.schemas import LIBRARY, OUTCOMES, asked
from replay.web.session import reader

bp = Blueprint("library", __name__)


@bp.get("/")
def show() -> str:
    """Show one page of the library."""
    values, _ = asked(LIBRARY)
    hashes = shelf.shelf().hashes
    query = Query(
        text=values["q"],
        outcome=values["outcome"],
        ruleset=values["ruleset"],
        findings=values["findings"],
        upload=values["upload"],
        page=values["page"],
        stale=tuple(hashes.items()) if values["stale"] else (),
    )
    session = reader()
    return render_template(
        "library.html",
        query=query,
        found=find_hands(session, query),
        outcomes=[(name, t(f"outcome.{name}")) for name in OUTCOMES],
        families=shelf.families(),
        name_of=shelf.name_of,
        label=shelf.label,
        hashes=hashes,
        stale=count_stale(session, hashes),
        rejudged=values["rejudged"],
        left=values["left"],
        codes=[(code, entry.names[current().column]) for code, entry in CODES.items()],
        filtered=query._replace(page=1) != Query(),
        limit=limits()["limit"],
    )
