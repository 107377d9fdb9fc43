"""What the scorer is asked and what it answers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from replay.cards import NONE
from replay.melds.laid import Laid
from replay.scoring.reading import Reading


class Win(msgspec.Struct, frozen=True):
    """A hand that claims to have won.

    ``laid`` are its laid sentences in the order laid; ``hand`` the counts of its 20 kinds before the winning card (a
    21st count is ignored); ``won`` the winning card, ``NONE`` after a 偎 and at the deal. ``by_self``: the winner
    revealed it. ``via_wei``: won right after the 偎 that is the last of ``laid``. ``last``: it was the last stock card.
    ``at_deal``: the dealer's complete 20 before the first discard (§7). ``zhe`` has the kinds shown by each 蟄 of the
    winner that still stands (where ``zhe_reset_by_wei`` is on, those before a 偎 do not). ``dealt``: the counts of the
    hand as it was dealt, ``None`` if that is not known.
    """

    laid: tuple[Laid, ...]
    hand: Sequence[int]
    won: int = NONE
    by_self: bool = False
    via_wei: bool = False
    last: bool = False
    at_deal: bool = False
    dealer: bool = False
    zhe: tuple[tuple[int, ...], ...] = ()
    dealt: Sequence[int] | None = None


class Item(msgspec.Struct, frozen=True):
    """One 名堂 that was awarded: its 繁體 name, ``×`` or ``+``, and all it adds (units × value)."""

    id: str
    name: str
    op: str
    value: int


class Score(msgspec.Struct, frozen=True):
    """What a win is worth: ``total`` = ``xi`` × ``multiplier`` + the additive items (R33).

    ``items`` come in the rulebook's order; ``reading`` is the way the hand was read, ``None`` where a deal-time win
    pays just its value (``xi`` is then 0). ``replay.scoring.explain`` turns it into groups.
    """

    xi: int
    multiplier: int
    total: int
    items: tuple[Item, ...]
    reading: Reading | None = None


class Shortfall(msgspec.Struct, frozen=True):
    """Why there is no legal win: ``reason`` is ``incomplete`` or ``short``, ``xi`` the most it counts."""

    reason: str
    xi: int
    needed: int
