"""Where the store lies and how it is opened."""

from __future__ import annotations

import os
from typing import Any

import sqlalchemy as sa
from sqlmodel import create_engine

from replay.home import home
from replay.store.upgrade import upgrade

PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=10000")


def database_url() -> str:
    """Return the SQLAlchemy address of the store: ``WMQ_DATABASE``, else a SQLite file in ``home()``."""
    return os.environ.get("WMQ_DATABASE") or f"sqlite:///{(home() / 'hands.sqlite').absolute()}"


def open_engine(url: str = "") -> sa.Engine:
    """Return an engine on a store that is ready for use."""
    return prepare(create_engine(url or database_url()))


def prepare(engine: sa.Engine) -> sa.Engine:
    """Tune the engine, create or complete the tables, and return the engine."""
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _on_connect)
        sa.event.listen(engine, "begin", _on_begin)
    upgrade(engine)
    return engine


def _on_connect(connection: Any, _record: Any) -> None:
    # The driver's own transactions begin too late and lose updates; we begin them ourselves.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _on_begin(connection: sa.Connection) -> None:
    readonly = connection.get_execution_options().get("readonly")
    connection.exec_driver_sql("BEGIN" if readonly else "BEGIN IMMEDIATE")
