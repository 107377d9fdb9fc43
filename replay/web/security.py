"""What every answer carries, and the guard of the forms."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from functools import lru_cache
from typing import Any

from flask import Flask, Response, current_app, g, request
from flask_wtf.csrf import CSRFProtect  # type: ignore[import-untyped]

csrf = CSRFProtect()

POLICY = (
    "default-src 'none'; script-src 'self'; style-src {style}; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
YEAR = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    """Guard the forms, add the headers, and put the version into the address of every static file."""
    csrf.init_app(app)
    app.after_request(_headers)
    app.url_defaults(_version)


def allow_inline_style() -> None:
    """Loosen the policy of the present page: Plotly writes style attributes."""
    g.inline_style = True


def _headers(response: Response) -> Response:
    style = "'self' 'unsafe-inline'" if g.get("inline_style") else "'self'"
    headers = response.headers
    headers["Content-Security-Policy"] = POLICY.format(style=style)
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "same-origin"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if request.endpoint == "static":
        if request.args.get("v") and response.status_code in (200, 206, 304):
            headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    else:
        headers["Cache-Control"] = "private, no-cache"
    return response


def _version(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "static" and "v" not in values:
        path = os.path.join(current_app.static_folder or "", values["filename"])
        with suppress(OSError, ValueError):  # somebody asks for a file that is not there
            values["v"] = _digest(path, os.stat(path).st_mtime_ns)


@lru_cache(maxsize=256)
def _digest(path: str, _changed: int) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:12]
