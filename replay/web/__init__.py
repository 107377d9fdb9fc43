"""The pages: ``create_app`` makes the application."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask

from replay import store
from replay.web import (
    all_rules,
    errors,
    evenings,
    examples,
    hands,
    languages,
    library,
    positions,
    recorder,
    recorder_api,
    rejudging,
    repairs,
    rules,
    security,
    uploads,
    words,
)
from replay.web.session import db

PACKAGE = Path(__file__).parent.parent
UPLOAD_LIMIT = 32 * 1024 * 1024
UPLOAD_FILES = 20


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the application.

    ``config`` overrides what follows from the environment: ``DATABASE`` (an SQLAlchemy address), ``SECRET_KEY`` and
    any setting of Flask's. The store is created when it is not there.
    """
    templates = _templates()
    app = Flask(__name__, template_folder=str(templates), static_folder=str(templates / "static"))
    app.config.update(
        DATABASE="",
        MAX_CONTENT_LENGTH=UPLOAD_LIMIT,
        MAX_FORM_PARTS=UPLOAD_FILES + 10,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.config.update(config or {})
    app.config["SQLALCHEMY_ENGINES"] = {"default": app.config["DATABASE"] or store.database_url()}
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = _secret()
    db.init_app(app)
    with app.app_context():
        store.prepare(db.engine)
    for part in (security, languages, words, errors, recorder):
        part.init_app(app)
    pages = (
        library,
        uploads,
        hands,
        evenings,
        all_rules,
        rejudging,
        repairs,
        rules,
        positions,
        examples,
        recorder,
        recorder_api,
    )
    for module in pages:
        app.register_blueprint(module.bp)
    return app


def _templates() -> Path:
    """Return the folder of the pages: inside an installed package, else beside it."""
    inside = PACKAGE / "_templates"
    return inside if inside.is_dir() else PACKAGE.parent / "templates"


def _secret() -> str:
    """Return the key that signs cookies: ``WMQ_SECRET``, else one kept in the user's folder, readable by them alone."""
    if os.environ.get("WMQ_SECRET"):
        return os.environ["WMQ_SECRET"]
    path = store.home() / "secret"
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
    except FileExistsError:
        pass
    return path.read_text()
