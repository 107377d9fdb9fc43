"""The tables. They hold what was already checked: SQLModel tables validate nothing themselves."""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def now() -> datetime:
    """Return the present moment in UTC, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


class Upload(SQLModel, table=True):
    """One imported file: ``imported + warned + rejected + duplicate == read``.

    ``ruleset`` is the id all its hands were judged under, ``""`` for each hand's own.
    """

    __tablename__ = "upload"

    id: int | None = Field(default=None, primary_key=True)
    file: str
    size: int = 0
    ruleset: str = ""
    created: datetime = Field(default_factory=now)
    read: int = 0
    imported: int = 0
    warned: int = 0
    rejected: int = 0
    duplicate: int = 0


class Hand(SQLModel, table=True):
    """One hand. ``notation`` is the record; every other column is computed from it and may be computed again.

    ``hash`` is that of the record's content; ``search`` holds the names and the file in lower case; ``codes`` the codes
    of the findings, each between spaces; ``finding_count`` leaves out what the record does not decide, which is
    ``open_count``. ``xi`` and ``total`` are ``None`` where nobody won. ``ruleset_hash`` tells
    under which state of the ruleset the summary was computed. ``table_key`` is the table the record names and
    ``round`` the number of the hand at it, where it says so.
    """

    __tablename__ = "hand"
    # Holds all that the library asks for, so that counting 100,000 hands reads no notation.
    __table_args__ = (
        sa.Index("ix_hand_asked", "search", "outcome", "ruleset", "finding_count", "codes"),
        sa.Index("ix_hand_judged", "ruleset", "ruleset_hash"),  # counts stale results
    )

    id: int | None = Field(default=None, primary_key=True)
    hash: str = Field(unique=True, max_length=64)
    upload_id: int = Field(foreign_key="upload.id", index=True)
    file: str
    file_index: int
    created: datetime = Field(default_factory=now)
    notation: str
    names: str = ""
    search: str = ""
    seats: int = 3
    dealer: int = -1
    event_count: int = 0
    ruleset: str = Field(index=True)
    ruleset_hash: str = ""
    outcome: str = Field(index=True)
    winner: int | None = None
    xi: int | None = None
    total: int | None = None
    finding_count: int = Field(default=0, index=True)
    codes: str = ""
    open_count: int = 0
    table_key: str = Field(default="", index=True)
    round: int | None = None


class Problem(SQLModel, table=True):
    """One line of a file's report: a hand rejected, taken with a warning, or already there (``hand_id``).

    ``place`` is a ``Place`` as JSON.
    """

    __tablename__ = "problem"

    id: int | None = Field(default=None, primary_key=True)
    upload_id: int = Field(foreign_key="upload.id", index=True)
    file_index: int
    status: str
    hand_id: int | None = Field(default=None, foreign_key="hand.id")
    code: str = ""
    place: str = ""
    found: str = ""
    expected: str = ""
    hint: str = ""
