import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

import importers
from replay.cards import UNKNOWN, parse_cards
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, Claimed, Event
from tests.importers.data import LUA, records

SNAPSHOTS = json.loads(LUA)


def seat(number: int, **more: Any) -> dict[str, Any]:
    return {"seatNo": number, "role": "xzx"[number], "handCards": [["ans1"], ["anb2", "anb2"]], "chiCombs": [], **more}


def snapshot(number: int | None = None, **more: Any) -> dict[str, Any]:
    players = [seat(n, **more) if n == number else seat(n) for n in range(3)]
    return {"roomNo": "7", "playRound": 1, "diCardsNum": 22, "players": players}


def act(number: int, card: str, type: str, seat: int = 0, option: str | None = None, combs: Any = ()) -> dict[str, Any]:
    return snapshot(
        seat, action={"card": card, "type": type, "actionNo": number}, currOption=option, chiCombs=list(combs)
    )


ROWS = [{"seatNo": n, "hu": "n", "diCards": ["ans3"]} for n in range(3)]


def room(*snapshots: dict[str, Any], rows: Any = ROWS) -> bytes:
    return json.dumps([snapshot(), *snapshots, {**snapshot(), "roundRecords": rows}]).encode()


def test_a_whole_room() -> None:
    (hand,) = records(LUA)
    assert sorted(len(cards) for cards in hand.hands) == [19, 19, 20]
    assert len(hand.hands[hand.dealer]) == 20
    cards = [kind for each in (*hand.hands, hand.stock) for kind in each]
    assert [cards.count(kind) for kind in range(20)] == [4] * 20
    assert hand.claimed
    assert hand.claimed.winner == hand.events[-1].seat
    assert hand.events[-1].action == HU


@pytest.mark.parametrize(
    ("snapshots", "events"),
    [
        ([act(1, "ans4", "chu")], [Event(DISCARD, 0, 3)]),
        ([act(1, "anb10", "mo", 2)], [Event(REVEAL, 2, 19)]),
        ([act(1, "anb10", "other", 1, "peng")], [Event(PENG, 1, 19)]),
        ([act(1, "ans4", "other", 1, "chi", [["cys4", "cns3", "cns5"]])], [Event(CHI, 1, 3, (2, 4))]),
        ([act(1, "ans4", "other3", 1, "wei")], [Event(REVEAL, 1, 3), Event(WEI, 1, 3)]),
        ([act(1, "ans4", "mo", 1), act(2, "ans4", "other", 1, "chouwei")], [Event(REVEAL, 1, 3), Event(WEI, 1, 3)]),
        ([act(1, "ans4", "other", 1, "hu")], [Event(HU, 1, 3)]),
        ([act(1, "ans4", "other", 1, "guo")], []),
        ([act(1, "ans4", "mo"), act(1, "ans4", "mo")], [Event(REVEAL, 0, 3)]),
    ],
)
def test_actions(snapshots: list[dict[str, Any]], events: list[Event]) -> None:
    (hand,) = records(room(*snapshots))
    assert list(hand.events) == events


def test_deal_stock_and_claim() -> None:
    rows = copy.deepcopy(ROWS)
    rows[1] |= {"hu": "y", "xi": 10, "sumXi": 60, "mts": ["上下五千年 +50", "點胡×3"], "score": 120}
    rows[0]["score"] = rows[2]["score"] = -60
    (hand,) = records(room(act(1, "ans4", "mo"), rows=rows))
    assert hand.hands == (parse_cards("一貳貳"),) * 3
    assert hand.dealer == 1
    assert hand.stock == (3, *[UNKNOWN] * 20, 2)
    assert hand.claimed == Claimed("hu", 1, 10, None, 60, ("上下五千年", "點胡"), (-60, 120, -60))


def test_messages_that_wrap_snapshots() -> None:
    wrapped = [{"cmd": "play", "status": 0, "data": each} for each in SNAPSHOTS]
    assert records(json.dumps(wrapped).encode()) == records(LUA)


def test_rounds_one_after_the_other() -> None:
    second = [{**each, "playRound": 2} for each in SNAPSHOTS]
    first, other = records(json.dumps(SNAPSHOTS + second).encode())
    assert first.events == other.events
    assert (first.meta["round"], other.meta["round"]) == (1, 2)


def change(edit: Callable[[Any], Any]) -> bytes:
    value = [snapshot(), act(1, "ans4", "mo"), {**snapshot(), "roundRecords": copy.deepcopy(ROWS)}]
    value = copy.deepcopy(value)
    edit(value)
    return json.dumps(value).encode()


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda v: v[1]["players"][0]["action"].update(card="ans11"), "unknown_card"),
        (lambda v: v[1]["players"][0]["action"].update(card="w0"), "unknown_card"),
        (lambda v: v[1]["players"][0]["action"].update(type="fly"), "unknown_action"),
        (lambda v: v[1]["players"][0]["action"].update(type="other"), "unknown_action"),
        (lambda v: v[1]["players"][0].update(action={"card": "ans1", "type": "other"}, currOption="ti"), "other_game"),
        (lambda v: v[1]["players"][0].update(action={"card": "ans1", "type": "other"}, currOption="chi"), "bad_value"),
        (lambda v: v[1].pop("players"), "missing_value"),
        (lambda v: v[1].update(players=5), "bad_value"),
        (lambda v: v[1]["players"].pop(), "other_game"),
        (lambda v: v[1]["players"][0].update(seatNo=2), "unknown_seat"),
        (lambda v: v[0]["players"][1].update(role="x"), "bad_value"),
        (lambda v: v.pop(0), "missing_value"),
        (lambda v: v[2]["roundRecords"][0].update(diCards=["x"]), "unknown_card"),
    ],
)
def test_what_cannot_be_used_rejects_the_round(edit: Callable[[Any], Any], code: str) -> None:
    (entry,) = importers.read(change(edit), "f")
    assert entry.state == "rejected"
    assert entry.problems[0].code == code
    assert entry.problems[0].place.path.startswith("$[")


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda v: v[1]["players"][0]["action"].update(actionNo=3), "truncated"),
        (lambda v: v[2].pop("roundRecords"), "truncated"),
        (lambda v: v[2]["roundRecords"][0].update(seatNo=1), "unknown_seat"),
        (lambda v: [row.update(hu="y") for row in v[2]["roundRecords"]], "contradictory"),
    ],
)
def test_what_can_be_kept_is_kept_and_named(edit: Callable[[Any], Any], code: str) -> None:
    (entry,) = importers.read(change(edit), "f")
    assert entry.state == "warned"
    assert entry.problems[0].code == code
