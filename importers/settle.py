"""From a draft to a record: whose turn it was where no seat is named, and which card was meant where none is.

An event without a seat is by whose turn it is: the discard by who took a card, 揭 by the next, 吃 of a revealed card by
who revealed it (unless the discard after it names another), 碰 by who discards next or alone held two. A 偎 without a
揭 before it stands for both. Of three cards after 吃 the one on the table is the taken one.
"""

from __future__ import annotations

from collections.abc import Sequence

from importers.draft import Draft, Hand, Move, Spot
from importers.lexicon import RELATIVE
from importers.seats import Seats, read_seats
from importers.turns import Turns
from replay.cards import DEALER_SIZE, NONE, OTHER_SIZE, STOCK_SIZE, UNKNOWN
from replay.record import CHI, DISCARD, EXHAUSTED, HU, PASS, PENG, REVEAL, SHOW, WEI, ZHE, Claimed, Event, HandRecord

MAX_MISSING = 1  # as many cards too few at the deal may be meant so; more are taken for cards nobody wrote down
SEAT_EXPECTED = "whose it was: a name of 玩家, 甲 乙 丙, 莊家 上家 下家, 東 南 西 北, 一號 二號, 我"
_IDLE = (PASS, SHOW, ZHE)


def settle(draft: Draft) -> HandRecord | None:
    """Return the record of a draft, ``None`` if what was understood of it is no coherent hand.

    It is coherent if, around everything that was not understood, each event still follows from the one before. Adds to
    the draft's problems what cannot be settled.
    """
    if draft.later:
        draft.report("unknown_seat", draft.later, SEAT_EXPECTED)
    tellings = [_Telling(draft, seats) for seats in read_seats(draft)]
    telling = min(tellings, key=lambda each: each.misfits)
    if draft.guessed and len({_names(draft, each.seats) for each in tellings if each.misfits == telling.misfits}) > 1:
        expected = (
            "玩家：and their names in order of play; more than one order fits, that of their first mention is taken"
        )
        draft.report("missing_value", Spot(" ".join(draft.names.values()), draft.line), expected)
    draft.problems += telling.problems
    if telling.broken or not (telling.events or (draft.hands and not draft.moves)):
        return None
    seats, events = telling.seats, telling.events
    meta = {"notes": draft.notes} if draft.notes else {}
    names = _names(draft, seats)
    hands = _hands(draft, seats, _first(seats, events))
    claimed = _claimed(draft, seats, events)
    stock = _stock(draft, events)
    return HandRecord(hands, stock, tuple(events), seats.dealer, names, draft.ruleset, claimed, dict(meta))


class _Telling:
    """The moves of a draft told as events under one reading of the seats; ``misfits`` counts what goes against it."""

    def __init__(self, draft: Draft, seats: Seats) -> None:
        self.draft, self.seats = draft, seats
        self.turns = Turns(seats.after, seats.dealer)
        self.events: list[Event] = []
        self.scratch = Draft(line=draft.line)
        self.misfits, self.broken = 0, False
        doubt, actor = False, NONE
        for number, move in enumerate(draft.moves):
            doubt = doubt or move.doubt
            made = self.make(number, move, actor)
            if made is None:
                doubt = True
            for event in made or ():
                fits = self.turns.fits(event)
                self.misfits += not fits
                if doubt and event.action not in _IDLE:
                    if not fits:
                        self.broken = True
                        expected = "what can follow the event before it; something between them was not understood"
                        self.scratch.report("contradictory", move.spot, expected)
                    doubt = False
                self.turns.follow(event)
                self.events.append(event)
                actor = event.seat if event.action not in (*_IDLE, EXHAUSTED) else actor
        self.problems = self.scratch.problems

    def make(self, number: int, move: Move, actor: int) -> list[Event] | None:
        """Return the events of a move; ``None`` if it cannot be told whose it was."""
        if move.action == EXHAUSTED:
            return [Event(EXHAUSTED, NONE, NONE, (), move.time, move.remark)]
        if move.action == PASS and not move.seat:
            return []
        seat = self.seats.find(move.seat, actor) if move.seat else self.implied(number, move)
        if seat == NONE:
            self.misfits += 1
            self.scratch.report("unknown_seat", move.spot, SEAT_EXPECTED)
            return None
        kind, cards = self.cards(move)
        event = Event(move.action, seat, kind, cards, move.time, move.remark)
        turns = self.turns
        if move.action != WEI or move.bare or (turns.revealed and turns.kind == kind):
            return [event]
        return [Event(REVEAL, seat, kind), event]

    def implied(self, number: int, move: Move) -> int:
        """Return whose turn it is for a move without a seat."""
        turns, action = self.turns, move.action
        if action in (PENG, CHI):
            follower = next((each for each in self.draft.moves[number + 1 :] if each.action not in _IDLE), None)
            if follower and follower.action == DISCARD and follower.seat in self.seats.words:
                return self.seats.words[follower.seat]
        if action == PENG and turns.owner != NONE:
            able = [seat for seat in self.others() if self.holds(seat, turns.kind) >= 2]
            return able[0] if len(able) == 1 else NONE
        if action == HU and self.draft.claim.winner in self.seats.words:
            return self.seats.words[self.draft.claim.winner]
        return turns.due(action, move.kinds[0] if move.kinds else NONE)

    def others(self) -> list[int]:
        """Return the seats that could 碰 the card on the table."""
        first = self.turns.after[self.turns.owner]
        return [first, self.turns.after[first]]

    def holds(self, seat: int, kind: int) -> int:
        """Return how many of a kind a seat whose cards were written down still holds, four if they were not."""
        hand = next((hand for word, hand in self.draft.hands.items() if self.seats.words.get(word) == seat), None)
        if hand is None or hand.open or UNKNOWN in hand.cards:
            return 4
        left = hand.cards.count(kind)
        for event in self.events:
            if event.seat == seat:
                left -= event.cards.count(kind) + (event.action == DISCARD and event.kind == kind)
                left -= 2 * (event.action in (PENG, WEI) and event.kind == kind)
        return left

    def cards(self, move: Move) -> tuple[int, tuple[int, ...]]:
        """Return the card of a move and its companions; what is not written is the card on the table, or unknown."""
        action, kinds, using = move.action, move.kinds, move.using
        if action in (ZHE, SHOW):
            return (NONE, tuple(sorted(kinds))) if using is None else (_only(kinds), tuple(sorted(using)))
        if action == CHI:
            return self.chi(move)
        if action in (PENG, WEI):
            return self.triple(move)
        if action in (DISCARD, REVEAL):
            if len(kinds) != 1 and set(kinds) != {UNKNOWN}:
                self.scratch.report("bad_value" if kinds else "missing_value", move.spot, "one card")
            return (kinds[0] if kinds else UNKNOWN), ()
        if len(kinds) > 1:
            self.scratch.report("bad_value", move.spot, "one card")
        return _only(kinds), tuple(sorted(using or ()))

    def chi(self, move: Move) -> tuple[int, tuple[int, ...]]:
        kinds, table = list(move.kinds), self.turns.kind
        own = list(move.using) if move.using is not None else None
        if own is None and len(kinds) == 2 and table != NONE and table not in kinds:
            own, kinds = kinds, []
        if own is not None and len(own) == 3:  # 吃三成三四五
            taken = kinds[0] if kinds and kinds[0] in own else table if table in own else own[0]
            own.remove(taken)
            kinds = [taken]
        if own is not None and len(kinds) == 3 and all(kind in kinds for kind in own):
            kinds = [kind for kind in kinds if kind not in own][:1] or kinds[:1]
        taken = table if table in kinds or not kinds else kinds[0]
        if own is None and kinds:
            kinds.remove(taken)
            own, kinds = kinds, [taken]
        if own is None or len(own) != 2 or len(kinds) > 1 or taken == NONE:
            found = "missing_value" if own is None or len(own) < 2 else "bad_value"
            self.scratch.report(found, move.spot, "the taken card and two of one's own: 用四五吃三, 吃三四五")
        own = [*(own or []), UNKNOWN, UNKNOWN][:2]
        return (UNKNOWN if taken == NONE else taken), tuple(sorted(own))

    def triple(self, move: Move) -> tuple[int, tuple[int, ...]]:
        kinds, table = move.kinds, self.turns.kind
        kind = kinds[0] if kinds else table
        if kinds and table in kinds:
            kind = table
        if kind == NONE:
            self.scratch.report("missing_value", move.spot, "a card")
            kind = UNKNOWN
        own = list(move.using) if move.using is not None else list(kinds)
        if move.using is None and kind in own:
            own.remove(kind)
        if move.using is None and len(own) == 1 and own[0] == kind:
            own = []
        if len(own) not in (0, 2):
            self.scratch.report("bad_value", move.spot, "one card, or all three of them")
            own = []
        return kind, () if own == [kind, kind] else tuple(sorted(own))


def _only(kinds: Sequence[int]) -> int:
    return kinds[0] if kinds else NONE


def _first(seats: Seats, events: list[Event]) -> int:
    """Return the dealer, as stated or the first to discard."""
    if seats.dealer != NONE:
        return seats.dealer
    return next((event.seat for event in events if event.action == DISCARD), 0)


def _names(draft: Draft, seats: Seats) -> tuple[str, ...]:
    if not draft.names:
        return ()
    if not seats.named and not set(draft.names) <= set(RELATIVE):
        named = Spot(" ".join(draft.names.values()), draft.line, None, draft.path)
        draft.report("missing_value", named, "莊家：and a name; without it the names have no seats and are left out")
        return ()
    names = [""] * seats.size
    for word, name in draft.names.items():
        if (seat := seats.words.get(word, NONE)) != NONE:
            names[seat] = name
    return tuple(names)


def _hands(draft: Draft, seats: Seats, dealer: int) -> tuple[tuple[int, ...], ...]:
    """Return the hands at the deal; cards nobody wrote down are unknown."""
    found: list[Hand | None] = [None] * seats.size
    for word, hand in draft.hands.items():
        seat = seats.words.get(word, NONE)
        if seat == NONE or found[seat] is not None:
            draft.report("unknown_seat" if seat == NONE else "contradictory", hand.spot, "one hand of each player")
            continue
        found[seat] = hand
    hands = []
    for seat, written in enumerate(found):
        idle = seats.size == 4 and seat == (dealer + 2) % 4
        size = 0 if idle else DEALER_SIZE if seat == dealer else OTHER_SIZE
        hands.append(tuple(sorted(_filled(draft, written, size))))
    return tuple(hands)


def _filled(draft: Draft, written: Hand | None, size: int) -> list[int]:
    """Return the cards as written, with unknown ones for those that were not."""
    if written is None:
        return [UNKNOWN] * size
    cards = written.cards
    if written.size is not None:
        if len(cards) > written.size:
            draft.report("contradictory", written.spot, f"{written.size} cards", f"{len(cards)} cards")
        return [*cards, *[UNKNOWN] * (written.size - len(cards))]
    short = size - len(cards)
    if short > MAX_MISSING and not written.open:
        expected = f"{size} cards; the others are taken as unknown"
        draft.report("truncated", written.spot, expected, f"{len(cards)} cards")
    return [*cards, *[UNKNOWN] * short] if written.open or short > MAX_MISSING else cards


def _stock(draft: Draft, events: list[Event]) -> tuple[int, ...]:
    if draft.stock is not None or draft.left is None:
        return tuple(_filled(draft, draft.stock, STOCK_SIZE))
    drawn = [event.kind for event in events if event.action == REVEAL]
    left = draft.left.cards
    return (*drawn, *[UNKNOWN] * (STOCK_SIZE - len(drawn) - len(left)), *left)


def _claimed(draft: Draft, seats: Seats, events: list[Event]) -> Claimed | None:
    """Return the result as stated; a 息 or a payment beside 胡 says that its seat won."""
    claim = draft.claim
    if not claim.said:
        return None
    winner: int | None = seats.words.get(claim.winner, NONE) if claim.winner else None
    outcome = claim.outcome
    if winner == NONE:
        draft.report("unknown_seat", Spot(claim.winner, draft.line, None, draft.path), SEAT_EXPECTED)
        winner = None
    if outcome is None:
        hu = next((event.seat for event in reversed(events) if event.action == HU), None)
        winner = hu if winner is None else winner
        over = any(event.action == EXHAUSTED for event in events)
        outcome = "hu" if winner is not None else "exhausted" if over else ""
    payments = _payments(draft, seats, winner)
    mingtang = None if claim.mingtang is None else tuple(claim.mingtang)
    return Claimed(outcome, winner, claim.xi, claim.multiplier, claim.total, mingtang, payments)


def _payments(draft: Draft, seats: Seats, winner: int | None) -> tuple[int, ...] | None:
    """Return who got and paid how much."""
    claim = draft.claim
    out = (seats.dealer + 2) % 4 if seats.size == 4 and seats.dealer != NONE else NONE
    playing = [seat for seat in range(seats.size) if seat != out]
    if claim.each is not None and winner is not None and not claim.payments:
        losers = [seat for seat in playing if seat != winner]
        paid = dict.fromkeys(losers, -claim.each) | {winner: claim.each * len(losers)}
    else:
        paid = {seats.words.get(word, NONE): amount for word, amount in claim.payments.items()}
    if not paid:
        return None
    open_ = [seat for seat in playing if seat not in paid]
    if open_ == [winner] and all(amount <= 0 for amount in paid.values()):
        paid[open_[0]] = -sum(paid.values())  # what the others pay
    if NONE in paid or not set(playing) <= set(paid):
        spot = Spot(
            " ".join(f"{word}{amount:+}" for word, amount in claim.payments.items()), draft.line, path=draft.path
        )
        draft.report("bad_value", spot, "an amount for every player")
        return None
    return tuple([paid.get(seat, 0) for seat in range(seats.size)])
