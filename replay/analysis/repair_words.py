"""Repairs and verdicts in words: 繁體, 简体 or English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replay.analysis.repairs import Implication, Repair
from replay.analysis.verdict import Reason, Verdict
from replay.cards import LANGUAGES, print_cards
from replay.engine.words import WORDS, finding_json, name, seat_name
from replay.record.notation import print_record

Texts = tuple[str, str, str]

KINDS: dict[str, Texts] = {
    "size": ("大小寫混", "大小写混", "the other size"),
    "neighbour": ("鄰字看錯", "邻字看错", "a neighbouring card"),
    "card": ("字看錯", "字看错", "another card"),
    "swap": ("前後顛倒", "前后颠倒", "two events in the wrong order"),
    "missing": ("漏記一手", "漏记一手", "an event left out"),
    "doubled": ("重記一手", "重记一手", "an event written twice"),
    "extra": ("多記一手", "多记一手", "an event that did not happen"),
    "action": ("動作記錯", "动作记错", "another action"),
    "seat": ("座位記錯", "座位记错", "another seat"),
    "pair": ("吃法記錯", "吃法记错", "other companions of the 吃"),
    "shown": ("示牌記錯", "示牌记错", "the hand shown"),
    "dealer": ("莊家記錯", "庄家记错", "another dealer"),
    "misread": ("起手或底牌看錯", "起手或底牌看错", "a card of the deal misread"),
    "lost": ("起手或底牌漏一字", "起手或底牌漏一字", "a card of the deal left out"),
    "surplus": ("起手或底牌多一字", "起手或底牌多一字", "a card of the deal too many"),
    "moved": ("字記在別處", "字记在别处", "a card of the deal in the wrong place"),
    "exchange": ("起手或底牌兩字對調", "起手或底牌两字对调", "two cards of the deal exchanged"),
    "result": ("結果記錯", "结果记错", "the result written wrongly"),
    "ending": ("漏記胡牌", "漏记胡牌", "a win left out at the end"),
}
IMPLIED: dict[str, Texts] = {
    "deal": ("起手或底牌要改", "起手或底牌要改", "the deal changes"),
    "dealer": ("莊家改為{seat}", "庄家改为{seat}", "{seat} is the dealer"),
    "hand": (
        "{seat}手中留下{kept}，用去{played}",
        "{seat}手中留下{kept}，用去{played}",
        "{seat} keeps {kept} in hand and has used {played}",
    ),
    "stock": ("揭出的是{after}，不是{before}", "揭出的是{after}，不是{before}", "{after} was revealed, not {before}"),
    "events": ("手數由{before}變為{after}", "手数由{before}变为{after}", "{after} events instead of {before}"),
    "outcome": ("結局由{before}變為{after}", "结局由{before}变为{after}", "the hand ends {after}, not {before}"),
    "total": ("總息由{before}變為{after}", "总息由{before}变为{after}", "the total is {after}, not {before}"),
}
VERDICTS: dict[str, Texts] = {
    "clean": ("無違規", "无违规", "nothing found"),
    "slip": ("或為筆誤", "或为笔误", "perhaps a slip of the pen"),
    "either": ("違規，也可能是筆誤", "违规，也可能是笔误", "an offence, or perhaps a slip of the pen"),
    "offence": ("違規", "违规", "an offence"),
}
REASONS: dict[str, Texts] = {
    "one_change": ("只改一處即合規：{text}", "只改一处即合规：{text}", "one change makes the hand legal: {text}"),
    "alike": (
        "同類改法有{count}種，記錄分不出是哪一種",
        "同类改法有{count}种，记录分不出是哪一种",
        "{count} changes of this sort would do; the record does not tell which",
    ),
    "far_change": ("改一處可合規，但改動不小", "改一处可合规，但改动不小", "one change would do, but not a small one"),
    "two_changes": ("要改兩處才合規", "要改两处才合规", "it takes two changes to make the hand legal"),
    "no_change": ("改一兩處不能合規", "改一两处不能合规", "no one or two changes found make the hand legal"),
    "stopped": ("搜尋未完", "搜寻未完", "the search stopped before everything was tried"),
    "seen_at_once": (
        "{name}在桌上一看便知，多是記錄有誤",
        "{name}在桌上一看便知，多是记录有误",
        "{name}: a table sees that at once, so the record is the likelier fault",
    ),
    "often_done": (
        "{name}是牌桌上的常犯錯誤",
        "{name}是牌桌上的常犯错误",
        "{name}: among the mistakes players often make",
    ),
    "known_trick": ("{name}也見於老千手法", "{name}也见于老千手法", "{name}: also a known trick"),
    "can_be_done": ("{name}在桌上做得出來", "{name}在桌上做得出来", "{name}: a table lets it happen"),
    "ends_otherwise": (
        "改後結局不同：由{before}變為{after}",
        "改后结局不同：由{before}变为{after}",
        "repaired, the hand would end {after}, not {before}",
    ),
    "needs_other_deal": ("改動牽涉起手或底牌", "改动牵涉起手或底牌", "the repair changes the deal itself"),
    "finding_stays": ("判定照舊，不因可改而免", "判定照旧，不因可改而免", "the finding stands all the same"),
}


def repair_text(repair: Repair, lang: str = "hant") -> str:
    """Return the repair as one line: each change and what it is, then what it implies."""
    column = LANGUAGES.index(lang)
    changes = [f"{change_text(c.event, c.before, c.after)} ({KINDS[c.kind][column]})" for c in repair.changes]
    implied = [implied_text(each, lang) for each in repair.implies]
    return "; ".join([" + ".join(changes), *implied])


def change_text(event: int | None, before: str, after: str) -> str:
    """Return a change as ``12: 甲出三 → 甲出叁``; what is put in has a plus sign, what is left out a minus sign."""
    where = "" if event is None else f"{event}: "
    if not before:
        return f"{where}+ {after}"
    return f"{where}{before} → {after}" if after else f"{where}- {before}"


def implied_text(implied: Implication, lang: str = "hant") -> str:
    """Return an implication as a phrase."""
    facts = {key: _value(value, lang) for key, value in implied.facts.items()}
    return IMPLIED[implied.key][LANGUAGES.index(lang)].format(**{"seat": seat_name(implied.seat, lang), **facts})


def reason_text(reason: Reason, lang: str = "hant") -> str:
    """Return a reason as a sentence without its full stop."""
    facts = {key: _value(value, lang) for key, value in reason.facts.items()}
    if "code" in reason.facts:
        facts["name"] = name(str(reason.facts["code"]), lang)
    if reason.key == "one_change":
        facts["text"] = change_text(None, str(facts["before"]), str(facts["after"]))
    return REASONS[reason.key][LANGUAGES.index(lang)].format(**facts)


def _value(value: Any, lang: str) -> object:
    if isinstance(value, list):
        return print_cards(value) or "—"
    if isinstance(value, str) and value in WORDS:
        return WORDS[value][LANGUAGES.index(lang)]
    return "—" if value is None else value


def repair_json(repair: Repair, lang: str = "hant") -> dict[str, Any]:
    """Return the repair as JSON data; ``notation`` is the whole repaired record."""
    changes = [
        {"kind": c.kind, "name": KINDS[c.kind][LANGUAGES.index(lang)], "event": c.event}
        | {"before": c.before, "after": c.after}
        for c in repair.changes
    ]
    implies = [{"key": i.key, "seat": i.seat, "text": implied_text(i, lang)} for i in repair.implies]
    return {
        "changes": changes,
        "cost": repair.cost,
        "deal": repair.deal,
        "alike": repair.alike,
        "implies": implies,
        "remaining": [finding_json(finding, lang) for finding in repair.remaining],
        "notation": print_record(repair.record),
    }


def verdict_json(verdict: Verdict, lang: str = "hant") -> dict[str, Any]:
    """Return the verdict as JSON data, both readings in words."""

    def texts(reasons: Sequence[Reason]) -> list[dict[str, str]]:
        return [{"key": reason.key, "text": reason_text(reason, lang)} for reason in reasons]

    return {
        "verdict": verdict.word,
        "text": VERDICTS[verdict.word][LANGUAGES.index(lang)],
        "findings": [finding_json(finding, lang) for finding in verdict.findings],
        "slip": texts(verdict.slip),
        "offence": texts(verdict.offence),
        "repairs": [repair_json(repair, lang) for repair in verdict.search.repairs],
        "stopped": verdict.search.stopped,
    }
