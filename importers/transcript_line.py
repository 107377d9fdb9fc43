"""A line of a written transcript, and the place in it up to which it was read."""

from __future__ import annotations

import json
import re

from importers.draft import Draft, Spot
from importers.lexicon import fold, mask

_NAMES = {
    "ruleset": "規則|規|玩法|名堂表",
    "called": "姓名",
    "names": "玩家|座次|座位|在座|選手|牌友|人物",
    "dealer": "莊家|頭家|坐莊|做莊|莊",
    "seats": "人數",
    "shouxing": "守醒",
    "near": "上下家",
    "stock": "底牌|底字|垛字|牌墩|底|垛|墩",
    "left": "剩餘底牌|餘下底牌|剩下底牌|底牌剩餘|餘底牌|剩底牌|餘牌|剩底",
    "result": "結果|結局|終局|勝負|局果",
    "winner": "贏家|胡家",
    "xi": "硬息|胡息|息數|息",
    "total": "總息|總數|總分|合計|共計|總",
    "times": "倍數|倍",
    "mingtang": "名堂|番種|番",
    "pay": "付錢|輸贏|收付|結帳|得分|分數|計分|帳|錢",
    "note": "日期|時間|地點|桌號|備註|附註|說明|記錄人|記錄|標題|題|場次|天氣|註|桌",
}
_HOW_MANY = r"(?:\s*\(\s*\d{1,3}\s*張?\s*\)|\s*\d{1,3}張)?"
KEY = re.compile("|".join(f"(?P<{key}>(?:{names}))(?={_HOW_MANY}\\s*:)" for key, names in _NAMES.items()))
BOXED_KEY = re.compile(
    r"[(\[]\s*(?:" + "|".join(f"(?P<{key}>{names})" for key, names in _NAMES.items()) + r")\s*[)\]]\s*:?\s*"
)
ITEM = re.compile(r'\s*((?:"(?:[^"\\]|\\.)*"|[^,、;/\s"]|=\s*)+)')
_SEPARATORS = re.compile(r"(?:[\s,、;。.:!…→⇒↦>|~·•\"'\-+*=]|/(?!/))+")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


class Line:
    """``raw`` is the line as written, ``text`` the same folded and with names masked, ``at`` where reading goes on."""

    def __init__(self, raw: str, number: int, people: dict[str, str]) -> None:
        self.raw, self.number, self.at = raw, number, 0
        self.literal = False  # the text in brackets read last stood in quotes
        self.text = mask(fold(raw), people)

    def spot(self, start: int, end: int | None = None) -> Spot:
        """Return the place of a piece of the line."""
        piece = self.raw[start:end]
        text = piece.strip()
        return Spot(text, self.number, start + len(piece) - len(piece.lstrip()) + 1)

    def skip(self) -> bool:
        """Pass over what parts events from each other; tell whether anything is left."""
        if match := _SEPARATORS.match(self.text, self.at):
            self.at = match.end()
        return self.at < len(self.text)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return the match of a pattern here, reading on behind it."""
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def bracketed(self) -> str | None:
        """Return the text in brackets that begins here, as written, reading on behind it; ``None`` if none does."""
        opening = self.text[self.at : self.at + 1]
        if opening not in _CLOSING:
            return None
        closing, depth, at = _CLOSING[opening], 0, self.at
        quoted = _QUOTED.match(self.raw, at + 1)
        self.literal = quoted is not None and self.text[quoted.end() : quoted.end() + 1] == closing
        if quoted and self.literal:
            self.at = quoted.end() + 1
            return unquote(quoted[0])
        while at < len(self.text):
            depth += (self.text[at] == opening) - (self.text[at] == closing)
            if depth == 0:
                break
            at += 1
        inner = self.raw[self.at + 1 : at].strip()
        self.at = min(at + 1, len(self.text))
        return inner

    def quoted(self) -> str | None:
        """Return the string in double quotes that begins here, reading on behind it."""
        match = _QUOTED.match(self.raw, self.at)
        if not match:
            return None
        self.at = match.end()
        return unquote(match[0])


def unquote(text: str) -> str:
    """Return the string that double quotes and JSON escapes write; the text itself if they write none."""
    try:
        value = json.loads(text)
    except ValueError:
        return text.strip('"')
    return value if isinstance(value, str) else text


def remark(draft: Draft, text: str, before: int) -> None:
    """Put a remark to the last event if there was one in this line (``before`` counts those before it), else apart."""
    if not text:
        return
    if len(draft.moves) > before:
        last = draft.moves[-1]
        last.remark = f"{last.remark} {text}" if last.remark else text
    else:
        draft.notes.append(text)


def after_spaces(text: str, at: int) -> int:
    """Return where the spaces at a place end."""
    while text[at : at + 1] == " ":
        at += 1
    return at


def key_at(line: Line, at: int) -> bool:
    """Tell whether a field begins at a place."""
    return bool(KEY.match(line.text, at))


def list_text(line: Line, stops: str = "。") -> str:
    """Return the text up to the end of the line, one of the stops or the next field."""
    start, at = line.at, line.at
    while at < len(line.text) and line.text[at] not in stops:
        if line.text[at] == '"' and (match := ITEM.match(line.text, at)):
            at = match.end(1)
            continue
        if at > start and key_at(line, at):
            break
        at += 1
    line.at = at
    return line.raw[start:at]


def plain_name(text: str) -> str:
    """Return a name as it is meant: without the double quotes it may stand in."""
    return unquote(text) if text.startswith('"') else text
