"""A log that starts in the middle of a hand: what was seen to have happened before its first event.

It stands in the record's metadata in the words of the notation::

    註:{"start":{"before":"甲出九 乙碰九 丙揭二 甲吃四五六","left":15,"turn":"乙"}}

``before`` holds what is known of the earlier part, in any order but for this: a claim that follows its card directly
took it, and a claim that follows nothing took a card whose origin nobody noted; a card with no claim after it stayed on
the table. ``left`` is the number of stock cards left. Then either ``turn``, the seat that has to discard, or
``lying``, the card that lies on the table to be claimed (``"乙揭三"``), which is not repeated in ``before``.

Hands and stock are those of the deal, as in every record: ``at_the_deal`` works them out from the hands at the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from replay.cards import NONE, STOCK_SIZE, UNKNOWN
from replay.errors import NotationError, Place
from replay.record.model import CHI, DISCARD, PENG, REVEAL, WEI, Event, HandRecord, shouxing_of
from replay.record.words import SEAT_OF, SEATS, Bad, Events, EventTexts

KEY = "start"
_EXPECTED = '{"before": events, "left": stock cards left, "turn": seat} or with "lying": an event instead of "turn"'
_EVENTS, _TEXTS = Events(), EventTexts(False)


class Middle(NamedTuple):
    """What came before the log: ``before`` (出 揭 偎 碰 吃), ``left`` stock cards, and ``turn`` or ``lying``."""

    before: tuple[Event, ...]
    left: int
    turn: int = NONE
    lying: Event | None = None

    @property
    def fates(self) -> list[tuple[Event | None, Event | None]]:
        """Return each card of ``before`` with the claim that took it (``None`` if it stayed), and each other claim."""
        found: list[tuple[Event | None, Event | None]] = []
        for event in self.before:
            card = found[-1][0] if found and found[-1][1] is None else None
            if event.action in (DISCARD, REVEAL):
                found.append((event, None))
            elif card is not None and card.kind == event.kind:
                found[-1] = (card, event)
            else:
                found.append((None, event))
        return found

    @property
    def turned(self) -> list[int]:
        """Return the cards known to have been revealed: also those of every 偎 (R7)."""
        kinds = [
            (card or claim).kind  # type: ignore[union-attr]
            for card, claim in self.fates
            if (card.action == REVEAL if card is not None else claim is not None and claim.action == WEI)
        ]
        return kinds + ([self.lying.kind] if self.lying is not None and self.lying.action == REVEAL else [])

    @property
    def unplaced(self) -> list[int]:
        """Return the cards taken by 碰 or 吃 of which nobody noted from where."""
        return [claim.kind for card, claim in self.fates if card is None and claim is not None and claim.action != WEI]

    def spent_by(self, seat: int) -> list[int]:
        """Return the cards that had left the seat's hand."""
        events = (*self.before, self.lying) if self.lying is not None else self.before
        return [kind for event in events if event.seat == seat for kind in spent(event)]


def middle_of(record: HandRecord) -> Middle | None:
    """Return what the record says came before its log, ``None`` if the log starts at the deal.

    Raises ``NotationError`` if the metadata cannot be read as that.
    """
    if KEY not in record.meta:
        return None
    data = record.meta[KEY]
    if not isinstance(data, dict) or not set(data) <= {"before", "left", "turn", "lying"}:
        raise _error("bad_value", data, _EXPECTED)
    if ("turn" in data) == ("lying" in data):
        raise _error("contradictory", data, 'either "turn" or "lying"')
    left = data.get("left")
    if type(left) is not int or not 0 <= left <= STOCK_SIZE:
        raise _error("bad_value", left, f"0 to {STOCK_SIZE} stock cards left")
    text = data.get("before", "")
    before = tuple(_event(word, record.seats) for word in text.split()) if isinstance(text, str) else None
    if before is None or any(e.action not in (DISCARD, REVEAL, WEI, PENG, CHI) for e in before):
        raise _error("bad_value", text, "出 揭 偎 碰 吃 only")
    if "turn" in data:
        turn = SEAT_OF.get(data["turn"], NONE) if isinstance(data["turn"], str) else NONE
        if not 0 <= turn < record.seats:
            raise _error("unknown_seat", data["turn"], f"one of {SEATS[: record.seats]}")
        return Middle(before, left, turn)
    lying = _event(data["lying"], record.seats) if isinstance(data["lying"], str) else None
    if lying is None or lying.action not in (DISCARD, REVEAL):
        raise _error("bad_value", data["lying"], "one 出 or 揭")
    return Middle(before, left, NONE, lying)


def _event(word: str, seats: int) -> Event:
    try:
        event = _EVENTS[word]
    except Bad as bad:
        raise _error(bad.code, bad.found, bad.expected) from None
    if not 0 <= event.seat < seats:
        raise _error("unknown_seat", word, f"one of {SEATS[:seats]}")
    return event


def _error(code: str, found: Any, expected: str) -> NotationError:
    return NotationError(code, found, expected, place=Place(path=f"meta.{KEY}"))


def in_the_middle(record: HandRecord, middle: Middle) -> HandRecord:
    """Return the record with what came before its log noted in its metadata."""
    data: dict[str, Any] = {"before": " ".join(_TEXTS[event] for event in middle.before), "left": middle.left}
    if middle.lying is not None:
        data["lying"] = _TEXTS[middle.lying]
    else:
        data["turn"] = SEATS[middle.turn]
    return replace(record, meta=record.meta | {KEY: data})


def spent(event: Event) -> tuple[int, ...]:
    """Return the cards that the event takes out of its seat's hand.

    >>> spent(Event(CHI, 0, 3, (4, 5))), spent(Event(PENG, 0, 3)), spent(Event(REVEAL, 0, 3))
    ((4, 5), (3, 3), ())
    """
    if event.action == DISCARD:
        return (event.kind,)
    if event.action in (PENG, WEI):
        return event.cards or (event.kind, event.kind)
    return event.cards if event.action == CHI else ()


def at_the_deal(
    hands: Sequence[Sequence[int]], middle: Middle, dealer: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return hands and stock of the deal from the hands when the log starts (``()`` for a hand nobody knows).

    What a known hand has spent is added; every other card is unknown, and so is the order of the stock.
    """
    given = []
    idle = shouxing_of(len(hands), dealer)
    for seat, hand in enumerate(hands):
        size = 0 if seat == idle else 20 if seat == dealer else 19
        cards = [*hand, *middle.spent_by(seat)]
        given.append(tuple(sorted(cards + [UNKNOWN] * (size - len(cards)))))
    return tuple(given), (UNKNOWN,) * STOCK_SIZE
