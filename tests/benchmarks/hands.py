"""Made-up xxqp rounds: legal hands, played to their end and written as the client receives them."""

from __future__ import annotations

import json
from random import Random
from typing import NamedTuple

from replay.cards import KINDS
from replay.engine import legal_events, start
from replay.engine.handlers import HANDLERS
from replay.engine.table import Table
from replay.engine.verify import position
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, Event, HandRecord
from replay.rulesets import Ruleset, load
from replay.scoring import Win

CODES = {DISCARD: 0, HU: 1, PENG: 2, WEI: 3, CHI: 6, REVEAL: 9}


def deal(rng: Random) -> tuple[list[list[int]], list[int], int]:
    """Return three hands and the stock as physical ids, and the dealer."""
    ids = list(range(1, 81))
    rng.shuffle(ids)
    dealer = rng.randrange(3)
    hands, at = [], 22
    for seat in range(3):
        size = 20 if seat == dealer else 19
        hands.append(ids[at : at + size])
        at += size
    return hands, ids[:22], dealer


def kind_of(card: int) -> int:
    """Return the kind of a physical id."""
    return (card - 1) % 10 + 10 * (card > 40)


def choose(rng: Random, table: Table, events: list[Event]) -> Event:
    """Return what a fair player does: wins, nearly always 碰s, 吃s at times, throws what hangs together least."""
    claims = [event for event in events if event.action in (HU, WEI)]
    if claims:
        return claims[0]
    for action, likely in ((PENG, 0.95), (CHI, 0.3)):
        claims = [event for event in events if event.action == action]
        if claims and rng.random() < likely:
            return rng.choice(claims)
    others = [event for event in events if event.action not in (PENG, CHI)]
    if others[0].action != DISCARD:
        return others[0]
    hand = table.hands[others[0].seat]
    return min(others, key=lambda event: (ties(hand, event.kind), rng.random()))


def ties(hand: list[int], kind: int) -> int:
    """Return how much of a hand (counts by kind) a card of this kind hangs together with."""
    worth = 6 * (hand[kind] - 1)
    for apart, weight in ((-2, 1), (-1, 2), (1, 2), (2, 1)):
        near = kind + apart
        if 0 <= near < KINDS and near // 10 == kind // 10 and hand[near]:
            worth += weight
    return worth


class Game(NamedTuple):
    """A hand played to its end: hands and stock as physical ids, events, the table after them, the winning position."""

    hands: list[list[int]]
    stock: list[int]
    events: list[Event]
    table: Table
    win: Win | None


def play(rng: Random, rules: Ruleset) -> Game:
    """Return a legal hand played to its end."""
    hands, stock, dealer = deal(rng)
    dealt = tuple(tuple(sorted(map(kind_of, hand))) for hand in hands)
    table = start(HandRecord(dealt, tuple(map(kind_of, stock)), (), dealer), rules)
    events: list[Event] = []
    win = None
    while legal := legal_events(table):
        event = choose(rng, table, legal)
        if event.action == HU:
            win = position(table, event.seat)
        HANDLERS[event.action](table, event, len(events))
        events.append(event)
    return Game(hands, stock, events, table, win)


def winning(rng: Random, rules: Ruleset) -> Win:
    """Return the winning position of a hand that somebody won by a card or a 偎."""
    while True:
        game = play(rng, rules)
        if game.win is not None and not game.win.at_deal:
            return game.win


def steps(hands: list[list[int]], stock: list[int], events: list[Event]) -> list[str]:
    """Return the events as xxqp steps; a dead hand and an exhausted stock are not written in this format."""
    held = [list(hand) for hand in hands]
    turned, card, written = iter(stock), 0, []

    def out(seat: int, kind: int) -> int:
        found = next(card for card in held[seat] if kind_of(card) == kind)
        held[seat].remove(found)
        return found

    for event in events:
        if event.action not in CODES:
            continue
        seat, ids = event.seat, []
        if event.action == DISCARD:
            card = out(seat, event.kind)
            ids = [card]
        elif event.action == REVEAL:
            card = next(turned)
            ids = [card]
        elif event.action != HU:
            pair = event.cards if event.action == CHI else (event.kind, event.kind)
            ids = [card, *(out(seat, kind) for kind in pair)]
        written.append(f"{seat + 1}_{CODES[event.action]}_{','.join(map(str, ids))}")
    return written


def xxqp(rng: Random, rules: Ruleset, number: int) -> bytes:
    """Return one made-up round as its line of JSON."""
    hands, stock, events, table, _ = play(rng, rules)
    drawn = sum(event.action == REVEAL for event in events)
    won = table.hu is not None and table.score is not None
    closing = {
        "huSeat": table.hu[0] + 1 if table.hu else 0,
        "huCard": 0,
        "leftCards": stock[drawn:],
        "startLeftCards": stock,
        "ext": [str(number), "", "", "254", "", "", "", "3"],
        "fanTypes": [],
        "intParams": [],
        "huxi": table.score.xi if won and table.score else 0,
    }
    people = [
        {"seat": seat + 1, "userId": 1000 + seat, "name": "甲乙丙"[seat], "point": 0, "firstCards": hand}
        for seat, hand in enumerate(hands)
    ]
    line = {
        "playCount": number + 1,
        "tableId": 600000,
        "playType": 254,
        "time": "2026-01-02 20:01:00",
        "play": ";".join([*(",".join(map(str, hand)) for hand in hands), *steps(hands, stock, events)]) + ";",
        "closingMsg": json.dumps(closing),
        "resList": [json.dumps(person, ensure_ascii=False) for person in people],
        "generalExt": '{"roomName": "", "intParams": []}',
    }
    return json.dumps(line, ensure_ascii=False).encode()


def file_of(rng: Random, rules: Ruleset, number: int) -> bytes:
    """Return a file of so many rounds, one a line."""
    return b"\n".join(xxqp(rng, rules, i) for i in range(number)) + b"\n"


class Inputs(NamedTuple):
    """What is measured: a file of hands and a list of winning positions for each round."""

    files: list[bytes]
    wins: list[list[Win]]


def make_inputs(rounds: int, number: int, seed: int) -> Inputs:
    """Return the inputs. To be run in a process of its own, so that playing the hands warms no table of ours."""
    rng, rules = Random(seed), load("dazhuo")
    files = [file_of(rng, rules, number) for _ in range(rounds)]
    return Inputs(files, [[winning(rng, rules) for _ in range(number // 3)] for _ in range(rounds)])
