"""What somebody at the table knew: a record cut down to it, so that nothing computed from it can leak.

Everything a masked page shows comes from such a record through the same engine, never from the full one.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from replay.cards import KINDS, NONE, UNKNOWN
from replay.engine import frame_at
from replay.engine.setup import dealer_of
from replay.record import HU, PASS, REVEAL, SHOW, WEI, Event, HandRecord
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
    events = [_event(record, index, known | shown) for index in range(upto)]
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
    idle = (dealer_of(record) + 2) % 4 if record.seats == 4 else NONE
    return set(range(record.seats)) if int(view) == idle else {int(view)}


def _event(record: HandRecord, index: int, known: set[int]) -> Event:
    """Return the event with the card of a face-down 偎 hidden from who does not know the seat's hand."""
    event = record.events[index]
    if event.seat in known or event.action not in (REVEAL, WEI):
        return replace(event, remark="")
    if event.action == REVEAL and not _is_weied(record, index):
        return replace(event, remark="")
    return replace(event, kind=UNKNOWN, cards=(), remark="")


def _is_weied(record: HandRecord, index: int) -> bool:
    """Tell whether the revealed card goes straight into its seat's 偎: then nobody else ever saw it (R7)."""
    for event in record.events[index + 1 :]:
        if event.action != PASS:
            return event.action == WEI and event.seat == record.events[index].seat
    return False


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
