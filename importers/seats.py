"""What the words for seats mean in a hand.

上家 and 下家 are seen from 我 in a hand that one of the players wrote. Else they are seen from the dealer where all
seats are named that way (莊, 上家, 下家), and otherwise from who played or took a card last; where the order of play
goes against the one and not against the other, the one that fits it is meant. Seats that have no other names are
numbered from 我, else from the dealer.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from importers.draft import Draft
from importers.lexicon import ABSOLUTE, WINDS
from replay.cards import NONE

ME, DEALER, LAST = "我", "莊", "前"  # whom 上家 and 下家 are seen from


class Seats(NamedTuple):
    """The number of seats, what the words mean at rest, who deals, and whom 上家 and 下家 of an event are seen from.

    ``named`` tells that the seats are those of the list of names; else they are numbered from 我 or the dealer.
    """

    size: int
    words: dict[str, int]
    dealer: int
    near: str
    named: bool = True

    def find(self, word: str, actor: int = NONE) -> int:
        """Return the seat that a word means, ``NONE`` if that cannot be told; ``actor`` played last."""
        if self.near == LAST and word in ("上", "下", "對") and actor != NONE:
            return beside(word, actor, self.after)
        return self.words.get(word, NONE)

    @property
    def after(self) -> list[int]:
        """Return the next playing seat by seat (R3)."""
        return following(self.size, self.dealer)


def following(count: int, dealer: int) -> list[int]:
    """Return the next playing seat by seat; with four seats the one opposite the dealer is left out.

    >>> following(3, 1), following(4, 0)
    ([1, 2, 0], [1, 3, 3, 0])
    """
    after = [(seat + 1) % count for seat in range(count)]
    if count == 4 and dealer != NONE:
        out = (dealer + 2) % 4
        after[(out - 1) % 4] = after[out]
    return after


def beside(word: str, seat: int, after: list[int]) -> int:
    """Return the seat before (上), after (下) or opposite (對) a seat."""
    if word == "下":
        return after[seat]
    if word == "上":
        return next((other for other in after if after[other] == seat), NONE)
    return (seat + 2) % 4 if len(after) == 4 else NONE


def read_seats(draft: Draft) -> list[Seats]:
    """Return what the seats' words may mean, the likelier reading first."""
    acting = {move.seat for move in draft.moves} - {""}
    used = acting | _told(draft) | set(draft.names)
    winds = [wind for wind in WINDS if wind in used]
    four = len(draft.names) == 4 or "丁" in used or len(winds) == 4 or bool(draft.shouxing)
    count = draft.seats or (4 if four else 3)
    others = range(1, count)
    orders = permutations(others) if draft.guessed else [tuple(others)]
    return [seats for order in orders for seats in _ordered(draft, acting, used, winds, (0, *order))]


def _ordered(draft: Draft, acting: set[str], used: set[str], winds: list[str], order: tuple[int, ...]) -> list[Seats]:
    """Return the readings in which 甲 乙 丙 丁 sit in this order."""
    count = len(order)
    words = dict(zip(ABSOLUTE, order, strict=False))
    words |= {wind: seat for seat, wind in enumerate(_winds(winds, count))}
    placed = bool((acting | _told(draft)) & set(words))
    shown = acting | set(draft.hands)
    dealer = _dealer(draft, words, shown, count) if placed else _number(draft, words, used, count)
    center = words.get(ME, dealer) if ME in used else dealer
    if center != NONE:
        after = following(count, NONE if center != dealer and count == 4 else dealer)
        words |= {word: seat for word in "上下對" if (seat := beside(word, center, after)) != NONE}
    if dealer != NONE:
        words["莊"] = dealer
    return [Seats(count, words, dealer, near, placed) for near in _nearness(draft, acting, words)]


def _told(draft: Draft) -> set[str]:
    """Return the words for seats beside the events and the list of names."""
    claim = draft.claim
    return {*draft.hands, *claim.payments, claim.winner, draft.dealer, draft.shouxing} - {""}


def _winds(used: list[str], count: int) -> str:
    """Return the directions in order of the seats; of three players one sits at none."""
    if count == 4:
        return WINDS
    return "".join(used) if len(used) == 3 else "東南北" if "北" in used and "西" not in used else "東南西"


def _dealer(draft: Draft, words: dict[str, int], shown: set[str], count: int) -> int:
    """Return the dealer where seats have names: as stated, else who 莊 must be. Finds who 我 is on the way."""
    stated = words.get(draft.dealer, NONE)
    if stated == NONE and draft.shouxing in words:
        stated = (words[draft.shouxing] + 2) % 4
    known = {words[word] for word in shown if word in words}
    rest = [seat for seat in range(count) if seat not in known]
    lost = [word for word in (ME, DEALER) if word in shown and not (word == DEALER and stated != NONE)]
    if len(lost) == len(rest) == 1 and count == 3:
        words[lost[0]] = rest[0]
    if ME in words and draft.dealer in ("上", "下"):
        return beside(draft.dealer, words[ME], following(count, NONE))
    return stated if stated != NONE else words.get(DEALER, words.get(draft.dealer, NONE))


def _number(draft: Draft, words: dict[str, int], used: set[str], count: int) -> int:
    """Number the seats where none has a name: from 我, else from the dealer. Return the dealer."""
    if ME not in used:
        return 0
    words[ME] = 0
    near = {ME: 0, "下": 1, "上": count - 1}
    if draft.dealer in near:
        return near[draft.dealer]
    free = [word for word in ("下", "上") if word not in used]
    return near[free[0]] if DEALER in used and len(free) == 1 and count == 3 else NONE


def _nearness(draft: Draft, acting: set[str], words: dict[str, int]) -> list[str]:
    if draft.near:
        return [draft.near]
    if ME in words:
        return [ME]
    if not acting & {"上", "下", "對"}:
        return [DEALER]
    by_dealer = "莊" in words and acting <= {"莊", "上", "下", "對"}
    return [DEALER, LAST] if by_dealer else [LAST, DEALER] if "莊" in words else [LAST]
