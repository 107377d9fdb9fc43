"""What lies where after a row of events: always found out again from the whole row.

The story goes on after a violation as the table did: cards that were laid, thrown or turned stay so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from replay.cards import NONE
from replay.record import CHI, DEAD, DISCARD, EXHAUSTED, HU, PENG, REVEAL, WEI, Event, HandRecord
from tests.oracle.win import Sentence, best_xi


class Act(NamedTuple):
    """An event that had an effect, and its place in the record."""

    index: int
    event: Event


class Card(NamedTuple):
    """A card that lies, or lay, face up on the table for all to claim."""

    kind: int
    seat: int  # who threw or turned it
    revealed: bool
    last: bool  # the last card of the stock, or thrown after it: not for 碰 or 吃 (R12)
    act: int  # its place in the story


class Situation(NamedTuple):
    """Whose move it is."""

    card: Card | None  # may be claimed
    discarder: int  # owes a discard, or NONE
    turn: int  # reveals next when the card is not claimed and no discard is owed
    weier: int  # has just laid a 偎 and may win with it, or NONE
    over: bool


def remembered(method: Callable[..., Any]) -> Callable[..., Any]:
    """Answer a question about a story, which never changes, only once."""

    @wraps(method)
    def ask(self: Story, *about: Any) -> Any:
        question = (method.__name__, *about)
        if question not in self.answers:
            self.answers[question] = method(self, *about)
        return self.answers[question]

    return ask


class Story:
    """A deal and what happened. It never changes: ``then`` gives a longer one."""

    def __init__(self, record: HandRecord, min_xi: int = 10, before: Story | None = None, act: Act | None = None):
        self.record = record
        self.min_xi = min_xi
        self.dealer = before.dealer if before else dealer_of(record)
        self.before = before
        self.acts: tuple[Act, ...] = (*before.acts, act) if before and act else ()
        self.answers: dict[tuple[Any, ...], Any] = {}

    def then(self, event: Event, index: int = -1) -> Story:
        """Return the story with one more event."""
        return Story(self.record, self.min_xi, self, Act(index, event))

    def until(self, count: int) -> Story:
        """Return the story of the first ``count`` acts."""
        story = self
        while len(story.acts) > count:
            assert story.before is not None
            story = story.before
        return story

    @property
    def seats(self) -> list[int]:
        """Return the playing seats; with four the one opposite the dealer sits out (R3)."""
        seats = range(len(self.record.hands))
        return [seat for seat in seats if not (len(seats) == 4 and seat == (self.dealer + 2) % 4)]

    def next_seat(self, seat: int) -> int:
        """Return the 下家."""
        following = (seat + 1) % len(self.record.hands)
        return following if following in self.seats else (following + 1) % len(self.record.hands)

    @remembered
    def turned(self) -> int:
        """Return how many cards of the stock were turned."""
        return sum(act.event.action == REVEAL for act in self.acts)

    @remembered
    def hand(self, seat: int) -> list[int]:
        """Return the cards the seat holds."""
        held = list(self.record.hands[seat])
        for _, event in self.acts:
            if event.seat == seat:
                for card in leaving(event):
                    if card in held:
                        held.remove(card)
        return held

    def laid(self, seat: int) -> list[Sentence]:
        """Return the laid sentences of the seat."""
        sentences: list[Sentence] = []
        for _, event in self.acts:
            if event.seat == seat and event.action in (WEI, PENG):
                sentences.append((event.action, (event.kind,) * 3))
            elif event.seat == seat and event.action == CHI:
                sentences.append((CHI, tuple(sorted((event.kind, *event.cards)))))
        return sentences

    def locked(self, seat: int) -> list[int]:
        """Return the kinds the seat took by 碰 and 吃 (R19)."""
        return [act.event.kind for act in self.acts if act.event.seat == seat and act.event.action in (PENG, CHI)]

    @remembered
    def legal_discards(self, seat: int) -> list[int]:
        """Return the kinds the seat may discard (R19, R20)."""
        hand, locked = self.hand(seat), self.locked(seat)
        return [kind for kind in sorted(set(hand)) if kind not in locked and hand.count(kind) != 3]

    @remembered
    def dead(self) -> set[int]:
        """Return the dead seats: those that owed a discard and had none to give (R22), written as 死 or not."""
        seats = set()
        for place, act in enumerate(self.acts):
            if act.event.action in (REVEAL, DEAD):
                before = self.until(place)
                owing = before.situation().discarder
                if owing != NONE and not before.legal_discards(owing):
                    seats.add(owing)
        return seats

    @remembered
    def cards(self) -> list[Card]:
        """Return every card that was ever thrown or turned, in order."""
        found = []
        for place, (_, event) in enumerate(self.acts):
            if event.action in (DISCARD, REVEAL):
                revealed = event.action == REVEAL
                last = self.until(place + 1).turned() >= len(self.record.stock)
                found.append(Card(event.kind, event.seat, revealed, last, place))
        return found

    @remembered
    def fate(self, card: Card) -> Event | str | None:
        """Return the claim that took the card, None if it stayed on the table, ``"open"`` while that is undecided."""
        for _, event in self.acts[card.act + 1 :]:
            if event.action in (WEI, PENG, CHI, HU):
                return event
            if event.action in (DISCARD, REVEAL, EXHAUSTED):
                return None
        return "open"

    @remembered
    def situation(self) -> Situation:
        """Tell whose move it is (R5–R9)."""
        if self.before is None:
            return Situation(None, self.dealer, NONE, NONE, False)
        now, event = self.before.situation(), self.acts[-1].event
        after = self.next_seat(event.seat)
        if event.action in (DISCARD, REVEAL):
            return Situation(self.cards()[-1], NONE, after, NONE, False)
        if event.action in (WEI, PENG, CHI):
            # No discard follows a 偎 of the last card (R12).
            owes = not (event.action == WEI and now.card is not None and now.card.last)
            weier = event.seat if event.action == WEI else NONE
            return Situation(None, event.seat if owes else NONE, after, weier, False)
        if event.action == DEAD:
            return Situation(None, NONE, after, NONE, False)
        return now._replace(over=True)

    @remembered
    def forced(self) -> int:
        """Return the seat that must 偎 the card on the table (R7), or NONE."""
        card = self.situation().card
        if card is None or not card.revealed or card.seat in self.dead():
            return NONE
        return card.seat if self.hand(card.seat).count(card.kind) >= 2 else NONE

    @remembered
    def barred(self) -> set[int]:
        """Return the seats that forgot a 偎 earlier, or just now if the card still lies there, and cannot win (R23)."""
        seats = set()
        for card in self.cards():
            seat = self.until(card.act + 1).forced()
            fate = self.fate(card)
            wei = isinstance(fate, Event) and fate.action == WEI and (fate.seat, fate.kind) == (seat, card.kind)
            if seat != NONE and not wei:
                seats.add(seat)
        return seats

    @remembered
    def passed_chi(self, seat: int) -> set[int]:
        """Return the kinds that are 過張 for the seat's 吃 (R16)."""
        kinds = set()
        for card in self.cards():
            fate, after = self.fate(card), self.next_seat(card.seat)
            if fate is None:
                reach = [card.seat, after] if card.revealed else [after]
            elif isinstance(fate, Event) and fate.action == CHI and card.revealed and fate.seat == after:
                reach = [card.seat]
            else:
                reach = []
            if seat in reach:
                kinds.add(card.kind)
        return kinds

    @remembered
    def passed_peng(self, seat: int) -> set[int]:
        """Return the kinds that are 過張 for the seat's 碰 (R17)."""
        kinds = set()
        for card in self.cards():
            fate, then = self.fate(card), self.until(card.act + 1)
            let_go = fate is None or (isinstance(fate, Event) and fate.action == CHI)
            could = seat != card.seat and not card.last and then.hand(seat).count(card.kind) >= 2
            if let_go and could and seat not in then.dead():
                kinds.add(card.kind)
        return kinds

    def discarded(self, seat: int) -> set[int]:
        """Return the kinds the seat has thrown."""
        return {card.kind for card in self.cards() if card.seat == seat and not card.revealed}

    @remembered
    def win_xi(self, seat: int) -> int | None:
        """Return the best 硬息 if the seat wins now: on the card on the table, after its 偎, or at the deal."""
        now, hand = self.situation(), self.hand(seat)
        if now.card is None:
            return best_xi(hand, self.laid(seat))
        return best_xi([*hand, now.card.kind], self.laid(seat), now.card.kind)


def leaving(event: Event) -> list[int]:
    """Return the cards that leave the hand of the seat with this event."""
    if event.action == DISCARD:
        return [event.kind]
    if event.action in (WEI, PENG):
        return [event.kind, event.kind]
    return list(event.cards) if event.action == CHI else []


def dealer_of(record: HandRecord) -> int:
    """Return the dealer; if not recorded the first to discard, else the seat with twenty cards, else seat 0."""
    if record.dealer != NONE:
        return record.dealer
    throwers = [event.seat for event in record.events if event.action == DISCARD]
    rich = [seat for seat, hand in enumerate(record.hands) if len(hand) == 20]
    return [*throwers, *rich, 0][0]
