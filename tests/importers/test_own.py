import json

import pytest

import importers
from replay.record import print_record, to_json
from tests.importers.data import XXQP, one, records

HANDS = records(XXQP)
LINES = [print_record(hand) for hand in HANDS]


def test_notation_with_remarks_and_blank_lines() -> None:
    text = "\ufeff# our evening\n\n" + "\r\n\r\n".join(LINES) + "\n  # end"
    assert records(text.encode()) == HANDS
    assert [entry.line for entry in importers.read(text.encode())] == [3, 5, 7, 9]


def test_both_scripts_in_one_file() -> None:
    assert records("\n".join([LINES[0], print_record(HANDS[1], ascii=True)]).encode()) == HANDS[:2]


def test_a_broken_line_costs_only_itself() -> None:
    data = "\n".join([LINES[0], LINES[1].replace("甲碰", "甲跑", 1), LINES[2]]).encode()
    first, second, third = importers.read(data, "f")
    assert [entry.state for entry in (first, second, third)] == ["imported", "rejected", "imported"]
    (error,) = second.problems
    assert (error.code, error.place.file, error.place.hand, error.place.line) == ("unknown_action", "f", 1, 2)
    assert LINES[1].replace("甲碰", "甲跑", 1)[error.place.column - 1 :].startswith("甲跑")


def test_bytes_that_are_no_text() -> None:
    data = LINES[0].encode() + b"\n" + LINES[1].encode().replace("甲碰".encode(), b"\xff", 1)
    first, second = importers.read(data, "f")
    assert (first.state, second.state) == ("imported", "rejected")
    assert second.problems[0].code == "not_utf8"
    assert second.problems[0].place.column


def test_json_layouts() -> None:
    objects = [to_json(hand) for hand in HANDS]
    pretty = [json.dumps(json.loads(text), indent=1, ensure_ascii=False) for text in objects]
    for text in (
        "\n".join(objects),
        "[" + ",".join(objects) + "]",
        "[\n" + ",\n".join(pretty) + "]",
        "\n".join(pretty),
        "".join(objects),
    ):
        assert records(text.encode()) == HANDS
    assert records(objects[0].encode()) == HANDS[:1]
    assert records(pretty[0].encode()) == HANDS[:1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"weimaque":1}', "bad_value"),
        ('{"weimaque":2,"log":"' + LINES[0].partition(" 註:")[0] + '"}', "bad_value"),
        ('{"weimaque":1,"log":"甲"}', "bad_token"),
        ('{"weimaque":1,"log":"', "truncated"),
        ('{"weimaque":1,"log":x}', "not_json"),
        ('{"weimaque":1,"log":"","meta":{"a":' + "[" * 5000 + "]" * 5000 + "}}", "too_deep"),
    ],
)
def test_what_is_no_envelope_is_rejected(text: str, code: str) -> None:
    entry = one(text.encode())
    assert entry.state == "rejected"
    assert entry.problems[0].code == code
