"""What was recorded: immutable, no rules. See ``model`` for the shapes and ``notation`` for the written form."""

from replay.record.model import (
    ACTIONS,
    CHI,
    DEAD,
    DISCARD,
    EXHAUSTED,
    HU,
    PASS,
    PENG,
    REVEAL,
    SHOW,
    WEI,
    ZHE,
    Claimed,
    Event,
    HandRecord,
)

__all__ = [
    "ACTIONS",
    "CHI",
    "DEAD",
    "DISCARD",
    "EXHAUSTED",
    "HU",
    "PASS",
    "PENG",
    "REVEAL",
    "SHOW",
    "WEI",
    "ZHE",
    "Claimed",
    "Event",
    "HandRecord",
]
