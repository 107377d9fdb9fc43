"""What was legal: the referee.

``audit(record, ruleset)`` gives findings, result and frames and goes on after a violation; ``replay`` raises at the
first; ``legal_events(table)`` tells what may come next; ``perft`` counts.
"""

from replay.engine.audit import Replay, audit, frame_at, frames, replay
from replay.engine.codes import CODES
from replay.engine.finding import ASSUMED, PROVED, UNDECIDABLE, Finding, RuleViolation
from replay.engine.frames import Frame
from replay.engine.legal import legal_events
from replay.engine.perft import perft
from replay.engine.setup import start
from replay.engine.table import Table
from replay.engine.words import message

__all__ = [
    "ASSUMED",
    "CODES",
    "PROVED",
    "UNDECIDABLE",
    "Finding",
    "Frame",
    "Replay",
    "RuleViolation",
    "Table",
    "audit",
    "frame_at",
    "frames",
    "legal_events",
    "message",
    "perft",
    "replay",
    "start",
]
