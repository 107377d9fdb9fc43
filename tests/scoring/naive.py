"""The 硬息 and the readings of a win by words of the rulebook, one group after the other (R29–R31)."""

from __future__ import annotations

from collections.abc import Iterator

from replay.cards import NONE, RED
from replay.record import CHI, WEI
from replay.scoring import Win
from tests.melds.naive import all_partings

Group = tuple[str, tuple[int, ...]]


def readings(win: Win) -> Iterator[tuple[int, int, str, tuple[Group, ...]]]:
    """Yield (硬息, kind of the 麻雀, where the winning card stands, the groups) of every reading."""
    hand = list(win.hand[:20])
    laid: list[Group] = []
    for sentence in win.laid:
        name = {CHI: "chi", WEI: "wei"}.get(sentence.claim, "peng")
        laid.append((name, tuple(sentence.cards)))
    if win.won != NONE:
        hand[win.won] += 1
    for parting in all_partings(tuple(hand), 1):
        held: list[Group] = [
            ("pair" if len(cards) == 2 else "kan" if cards[0] == cards[1] else "run", cards) for cards in parting
        ]
        spots = range(len(held)) if win.won != NONE else (NONE,)
        for spot in spots:
            if spot != NONE and win.won not in held[spot][1]:
                continue
            groups = list(held)
            where = "wei" if win.via_wei else "none"
            if spot != NONE:
                name, cards = groups[spot]
                where = name if name != "run" else f"run{win.won - cards[0]}"
                if name == "kan":
                    groups[spot] = ("peng", cards)
            everything = (*laid, *groups)
            pair = next(cards[0] for name, cards in groups if name == "pair")
            yield count(everything), pair, where, everything


def count(groups: tuple[Group, ...]) -> int:
    """Return the 硬息 of seven groups."""
    cards = [kind for _, group in groups for kind in group]
    xi = 0
    for name, group in groups:
        kind = group[0]
        red = kind in RED
        if name in ("peng", "wei", "kan"):
            xi += {"peng": 2, "wei": 3, "kan": 3}[name] + red
            if cards.count(kind) == 4:
                xi += 4 if red else 3
        elif name == "pair":
            if cards.count(kind) > 2:
                xi += 3 if red else 2
            elif red:
                xi += 2
    return xi
