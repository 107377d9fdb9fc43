"""From a record to a table ready for its first event: who deals, and what hidden cards must be.

What a seat is seen to play it must have held since the deal, for hands never gain a card (R11); what was revealed was
in the stock; and if only one hand is left with unknown cards, it holds the rest of the deck. A log that starts in the
middle of a hand says what came before it (``replay.record.middle``).
"""

from __future__ import annotations

from replay.cards import COPIES, KINDS, NONE, UNKNOWN
from replay.engine.finding import UNDECIDABLE
from replay.engine.table import AFTER_WEI, CARD, DISCARD_DUE, Table
from replay.errors import NotationError
from replay.record import CHI, DISCARD, PENG, REVEAL, SHOW, WEI, Event, HandRecord
from replay.record.middle import Middle, middle_of, spent
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
    """Return the table before the record's first event.

    A log that starts in the middle (``replay.record.middle``) gives the table as it then was; what its earlier part
    leaves open is undecidable. If that part cannot be read, turn order is what the record does not decide.
    """
    table = Table(record, rules, dealer_of(record))
    middle = None
    if "start" in record.meta:
        try:
            middle = middle_of(record)
        except NotationError:
            table.flag("out_of_turn", None, None, UNDECIDABLE)
    if UNKNOWN in record.stock or any([UNKNOWN in hand for hand in record.hands]):  # noqa: C419  half the time
        _infer(table, middle)
    if rules.switches.broken_kan_locked:
        table.restart_kan()
    if middle is not None:
        go_on_from(table, middle)
    return table


def whole_deck(hands: list[list[int]], stock: list[int]) -> bool:
    """Tell whether the counts add up to four of each kind, none unknown (R1); they are added as bytes of one number.

    >>> whole_deck([[2] * 20 + [0], [1] * 20 + [0]], [1] * 20 + [0])
    True
    """
    number = int.from_bytes
    return sum([number(bytes(counts)) for counts in hands], number(bytes(stock))) == _DECK


def _infer(table: Table, middle: Middle | None) -> None:
    """Turn unknown cards into what they must be: what was played, then all that is left if one hand alone is open."""
    record, stock = table.record, turned_stock(table.record, middle)
    seen = (*stock, *middle.unplaced) if middle is not None else stock
    known = [sum(hand[k] for hand in table.hands) + seen.count(k) for k in range(KINDS)]
    free = [max(0, COPIES - n) for n in known]
    unknown = [seat for seat in table.playing if table.hands[seat][UNKNOWN]]
    for seat in unknown:
        _fill(table.hands[seat], played_by(record, seat), free)
    unknown = [seat for seat in unknown if table.hands[seat][UNKNOWN]]
    if len(unknown) == 1 and UNKNOWN not in stock and sum(free) == table.hands[unknown[0]][UNKNOWN]:
        _fill(table.hands[unknown[0]], [n + f for n, f in zip(table.hands[unknown[0]], free, strict=False)], free)
        table.assumed = 1 << unknown[0]
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
    if (middle := _middle(record)) is not None:
        for kind in middle.spent_by(seat):
            counts[kind] += 1
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
    """Return the stock with its unknown cards filled in by what was revealed.

    Where the log starts in the middle, what had left the hands by then follows: those cards are seen, too.
    """
    middle = _middle(record)
    if middle is None:
        return turned_stock(record, None)
    away = (kind for seat in range(record.seats) for kind in middle.spent_by(seat))
    return (*turned_stock(record, middle), *middle.unplaced, *away)


def turned_stock(record: HandRecord, middle: Middle | None) -> tuple[int, ...]:
    """Return the stock, its unknown cards filled in by what was revealed before and in the log."""
    revealed = [event.kind for event in record.events if event.action == REVEAL]
    if middle is not None:
        turned = [*middle.turned, *[UNKNOWN] * len(record.stock)]
        revealed = turned[: max(0, len(record.stock) - middle.left)] + revealed
    return tuple(revealed[i] if kind == UNKNOWN and i < len(revealed) else kind for i, kind in enumerate(record.stock))


def _middle(record: HandRecord) -> Middle | None:
    """Return what came before the log; ``None`` also if that cannot be read, which ``start`` finds."""
    try:
        return middle_of(record) if record.meta else None
    except NotationError:
        return None


def go_on_from(t: Table, middle: Middle) -> None:
    """Bring the table to where the log starts: cards gone, sentences laid, what was passed or thrown (R15–R17, R19)."""
    for card, claim in middle.fates:
        if card is not None and card.action == DISCARD:
            _throw(t, card)
        if claim is None:
            assert card is not None
            t.piles[card.seat].append((card.kind, card.action == REVEAL, NONE))
            continue
        t.owner, t.revealed = (card.seat, card.action == REVEAL) if card else (claim.seat, claim.action == WEI)
        for kind in spent(claim):
            _take(t, claim.seat, kind)
        run = tuple(sorted((claim.kind, *claim.cards)))
        laid = run if claim.action == CHI else (claim.kind,) * 3
        t.lay_sentence(claim.seat, claim.action, claim.kind, laid, NONE)  # type: ignore[arg-type]
    for card, claim in middle.fates:
        if card is not None:
            _passed(t, card, claim)
    t.drawn = max(0, len(t.stock) - middle.left)
    if middle.lying is not None:
        if middle.lying.action == DISCARD:
            _throw(t, middle.lying)
        t.kind, t.owner, t.revealed = middle.lying.kind, middle.lying.seat, middle.lying.action == REVEAL
        t.card_event, t.phase = 0 if t.record.events else NONE, CARD  # what is found on it stands on the first event
    else:
        last = middle.before[-1] if middle.before else None
        after_wei = last is not None and last.action == WEI and last.seat == middle.turn
        t.turn, t.phase = middle.turn, AFTER_WEI if after_wei else DISCARD_DUE
    for code in BEFORE_LOG:
        t.flag(code, None, None, UNDECIDABLE)


def _take(t: Table, seat: int, kind: int) -> None:
    if t.hands[seat][kind]:
        t.hands[seat][kind] -= 1
    else:
        t.take_unknown(seat)


def _throw(t: Table, card: Event) -> None:
    _take(t, card.seat, card.kind)
    t.discarded[card.seat] |= 1 << card.kind


def _passed(t: Table, card: Event, claim: Event | None) -> None:
    """Note who may not take the kind any more (R16, R17). Who holds a pair now held it then: hands only shrink."""
    low = t.nxt[card.seat]
    bit = 1 << card.kind
    if claim is None:
        t.chi_passed[low] |= bit
    if card.action == REVEAL and (claim is None or (claim.action == CHI and claim.seat == low)):
        t.chi_passed[card.seat] |= bit
    if claim is None or claim.action == CHI:
        for seat in (low, t.nxt[low]):
            if t.hands[seat][card.kind] >= 2:
                t.peng_passed[seat] |= bit


# What the earlier part may hide: a 偎 forgotten, and so a seat that may not win; a dead hand; cards thrown or passed
# that somebody took without its being noted from whom.
BEFORE_LOG = ("forgot_wei", "hu_barred", "dead_hand_act", "chi_own_discard", "chi_passed")
_DECK = int.from_bytes(bytes([COPIES] * KINDS + [0]))
