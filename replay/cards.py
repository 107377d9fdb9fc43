"""The 20 kinds of the deck, how they are written, and the glossary of the game's words.

A kind is an ``int``: 0–9 are the 小字 一…十, 10–19 the 大字 壹…拾. ``UNKNOWN`` (20) stands for a card nobody recorded
and ``NONE`` (-1) for "no card". Four cards of each kind make the deck of 80 (R1).

>>> parse_cards("一二叁贰拾")
(0, 1, 12, 11, 19)
>>> print_cards((0, 1, 12, 11, 19, 20)), print_cards((0, 12, 20), ascii=True)
('一二叁貳拾?', 's1b3?')
"""

from __future__ import annotations

import re
from collections.abc import Iterable

KINDS = 20
UNKNOWN = 20
NONE = -1
COPIES = 4
STOCK_SIZE = 22
DEALER_SIZE = 20
OTHER_SIZE = 19

SMALL = "一二三四五六七八九十"
BIG = "壹貳叁肆伍陸柒捌玖拾"
NAMES = (*SMALL, *BIG)
SIMPLIFIED = (*SMALL, *"壹贰叁肆伍陆柒捌玖拾")
ASCII = tuple([f"s{n}" for n in range(1, 11)] + [f"b{n}" for n in range(1, 11)])

RED = frozenset({1, 6, 9, 11, 16, 19})
IS_RED = tuple(kind in RED for kind in range(KINDS + 1))  # an unknown card counts as black
RED_MASK = sum(1 << kind for kind in RED)

# Every spelling a kind may have in a record; the first of SIMPLIFIED and NAMES are the printed ones.
SPELLINGS: dict[str, int] = {
    **{name: kind for kind, name in enumerate(NAMES)},
    **{name: kind for kind, name in enumerate(SIMPLIFIED)},
    **dict.fromkeys("参參叄弎", 12),
    **dict.fromkeys("弐弍贰", 11),
    "弌": 10,
    "陆": 15,
    "漆": 16,
    "?": UNKNOWN,
    "？": UNKNOWN,
}

_TOKEN = re.compile(r"[sSbB](?:10|[1-9])(?![0-9])|[?？]\*[0-9]{1,2}|\S")


def is_red(kind: int) -> bool:
    """Tell whether the kind is a 紅字 (二 七 十 貳 柒 拾)."""
    return kind in RED


def rank(kind: int) -> int:
    """Return 1–10, the number printed on the card."""
    return kind % 10 + 1


def is_big(kind: int) -> bool:
    """Tell whether the kind is a 大字."""
    return kind >= 10


def twin(kind: int) -> int:
    """Return the kind of the same rank in the other size.

    >>> NAMES[twin(7)]
    '捌'
    """
    return (kind + 10) % KINDS


def parse_kind(text: str) -> int:
    """Return the kind written in ``text`` (traditional, simplified, ``s1``/``b10``, or ``?``).

    Raises ``ValueError`` naming the text when it is no card.

    >>> parse_kind("陆"), parse_kind("b10"), parse_kind("?")
    (15, 19, 20)
    """
    kind = SPELLINGS.get(text)
    if kind is None:
        match = re.fullmatch(r"([sSbB])(10|[1-9])", text)
        if not match:
            raise ValueError(text)
        kind = int(match[2]) - 1 + (10 if match[1] in "bB" else 0)
    return kind


def parse_cards(text: str) -> tuple[int, ...]:
    """Return the kinds written one after the other; ``?*5`` is five unknown cards.

    Raises ``ValueError`` naming the first piece that is no card.

    >>> parse_cards("s1b10?*2")
    (0, 19, 20, 20)
    """
    kinds: list[int] = []
    for piece in _TOKEN.findall(text):
        if piece[0] in "?？" and len(piece) > 1:
            kinds.extend([UNKNOWN] * int(piece[2:]))
        else:
            kinds.append(parse_kind(piece))
    return tuple(kinds)


def print_cards(kinds: Iterable[int], ascii: bool = False) -> str:
    """Return the cards as text in the given order; three or more unknown ones in a row become ``?*n``.

    >>> print_cards([19, 20, 20, 20])
    '拾?*3'
    """
    faces = (*ASCII, "?") if ascii else (*NAMES, "?")
    text = "".join([faces[kind] for kind in kinds])
    return re.sub(r"\?{3,}", lambda m: f"?*{len(m[0])}", text) if "???" in text else text


def count_kinds(kinds: Iterable[int]) -> list[int]:
    """Return a list of 21 counts, the last one that of unknown cards."""
    counts = [0] * (KINDS + 1)
    for kind in kinds:
        counts[kind] += 1
    return counts


LANGUAGES = ("hant", "hans", "en")  # keys of the languages, in the order in which tables give their words
# pinyin used in code → (繁體, 简体, English)
GLOSSARY: dict[str, tuple[str, str, str]] = {
    "kind": ("字", "字", "kind"),
    "ju": ("句", "句", "sentence of three cards"),
    "maque": ("麻雀", "麻雀", "the pair"),
    "xi": ("息", "息", "xi, the game's points"),
    "ying_xi": ("硬息", "硬息", "hard xi, from the cards"),
    "zong_xi": ("總息", "总息", "total after 名堂"),
    "mingtang": ("名堂", "名堂", "scoring pattern"),
    "discard": ("出", "出", "discard"),
    "reveal": ("揭", "揭", "reveal from the stock"),
    "wei": ("偎", "偎", "wei: three equal with one's own revealed card, face down"),
    "peng": ("碰", "碰", "peng: three equal with another's card"),
    "chi": ("吃", "吃", "chi: a run"),
    "hu": ("胡", "胡", "win"),
    "zhe": ("蟄", "蛰", "zhe: a win shown and let go"),
    "dead": ("死手", "死手", "dead hand (R22)"),
    "exhausted": ("臭", "臭", "drawn hand: the stock ran out"),
    "pass": ("過", "过", "pass"),
    "show": ("示", "示", "hand shown at the end"),
    "kan": ("砍", "砍", "three equal in the hand since the deal"),
    "tuanyuan": ("團圓", "团圆", "all four of a kind, three of them in one sentence"),
    "zhuanwan": ("轉彎", "转弯", "the pair's kind also stands in another sentence"),
    "luoting": ("落停", "落停", "ready: one card short of a win"),
    "guozhang": ("過張", "过张", "a card one let pass (R16, R17)"),
    "dealer": ("莊家", "庄家", "dealer"),
    "shouxing": ("守醒", "守醒", "the fourth person, who counts the stock"),
    "stock": ("底牌", "底牌", "stock"),
    "liuzi": ("留子", "留子", "the pot that runs on between hands"),
    "shang_jia": ("上家", "上家", "the seat before"),
    "xia_jia": ("下家", "下家", "the seat after"),
}
