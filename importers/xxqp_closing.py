"""The closing message and the players' rows of an xxqp round: stock, claimed result, names.

Their faults cost no hand: what cannot be read is left out and reported.
"""

from __future__ import annotations

from typing import Any

import msgspec

from importers.entry import problem
from replay.errors import WmqError
from replay.record import Claimed


class Closing(msgspec.Struct):
    """The closing message; zero and empty mean that nothing was recorded."""

    huSeat: int | None = None  # noqa: N815
    huxi: int | None = None
    tun: int | None = None
    totalTun: int | None = None  # noqa: N815
    fanTypes: list[int] | None = None  # noqa: N815
    leftCards: list[int] | None = None  # noqa: N815
    startLeftCards: list[int] | None = None  # noqa: N815


class Row(msgspec.Struct):
    """A player's row."""

    seat: int | None = None
    name: str | None = None
    point: float | None = None
    userId: int | str | None = None  # noqa: N815


class People(msgspec.Struct):
    """Names, user ids and payments by seat; each empty where nothing was recorded."""

    names: tuple[str, ...] = ()
    users: list[int | str | None] = []
    payments: tuple[int, ...] | None = None


_CLOSING = msgspec.json.Decoder(Closing, strict=False)
_ROW = msgspec.json.Decoder(Row, strict=False)
_ROWS = msgspec.json.Decoder(list[Row], strict=False)
_NO_NAMES, _NO_USERS = ("", "", ""), [None, None, None]

# 名堂 of the server, numbered from 1; 61 is 逗溜子, which is money and no 名堂
_MINGTANG = (
    "對子胡 烏對 烏胡 點胡 印胡 純印 多紅 多紅 滿園花 大/小字胡",
    "大/小字胡 卓胡 姊妹卓 三亂卓 姊妹卓帶拖 祖孫卓 四亂卓 祖孫卓帶拖 海底胡 單吊",
    "八碰頭 假八碰頭 背靠背 手牽手 龍擺尾 卡偎 天胡 全求人 頂對 飄對",
    "上下五千年 全黑 起無希胡 六對紅 九小對 雞丁 兩炸彈 四邊對 邊坎 真背靠背",
    "鳳擺尾 卡胡 摸胡 行行有希 對倒胡 活捉小三 兩希滿園花 假鳳擺尾 假龍擺尾 圓圓丁",
    "心連心 二龍戲珠 美女踩單車 紅炸彈 黑炸彈 天胡 一條龍 祖孫卓·四連 蟄一蟄 邊丁",
    "逗溜子 坎胡 對倒胡",
)
MINGTANG = [name for row in _MINGTANG for name in row.split()]
LIUZI, TIMES = 61, 1


def read_closing(message: Any, notes: list[WmqError]) -> Closing:
    """Return the closing message, which comes as JSON text or as an object; an empty one if it cannot be read."""
    try:
        if isinstance(message, str):
            return _CLOSING.decode(message)
        return msgspec.convert(message, Closing, strict=False)
    except (msgspec.DecodeError, RecursionError) as error:
        reason, _, path = str(error).partition(" - at ")
        where = "closingMsg" + path.strip("`").removeprefix("$")
        notes.append(problem("bad_value", reason, "a closing message; the hand is kept without it", where))
        return Closing()


def claimed_result(closing: Closing, payments: tuple[int, ...] | None, notes: list[WmqError]) -> Claimed | None:
    """Return what the closing message says about the result, ``None`` if it says nothing."""
    seat = closing.huSeat
    if seat is None:
        return Claimed(payments=payments) if payments else None
    if not 0 <= seat <= 3:
        notes.append(problem("unknown_seat", seat, "0 (nobody) or a seat from 1 to 3", "closingMsg.huSeat"))
        return Claimed(payments=payments) if payments else None
    if seat == 0:
        return Claimed("exhausted", payments=payments)
    times, names = _fan(closing.fanTypes)
    total = closing.totalTun or closing.tun or None
    return Claimed("hu", seat - 1, closing.huxi or None, times, total, names, payments)


def _fan(items: list[int] | None) -> tuple[int | None, tuple[str, ...] | None]:
    """Return multiplier and names of 名堂; an item is number × 10000 + type × 1000 + value."""
    items = [item for item in items or () if item // 10000 != LIUZI]
    if not items:
        return None, None
    times = [item % 1000 for item in items if item % 10000 // 1000 == TIMES]
    numbers = [item // 10000 for item in items]
    names = tuple([MINGTANG[n - 1] if 0 < n <= len(MINGTANG) else f"#{n}" for n in numbers])
    return (times[0] if len(times) == 1 else None), names


def read_people(rows: Any, notes: list[WmqError]) -> People:
    """Return names, user ids and payments from the players' rows, each of which is JSON text or an object."""
    try:
        first, second, third = people = _rows(rows)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        expected = "three rows of players; the hand is kept without their names"
        notes.append(problem("bad_value", error, expected, "resList"))
        return People()
    if (first.seat, second.seat, third.seat) != (1, 2, 3):
        people = sorted(people, key=lambda row: row.seat or 0)
        if [row.seat for row in people] != [1, 2, 3]:
            found = ",".join([str(row.seat) for row in people])
            notes.append(problem("unknown_seat", found, "one row for each seat from 1 to 3", "resList"))
            return People()
        first, second, third = people
    names = (first.name or "", second.name or "", third.name or "")
    users = [first.userId, second.userId, third.userId]
    payments = _payments(people, notes) if first.point or second.point or third.point else None
    return People(names if names != _NO_NAMES else (), users if users != _NO_USERS else [], payments)


def _rows(rows: Any) -> list[Row]:
    try:
        return _ROWS.decode(f"[{','.join(rows)}]")
    except (TypeError, msgspec.DecodeError):
        rows = rows if isinstance(rows, list) else [rows]
        return [_ROW.decode(row) if isinstance(row, str) else msgspec.convert(row, Row, strict=False) for row in rows]


def _payments(people: list[Row], notes: list[WmqError]) -> tuple[int, ...] | None:
    points = [row.point or 0.0 for row in people]
    if all(point.is_integer() for point in points):
        return tuple([int(point) for point in points])
    notes.append(problem("bad_value", points, "whole numbers", "resList.point"))
    return None
