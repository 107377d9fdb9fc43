"""The library: every stored hand, newest first."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from replay.engine.codes import CODES
from replay.rulesets import available
from replay.store import Query, find_hands
from replay.web.errors import limits
from replay.web.languages import current, t
from replay.web.session import reader

bp = Blueprint("library", __name__)

OUTCOMES = ("hu", "exhausted", "incomplete")


@bp.get("/")
def show() -> str:
    """Show one page of the library."""
    query = asked()
    codes = [(code, entry.names[current().column]) for code, entry in CODES.items()]
    return render_template(
        "library.html",
        query=query,
        found=find_hands(reader(), query),
        outcomes=[(name, t(f"outcome.{name}")) for name in OUTCOMES],
        rulesets=available(),
        codes=codes,
        filtered=query._replace(page=1) != Query(),
        limit=limits()["limit"],
    )


def asked() -> Query:
    """Return what the address asks for; a value that is none asks for nothing."""
    args = request.args
    outcome, findings = args.get("outcome", ""), args.get("findings", "")
    return Query(
        text=args.get("q", "")[:200],
        outcome=outcome if outcome in OUTCOMES else "",
        ruleset=args.get("ruleset", "") if args.get("ruleset") in available() else "",
        findings=findings if findings in ("some", "none") or findings in CODES else "",
        upload=_number(args.get("upload"), 0),
        page=_number(args.get("page"), 1),
    )


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else default
