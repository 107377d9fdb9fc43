"""qixing tables: a JSON array of the messages of a whole table → one record a round.

A round begins at ``mjhand`` and ends at ``roundEnd``. Cards are 1–10 for 小字, 21–30 for 大字; players are known by
their uid, seats are the order of ``uids``. ``HZWeiCard`` stands for 揭 and 偎; ``MJPeng`` takes the card put last;
``mjchi`` and ``mjchiCard`` grow, the last entry being the new one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from importers.entry import Entry, problem, rejected
from importers.entry import unused as unused_text
from importers.jsontext import Piece, json_problem, pieces
from importers.qixing_shapes import (
    CHI_CARD,
    HU_CARD,
    MESSAGE,
    NEW_CARD,
    PENG_CARD,
    PUT,
    WEI_CARD,
    Message,
    Scene,
    claimed_result,
    read_hands,
    read_pass,
)
from replay.cards import NONE, STOCK_SIZE, UNKNOWN
from replay.errors import WmqError
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, ZHE, Event, HandRecord

NAME = "qixing"
MARKS = rb'"cmd"\s*:\s*"(?:initSceneData|mjhand|MJ|HZ|roundEnd)'
BEGINS = re.compile(rb'\{\s*"cmd"\s*:')
GAME = ("MJ", "HZ", "mjhand", "roundEnd")  # how the names of the game's own messages begin
SILENT = frozenset({"HZCheckRaise", "waitPut", "logNewCard"})  # shown to the players, no event of the game
_KIND = {**{n: n - 1 for n in range(1, 11)}, **{n: n - 11 for n in range(21, 31)}}


def read(data: bytes, file: str = "") -> Iterator[Entry]:
    """Yield the rounds of a table in order; a round with a message that cannot be read is rejected."""
    scene = Scene()
    found: list[tuple[str, Message | WmqError]] = []
    raws: list[bytes] = []
    seats = b""
    index = 0
    for number, piece in enumerate(pieces(data, BEGINS)):
        path = piece.path or f"$[{number}]"
        message = _message(piece, path)
        cmd = message.cmd if isinstance(message, Message) else ""
        if cmd == "mjhand" and any(_is_round(m) for _, m in found):
            yield _entry(file, index, scene, found, [seats, *raws])
            index, found, raws = index + 1, [], []
        if cmd == "initSceneData" and isinstance(message, Message):
            scene, seats = Scene.read(message, path, found), piece.raw
            continue
        found.append((path, message))
        raws.append(piece.raw)
        if cmd == "roundEnd":
            yield _entry(file, index, scene, found, [seats, *raws])
            index, found, raws = index + 1, [], []
    if any(_is_round(message) or isinstance(message, WmqError) for _, message in found):
        yield _entry(file, index, scene, found, [seats, *raws])


def unused(data: bytes) -> Iterator[WmqError]:
    """Yield the messages behind the last round that belong to none."""
    tail: list[tuple[str, Message]] = []
    for number, piece in enumerate(pieces(data, BEGINS)):
        path = piece.path or f"$[{number}]"
        message = _message(piece, path)
        if isinstance(message, WmqError) or message.cmd == "roundEnd" or _is_round(message):
            tail = []
        elif message.cmd != "initSceneData":
            tail.append((path, message))
    for path, message in tail:
        yield unused_text(message.cmd, path=path)


def _is_round(message: Message | WmqError) -> bool:
    return isinstance(message, Message) and message.cmd.startswith(GAME) and message.cmd not in SILENT


def _message(piece: Piece, path: str) -> Message | WmqError:
    try:
        return MESSAGE.decode(piece.raw)
    except (msgspec.DecodeError, RecursionError) as error:
        return json_problem(error, piece._replace(path=path)).at(line=piece.line, column=piece.column)


def _entry(
    file: str, index: int, scene: Scene, found: list[tuple[str, Message | WmqError]], raws: list[bytes]
) -> Entry:
    """Return the entry of the messages of one round; one broken before the deal is only noted."""
    notes: list[WmqError] = []
    deal = next((n for n, (_, m) in enumerate(found) if isinstance(m, Message) and m.cmd == "mjhand"), 0)
    for number, (path, message) in enumerate(found):
        if isinstance(message, WmqError):
            if number > deal or deal == 0:
                return rejected(file, index, message.at(path=path), raw=b"\n".join(raws))
            notes.append(message.at(path=path))
    messages = [(path, message) for path, message in found if isinstance(message, Message)]
    try:
        record = _Round(scene, index, notes).read(messages)
    except WmqError as error:
        return rejected(file, index, error, raw=b"\n".join(raws))
    return Entry(file, index, record, tuple([note.at(file=file, hand=index) for note in notes]))


class _Round:
    """The reading of one round's messages; ``handlers`` name what each of them does to the list of events."""

    def __init__(self, scene: Scene, index: int, notes: list[WmqError]) -> None:
        self.scene, self.notes = scene, notes
        self.meta: dict[str, Any] = {"format": NAME, "round": index + 1}
        self.events: list[Event] = []
        self.path = ""
        self.handlers = {
            "MJPut": self.put,
            "HZNewCard": self.new_card,
            "HZWeiCard": self.wei,
            "HZChiCard": self.chi,
            "MJPeng": self.peng,
            "MJHu": self.hu,
            "MJPass": self.passed,
        }

    def read(self, messages: list[tuple[str, Message]]) -> HandRecord:
        """Return the record; raises ``NotationError`` with the path of the message that cannot be used."""
        by_name = {message.cmd: (path, message) for path, message in messages}
        if "mjhand" not in by_name:
            raise problem("missing_value", "", "a message mjhand with the hands", messages[0][0])
        self.path, deal = by_name["mjhand"]
        scene, ids = read_hands(deal, self.scene, self.path)
        self.scene = scene
        hands = tuple([tuple(sorted([self.kind(card, "extra.mjhandDatas") for card in hand])) for hand in ids])
        for self.path, message in messages:
            self.step(message)
        claimed = None
        if "roundEnd" in by_name:
            claimed = claimed_result(by_name["roundEnd"][1], scene, self.meta, by_name["roundEnd"][0], self.notes)
        else:
            self.notes.append(problem("truncated", messages[-1][1].cmd, "a message roundEnd", messages[-1][0]))
        drawn = [event.kind for event in self.events if event.action == REVEAL]
        stock = (*drawn, *[UNKNOWN] * (STOCK_SIZE - len(drawn)))
        self.meta["users"] = scene.uids
        if scene.options:
            self.meta["options"] = scene.options
        return HandRecord(hands, stock, tuple(self.events), scene.zhuang, scene.names, "", claimed, self.meta)

    def step(self, message: Message) -> None:
        handler = self.handlers.get(message.cmd)
        if handler:
            try:
                handler(message)
            except (msgspec.DecodeError, RecursionError) as error:
                raise json_problem(error, Piece(bytes(message.data), None, 1, f"{self.path}.data")) from None
        elif message.cmd not in SILENT and message.cmd not in ("mjhand", "roundEnd"):
            if message.cmd.startswith(GAME):
                raise problem("unknown_action", message.cmd, "a message of 偎麻雀", f"{self.path}.cmd")
            self.notes.append(
                problem("unknown_action", message.cmd, "a message of 偎麻雀; passed over", f"{self.path}.cmd")
            )

    def kind(self, card: int, name: str) -> int:
        if card not in _KIND:
            raise problem("unknown_card", card, "1–10 or 21–30", f"{self.path}.{name}")
        return _KIND[card]

    def seat(self, uid: int | str, name: str = "data.uid") -> int:
        try:
            return self.scene.uids.index(str(uid))
        except ValueError:
            expected = "one of the uids " + " ".join(self.scene.uids)
            raise problem("unknown_seat", uid, expected, f"{self.path}.{name}") from None

    def put(self, message: Message) -> None:
        data = PUT.decode(message.data)
        self.events.append(Event(DISCARD, self.seat(data.uid), self.kind(data.card, "data.card")))

    def new_card(self, message: Message) -> None:
        data = NEW_CARD.decode(message.data)
        self.events.append(Event(REVEAL, self.seat(data.uid), self.kind(data.newCard, "data.newCard")))

    def wei(self, message: Message) -> None:
        data = WEI_CARD.decode(message.data)
        seat, kind = data.tData.curPlayer, self.kind(data.newCard, "data.newCard")
        if not 0 <= seat < 3:
            raise problem("unknown_seat", seat, "a seat from 0 to 2", f"{self.path}.data.tData.curPlayer")
        if not self.events or self.events[-1] != Event(REVEAL, seat, kind):
            self.events.append(Event(REVEAL, seat, kind))
        self.events.append(Event(WEI, seat, kind))

    def chi(self, message: Message) -> None:
        data = CHI_CARD.decode(message.data)
        if not data.mjchi or not data.mjchiCard or len(data.mjchi[-1].eatCards) != 3:
            raise problem("bad_value", bytes(message.data).decode(), "a run of three cards", f"{self.path}.data.mjchi")
        kinds = [self.kind(card, "data.mjchi") for card in data.mjchi[-1].eatCards]
        taken = self.kind(data.mjchiCard[-1], "data.mjchiCard")
        if taken not in kinds:
            raise problem("contradictory", data.mjchiCard[-1], "a card of the last run", f"{self.path}.data.mjchiCard")
        kinds.remove(taken)
        self.events.append(Event(CHI, self.seat(data.cpginfo.uid, "data.cpginfo.uid"), taken, tuple(sorted(kinds))))

    def peng(self, message: Message) -> None:
        data = PENG_CARD.decode(message.data)
        kind = NONE
        if data.tData.lastPutCard is not None:
            kind = self.kind(data.tData.lastPutCard, "data.tData.lastPutCard")
        elif self.events and self.events[-1].action in (DISCARD, REVEAL):
            kind = self.events[-1].kind
        else:
            raise problem("missing_value", "", "the card put last", f"{self.path}.data.tData.lastPutCard")
        self.events.append(Event(PENG, self.seat(data.cpginfo.uid, "data.cpginfo.uid"), kind))

    def hu(self, message: Message) -> None:
        self.events.append(Event(HU, self.seat(HU_CARD.decode(message.data).uid)))

    def passed(self, message: Message) -> None:
        uid, zhe, cards = read_pass(message)
        if uid is None:
            raise problem("missing_value", "", "the uid of who passed", f"{self.path}.extra.uid")
        seat = self.seat(uid, "extra.uid")
        if zhe:
            shown = tuple(sorted([self.kind(card, "data.zheCards") for card in cards]))
            self.events.append(Event(ZHE, seat, NONE, shown))
        else:
            self.meta.setdefault("passes", []).append([len(self.events) - 1, seat, ""])
