"""Hands written down the way people type them, in Chinese: who did what, an event a line or many.

What is understood: seats by name, 甲乙丙丁, 東南西北, 一號 二號, 莊家 上家 下家 (see ``seats``) or left out (see
``settle``); 出 打 丟, 揭 搬 摸 翻, 偎 栽 煨, 碰 對, 吃, 胡 和, 蟄 啫, 過 不要, 臭 流, 死手, 亮牌; cards 三 叁 小三 大3
小的三; remarks in brackets or after #; times as 1:05 or @1.800. Before the events may stand 規則 玩家 莊家 手牌 底牌,
each with a colon, after them 結果 硬息 總息 倍數 名堂 付錢 and 餘牌 (what was left of the stock). 第2局, or a blank
line with such a heading behind it, begins another hand; rules and players go on until others are named. Players
nobody listed are known by standing before actions (see ``transcript_names``); they sit as the order of play has it.

Nothing is skipped: what is not understood is reported with its line and column. A hand in which each event still
follows from the one before it is kept all the same; else it is rejected.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from importers.draft import Draft
from importers.entry import Entry, rejected
from importers.entry import unused as unused_text
from importers.lexicon import ABSOLUTE, NUMERAL, fold, seat_at, verb_at
from importers.settle import settle
from importers.textfile import decode, head
from importers.transcript_fields import field, more_cards
from importers.transcript_line import Line, key_at
from importers.transcript_moves import clause
from importers.transcript_names import guessed
from importers.write_transcript import plain, quoted
from replay.errors import WmqError

NAME = "transcript"
MAX_LINE = 20_000  # characters
_MARKER = re.compile(
    rf"[\s=*#>~\-·•(\[]*(?:第\s*(?:{NUMERAL})\s*[局手盤把副場]牌?|[局盤]\s*(?:{NUMERAL})(?=\D|$)|(?:{NUMERAL})[局盤](?=\s|:|$))"
    r"[\s=*#~\-)\]:.]*"
)
_NUMBERED = re.compile(
    r"\s*(?:[(\[]?\d{1,3}[.)、\]]|[①-⑳]|第?\d{1,3}(?:[步巡輪手]|回合?)[:、]?|回合\s?\d{1,3}[:、]?|#\d{1,3}(?=[\s:.、])[:.、]?|[*•·>\-]|[一二三四五六七八九十]{1,3}、(?=.*[出打揭搬摸碰吃]))\s*(?!\d)"
)
_RULE = re.compile(r"[\s\-=*_~.·#>|/\\]*")
_EVENT = re.compile(
    r"(?:[出打丟甩棄揭搬摸翻掀碰對偎栽吃]|自摸|胡)(?:了|出|掉|起|到|開|一張)*\s?[\[(\x22]?(?:[小大](?:字|的)?\s?(?:[1-9]|10)|[sb](?:10|[1-9])(?!\d)|(?:[小大](?:字|的)?)?[一二三四五六七八九十壹貳叁肆伍陸柒捌玖拾])"
)
_CHINESE = re.compile("[一-鿿]")
_LISTED = re.compile(r"(?:玩家|座次|座位|在座|選手|牌友|人物|姓名)\s*:")
_SPARSE = 40  # Chinese characters to an event, at most, in what is taken for a transcript
_STARTS = {"ruleset", "names", "dealer", "seats", "hand", "stock", "shouxing", "note"}


def marks(data: bytes) -> int:
    """Return how many events the first bytes of a file write, 0 if it is mostly something else."""
    text = fold(head(data))
    if "｜" in head(data) or "偎麻雀/" in text or "weimaque/" in text:
        return 0  # our own notation, damaged
    count = len(_EVENT.findall(text))
    return count if count and len(_CHINESE.findall(text)) <= _SPARSE * count else 0


def read(data: bytes, file: str = "") -> Iterator[Entry]:
    """Yield the hands of a transcript in order."""
    book = _Book(re.split(r"\r\n|\n|\r", decode(data)))
    for index, (draft, raw) in enumerate(book.hands()):
        record = settle(draft)
        places = {"file": file, "hand": index, "line": draft.line}
        problems = tuple([each.at(**places) for each in draft.problems])
        if record is None:
            if not problems:
                missing = WmqError("missing_value", "", "events, such as 甲出三")
                problems = rejected(file, index, missing, draft.line).problems
            yield Entry(file, index, None, problems, draft.line, raw)
        else:
            record = msgspec.structs.replace(record, meta={"format": NAME} | record.meta)
            yield Entry(file, index, record, problems, draft.line)


def unused(data: bytes) -> Iterator[WmqError]:
    """Yield the lines behind the last hand that say nothing of any."""
    book = _Book(re.split(r"\r\n|\n|\r", decode(data)))
    for _ in book.hands():
        pass
    for number, raw in enumerate(book.lines[book.start :], book.start + 1):
        if raw.strip() and not _RULE.fullmatch(fold(raw)):
            yield unused_text(raw.strip(), number)


def _inherited(draft: Draft) -> Iterator[str]:
    """Yield the headings that a draft has from the hand before."""
    if draft.ruleset:
        yield f"規則：{quoted(draft.ruleset)}"
    if draft.seats:
        yield f"人數：{draft.seats}"
    if draft.near:
        yield f"上下家：按{draft.near}"
    if draft.names:
        key = "玩家" if draft.people else "姓名"
        words = [word + "家" * (word in "莊上下對") for word in draft.names]
        pairs = zip(words, draft.names.values(), strict=True)
        yield f"{key}：{' '.join(f'{word}={plain(name)}' for word, name in pairs)}"


def verb_in(text: str, at: int) -> bool:
    """Tell whether an event is written somewhere behind a place."""
    return bool(_EVENT.search(text, at))


class _Book:
    """A file's lines, read one after the other into drafts."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.draft = Draft(1)
        if not any(_LISTED.search(fold(line)) for line in lines):
            self.guess()
        self.start = 0  # the line in which the hand begins
        self.inherited: list[str] = []  # the headings that go on from before it
        self.gap = True  # a blank line, or the beginning of the file, is right before
        self.done: list[tuple[Draft, str]] = []

    def guess(self) -> None:
        """Take words that only names can be for those of the players."""
        names = guessed(self.lines)
        self.draft.names = dict(zip(ABSOLUTE, names, strict=False))
        self.draft.people = {fold(name): word for word, name in self.draft.names.items()}
        self.draft.guessed = bool(names)

    def hands(self) -> Iterator[tuple[Draft, str]]:
        """Yield each hand and its text."""
        for number, raw in enumerate(self.lines, 1):
            self.line(raw, number)
            yield from self.done
            self.done = []
        if self.draft.begun:
            self.turn(len(self.lines))
        yield from self.done

    def turn(self, number: int) -> None:
        """Close the hand before a line (counted from 0) and begin the next."""
        if self.draft.begun:
            text = [*self.inherited, *self.lines[self.start : number]]
            self.done.append((self.draft, "\n".join(text).strip("\r\n")))
            self.draft = self.draft.next(number + 1)
        self.inherited = list(_inherited(self.draft))
        self.draft.line = number + 1
        self.start = number

    def line(self, raw: str, number: int) -> None:
        """Read a line."""
        folded = fold(raw)
        if not folded.strip():
            self.gap = True
            return
        if len(raw) > MAX_LINE:
            spot = Line(raw[:80], number, {}).spot(0, 80)
            self.draft.report("too_large", spot, f"at most {MAX_LINE} characters a line", f"{len(raw)} characters")
            self.draft.doubt = True
            return
        marker = _MARKER.match(folded)
        if marker and "手" in marker[0] and verb_in(folded, marker.end()):
            marker = None  # 第3手：甲出三 counts events
        if marker:
            self.turn(number - 1)
        elif _RULE.fullmatch(folded):
            self.gap = True
            return
        elif self.gap and self.draft.over and self._begins(raw, number):
            self.turn(number - 1)
        line = Line(raw, number, self.draft.people)
        if marker:
            line.at = marker.end()
        else:
            line.take(_NUMBERED)
        if marker or not more_cards(self.draft, line):
            self.draft.listed = None
            self.rest(line)
        self.gap = False

    def _begins(self, raw: str, number: int) -> bool:
        """Tell whether a line, after the end of a hand and a blank line, begins another hand."""
        line = Line(raw, number, self.draft.people)
        line.take(_NUMBERED)
        trial = self.draft.next(number)
        line.skip()
        key = field(trial, line)
        if key:
            return key in _STARTS and not (key in ("stock", "note") and self.draft.stock is None)
        return clause(trial, line, 0) and bool(trial.moves)

    def rest(self, line: Line) -> None:
        """Read the line from its place on."""
        before, first = len(self.draft.moves), True
        while line.skip():
            draft, start = self.draft, line.at
            key = field(draft, line)
            if key in ("names", "dealer", "ruleset") and draft.moves and first:
                line.at = start  # a heading after events: the next hand
                self.turn(line.number - 1)
                before = 0
                key = field(self.draft, line)
            if key == "names":
                line.text = Line(line.raw, line.number, self.draft.people).text
            if not key and not clause(self.draft, line, before):
                self.unread(line)
            first = False

    def unread(self, line: Line) -> None:
        """Report what is not understood, up to where something begins that might be."""
        draft, start, end = self.draft, line.at, line.at + 1
        while end < len(line.text) and not self._may_begin(line, end):
            end += 1
        line.at = end
        spot = line.spot(start, end)
        named, verb = seat_at(line.text, start), verb_at(line.text, start)
        code = "unknown_action" if named else "unknown_card" if verb else "not_understood"
        draft.report(code, spot, "an event such as 甲出三, 下家碰, 用四五吃三; a remark goes in brackets or after #")
        draft.doubt = True

    def _may_begin(self, line: Line, at: int) -> bool:
        text = line.text
        if text[at] in " ,、;。:!|/([#" or key_at(line, at):
            return True
        found = seat_at(text, at)
        return bool(found and verb_at(text, found[1])) or bool(_EVENT.match(text, at))
