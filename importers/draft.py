"""A hand as it is written down by people: seats still words, cards in the order they stand, much left to be understood.

Written transcripts and spreadsheets are both read into a ``Draft``; ``settle`` makes the record of it.
"""

from __future__ import annotations

import msgspec

from importers.entry import problem
from replay.errors import WmqError


class Spot(msgspec.Struct, frozen=True):
    """Where a piece of a file stands: line and column from 1 (or a path, such as a cell), and its text."""

    text: str = ""
    line: int | None = None
    column: int | None = None
    path: str = ""


class Move(msgspec.Struct):
    """One thing that somebody did, as written.

    ``seat`` is a seat's word or empty; ``kinds`` are the cards in the order written; ``using`` the cards named as one's
    own (用四五吃三), ``None`` if none are. ``bare`` tells of a 偎 that it has no 揭 of its own. ``doubt`` tells that
    something before it was not understood.
    """

    action: int
    seat: str = ""
    kinds: list[int] = []
    using: list[int] | None = None
    spot: Spot = Spot()
    time: int | None = None
    remark: str = ""
    bare: bool = False
    doubt: bool = False


class Hand(msgspec.Struct):
    """A seat's cards at the deal as far as written; ``size`` is how many there were, ``open``: more are unknown."""

    cards: list[int]
    size: int | None = None
    open: bool = False
    spot: Spot = Spot()


class Claim(msgspec.Struct):
    """What is said about the result; ``outcome`` is ``None`` if nothing is, ``each`` what every loser pays."""

    outcome: str | None = None
    winner: str = ""
    xi: int | None = None
    multiplier: int | None = None
    total: int | None = None
    mingtang: list[str] | None = None
    payments: dict[str, int] = {}
    each: int | None = None
    said: bool = False


class Draft(msgspec.Struct):
    """One hand of a file, in the order it is read.

    ``names`` and ``hands`` go by a seat's word; ``people`` are the folded names and their words, ``guessed`` if nobody
    listed them, so that their order is open. ``later`` is a name of the dealer met before the names, ``shouxing`` the
    word for the seat that sits out, ``near`` whom 上家 and 下家 are stated to be seen from. ``notes`` are remarks on no
    event in particular, ``listed`` is the list of cards that the last line held. ``doubt`` tells that something was not
    understood since the last event, ``over`` that the hand came to an end; ``stamp`` is a time waiting for its event,
    ``origin`` the first of the clock.
    """

    line: int | None = None
    path: str = ""
    seats: int = 0
    ruleset: str = ""
    names: dict[str, str] = {}
    people: dict[str, str] = {}
    guessed: bool = False
    dealer: str = ""
    later: Spot | None = None
    shouxing: str = ""
    near: str = ""
    hands: dict[str, Hand] = {}
    stock: Hand | None = None
    left: Hand | None = None
    moves: list[Move] = []
    claim: Claim = msgspec.field(default_factory=Claim)
    notes: list[str] = []
    problems: list[WmqError] = []
    listed: Hand | None = None
    doubt: bool = False
    over: bool = False
    stamp: int | None = None
    origin: int | None = None

    def report(self, code: str, spot: Spot, expected: str, found: str | None = None) -> None:
        """Note something that was not understood."""
        error = problem(code, spot.text if found is None else found, expected, spot.path, spot.column)
        self.problems.append(error.at(line=spot.line))

    def next(self, line: int | None) -> Draft:
        """Return the draft of the next hand of the file: the same people play by the same rules."""
        return Draft(
            line,
            seats=self.seats,
            ruleset=self.ruleset,
            names=self.names,
            people=self.people,
            near=self.near,
            guessed=self.guessed,
        )

    @property
    def begun(self) -> bool:
        """Tell whether anything of a hand was read."""
        return bool(self.moves or self.hands or self.stock or self.left or self.problems or self.claim.said)
