"""The reckoning of an evening: hands in order, who deals, who pays, the pot, everybody's balance (RULES §9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, render_template

from replay import store
from replay.analysis.evening import Evening, Row, evening
from replay.cards import NONE
from replay.engine import UNDECIDABLE, Finding, Replay, audit
from replay.errors import WmqError
from replay.record.notation import parse_record
from replay.rulesets import Ruleset
from replay.store import Hand
from replay.store.sittings import MOST
from replay.web import charts, security, shelf, words
from replay.web.languages import t
from replay.web.reckoning import part_words, signed
from replay.web.schemas import EVENING, asked
from replay.web.session import reader

bp = Blueprint("evenings", __name__)

_RANGE = re.compile(r"([0-9]{1,9})(?:\s*[-–]\s*([0-9]{1,9}))?")


@bp.get("/evening")
def show() -> str | tuple[str, int]:
    """Show the evening that the address names, or what there is to choose from."""
    query, wrong = asked(EVENING)
    unknown = wrong.get("ruleset", "")
    if not (query["upload"] or query["table"] or query["hands"]):
        return _choose(query)
    try:
        ids = numbers(query["hands"])
    except ValueError:
        return _choose(query, t("evening.bad_hands", text=query["hands"]))
    hands = _hands(query, ids)
    if not hands:
        return _choose(query, t("evening.not_found" if ids else "evening.empty"))
    rules = _rules(query["ruleset"], hands[0])
    kept, replays, notes = _judge(hands, rules)
    try:
        reckoned = evening(replays, rules, query["pot"])
    except ValueError:
        return _choose(query, t("evening.mixed"))
    if not replays:
        return _choose(query, t("evening.empty"))
    security.allow_inline_style()
    return render_template(
        "evening.html",
        query=query,
        unknown=unknown,
        title=_title(query, hands[0]),
        notes=[*notes, *_names_differ(replays)],
        rules=rules,
        families=shelf.families(),
        name_of=shelf.name_of,
        label=shelf.label,
        signed=signed,
        **_told(reckoned, replays, kept, query["pot"]),
    )


def _choose(query: dict[str, Any], problem: str = "") -> str | tuple[str, int]:
    session = reader()
    page = render_template(
        "evenings.html",
        query=query,
        problem=problem,
        files=store.list_files(session),
        tables=store.list_tables(session),
    )
    return (page, 400) if problem else page


def numbers(text: str) -> list[int]:
    """Return the numbers of hands written as ``3-8, 12``, in the order written. Raises ``ValueError``.

    >>> numbers("3-5, 12 7"), numbers("")
    ([3, 4, 5, 12, 7], [])
    """
    found: list[int] = []
    for piece in re.sub(r"\s*([-–])\s*", r"\1", text.replace("，", ",").replace("、", ",")).replace(",", " ").split():
        match = _RANGE.fullmatch(piece)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if last < first:
            raise ValueError(piece)
        found += range(first, min(last, first + MOST) + 1)
    return list(dict.fromkeys(found))


def _hands(query: dict[str, Any], ids: list[int]) -> list[Hand]:
    session = reader()
    if ids:
        return store.hands_by_id(session, ids)
    if query["table"]:
        return store.hands_of_table(session, query["table"])
    return store.hands_of_file(session, query["upload"])


def _title(query: dict[str, Any], first: Hand) -> str:
    if query["hands"]:
        return t("evening.some")
    if query["table"]:
        return t("evening.table", table=query["table"])
    report = store.get_report(reader(), query["upload"])
    return t("evening.file", file=report.file if report else first.file)


def _rules(wanted: str, first: Hand) -> Ruleset:
    return shelf.shelf().rulesets.get(wanted or first.ruleset) or shelf.default()


def _judge(hands: list[Hand], rules: Ruleset) -> tuple[list[Hand], list[Replay], list[str]]:
    """Return the hands that can be read, each judged, and what is to be said about the others."""
    kept, replays = [], []
    notes = [t("evening.cut", count=MOST)] if len(hands) == MOST else []
    for hand in hands:
        try:
            replays.append(audit(parse_record(hand.notation), rules))
        except WmqError:
            notes.append(t("evening.unreadable", id=hand.id))
        else:
            kept.append(hand)
    return kept, replays, notes


def _names_differ(replays: list[Replay]) -> list[str]:
    return [t("evening.names")] if len({r.record.names for r in replays if r.record.names}) > 1 else []


def _told(reckoned: Evening, replays: list[Replay], hands: list[Hand], pot: int) -> dict[str, Any]:
    named = next((r.record for r in replays if any(r.record.names)), replays[0].record)
    names = words.seat_names(named)
    rows = [
        _row(row, replay, hand, names, pot) for row, replay, hand in zip(reckoned.rows, replays, hands, strict=True)
    ]
    lines = [[0, *(row.balances[seat] for row in reckoned.rows), reckoned.balances[seat]] for seat in range(len(names))]
    pots = [pot, *(row.settlement.pot for row in reckoned.rows), 0]
    said = {"x": t("evening.chart_x"), "y": t("evening.chart_y"), "pot": t("evening.col_pot")}
    return {
        "names": names,
        "rows": rows,
        "rest": reckoned.rest.amounts,
        "final": reckoned.balances,
        "final_sum": sum(reckoned.balances) - pot,
        "faults": [(row, finding) for row in rows for finding in row["findings"]],
        "data": {"figure": charts.balances(names, lines, pots, said), "hands": len(rows)},
    }


def _row(row: Row, replay: Replay, hand: Hand, names: Sequence[str], pot: int) -> dict[str, Any]:
    outcome, settled = row.outcome, row.settlement
    scores = tuple(finding for finding in replay.findings if finding.code == "wrong_score")
    return {
        "number": row.hand + 1,
        "id": hand.id,
        "dealer": names[row.dealer],
        "due": names[row.due_dealer] if row.due_dealer != row.dealer else "",
        "result": _result(row, replay, names),
        "hu": outcome.winner != NONE,
        "why": [part_words(part, outcome.total) for part in settled.parts],
        "deng": t("evening.deng", deng=settled.deng) if settled.deng else "",
        "payments": settled.payments,
        "pot": settled.pot,
        "balances": row.balances,
        "sum": sum(row.balances) + settled.pot - pot,
        "findings": [_finding(finding) for finding in (*row.findings, *scores)],
        "others": sum(f.certainty != UNDECIDABLE for f in replay.findings) - len(scores),
    }


def _result(row: Row, replay: Replay, names: Sequence[str]) -> str:
    outcome = row.outcome
    if outcome.winner == NONE:
        return t(f"outcome.{replay.outcome if replay.outcome != 'hu' else 'incomplete'}")
    return t("evening.won", name=names[outcome.winner], xi=outcome.xi, total=outcome.total)


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "name": words.finding_name(finding.code),
        "text": words.finding_text(finding),
        "certainty": finding.certainty,
        "rules": words.rules_of(finding.code),
    }
