"""The page that scores a position somebody writes down or taps together."""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, render_template

from replay.cards import KINDS, SPELLINGS
from replay.errors import PositionError
from replay.rulesets import Ruleset
from replay.scoring import Win, best, position
from replay.scoring.best import why_not
from replay.scoring.examples import EXAMPLES
from replay.web import shelf, words
from replay.web.all_rules import side_by_side
from replay.web.examples import link_to
from replay.web.languages import t
from replay.web.reckoning import reckoning
from replay.web.schemas import POSITION, asked

bp = Blueprint("positions", __name__)

# the fields of the form; a problem anywhere else is told beside the hand
FIELDS = {"exposed": "laid", "hand": "hand", "won": "won", "by": "by", "at_deal": "at_deal"}
_ASCII = {"p": "碰", "w": "偎", "c": "吃"}


@bp.get("/score")
def show() -> str:
    """Show the form, and what the position of the address is worth."""
    query, wrong = asked(POSITION)
    parts = {**query, **split_line(query["line"])} if query["line"].strip() else query
    rules = shelf.shelf().rulesets.get(query["rules"]) or shelf.default()
    problem: dict[str, Any] | None = None
    result: dict[str, Any] = {}
    if parts["laid"].strip() or parts["hand"].strip():
        try:
            result = _result(position.parse(data_of(parts)), rules, query["rules"] == "all")
        except PositionError as error:
            problem = {"field": FIELDS.get(re.split(r"\[", error.place.path)[0], "hand"), "error": error}
    return render_template(
        "position.html",
        query=parts,
        every=query["rules"] == "all",
        rules=rules,
        unknown=wrong.get("rules", ""),
        problem=problem,
        result=result,
        count=count_cards(parts),
        kinds=range(KINDS),
        examples=[(t(f"example.{e.id}"), link_to(e)) for e in EXAMPLES[:4]],
        families=shelf.families(),
        name_of=shelf.name_of,
        label=shelf.label,
        place_text=words.place_text,
        face=words.face,
        card_name=words.card_name,
        card_look=words.card_look,
    )


def _result(win: Win, rules: Ruleset, every: bool) -> dict[str, Any]:
    if every:
        return {"every": side_by_side(lambda other: best(win, other))}
    score = best(win, rules)
    if score is not None:
        return {"reckoning": reckoning(score, rules)}
    lack = why_not(win, rules)
    assert lack is not None
    return {"lack": t(f"position.{lack.reason}", xi=lack.xi, needed=lack.needed, ruleset=shelf.name_of(rules))}


def split_line(line: str) -> dict[str, str]:
    """Return the parts of a position in one line: laid sentences ``|`` hand ``+`` winning card.

    >>> split_line("碰拾 偎九 | 三三三 四五 + 六")
    {'laid': '碰拾 偎九', 'hand': '三三三 四五', 'won': '六'}
    >>> split_line("一一一 + 二")
    {'laid': '', 'hand': '一一一', 'won': '二'}
    """
    laid, bar, rest = re.sub("[|｜ǀ]", "|", line).partition("|")
    if not bar:
        laid, rest = "", laid
    hand, _, won = re.sub("[+＋]", "+", rest).partition("+")
    return {"laid": laid.strip(), "hand": hand.strip(), "won": won.strip()}


def sentence(text: str) -> str:
    """Return a laid sentence with its claim in Chinese: ``pb10`` → ``碰b10``."""
    known = _ASCII.get(text[:1].lower())
    return known + text[1:] if known else text


def data_of(parts: dict[str, Any]) -> dict[str, Any]:
    """Return the position as ``position.parse`` takes it."""
    laid = [sentence(piece) for piece in re.split(r"[\s,，、]+", parts["laid"]) if piece]
    data: dict[str, Any] = {"exposed": laid, "hand": re.sub(r"[\s,，、]+", "", parts["hand"])}
    won = parts["won"].strip()
    if parts["at_deal"]:
        return {**data, "at_deal": True, "dealer": True}
    if won:
        data |= {"won": won, "by": parts["by"]}
    elif laid and laid[-1][0] in "偎煨栽":
        data["via_wei"] = True
    return {**data, "last": bool(parts["last"]), "dealer": bool(parts["dealer"])}


def count_cards(parts: dict[str, Any]) -> int:
    """Return how many cards are written, as far as they can be read; 碰 and 偎 of one card are three."""
    laid = [sentence(piece) for piece in re.split(r"[\s,，、]+", parts["laid"]) if piece]
    return 3 * len(laid) + _cards(parts["hand"]) + _cards(parts["won"])


def _cards(text: str) -> int:
    return len(re.findall(r"[sSbB](?:10|[1-9])|[^\s]", text)) if any(c in SPELLINGS or c in "sSbB" for c in text) else 0
