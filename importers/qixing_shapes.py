"""The messages of a qixing table as far as they are needed, and what is read from those that frame a round."""

from __future__ import annotations

from typing import Any

import msgspec

from importers.entry import problem
from importers.jsontext import Piece, json_problem
from replay.cards import NONE
from replay.errors import WmqError
from replay.record import Claimed

Uid = int | str
_NULL = msgspec.Raw(b"null")


class Message(msgspec.Struct):
    """One message; ``data`` and ``extra`` are read as its ``cmd`` asks."""

    cmd: str
    data: msgspec.Raw = _NULL
    extra: msgspec.Raw = _NULL


class Table(msgspec.Struct):
    """The table's state as far as any message needs it."""

    uids: list[Uid] | None = None
    zhuang: int | None = None
    curPlayer: int = -1  # noqa: N815
    lastPutCard: int | None = None  # noqa: N815
    winner: int | None = None
    roundEndTime: Any = None  # noqa: N815
    areaSelectMode: dict[str, Any] = {}  # noqa: N815


class Info(msgspec.Struct):
    """A player's account."""

    nickname: str = ""


class Player(msgspec.Struct):
    """A player at the beginning and at the end of a round."""

    info: Info = msgspec.field(default_factory=Info)
    winone: float = 0
    winLiuZiScore: float = 0  # noqa: N815
    betLiuZiScore: float = 0  # noqa: N815
    huXi: int | None = None  # noqa: N815
    hzdesc: list[dict[str, Any]] = []


class Framing(msgspec.Struct):
    """``initSceneData``, ``mjhand`` and ``roundEnd``."""

    tData: Table = msgspec.field(default_factory=Table)  # noqa: N815
    players: dict[str, Player] = {}


class Hand(msgspec.Struct):
    """One hand of the deal."""

    mjhand: list[int]


class Hands(msgspec.Struct):
    """All hands of the deal, by uid."""

    mjhandDatas: dict[str, Hand]  # noqa: N815


class _Put(msgspec.Struct):
    uid: Uid
    card: int


class _NewCard(msgspec.Struct):
    uid: Uid
    newCard: int  # noqa: N815


class _WeiCard(msgspec.Struct):
    tData: Table  # noqa: N815
    newCard: int  # noqa: N815


class _Who(msgspec.Struct):
    uid: Uid


class _Run(msgspec.Struct):
    eatCards: list[int]  # noqa: N815


class _ChiCard(msgspec.Struct):
    cpginfo: _Who
    mjchi: list[_Run]
    mjchiCard: list[int]  # noqa: N815


class _PengCard(msgspec.Struct):
    cpginfo: _Who
    tData: Table = msgspec.field(default_factory=Table)  # noqa: N815


class _Pass(msgspec.Struct):
    uid: Uid | None = None
    isZhe: bool | int | None = None  # noqa: N815
    zheCards: list[int] | None = None  # noqa: N815


MESSAGE = msgspec.json.Decoder(Message)
PUT = msgspec.json.Decoder(_Put)
NEW_CARD = msgspec.json.Decoder(_NewCard)
WEI_CARD = msgspec.json.Decoder(_WeiCard)
CHI_CARD = msgspec.json.Decoder(_ChiCard)
PENG_CARD = msgspec.json.Decoder(_PengCard)
HU_CARD = msgspec.json.Decoder(_Who)
_FRAMING = msgspec.json.Decoder(Framing)
_HANDS = msgspec.json.Decoder(Hands)
_PASS = msgspec.json.Decoder(_Pass | None)


class Scene(msgspec.Struct):
    """Who sits at the table; ``uids`` in the order of the seats."""

    uids: list[str] = []
    names: tuple[str, ...] = ()
    zhuang: int = NONE
    options: dict[str, Any] = {}

    @staticmethod
    def read(message: Message, path: str, found: list[Any]) -> Scene:
        """Return the scene of an ``initSceneData``; one that cannot be read goes to ``found`` as an error."""
        try:
            data = _FRAMING.decode(message.data)
        except (msgspec.DecodeError, RecursionError) as error:
            found.append((path, json_problem(error, Piece(bytes(message.data), None, 1, f"{path}.data"))))
            return Scene()
        scene = Scene().updated(data.tData)
        names = tuple([data.players[uid].info.nickname if uid in data.players else "" for uid in scene.uids])
        return msgspec.structs.replace(scene, names=names if any(names) else ())

    def updated(self, table: Table) -> Scene:
        """Return the scene as a later message states it."""
        uids = [str(uid) for uid in table.uids] if table.uids else self.uids
        return Scene(
            uids,
            self.names if uids == self.uids else (),
            self.zhuang if table.zhuang is None else table.zhuang,
            table.areaSelectMode or self.options,
        )


def read_hands(message: Message, scene: Scene, path: str) -> tuple[Scene, list[list[int]]]:
    """Return the scene and the cards of each seat from an ``mjhand``; raises ``NotationError``."""
    try:
        scene = scene.updated(_FRAMING.decode(message.data).tData)
    except (msgspec.DecodeError, RecursionError) as error:
        raise json_problem(error, Piece(bytes(message.data), None, 1, f"{path}.data")) from None
    try:
        hands = _HANDS.decode(message.extra).mjhandDatas
    except (msgspec.DecodeError, RecursionError) as error:
        raise json_problem(error, Piece(bytes(message.extra), None, 1, f"{path}.extra")) from None
    if len(scene.uids) != 3:
        raise problem("other_game", f"{len(scene.uids)} players", "three players", f"{path}.data.tData.uids")
    if set(scene.uids) != set(hands):
        expected = "a hand for each of the uids " + " ".join(scene.uids)
        raise problem("missing_value", " ".join(hands), expected, f"{path}.extra.mjhandDatas")
    if not 0 <= scene.zhuang < 3:
        raise problem("unknown_seat", scene.zhuang, "a seat from 0 to 2", f"{path}.data.tData.zhuang")
    return scene, [hands[uid].mjhand for uid in scene.uids]


def claimed_result(
    message: Message, scene: Scene, meta: dict[str, Any], path: str, notes: list[WmqError]
) -> Claimed | None:
    """Return what a ``roundEnd`` claims; one that cannot be read is noted and the hand kept without it."""
    try:
        data = _FRAMING.decode(message.data)
    except (msgspec.DecodeError, RecursionError) as error:
        notes.append(json_problem(error, Piece(bytes(message.data), None, 1, f"{path}.data")))
        return None
    winner = data.tData.winner
    if winner is not None and not -1 <= winner < 3:
        notes.append(problem("unknown_seat", winner, "-1 or a seat from 0 to 2", f"{path}.data.tData.winner"))
        winner = None
    if data.tData.roundEndTime is not None:
        meta["time"] = data.tData.roundEndTime
    players = [data.players.get(uid, Player()) for uid in scene.uids]
    money = [player.winone - player.winLiuZiScore - player.betLiuZiScore for player in players]
    payments = tuple([int(sum) for sum in money]) if any(money) else None
    if winner is None:
        return Claimed(payments=payments) if payments else None
    if winner < 0:
        return Claimed("exhausted", payments=payments)
    names = tuple([str(each["name"]) for each in players[winner].hzdesc if each.get("name")])
    return Claimed("hu", winner, players[winner].huXi or None, mingtang=names or None, payments=payments)


def read_pass(message: Message) -> tuple[Uid | None, bool, list[int]]:
    """Return who passed, whether a win was shown and let go, and the cards shown."""
    data = _PASS.decode(message.data) or _Pass()
    extra = _PASS.decode(message.extra) or _Pass()
    uid = extra.uid if extra.uid is not None else data.uid
    return uid, bool(data.isZhe or extra.isZhe), data.zheCards or extra.zheCards or []
