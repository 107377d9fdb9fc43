"""Reads the data tables of rule cases (``tests/data/rules/*.toml``) and makes records of them.

A table has ``[hands]``, names for whole hands that cases use as ``"=name"``, and cases::

    [[case]]
    id = "r16_a_untaken_discard_marks_xia_jia"   # rNN_…: the rule; the pages of the rulebook are covered one by one
    events = "甲出三 乙揭九 …"                       # with the marks of ``hands.marked_hand``: what is expected, where
    a = "三三"                                     # cards of the hands, see there; likewise b, c, d, stock, dealer, seats
    deal = ["stock_count", "deal_count 甲"]        # findings expected on the deal
    change = ["a -三+四"]                          # the deal spoilt, see ``hands.change``
    hide = ["b 三三", "stock"]                     # cards unknown, see ``hands.hide``
    outcome = "hu 丙"                              # if given: outcome, winner and total
    switches = { win_on_discard = true }
    min_xi, ruleset, claimed, dealer_unsaid        # all optional
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from replay.cards import NONE
from replay.engine import Replay, audit
from replay.record import Claimed, HandRecord
from replay.record.words import SEATS
from replay.rulesets import Ruleset, load
from tests.engine.hands import Mark, change, hide, marked_hand

FOLDER = Path(__file__).parent.parent / "data" / "rules"
_DEAL = ("a", "b", "c", "d", "stock", "dealer", "seats")
_OTHER = ("id", "events", "deal", "change", "hide", "outcome", "switches", "ruleset", "claimed", "dealer_unsaid")


class Case(NamedTuple):
    """One case: the record, the rules it is judged by, and what the referee must find, no more and no less."""

    id: str
    record: HandRecord
    rules: Ruleset
    expected: tuple[Mark, ...]
    outcome: str

    @property
    def rejecting(self) -> bool:
        """Tell whether a violation is expected."""
        return bool(self.expected)


def found(replay: Replay) -> tuple[Mark, ...]:
    """Return (code, seat, event, certainty) of every finding, sorted."""
    return tuple(sorted(((f.code, f.seat, f.event, f.certainty) for f in replay.findings), key=_order))


def run(case: Case) -> Replay:
    """Return the audit of the case's record."""
    return audit(case.record, case.rules)


def _order(mark: Mark) -> tuple[Any, ...]:
    code, seat, event, certainty = mark
    return (-1 if event is None else event, -1 if seat is None else seat, code, certainty)


def load_cases() -> list[Case]:
    """Return every case of every table; raises ``ValueError`` naming the case that cannot be built."""
    cases: list[Case] = []
    for path in sorted(FOLDER.glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        for data in table["case"]:
            try:
                cases.append(_case(data, table.get("hands", {})))
            except (ValueError, KeyError) as error:
                raise ValueError(f"{path.name}: {data.get('id')}: {error}") from error
    return cases


def _case(data: dict[str, Any], names: dict[str, str]) -> Case:
    if strange := set(data) - {*_DEAL, *_OTHER}:
        raise ValueError(f"unknown keys {strange}")
    deal = {key: data[key] for key in _DEAL if key in data}
    for key, value in deal.items():
        if isinstance(value, str) and value.startswith("="):
            deal[key] = names[value[1:]]
    record, marks = marked_hand(data.get("events", ""), **deal)
    record = hide(change(record, *data.get("change", ())), *data.get("hide", ()))
    if data.get("dealer_unsaid"):
        record = replace(record, dealer=NONE)
    if "claimed" in data:
        said = {key: tuple(value) if isinstance(value, list) else value for key, value in data["claimed"].items()}
        record = replace(record, claimed=Claimed(**said))
    expected = tuple(sorted((*marks, *map(_on_the_deal, data.get("deal", ()))), key=_order))
    return Case(data["id"], record, ruleset(data), expected, data.get("outcome", ""))


def ruleset(data: dict[str, Any]) -> Ruleset:
    """Return the ruleset of the case: ``jiben`` unless it names another, with its switches."""
    rules = load(data.get("ruleset", "jiben"))
    if "switches" not in data:
        return rules
    return replace(rules, switches=replace(rules.switches, **data["switches"]), hash="")


def _on_the_deal(text: str) -> Mark:
    code, _, seat = text.partition(" ")
    certainty = "undecidable" if code.endswith("?") else "proved"
    return code.rstrip("?"), SEATS.index(seat) if seat else None, None, certainty
