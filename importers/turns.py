"""Whose turn it is by the order of play alone (R5–R9): for events without a seat, and to see where some lack."""

from __future__ import annotations

from replay.cards import NONE
from replay.record import CHI, DEAD, DISCARD, EXHAUSTED, HU, PENG, REVEAL, WEI, ZHE, Event


class Turns:
    """The card on the table (``kind``, ``owner``, ``revealed``) and who owes a discard; nothing is judged.

    ``after`` is the next playing seat by seat; ``dealer`` may be ``NONE``.
    """

    def __init__(self, after: list[int], dealer: int) -> None:
        self.after = after
        self.owes, self.kind, self.owner, self.revealed, self.dead = dealer, NONE, NONE, False, NONE
        self.begun = False

    def due(self, action: int, kind: int = NONE) -> int:
        """Return the seat that an action without one belongs to, ``NONE`` if the order of play does not say."""
        if action in (DISCARD, DEAD):
            return self.owes
        if action == WEI:
            on_table = self.revealed and self.owner != NONE and kind in (NONE, self.kind)
            return self.owner if on_table else self.due(REVEAL)
        if action == CHI:
            return self.owner if self.revealed or self.owner == NONE else self.after[self.owner]
        if action == REVEAL:
            last = self.owner if self.owner != NONE else self.dead if self.dead != NONE else self.owes
            return self.after[last] if last != NONE and self.begun else NONE
        if action in (HU, ZHE):
            return self.owner if self.revealed else self.owes
        return NONE

    def fits(self, event: Event) -> bool:
        """Tell whether the event can come next without anything in between."""
        action, seat = event.action, event.seat
        if not self.begun and self.owes == NONE:
            return True
        if action == DISCARD:
            return seat == self.owes
        if action == REVEAL:
            return self.owes == NONE and seat == self.due(REVEAL)
        if action in (WEI, PENG, CHI):
            same = self.owner != NONE and event.kind == self.kind
            if action == CHI:
                return same and (seat == self.after[self.owner] or (self.revealed and seat == self.owner))
            return same and (seat == self.owner and self.revealed) == (action == WEI)
        if action == HU:
            return self.revealed or not self.begun or self.owes == seat
        return action != DEAD or seat == self.owes

    def follow(self, event: Event) -> None:
        """Take the event as it happened."""
        action = event.action
        if action in (DISCARD, REVEAL):
            self.kind, self.owner, self.revealed = event.kind, event.seat, action == REVEAL
            self.owes = self.dead = NONE
        elif action in (WEI, PENG, CHI):
            self.kind, self.owner, self.revealed, self.owes = NONE, NONE, False, event.seat
        elif action == DEAD:
            self.owes, self.dead = NONE, event.seat
        elif action not in (HU, EXHAUSTED):
            return
        self.begun = True
