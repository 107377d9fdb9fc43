"""From a record to a table ready for its first event: who deals, and what hidden cards must be.

What a seat is seen to play it must have held since the deal, for hands never gain a card (R11); what was revealed was
in the stock; and if only one hand is left with unknown cards, it holds the rest of the deck.
"""

from __future__ import annotations

from replay.cards import COPIES, KINDS, NONE, UNKNOWN
from replay.engine.table import Table
from replay.record import CHI, DISCARD, PENG, REVEAL, SHOW, WEI, Event, HandRecord
from replay.rulesets import Ruleset


def dealer_of(record: HandRecord) -> int:
    """Return the dealer: as recorded, else the first to discard, else who holds 20 cards, else seat 0."""
    if record.dealer != NONE:
        return record.dealer
    for event in record.events:
        if event.action == DISCARD:
            return event.seat
    return next((seat for seat, hand in enumerate(record.hands) if len(hand) == 20), 0)


def start(record: HandRecord, rules: Ruleset) -> Table:
    """Return the table before the record's first event."""
    table = Table(record, rules, dealer_of(record))
    if UNKNOWN in record.stock or any(UNKNOWN in hand for hand in record.hands):
        _infer(table)
    if rules.switches.broken_kan_locked:
        table.restart_kan()
    return table


def _infer(table: Table) -> None:
    stock = seen_stock(table.record)
    known = [sum(hand[k] for hand in table.hands) + stock.count(k) for k in range(KINDS)]
    free = [max(0, COPIES - n) for n in known]
    unknown = [seat for seat in table.playing if table.hands[seat][UNKNOWN]]
    if len(unknown) == 1 and UNKNOWN not in stock and sum(free) == table.hands[unknown[0]][UNKNOWN]:
        _fill(table.hands[unknown[0]], [n + f for n, f in zip(table.hands[unknown[0]], free, strict=False)], free)
        table.assumed = 1 << unknown[0]
    for seat in unknown:
        _fill(table.hands[seat], played_by(table.record, seat), free)
    table.free = (*free, 0)
    table.hidden = any(table.hands[seat][UNKNOWN] for seat in unknown)


def _fill(hand: list[int], needed: list[int], free: list[int]) -> None:
    """Turn unknown cards of a hand into the kinds it must hold, as far as the deck has them."""
    for kind in range(KINDS):
        missing = min(needed[kind] - hand[kind], hand[UNKNOWN], free[kind])
        if missing > 0:
            hand[kind] += missing
            hand[UNKNOWN] -= missing
            free[kind] -= missing


def played_by(record: HandRecord, seat: int) -> list[int]:
    """Return 21 counts of the cards that left the seat's hand or were shown from it, as recorded.

    A face-down 偎 whose kind was not recorded is of the card its seat has just revealed.
    """
    counts = [0] * (KINDS + 1)
    lying = Event(DISCARD, NONE)  # the last card put on the table
    for event in record.events:
        if event.action in (DISCARD, REVEAL):
            lying = event
        if event.seat != seat:
            continue
        if event.action == DISCARD:
            counts[event.kind] += 1
        elif event.action in (PENG, WEI):
            just = event.action == WEI and event.kind == UNKNOWN and lying.action == REVEAL and lying.seat == seat
            kind = lying.kind if just else event.kind
            for card in event.cards or (kind, kind):
                counts[card] += 1
        elif event.action in (CHI, SHOW):
            for kind in event.cards:
                counts[kind] += 1
    return counts


def seen_stock(record: HandRecord) -> tuple[int, ...]:
    """Return the stock with its unknown cards filled in by what was revealed."""
    revealed = [event.kind for event in record.events if event.action == REVEAL]
    return tuple(revealed[i] if kind == UNKNOWN and i < len(revealed) else kind for i, kind in enumerate(record.stock))
