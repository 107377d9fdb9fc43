"""What was legal: the referee.

``audit(record, ruleset)`` gives findings, result and frames and goes on after a violation; ``replay`` raises at the
first; ``legal_events(table)`` tells what may come next; ``perft`` counts.
"""

from replay.engine.audit import Replay, audit, frame_at, frames, replay
from replay.engine.codes import CODES, message
from replay.engine.finding import ASSUMED, PROVED, UNDECIDABLE, Finding
from replay.engine.frames import Frame
from replay.engine.legal import legal_events
from replay.engine.perft import perft
from replay.engine.setup import start
from replay.engine.table import RuleViolation, Table

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
