"""Slips of the pen: a legal record as somebody might have written it down wrongly, one slip a record."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from replay.cards import KINDS, NONE, twin
from replay.engine.table import RUNS
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, Event, HandRecord

Slip = Callable[[HandRecord, Random], HandRecord | None]
CLAIMS = (WEI, PENG, CHI)


def carded(record: HandRecord) -> list[int]:
    """Return the events that name a card."""
    return [i for i, e in enumerate(record.events) if e.kind != NONE and e.action != HU]


def put(record: HandRecord, at: int, gone: int, *events: Event) -> HandRecord:
    """Return the record with some events replaced."""
    return replace(record, events=(*record.events[:at], *events, *record.events[at + gone :]))


def near(kind: int, rng: Random) -> int:
    """Return a neighbour of one size."""
    return rng.choice([k for k in (kind - 1, kind + 1) if 0 <= k < KINDS and k // 10 == kind // 10])


def _card(change: Callable[[int, Random], int], carried: bool = False) -> Slip:
    def slip(record: HandRecord, rng: Random) -> HandRecord | None:
        events = record.events
        places = carded(record)
        if carried:
            places = [i for i in places if i + 1 < len(events) and events[i + 1].action in (WEI, PENG)]
            places = [i for i in places if events[i].action in (DISCARD, REVEAL)]
        if not places:
            return None
        at = rng.choice(places)
        kind = change(events[at].kind, rng)
        changed = [replace(e, kind=kind) for e in events[at : at + 1 + carried]]
        return put(record, at, len(changed), *changed)

    return slip


def far(kind: int, rng: Random) -> int:
    """Return a kind that is neither the twin nor a neighbour."""
    kinds = [k for k in range(KINDS) if k != twin(kind) and not (abs(k - kind) <= 1 and k // 10 == kind // 10)]
    return rng.choice(kinds)


def swap(record: HandRecord, rng: Random) -> HandRecord | None:
    """Exchange two neighbouring events."""
    at = rng.randrange(len(record.events) - 1)
    return put(record, at, 2, record.events[at + 1], record.events[at])


def _missing(action: int) -> Slip:
    def slip(record: HandRecord, rng: Random) -> HandRecord | None:
        places = [i for i, e in enumerate(record.events) if e.action == action]
        return put(record, rng.choice(places), 1) if places else None

    return slip


def doubled(record: HandRecord, rng: Random) -> HandRecord | None:
    """Write one event twice."""
    at = rng.choice(carded(record))
    return put(record, at, 0, record.events[at])


def seat(record: HandRecord, rng: Random) -> HandRecord | None:
    """Give an event to another playing seat."""
    at = rng.choice(carded(record))
    seats = [s for s, hand in enumerate(record.hands) if hand and s != record.events[at].seat]
    return put(record, at, 1, replace(record.events[at], seat=rng.choice(seats)))


def action(record: HandRecord, rng: Random) -> HandRecord | None:
    """Write 碰 for 偎, 出 for 揭 and the other way round."""
    other = {PENG: WEI, WEI: PENG, DISCARD: REVEAL, REVEAL: DISCARD}
    at = rng.choice([i for i, e in enumerate(record.events) if e.action in other])
    return put(record, at, 1, replace(record.events[at], action=other[record.events[at].action]))


def pair(record: HandRecord, rng: Random) -> HandRecord | None:
    """Write a 吃 with other companions that also make a run."""
    places = [i for i, e in enumerate(record.events) if e.action == CHI]
    if not places:
        return None
    at = rng.choice(places)
    event = record.events[at]
    others = [cards for kind, cards in RUNS if kind == event.kind and cards != event.cards]
    return put(record, at, 1, replace(event, cards=rng.choice(others))) if others else None


def dealer(record: HandRecord, rng: Random) -> HandRecord | None:
    """Name a wrong dealer."""
    return replace(record, dealer=rng.choice([s for s in range(record.seats) if s != record.dealer]))


def _misread(change: Callable[[int, Random], int], stock: bool) -> Slip:
    def slip(record: HandRecord, rng: Random) -> HandRecord | None:
        cards = list(record.stock)
        where = NONE
        if not stock:
            where = rng.choice([s for s, hand in enumerate(record.hands) if hand])
            cards = list(record.hands[where])
        at = rng.randrange(len(cards))
        cards[at] = change(cards[at], rng)
        if stock:
            return replace(record, stock=tuple(cards))
        hands = (*record.hands[:where], tuple(sorted(cards)), *record.hands[where + 1 :])
        return replace(record, hands=hands)

    return slip


def stock_swap(record: HandRecord, rng: Random) -> HandRecord | None:
    """Exchange two neighbouring cards of the stock."""
    stock = list(record.stock)
    at = rng.randrange(len(stock) - 1)
    stock[at], stock[at + 1] = stock[at + 1], stock[at]
    return replace(record, stock=tuple(stock))


def exchange(record: HandRecord, rng: Random) -> HandRecord | None:
    """Exchange a card of a hand with its twin in another."""
    seats = [s for s, hand in enumerate(record.hands) if hand]
    one, two = rng.sample(seats, 2)
    kinds = [k for k in set(record.hands[one]) if twin(k) in record.hands[two]]
    if not kinds:
        return None
    kind = rng.choice(sorted(kinds))
    hands = [list(hand) for hand in record.hands]
    hands[one][hands[one].index(kind)] = twin(kind)
    hands[two][hands[two].index(twin(kind))] = kind
    return replace(record, hands=tuple(tuple(sorted(hand)) for hand in hands))


def extra(record: HandRecord, rng: Random) -> HandRecord | None:
    """Write an event that never happened."""
    at = rng.randrange(1, len(record.events))
    seats = [s for s, hand in enumerate(record.hands) if hand]
    return put(record, at, 0, Event(rng.choice((DISCARD, REVEAL, PENG)), rng.choice(seats), rng.randrange(KINDS)))


SLIPS: dict[str, Slip] = {
    "size": _card(lambda kind, rng: twin(kind)),
    "size carried": _card(lambda kind, rng: twin(kind), carried=True),
    "neighbour": _card(near),
    "card": _card(far),
    "swap": swap,
    "missing reveal": _missing(REVEAL),
    "missing wei": _missing(WEI),
    "missing discard": _missing(DISCARD),
    "missing peng": _missing(PENG),
    "missing chi": _missing(CHI),
    "doubled": doubled,
    "seat": seat,
    "action": action,
    "pair": pair,
    "dealer": dealer,
    "misread hand": _misread(lambda kind, rng: twin(kind), False),
    "misread stock": _misread(lambda kind, rng: twin(kind), True),
    "stock swap": stock_swap,
    "exchange": exchange,
    "extra": extra,
}
