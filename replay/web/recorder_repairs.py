"""What small changes would make the hand legal, for the recorder. None is applied unless the reader takes it."""

from __future__ import annotations

from typing import Any

from replay.analysis.repair_words import KINDS, VERDICTS, change_text, implied_text, reason_text
from replay.analysis.repairs import Change, Repair
from replay.analysis.verdict import verdict
from replay.record import HandRecord
from replay.rulesets import Ruleset
from replay.web.languages import Language, current, t
from replay.web.recorder_forms import data_of

SHOWN = 5
EFFORT = 30_000  # events judged: well under a second


def proposals(record: HandRecord, rules: Ruleset) -> dict[str, Any]:
    """Return the verdict in words, what speaks for a slip and for an offence, and the ranked repairs.

    Each repair has its words, how many firm findings remain, and the ``record`` as it would be.
    """
    judged = verdict(record, rules, SHOWN, EFFORT)
    language = current()
    reasons = [*judged.slip, *judged.offence]
    return {
        "verdict": VERDICTS[judged.word][language.column],
        "reasons": [reason_text(reason, language.key) for reason in reasons],
        "stopped": judged.search.stopped,
        "repairs": [_repair(repair, language) for repair in judged.search.repairs],
    }


def _repair(repair: Repair, language: Language) -> dict[str, Any]:
    return {
        "changes": [_change(change, language) for change in repair.changes],
        "implies": [implied_text(implied, language.key) for implied in repair.implies],
        "remaining": len(repair.remaining),
        "record": data_of(repair.record),
    }


def _change(change: Change, language: Language) -> str:
    """Return one change with its step as the page counts them."""
    text = f"{change_text(None, change.before, change.after)} ({KINDS[change.kind][language.column]})"
    return text if change.event is None else f"{t('rec.step', step=change.event + 1)}: {text}"
