"""The shapes of a recorded hand. Nothing here knows a rule; only the engine judges legality.

Seats count from 0. With three seats all play; with four the one opposite the dealer is 守醒 and plays no card (R3).
"""

from __future__ import annotations

from typing import Any

import msgspec

from replay.cards import NONE, UNKNOWN

DISCARD, REVEAL, WEI, PENG, CHI, HU, ZHE, DEAD, EXHAUSTED, PASS, SHOW = range(11)
ACTIONS = ("discard", "reveal", "wei", "peng", "chi", "hu", "zhe", "dead", "exhausted", "pass", "show")


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened at the table.

    ``kind`` is the card of 出 揭 偎 碰 and the taken card of 吃; ``NONE`` where the action has none or none was written
    (胡 may name the winning card). ``cards`` holds the two companions of a 吃, ascending; the kinds shown by a 蟄; the
    hand of a 示. ``seat`` is ``NONE`` for 臭. ``time`` is in milliseconds since the hand began, ``None`` if not kept.
    """

    action: int
    seat: int
    kind: int = NONE
    cards: tuple[int, ...] = ()
    time: int | None = None
    remark: str = ""


class Claimed(msgspec.Struct, frozen=True):
    """The result as the record states it; ``None`` (or ``""``) means that it says nothing about it.

    ``outcome`` is ``hu``, ``exhausted`` or ``""``; ``xi`` 硬息, ``total`` 總息, ``payments`` integers by seat in the
    smallest unit of money (gains positive).
    """

    outcome: str = ""
    winner: int | None = None
    xi: int | None = None
    multiplier: int | None = None
    total: int | None = None
    mingtang: tuple[str, ...] | None = None
    payments: tuple[int, ...] | None = None


class HandRecord(msgspec.Struct, frozen=True):
    """One hand as recorded.

    ``hands`` has one tuple a seat (ascending, ``UNKNOWN`` last; empty for a 守醒), ``stock`` the 22 cards in drawing
    order; unknown cards are ``UNKNOWN``. ``dealer`` is ``NONE`` when not recorded. ``names`` has one name a seat, or
    is empty. ``ruleset`` is an id, ``""`` when not recorded. ``meta`` is free JSON data kept by every round trip.
    """

    hands: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]
    events: tuple[Event, ...]
    dealer: int = NONE
    names: tuple[str, ...] = ()
    ruleset: str = ""
    claimed: Claimed | None = None
    meta: dict[str, Any] = {}

    @property
    def seats(self) -> int:
        """Return 3 or 4."""
        return len(self.hands)

    @property
    def hidden(self) -> bool:
        """Tell whether any card of the deal is unknown."""
        return UNKNOWN in self.stock or any(UNKNOWN in hand for hand in self.hands)

    @property
    def shouxing(self) -> int:
        """Return the seat of the 守醒, ``NONE`` at a three-handed table or while the dealer is unknown."""
        return (self.dealer + 2) % 4 if len(self.hands) == 4 and self.dealer != NONE else NONE
