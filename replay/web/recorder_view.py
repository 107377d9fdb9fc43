"""What the recorder shows of a hand being written down: the table at one step, what may come next, what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from replay.analysis.evening import FALSE_WINS, next_dealer, outcome_of
from replay.analysis.xi import of_frames
from replay.cards import COPIES, KINDS, NONE, UNKNOWN
from replay.engine import UNDECIDABLE, Frame, Replay, Table, audit, start
from replay.engine.finding import Finding
from replay.engine.frames import frame_of
from replay.engine.handlers import HANDLERS
from replay.engine.possible import possible_events
from replay.record import ACTIONS, DISCARD, EXHAUSTED, HandRecord, print_record
from replay.rulesets import CATALOGUE, Ruleset
from replay.web import words
from replay.web.board import board, step_of
from replay.web.languages import current

STATIC = ("faces", "card_names", "words")  # sent once, with the page


def view(record: HandRecord, rules: Ruleset, at: int) -> dict[str, Any]:
    """Return what the page shows after the first ``at`` events of the judged record, JSON values only.

    The board's data of that one step; ``next``: who is due with what action; ``legal``: the events that may follow, as
    [action, seat, kind, cards, sure, words]; ``unseen``: how many cards of each kind nobody has seen yet; ``faults``:
    every finding of the whole record with its step; ``deals``: who deals the next hand (R27).
    """
    replay = audit(record, rules)
    table = _table_at(record, rules, at)
    frame = frame_of(table, at)
    data = board(replay, (frame,), of_frames((frame,)), at, rules.min_xi)
    for name in STATIC:
        del data[name]
    return {
        **data,
        "steps": len(record.events),
        "frame": data.pop("frames")[0],
        "events": [words.event_text(event) for event in record.events],
        "faults": [_fault(finding) for finding in replay.findings],
        "legal": [
            [ACTIONS[e.action], e.seat, e.kind, list(e.cards), sure, words.event_text(e)]
            for e, sure in possible_events(table)
        ],
        "next": _next(table, frame),
        "unseen": _unseen(frame),
        "deals": _deals_next(replay, rules),
        "ruleset": rules.id,
        "result": _result(replay),
        "notation": print_record(record),
    }


def _table_at(record: HandRecord, rules: Ruleset, at: int) -> Table:
    table = start(record, rules)
    for index, event in enumerate(record.events[:at]):
        HANDLERS[event.action](table, event, index)
    return table


def _next(table: Table, frame: Frame) -> list[Any] | None:
    """Return [action, seat] of what is due if nobody claims anything, ``None`` when the hand is over."""
    if frame.turn == NONE:
        return None
    if frame.phase in ("deal", "discard") or (frame.phase == "after_wei" and not table.last):
        return [ACTIONS[DISCARD], frame.turn]
    return [ACTIONS[EXHAUSTED], NONE] if table.last else ["reveal", frame.turn]


def _unseen(frame: Frame) -> list[int]:
    left = [COPIES] * KINDS
    seen: list[Sequence[int]] = [*frame.hands, *(group.cards for laid in frame.laid for group in laid)]
    seen += [[card.kind for card in pile] for pile in frame.piles]
    seen += [[frame.pending.kind]] if frame.pending else []
    for kinds in seen:
        for kind in kinds:
            if 0 <= kind < UNKNOWN:
                left[kind] -= 1
    return [max(0, number) for number in left]


def _fault(finding: Finding) -> dict[str, Any]:
    return {
        "step": step_of(finding),
        "seat": finding.seat,
        "code": finding.code,
        "name": words.finding_name(finding.code),
        "text": words.finding_text(finding),
        "certainty": finding.certainty,
        "rules": words.rules_of(finding.code),
    }


def _deals_next(replay: Replay, rules: Ruleset) -> int:
    """Return who deals the next hand (R27); a 胡 that hidden cards leave open counts as the table took it."""
    outcome = outcome_of(replay)
    open_ = any(f.certainty == UNDECIDABLE and f.code in FALSE_WINS for f in replay.findings)
    if replay.score is None and replay.winner is not None and open_:
        outcome = replace(outcome, winner=replay.winner)
    return next_dealer(outcome, rules)


def _result(replay: Replay) -> dict[str, Any] | None:
    """Return what the win is worth, ``None`` without a legal win."""
    score = replay.score
    if score is None:
        return None
    column = current().column
    names = [
        (entry.hant, entry.hans, entry.en)[column] if (entry := CATALOGUE.get(item.id)) else item.name
        for item in score.items
    ]
    return {"xi": score.xi, "multiplier": score.multiplier, "total": score.total, "mingtang": names}
