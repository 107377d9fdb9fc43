"""Pages for what went wrong, in the reader's language, with what to do about it."""

from __future__ import annotations

from flask import Flask, current_app, render_template
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]
from werkzeug.exceptions import HTTPException, SecurityError

from replay.web.languages import t

KNOWN = (400, 404, 405, 413, 500)


def init_app(app: Flask) -> None:
    """Answer every HTTP error with a page of ours; the cause of a 500 goes to the log only."""
    app.register_error_handler(HTTPException, page)
    app.register_error_handler(CSRFError, page)


def limits() -> dict[str, int]:
    """Return what an upload may hold: megabytes and files."""
    config = current_app.config
    return {"limit": config["MAX_CONTENT_LENGTH"] // 2**20, "files": config["MAX_FORM_PARTS"] - 10}


def page(error: HTTPException) -> tuple[str, int, list[tuple[str, str]]] | HTTPException:
    """Return the page for an HTTP error; redirects pass as they are."""
    if isinstance(error, SecurityError):  # a name of ours by somebody else's; no address can be built under it
        return t("error.host"), 400, [("Content-Type", "text/plain; charset=utf-8")]
    status = error.code or 500
    if status < 400:
        return error
    known = status if status in KNOWN else (400 if status < 500 else 500)
    text = t("error.413.text", **limits()) if known == 413 else t(f"error.{known}.text")
    headers = [(name, value) for name, value in error.get_headers() if name in ("Allow", "Retry-After")]
    body = render_template("error.html", status=status, title=t(f"error.{known}.title"), text=text)
    return body, status, headers
