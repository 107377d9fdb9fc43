"""xxqp rounds: JSON objects as the client receives them (one a line, or an array), or the bare ``play`` line.

Steps that are no event of the game — offers, passes, auto-play — stay out of the events and are kept in ``meta`` as
``[index of the event before, seat, text]``. A 偎 whose card was not drawn in a step of its own gets the 揭 that it
stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from importers.entry import Entry, problem, rejected
from importers.jsontext import Piece, glued, json_problem, pieces
from importers.xxqp_closing import Closing, People, claimed_result, read_closing, read_people
from importers.xxqp_play import KINDS, BadStep, kinds_of, read_play
from replay.cards import DEALER_SIZE, NONE, STOCK_SIZE, UNKNOWN
from replay.errors import WmqError
from replay.record import DISCARD, HU, REVEAL, Event, HandRecord

NAME = "xxqp"
MARKS = rb'"(?:play|closingMsg|resList)"\s*:|^[ \t]*(?:[0-9]{1,2},){9,}[0-9,]*;'
BEGINS = re.compile(rb'\{\s*"(?:playCount|tableId|playType|time|play|resList|closingMsg|generalExt)"\s*:')
MAX_STOCK = 200
PLAY_TYPES = (None, 254, "254", 0, "")


class Round(msgspec.Struct):
    """The object that the client receives; only ``play`` is needed."""

    play: str
    closingMsg: Any = None  # noqa: N815
    resList: Any = None  # noqa: N815
    generalExt: Any = None  # noqa: N815
    playType: Any = None  # noqa: N815
    playCount: Any = None  # noqa: N815
    tableId: Any = None  # noqa: N815
    time: Any = None


def read(data: bytes, file: str = "") -> Iterator[Entry]:
    """Yield the rounds of a file in order."""
    index = 0
    for piece in pieces(data, BEGINS):
        entry = read_piece(piece, file, index)
        parts = glued(piece, BEGINS) if entry.record is None else []
        for part in parts:
            yield read_piece(part, file, index)
            index += 1
        if not parts:
            yield entry
            index += 1


_ROUND = msgspec.json.Decoder(Round)


def read_piece(piece: Piece, file: str = "", index: int = 0) -> Entry:
    """Return the entry of one round, an object or a bare ``play`` line."""
    notes: list[WmqError] = []
    try:
        round_ = Round(piece.raw.decode().strip()) if piece.raw[:1].isdigit() else _ROUND.decode(piece.raw)
        record = read_round(round_, notes)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        return rejected(file, index, json_problem(error, piece), piece.line, piece.raw)
    except WmqError as error:
        return rejected(file, index, error, piece.line, piece.raw)
    if not notes:
        return Entry(file, index, record, (), piece.line)
    return Entry(file, index, record, tuple([n.at(file=file, hand=index, line=piece.line) for n in notes]), piece.line)


def read_round(round_: Round, notes: list[WmqError]) -> HandRecord:
    """Return the record of a round; appends to ``notes`` what was left out or is doubtful.

    Raises ``NotationError`` with the column in ``play`` for what cannot be represented.
    """
    if round_.playType not in PLAY_TYPES:
        raise problem("other_game", round_.playType, "playType 254", "playType")
    play = round_.play
    try:
        ids, events, asides = read_play(play)
        hands = tuple([tuple(sorted(kinds_of(hand))) for hand in ids])
    except BadStep as bad:
        word = re.search(rf"(?:^|(?<=[;,])){re.escape(bad.token)}(?=[;,]|$)", play)
        at = word.start() if word else max(play.find(bad.token), 0)
        raise problem(bad.code, bad.token, bad.expected, "play", at + 1) from None
    if play[-1] != ";" and not (events and events[-1].action == HU):
        notes.append(problem("truncated", play[-20:], "a semicolon after the last step", "play", len(play) + 1))
    closing = read_closing(round_.closingMsg, notes) if round_.closingMsg else _NO_CLOSING
    stock = _stock(closing, ids, events, notes)
    people = read_people(round_.resList, notes) if round_.resList else _NOBODY
    claimed = claimed_result(closing, people.payments, notes)
    return HandRecord(
        hands, stock, events, _dealer(hands, events), people.names, "", claimed, _meta(round_, people, asides)
    )


_NO_CLOSING = Closing()
_NOBODY = People()


def _stock(
    closing: Closing, hands: list[list[int]], events: tuple[Event, ...], notes: list[WmqError]
) -> tuple[int, ...]:
    """Return the stock in drawing order: as the closing message has it, else what was drawn and what was left."""
    start = closing.startLeftCards or []
    ids = start or closing.leftCards or []
    if len(ids) > MAX_STOCK:
        raise problem("too_large", f"{len(ids)} cards", f"at most {MAX_STOCK}", "closingMsg")
    try:
        kinds = tuple(kinds_of(ids))
    except BadStep as bad:
        path = "closingMsg." + ("startLeftCards" if start else "leftCards")
        raise problem(bad.code, bad.token, bad.expected, path) from None
    first, second, third = hands
    if len({*first, *second, *third, *ids}) < len(first) + len(second) + len(third) + len(ids):
        _note_doubles([*first, *second, *third, *ids], notes)
    if start:
        return kinds
    drawn = [event.kind for event in events if event.action == REVEAL]
    return (*drawn, *[UNKNOWN] * (STOCK_SIZE - len(drawn) - len(kinds)), *kinds)


def _note_doubles(ids: list[int], notes: list[WmqError]) -> None:
    """Note card ids that were dealt twice, unless the kinds show it (five of one): then the referee says so."""
    kinds = kinds_of(ids)
    doubled = sorted({card for card in ids if ids.count(card) > 1 and kinds.count(KINDS[card]) <= 4})
    if doubled:
        notes.append(problem("contradictory", ",".join(map(str, doubled)), "each card id once in the deal", "play"))


def _dealer(hands: tuple[tuple[int, ...], ...], events: tuple[Event, ...]) -> int:
    """Return the first to discard; if nobody did, the only seat with a dealer's cards."""
    for event in events:
        if event.action == DISCARD:
            return event.seat
    seats = [seat for seat, hand in enumerate(hands) if len(hand) == DEALER_SIZE]
    return seats[0] if len(seats) == 1 else NONE


def _meta(round_: Round, people: People, asides: dict[str, Any]) -> dict[str, Any]:
    meta: dict[str, Any] = {"format": NAME}
    for name, value in (("table", round_.tableId), ("round", round_.playCount), ("time", round_.time)):
        if value is not None:
            meta[name] = value
    if people.users:
        meta["users"] = people.users
    if asides:
        meta |= asides
    return meta
