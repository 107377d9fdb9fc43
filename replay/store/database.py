"""Where the store lies and how it is opened."""

from __future__ import annotations

import os
import re
from typing import Any

import sqlalchemy as sa
from sqlmodel import create_engine

from replay.errors import Place, WmqError
from replay.home import home
from replay.store.upgrade import upgrade

PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=10000")


def database_url() -> str:
    """Return the SQLAlchemy address of the store: ``WMQ_DATABASE``, else a SQLite file in ``home()``."""
    return os.environ.get("WMQ_DATABASE") or f"sqlite:///{(home() / 'hands.sqlite').absolute()}"


def open_engine(url: str = "") -> sa.Engine:
    """Return an engine on a store that is ready for use. Raises ``WmqError`` if it cannot be opened as one."""
    where = url or database_url()
    try:
        return prepare(create_engine(where))
    except (sa.exc.SQLAlchemyError, ModuleNotFoundError, AssertionError) as error:
        raise unusable(error, where) from None


def unusable(error: BaseException, where: str = "") -> WmqError:
    """Return what is wrong with the store, in one line; passwords in its address are not told."""
    why = "".join(str(getattr(error, "orig", None) or error).splitlines()[:1])
    told = re.sub(r"//[^/@]*@", "//…@", where or database_url())
    hint = "Set WMQ_HOME or WMQ_DATABASE to another place, or move this one away."
    return WmqError("unusable_store", why, "a library of this program", hint, Place(file=told))


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
