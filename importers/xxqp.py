"""xxqp rounds: JSON objects as the client receives them (one a line, or an array), or the bare ``play`` line.

``play`` is three hands of physical card ids, then steps ``seat_action_ids``, all parted by semicolons; seats count
from 1, ids 1–40 are 小字, 41–80 大字. Steps that are no event of the game — offers, passes, auto-play — stay out of the
events and are kept in ``meta`` as ``[index of the event before, seat, …]``. A 偎 whose card was not drawn in a step of
its own gets the 揭 that it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import msgspec

from importers.entry import Entry, problem, rejected
from importers.jsontext import Piece, glued, json_problem, pieces
from importers.xxqp_closing import Closing, People, claimed_result, read_closing, read_people
from replay.cards import DEALER_SIZE, NONE, STOCK_SIZE, UNKNOWN
from replay.errors import WmqError
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, ZHE, Event, HandRecord

NAME = "xxqp"
BEGINS = re.compile(rb'\{\s*"(?:playCount|tableId|playType|time|play|resList|closingMsg|generalExt)"\s*:')
PLAY_TYPES = (None, 254, "254", 0, "")

_OFFER, _AUTO, _PASS = "offers", "auto", "passes"
_ASIDES = {5: _PASS, 101: _PASS, 12: _OFFER, 100: _AUTO, 8: "", 13: "", 15: ""}
_ACTIONS = {0: DISCARD, 1: HU, 2: PENG, 3: WEI, 10: WEI, 4: ZHE, 6: CHI, 9: REVEAL}
_FOREIGN = {7: "跑", 11: "提"}
_STEP = re.compile(r"([0-9]{1,3})_([0-9]{1,4})_((?:[0-9]+(?:,[0-9]+)*)?)")
_CACHE_LIMIT = 200_000


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


class Aside(NamedTuple):
    """A step that is no event of the game."""

    name: str
    seat: int
    text: str


class BadStep(Exception):
    """A step or card id that cannot be read."""

    def __init__(self, code: str, token: str, expected: str) -> None:
        self.code, self.token, self.expected = code, token, expected
        super().__init__(code)


class CardIds(dict[str, int]):
    """Physical id as text → kind."""

    def __missing__(self, text: str) -> int:
        """Refuse what is no id, once white space round it is gone."""
        if text.strip() in self and text != text.strip():
            return self[text.strip()]
        raise BadStep("unknown_card", text, "a card id from 1 to 80")


KIND_OF = CardIds({str(card): (card - 1) % 10 + 10 * (card > 40) for card in range(1, 81)})


class Steps(dict[str, "Event | Aside"]):
    """Step as text → what it is; a step already met costs one look-up."""

    def __missing__(self, text: str) -> Event | Aside:
        """Read a step not met before; raises ``BadStep``."""
        step = _read_step(text)
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        self[text] = step
        return step


_STEPS = Steps()


def _read_step(text: str) -> Event | Aside:
    match = _STEP.fullmatch(text.strip())
    if not match:
        raise BadStep("bad_token", text, "a step seat_action_ids")
    number, code, ids = match[1], int(match[2]), match[3].split(",") if match[3] else []
    if number not in ("1", "2", "3"):
        raise BadStep("unknown_seat", text, "a seat from 1 to 3")
    seat = int(number) - 1
    if code in _FOREIGN:
        raise BadStep("other_game", text, f"a step of 偎麻雀, which has no {_FOREIGN[code]}")
    if code in _ASIDES or (code == 9 and ids == ["0"]):
        return Aside(_ASIDES.get(code, ""), seat, match[3])
    if code not in _ACTIONS:
        raise BadStep("unknown_action", text, "an action: 0 1 2 3 4 5 6 8 9 10 12 13 15 100 101")
    return _event(_ACTIONS[code], seat, ids, text)


def _event(action: int, seat: int, ids: list[str], text: str) -> Event:
    if action == HU and ids == ["0"]:
        ids = []
    kinds = [KIND_OF[card] for card in ids]
    if action == ZHE:
        return Event(action, seat, NONE, tuple(sorted(kinds)))
    if action == HU:
        return Event(action, seat, kinds[0] if kinds else NONE, tuple(sorted(kinds[1:])))
    wanted = 1 if action in (DISCARD, REVEAL) else 3
    if len(kinds) != wanted:
        raise BadStep("bad_value", text, f"{wanted} card id{'s' * (wanted > 1)}")
    others = tuple(sorted(kinds[1:]))
    if action != CHI and others == (kinds[0], kinds[0]):
        others = ()
    return Event(action, seat, kinds[0], others)


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
        return rejected(file, index, json_problem(error, piece), piece.line)
    except WmqError as error:
        return rejected(file, index, error, piece.line)
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
        ids, steps = _split(play)
        hands = tuple([tuple(sorted(map(KIND_OF.__getitem__, hand))) for hand in ids])
        events, meta = _events(steps, play)
    except BadStep as bad:
        column = re.search(rf"(?:^|(?<=[;,])){re.escape(bad.token)}(?=[;,]|$)", play)
        at = column.start() if column else max(play.find(bad.token), 0)
        raise problem(bad.code, bad.token, bad.expected, "play", at + 1) from None
    if not play.endswith(";") and not (events and events[-1].action == HU):
        notes.append(problem("truncated", play[-20:], "a semicolon after the last step", "play", len(play) + 1))
    closing = read_closing(round_.closingMsg, notes)
    stock = _stock(closing, ids, notes)
    people = read_people(round_.resList, len(hands), notes)
    claimed = claimed_result(closing, people.payments, notes)
    return HandRecord(
        hands, stock, events, _dealer(hands, events), people.names, "", claimed, _meta(round_, people, meta)
    )


def _split(play: str) -> tuple[list[list[str]], list[str]]:
    """Return the ids of the three hands and the steps."""
    first, *rest = play.split(";")
    if len(rest) < 2 or "_" in rest[0] or "_" in rest[1]:
        raise BadStep("bad_value", ";".join([first, *rest[:1]])[:40], "three hands; two-handed play is another game")
    if rest[-1] == "" and len(rest) > 2:
        rest.pop()
    if rest[2:] and "_" not in rest[2]:
        raise BadStep("bad_value", rest[2], "three hands, then steps seat_action_ids")
    return [first.split(","), rest[0].split(","), rest[1].split(",")], rest[2:]


def _events(steps: list[str], play: str) -> tuple[tuple[Event, ...], dict[str, Any]]:
    """Return the events, and the asides by name."""
    found = tuple(map(_STEPS.__getitem__, steps))
    before = None
    for event in found:
        if isinstance(event, Aside) or (event.action == WEI and not _drawn(event, before)):
            return _weave(found, steps, play)
        before = event
    return cast("tuple[Event, ...]", found), {}


def _drawn(wei: Event, before: Event | None) -> bool:
    return before is not None and (before.action, before.seat, before.kind) == (REVEAL, wei.seat, wei.kind)


def _weave(found: tuple[Event | Aside, ...], steps: list[str], play: str) -> tuple[tuple[Event, ...], dict[str, Any]]:
    """Take the asides out and put the 揭 of a 偎 in where it has no step of its own: its card was nowhere before."""
    events: list[Event] = []
    meta: dict[str, Any] = {}
    at = 0
    for step, text in zip(found, steps, strict=True):
        at = play.index(text, at)
        if isinstance(step, Aside):
            if step.name:
                meta.setdefault(step.name, []).append([len(events) - 1, step.seat, step.text])
            continue
        if step.action == WEI and not _drawn(step, events[-1] if events else None):
            card = text.rpartition("_")[2].partition(",")[0]
            if not re.search(rf"(?:^|[,;_]){card}(?=[,;])", play[:at]):
                events.append(Event(REVEAL, step.seat, step.kind))
        events.append(step)
    return tuple(events), meta


def _stock(closing: Closing, ids: list[list[str]], notes: list[WmqError]) -> tuple[int, ...]:
    """Return the stock in drawing order, as far as the closing message tells it."""
    start = closing.startLeftCards or []
    texts = list(map(str, start or closing.leftCards or ()))
    try:
        kinds = tuple(map(KIND_OF.__getitem__, texts))
    except BadStep as bad:
        path = "closingMsg." + ("startLeftCards" if start else "leftCards")
        raise problem(bad.code, bad.token, bad.expected, path) from None
    dealt = [*ids[0], *ids[1], *ids[2], *texts]
    if len(set(dealt)) < len(dealt):
        _note_doubles(dealt, notes)
    return kinds if start else (UNKNOWN,) * (STOCK_SIZE - len(kinds)) + kinds


def _note_doubles(ids: list[str], notes: list[WmqError]) -> None:
    """Note card ids that were dealt twice, unless the kinds show it (five of one): then the referee says so."""
    kinds = [KIND_OF[card] for card in ids]
    doubled = sorted({card for card in ids if ids.count(card) > 1 and kinds.count(KIND_OF[card]) <= 4}, key=int)
    if doubled:
        notes.append(problem("contradictory", ",".join(doubled), "each card id once in the deal", "play"))


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
        meta["users"] = list(people.users)
    if asides:
        meta |= asides
    return meta
