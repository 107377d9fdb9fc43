"""Hands that are being written down: drafts, and which stored hand corrects which.

A draft is never lost by being written from two windows: the last write wins, and what it took the place of is kept as a
draft of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from sqlmodel import Field, Session, SQLModel, col, select

from replay.errors import WmqError
from replay.record import HandRecord, content_hash
from replay.store.importing import import_file
from replay.store.model import Hand, now

DRAFTS_LISTED = 200


class Draft(SQLModel, table=True):
    """A hand being written down. ``content`` is the recorder's JSON; ``version`` counts its writes.

    ``writer`` is the window that wrote last; ``origin`` the stored hand that is being corrected; ``copy_of`` the key of
    the draft in which another window wrote over this content.
    """

    __tablename__ = "draft"

    key: str = Field(primary_key=True, max_length=64)
    version: int
    writer: str
    title: str = ""
    event_count: int = 0
    origin: int | None = Field(default=None, index=True)
    copy_of: str = ""
    content: str
    created: datetime = Field(default_factory=now)
    updated: datetime = Field(default_factory=now, index=True)


class Correction(SQLModel, table=True):
    """``corrected`` is the hand stored beside ``original`` with what somebody put right."""

    __tablename__ = "correction"

    original: int = Field(foreign_key="hand.id", primary_key=True)
    corrected: int = Field(foreign_key="hand.id", primary_key=True, index=True)
    created: datetime = Field(default_factory=now)


class Written(NamedTuple):
    """What one window wants kept: the draft's key, the version it last saw, its own name, the content."""

    key: str
    base: int
    writer: str
    content: str
    title: str = ""
    event_count: int = 0
    origin: int | None = None


class Saved(NamedTuple):
    """The draft's version now, and the key of the copy if another window's content was written over."""

    version: int
    copy: str = ""


class Stored(NamedTuple):
    """The hand in the library; ``new`` is false if the same hand was there before."""

    hand_id: int
    new: bool


class _Entry(msgspec.Struct, frozen=True):
    """One hand as ``import_file`` wants it."""

    index: int
    record: HandRecord | None
    problems: tuple[WmqError, ...] = ()


def save_draft(engine: sa.Engine, written: Written) -> Saved:
    """Keep the content under its key. What another window wrote there since ``base`` is kept as a copy."""
    with Session(engine) as session:
        draft = session.get(Draft, written.key)
        copy = ""
        if draft is None:
            draft = Draft(key=written.key, version=written.base, writer=written.writer, content="")
        elif draft.version != written.base and draft.content != written.content and draft.writer != written.writer:
            copy = _keep_copy(session, draft)
        draft.version += 1
        draft.writer, draft.content, draft.updated = written.writer, written.content, now()
        draft.title, draft.event_count, draft.origin = written.title, written.event_count, written.origin
        saved = Saved(draft.version, copy)
        session.add(draft)
        session.commit()
        return saved


def _keep_copy(session: Session, draft: Draft) -> str:
    """Keep the content as a draft of its own, one a window; return its key."""
    key = hashlib.sha256(f"{draft.key} {draft.writer}".encode()).hexdigest()[:20]
    copy = session.get(Draft, key) or Draft(key=key, version=0, writer=draft.writer, content="", copy_of=draft.key)
    copy.version += 1
    copy.content, copy.updated = draft.content, draft.updated
    copy.title, copy.event_count, copy.origin = draft.title, draft.event_count, draft.origin
    session.add(copy)
    return key


def get_draft(session: Session, key: str) -> Draft | None:
    """Return the draft, or ``None``."""
    return session.get(Draft, key)


def list_drafts(session: Session, origin: int | None = None) -> Sequence[Draft]:
    """Return the drafts last written first; with ``origin`` those that correct this hand."""
    asked = select(Draft).order_by(col(Draft.updated).desc(), col(Draft.key)).limit(DRAFTS_LISTED)
    return session.exec(asked if origin is None else asked.where(Draft.origin == origin)).all()


def drop_draft(engine: sa.Engine, key: str) -> bool:
    """Forget the draft; return whether there was one."""
    with engine.begin() as connection:
        return bool(connection.execute(sa.delete(Draft).where(col(Draft.key) == key)).rowcount)


def store_recorded(engine: sa.Engine, record: HandRecord, file: str, origin: int | None = None) -> Stored:
    """Store a hand that was written down, as an import of one hand, and link it to the hand it corrects.

    Doing it again changes nothing and returns the same hand.
    """
    report = import_file(engine, file, [_Entry(0, record)])
    with engine.begin() as connection:
        found = connection.execute(sa.select(col(Hand.id)).where(col(Hand.hash) == content_hash(record))).scalar_one()
        assert found is not None
        if origin is not None and origin != found:
            pair = {"original": origin, "corrected": found}
            if not connection.execute(sa.select(Correction).filter_by(**pair)).first():
                connection.execute(sa.insert(Correction).values(**pair, created=now()))
    return Stored(found, report.imported == 1)


def corrections(session: Session, hand_id: int) -> tuple[list[int], list[int]]:
    """Return the hands that this one corrects, and those that correct it."""
    originals = select(Correction.original).where(Correction.corrected == hand_id).order_by(col(Correction.original))
    corrected = select(Correction.corrected).where(Correction.original == hand_id).order_by(col(Correction.corrected))
    return list(session.exec(originals)), list(session.exec(corrected))
