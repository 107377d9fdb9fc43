"""Winning hands and their 硬息 by trying everything (R28–R31)."""

from __future__ import annotations

from collections.abc import Iterator

from replay.cards import NONE, is_red
from replay.record import CHI, PENG, WEI

Group = tuple[int, ...]
# A laid sentence: the claim (CHI, PENG or WEI) and its three cards.
Sentence = tuple[int, Group]


def is_run(cards: Group) -> bool:
    """Tell whether three cards are consecutive kinds of one size."""
    low, middle, high = sorted(cards)
    return middle == low + 1 and high == low + 2 and low // 10 == high // 10


def is_triple(cards: Group) -> bool:
    """Tell whether three cards are equal."""
    return len(cards) == 3 and len(set(cards)) == 1


def sentences_of(cards: list[int]) -> Iterator[list[Group]]:
    """Yield every way to part the cards into triples and runs."""
    if not cards:
        yield []
        return
    first = min(cards)
    for group in ((first, first, first), (first, first + 1, first + 2)):
        if not (is_triple(group) or is_run(group)):
            continue
        rest = list(cards)
        try:
            for card in group:
                rest.remove(card)
        except ValueError:
            continue
        for others in sentences_of(rest):
            yield [group, *others]


def partings(cards: list[int]) -> Iterator[list[Group]]:
    """Yield every way to part the cards into sentences and one 麻雀, which stands first."""
    for kind in sorted(set(cards)):
        if cards.count(kind) >= 2:
            rest = list(cards)
            rest.remove(kind)
            rest.remove(kind)
            for groups in sentences_of(rest):
                yield [(kind, kind), *groups]


def complete(hand: list[int], laid: list[Sentence]) -> bool:
    """Tell whether laid sentences and the hand (winning card included) are six sentences and a 麻雀 (R28)."""
    if 3 * len(laid) + len(hand) != 20:
        return False
    if not all(is_run(cards) if claim == CHI else is_triple(cards) for claim, cards in laid):
        return False
    return any(True for _ in partings(hand))


def points(named: list[tuple[str, Group]]) -> int:
    """Return the 硬息 of seven groups named ``run``, ``peng``, ``dark`` (偎 or whole 砍) and ``pair`` (R29, R31)."""
    everything = [card for _, cards in named for card in cards]
    sum_ = 0
    for name, cards in named:
        kind, red = cards[0], is_red(cards[0])
        if name == "pair":
            elsewhere = everything.count(kind) > 2
            sum_ += (3 if red else 2) if elsewhere else (2 if red else 0)
        elif name != "run":
            sum_ += (3 if red else 2) if name == "peng" else (4 if red else 3)
            if everything.count(kind) == 4:
                sum_ += 4 if red else 3
    return sum_


def readings(hand: list[int], laid: list[Sentence], won: int = NONE) -> Iterator[int]:
    """Yield the 硬息 of every reading; ``won`` is the winning card (it is in ``hand``), NONE after a 偎 or at the deal.

    A triple of the hand that holds the winning card counts as 碰 (R30).
    """
    if 3 * len(laid) + len(hand) != 20:
        return
    on_table = [({CHI: "run", PENG: "peng", WEI: "dark"}[claim], cards) for claim, cards in laid]
    for groups in partings(hand):
        in_hand = [("pair" if len(g) == 2 else "dark" if is_triple(g) else "run", g) for g in groups]
        if won == NONE:
            yield points(on_table + in_hand)
            continue
        for place, (name, cards) in enumerate(in_hand):
            if won in cards:
                read = list(in_hand)
                read[place] = ("peng" if name == "dark" else name, cards)
                yield points(on_table + read)


def best_xi(hand: list[int], laid: list[Sentence], won: int = NONE) -> int | None:
    """Return the highest 硬息 of any reading, None if the hand is not complete."""
    if not complete(hand, laid):
        return None
    return max(readings(hand, laid, won))
