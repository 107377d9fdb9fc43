"""Counts of legal event sequences: the engine's fingerprint, comparable with any other program's."""

from __future__ import annotations

from typing import Any

from replay.cards import KINDS, NONE, UNKNOWN, parse_cards
from replay.engine.handlers import HANDLERS
from replay.engine.legal import legal_events
from replay.engine.setup import start
from replay.engine.table import Table
from replay.errors import PositionError
from replay.record import ACTIONS, CHI, Event, HandRecord
from replay.rulesets import Ruleset


def perft(table: Table, depth: int) -> list[int]:
    """Return the number of legal event sequences of length 1 … ``depth`` from the table, which is left as it is."""
    counts = [0] * depth
    if depth:
        _count(table, counts, 0)
    return counts


def _count(table: Table, counts: list[int], level: int) -> None:
    events = legal_events(table)
    counts[level] += len(events)
    if level + 1 == len(counts):
        return
    for event in events:
        after = table.copy()
        HANDLERS[event.action](after, event, NONE)
        _count(after, counts, level + 1)


def position(data: Any, rules: Ruleset) -> Table:
    """Return the table of a position ``{"hands", "stock", "dealer", "moves"}``, all cards known.

    Raises ``PositionError`` naming the place for anything else, and for moves that break the rules.
    """
    if not isinstance(data, dict):
        raise PositionError("bad_value", data, 'an object with "hands", "stock", "dealer" and "moves"')
    hands = data.get("hands")
    if not isinstance(hands, list) or len(hands) != 3:
        raise PositionError("bad_value", hands, "three hands as text").at(path="hands")
    dealt = tuple(tuple(sorted(_cards(hand, f"hands[{i}]"))) for i, hand in enumerate(hands))
    dealer = data.get("dealer")
    if not isinstance(dealer, int) or isinstance(dealer, bool) or not 0 <= dealer < 3:
        raise PositionError("unknown_seat", dealer, "0, 1 or 2").at(path="dealer")
    record = HandRecord(dealt, _cards(data.get("stock"), "stock"), (), dealer)
    every = sum(dealt, record.stock)
    for kind in range(KINDS):
        if every.count(kind) > 4:
            raise PositionError("impossible_position", f"{every.count(kind)} of one kind", "at most four").at(
                path="hands"
            )
    table = start(record, rules)
    moves = data.get("moves", [])
    if not isinstance(moves, list):
        raise PositionError("bad_value", moves, "a list of moves").at(path="moves")
    for i, move in enumerate(moves):
        event = _move(move, f"moves[{i}]")
        HANDLERS[event.action](table, event, i)
        if table.findings:
            raise PositionError("impossible_position", move, f"a legal move, not {table.findings[0].code}").at(
                path=f"moves[{i}]"
            )
    return table


def _cards(text: object, path: str) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise PositionError("bad_value", text, "cards as text").at(path=path)
    try:
        kinds = parse_cards(text)
    except ValueError as error:
        raise PositionError("unknown_card", error, "一…十, 壹…拾 or s1…b10").at(path=path) from None
    if UNKNOWN in kinds:
        raise PositionError("unknown_card", "?", "known cards: only known positions can be counted").at(path=path)
    return kinds


def _move(data: object, path: str) -> Event:
    if not isinstance(data, dict) or data.get("t") not in ACTIONS:
        raise PositionError("unknown_action", data, f'a move with "t" one of {", ".join(ACTIONS[:9])}').at(path=path)
    action = ACTIONS.index(data["t"])
    seat = data.get("seat", NONE)
    if not isinstance(seat, int) or not -1 <= seat < 3:
        raise PositionError("unknown_seat", seat, "0, 1 or 2").at(path=path)
    card = _cards(data["card"], f"{path}.card") if data.get("card") else (NONE,)
    with_ = data.get("with", "")
    others = tuple(sorted(_cards("".join(with_) if isinstance(with_, list) else with_, f"{path}.with")))
    if len(card) != 1 or (card == (NONE,) and action <= CHI) or (action == CHI) != (len(others) == 2):
        raise PositionError("bad_value", data, "one card, and two companions for a chi").at(path=path)
    return Event(action, seat, card[0], others)
