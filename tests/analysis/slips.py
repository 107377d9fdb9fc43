"""Slips of the pen: a legal record as somebody might have written it down wrongly, one slip a record.

``python -m tests.analysis.slips 200`` measures how often the true record stands first among the repairs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

from msgspec.structs import replace

from replay.analysis.repairs import repairs
from replay.analysis.trial import firm
from replay.cards import KINDS, NONE, twin
from replay.engine import audit
from replay.engine.table import RUNS
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, Event, HandRecord
from replay.rulesets import Ruleset, load
from tests.oracle.play import STYLES, game

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


class Rates(NamedTuple):
    """What repairs of one sort of slip come to: how many hands, where the true record stood, seconds a hand."""

    hands: int
    unseen: int  # slips that leave the hand legal
    places: list[int]
    seconds: list[float]

    def share(self, within: int) -> float:
        """Return the share of hands whose true record was among the first ``within`` repairs."""
        return sum(place < within for place in self.places) / max(1, self.hands)


def same(one: HandRecord, two: HandRecord) -> bool:
    """Tell whether two records say the same of what was dealt and played."""
    return (one.events, one.hands, one.stock, one.dealer) == (two.events, two.hands, two.stock, two.dealer)


def measure(slip: str, records: Iterable[HandRecord], rules: Ruleset, tries: int = 2) -> Rates:
    """Return the rates of one slip over legal records, each spoilt ``tries`` times."""
    rng, unseen = Random(slip), 0
    places: list[int] = []
    seconds: list[float] = []
    for record in records:
        for _ in range(tries):
            spoilt = SLIPS[slip](record, rng)
            if spoilt is None:
                continue
            if not firm(list(audit(spoilt, rules).findings)):
                unseen += 1
                continue
            began = perf_counter()
            found = repairs(spoilt, rules, 10)
            seconds.append(perf_counter() - began)
            places.append(next((i for i, repair in enumerate(found) if same(repair.record, record)), 99))
    return Rates(len(places), unseen, places, seconds)


def main(count: int) -> None:
    """Print the rates of every slip over ``count`` made-up hands."""
    records = [
        game(Random(s), STYLES[s % 4], seats=3 + s % 2, rich=s % 5 == 0, written=s % 3 > 0) for s in range(count)
    ]
    every: list[float] = []
    for slip in SLIPS:
        rates = measure(slip, records, load("jiben"))
        every += rates.seconds
        shares = " ".join(f"top{n} {rates.share(n):.2f}" for n in (1, 3, 10))
        print(f"{slip:16} n {rates.hands:4} legal {rates.unseen:3} {shares} {1e3 * median(rates.seconds):.0f} ms")
    print(f"{len(every)} hands, median {1e3 * median(every):.0f} ms, most {1e3 * max(every):.0f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
