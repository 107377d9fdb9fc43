"""A sentence that lies on the table."""

from __future__ import annotations

from typing import NamedTuple


class Laid(NamedTuple):
    """A laid sentence.

    ``claim`` is ``replay.record.CHI``, ``PENG`` or ``WEI``; ``kind`` the claimed card (for 碰 and 偎 the kind of all
    three); ``cards`` the three kinds, ascending; ``own`` whether its seat revealed the claimed card itself; ``event``
    the index of the claim's event, -1 if unknown.
    """

    claim: int
    kind: int
    cards: tuple[int, int, int]
    own: bool
    event: int = -1
