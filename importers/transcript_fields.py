"""The named parts of a written transcript: rules, players, dealer, hands and stock before the events, the result after.

A field is a name, a colon and a value; names of players, dealer and hands do without the colon where it is plain.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from importers.draft import Draft, Hand
from importers.lexicon import ABSOLUTE, RELATIVE, cards_at, fold, seat_at, verb_at
from importers.transcript_line import BOXED_KEY, ITEM, KEY, Line, after_spaces, key_at, list_text, plain_name
from importers.transcript_result import RESULT
from replay.cards import UNKNOWN

_HAND = re.compile(r"(?:起手牌|起手|手牌|起牌|配牌|開局牌|起)(?![小大一二三四五六七八九十壹貳叁肆伍陸柒捌玖拾])")
_PLAIN_STOCK = re.compile(r"(?:底牌|底字|垛字)\s+(?=[小大一二三四五六七八九十壹貳叁肆伍陸柒捌玖拾?sb])")
_PLAIN_DEALER = re.compile(r"(?:莊家?|頭家)(?:\s+|是|為)")
_DEALS = re.compile(r"\s*(?:坐莊|做莊|當莊|是莊家?|的莊|莊家?(?=$|[\s,。;]))")
_COUNT = re.compile(r"\s*\(\s*(\d{1,3})\s*張?\s*\)|\s*(\d{1,3})張")
_COUNT_BEFORE = re.compile(r"\(\s*(\d{1,3})\s*張?\s*\)\s*:\s*$|(\d{1,3})張\s*:\s*$")
_REST = re.compile(r"\s*(?:其[餘他](?:的|都|全)*(?:不知道?|未知|不明|不詳|沒看[到見]|沒記)|等等?(?![一-鿿])|\.{3,}|…+)")
_NONE = re.compile(r"\s*(?:無|沒有|空|未記|不明|未知|沒記)(?=$|[\s,。;.])")
_BREAK = re.compile(r"[\s,、;。./|·+\-]+")
_MANY, _SOME = 10, 4  # cards in a row that make a hand, without and with a colon after the seat
RULESETS = {
    "基本": "jiben", "小卓": "xiaozhuo", "大卓": "dazhuo", "平胡": "pinghu", "小名堂": "xiaomingtang",
    "小作": "puxiaozuo", "普通小作": "puxiaozuo", "大作": "pudazuo", "普通大作": "pudazuo",
    "加強大作": "jiaqiang", "超級大作": "chaoji",
}  # fmt: skip


def field(draft: Draft, line: Line) -> str:
    """Read a field at the line's place; return which one it was, ``""`` if there is none."""
    boxed = None if line.text[: line.at].strip() else BOXED_KEY.match(line.text, line.at)
    boxed = boxed if boxed and boxed.end() < len(line.text) else None
    if match := boxed or KEY.match(line.text, line.at):
        key = match.lastgroup or ""
        value = boxed.end() if boxed else after_spaces(line.text, line.text.index(":", match.end()) + 1)
        if key != "dealer" or seat_at(line.text, value):
            line.at = value
            _READERS[key](draft, line)
            return key
        if not (draft.names or draft.moves or verb_at(line.text, value) or cards_at(line.text, value).kinds):
            line.at = value
            if _value(line):  # a name: whose, the line of names will tell
                draft.later = line.spot(value, line.at)
            return key
    return _hand_field(draft, line) or _plain(draft, line)


def _plain(draft: Draft, line: Line) -> str:
    """Read a field written without a colon: 莊家 張三, 張三坐莊, 底牌 一二三."""
    if match := _PLAIN_DEALER.match(line.text, line.at):
        found = seat_at(line.text, match.end())
        if found and not verb_at(line.text, after_spaces(line.text, found[1])):
            draft.dealer, line.at = found
            return "dealer"
    found = seat_at(line.text, line.at)
    if found and found[0] != "莊" and (match := _DEALS.match(line.text, found[1])):
        draft.dealer, line.at = found[0], match.end()
        return "dealer"
    if match := line.take(_PLAIN_STOCK):
        _stock(draft, line)
        return "stock"
    return ""


# ---------------------------------------------------------------- before the events


def _value(line: Line) -> str:
    """Return the text up to the end of the field (a semicolon, a full stop, the next field), as written."""
    if (quoted := line.quoted()) is not None:
        return quoted
    start, at = line.at, line.at
    while at < len(line.text) and line.text[at] not in ";。" and not (at > start and key_at(line, at)):
        at += 1
    line.at = at
    return line.raw[start:at].strip(" \t,，、　")


def _ruleset(draft: Draft, line: Line) -> None:
    if (quoted := line.quoted()) is not None:
        draft.ruleset = quoted
        return
    value = _value(line)
    plain = fold(value).removesuffix("版").removesuffix("規則")
    draft.ruleset = "" if plain == "未記" else RULESETS.get(plain, value)


_MARKED = re.compile(r"(.*?)\s*\((莊家?|守醒|醒|[東南西北甲乙丙丁]|[1-4]號)\)$")


def _people(draft: Draft, line: Line) -> None:
    """Read the names: in order, or each with its seat: 甲=張三 乙=李四, 東 張三 南 李四; (莊) marks the dealer."""
    start, raw = line.at, list_text(line)
    items = [match[1] for match in ITEM.finditer(fold(raw))]
    at, written = 0, list[str]()
    for item in items:
        at = fold(raw).index(item, at)
        written.append(raw[at : at + len(item)].strip())
        at += len(item)
    draft.names, draft.people, draft.guessed = {}, {}, False
    if written == ["未記"]:
        return
    marks = [_MARKED.fullmatch(fold(item)) for item in written]
    bare = [item[: len(mark[1])] if mark else item for item, mark in zip(written, marks, strict=True)]
    seats = [_word(mark[2]) if mark else "" for mark in marks]
    if all(word not in ("", *RELATIVE) for word in seats):  # 張三(東) 李四(南)
        bare = [f"{word}={name}" for word, name in zip(seats, bare, strict=True)]
    pairs = _with_seats(bare)
    if len(pairs) not in (3, 4) or len({word for word, _ in pairs}) < len(pairs):
        draft.report(
            "bad_value",
            line.spot(start, line.at),
            "three or four names: 玩家：張三 李四 王五, 玩家：甲=張三 乙=李四 丙=王五",
        )
        return
    draft.names = dict(pairs)
    for (word, name), mark in zip(pairs, marks if len(marks) == len(pairs) else [None] * len(pairs), strict=True):
        if name and (fold(name) not in (*ABSOLUTE, *RELATIVE) or name not in draft.names):
            draft.people = draft.people | {fold(name): word}
        if mark and mark[2].startswith("莊"):
            draft.dealer = word
        elif mark and mark[2].endswith("醒"):
            draft.shouxing = word
    draft.people = {name: word for name, word in draft.people.items() if not (len(name) == 1 and name in draft.names)}
    if draft.later and (word := draft.people.get(fold(draft.later.text), "")):
        draft.dealer, draft.later = word, None


def _with_seats(items: list[str]) -> list[tuple[str, str]]:
    """Return seats' words and names of the items of a list."""
    split = [re.split(r"\s*[=＝:：]\s*", item, maxsplit=1) for item in items]
    if all(len(parts) == 2 for parts in split):
        words = [_word(parts[0]) for parts in split]
        if all(words):
            return [(word, plain_name(parts[1])) for word, parts in zip(words, split, strict=True)]
    words = [_word(item) for item in items]
    if len(items) in (6, 8) and all(words[::2]) and len(set(words[::2])) == len(items) // 2:
        return [(word, plain_name(name)) for word, name in zip(words[::2], items[1::2], strict=True)]
    return [(ABSOLUTE[number], plain_name(item)) for number, item in enumerate(items[:4])] if len(items) <= 4 else []


def _word(text: str) -> str:
    found = seat_at(fold(text), 0)
    return found[0] if found and found[1] == len(text) else ""


def _dealer(draft: Draft, line: Line) -> None:
    found = seat_at(line.text, line.at)
    if found:
        draft.dealer, line.at = found


def _seats(draft: Draft, line: Line) -> None:
    match = line.take(re.compile(r"([34三四])人?"))
    if match:
        draft.seats = 4 if match[1] in "4四" else 3
    else:
        draft.report("bad_value", line.spot(line.at, None), "3 or 4")
        line.at = len(line.text)


def _shouxing(draft: Draft, line: Line) -> None:
    found = seat_at(line.text, line.at)
    if found:
        draft.shouxing, line.at = found
    elif not line.take(_NONE):
        draft.report("unknown_seat", line.spot(line.at, None), "the seat of the 守醒")
        line.at = len(line.text)


def _near(draft: Draft, line: Line) -> None:
    match = line.take(re.compile(r"(?:按|以|相對|從)?(?:於)?(莊|我|前|上一)(?:家|手|一手|一家)?(?:算|起|看)?"))
    if match:
        draft.near = {"上一": "前"}.get(match[1], match[1])
    else:
        draft.report("bad_value", line.spot(line.at, None), "莊家, 上一手 or 我: whom 上家 and 下家 are seen from")
        line.at = len(line.text)


def _note(draft: Draft, line: Line) -> None:
    start = max(line.text.rfind(mark, 0, line.at) for mark in ";。 ") + 1
    draft.notes = [*draft.notes, line.raw[start if start < line.at else 0 :].strip()]
    line.at = len(line.text)


# ---------------------------------------------------------------- hands and stock


def _hand_field(draft: Draft, line: Line) -> str:
    """Read one or more hands: 手牌 甲：一二三, 甲的手牌：…, 甲：一二三四五…, 手牌：甲 一二三；乙 ….."""
    text, start = line.text, line.at
    named = seat_at(text, start)
    word, at = named or ("", start)
    key = _HAND.match(text, at if not named else after_spaces(text, at + text.startswith("的", at)))
    if key:
        at = after_spaces(text, key.end())
        if not word and (named := seat_at(text, at)):
            word, at = named
    elif not word or draft.moves:
        return ""
    size = None
    if match := _COUNT.match(text, at):
        size, at = int(match[1] or match[2]), match.end()
    colon = re.compile(r"\s*:").match(text, at)
    at = after_spaces(text, colon.end() if colon else at)
    if not key and not _is_hand(text, at, _SOME if colon or size is not None else _MANY):
        return ""
    if key and not word:
        if not colon and not seat_at(text, at):
            return ""
        line.at = at
        return _hands(draft, line)
    line.at = at
    _put_hand(draft, word, read_hand(draft, line, size))
    return "hand"


def _is_hand(text: str, at: int, least: int) -> bool:
    """Tell whether so many cards stand here and no verb follows them."""
    cards = cards_at(text, at, spaced=True, pairs=True)
    return len(cards.kinds) >= least and not verb_at(text, after_spaces(text, cards.end))


def _hands(draft: Draft, line: Line) -> str:
    """Read hands that follow each other in one line, each with its seat."""
    while True:
        if gap := _BREAK.match(line.text, line.at):
            line.at = gap.end()
        found = seat_at(line.text, line.at)
        if not found:
            return "hand"
        word, line.at = found
        size = None
        if match := line.take(_COUNT):
            size = int(match[1] or match[2])
        line.take(re.compile(r"\s*[:=]?\s*"))
        _put_hand(draft, word, read_hand(draft, line, size))


def _put_hand(draft: Draft, word: str, hand: Hand) -> None:
    if word in draft.hands:
        draft.report("contradictory", hand.spot, "one hand of each player")
        return
    draft.hands = draft.hands | {word: hand}


def read_hand(draft: Draft, line: Line, size: int | None) -> Hand:
    """Read cards to the end of the field; what is none is reported and counts as an unknown card."""
    start, kinds, unknown = line.at, list[int](), False
    if line.take(_NONE):
        return Hand([], size, size is None, line.spot(start, line.at))
    while line.at < len(line.text):
        cards = cards_at(line.text, line.at, spaced=True, pairs=True)
        kinds += cards.kinds
        line.at = cards.end
        gap = _BREAK.match(line.text, line.at)
        at = gap.end() if gap else line.at
        if match := _REST.match(line.text, line.at) or _REST.match(line.text, at):
            unknown, line.at = True, match.end()
            continue
        if at >= len(line.text) or seat_at(line.text, at) or key_at(line, at) or line.text[at] in "([{#":
            break
        end = at + 1
        while end < len(line.text) and not _BREAK.match(line.text, end) and not cards_at(line.text, end).kinds:
            end += 1
        draft.report(cards.bad or "unknown_card", line.spot(at, end), "a card: 一…十, 壹…拾, 小3, 大3, ?")
        kinds.append(UNKNOWN)
        line.at = end
    unknown = unknown or (bool(kinds) and set(kinds) == {UNKNOWN})
    draft.listed = Hand(kinds, size, unknown, line.spot(start, line.at))
    return draft.listed


def more_cards(draft: Draft, line: Line) -> bool:
    """Read a line of nothing but cards as more of the list in the line before."""
    cards = cards_at(line.text, line.at, spaced=True, pairs=True)
    if draft.listed is None or draft.moves or not cards.kinds or line.text[cards.end :].strip(" ,、;。."):
        return False
    draft.listed.cards += cards.kinds
    line.at = len(line.text)
    return True


def _stock(draft: Draft, line: Line) -> None:
    match = line.take(_COUNT) or _COUNT_BEFORE.search(line.text, 0, line.at)
    draft.stock = read_hand(draft, line, int(match[1] or match[2]) if match else None)


def _left(draft: Draft, line: Line) -> None:
    draft.left = read_hand(draft, line, None)


def _called(draft: Draft, line: Line) -> None:
    """Read names that the events do not use, whatever they are."""
    _people(draft, line)
    draft.people = {}


_READERS: dict[str, Callable[[Draft, Line], None]] = {
    "ruleset": _ruleset, "names": _people, "called": _called, "dealer": _dealer, "seats": _seats,
    "shouxing": _shouxing, "near": _near, "stock": _stock, "left": _left, "note": _note, **RESULT,
}  # fmt: skip
