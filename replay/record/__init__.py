"""What was recorded: immutable, no rules. See ``model`` for the shapes and ``notation`` for the written form."""

from replay.record.json_form import from_json, to_json
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
    check,
)
from replay.record.notation import content_hash, parse_record, print_record

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
    "check",
    "content_hash",
    "from_json",
    "parse_record",
    "print_record",
    "to_json",
]
