"""The shapes of a recorded hand. Nothing here knows a rule; only the engine judges legality.

Seats count from 0. With three seats all play; with four the one opposite the dealer is 守醒 and plays no card (R3).
"""

from __future__ import annotations

from typing import Any

import msgspec

from replay.cards import NONE, UNKNOWN

DISCARD, REVEAL, WEI, PENG, CHI, HU, ZHE, DEAD, EXHAUSTED, PASS, SHOW = range(11)
ACTIONS = ("discard", "reveal", "wei", "peng", "chi", "hu", "zhe", "dead", "exhausted", "pass", "show")
# how many companions the card of an action may have; 偎 and 碰 have them written only if they are of other kinds
COMPANIONS = {DISCARD: (0,), REVEAL: (0,), WEI: (0, 2), PENG: (0, 2), CHI: (2,)}


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened at the table.

    ``kind`` is the card of 出 揭 偎 碰 and the taken card of 吃; ``NONE`` where the action has none or none was written
    (胡 may name the winning card). ``cards``, ascending, holds the two companions of a 吃; those of a false 偎 or 碰
    where they are of other kinds than its card; the kinds shown by a 蟄; the hand of a 示; the other cards of a 胡 if
    any are told. ``seat`` is ``NONE`` for 臭. ``time`` is in milliseconds since the hand began, ``None`` if not kept.
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
        return shouxing_of(len(self.hands), self.dealer)


def shouxing_of(seats: int, dealer: int) -> int:
    """Return the seat of the 守醒, opposite the dealer (R3); ``NONE`` at a table of three or without a dealer.

    >>> shouxing_of(4, 3), shouxing_of(3, 0)
    (1, -1)
    """
    return (dealer + 2) % 4 if seats == 4 and dealer != NONE else NONE


def check(record: HandRecord) -> tuple[str, ...]:
    """Return by path (``events[3].cards``) where a record is not well-formed; nothing for a record an importer yields.

    Whoever judges or shows records can rely on this: three or four hands; kinds from 0 to ``UNKNOWN`` and hands,
    companions and shown cards ascending; dealer, winner and seats of events within the table, a seat with every event
    but 臭; a card with every 出 揭 偎 碰 吃, two companions with 吃, none or two with 偎 and 碰, none with 出 and 揭;
    a name and an amount for every seat or none at all. Nothing else: cards may be too many, seats out of turn, a hand
    may begin in the middle, and hands at the deal may be of any size.

    >>> check(HandRecord(((0,), (1,), (3, 2)), (), (Event(CHI, 3, 4),), dealer=3))
    ('hands[2]', 'dealer', 'events[0].seat', 'events[0].cards')
    """
    seats = range(len(record.hands))
    faults = [] if len(seats) in (3, 4) else ["hands"]
    faults += [f"hands[{seat}]" for seat, hand in enumerate(record.hands) if not _ascending(hand)]
    faults += ["stock"] * (not _ascending(tuple(sorted(record.stock))))
    faults += ["dealer"] * (record.dealer not in (NONE, *seats))
    faults += ["names"] * (len(record.names) not in (0, len(seats)))
    for index, event in enumerate(record.events):
        faults += [f"events[{index}].{part}" for part in _check_event(event, seats)]
    claimed = record.claimed or Claimed()
    faults += ["claimed.outcome"] * (claimed.outcome not in ("", "hu", "exhausted"))
    faults += ["claimed.winner"] * (claimed.winner is not None and claimed.winner not in seats)
    faults += ["claimed.payments"] * (claimed.payments is not None and len(claimed.payments) != len(seats))
    return tuple(faults)


def _check_event(event: Event, seats: range) -> list[str]:
    if not 0 <= event.action < len(ACTIONS):
        return ["action"]
    counts = COMPANIONS.get(event.action)
    wrong = ["seat"] * (event.seat not in seats and not (event.action == EXHAUSTED and event.seat == NONE))
    wrong += ["kind"] * (not (NONE if counts is None else 0) <= event.kind <= UNKNOWN)
    wrong += ["cards"] * (not _ascending(event.cards) or (counts is not None and len(event.cards) not in counts))
    return wrong


def _ascending(cards: tuple[int, ...]) -> bool:
    """Tell whether these are kinds or unknown cards in order."""
    return not cards or (list(cards) == sorted(cards) and cards[0] >= 0 and cards[-1] <= UNKNOWN)
