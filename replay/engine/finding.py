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


class RuleViolation(Exception):
    """The first break of the rules in a record; ``finding`` says which."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding

    def __str__(self) -> str:
        from replay.engine.words import message

        place = "the deal" if self.finding.event is None else f"event {self.finding.event}"
        return f"{place}: {message(self.finding, 'en')} [{self.finding.code}]"
