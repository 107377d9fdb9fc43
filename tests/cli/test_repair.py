"""``wmq repair``: both readings and the ranked repairs, in words and as JSON; nothing is changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from replay.cli import cli
from replay.engine import audit
from replay.record import parse_record, print_record
from replay.rulesets import load
from tests.engine.hands import hand

RECORDS = Path(__file__).parent.parent / "data" / "records"
CLEAN, FAULTS = RECORDS / "xxqp.jsonl", RECORDS / "xxqp-faults.jsonl"


def wmq(*args: object) -> Result:
    return CliRunner().invoke(cli, ["repair", *map(str, args)])


@pytest.fixture
def slipped(tmp_path: Path) -> Path:
    """Return a file with one hand, in which a revealed 三 was written as 叁."""
    record = hand("甲出九 乙揭三 丙揭叁 甲揭八", stock="三三八", b="-三", c="-三叁", a="九-八")
    path = tmp_path / "slip.txt"
    path.write_text(print_record(record) + "\n", encoding="utf-8")
    return path


def test_json_has_verdict_readings_and_whole_repaired_records(slipped: Path) -> None:
    result = wmq("--json", slipped)
    (data,) = map(json.loads, result.stdout.splitlines())
    assert data["source"] == {"file": str(slipped), "index": 0}
    assert data["verdict"] == "slip"
    assert [finding["code"] for finding in data["findings"]] == ["stock_order"]
    assert data["slip"]
    assert data["offence"]
    best = data["repairs"][0]
    assert best["changes"] == [{"kind": "size", "name": "大小寫混", "event": 2, "before": "丙揭叁", "after": "丙揭三"}]
    assert best["remaining"] == []
    assert audit(parse_record(best["notation"]), load("jiben")).findings == ()
    assert result.exit_code == 1


def test_the_file_is_left_as_it_was(slipped: Path) -> None:
    before = slipped.read_bytes()
    wmq(slipped)
    assert slipped.read_bytes() == before


@pytest.mark.parametrize(("lang", "word"), [("hant", "或為筆誤"), ("hans", "或为笔误"), ("en", "slip of the pen")])
def test_people_read_the_verdict_the_finding_and_the_numbered_repairs(slipped: Path, lang: str, word: str) -> None:
    lines = wmq("--lang", lang, slipped).stdout.splitlines()
    assert word in lines[0]
    assert "stock_order" in lines[1]
    assert any(line.startswith("  1. 2: 丙揭叁 → 丙揭三") for line in lines)


def test_hands_with_nothing_to_repair_are_counted_not_shown() -> None:
    result = wmq(CLEAN)
    assert result.stdout == ""
    count = len(CLEAN.read_text(encoding="utf-8").splitlines())
    assert f"nothing to repair: {count}" in result.stderr
    assert result.exit_code == 0
    assert all(json.loads(line)["verdict"] == "clean" for line in wmq("--json", CLEAN).stdout.splitlines())


def test_limit_and_ruleset_are_kept(slipped: Path) -> None:
    for line in wmq("--json", "--limit", 1, "--ruleset", "dazhuo", FAULTS).stdout.splitlines():
        data = json.loads(line)
        assert len(data["repairs"]) <= 1
        assert data["ruleset"] == "dazhuo"


def test_what_cannot_be_read_ends_with_two(tmp_path: Path) -> None:
    path = tmp_path / "nothing.txt"
    path.write_text("no record", encoding="utf-8")
    result = wmq(path)
    assert result.exit_code == 2
    assert "rejected 1" in result.stderr
