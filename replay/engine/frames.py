"""Pictures of a table: everything that lay there at one moment, immutable."""

from __future__ import annotations

import msgspec

from replay.cards import KINDS, NONE
from replay.engine.table import PHASES, Table
from replay.melds import Laid
from replay.record.model import shouxing_of


class Pile(msgspec.Struct, frozen=True):
    """A card nobody took: its kind, whether it was revealed (else discarded), and the event that brought it."""

    kind: int
    revealed: bool
    event: int


class Pending(msgspec.Struct, frozen=True):
    """The card on the table that may be claimed: its kind, the seat it came from, revealed or discarded, its event."""

    kind: int
    seat: int
    revealed: bool
    event: int


class Frame(msgspec.Struct, frozen=True):
    """The table after ``index`` events; tuples by seat.

    ``hands`` are ascending kinds, ``UNKNOWN`` last; ``phase`` is one of ``PHASES``; ``turn`` the seat that is due to
    act (while a card lies on the table: the one that reveals if nobody claims it), ``NONE`` when the hand is over.
    """

    index: int
    dealer: int
    shouxing: int
    hands: tuple[tuple[int, ...], ...]
    laid: tuple[tuple[Laid, ...], ...]
    piles: tuple[tuple[Pile, ...], ...]
    pending: Pending | None
    stock_left: int
    turn: int
    phase: str
    dead: tuple[bool, ...]
    barred: tuple[bool, ...]
    winner: int | None


def frame_of(t: Table, index: int) -> Frame:
    """Return the picture of the table after ``index`` events."""
    waiting = t.owner if PHASES[t.phase] == "card" else t.turn
    turn = {"over": NONE, "card": t.nxt[waiting], "reveal": t.nxt[waiting]}.get(PHASES[t.phase], t.turn)
    return Frame(
        index=index,
        dealer=t.dealer,
        shouxing=shouxing_of(len(t.hands), t.dealer),
        hands=tuple(tuple(k for k in range(KINDS + 1) for _ in range(hand[k])) for hand in t.hands),
        laid=tuple(tuple(laid) for laid in t.laid),
        piles=tuple(tuple(Pile(*card) for card in pile) for pile in t.piles),
        pending=None if t.kind == NONE else Pending(t.kind, t.owner, t.revealed, t.card_event),
        stock_left=max(0, len(t.stock) - t.drawn),
        turn=turn,
        phase=PHASES[t.phase],
        dead=tuple(t.dead),
        barred=tuple(t.barred),
        winner=t.hu[0] if t.hu else None,
    )
