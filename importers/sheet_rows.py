"""The columns of a spreadsheet of hands, and what a row of it says."""

from __future__ import annotations

import re
from collections.abc import Callable

from importers.draft import Draft, Hand, Move, Spot
from importers.lexicon import cards_at, fold, mask, number, seat_at, verb_at
from importers.transcript_fields import RULESETS
from importers.transcript_line import plain_name
from replay.cards import UNKNOWN
from replay.record import (
    CHI,
    DEAD,
    DISCARD,
    EXHAUSTED,
    HU,
    PASS,
    PENG,
    REVEAL,
    SHOW,
    WEI,
    ZHE,
)  # fmt: skip


# a name → the column it heads, and the row that is no event
def _by_name(table: dict[str, str]) -> dict[str, str]:
    return {name: meaning for meaning, names in table.items() for name in names.split()}


COLUMNS = _by_name(
    {
        "hand": "局 局數 局次 手數 第幾局 盤 hand round game",
        "seat": "座 座位 玩家 誰 家 人 seat player who",
        "action": "動作 行動 行牌 做 action act",
        "card": "字 牌 張 card cards value",
        "own": "配牌 用牌 手牌用 搭 配 own with",
        "time": "時間 秒 time seconds",
        "number": "序號 編號 號 no # number",
        "remark": "備註 註 說明 附註 remark remarks note comment",
    }
)
_ENGLISH = {
    "discard": DISCARD, "reveal": REVEAL, "draw": REVEAL, "wei": WEI, "peng": PENG, "pong": PENG, "chi": CHI,
    "chow": CHI, "hu": HU, "win": HU, "zhe": ZHE, "dead": DEAD, "exhausted": EXHAUSTED, "pass": PASS, "show": SHOW,
}  # fmt: skip
_FIELDS = _by_name(
    {
        "rules": "規則 規 rules ruleset",
        "name": "玩家 名字 name names",
        "called": "姓名",
        "dealer": "莊家 莊 坐莊 dealer",
        "seats": "人數 seats",
        "hand": "手牌 起手牌 起手 起牌 hand deal",
        "stock": "底牌 底 stock",
        "left": "餘牌 剩牌 剩底 left",
        "result": "結果 result end",
        "winner": "贏家 winner",
        "xi": "硬息 胡息 息 xi",
        "total": "總息 總 total",
        "multiplier": "倍數 倍 times",
        "mingtang": "名堂 mingtang",
        "got": "收 贏 got",
        "paid": "付 輸 paid",
    }
)
HEADING = {
    "rules",
    "name",
    "called",
    "dealer",
    "seats",
    "hand",
}  # what begins another hand where no column tells the hands apart
ACTION_EXPECTED = (
    "an action: 出 揭 偎 碰 吃 胡 蟄 過 死手 臭 亮牌, or 莊家 手牌 底牌 玩家 規則 結果 硬息 名堂 總息 收 付"
)
_NUMBER = re.compile(r"([+-]?)(\d{1,18}|[一二三四五六七八九十百兩]{1,7})(?:息|倍|元|分|張)?")
_CLOCK = re.compile(r"(-?)(?:(?:(\d+):)?(\d+):)?(\d+)(?:\.(\d{1,6}))?")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")
_BARE = re.compile(r"(?:未揭而|未揭|沒揭就)(?=偎|栽)")


class Row:
    """The cells of a row by column, each with its ``Spot``."""

    def __init__(self, cells: dict[str, Spot], people: dict[str, str]) -> None:
        self.cells = cells
        self.people = people

    def text(self, column: str) -> str:
        """Return what a cell says; an apostrophe that keeps it from being a formula is none of it."""
        text = self.cells[column].text if column in self.cells else ""
        return text[1:] if _GUARDED.match(text) else text

    def folded(self, column: str) -> str:
        """Return a cell in one spelling, names masked where a seat is named."""
        text = fold(self.text(column))
        return mask(text, self.people) if column == "seat" else text

    def spot(self, column: str) -> Spot:
        """Return the place of a cell, of the row's first one if it is not there."""
        return self.cells.get(column) or next(iter(self.cells.values()), Spot())


def read_row(draft: Draft, row: Row) -> str:
    """Take a row up into the draft; return ``move``, or what else it says, or ``""`` if it is not understood."""
    action = row.folded("action")
    verb = _verb(action)
    if verb is not None:
        _move(draft, row, *verb)
        return "move"
    name = _FIELDS.get(action.rstrip(":").lower(), "")
    if name:
        _READERS[name](draft, row)
        return name
    draft.report("unknown_action" if action else "missing_value", row.spot("action"), ACTION_EXPECTED)
    draft.doubt = True
    return ""


def _verb(text: str) -> tuple[int, bool, str] | None:
    """Return the action, whether it is a 偎 without 揭, and what else the cell says; ``None`` if it is no action."""
    if text.lower() in _ENGLISH:
        return _ENGLISH[text.lower()], False, ""
    bare = _BARE.match(text)
    at = bare.end() if bare else 0
    found = verb_at(text, at)
    if found is None or text in _FIELDS:
        return None
    return found[0], bool(bare), text[found[1] :].strip()


def _move(draft: Draft, row: Row, action: int, bare: bool, rest: str) -> None:
    seat = _seat(draft, row)
    kinds = _cards(draft, row, "card")
    if rest:
        cards = cards_at(rest, 0, spaced=True)
        if cards.end == len(rest) and not kinds:
            kinds = cards.kinds
        else:
            draft.report("bad_token", row.spot("action"), "an action, its card in a column of its own", rest)
    own = _cards(draft, row, "own")
    move = Move(action, seat, kinds, own or None, row.spot("action"), _time(draft, row), bare=bare)
    move.remark = plain_name(row.text("remark"))
    if action in (ZHE, SHOW) and not own:
        move.using = None
    move.doubt, draft.doubt = draft.doubt, False
    draft.over = draft.over or action in (HU, EXHAUSTED)
    draft.moves.append(move)


def _seat(draft: Draft, row: Row) -> str:
    """Return the word for the seat a row is about, empty if it names none."""
    text = row.folded("seat")
    if not text:
        return ""
    found = seat_at(text, 0) if not text.isdigit() else seat_at(text + "號", 0)
    if found and found[1] >= len(text):
        return found[0]
    draft.report("unknown_seat", row.spot("seat"), "a player's name, 甲 乙 丙, 莊家 上家 下家, 東 南 西 北, 1 2 3")
    draft.doubt = True
    return ""


def _cards(draft: Draft, row: Row, column: str) -> list[int]:
    """Return the cards of a cell; what is none is reported and counts as an unknown card."""
    text, at, kinds = row.folded(column), 0, list[int]()
    while at < len(text):
        cards = cards_at(text, at, spaced=True, pairs=True)
        kinds += cards.kinds
        at = cards.end
        rest = text[at:].lstrip(" ,、;。/")
        if not rest:
            break
        wrong = re.match(r"[^\s,、;。/]+", rest)
        at = len(text) - len(rest) + (wrong.end() if wrong else 1)
        draft.report(cards.bad or "unknown_card", row.spot(column), "cards: 一…十, 壹…拾, 小3, 大3, ?", rest)
        kinds.append(UNKNOWN)
    return kinds


def _time(draft: Draft, row: Row) -> int | None:
    """Return milliseconds of a cell that says seconds (4.25) or minutes and seconds (1:05)."""
    text = row.folded("time")
    if not text:
        return None
    match = _CLOCK.fullmatch(text)
    if not match:
        draft.report("bad_value", row.spot("time"), "seconds, or minutes:seconds")
        return None
    seconds = (int(match[2] or 0) * 60 + int(match[3] or 0)) * 60 + int(match[4])
    return (seconds * 1000 + int((match[5] or "0")[:3].ljust(3, "0"))) * (-1 if match[1] else 1)


# ---------------------------------------------------------------- rows that are no event


def _rules(draft: Draft, row: Row) -> None:
    text = row.text("card")
    draft.ruleset = RULESETS.get(fold(text).removesuffix("版"), plain_name(text))


def _name(draft: Draft, row: Row) -> None:
    word, name = _seat(draft, row), plain_name(row.text("card"))
    if not word:
        draft.report("missing_value", row.spot("seat"), "the seat of a player: 甲 乙 丙, 東 南 西 北, 1 2 3")
        return
    if draft.names.get(word, name) != name:
        draft.people = {old: its for old, its in draft.people.items() if its != word}
    draft.names = draft.names | {word: name}
    if name:
        draft.people = draft.people | {fold(name): word}


def _called(draft: Draft, row: Row) -> None:
    """Read a name that is not used for the seat, whatever it is."""
    word, name = _seat(draft, row), plain_name(row.text("card"))
    if word:
        draft.names = draft.names | {word: name}
    elif name == "未記":
        draft.names, draft.people = {}, {}
    else:
        draft.report("missing_value", row.spot("seat"), "the seat of a player")


def _dealer(draft: Draft, row: Row) -> None:
    word = _seat(draft, row) or _seat(draft, Row({"seat": row.spot("card")}, row.people))
    draft.dealer = word or draft.dealer


def _seats(draft: Draft, row: Row) -> None:
    count = _number(draft, row)
    if count in (3, 4):
        draft.seats = count
    elif count is not None:
        draft.report("bad_value", row.spot("card"), "3 or 4")


def _hand(draft: Draft, row: Row) -> None:
    word = _seat(draft, row)
    hand = _list(draft, row)
    if not word or word in draft.hands:
        draft.report("contradictory" if word else "missing_value", row.spot("seat"), "one hand of each player")
        return
    draft.hands = draft.hands | {word: hand}


def _list(draft: Draft, row: Row) -> Hand:
    """Return the cards of a list; how many there are may stand beside it."""
    size = _number(draft, row, "own") if row.text("own") else None
    return Hand(_cards(draft, row, "card"), size, False, row.spot("card"))


def _stock(draft: Draft, row: Row) -> None:
    draft.stock = _list(draft, row)


def _left(draft: Draft, row: Row) -> None:
    draft.left = _list(draft, row)


def _result(draft: Draft, row: Row) -> None:
    claim, text = draft.claim, row.folded("card")
    claim.said, claim.outcome, draft.over = True, "", True
    claim.winner = _seat(draft, row) or claim.winner
    verb = verb_at(text, 0)
    if text in ("未記", ""):
        return
    if verb and verb[0] in (HU, EXHAUSTED) and verb[1] == len(text):
        claim.outcome = "hu" if verb[0] == HU else "exhausted"
    elif text.lower() in ("hu", "exhausted"):
        claim.outcome = text.lower()
    else:
        draft.report("bad_value", row.spot("card"), "胡 or 臭")


def _winner(draft: Draft, row: Row) -> None:
    draft.claim.winner, draft.claim.said = _seat(draft, row), True


def _count(name: str) -> Callable[[Draft, Row], None]:
    def read(draft: Draft, row: Row) -> None:
        draft.claim.said = True
        setattr(draft.claim, name, _number(draft, row))

    return read


def _number(draft: Draft, row: Row, column: str = "card") -> int | None:
    match = _NUMBER.fullmatch(row.folded(column).removeprefix("*"))
    if not match:
        draft.report("bad_value", row.spot(column), "a whole number")
        return None
    return number(match[2]) * (-1 if match[1] == "-" else 1)


def _mingtang(draft: Draft, row: Row) -> None:
    text = row.text("card")
    quoted = re.findall(r'"(?:[^"\\]|\\.)*"|[^",]+', text) if '"' in text else re.split(r"[,，、;；\s]+", text)
    names = [plain_name(name) for name in quoted if name]
    draft.claim.mingtang = [*(draft.claim.mingtang or []), *names]
    draft.claim.said = True


def _amount(sign: int) -> Callable[[Draft, Row], None]:
    def read(draft: Draft, row: Row) -> None:
        word, amount = _seat(draft, row), _number(draft, row)
        draft.claim.said = True
        if not word:
            draft.report("missing_value", row.spot("seat"), "the seat that got or paid")
        elif amount is not None:
            draft.claim.payments = draft.claim.payments | {word: sign * amount}

    return read


_READERS: dict[str, Callable[[Draft, Row], None]] = {
    "rules": _rules, "name": _name, "called": _called, "dealer": _dealer, "seats": _seats, "hand": _hand,
    "stock": _stock, "left": _left, "result": _result, "winner": _winner, "xi": _count("xi"),
    "total": _count("total"), "multiplier": _count("multiplier"), "mingtang": _mingtang,
    "got": _amount(1), "paid": _amount(-1),
}  # fmt: skip
