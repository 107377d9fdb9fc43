"""Single changes of a record's deal: another dealer, a card misread, lost or doubled, two cards that changed places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from replay.analysis.edits import COSTS, Edit, card_kind
from replay.cards import COPIES, DEALER_SIZE, KINDS, NAMES, OTHER_SIZE, STOCK_SIZE, UNKNOWN, twin
from replay.engine import Finding, Table
from replay.engine.setup import dealer_of
from replay.record import HandRecord
from replay.record.model import shouxing_of
from replay.record.words import SEATS

STOCK = 4  # the place number of the stock; the others are seats
Card = tuple[int, int]  # a card of the deal: the place, and its index there
FACES = (*NAMES, "?")
MISREAD = {"size": 0, "neighbour": 4, "card": 14}
WIN_CODES = frozenset({"hu_incomplete", "hu_short_xi", "false_deal_win", "false_zhe"})


def deal_edits(record: HandRecord, finding: Finding, table: Table | None) -> Iterator[Edit]:
    """Yield the changes of the deal that might undo the finding; ``table`` is the table before the finding's event."""
    dealer = dealer_of(record)
    for seat in range(record.seats):
        if seat != dealer:
            text = (f"莊:{SEATS[dealer]}", f"莊:{SEATS[seat]}")
            yield Edit("dealer", COSTS["dealer"], -1, deal=replace(record, dealer=seat), text=text)
    yield from _counted(record, dealer)
    if finding.event is not None and table is not None:
        yield from _exchanges(record, finding, table)


def place(record: HandRecord, where: int) -> tuple[int, ...]:
    """Return the cards of a seat's hand, or of the stock."""
    return record.stock if where == STOCK else record.hands[where]


def with_cards(record: HandRecord, changed: dict[int, list[int]]) -> HandRecord:
    """Return the record with other cards in these places."""
    hands = tuple(tuple(sorted(changed[s])) if s in changed else hand for s, hand in enumerate(record.hands))
    return replace(record, hands=hands, stock=tuple(changed.get(STOCK, record.stock)))


def label(record: HandRecord, card: Card, kind: int | None = None) -> str:
    """Return a card of the deal in words of the notation: ``起甲:三``, or ``底5:三`` for the fifth of the stock."""
    where, index = card
    return f"{name_of(where, index)}:{FACES[place(record, where)[index] if kind is None else kind]}"


def name_of(where: int, index: int) -> str:
    """Return a place of the deal: ``起甲``, or ``底5`` for the fifth card of the stock."""
    return f"底{index + 1}" if where == STOCK else f"起{SEATS[where]}"


def cards_of(record: HandRecord, kinds: Iterable[int]) -> list[Card]:
    """Return the cards of these kinds: one of equal ones of a hand, every one of the stock."""
    wanted = set(kinds)
    found = [(seat, hand.index(k)) for seat, hand in enumerate(record.hands) for k in sorted(wanted & set(hand))]
    return found + [(STOCK, index) for index, kind in enumerate(record.stock) if kind in wanted]


def _counted(record: HandRecord, dealer: int) -> Iterator[Edit]:
    """Yield what would put right a deck that has too many of one kind and too few of another."""
    cards = [*record.stock, *(kind for hand in record.hands for kind in hand)]
    over = [kind for kind in range(KINDS) if cards.count(kind) > COPIES]
    under = [kind for kind in range(KINDS) if cards.count(kind) < COPIES]
    if over or len(cards) < COPIES * KINDS:
        for card in cards_of(record, over):
            yield from _misread(record, card, under)
    idle = shouxing_of(record.seats, dealer)
    sizes = {seat: DEALER_SIZE if seat == dealer else OTHER_SIZE for seat in range(record.seats) if seat != idle}
    sizes[STOCK] = STOCK_SIZE
    short = [where for where, size in sizes.items() if len(place(record, where)) < size]
    long = [where for where, size in sizes.items() if len(place(record, where)) > size]
    for where in short:
        for kind in under:
            yield from _added(record, where, kind)
    for card in (c for where in long for c in cards_of(record, range(KINDS)) if c[0] == where):
        if place(record, card[0])[card[1]] in over:
            yield from _moved(record, card, None)
        for to in short:
            yield from _moved(record, card, to)


def _misread(record: HandRecord, card: Card, kinds: Iterable[int]) -> Iterator[Edit]:
    where, index = card
    old = place(record, where)[index]
    for kind in kinds:
        if kind != old:
            cards = list(place(record, where))
            cards[index] = kind
            cost = COSTS["misread"] + MISREAD[card_kind(old, kind)]
            text = (label(record, card), label(record, card, kind))
            yield Edit("misread", cost, -1, deal=with_cards(record, {where: cards}), text=text)


def _added(record: HandRecord, where: int, kind: int) -> Iterator[Edit]:
    """Yield the place with a card more: in a hand anywhere, in the stock at every position."""
    old = place(record, where)
    for index in range(len(old) + 1) if where == STOCK else (len(old),):
        cards = [*old[:index], kind, *old[index:]]
        name = name_of(where, index)
        deal = with_cards(record, {where: cards})
        yield Edit("lost", COSTS["lost"], -1, deal=deal, text=("", f"{name}:{FACES[kind]}"))


def _moved(record: HandRecord, card: Card, to: int | None) -> Iterator[Edit]:
    """Yield the card taken away, or put into another place."""
    where, index = card
    old = place(record, where)
    changed = {where: [*old[:index], *old[index + 1 :]]}
    after = ""
    if to is not None:
        changed[to] = [*place(record, to), old[index]]
        after = f"{name_of(to, len(changed[to]) - 1)}:{FACES[old[index]]}"
    kind = "surplus" if to is None else "moved"
    yield Edit(kind, COSTS[kind], -1, deal=with_cards(record, changed), text=(label(record, card), after))


def _exchanges(record: HandRecord, finding: Finding, table: Table) -> Iterator[Edit]:
    """Yield two cards of the deal that changed places, where the finding hangs on one of them."""
    assert finding.event is not None
    event = record.events[finding.event] if finding.event < len(record.events) else None
    kinds = {kind for kind in (event.kind, *event.cards) if 0 <= kind < KINDS} if event else set()
    if finding.code == "stock_order" and table.drawn < len(record.stock):
        next_card = (STOCK, table.drawn)
        for other in cards_of(record, kinds):
            yield from _exchanged(record, next_card, other)
    seat = finding.seat
    if seat is None or seat >= record.seats:
        return
    for kind in sorted({k for k in record.hands[seat] if k != UNKNOWN} if finding.code in WIN_CODES else kinds):
        mine = [card for card in cards_of(record, [kind]) if card[0] == seat]
        near = [k for k in range(KINDS) if card_kind(kind, k) != "card" and k != kind]
        for card in mine:
            for other in cards_of(record, near):
                yield from _exchanged(record, card, other)
    if finding.code in WIN_CODES:
        return
    others = [card for card in cards_of(record, kinds) if card[0] != seat]
    for card in cards_of(record, set(record.hands[seat]) - kinds):
        if card[0] == seat:
            if record.hidden:
                yield from _misread(record, card, kinds)
            for other in others:
                yield from _exchanged(record, card, other)


def _exchanged(record: HandRecord, one: Card, two: Card) -> Iterator[Edit]:
    first, second = place(record, one[0])[one[1]], place(record, two[0])[two[1]]
    if one == two or first == second or (one[0] == two[0] != STOCK):
        return
    changed = {where: list(place(record, where)) for where in (one[0], two[0])}
    changed[one[0]][one[1]], changed[two[0]][two[1]] = second, first
    neighbours = one[0] == two[0] and abs(one[1] - two[1]) == 1
    cost = 15 if neighbours else COSTS["exchange"] - (10 if second == twin(first) else 0)
    before = f"{label(record, one)} {label(record, two)}"
    after = f"{label(record, one, second)} {label(record, two, first)}"
    yield Edit("exchange", cost, -1, deal=with_cards(record, changed), text=(before, after))
