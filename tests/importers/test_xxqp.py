import json
from typing import Any

import pytest

import importers
from importers import REJECTED, WARNED
from replay.cards import NONE, UNKNOWN, parse_cards
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, ZHE, Claimed, Event
from tests.importers.data import DATA, HANDS, ROUNDS, STOCK, XXQP, one, records, xxqp

D1 = Event(DISCARD, 0, 0)


def events(steps: str) -> tuple[Event, ...]:
    entry = one(xxqp(steps))
    assert entry.record, entry.problems
    return entry.record.events


def test_a_whole_round() -> None:
    hand = records(XXQP)[0]
    assert hand.hands[1] == parse_cards("一二四五六六七九九九十十伍柒柒捌玖玖玖拾")
    assert hand.stock == parse_cards("壹一三陸叁八柒七陸貳八八五肆捌六伍三貳叁四肆")
    assert hand.events[:4] == (Event(DISCARD, 1, 19), Event(REVEAL, 2, 10), Event(WEI, 2, 10), Event(DISCARD, 2, 10))
    assert hand.events[-1] == Event(HU, 1)
    assert (hand.dealer, hand.names) == (1, ("甲", "乙", "丙"))
    assert hand.claimed == Claimed("hu", 1, 11)
    assert hand.meta["table"] == 600000


def test_every_step_of_the_record_is_one_event() -> None:
    """Findings name events by their number, so nothing may shift them."""
    for hand, round_ in zip(records(XXQP), ROUNDS, strict=True):
        assert len(hand.events) == round_["play"].count("_") // 2


def test_what_the_referee_should_judge_is_no_fault_of_the_file() -> None:
    hands = records((DATA / "xxqp-faults.jsonl").read_bytes())
    assert [len(cards) for cards in hands[0].hands] == [19, 21, 18]
    assert max(sum(cards.count(kind) for cards in (*hands[1].hands, hands[1].stock)) for kind in range(20)) == 5
    assert len(hands[2].stock) == 21


@pytest.mark.parametrize(
    ("step", "event"),
    [
        ("2_0_11", Event(DISCARD, 1, 0)),
        ("3_9_80", Event(REVEAL, 2, 19)),
        ("1_2_11,1,31", Event(PENG, 0, 0)),
        ("1_2_11,1,42", Event(PENG, 0, 0, (0, 11))),
        ("3_6_47,49,48", Event(CHI, 2, 16, (17, 18))),
        ("3_6_47,49,5", Event(CHI, 2, 16, (4, 18))),
        ("2_1_", Event(HU, 1)),
        ("2_1_0", Event(HU, 1)),
        ("2_1_33", Event(HU, 1, 2)),
        ("2_4_47,3", Event(ZHE, 1, NONE, (2, 16))),
        (" 2_0_11", Event(DISCARD, 1, 0)),
    ],
)
def test_steps(step: str, event: Event) -> None:
    assert events(f"1_0_1;{step};") == (D1, event)


def test_a_wei_stands_after_its_reveal() -> None:
    drawn = (D1, Event(REVEAL, 1, 10), Event(WEI, 1, 10))
    assert events("1_0_1;2_9_71;2_3_71,51,61;") == (D1, Event(REVEAL, 1, 10 + 0), Event(WEI, 1, 10))
    assert events("1_0_1;2_3_71,51,61;") == drawn, "its card was nowhere before, so it was drawn"
    assert events("1_0_1;2_9_0;2_3_71,51,61;") == drawn, "a draw kept hidden"
    assert events("1_0_1;2_10_71,51,61;") == drawn, "臭偎 is a 偎"


def test_a_wei_with_a_card_seen_before_gets_no_reveal() -> None:
    assert events("1_0_1;2_3_1,11,21;") == (D1, Event(WEI, 1, 0))
    assert events("1_0_1;3_9_71;2_3_71,51,61;") == (D1, Event(REVEAL, 2, 10), Event(WEI, 1, 10))
    assert events("1_0_1;2_9_71;2_3_71,51,62;")[2] == Event(WEI, 1, 10, (10, 11)), "what lies face down is kept"


def test_offers_and_passes_shift_no_event() -> None:
    entry = one(xxqp("1_12_1,0,0,0,0,0,0;1_0_1;2_12_0,1,0,0,0,0,0;2_101_1;2_100_1;2_9_31;3_101_31;"))
    assert entry.record
    assert entry.record.events == (D1, Event(REVEAL, 1, 0))
    assert entry.record.meta["passes"] == [[0, 1, "1"], [1, 2, "31"]]
    assert entry.record.meta["offers"] == [[-1, 0, "1,0,0,0,0,0,0"], [0, 1, "0,1,0,0,0,0,0"]]
    assert entry.record.meta["auto"] == [[0, 1, "1"]]


def test_dealer_is_the_first_to_discard() -> None:
    assert one(xxqp("2_0_11;1_0_1;")).record.dealer == 1
    assert one(xxqp("2_1_;")).record.dealer == 0, "the only one with 20 cards, if nobody discarded"


CLOSINGS = [
    ({"huSeat": 2, "huxi": 11}, Claimed("hu", 1, 11)),
    ({"huSeat": 2, "huxi": 0, "tun": 0, "fanTypes": []}, Claimed("hu", 1)),
    ({"huSeat": 0, "huxi": 0}, Claimed("exhausted")),
    ({"huSeat": 1, "huxi": "12", "totalTun": 48}, Claimed("hu", 0, 12, total=48)),
    ({"huSeat": 1, "fanTypes": [11004, 202020, 612100]}, Claimed("hu", 0, None, 4, None, ("對子胡", "單吊"))),
    ({"huSeat": 1, "fanTypes": [992020]}, Claimed("hu", 0, mingtang=("#99",))),
    ({}, None),
]


@pytest.mark.parametrize(("closing", "claimed"), CLOSINGS)
def test_claims(closing: dict[str, Any], claimed: Claimed | None) -> None:
    for message in (closing, json.dumps(closing)):
        line = json.dumps({"play": f"{HANDS};1_0_1;", "closingMsg": message}).encode()
        assert records(line)[0].claimed == claimed


def test_players_rows() -> None:
    rows = [
        {"seat": seat, "name": name, "point": sum_} for seat, name, sum_ in ((3, "丙", -7), (1, "<b>", 14), (2, "", -7))
    ]
    for form in (rows, [json.dumps(row) for row in rows]):
        hand = records(xxqp(resList=form))[0]
        assert hand.names == ("<b>", "", "丙")
        assert hand.claimed == Claimed("exhausted", payments=(14, -7, -7))


def test_the_stock_as_far_as_it_is_told() -> None:
    kinds = tuple((card - 1) % 10 + 10 * (card > 40) for card in STOCK)
    assert records(xxqp())[0].stock == kinds
    assert records(xxqp("1_0_1;2_9_31;", None))[0].stock == (kinds[0], *[UNKNOWN] * 21)
    left = {"huSeat": 0, "leftCards": STOCK[2:]}
    assert records(xxqp("1_0_1;2_9_31;", left))[0].stock == (kinds[0], UNKNOWN, *kinds[2:])


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        (xxqp("1_0_1"), "truncated", "play"),
        (xxqp(closing="{"), "bad_value", "closingMsg"),
        (xxqp(closing={"huSeat": 7}), "unknown_seat", "closingMsg.huSeat"),
        (xxqp(closing={"huSeat": "x"}), "bad_value", "closingMsg.huSeat"),
        (xxqp(resList=["{}"]), "bad_value", "resList"),
        (xxqp(resList=[{"seat": 1}, {"seat": 1}, {"seat": 2}]), "unknown_seat", "resList"),
        (xxqp(resList=[{"seat": s, "point": 0.5} for s in (1, 2, 3)]), "bad_value", "resList.point"),
        (xxqp(closing={"huSeat": 0, "startLeftCards": [21, *STOCK[1:]]}), "contradictory", "play"),
    ],
)
def test_what_can_be_kept_is_kept_and_named(data: bytes, code: str, path: str) -> None:
    entry = one(data)
    assert entry.state == WARNED
    (found,) = entry.problems
    assert (found.code, found.place.path, found.place.hand, found.place.file) == (code, path, 0, "f")
    assert found.expected


PLAY_FAULTS = [
    ("1_0_99;", "unknown_card", "1_0_99"),
    ("1_0_0;", "unknown_card", "1_0_0"),
    ("1_0_1,2;", "bad_value", "1_0_1,2"),
    ("1_6_1,2;", "bad_value", "1_6_1,2"),
    ("1_55_1;", "unknown_action", "1_55_1"),
    ("4_0_1;", "unknown_seat", "4_0_1"),
    ("0_0_1;", "unknown_seat", "0_0_1"),
    ("1_0_1;;", "bad_token", ""),
    ("1_0_1;x;", "bad_token", "x"),
    ("1_0;", "bad_token", "1_0"),
    ("1_11_1,11,21,31;", "other_game", "1_11_1,11,21,31"),
    ("1,2,3;1_0_1;", "bad_value", "1,2,3"),
]


@pytest.mark.parametrize(("steps", "code", "found"), PLAY_FAULTS)
def test_what_cannot_be_a_step_rejects_its_hand(steps: str, code: str, found: str) -> None:
    entry = one(xxqp("2_9_31;" + steps if steps[1] == "_" else steps))
    assert entry.state == REJECTED
    (error,) = entry.problems
    assert (error.code, error.found, error.place.path) == (code, found, "play")
    if found:
        play = f"{HANDS};{'2_9_31;' if steps[1] == '_' else ''}{steps}"
        assert play[error.place.column - 1 :].startswith(found)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (xxqp(playType=257), "other_game"),
        (json.dumps({"play": "1,2,3;4,5,6;1_0_1;"}).encode(), "bad_value"),
        (json.dumps({"play": HANDS.replace("50;", "81;") + ";"}).encode(), "unknown_card"),
        (json.dumps({"play": HANDS.replace("50;", "x;") + ";"}).encode(), "unknown_card"),
        (json.dumps({"play": HANDS.replace(",50;", ",;") + ";"}).encode(), "unknown_card"),
        (json.dumps({"play": HANDS.replace(",50;", "],[50;") + ";"}).encode(), "unknown_card"),
        (json.dumps({"play": HANDS.replace(",50;", ",50" + ",1" * 200 + ";") + ";"}).encode(), "bad_value"),
        (json.dumps({"play": HANDS + ";" + "1_0_1;" * 3000}).encode(), "too_large"),
        (xxqp(closing={"huSeat": 0, "startLeftCards": [99]}), "unknown_card"),
        (xxqp(closing={"huSeat": 0, "startLeftCards": [1] * 300}), "too_large"),
        (b'{"play":""}', "bad_value"),
        (b'{"play":7}', "bad_value"),
        (b'{"closingMsg":"x"}', "missing_value"),
        (b'{"play":"1,2', "truncated"),
        (b'{"play":"1,2"x}', "not_json"),
        (b'{"play":"\xff"}', "not_utf8"),
        (b'{"play":"\\ud800"}', "truncated"),
        (b'{"play":"","x":' + b"[" * 5000 + b"]" * 5000 + b"}", "too_deep"),
    ],
)  # fmt: skip
def test_what_is_no_round_is_rejected(data: bytes, code: str) -> None:
    entry = one(data)
    assert entry.state == REJECTED
    assert entry.problems[0].code == code
    assert entry.problems[0].expected


def test_layouts() -> None:
    lines = XXQP.splitlines()
    hands = records(XXQP)
    pretty = b",\n".join([json.dumps(json.loads(line), indent=2).encode() for line in lines])
    for data in (
        b"\r\n".join(lines),
        b"\xef\xbb\xbf\n\n" + b"\n\n".join(lines),
        b"[" + b",".join(lines) + b"]",
        b"[\n" + pretty + b"\n]\n",
        pretty.replace(b"},\n", b"}\n"),
        b"".join(lines),
    ):
        assert records(data) == hands
    plays = b"\n".join([round_["play"].encode() for round_ in ROUNDS])
    assert [hand.events for hand in records(plays)] == [hand.events for hand in hands]


def test_a_truncated_array_gives_its_whole_rounds() -> None:
    data = b"[" + b",\n".join(XXQP.splitlines()[:3]) + b"]"
    entries = list(importers.read(data[:-300], "f"))
    assert [entry.state for entry in entries] == ["imported", "imported", "rejected"]
    assert (entries[2].problems[0].code, entries[2].problems[0].place.line) == ("truncated", 3)


def test_a_broken_element_costs_only_itself() -> None:
    lines = XXQP.splitlines()
    data = b"[" + b",".join([lines[0], lines[1].replace(b'"play":', b'"play"'), lines[2]]) + b"]"
    entries = list(importers.read(data, "f"))
    assert [entry.state for entry in entries] == ["imported", "rejected", "imported"]
    assert [entry.index for entry in entries] == [0, 1, 2]
    assert entries[1].problems[0].place.column > len(lines[0])
