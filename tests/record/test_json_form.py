import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.errors import NotationError
from replay.record import HandRecord, from_json, to_json
from tests.record.strategies import records

LOG = "偎麻雀/1 起甲:一 起乙:二 起丙:三 底:? ｜ 甲出一"


@given(records, st.booleans())
def test_round_trip(hand: HandRecord, ascii: bool) -> None:
    text = to_json(hand, ascii)
    assert from_json(text) == hand
    assert "\n" not in text
    assert json.loads(text)["weimaque"] == 1


def test_meta_in_the_log_is_read_too() -> None:
    text = json.dumps({"weimaque": 1, "log": LOG + ' ｜ 註:{"a":1,"b":1}', "meta": {"b": 2}})
    assert from_json(text).meta == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        ("{", "not_json", ""),
        ('{"meta":{"a":' + "[" * 5000, "too_deep", ""),
        ("[]", "bad_value", ""),
        ('{"log":""}', "bad_value", ""),
        ('{"weimaque":1}', "bad_value", ""),
        ('{"weimaque":1,"log":7}', "bad_value", "`$.log`"),
        ('{"weimaque":2,"log":""}', "bad_value", "$.weimaque"),
        ('{"weimaque":1,"log":"x"}', "bad_token", "$.log"),
        (json.dumps({"weimaque": 1, "log": LOG, "meta": 1}), "bad_value", "`$.meta`"),
        ('{"weimaque":1,"log":"","meta":{"a":' + "[" * 70 + "]" * 70 + "}}", "too_deep", "$.meta"),
    ],
)
def test_what_is_no_envelope_is_named(text: str, code: str, path: str) -> None:
    with pytest.raises(NotationError) as caught:
        from_json(text)
    assert (caught.value.code, caught.value.place.path) == (code, path)
    assert caught.value.expected
