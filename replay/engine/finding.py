"""What the referee finds. One table of codes; the words are made only when somebody reads them."""

from __future__ import annotations

from typing import Any

import msgspec

PROVED, ASSUMED, UNDECIDABLE = "proved", "assumed", "undecidable"


class Finding(msgspec.Struct, frozen=True):
    """One break of the rules (or a judgement that the record does not allow).

    ``code`` is a key of ``replay.engine.codes.CODES``; ``seat`` from 0 or ``None``; ``event`` the index in the record
    or ``None`` for the deal; ``certainty`` is ``proved``, ``assumed`` or ``undecidable``. ``facts`` hold what the
    message is made of: kinds under names ending in ``kind``/``kinds``, ``expected``, ``actual`` and counts.
    """

    code: str
    seat: int | None
    event: int | None
    certainty: str = PROVED
    facts: dict[str, Any] = {}
