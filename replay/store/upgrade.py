"""Bringing a store that an older version made up to this one: what is missing is added, nothing is taken away."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlmodel import SQLModel, col

from replay.errors import WmqError
from replay.record.notation import parse_record
from replay.store.judging import CHUNK, sitting
from replay.store.model import Hand


def upgrade(engine: sa.Engine) -> list[str]:
    """Create what this version's tables have and the store has not, and return the columns that were added.

    Columns come with their default. The table and round of older hands are read from their records.
    """
    SQLModel.metadata.create_all(engine)
    missing = _missing(engine)
    if not missing:
        return []
    with engine.begin() as connection:
        added = [_add(connection, column) for column in _missing(connection)]
        for table in SQLModel.metadata.sorted_tables:
            for index in table.indexes:
                index.create(connection, checkfirst=True)
        if "hand.table_key" in added:
            _find_sittings(connection)
    return added


def _missing(bind: sa.Engine | sa.Connection) -> list[sa.Column[Any]]:
    there = sa.inspect(bind)
    found: list[sa.Column[Any]] = []
    for table in SQLModel.metadata.sorted_tables:
        names = {column["name"] for column in there.get_columns(table.name)}
        found += [column for column in table.columns if column.name not in names]
    return found


def _add(connection: sa.Connection, column: sa.Column[Any]) -> str:
    """Add one column. One that may not be empty must have a plain default, which the older rows get."""
    dialect = connection.dialect
    words = sa.schema.CreateColumn(column).compile(dialect=dialect).string
    if not column.nullable:
        assert isinstance(column.default, sa.ColumnDefault), column
        value = sa.literal(column.default.arg, column.type).compile(
            dialect=dialect, compile_kwargs={"literal_binds": True}
        )
        words += f" DEFAULT {value}"
    connection.exec_driver_sql(f"ALTER TABLE {column.table.name} ADD COLUMN {words}")
    return f"{column.table.name}.{column.name}"


def _find_sittings(connection: sa.Connection) -> None:
    """Fill in the table and round of the hands that were stored before these columns were there."""
    hands = sa.select(col(Hand.id), col(Hand.notation)).where(
        sa.or_(col(Hand.notation).contains('"table"'), col(Hand.notation).contains('"round"'))
    )
    update = sa.update(Hand).where(col(Hand.id) == sa.bindparam("hand_id"))
    update = update.values(table_key=sa.bindparam("key"), round=sa.bindparam("number"))
    last = 0
    while some := connection.execute(hands.where(col(Hand.id) > last).order_by(col(Hand.id)).limit(CHUNK)).all():
        last = some[-1][0] or 0
        rows = [_sitting(id_ or 0, notation) for id_, notation in some]
        connection.execute(update, rows)


def _sitting(id_: int, notation: str) -> dict[str, Any]:
    try:
        key, number = sitting(parse_record(notation))
    except WmqError:
        key, number = "", None
    return {"hand_id": id_, "key": key, "number": number}
