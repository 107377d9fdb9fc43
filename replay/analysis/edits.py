"""Single changes of a record's events that undo one slip of a pen, and what each costs.

A cost grows as the slip becomes less likely: about ten times the decimal logarithm of its odds, shared among the forms
the slip can take (a card has one twin of the other size, two neighbours, and many others).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from replay.cards import KINDS, NONE, UNKNOWN, twin
from replay.engine.table import AFTER_WEI, CARD, DEAL, DISCARD_DUE, REVEAL_DUE, RUNS, Table
from replay.record import CHI, DISCARD, HU, PASS, PENG, REVEAL, SHOW, WEI, Event, HandRecord

COSTS = {
    "size": 6,
    "swap": 10,
    "missing": 10,
    "neighbour": 11,
    "doubled": 13,
    "action": 13,
    "seat": 14,
    "pair": 16,
    "dealer": 15,
    "result": 10,
    "ending": 10,
    "shown": 16,
    "card": 25,
    "misread": 16,
    "lost": 20,
    "surplus": 20,
    "moved": 20,
    "exchange": 30,
    "extra": 34,
}
CARRIED = 4  # more if the claim that follows is changed with its card
CLAIMED = 6  # more for a claim that nobody wrote down than for a 揭, 偎 or 出
CLAIMS = (WEI, PENG, CHI, HU)


class Edit(NamedTuple):
    """A change: ``gone`` events from ``at`` on are replaced by ``put``; or ``deal`` (``at`` -1) by another record.

    ``text`` says before and after for a changed deal.
    """

    kind: str
    cost: int
    at: int
    gone: int = 0
    put: tuple[Event, ...] = ()
    deal: HandRecord | None = None
    text: tuple[str, str] = ("", "")

    def apply(self, record: HandRecord) -> HandRecord:
        """Return the changed record."""
        if self.deal is not None:
            return self.deal
        events = record.events
        return replace(record, events=(*events[: self.at], *self.put, *events[self.at + self.gone :]))


def card_kind(old: int, new: int) -> str:
    """Return what mistaking the one card for the other is: of the other size, a neighbour, another card.

    >>> card_kind(2, 12), card_kind(2, 3), card_kind(9, 10)
    ('size', 'neighbour', 'card')
    """
    if new == twin(old):
        return "size"
    return "neighbour" if abs(new - old) == 1 and new // 10 == old // 10 else "card"


def event_edits(record: HandRecord, at: int, table: Table) -> Iterator[Edit]:
    """Yield the changes of the event ``at``, of it and the next, and the events that may be missing before it.

    ``table`` is the table before it. ``at`` may be the number of events: then only missing ones.
    """
    events = record.events
    yield from missing(events, at, table)
    if at == len(events):
        return
    event = events[at]
    yield from other_cards(events, at)
    yield from other_words(record, at, table)
    previous = events[at - 1] if at else None
    if previous is not None and bare(previous) == bare(event):
        yield Edit("doubled", COSTS["doubled"], at, 1)
    elif event.action == PASS:
        yield Edit("extra", COSTS["doubled"], at, 1)
    else:
        yield Edit("extra", COSTS["extra"] + (20 if event.action == HU else 0), at, 1)
    if at + 1 < len(events) and bare(events[at + 1]) != bare(event):
        yield Edit("swap", COSTS["swap"], at, 2, (events[at + 1], event))


def bare(event: Event) -> Event:
    """Return the event without its time and remark."""
    return event if event.time is None and not event.remark else replace(event, time=None, remark="")


def other_cards(events: tuple[Event, ...], at: int) -> Iterator[Edit]:
    """Yield the event with other cards: its card, with the claim that follows or alone; companions; a whole run."""
    event = events[at]
    if event.action == CHI:
        yield from _other_runs(event, at)
    if event.kind == NONE or event.kind == UNKNOWN:
        return
    follow = _claim_of(events, at)
    for kind in range(KINDS):
        if kind == event.kind:
            continue
        name = card_kind(event.kind, kind)
        put = replace(event, kind=kind)
        if event.action != CHI or (kind, event.cards) in RUNS:
            yield Edit(name, COSTS[name], at, 1, (put,))
        if follow:
            claim = events[follow]
            between = events[at + 1 : follow]
            for cards in _companions(claim, kind):
                changed = replace(claim, kind=kind, cards=cards)
                yield Edit(name, COSTS[name] + CARRIED, at, follow + 1 - at, (put, *between, changed))


def _claim_of(events: tuple[Event, ...], at: int) -> int:
    """Return the index of the claim that names the card which event ``at`` lays on the table, 0 if there is none."""
    if events[at].action not in (DISCARD, REVEAL):
        return 0
    for index in range(at + 1, len(events)):
        if events[index].action != PASS:
            found = events[index].action in CLAIMS and events[index].kind == events[at].kind
            return index if found else 0
    return 0


def _companions(claim: Event, kind: int) -> list[tuple[int, ...]]:
    """Return the companions the claim may have once its card is another: the same ones, or those of the twin run."""
    if claim.action != CHI:
        return [claim.cards]
    twins = tuple(twin(card) for card in claim.cards if card != UNKNOWN)
    return [cards for cards in (claim.cards, twins) if (kind, cards) in RUNS]


def _other_runs(event: Event, at: int) -> Iterator[Edit]:
    """Yield the 吃 with other companions, and with the whole run in the other size."""
    for kind, cards in RUNS:
        if kind == event.kind and cards != event.cards:
            yield Edit("pair", COSTS["pair"], at, 1, (replace(event, cards=cards),))
    if event.kind != UNKNOWN and UNKNOWN not in event.cards:
        cards = tuple(twin(card) for card in event.cards)
        yield Edit("size", COSTS["size"] + CARRIED, at, 1, (replace(event, kind=twin(event.kind), cards=cards),))


def other_words(record: HandRecord, at: int, table: Table) -> Iterator[Edit]:
    """Yield the event of another seat, with another action word, and a 示 of the hand there is."""
    event = record.events[at]
    if event.seat == NONE:
        return
    for seat in table.playing:
        if seat != event.seat:
            yield Edit("seat", COSTS["seat"], at, 1, (replace(event, seat=seat),))
    for action in {PENG: (WEI,), WEI: (PENG,), DISCARD: (REVEAL,), REVEAL: (DISCARD,), CHI: (PENG, WEI)}.get(
        event.action, ()
    ):
        yield Edit("action", COSTS["action"], at, 1, (replace(event, action=action, cards=()),))
    if event.action in (PENG, WEI) and event.kind != UNKNOWN:
        for cards in _pairs(table, event.seat, event.kind):
            yield Edit("action", COSTS["action"] + 5, at, 1, (replace(event, action=CHI, cards=cards),))
    if event.action == SHOW:
        hand = table.hands[event.seat]
        held = tuple(k for k in range(KINDS + 1) for _ in range(hand[k]))
        if held != event.cards and len(held) == len(event.cards):
            wrong = sum(a != b for a, b in zip(sorted(held), sorted(event.cards), strict=True))
            yield Edit("shown", COSTS["shown"] + 5 * wrong, at, 1, (replace(event, cards=held),))


def missing(events: tuple[Event, ...], at: int, table: Table) -> Iterator[Edit]:
    """Yield the events that may have been left out before event ``at``."""
    following = events[at] if at < len(events) else None
    cost = COSTS["missing"]
    if table.phase == CARD:
        kinds = _next_stock(table, following)
        moves = [(Event(REVEAL, table.nxt[table.owner], kind), cost) for kind in kinds]
        moves += [(claim, cost if claim.action == WEI else cost + CLAIMED) for claim in claims(table)]
    elif table.phase == REVEAL_DUE:
        moves = [(Event(REVEAL, table.nxt[table.turn], kind), cost) for kind in _next_stock(table, following)]
    elif table.phase in (DEAL, DISCARD_DUE, AFTER_WEI):
        moves = [(Event(DISCARD, table.turn, kind), cost) for kind in loosest(table.hands[table.turn])]
    else:
        return
    for event, price in moves:
        yield Edit("missing", price, at, 0, (event,))


def loosest(hand: list[int]) -> list[int]:
    """Return the kinds of a hand (21 counts), those first that hang on fewest of its cards: they are thrown first.

    >>> loosest([1, 1, 0, 0, 0, 0, 0, 0, 0, 1] + [0] * 9 + [2, 0])
    [9, 0, 1, 19]
    """
    kinds = [kind for kind in range(KINDS + 1) if hand[kind]]
    near = {kind: [k for k in kinds if k != kind and k // 10 == kind // 10 and abs(k - kind) <= 2] for kind in kinds}
    return sorted(kinds, key=lambda kind: 4 * (hand[kind] - 1) + sum(hand[k] for k in near[kind]))


def _next_stock(table: Table, following: Event | None) -> list[int]:
    """Return the card a 揭 would turn; where the stock does not say it, the one claimed next, or an unknown one."""
    if table.last:
        return []
    kind = table.stock[table.drawn]
    if kind == UNKNOWN and following is not None and following.action in CLAIMS and following.kind != NONE:
        return [following.kind]
    return [kind]


def claims(table: Table) -> list[Event]:
    """Return the 偎, 碰 and 吃 that hands allow on the card on the table."""
    kind, owner = table.kind, table.owner
    if kind == UNKNOWN:
        return []
    low = table.nxt[owner]
    found = [Event(PENG, seat, kind) for seat in (low, table.nxt[low]) if table.most(seat, kind) >= 2]
    if table.revealed and table.most(owner, kind) >= 2:
        found.append(Event(WEI, owner, kind))
    for seat in (owner, low) if table.revealed else (low,):
        found += [Event(CHI, seat, kind, cards) for cards in _pairs(table, seat, kind)]
    return found


def _pairs(table: Table, seat: int, kind: int) -> list[tuple[int, ...]]:
    return [cards for taken, cards in RUNS if taken == kind and all(table.most(seat, card) for card in cards)]
