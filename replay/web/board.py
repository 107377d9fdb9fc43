"""What the moving table needs: one compact object with every frame of a hand, put into the page once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replay.analysis.xi import Timeline, group_xi, tuanyuan_xi
from replay.cards import KINDS
from replay.engine import Frame, Replay
from replay.engine.finding import Finding
from replay.engine.frames import Pending
from replay.melds import Laid
from replay.record import ACTIONS, CHI
from replay.web.languages import page_words, t
from replay.web.words import card_name, event_text, face, finding_name, seat_mark, seat_names

# Words the scripts put together themselves.
SCRIPT_WORDS = ("board.", "card.", "chart.", "claim.", "due.", "seat.", "step.")


def board(replay: Replay, shown: Sequence[Frame], line: Timeline, step: int, min_xi: int) -> dict[str, Any]:
    """Return the data of the hand page's scripts, JSON values only.

    ``frames[n]`` is the table after ``n`` events: ``h`` hands, ``l`` laid sentences as [claim, kind, cards, own, event,
    points, 團圓], ``d`` cards nobody took as [kind, revealed, event], ``p`` the card on the table as [kind, seat,
    revealed, event] or null, ``s`` cards left in the stock, ``t`` the seat to act, ``due`` the phase, ``x`` dead hands.
    """
    record = replay.record
    first = shown[0]
    return {
        "step": step,
        "steps": len(shown) - 1,
        "seats": [
            {"name": name, "mark": seat_mark(seat), "dealer": seat == first.dealer, "shouxing": seat == first.shouxing}
            for seat, name in enumerate(seat_names(record))
        ],
        "winner": replay.winner,
        "outcome": replay.outcome,
        "min_xi": min_xi,
        "faces": [face(kind) for kind in range(KINDS)],
        "card_names": [card_name(kind) for kind in range(KINDS + 1)],
        "frames": [_frame(frame) for frame in shown],
        "events": [[ACTIONS[event.action], event.seat, event.kind, event_text(event)] for event in record.events],
        "xi": {"laid": line.laid, "hand": line.hand},
        "findings": [
            [step_of(finding), -1 if finding.seat is None else finding.seat, finding_name(finding.code)]
            for finding in replay.findings
        ],
        "words": {key: t(key) for key in page_words() if key.startswith(SCRIPT_WORDS)},
    }


def step_of(finding: Finding) -> int:
    """Return the step at which the finding shows: the frame after its event, 0 for the deal."""
    return 0 if finding.event is None else finding.event + 1


def _frame(frame: Frame) -> dict[str, Any]:
    return {
        "h": frame.hands,
        "l": [[_laid(group, hand, laid) for group in laid] for hand, laid in zip(frame.hands, frame.laid, strict=True)],
        "d": [[(card.kind, int(card.revealed), card.event) for card in pile] for pile in frame.piles],
        "p": _pending(frame.pending),
        "s": frame.stock_left,
        "t": frame.turn,
        "due": frame.phase,
        "x": [int(dead) for dead in frame.dead],
    }


def _pending(card: Pending | None) -> tuple[int, int, int, int] | None:
    return None if card is None else (card.kind, card.seat, int(card.revealed), card.event)


def _laid(group: Laid, hand: Sequence[int], laid: Sequence[Laid]) -> list[Any]:
    whole = group.claim != CHI and (
        group.kind in hand or any(other.claim == CHI and group.kind in other.cards for other in laid)
    )
    points = group_xi(group) + (tuanyuan_xi(group.kind) if whole else 0)
    return [ACTIONS[group.claim], group.kind, group.cards, int(group.own), group.event, points, int(whole)]
