"""The one mutable thing of the engine: a table in play, as ints, lists and bit masks by seat.

Nothing here judges. ``handlers`` verifies an event and then changes the table through these methods.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from replay.cards import KINDS, NONE, UNKNOWN, count_kinds
from replay.engine.finding import ASSUMED, PROVED, Finding
from replay.melds import Laid
from replay.record import CHI, PENG, WEI, HandRecord
from replay.record.model import shouxing_of
from replay.rulesets import Ruleset
from replay.scoring import Score

# Findings that hang on what a seat holds, and those of them that say that it holds too little.
WANTING_CODES = frozenset({"card_not_in_hand", "false_wei", "peng_without_pair"})
HAND_CODES = WANTING_CODES | {
    "chi_could_peng", "discard_kan", "false_deal_win", "false_zhe", "forgot_wei", "hu_incomplete", "hu_short_xi",
    "missed_discard", "peng_passed",
}  # fmt: skip

# What is due: the dealer's first discard (or a deal-time win); a discard; a discard or 胡 after a 偎; claims on the
# card that lies on the table, else the next 揭; a 揭 after a dead hand; nothing.
DEAL, DISCARD_DUE, AFTER_WEI, CARD, REVEAL_DUE, OVER = range(6)
PHASES = ("deal", "discard", "after_wei", "card", "reveal", "over")


class Table:
    """State of a hand between two events.

    ``nxt`` has each seat's 下家, ``others`` that seat and the one after it. By seat: ``hands`` (21 counts, the last one
    unknown cards), ``laid``, ``piles`` (cards nobody took, as (kind, revealed, event)), the bit masks ``taken`` (R19),
    ``discarded`` and ``chi_passed`` (R15, R16), ``peng_passed`` (R17), ``kan`` (砍 at the deal), and ``dead`` (R22),
    ``barred`` (R23), ``zhe``. The card on the table is ``kind`` (``NONE`` if none) with ``owner``, ``revealed`` and
    ``card_event``. ``turn`` is the seat that is due to act, or for ``REVEAL_DUE`` the dead seat whose 下家 reveals.
    ``hu`` holds (seat, event, finding code or "") of a declared 胡. ``before`` is the table before the last claim, kept
    only if another seat's claim follows it in the record and ``keep`` asks for it. ``house`` tells whether a rule is
    played that bears on discards and most tables do not know.
    """

    __slots__ = (
        "assumed", "barred", "before", "card_event", "chi_passed", "dead", "dealer", "discarded", "drawn", "findings",
        "free", "hands", "hidden", "house", "hu", "kan", "keep", "kind", "laid", "nxt", "others", "owner", "paused",
        "peng_passed", "phase", "piles", "record", "revealed", "rules", "score", "stock", "taken", "turn", "zhe",
    )  # fmt: skip

    def __init__(self, record: HandRecord, rules: Ruleset, dealer: int) -> None:
        seats = len(record.hands)
        self.record = record
        self.rules = rules
        self.dealer = dealer
        self.nxt = turn_order(seats, dealer)
        self.others = tuple((low, self.nxt[low]) for low in self.nxt) if seats == 4 else _OTHERS
        self.hands = [count_kinds(hand) for hand in record.hands]
        self.stock = record.stock
        self.hidden = False
        self.free = _NOTHING_FREE
        self.assumed = 0
        self.laid: list[list[Laid]] = [[] for _ in range(seats)]
        self.piles: list[list[tuple[int, bool, int]]] = [[] for _ in range(seats)]
        self.taken = [0] * seats
        self.discarded = [0] * seats
        self.chi_passed = [0] * seats
        self.peng_passed = [0] * seats
        self.kan: tuple[int, ...] = _NO_KAN
        self.dead = [False] * seats
        self.barred = [False] * seats
        self.zhe: list[tuple[tuple[int, ...], ...]] = [()] * seats
        self.kind = NONE
        self.owner = NONE
        self.revealed = False
        self.card_event = NONE
        self.drawn = 0
        self.phase = DEAL
        self.turn = dealer
        self.paused = DEAL
        self.hu: tuple[int, int, str] | None = None
        self.score: Score | None = None
        self.findings: list[Finding] = []
        self.before: Table | None = None
        self.keep = True
        switches = rules.switches
        self.house = switches.broken_kan_locked or switches.no_feeding_tuanyuan or switches.refuse_dead_claim

    def copy(self) -> Table:
        """Return an independent copy that shares only what never changes (record, rules, laid sentences)."""
        other = Table.__new__(Table)
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        other.hands = [hand[:] for hand in self.hands]
        other.laid = [laid[:] for laid in self.laid]
        other.piles = [pile[:] for pile in self.piles]
        other.taken = self.taken[:]
        other.discarded = self.discarded[:]
        other.chi_passed = self.chi_passed[:]
        other.peng_passed = self.peng_passed[:]
        other.dead = self.dead[:]
        other.barred = self.barred[:]
        other.zhe = self.zhe[:]
        other.findings = self.findings[:]
        other.before = None
        return other

    def become(self, other: Table) -> None:
        """Take over the other table's state (its lists are shared from then on)."""
        for name in Table.__slots__:
            setattr(self, name, getattr(other, name))

    @property
    def last(self) -> bool:
        """Tell whether the last stock card has been turned."""
        return self.drawn >= len(self.stock)

    @property
    def playing(self) -> tuple[int, ...]:
        """Return the three playing seats in turn order from the dealer."""
        second = self.nxt[self.dealer]
        return (self.dealer, second, self.nxt[second])

    def size(self, seat: int) -> int:
        """Return the number of cards in the seat's hand."""
        return sum(self.hands[seat])

    def most(self, seat: int, kind: int) -> int:
        """Return the greatest number of the kind that the seat may hold, counting unknown cards."""
        hand = self.hands[seat]
        return hand[kind] + min(hand[UNKNOWN], self.free[kind])

    def flag(self, code: str, seat: int | None, event: int | None, certainty: str = PROVED, **facts: Any) -> None:
        """Add a finding. What hangs on a hand that follows only from the rest of the deck is assumed, not proved."""
        if certainty == PROVED and seat is not None and code in HAND_CODES:
            wanting = code in WANTING_CODES and self.hands[seat][UNKNOWN]
            if wanting or self.assumed >> seat & 1:
                certainty, facts["assuming"] = ASSUMED, "deck"
        self.findings.append(Finding(code, seat, event, certainty, facts))

    def take_cards(self, seat: int, cards: tuple[int, ...]) -> None:
        """Remove cards from a hand."""
        hand = self.hands[seat]
        for card in cards:
            if hand[card]:
                hand[card] -= 1
            else:
                self.take_unknown(seat)

    def take_unknown(self, seat: int) -> None:
        """Remove an unknown card, in place of one that the hand is not known to hold; if there is none, nothing."""
        if self.hands[seat][UNKNOWN]:
            self.hands[seat][UNKNOWN] -= 1

    def lay_sentence(self, seat: int, claim: int, kind: int, cards: tuple[int, int, int], event: int) -> None:
        """Lay a claimed sentence; the claimed card leaves the table and its seat has to discard."""
        self.laid[seat].append(new_laid((claim, kind, cards, self.owner == seat and self.revealed, event)))
        if claim != WEI:
            self.taken[seat] |= 1 << kind
        self.kind = NONE
        self.turn = seat
        self.phase = AFTER_WEI if claim == WEI else DISCARD_DUE

    def discardable(self, seat: int) -> list[int]:
        """Return the kinds the seat may certainly discard (R18–R20); unknown cards might make a pair a 砍."""
        hand, closed = self.hands[seat], self.taken[seat] | self.locked(seat)
        kinds = [k for k in range(KINDS) if hand[k] and hand[k] != 3 and not closed >> k & 1]
        return [k for k in kinds if hand[k] > 3 or self.most(seat, k) < 3] if self.hidden else kinds

    def locked(self, seat: int) -> int:
        """Return the mask of kinds left from a broken 砍, if the ruleset keeps those (switch ``broken_kan_locked``)."""
        if not self.rules.switches.broken_kan_locked:
            return 0
        weied = sum(1 << m.kind for m in self.laid[seat] if m.claim == WEI)
        hand = self.hands[seat]
        return sum(1 << k for k in range(KINDS) if self.kan[seat] >> k & 1 and hand[k] < 3) & ~weied

    def restart_kan(self) -> None:
        """Note which kinds are a 砍 at the deal."""
        self.kan = tuple(sum(1 << k for k in range(KINDS) if hand[k] == 3) for hand in self.hands)


def turn_order(seats: int, dealer: int) -> tuple[int, ...]:
    """Return the next playing seat by seat (R3); at a table of four the 守醒's entry points past itself.

    >>> turn_order(4, 0)
    (1, 3, 3, 0)
    """
    if seats == 3:
        return 1, 2, 0
    idle = shouxing_of(seats, dealer)
    order = [(seat + 1) % 4 for seat in range(4)]
    order[(idle - 1) % 4] = (idle + 1) % 4
    return tuple(order)


# (claimed kind, the two companions ascending) → the run they make: of one size only (R15).
RUNS = {
    (run[taken], run[:taken] + run[taken + 1 :]): run
    for low in range(KINDS)
    if low % 10 < 8
    for run in [(low, low + 1, low + 2)]
    for taken in range(3)
}
new_laid = partial(tuple.__new__, Laid)  # half the time of calling Laid
_OTHERS = ((1, 2), (2, 0), (0, 1))
_NOTHING_FREE = (0,) * (KINDS + 1)
_NO_KAN = (0, 0, 0, 0)
_LISTS = {
    "hands", "laid", "piles", "taken", "discarded", "chi_passed", "peng_passed", "dead", "barred", "zhe", "findings",
}  # fmt: skip
_SHARED = tuple(name for name in Table.__slots__ if name not in _LISTS)
CLAIM_RANK = {CHI: 1, PENG: 2}
