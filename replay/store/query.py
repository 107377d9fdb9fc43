"""Reading the store: the library's list, one hand, one file's report."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlmodel import Session, col, select

from replay.errors import Place
from replay.store.importing import Report
from replay.store.judging import Line
from replay.store.model import Hand, Problem, Upload
from replay.store.rejudging import is_stale

PAGE_SIZE = 25


class Query(NamedTuple):
    """What the library is asked for; empty parts ask for nothing.

    ``findings`` is ``some``, ``none`` or a code; ``stale`` holds the present rulesets' (id, hash): only hands judged
    under others are asked for.
    """

    text: str = ""
    outcome: str = ""
    ruleset: str = ""
    findings: str = ""
    upload: int = 0
    page: int = 1
    stale: tuple[tuple[str, str], ...] = ()


class Page(msgspec.Struct, frozen=True):
    """One page of the library: its hands, newest first, the number of hands and of pages in all, and its own number."""

    hands: list[Hand]
    count: int
    pages: int
    number: int


def find_hands(session: Session, query: Query, size: int = PAGE_SIZE) -> Page:
    """Return the hands that fit every part of the query; a page beyond the last is the last."""
    where = _conditions(query)
    count = session.exec(select(sa.func.count()).select_from(Hand).where(*where)).one()
    pages = max(1, -(-count // size))
    number = min(max(1, query.page), pages)
    if not count:
        return Page([], 0, 1, 1)
    newest = select(Hand).where(*where).order_by(col(Hand.id).desc())
    return Page(list(session.exec(newest.limit(size).offset((number - 1) * size))), count, pages, number)


def _conditions(query: Query) -> list[Any]:
    where: list[Any] = [
        col(Hand.search).contains(word, autoescape=True) for word in query.text.lower().replace("\0", " ").split()
    ]
    if query.outcome:
        where.append(col(Hand.outcome) == query.outcome)
    if query.ruleset:
        where.append(col(Hand.ruleset) == query.ruleset)
    if query.upload:
        where.append(col(Hand.upload_id) == query.upload)
    if query.stale:
        where.append(is_stale(dict(query.stale)))
    if query.findings in ("some", "none"):
        where.append(col(Hand.finding_count) > 0 if query.findings == "some" else col(Hand.finding_count) == 0)
    elif query.findings:
        where.append(col(Hand.codes).contains(f" {query.findings} ", autoescape=True))
    return where


def get_hand(session: Session, hand_id: int) -> Hand | None:
    """Return the hand, or ``None``."""
    return session.get(Hand, hand_id)


def neighbours(session: Session, hand: Hand) -> tuple[int | None, int | None]:
    """Return the ids of the hands before and after this one in its file."""
    same = select(Hand.id).where(col(Hand.upload_id) == hand.upload_id)
    before = same.where(col(Hand.id) < hand.id).order_by(col(Hand.id).desc()).limit(1)
    after = same.where(col(Hand.id) > hand.id).order_by(col(Hand.id)).limit(1)
    return session.exec(before).first(), session.exec(after).first()


def get_report(session: Session, upload_id: int) -> Report | None:
    """Return the report of one imported file as it was made, or ``None``."""
    upload = session.get(Upload, upload_id)
    if upload is None:
        return None
    found = session.exec(select(Problem).where(col(Problem.upload_id) == upload_id).order_by(col(Problem.id)))
    lines = tuple(
        Line(
            p.file_index,
            p.status,
            p.hand_id,
            p.code,
            msgspec.json.decode(p.place, type=Place),
            p.found,
            p.expected,
            p.hint,
        )
        for p in found
    )
    return Report(
        upload_id, upload.file, upload.read, upload.imported, upload.warned, upload.rejected, upload.duplicate, lines
    )
