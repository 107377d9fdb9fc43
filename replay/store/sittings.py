"""Which stored hands make one evening: those of a file, those of one table, or some by their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, col, select

from replay.store.model import Hand, Problem, Upload

SHOWN = 50
MOST = 1000  # hands of one evening


class File(NamedTuple):
    """An imported file that holds hands: how many of them are in the store."""

    upload_id: int
    name: str
    created: datetime
    hands: int


class Sitting(NamedTuple):
    """Hands whose records name the same table."""

    key: str
    hands: int


def list_files(session: Session) -> list[File]:
    """Return the newest imported files that hold hands; hands that were there before count as the file's, too."""
    found = session.exec(
        select(Upload)
        .where(col(Upload.imported) + col(Upload.warned) + col(Upload.duplicate) > 0)
        .order_by(col(Upload.id).desc())
        .limit(SHOWN)
    )
    return [File(u.id or 0, u.file, u.created, u.imported + u.warned + u.duplicate) for u in found]


def list_tables(session: Session) -> list[Sitting]:
    """Return the tables that records name, the one with the newest hand first."""
    number = sa.func.count()
    found = session.exec(
        select(Hand.table_key, number)
        .where(Hand.table_key != "")
        .group_by(col(Hand.table_key))
        .order_by(sa.func.max(Hand.id).desc())
        .limit(SHOWN)
    )
    return [Sitting(key, hands) for key, hands in found]


def hands_of_file(session: Session, upload_id: int) -> list[Hand]:
    """Return the hands of a file in its order, those among them that were in the store before."""
    own = session.exec(select(Hand).where(col(Hand.upload_id) == upload_id).order_by(col(Hand.file_index)).limit(MOST))
    by_place = {hand.file_index: hand for hand in own}
    taken = {hand.id for hand in by_place.values()}
    again = session.exec(
        select(Problem.file_index, Hand)
        .join(Hand, col(Hand.id) == col(Problem.hand_id))
        .where(col(Problem.upload_id) == upload_id, col(Problem.status) == "duplicate")
        .order_by(col(Problem.file_index))
        .limit(MOST)
    )
    for place, hand in again:
        if hand.id not in taken:
            taken.add(hand.id)
            by_place[place] = hand
    return [by_place[place] for place in sorted(by_place)][:MOST]


def hands_of_table(session: Session, key: str) -> list[Hand]:
    """Return the hands whose records name this table, in the order of their rounds (else as they were stored)."""
    by_round = (sa.func.coalesce(Hand.round, 0), col(Hand.id))
    return list(session.exec(select(Hand).where(Hand.table_key == key).order_by(*by_round).limit(MOST)))


def hands_by_id(session: Session, ids: Sequence[int]) -> list[Hand]:
    """Return the hands with these ids in this order; those that are not there are left out."""
    found = session.exec(select(Hand).where(col(Hand.id).in_(ids[:MOST])))
    by_id = {hand.id: hand for hand in found}
    return [by_id[id_] for id_ in ids[:MOST] if id_ in by_id]
