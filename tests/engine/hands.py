"""A small builder of hand records for tests: say what matters, the rest of the deck is dealt out quietly.

>>> record, marks = marked_hand("甲出叁 丙碰叁!peng_passed 丙出九", a="叁", c="叁叁九")
>>> print_cards(record.hands[2])[-8:], len(record.stock), marks
('貳叁叁肆陸柒玖拾', 22, [('peng_passed', 2, 1, 'proved')])
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from msgspec.structs import replace

from replay.cards import COPIES, KINDS, NAMES, NONE, STOCK_SIZE, UNKNOWN, parse_cards, print_cards
from replay.record import HandRecord, parse_record
from replay.record.words import SEATS

Mark = tuple[str, int | None, int | None, str]
CERTAINTIES = {"": "proved", "~": "assumed", "?": "undecidable"}

_MARK = re.compile(r"!([a-z_]+)(?::([甲乙丙丁-]))?([~?]?)")
_TURNS = re.compile(r"…(\d+)")


def hand(events: str = "", **deal: Any) -> HandRecord:
    """Return the record of ``marked_hand`` without its marks."""
    return marked_hand(events, **deal)[0]


def marked_hand(
    events: str = "",
    *,
    a: str = "",
    b: str = "",
    c: str = "",
    d: str = "",
    stock: str = "",
    dealer: str = "甲",
    seats: int = 3,
) -> tuple[HandRecord, list[Mark]]:
    """Return a record with a full, legal deal, and what its marks expect.

    ``events`` are tokens of the compact notation (``replay.record.notation``), with two additions:

    * ``…n`` stands for ``n`` turns in which the next seat, then its 下家 and so on, 揭 a card that nobody takes; the
      builder finds stock cards of which the revealer holds fewer than two, so nothing has to be 偎'd.
    * ``token!code`` expects a finding on the event: its seat is the event's, or named as in ``!missed_discard:乙``
      (``:-`` for none); a trailing ``~`` says that it is assumed, ``?`` that it is undecidable, else it is proved.

    ``a`` … ``d`` are cards that the hands of 甲 … 丁 hold at the deal, then, after a ``-``, kinds that they must not
    hold. The rest of the deck fills the dealer's hand to 20 and the others to 19 (at a table of four the 守醒 opposite
    the dealer gets none), always the kind of which the hand has fewest and the deck has most, so that fillers seldom
    make a pair and never a 砍. ``stock`` is how the stock begins; left out, it is what the events reveal. The deal
    depends on nothing but the arguments.

    Raises ``ValueError`` if the cards asked for are not in the deck, do not fit a hand or the stock, or no card can be
    found for a ``…``; ``NotationError`` for a token that is none.
    """
    place = SEATS.index(dealer)
    playing = [seat for seat in range(seats) if not (seats == 4 and seat == (place + 2) % 4)]
    tokens, marks = _read(events, playing)
    bare = [token.partition("!")[0] for token in tokens]
    revealers = [(SEATS.index(t[0]), t[2:]) for t in bare if t[1:2] == "揭"]
    first = [NONE if k in "…?" else parse_cards(k)[0] for _, k in revealers][:STOCK_SIZE]
    if stock:
        first = list(parse_cards(stock))
    if len(first) > STOCK_SIZE:
        raise ValueError(f"{len(first)} cards at the beginning of the stock")
    wanted = [_wanted(text) for text in (a, b, c, d)[:seats]]
    sizes = [0 if seat not in playing else 20 if seat == place else 19 for seat in range(seats)]
    hands, rest = _fill([w[0] for w in wanted], [w[1] for w in wanted], sizes, [k for k in first if k != NONE])
    whole = _stock(first, [seat for seat, _ in revealers], hands, rest)
    turned, moves = iter(whole), []
    for token in bare:
        kind = next(turned, NONE) if token[1:2] == "揭" else NONE
        moves.append(token.replace("…", NAMES[kind]) if kind != NONE else token)
    dealt = [f"起{SEATS[seat]}:{print_cards(sorted(cards))}" for seat, cards in enumerate(hands)]
    line = " ".join(["偎麻雀/1", f"莊:{dealer}", *dealt, f"底:{print_cards(whole)}", "｜", *moves])
    return parse_record(line), marks


def _read(events: str, playing: list[int]) -> tuple[list[str], list[Mark]]:
    """Return the tokens with every ``…n`` written out as ``乙揭…``, and the marks."""
    tokens: list[str] = []
    marks: list[Mark] = []
    for token in events.split():
        if turns := _TURNS.fullmatch(token):
            for _ in range(int(turns[1])):
                before = playing.index(SEATS.index(tokens[-1][0]))
                tokens.append(f"{SEATS[playing[(before + 1) % len(playing)]]}揭…")
            continue
        for code, seat, certainty in _MARK.findall(token):
            name = seat or token[0]
            marks.append((code, SEATS.index(name) if name in SEATS else None, len(tokens), CERTAINTIES[certainty]))
        tokens.append(token)
    return tokens, marks


def _wanted(text: str) -> tuple[list[int], set[int]]:
    have, _, lack = text.partition("-")
    return list(parse_cards(have)), set(parse_cards(lack))


def _fill(
    hands: list[list[int]], lacks: list[set[int]], sizes: list[int], stock: list[int]
) -> tuple[list[list[int]], Counter[int]]:
    """Return full hands and what is left of the deck without the cards that the stock begins with."""
    deck = Counter(dict.fromkeys(range(KINDS), COPIES))
    deck.subtract(kind for cards in (*hands, stock) for kind in cards)
    if min(deck.values()) < 0:
        raise ValueError(f"too many of {print_cards(k for k in deck if deck[k] < 0)}")
    hands = [list(cards) for cards in hands]
    while any(len(cards) < size for cards, size in zip(hands, sizes, strict=True)):
        seat = max(range(len(hands)), key=lambda s: sizes[s] - len(hands[s]))
        free = [k for k in deck if deck[k] and k not in lacks[seat]]
        if not free:
            raise ValueError(f"no cards left for {SEATS[seat]}")
        kind = min(free, key=lambda k: (hands[seat].count(k), -deck[k], k))
        hands[seat].append(kind)
        deck[kind] -= 1
    if [len(cards) for cards in hands] != sizes:
        raise ValueError(f"hands of {[len(cards) for cards in hands]} cards instead of {sizes}")
    return hands, deck


def _stock(first: list[int], revealers: list[int], hands: list[list[int]], rest: Counter[int]) -> list[int]:
    """Return the 22 cards of the stock: each open place gets a card that its revealer need not 偎."""
    whole, left = list(first), Counter(rest)
    open_ = [place for place, kind in enumerate(first) if kind == NONE]
    for place in open_:
        cards = hands[revealers[place]]
        quiet = [k for k in left if left[k] and cards.count(k) < 2]
        if not quiet:
            raise ValueError(f"no card for the 揭 number {place + 1}")
        # the card that the fewest others of the open places could take
        kind = min(quiet, key=lambda k: (sum(hands[revealers[p]].count(k) < 2 for p in open_), -left[k], k))
        whole[place] = kind
        left[kind] -= 1
    return whole + sorted(left.elements())


def change(record: HandRecord, *changes: str) -> HandRecord:
    """Return the record with cards added to or taken from its deal, e.g. ``"a -三+四"`` or ``"stock -一"``.

    ``+`` puts cards into a hand or at the end of the stock, ``-`` takes the last such ones out; ``ValueError`` if there
    is none.
    """
    places = {name: list(cards) for name, cards in zip("abcd", record.hands, strict=False)}
    places["stock"] = list(record.stock)
    for text in changes:
        name, _, what = text.partition(" ")
        cards = places[name]
        for sign, kinds in re.findall(r"([+-])([^+-]*)", what):
            for kind in parse_cards(kinds):
                if sign == "+":
                    cards.append(kind)
                else:
                    del cards[len(cards) - 1 - cards[::-1].index(kind)]
    hands = tuple(tuple(sorted(places[name])) for name in "abcd"[: len(record.hands)])
    return replace(record, hands=hands, stock=tuple(places["stock"]))


def hide(record: HandRecord, *places: str) -> HandRecord:
    """Return the record with cards unknown: ``"a"`` or ``"stock"`` wholly, ``"b 三三"`` only the cards named."""
    cards: dict[str, list[int]] = {}
    for text in places:
        name, _, kinds = text.partition(" ")
        whole = list(record.stock if name == "stock" else record.hands["abcd".index(name)])
        for kind in parse_cards(kinds) if kinds else tuple(whole):
            whole[whole.index(kind)] = UNKNOWN
        cards[name] = whole
    hands = tuple(tuple(sorted(cards.get("abcd"[s], h))) for s, h in enumerate(record.hands))
    return replace(record, hands=hands, stock=tuple(cards.get("stock", record.stock)))
