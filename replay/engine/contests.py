"""Two declarations for one card (R7, R8, R10): the record shows a claim, and then another on the same card.

A right counts only if it is proved legal: the table is set back to before the first claim and the second is tried
there. If it holds and goes first, the first claim broke R10 and is undone; if not, it is the second that is at fault,
and it changes nothing.
"""

from __future__ import annotations

from typing import Any

from replay.cards import UNKNOWN
from replay.engine.finding import PROVED, UNDECIDABLE, Finding
from replay.engine.table import AFTER_WEI, CARD, CLAIM_RANK, DISCARD_DUE, OVER, Table
from replay.record import CHI, DISCARD, HU, PASS, PENG, WEI, Event

CLAIMS = frozenset({WEI, PENG, CHI, HU})


class Again(Exception):
    """Two claims of one card were met on a table that kept nothing to set back to: run the record again, keeping."""


def keep_before(t: Table, event: Event, index: int) -> None:
    """Keep the table as it is before a claim if the record's next word is another seat's claim.

    Kept, not run again: a record of nothing but claims must not cost more than its length.
    """
    t.before = None
    for following in t.record.events[index + 1 :] if index >= 0 else ():
        if following.action != PASS:
            if following.action in CLAIMS and following.seat != event.seat:
                t.before = t.copy()
            return


def take_over(t: Table, before: Table) -> None:
    """Go on from an earlier state, keeping the findings so far."""
    before.findings = t.findings
    t.become(before)


def contest(t: Table, event: Event, index: int) -> bool:
    """Judge a 碰, 吃 or 胡 of the card that somebody has just taken; return whether it holds.

    If it does, the card lies on the table again. If not, what was wrong with it is found and it is to be left out.
    """
    loser, first = t.turn, t.laid[t.turn][-1]
    if first.claim == WEI:
        t.flag("claimed_weied_card", event.seat, index, kind=first.kind, other=loser, action=event.action)
        return False
    if event.action != HU and right(t, event.action, event.seat) <= right(t, first.claim, loser):
        lower: dict[str, Any] = {"kind": first.kind, "action": event.action, "other": loser, "higher": first.claim}
        t.flag("claimed_over_priority", event.seat, index, **lower)
        return False
    before = t.before
    if not t.keep:
        raise Again
    if before is None:  # not a record's events in order: nothing to set back to
        out = {"kind": first.kind, "action": event.action, "other": loser, "higher": first.claim}
        t.flag("claimed_over_priority", event.seat, index, UNDECIDABLE, **out)
        return False
    faults = tried(before, event, index)
    refuted = any(fault.certainty != UNDECIDABLE for fault in faults)
    if refuted or (faults and not goes_on(t, event.seat, index)):
        for fault in faults:
            t.flag(fault.code, fault.seat, fault.event, fault.certainty, **fault.facts)
        return False
    facts: dict[str, Any] = {"kind": first.kind, "action": first.claim, "other": event.seat, "higher": event.action}
    if not any(finding.event == first.event and finding.certainty != UNDECIDABLE for finding in t.findings):
        t.flag("claimed_over_priority", loser, first.event, UNDECIDABLE if faults else PROVED, **facts)
    take_over(t, before)
    return True


def goes_on(t: Table, seat: int, index: int) -> bool:
    """Tell whether the record goes on with the seat's discard: where a right is open, that shows who got the card."""
    following = next((event for event in t.record.events[index + 1 :] if event.action != PASS), None)
    return following is not None and following.action == DISCARD and following.seat == seat


def tried(before: Table, event: Event, index: int) -> list[Finding]:
    """Return what would be found on the event if it came on this table, which is left as it is."""
    from replay.engine.handlers import HANDLERS

    trial = before.copy()
    trial.findings = []
    HANDLERS[event.action](trial, event, index)
    return [finding for finding in trial.findings if finding.event == index]


def right(t: Table, action: int, seat: int) -> tuple[int, int]:
    """Return what to compare two claims on the table's last card by: 碰 before 吃, the revealer before their 下家."""
    return CLAIM_RANK[action], -(seat != t.owner)


def claimed_too_early(t: Table, event: Event, index: int) -> None:
    """Take back a claim that came before the revealer's forced 偎, which ``event`` now lays (R7, R10).

    The revealer then has not forgotten it; who claimed the card took one that was 偎'd.
    """
    claim = _last_claim(t, event.seat)
    if claim is None:
        return
    seat, action, at = claim
    before = t.before
    if not t.keep:
        raise Again
    if before is None:
        return
    kind = before.kind
    lies = before.phase == CARD and before.revealed and before.owner == event.seat and event.kind in (kind, UNKNOWN)
    if not lies or before.hands[event.seat][kind] < 2 or before.dead[event.seat]:
        return
    t.findings = [
        finding
        for finding in t.findings
        if not (finding.event == at and finding.code != "false_wei")
        and not (finding.event == before.card_event and finding.code == "forgot_wei")
    ]
    if action != WEI:
        t.flag("claimed_weied_card", seat, at, kind=kind, other=event.seat, action=action)
    take_over(t, before)


def _last_claim(t: Table, seat: int) -> tuple[int, int, int] | None:
    """Return seat, action and event of the claim another seat has just made."""
    if t.phase == OVER and t.hu is not None and t.hu[0] != seat and t.paused == CARD:
        return t.hu[0], HU, t.hu[1]
    if t.phase in (DISCARD_DUE, AFTER_WEI) and t.turn != seat and t.laid[t.turn]:
        first = t.laid[t.turn][-1]
        return t.turn, first.claim, first.event
    return None
