"""Which hands make an evening."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

import importers
from replay import store
from replay.record import HandRecord
from replay.record.notation import parse_record
from replay.store.judging import sitting
from tests.web.samples import CLEAN, FAULTS, OWN

HAND = "偎麻雀/1 家:甲,乙,丙 起甲:{card} 起乙:二 起丙:三 底: ｜ ｜ 註:{meta}"


def put(engine: sa.Engine, name: str, text: str | bytes) -> store.Report:
    data = text.encode() if isinstance(text, str) else text
    return store.import_file(engine, name, importers.read(data, name))


def test_the_hands_of_a_file_in_its_order_with_those_that_were_there_before(engine: sa.Engine) -> None:
    lines = CLEAN.read_bytes().splitlines(keepends=True)
    put(engine, "second.jsonl", lines[1])
    both = put(engine, "all.jsonl", b"".join(lines))
    assert (both.imported, both.duplicate) == (3, 1)
    with store.Session(engine) as session:
        found = store.hands_of_file(session, both.upload_id)
        assert [hand.id for hand in found] == [2, 1, 3, 4]
        assert [(file.name, file.hands) for file in store.list_files(session)] == [
            ("all.jsonl", 4),
            ("second.jsonl", 1),
        ]
        assert store.hands_of_file(session, 99) == []


def test_a_hand_that_stands_twice_in_a_file_is_played_once(engine: sa.Engine) -> None:
    line = CLEAN.read_bytes().splitlines(keepends=True)[0]
    report = put(engine, "twice.jsonl", line + line)
    with store.Session(engine) as session:
        assert [hand.id for hand in store.hands_of_file(session, report.upload_id)] == [1]


def test_the_hands_of_a_table_in_the_order_of_their_rounds(engine: sa.Engine) -> None:
    rounds = [("七", 2), ("七", 1), ("八", 1), ("七", 3)]
    for card, (table, number) in zip("一二三四", rounds, strict=True):
        meta = f'{{"table":"{table}","round":{number}}}'
        put(engine, f"{card}.txt", HAND.format(card=card, meta=meta))
    put(engine, OWN.name, OWN.read_bytes())
    with store.Session(engine) as session:
        assert [(hand.id, hand.round) for hand in store.hands_of_table(session, "七")] == [(2, 1), (1, 2), (4, 3)]
        assert [tuple(table) for table in store.list_tables(session)] == [("七", 3), ("八", 1)]
        assert store.hands_of_table(session, "nowhere") == []


def test_hands_by_number_in_the_order_asked_for(engine: sa.Engine) -> None:
    put(engine, FAULTS.name, FAULTS.read_bytes())
    with store.Session(engine) as session:
        assert [hand.id for hand in store.hands_by_id(session, [3, 1, 99, 4])] == [3, 1, 4]


@pytest.mark.parametrize(
    ("meta", "found"),
    [
        ({}, ("", None)),
        ({"table": 600001, "round": 3}, ("600001", 3)),
        ({"table": "七\0號", "round": 2**40}, ("七號", None)),
        ({"table": ["x"], "round": "3"}, ("", None)),
        ({"table": True, "round": True}, ("", None)),
        ({"table": "x" * 500, "round": -1}, ("x" * 100, None)),
    ],
)
def test_what_a_record_says_of_its_table(meta: dict[str, object], found: tuple[str, int | None]) -> None:
    assert sitting(HandRecord(((), (), ()), (), (), meta=meta)) == found
    assert parse_record(HAND.format(card="一", meta='{"table":7}')).meta == {"table": 7}
