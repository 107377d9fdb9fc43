"""Snapshots of the Lua client: a JSON array of full room states → one record a round.

The first snapshot holds the deal; each later one carries one seat's ``action``: ``mo`` is 揭, ``chu`` is 出, ``other``
the claim named by ``currOption``. The taken card of a sentence bears a ``y``. What is left of the stock stands in the
last snapshot. Cards are written ``ans4``: how it may be moved, how it is shown, then size and rank.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from importers.entry import Entry, problem, rejected
from importers.jsontext import Piece, json_problem, pieces
from replay.cards import UNKNOWN
from replay.errors import WmqError
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, Claimed, Event, HandRecord

NAME = "lua"
MARKS = rb'"(?:roomNo|playRoundNo|handCards|chuCards|chiCombs)"\s*:'
BEGINS = re.compile(rb'\{\s*"(?:roomNo|cmd)"\s*:')
OPTIONS = {"peng": PENG, "chi": CHI, "xiahuo": CHI, "wei": WEI, "chouwei": WEI, "hu": HU}
FOREIGN = frozenset({"ti", "ti8", "pao", "pao8", "jiang"})
ROOM_OPTIONS = ("mtRule", "isDlz", "dlzLevel", "flzUnit")
_CARD = re.compile(r"[abc][nyf]([sb])(10|[1-9])")
_MINGTANG = re.compile(r"\s*[+×x*].*")


class Action(msgspec.Struct):
    """What a seat just did."""

    card: str
    type: str
    actionNo: int | None = None  # noqa: N815


class Player(msgspec.Struct):
    """A seat of a snapshot."""

    seatNo: int  # noqa: N815
    role: str | None = None
    handCards: list[list[str]] = []  # noqa: N815
    chiCombs: list[list[str]] = []  # noqa: N815
    action: Action | None = None
    currOption: str | None = None  # noqa: N815


class Score(msgspec.Struct):
    """A seat's row at the end of the round."""

    seatNo: int  # noqa: N815
    hu: str | None = None
    xi: int | None = None
    sumXi: int | None = None  # noqa: N815
    score: int | None = None
    mts: list[str] | None = None
    diCards: list[str] | None = None  # noqa: N815


class Snapshot(msgspec.Struct):
    """One state of the room; ``data`` is set instead where the whole message was kept."""

    players: list[Player] | None = None
    diCardsNum: int | None = None  # noqa: N815
    roomNo: Any = None  # noqa: N815
    playRound: Any = None  # noqa: N815
    playRoundNo: Any = None  # noqa: N815
    roundRecords: list[Score] | None = None  # noqa: N815
    mtRule: Any = None  # noqa: N815
    isDlz: Any = None  # noqa: N815
    dlzLevel: Any = None  # noqa: N815
    flzUnit: Any = None  # noqa: N815
    data: Snapshot | None = None


_SNAPSHOT = msgspec.json.Decoder(Snapshot)
Found = list[tuple[str, Snapshot | WmqError]]


def read(data: bytes, file: str = "") -> Iterator[Entry]:
    """Yield the rounds of a file in order; a round with a snapshot that cannot be read is rejected."""
    index, found, raws, current = 0, Found(), list[bytes](), None
    for number, piece in enumerate(pieces(data, BEGINS)):
        path = piece.path or f"$[{number}]"
        snapshot = _snapshot(piece, path)
        if isinstance(snapshot, Snapshot):
            this = (snapshot.playRound, snapshot.playRoundNo)
            if current not in (None, this):
                yield _entry(file, index, found, raws)
                index, found, raws = index + 1, [], []
            current = this
        found.append((path, snapshot))
        raws.append(piece.raw)
    if found:
        yield _entry(file, index, found, raws)


def _snapshot(piece: Piece, path: str) -> Snapshot | WmqError:
    try:
        snapshot = _SNAPSHOT.decode(piece.raw)
    except (msgspec.DecodeError, RecursionError) as error:
        return json_problem(error, piece._replace(path=path)).at(line=piece.line)
    snapshot = snapshot.data or snapshot
    return snapshot if snapshot.players is not None else problem("missing_value", "", "players", path)


def _entry(file: str, index: int, found: Found, raws: list[bytes]) -> Entry:
    notes: list[WmqError] = []
    for path, snapshot in found:
        if isinstance(snapshot, WmqError):
            return rejected(file, index, snapshot.at(path=path), raw=b"\n".join(raws))
    snapshots = [(path, snapshot) for path, snapshot in found if isinstance(snapshot, Snapshot)]
    try:
        record = _read_round(snapshots, notes)
    except WmqError as error:
        return rejected(file, index, error, raw=b"\n".join(raws))
    return Entry(file, index, record, tuple([note.at(file=file, hand=index) for note in notes]))


def _read_round(snapshots: list[tuple[str, Snapshot]], notes: list[WmqError]) -> HandRecord:
    path, first = snapshots[0]
    players = _by_seat(first, path)
    if any(player.action or player.chiCombs for player in players):
        raise problem("missing_value", "an action in the first snapshot", "the deal", path)
    hands = [[_kind(card, path) for column in player.handCards for card in column] for player in players]
    dealers = [player.seatNo for player in players if player.role == "z"]
    if len(dealers) != 1:
        raise problem("bad_value", [player.role for player in players], "one dealer z and two players x", path)
    events = _events(snapshots[1:], notes)
    last_path, last = snapshots[-1]
    claimed, left = _result(last, last_path, notes)
    drawn = [event.kind for event in events if event.action == REVEAL]
    size = first.diCardsNum if first.diCardsNum is not None and 0 <= first.diCardsNum <= 80 else len(drawn) + len(left)
    stock = (*drawn, *[UNKNOWN] * (size - len(drawn) - len(left)), *left)
    meta = {"format": NAME, "table": first.roomNo, "round": first.playRound, "id": first.playRoundNo}
    meta |= {name: getattr(first, name) for name in ROOM_OPTIONS}
    kept = {name: value for name, value in meta.items() if value is not None}
    dealt = tuple([tuple(sorted(hand)) for hand in hands])
    return HandRecord(dealt, stock, tuple(events), dealers[0], claimed=claimed, meta=kept)


def _by_seat(snapshot: Snapshot, path: str) -> list[Player]:
    players = sorted(snapshot.players or [], key=lambda player: player.seatNo)
    if len(players) != 3:
        raise problem("other_game", f"{len(players)} players", "three players", f"{path}.players")
    if [player.seatNo for player in players] != [0, 1, 2]:
        found = [player.seatNo for player in players]
        raise problem("unknown_seat", found, "seats 0, 1, 2", f"{path}.players")
    return players


def _kind(card: str, path: str) -> int:
    match = _CARD.fullmatch(card)
    if not match:
        raise problem("unknown_card", card, "a card as ans1…ans10, anb1…anb10", path)
    return int(match[2]) - 1 + (10 if match[1] == "b" else 0)


def _events(snapshots: Iterable[tuple[str, Snapshot]], notes: list[WmqError]) -> list[Event]:
    """Return the events; a snapshot that repeats an action adds none, a missing number is noted."""
    events: list[Event] = []
    number = 0
    for path, snapshot in snapshots:
        acting = [player for player in _by_seat(snapshot, path) if player.action]
        for player in sorted(acting, key=lambda each: (each.action and each.action.actionNo) or 0):
            action = player.action
            if action is None or (action.actionNo is not None and action.actionNo <= number):
                continue
            if action.actionNo is not None and action.actionNo != number + 1:
                expected = f"action {number + 1}; snapshots are missing"
                notes.append(problem("truncated", f"action {action.actionNo}", expected, path))
            number = number + 1 if action.actionNo is None else action.actionNo
            events += _event(player, action, events[-1] if events else None, path)
    return events


def _event(player: Player, action: Action, before: Event | None, path: str) -> list[Event]:
    """Return the event of an action; two for a 偎 whose 揭 has no snapshot, none for a pass."""
    where = f"{path}.players[{player.seatNo}]"
    if action.type in ("mo", "chu"):
        return [Event(REVEAL if action.type == "mo" else DISCARD, player.seatNo, _kind(action.card, where))]
    option = player.currOption or ""
    if action.type not in ("other", "other3") or option in FOREIGN:
        code = "other_game" if option in FOREIGN else "unknown_action"
        raise problem(code, option if option in FOREIGN else action.type, "mo, chu, other or other3", where)
    if option == "guo":
        return []
    if option not in OPTIONS:
        raise problem("unknown_action", option, "one of " + " ".join(OPTIONS), f"{where}.currOption")
    kind = _kind(action.card, where)
    if OPTIONS[option] == CHI:
        return [Event(CHI, player.seatNo, *_chi(player, kind, where))]
    event = Event(OPTIONS[option], player.seatNo, kind)
    drawn = Event(REVEAL, player.seatNo, kind)
    return [drawn, event] if event.action == WEI and before != drawn else [event]


def _chi(player: Player, kind: int, path: str) -> tuple[int, tuple[int, ...]]:
    """Return the taken card and its companions from the last sentence laid."""
    cards = player.chiCombs[-1] if player.chiCombs else []
    kinds = [_kind(card, path) for card in cards]
    taken = [_kind(card, path) for card in cards if card[1:2] == "y"] or [kind]
    if len(kinds) != 3 or len(taken) != 1 or taken[0] not in kinds:
        raise problem("bad_value", " ".join(cards), "a run of three cards, the taken one with y", f"{path}.chiCombs")
    kinds.remove(taken[0])
    return taken[0], tuple(sorted(kinds))


def _result(last: Snapshot, path: str, notes: list[WmqError]) -> tuple[Claimed | None, list[int]]:
    """Return the claimed result and what was left of the stock."""
    rows = sorted(last.roundRecords or [], key=lambda row: row.seatNo)
    if not rows:
        notes.append(problem("truncated", "no roundRecords in the last snapshot", "the end of the round", path))
        return None, []
    if [row.seatNo for row in rows] != [0, 1, 2]:
        notes.append(problem("unknown_seat", [row.seatNo for row in rows], "seats 0, 1, 2", f"{path}.roundRecords"))
        return None, []
    left = [_kind(card, f"{path}.roundRecords.diCards") for card in rows[0].diCards or []]
    scores = tuple([row.score or 0 for row in rows])
    payments = scores if any(scores) else None
    winners = [row for row in rows if row.hu == "y"]
    if len(winners) > 1:
        notes.append(problem("contradictory", "several winners", "one at most", f"{path}.roundRecords"))
    if len(winners) != 1:
        return Claimed("" if winners else "exhausted", payments=payments), left
    row = winners[0]
    names = tuple([_MINGTANG.sub("", name) for name in row.mts or []]) or None
    return Claimed("hu", row.seatNo, row.xi or None, None, row.sumXi or None, names, payments), left
