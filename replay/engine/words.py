"""A finding in words: 繁體, 简体 or English.

>>> from replay.engine.finding import Finding
>>> message(Finding("forgot_wei", 0, 16, facts={"kind": 12, "held": 2}), "en")
'A revealed 叁 with 2 of it in hand and did not lay 偎 (R7, R23).'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from replay.cards import LANGUAGES, print_cards
from replay.engine.codes import CODES
from replay.engine.finding import UNDECIDABLE, Finding
from replay.record import ACTIONS

SEAT_NAMES = {"hant": "甲乙丙丁", "hans": "甲乙丙丁", "en": "ABCD"}
ACTION_NAMES = {
    "hant": tuple("出揭偎碰吃胡蟄死臭過示"),
    "hans": tuple("出揭偎碰吃胡蛰死臭过示"),
    "en": ACTIONS,
}
UNDECIDED = ("記錄不足以判定：", "记录不足以判定：", "This record does not decide: ")
WORDS = {
    "guozhang": ("先前已過張", "先前已过张", "it lay within reach before and stayed"),
    "passed": ("先前可碰而未碰", "先前可碰而未碰", "it could have been 碰'd before and was let go"),
    "zhe": ("蟄後不得吃碰", "蛰后不得吃碰", "bound by its own 蟄"),
    "dead": ("死手", "死手", "dead hand"),
    "forgot_wei": ("忘偎", "忘偎", "忘偎"),
    "hu": ("胡", "胡", "won"),
    "exhausted": ("臭", "臭", "drawn"),
    "incomplete": ("未完", "未完", "unfinished"),
    "nothing": ("無", "无", "nothing"),
    "end": ("此局已結束", "此局已结束", "nothing, the hand was over"),
    "xi": ("硬息", "硬息", "硬息"),
    "total": ("總息", "总息", "總息"),
    "multiplier": ("倍數", "倍数", "the multiplier"),
    "mingtang": ("名堂", "名堂", "名堂"),
    "deck": ("假定一副牌八十張齊全", "假定一副牌八十张齐全", "assuming a full deck of 80"),
    "complete": ("假定記錄完整", "假定记录完整", "assuming that the record is complete"),
}


def name(code: str, lang: str = "hant") -> str:
    """Return the code's name in the language (``hant``, ``hans`` or ``en``)."""
    return CODES[code].names[LANGUAGES.index(lang)]


def seat_name(seat: int | None, lang: str) -> str:
    """Return 甲 乙 丙 丁 (A B C D in English) for a seat from 0."""
    return SEAT_NAMES[lang][seat] if seat is not None and 0 <= seat < 4 else "?"


def _words(key: str, value: Any, lang: str) -> str:
    if key in ("kind", "kinds") or (key == "expected" and isinstance(value, tuple)):
        kinds = value if isinstance(value, Iterable) else (value,)
        return print_cards([kind for kind in kinds if kind >= 0]) or WORDS["nothing"][LANGUAGES.index(lang)]
    if key in ("other", "expected_seat", "actual_seat"):
        return seat_name(value, lang)
    if key in ("action", "higher"):
        return str(ACTION_NAMES[lang][value])
    if isinstance(value, str) and value in WORDS:
        return WORDS[value][LANGUAGES.index(lang)]
    if key == "expected" and isinstance(value, dict):  # what was due: {"seat": 1, "actions": [0, 5]}
        return _did(seat_name(value["seat"], lang), "/".join(ACTION_NAMES[lang][a] for a in value["actions"]), lang)
    return str(value)


def _did(seat: str, action: str, lang: str) -> str:
    return f"{seat} {action}".strip() if lang == "en" else seat + action


def message(finding: Finding, lang: str = "hant") -> str:
    """Return the finding as one sentence in the language, with its rule."""
    code, column = CODES[finding.code], LANGUAGES.index(lang)
    facts = {key: _words(key, value, lang) for key, value in finding.facts.items()}
    seat = "" if finding.seat is None else seat_name(finding.seat, lang)
    if finding.certainty == UNDECIDABLE:
        text = UNDECIDED[column] + " ".join(filter(None, (seat, code.names[column], facts.get("kind"))))
    else:
        did = _did(seat, facts.get("action", ""), lang)
        text = code.texts[column].format_map(_Facts(facts, seat=seat, did=did))
    if "assuming" in facts:
        text += (f"，{facts['assuming']}", f"，{facts['assuming']}", f", {facts['assuming']}")[column]
    return text + (f" ({code.rule})." if lang == "en" else f"（{code.rule}）")


def finding_json(finding: Finding, lang: str = "hant") -> dict[str, Any]:
    """Return the finding as JSON data; ``expected`` and ``actual`` are words, present where the finding has them."""
    data: dict[str, Any] = {
        "code": finding.code,
        "name": name(finding.code, lang),
        "rule": CODES[finding.code].rule,
        "seat": finding.seat,
        "event": finding.event,
        "certainty": finding.certainty,
        "message": message(finding, lang),
    }
    for key in ("expected", "actual"):
        if key in finding.facts:
            data[key] = _words(key, finding.facts[key], lang)
    return data


class _Facts(dict[str, str]):
    """Facts of a message; what a finding leaves out shows as a question mark."""

    def __init__(self, facts: dict[str, str], **more: str) -> None:
        super().__init__(facts, **more)

    def __missing__(self, key: str) -> str:
        return "?"
