"""A slip of the pen, or a player's offence? Both readings of a hand with findings, and what speaks for each.

The findings stand whatever the verdict is: that a small change would make a hand legal does not make it so.
"""

from __future__ import annotations

from typing import Any

import msgspec

from replay.analysis.edits import COSTS
from replay.analysis.repairs import EFFORT, Repair, Search, search
from replay.analysis.trial import firm
from replay.engine import Finding, audit
from replay.record import HandRecord
from replay.rulesets import Ruleset

CLEAN, SLIP, EITHER, OFFENCE = "clean", "slip", "either", "offence"

# What a table lets happen and players are known to do (RULES §12 and §13, the names of §11).
OFFENCES = frozenset({
    "chi_could_peng", "chi_own_discard", "chi_passed", "chi_wrong_source", "claimed_over_priority",
    "claimed_weied_card", "dead_hand_act", "deal_count", "discard_kan", "discard_taken", "false_deal_win", "false_zhe",
    "fed_tuanyuan", "forgot_wei", "hu_barred", "hu_incomplete", "hu_on_discard", "hu_out_of_order", "hu_short_xi",
    "last_card_claim", "missed_discard", "peng_passed", "wrong_dealer", "wrong_score", "wrong_settlement",
})  # fmt: skip
# Known tricks (§13) among what otherwise only a wrong record shows: cards exchanged, stolen, put on the stock.
TRICKS = frozenset({"card_not_in_hand", "stock_order", "stock_count", "deal_count", "false_wei"})
MISTAKES = frozenset({"chi_passed", "forgot_wei"})  # named among the 常犯錯誤 of §12
SMALL = COSTS["card"] - 1  # the dearest change that casts doubt on an offence
SINGLE = COSTS["extra"]  # and on what a table would have seen at once


class Reason(msgspec.Struct, frozen=True):
    """What speaks for a reading: ``key`` is one of ``repair_words.REASONS``."""

    key: str
    facts: dict[str, Any] = {}


class Verdict(msgspec.Struct, frozen=True):
    """Both readings of a hand. ``word`` is ``clean`` (nothing firm was found), ``slip`` (one small change makes it
    legal, and the table would hardly have let it happen), ``either`` (one small change makes it legal, but players do
    such things) or ``offence`` (no small change makes it legal). ``findings`` are all firm ones, none excused.
    """

    word: str
    findings: tuple[Finding, ...]
    search: Search
    slip: tuple[Reason, ...] = ()
    offence: tuple[Reason, ...] = ()


def verdict(record: HandRecord, rules: Ruleset, limit: int = 5, effort: int = EFFORT) -> Verdict:
    """Return the verdict on the hand, with its ranked repairs."""
    findings = tuple(firm(list(audit(record, rules).findings)))
    found = search(record, rules, limit, effort)
    if not findings:
        return Verdict(CLEAN, (), found)
    offences = tuple(f for f in findings if f.code in OFFENCES)
    best = small(found.repairs, SMALL if offences else SINGLE)
    word = OFFENCE if best is None else EITHER if offences else SLIP
    return Verdict(word, findings, found, _for_slip(findings, found, best), _for_offence(findings, best))


def small(repairs: tuple[Repair, ...], cost: int) -> Repair | None:
    """Return the best repair if it is one change of at most this cost that leaves nothing."""
    best = repairs[0] if repairs else None
    return best if best and len(best.changes) == 1 and not best.remaining and best.cost <= cost else None


def _for_slip(findings: tuple[Finding, ...], found: Search, best: Repair | None) -> tuple[Reason, ...]:
    full = [repair for repair in found.repairs if not repair.remaining]
    if best is not None:
        reasons = [Reason("one_change", {"before": best.changes[0].before, "after": best.changes[0].after})]
        if best.alike > 1:
            reasons.append(Reason("alike", {"count": best.alike}))
    elif full:
        reasons = [Reason("far_change" if len(full[0].changes) == 1 else "two_changes")]
    else:
        reasons = [Reason("no_change")]
    if found.stopped:
        reasons.append(Reason("stopped"))
    for code in dict.fromkeys(f.code for f in findings if f.code not in OFFENCES):
        reasons.append(Reason("seen_at_once", {"code": code}))
    return tuple(reasons)


def _for_offence(findings: tuple[Finding, ...], best: Repair | None) -> tuple[Reason, ...]:
    reasons = []
    for code in dict.fromkeys(f.code for f in findings):
        if code in MISTAKES:
            reasons.append(Reason("often_done", {"code": code}))
        elif code in TRICKS:
            reasons.append(Reason("known_trick", {"code": code}))
        elif code in OFFENCES:
            reasons.append(Reason("can_be_done", {"code": code}))
    if best is not None:
        reasons += [Reason("ends_otherwise", i.facts) for i in best.implies if i.key == "outcome"]
        reasons += [Reason("needs_other_deal") for i in best.implies if i.key == "deal"]
    return (*reasons, Reason("finding_stays"))
