"""What somebody at the table knew: a record cut down to it, so that nothing computed from it can leak.

Everything a masked page shows comes from such a record through the same engine, never from the full one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from replay.cards import KINDS, NONE, UNKNOWN
from replay.engine import frame_at
from replay.engine.setup import dealer_of
from replay.record import HU, PASS, REVEAL, SHOW, WEI, Event, HandRecord
from replay.record.model import shouxing_of
from replay.record.words import SEATS
from replay.rulesets import Ruleset

OPEN, TABLE = "open", "table"


def viewers(record: HandRecord) -> tuple[str, ...]:
    """Return the views a hand offers: ``open``, each seat as ``"0"`` …, and ``table``, for who saw only the table."""
    return (OPEN, *[str(seat) for seat in range(record.seats)], TABLE)


def seen(record: HandRecord, rules: Ruleset, view: str, upto: int) -> HandRecord:
    """Return the record as known after the first ``upto`` events in one of ``viewers``.

    A seat knows its own hand, what was discarded, revealed and laid face up, and nothing later. A 偎 lies face down
    (R13): to the others it and the card it was made with are unknown. The 守醒 may look at all hands, never at the
    stock (R3). Who has won (and, by 示, who shows) lays the hand open. The claimed result and the free metadata are
    left out. The open view is the record itself. Raises ``ValueError`` for another view, ``IndexError`` for an event
    that is not there.
    """
    if view not in viewers(record):
        raise ValueError(view)
    if not 0 <= upto <= len(record.events):
        raise IndexError(upto)
    if view == OPEN:
        return record
    known = _known_hands(record, view)
    shown = {event.seat for event in record.events[:upto] if event.action in (HU, SHOW)}
    weied = unseen_reveals(record.events)
    events = [_event(event, index in weied, known | shown) for index, event in enumerate(record.events[:upto])]
    events += [_laid_open(record, rules, event.seat, upto) for event in _wins(record, upto)]
    return HandRecord(
        hands=tuple(hand if seat in known else (UNKNOWN,) * len(hand) for seat, hand in enumerate(record.hands)),
        stock=_stock(record, events),
        events=tuple(events),
        dealer=dealer_of(record),
        names=record.names,
        ruleset=record.ruleset,
        meta=_start(record, known | shown),
    )


def _known_hands(record: HandRecord, view: str) -> set[int]:
    if view == TABLE:
        return set()
    idle = shouxing_of(record.seats, dealer_of(record))
    return set(range(record.seats)) if int(view) == idle else {int(view)}


def _event(event: Event, weied: bool, known: set[int]) -> Event:
    """Return the event with the card of a face-down 偎 hidden from who does not know the seat's hand."""
    if event.seat not in known and (event.action == WEI or weied):
        return replace(event, kind=UNKNOWN, cards=(), remark="")
    return replace(event, remark="")


def unseen_reveals(events: Sequence[Event]) -> set[int]:
    """Return the 揭 whose card goes straight into its seat's 偎: nobody else ever saw it (R7, R13)."""
    found = set()
    last = NONE
    for index, event in enumerate(events):
        if event.action == WEI and last != NONE and events[last].seat == event.seat:
            found.add(last)
        if event.action != PASS:
            last = index if event.action == REVEAL else NONE
    return found


def _start(record: HandRecord, known: set[int]) -> dict[str, Any]:
    """Return how a log that starts in the middle began, its face-down 偎 hidden from who does not know the hand."""
    start = record.meta.get("start")
    if not isinstance(start, dict):
        return {}
    words = str(start.get("before", "")).split()
    for index, word in enumerate(words):
        if word[1:2] == "偎" and SEATS.find(word[0]) not in known:
            words[index] = f"{word[0]}偎?"
            if index and words[index - 1][:2] == f"{word[0]}揭":
                words[index - 1] = f"{word[0]}揭?"
    return {"start": {**start, "before": " ".join(words)}}


def _wins(record: HandRecord, upto: int) -> list[Event]:
    wins = [event for event in record.events[:upto] if event.action == HU]
    return wins[-1:]


def _laid_open(record: HandRecord, rules: Ruleset, seat: int, upto: int) -> Event:
    """Return the 示 of who has declared 胡: the cards they hold are open to all from then on."""
    hand = frame_at(record, rules, upto).hands[seat]
    return Event(SHOW, seat, NONE, tuple(kind for kind in hand if kind < KINDS))


def _stock(record: HandRecord, events: list[Event]) -> tuple[int, ...]:
    drawn = [event.kind for event in events if event.action == REVEAL]
    return tuple(drawn[i] if i < len(drawn) else UNKNOWN for i in range(len(record.stock)))
