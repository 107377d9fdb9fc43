import json
from typing import Any

import pytest

import importers
from replay.cards import UNKNOWN, parse_cards
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, ZHE, Claimed, Event
from tests.importers.data import QIXING, records

UIDS = [7, 8, 9]
TABLE = {"uids": UIDS, "zhuang": 1}
SCENE = {"cmd": "initSceneData", "data": {"tData": TABLE, "players": {"7": {"info": {"nickname": "老鄭"}}}}}
DEAL = {
    "cmd": "mjhand",
    "data": {"mjhand": [], "tData": TABLE},
    "extra": {
        "mjhandDatas": {"7": {"mjhand": [1, 2, 3]}, "8": {"mjhand": [21, 30, 10, 10]}, "9": {"mjhand": [5, 5, 5]}}
    },
}
END = {"cmd": "roundEnd", "data": {"tData": {"winner": -1}, "players": {}}}
NEW = {"cmd": "HZNewCard", "data": {"uid": 9, "newCard": 27}}


def table(*messages: Any) -> bytes:
    return json.dumps([SCENE, DEAL, *messages, END]).encode()


def test_a_whole_table() -> None:
    first, second = records(QIXING)
    assert [len(hand) for hand in first.hands] == [20, 19, 19]
    assert first.names == ("甲", "乙", "丙")
    assert (first.dealer, second.dealer) == (0, 1)
    assert first.claimed == Claimed("hu", 1, first.claimed.xi)
    assert first.claimed.xi
    assert second.claimed == Claimed("exhausted")
    drawn = [event.kind for event in second.events if event.action == REVEAL]
    assert second.stock == tuple(drawn)
    assert len(drawn) == 22


@pytest.mark.parametrize(
    ("message", "events"),
    [
        ({"cmd": "MJPut", "data": {"uid": 8, "card": 21}}, [Event(DISCARD, 1, 10)]),
        (NEW, [Event(REVEAL, 2, 16)]),
        ({"cmd": "HZWeiCard", "data": {"tData": {"curPlayer": 2}, "newCard": 5}}, [Event(REVEAL, 2, 4), Event(WEI, 2, 4)]),
        ({"cmd": "MJPeng", "data": {"tData": {"lastPutCard": 30}, "cpginfo": {"uid": "7"}}}, [Event(PENG, 0, 19)]),
        (
            {"cmd": "HZChiCard", "data": {"cpginfo": {"uid": 7}, "mjchi": [{"eatCards": [1, 2, 3]}, {"eatCards": [28, 29, 30]}], "mjchiCard": [1, 29]}},
            [Event(CHI, 0, 18, (17, 19))],
        ),
        ({"cmd": "MJHu", "data": {"uid": 9, "eatFlag": 32}}, [Event(HU, 2)]),
        ({"cmd": "MJPass", "data": {}, "extra": {"uid": 9}}, []),
        ({"cmd": "MJPass", "data": {"isZhe": True, "zheCards": [6, 3]}, "extra": {"uid": 9}}, [Event(ZHE, 2, -1, (2, 5))]),
        ({"cmd": "logNewCard", "data": 5, "extra": {"uid": 7}}, []),
        ({"cmd": "waitPut", "data": None}, []),
    ],
)  # fmt: skip
def test_messages(message: dict[str, Any], events: list[Event]) -> None:
    (hand,) = records(table(message))
    assert list(hand.events) == events


def test_peng_takes_the_card_that_lies_there() -> None:
    (hand,) = records(table(NEW, {"cmd": "MJPeng", "data": {"cpginfo": {"uid": 7}}}))
    assert hand.events[-1] == Event(PENG, 0, 16)


def test_a_wei_after_its_own_reveal_gets_no_second_one() -> None:
    wei = {"cmd": "HZWeiCard", "data": {"tData": {"curPlayer": 2}, "newCard": 27}}
    (hand,) = records(table(NEW, wei))
    assert hand.events == (Event(REVEAL, 2, 16), Event(WEI, 2, 16))
    assert hand.stock == (16, *[UNKNOWN] * 21)


def test_the_deal_and_the_claim() -> None:
    players = {
        "7": {"winone": -30},
        "8": {"winone": 80, "winLiuZiScore": 20, "huXi": 12, "hzdesc": [{"name": "点胡"}]},
        "9": {"winone": -30},
    }
    end = {"cmd": "roundEnd", "data": {"tData": {"winner": 1, "roundEndTime": 5}, "players": players}}
    (hand,) = records(json.dumps([SCENE, DEAL, end]).encode())
    assert hand.hands == (parse_cards("一二三"), parse_cards("十十壹拾"), parse_cards("五五五"))
    assert hand.names == ("老鄭", "", "")
    assert hand.claimed == Claimed("hu", 1, 12, mingtang=("点胡",), payments=(-30, 60, -30))
    assert hand.meta["time"] == 5


@pytest.mark.parametrize(
    ("message", "code", "path"),
    [
        ({"cmd": "MJPut", "data": {"uid": 8, "card": 11}}, "unknown_card", "$[2].data.card"),
        ({"cmd": "MJPut", "data": {"uid": 1, "card": 1}}, "unknown_seat", "$[2].data.uid"),
        ({"cmd": "MJPut", "data": {"uid": 8}}, "missing_value", "$[2].data"),
        ({"cmd": "MJPut", "data": {"uid": 8, "card": "1"}}, "bad_value", "$[2].data.card"),
        ({"cmd": "MJPut"}, "bad_value", "$[2].data"),
        ({"cmd": 5}, "bad_value", "$[2].cmd"),
        ({"cmd": "MJFly", "data": {}}, "unknown_action", "$[2].cmd"),
        ({"cmd": "HZNewCard", "data": {"uid": 9, "newCard": -1}}, "unknown_card", "$[2].data.newCard"),
        ({"cmd": "HZWeiCard", "data": {"tData": {}, "newCard": 5}}, "unknown_seat", "$[2].data.tData.curPlayer"),
        ({"cmd": "MJPeng", "data": {"cpginfo": {"uid": 7}}}, "missing_value", "$[2].data.tData.lastPutCard"),
        ({"cmd": "HZChiCard", "data": {"cpginfo": {"uid": 7}, "mjchi": [], "mjchiCard": []}}, "bad_value", "$[2].data.mjchi"),
        (
            {"cmd": "HZChiCard", "data": {"cpginfo": {"uid": 7}, "mjchi": [{"eatCards": [1, 2, 3]}], "mjchiCard": [4]}},
            "contradictory",
            "$[2].data.mjchiCard",
        ),
        ({"cmd": "MJPass", "data": {}}, "missing_value", "$[2].extra.uid"),
    ],
)  # fmt: skip
def test_a_message_that_cannot_be_used_rejects_its_round_only(message: dict[str, Any], code: str, path: str) -> None:
    data = json.dumps([SCENE, DEAL, message, END, DEAL, NEW, END]).encode()
    bad, good = importers.read(data, "f")
    assert (bad.state, good.state) == ("rejected", "imported")
    assert (bad.problems[0].code, bad.problems[0].place.path) == (code, path)
    assert good.record.events == (Event(REVEAL, 2, 16),)


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([SCENE, END], "missing_value"),
        ([SCENE, {**DEAL, "extra": {}}, END], "missing_value"),
        ([SCENE, {**DEAL, "extra": None}, END], "bad_value"),
        ([{**DEAL, "data": {}}, END], "other_game"),
        ([SCENE, {**DEAL, "data": {"tData": {"uids": [7, 8]}}}, END], "other_game"),
        ([SCENE, {**DEAL, "data": {"tData": {"uids": [7, 8, 5]}}}, END], "missing_value"),
        ([SCENE, {**DEAL, "data": {"tData": {"zhuang": 3}}}, END], "unknown_seat"),
        ([SCENE, {**DEAL, "data": {"tData": 3}}, END], "bad_value"),
        ([SCENE, 7, END], "bad_value"),
        ([SCENE, 7], "bad_value"),
    ],
)
def test_a_round_without_its_deal_is_rejected(messages: list[Any], code: str) -> None:
    (entry,) = importers.read(json.dumps(messages).encode(), "f")
    assert entry.state == "rejected"
    assert entry.problems[0].code == code


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([SCENE, DEAL, NEW], "truncated"),
        ([7, DEAL, END], "bad_value"),
        ([{**SCENE, "data": 7}, DEAL, END], "bad_value"),
        ([SCENE, DEAL, {"cmd": "chat", "data": {}}, END], "unknown_action"),
        ([SCENE, DEAL, {**END, "data": {"tData": {"winner": 5}}}], "unknown_seat"),
        ([SCENE, DEAL, {**END, "data": 5}], "bad_value"),
    ],
)
def test_what_can_be_kept_is_kept_and_named(messages: list[Any], code: str) -> None:
    (entry,) = importers.read(json.dumps(messages).encode(), "f")
    assert entry.state == "warned"
    assert entry.problems[0].code == code


def test_a_missing_end_does_not_swallow_the_next_round() -> None:
    first, second = importers.read(json.dumps([SCENE, DEAL, NEW, DEAL, NEW, END]).encode(), "f")
    assert (first.state, second.state) == ("warned", "imported")


def test_a_damaged_array_gives_its_whole_rounds() -> None:
    cut = QIXING.index(b'"MJPut"')
    broken = QIXING[: cut - 1] + QIXING[cut + 3 :]
    first, second = importers.read(broken, "f")
    assert (first.state, second.state) == ("rejected", "imported")
    assert first.problems[0].place.path.startswith("$[")
    first, second = importers.read(QIXING[:-40], "f")
    assert (first.state, second.state) == ("imported", "rejected")
    assert second.problems[0].code == "truncated"
