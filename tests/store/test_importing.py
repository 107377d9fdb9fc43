import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from sqlmodel import Session, select

import importers
from replay import store
from replay.engine import audit
from replay.errors import RulesetError, WmqError
from replay.record.notation import parse_record, print_record
from replay.rulesets import load
from tests.web.samples import CLEAN, FAULTS, OWN


def bring(engine: sa.Engine, data: bytes, name: str = "a.jsonl", ruleset: str = "") -> store.Report:
    return store.import_file(engine, name, importers.read(data, name), ruleset, len(data))


def hands(engine: sa.Engine) -> list[store.Hand]:
    with Session(engine) as session:
        return list(session.exec(select(store.Hand).order_by(store.Hand.id)))  # type: ignore[arg-type]


def test_hands_of_a_file_are_stored_with_their_summary(engine):
    report = bring(engine, CLEAN.read_bytes())
    assert (report.read, report.imported, report.lines) == (4, 4, ())
    for index, (hand, entry) in enumerate(zip(hands(engine), importers.read(CLEAN.read_bytes()), strict=True)):
        replay = audit(entry.record, load("dazhuo"))
        assert hand.file_index == index
        assert parse_record(hand.notation) == entry.record
        assert (hand.outcome, hand.winner) == (replay.outcome, replay.winner)
        assert (hand.xi, hand.total) == ((replay.score.xi, replay.score.total) if replay.score else (None, None))
        assert (hand.ruleset, hand.ruleset_hash) == ("dazhuo", load("dazhuo").hash)
        assert hand.finding_count == 0


def test_findings_are_counted_and_named(engine):
    bring(engine, FAULTS.read_bytes())
    assert all(hand.finding_count > 0 for hand in hands(engine))
    assert any(" forgot_wei " in hand.codes for hand in hands(engine))


def test_what_a_record_does_not_decide_is_counted_apart(engine):
    bring(engine, OWN.read_bytes())
    whole, hidden = hands(engine)
    assert (whole.finding_count, whole.open_count) == (0, 0)
    assert hidden.finding_count == 0
    assert hidden.open_count > 0
    assert hidden.codes == ""


def test_the_same_hand_twice_is_stored_once_and_said(engine):
    first = bring(engine, CLEAN.read_bytes())
    again = bring(engine, CLEAN.read_bytes(), "b.jsonl")
    assert (again.read, again.imported, again.duplicate) == (4, 0, 4)
    assert [line.hand_id for line in again.lines] == [hand.id for hand in hands(engine)]
    assert [str(line) for line in again.lines[:2]] == [
        "duplicate: b.jsonl, hand 0, stored as hand 1",
        "duplicate: b.jsonl, hand 1, stored as hand 2",
    ]
    assert len(hands(engine)) == first.imported


def test_the_same_hand_in_another_format_is_the_same_hand(engine):
    bring(engine, CLEAN.read_bytes())
    records = [entry.record for entry in importers.read(CLEAN.read_bytes())]
    report = bring(engine, "\n".join(print_record(record) for record in records).encode(), "own.txt")
    assert (report.read, report.duplicate) == (4, 4)


def test_a_hand_twice_in_one_file_is_stored_once(engine):
    lines = CLEAN.read_bytes().splitlines()
    report = bring(engine, b"\n".join([lines[0], lines[1], lines[0]]))
    assert (report.read, report.imported, report.duplicate) == (3, 2, 1)
    assert [(line.file_index, line.status) for line in report.lines] == [(2, "duplicate")]
    assert report.lines[0].hand_id == hands(engine)[0].id


def test_a_broken_hand_costs_nobody_else_anything(engine):
    lines = CLEAN.read_bytes().splitlines()
    broken = json.loads(lines[1])
    broken["play"] = broken["play"].replace("_0_", "_77_", 1)
    report = bring(engine, b"\n".join([lines[0], json.dumps(broken).encode(), lines[2]]), "night.jsonl")
    assert (report.read, report.imported, report.rejected) == (3, 2, 1)
    line = report.lines[0]
    assert (line.file_index, line.status, line.hand_id) == (1, "rejected", None)
    assert line.code
    assert line.place.file == "night.jsonl"
    assert str(line).startswith("rejected: night.jsonl, hand 1, line 2")
    assert "77" in line.found


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"{", b"hello", b"[]", b"null", b"PK\x03\x04zip"])
def test_a_file_that_is_no_record_is_reported(engine, data):
    report = bring(engine, data, "x")
    assert report.imported == 0
    assert report.read == report.rejected == len(report.lines)
    assert hands(engine) == []


def test_the_report_can_be_read_again(engine):
    bring(engine, CLEAN.read_bytes())
    report = bring(engine, CLEAN.read_bytes() + b"nonsense\n", "b.jsonl")
    assert report.read == report.imported + report.warned + report.rejected + report.duplicate == 5
    with Session(engine) as session:
        assert store.get_report(session, report.upload_id) == report
        assert store.get_report(session, 99) is None


def test_ruleset_asked_for_wins_and_must_be_known(engine):
    bring(engine, CLEAN.read_bytes(), ruleset="jiben")
    assert {hand.ruleset for hand in hands(engine)} == {"jiben"}
    with pytest.raises(RulesetError):
        bring(engine, FAULTS.read_bytes(), ruleset="nosuch")
    assert len(hands(engine)) == 4


def test_ruleset_named_in_a_record_is_never_opened_as_a_path(engine, tmp_path):
    trap = tmp_path / "trap.toml"
    trap.write_text("not = a ruleset")
    text = OWN.read_text().splitlines()[0].replace("偎麻雀/1 ", f'偎麻雀/1 規:"{trap}" ', 1)
    report = bring(engine, text.encode(), "own.txt")
    assert report.imported == 1
    assert hands(engine)[0].ruleset == "dazhuo"


def test_killed_midway_nothing_of_the_file_is_stored(tmp_path):
    url = f"sqlite:///{tmp_path / 'hands.sqlite'}"
    script = f"""
import os, signal, sqlalchemy as sa, importers
from pathlib import Path
from replay import store
from replay.store import importing
importing.CHUNK = 1
engine = store.open_engine({url!r})
seen = 0
@sa.event.listens_for(engine, "after_cursor_execute")
def stop(conn, cursor, statement, *rest):
    global seen
    seen += statement.startswith("INSERT INTO hand")
    if seen == 3:
        os.kill(os.getpid(), signal.SIGKILL)
data = Path({str(CLEAN)!r}).read_bytes()
store.import_file(engine, "a", importers.read(data, "a"))
"""
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    engine = store.open_engine(url)
    assert hands(engine) == []
    with Session(engine) as session:
        assert session.exec(select(store.Upload)).all() == []
    assert bring(engine, CLEAN.read_bytes()).imported == 4
    engine.dispose()


def test_two_imports_of_the_same_file_at_once_store_it_once(engine):
    reports: list[store.Report] = []
    threads = [threading.Thread(target=lambda: reports.append(bring(engine, CLEAN.read_bytes()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(report.imported for report in reports) == 4
    assert sum(report.duplicate for report in reports) == 12
    assert len(hands(engine)) == 4


def test_the_store_makes_itself_in_the_users_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("WMQ_HOME", str(tmp_path / "new" / "folder"))
    monkeypatch.delenv("WMQ_DATABASE", raising=False)
    engine = store.open_engine()
    bring(engine, CLEAN.read_bytes())
    engine.dispose()
    assert Path(tmp_path / "new" / "folder" / "hands.sqlite").is_file()
    monkeypatch.setenv("WMQ_DATABASE", "sqlite:///elsewhere.sqlite")
    assert store.database_url() == "sqlite:///elsewhere.sqlite"


def test_sqlite_is_tuned(engine):
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_no_update_is_lost(engine):
    bring(engine, CLEAN.read_bytes())

    def add() -> None:
        for _ in range(20):
            with engine.begin() as connection:
                count = connection.execute(sa.text("SELECT event_count FROM hand WHERE id = 1")).scalar_one()
                connection.execute(sa.text("UPDATE hand SET event_count = :n WHERE id = 1"), {"n": count + 1})

    before = hands(engine)[0].event_count
    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert hands(engine)[0].event_count == before + 80


def test_every_problem_of_a_rejected_hand_is_told_and_the_hand_counted_once(engine):
    problems = (WmqError("unknown_card", "貓"), WmqError("unknown_seat", "戊"))
    report = store.import_file(engine, "f", [importers.Entry("f", 0, None, problems)])
    assert [line.code for line in report.lines] == ["unknown_card", "unknown_seat"]
    assert (report.read, report.rejected, report.imported) == (1, 1, 0)


def test_what_cannot_be_printed_in_names_does_not_reach_the_columns(engine):
    record = parse_record(OWN.read_text(encoding="utf-8").splitlines()[0])
    text = print_record(msgspec.structs.replace(record, names=("a\0b", *["乙"] * (record.seats - 1))))
    report = bring(engine, text.encode(), "n\0ame.txt")
    assert (report.imported, report.file) == (1, "n\N{REPLACEMENT CHARACTER}ame.txt")
    assert "\0" not in hands(engine)[0].names
