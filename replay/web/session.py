"""The database session of a request."""

from __future__ import annotations

from flask import g
from flask_sqlalchemy_lite import SQLAlchemy

from replay.store import Session

db = SQLAlchemy(session_options={"class_": Session})


def reader() -> Session:
    """Return the request's session for reading only: it takes no lock, so pages answer while a file is imported."""
    session = db.session
    assert isinstance(session, Session)
    if "reading" not in g:
        session.connection(execution_options={"readonly": True})
        g.reading = True
    return session
