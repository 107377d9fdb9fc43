"""Results computed under older rules: found, counted, and computed again without touching the records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from sqlmodel import Session

import importers
from replay import store
from replay.rulesets import Entry, Ruleset, load, shelf
from tests.web.samples import CLEAN, OWN


@pytest.fixture
def filled(engine: sa.Engine) -> sa.Engine:
    for path in (CLEAN, OWN):
        store.import_file(engine, path.name, importers.read(path.read_bytes(), path.name))
    return engine


def rows(engine: sa.Engine) -> list[dict[str, Any]]:
    with engine.connect() as connection:
        return [dict(row._mapping) for row in connection.execute(sa.text("SELECT * FROM hand ORDER BY id"))]


def count(engine: sa.Engine, rulesets: dict[str, Ruleset]) -> int:
    with Session(engine) as session:
        return store.count_stale(session, {id_: rules.hash for id_, rules in rulesets.items()})


def changed(**on: int) -> dict[str, Ruleset]:
    """Return the rulesets with other values of some 名堂 in dazhuo."""
    rules = load("dazhuo")
    entries = rules.mingtang | {id_: Entry(value) for id_, value in on.items()}
    return shelf().rulesets | {"dazhuo": msgspec.structs.replace(rules, mingtang=entries, hash="other")}


def test_fresh_results_are_not_stale_and_nothing_is_done(filled: sa.Engine) -> None:
    before = rows(filled)
    assert count(filled, shelf().rulesets) == 0
    assert store.rejudge(filled, shelf().rulesets) == (0, 0)
    assert rows(filled) == before


def test_results_follow_the_present_rules_and_records_stay(filled: sa.Engine) -> None:
    before = rows(filled)
    won = before[0]
    rulesets = changed(zi_mo=500)
    assert count(filled, rulesets) == len(before)
    assert store.rejudge(filled, rulesets) == (len(before), 0)
    after = rows(filled)
    assert after[0]["total"] == won["total"] - 10 + 500  # won by 摸胡, which was 10
    assert {row["ruleset_hash"] for row in after} == {"other"}
    kept = ("id", "hash", "upload_id", "file", "file_index", "created", "notation", "names", "outcome", "ruleset")
    assert [[row[key] for key in kept] for row in after] == [[row[key] for key in kept] for row in before]
    assert count(filled, rulesets) == 0


def test_one_hand_alone(filled: sa.Engine) -> None:
    rulesets = changed(zi_mo=500)
    assert store.rejudge(filled, rulesets, hand_id=1) == (1, 0)
    assert count(filled, rulesets) == len(rows(filled)) - 1
    assert store.rejudge(filled, rulesets, hand_id=99) == (0, 0)


def test_a_ruleset_that_is_gone_and_a_record_nobody_can_read_are_left(filled: sa.Engine) -> None:
    with filled.begin() as connection:
        connection.execute(sa.text("UPDATE hand SET ruleset = 'gone' WHERE id = 1"))
        connection.execute(sa.text("UPDATE hand SET notation = 'broken', ruleset_hash = 'old' WHERE id = 2"))
        connection.execute(sa.text("UPDATE hand SET ruleset_hash = 'old' WHERE id = 3"))
    assert count(filled, shelf().rulesets) == 3
    assert store.rejudge(filled, shelf().rulesets) == (1, 2)
    assert count(filled, shelf().rulesets) == 2


def test_the_library_can_be_asked_for_the_stale_ones(filled: sa.Engine) -> None:
    with filled.begin() as connection:
        connection.execute(sa.text("UPDATE hand SET ruleset_hash = 'old' WHERE id = 2"))
    with Session(filled) as session:
        found = store.find_hands(session, store.Query(stale=tuple(shelf().hashes.items())))
    assert [hand.id for hand in found.hands] == [2]


def test_a_library_larger_than_one_batch(filled: sa.Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("replay.store.rejudging.CHUNK", 2)
    rulesets = changed(zi_mo=500)
    assert store.rejudge(filled, rulesets) == (len(rows(filled)), 0)
