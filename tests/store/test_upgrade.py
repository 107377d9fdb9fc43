"""A store that an older version made is opened: nothing is lost, and what it lacks is there."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

import importers
from replay import store
from replay.store.upgrade import upgrade
from tests.web.samples import CLEAN, OWN

# The tables as the first version made them.
FIRST = """
CREATE TABLE upload (id INTEGER NOT NULL, file VARCHAR NOT NULL, size INTEGER NOT NULL, ruleset VARCHAR NOT NULL,
  created DATETIME NOT NULL, read INTEGER NOT NULL, imported INTEGER NOT NULL, warned INTEGER NOT NULL,
  rejected INTEGER NOT NULL, duplicate INTEGER NOT NULL, CONSTRAINT pk_upload PRIMARY KEY (id));
CREATE TABLE hand (id INTEGER NOT NULL, hash VARCHAR(64) NOT NULL, upload_id INTEGER NOT NULL, file VARCHAR NOT NULL,
  file_index INTEGER NOT NULL, created DATETIME NOT NULL, notation VARCHAR NOT NULL, names VARCHAR NOT NULL,
  search VARCHAR NOT NULL, seats INTEGER NOT NULL, dealer INTEGER NOT NULL, event_count INTEGER NOT NULL,
  ruleset VARCHAR NOT NULL, ruleset_hash VARCHAR NOT NULL, outcome VARCHAR NOT NULL, winner INTEGER, xi INTEGER,
  total INTEGER, finding_count INTEGER NOT NULL, codes VARCHAR NOT NULL, open_count INTEGER NOT NULL,
  CONSTRAINT pk_hand PRIMARY KEY (id), CONSTRAINT uq_hand_hash UNIQUE (hash),
  CONSTRAINT fk_hand_upload_id_upload FOREIGN KEY(upload_id) REFERENCES upload (id));
"""
COLUMNS = [
    "id",
    "hash",
    "upload_id",
    "file",
    "file_index",
    "created",
    "notation",
    "names",
    "search",
    "seats",
    "dealer",
    "event_count",
    "ruleset",
    "ruleset_hash",
    "outcome",
    "winner",
    "xi",
    "total",
    "finding_count",
    "codes",
    "open_count",
]
TABLE_7 = '偎麻雀/1 家:甲,乙,丙 起甲:一 起乙:二 起丙:三 底: ｜ ｜ 註:{"table":"七號桌","round":4}'


def old_store(path: Path) -> str:
    """Return the address of a store as the first version left it, with hands in it."""
    new = store.open_engine(f"sqlite:///{path}.new")
    for file in (CLEAN, OWN):
        store.import_file(new, file.name, importers.read(file.read_bytes(), file.name))
    store.import_file(new, "seven.txt", importers.read(TABLE_7.encode(), "seven.txt"))
    old = sa.create_engine(f"sqlite:///{path}")
    with new.connect() as reading, old.begin() as writing:
        for statement in FIRST.split(";"):
            writing.execute(sa.text(statement)) if statement.strip() else None
        for table, names in (("upload", None), ("hand", COLUMNS)):
            for row in reading.execute(sa.text(f"SELECT {', '.join(names) if names else '*'} FROM {table}")).mappings():
                keys = list(row)
                statement = f"INSERT INTO {table} ({', '.join(keys)}) VALUES ({', '.join(':' + k for k in keys)})"
                writing.execute(sa.text(statement), dict(row))
    new.dispose()
    old.dispose()
    return f"sqlite:///{path}"


def hands(engine: sa.Engine, columns: str) -> list[tuple[object, ...]]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(sa.text(f"SELECT {columns} FROM hand ORDER BY id"))]


def test_an_older_store_keeps_its_hands_and_gains_what_it_lacks(tmp_path: Path) -> None:
    address = old_store(tmp_path / "hands.sqlite")
    plain = sa.create_engine(address)
    before = hands(plain, ", ".join(COLUMNS))
    plain.dispose()
    assert len(before) == 7
    engine = store.open_engine(address)
    assert hands(engine, ", ".join(COLUMNS)) == before
    assert hands(engine, "table_key, round")[-1] == ("七號桌", 4)
    tables = {index["name"] for index in sa.inspect(engine).get_indexes("hand")}
    assert {"ix_hand_table_key", "ix_hand_judged"} <= tables
    assert "problem" in sa.inspect(engine).get_table_names()
    engine.dispose()


def test_an_upgraded_store_is_one_like_any_other(tmp_path: Path) -> None:
    engine = store.open_engine(old_store(tmp_path / "hands.sqlite"))
    assert upgrade(engine) == []
    report = store.import_file(engine, OWN.name, importers.read(OWN.read_bytes(), OWN.name))
    assert report.duplicate == 2
    with store.Session(engine) as session:
        assert [hand.id for hand in store.hands_of_table(session, "七號桌")] == [7]
    engine.dispose()


def test_a_record_nobody_can_read_does_not_stop_the_upgrade(tmp_path: Path) -> None:
    address = old_store(tmp_path / "hands.sqlite")
    plain = sa.create_engine(address)
    with plain.begin() as connection:
        connection.execute(sa.text("""UPDATE hand SET notation = 'broken "table"' WHERE id = 7"""))
    plain.dispose()
    engine = store.open_engine(address)
    assert hands(engine, "table_key, round")[-1] == ("", None)
    engine.dispose()


@pytest.mark.parametrize("times", [2])
def test_opening_again_changes_nothing(tmp_path: Path, times: int) -> None:
    address = old_store(tmp_path / "hands.sqlite")
    found = []
    for _ in range(times):
        engine = store.open_engine(address)
        found.append(hands(engine, "*"))
        engine.dispose()
    assert found[0] == found[1]
