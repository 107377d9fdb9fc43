"""The commands as a user types them: what goes where, what they end with, what they say of bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from replay.cli import cli

RECORDS = Path(__file__).parent.parent / "data" / "records"
CLEAN, FAULTS = RECORDS / "xxqp.jsonl", RECORDS / "xxqp-faults.jsonl"
POSITION = '{"exposed": ["碰七", "碰十", "碰貳", "碰柒"], "hand": "二二二二一三拾", "won": "拾", "by": "other"}'
DEAL = {
    "hands": [
        "一三四四六六六八九九十壹叁陸柒玖玖拾拾拾",
        "三五五六七七八十十貳貳伍伍陸柒捌捌捌玖",
        "一一一二四四五七八九十貳貳叁叁肆肆玖拾",
    ],
    "stock": "伍陸肆二二九三八壹柒陸二叁柒伍捌肆三七壹五壹",
    "dealer": 0,
}


def wmq(*args: object, stdin: str = "") -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args], input=stdin)


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_audit_json_prints_one_object_a_hand_and_the_count_on_stderr() -> None:
    result = wmq("audit", "--json", CLEAN)
    hands = objects(result)
    assert [hand["source"] for hand in hands] == [{"file": str(CLEAN), "index": i} for i in range(len(hands))]
    assert set(hands[0]) >= {"outcome", "winner", "xi", "multiplier", "total", "mingtang", "findings"}
    assert result.stderr == f"imported {len(hands)} + warned 0 + rejected 0 + duplicate 0 = read {len(hands)}\n"
    assert result.exit_code == 0


def test_audit_ends_with_one_when_a_rule_was_broken_and_names_it() -> None:
    result = wmq("audit", "--json", FAULTS)
    findings = [finding for hand in objects(result) for finding in hand["findings"]]
    assert findings
    assert all(set(f) >= {"code", "name", "rule", "seat", "event", "certainty", "message"} for f in findings)
    assert result.exit_code == 1


@pytest.mark.parametrize("lang", ["hant", "hans", "en"])
def test_audit_for_people_shows_findings_below_their_hand(lang: str) -> None:
    result = wmq("audit", "--lang", lang, FAULTS)
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{FAULTS}#0 ")
    assert any(line.startswith("  ") and "R" in line for line in lines)


def test_a_broken_hand_costs_no_neighbour_and_ends_with_two(tmp_path: Path) -> None:
    lines = CLEAN.read_text(encoding="utf-8").splitlines()[:3]
    path = tmp_path / "mixed.jsonl"
    path.write_text("\n".join([lines[0], lines[1][:300], lines[2]]), encoding="utf-8")
    result = wmq("audit", "--json", path)
    assert [hand["source"]["index"] for hand in objects(result)] == [0, 2]
    assert f"{path}, hand 1, line 2" in result.stderr
    assert "imported 2 + warned 0 + rejected 1 + duplicate 0 = read 3" in result.stderr
    assert result.exit_code == 2


def test_the_same_hand_twice_is_told_as_a_duplicate(tmp_path: Path) -> None:
    line = CLEAN.read_text(encoding="utf-8").splitlines()[0]
    path = tmp_path / "twice.jsonl"
    path.write_text(f"{line}\n{line}\n", encoding="utf-8")
    assert "imported 1 + warned 0 + rejected 0 + duplicate 1 = read 2" in wmq("audit", path).stderr


def test_convert_to_notation_and_json_and_back_changes_nothing(tmp_path: Path) -> None:
    first = wmq("convert", "--to", "notation", CLEAN).stdout
    path = tmp_path / "hands.txt"
    path.write_text(first, encoding="utf-8")
    as_json = wmq("convert", "--to", "json", path).stdout
    path.write_text(as_json, encoding="utf-8")
    assert wmq("convert", "--to", "notation", path).stdout == first
    ascii_ = wmq("convert", "--to", "notation", "--ascii", path).stdout
    assert ascii_.isascii()
    path.write_text(ascii_, encoding="utf-8")
    assert wmq("convert", "--to", "notation", path).stdout == first


def test_score_answers_each_position_and_reports_bad_ones_by_line() -> None:
    result = wmq("score", "--ruleset", "xiaomingtang", "--json", stdin=f'{POSITION}\n{{"hand": "貓"}}\n{POSITION}\n')
    first, bad, last = objects(result)
    assert (first["total"], first["xi"], first["multiplier"]) == (172, 22, 1)  # RULES §10, S0㈤ 小名堂 172
    assert {item["name"] for item in first["items"]} == {"印胡", "多紅", "滿園花"}
    assert last == first
    assert bad["line"] == 2
    assert "line 2" in result.stderr
    assert result.exit_code == 2


def test_score_reads_a_file_and_prints_for_people(tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    path.write_text(POSITION + "\n", encoding="utf-8")
    result = wmq("score", "--ruleset", "xiaomingtang", path)
    assert "172" in result.stdout
    assert result.exit_code == 0


def test_score_for_people_shows_every_point_and_what_was_missed() -> None:
    told = wmq("score", "--ruleset", "dazhuo", stdin=POSITION).stdout
    for point in ("二二二  砍  8  砍 4 + 團圓 4", "滿園花  +100", "✗ 對子胡: 順子 1 / 0"):
        assert point in told


def test_score_under_all_rulesets_names_each() -> None:
    rows = objects(wmq("score", "--ruleset", "all", "--json", "--explain", stdin=POSITION))
    totals = {row["ruleset"]: row["total"] for row in rows}
    assert len(totals) == len(wmq("rulesets").stdout.splitlines())
    assert totals["xiaomingtang"] == 172
    assert all(row["total"] == max(reading["total"] for reading in row["readings"]) for row in rows)


def test_perft_counts_and_refuses_impossible_positions() -> None:
    good, five = json.dumps(DEAL), json.dumps({**DEAL, "stock": "一" * 22})
    result = wmq("perft", "--depth", 3, "--json", stdin=f"{good}\n{five}\nno json\n")
    answers = objects(result)
    assert answers[0] == {"perft": [11, 26, 162]}
    assert [answer["code"] for answer in answers[1:]] == ["impossible_position", "not_json"]
    assert result.exit_code == 2


BAD_MOVES = [
    ({"t": "fly", "seat": 0}, "unknown_action"),
    ({"t": "discard", "seat": 7, "card": "一"}, "unknown_seat"),
    ({"t": "discard", "seat": 0, "card": "貓"}, "unknown_card"),
    ({"t": "discard", "seat": 0}, "bad_value"),
    ({"t": "discard", "seat": 0, "card": "六"}, "impossible_position"),
]


@pytest.mark.parametrize(("move", "code"), BAD_MOVES, ids=[code for _, code in BAD_MOVES])
def test_perft_names_the_move_that_cannot_be_made(move: dict[str, Any], code: str) -> None:
    result = wmq("perft", "--depth", 1, "--json", stdin=json.dumps({**DEAL, "moves": [move]}))
    assert objects(result)[0]["code"] == code
    assert "moves[0]" in result.stderr


def test_rulesets_are_listed_and_compared() -> None:
    listed = wmq("rulesets").stdout.split()
    assert {"jiben", "a-lao", "b-ax-quan", "c-zuanshi"} <= set(listed)
    rows = objects(wmq("rulesets", "diff", "jiben", "xiaozhuo", "--json"))
    assert {"kind": "mingtang", "id": "duizi_hu", "name": "對子胡", "first": "×6", "second": "×4"} in rows
    assert objects(wmq("rulesets", "diff", "jiben", "jiben", "--json")) == []


def test_evening_prints_a_row_a_hand_and_sums_of_zero() -> None:
    result = wmq("evening", "--json", "--ruleset", "dazhuo", RECORDS / "qixing.json")
    *rows, end = objects(result)
    assert rows
    assert all(sum(row["balances"]) + row["pot"] == 0 for row in rows)
    assert sum(end["balances"]) == 0
    assert not [finding for row in rows for finding in row["findings"]]


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "replay.cli", *args], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "args",
    [("audit", "--ruleset", "nope", "x"), ("score", "--ruleset", "nope"), ("rulesets", "diff", "jiben", "nope")],
    ids=["audit", "score", "diff"],
)
def test_an_unknown_ruleset_is_one_line_and_status_two(args: tuple[str, ...]) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "nope" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_file_that_is_not_there_is_reported_and_the_next_one_read(tmp_path: Path) -> None:
    done = run("audit", "--json", str(tmp_path / "none"), str(CLEAN))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert str(tmp_path / "none") in done.stderr
    assert done.stdout
