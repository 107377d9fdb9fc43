"""Random winning positions, as a Hypothesis strategy and from a plain random source."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from replay.cards import KINDS, NONE
from replay.melds import Laid
from replay.record import CHI, PENG, WEI
from replay.scoring import Win

GROUPS = [(low, low + 1, low + 2) for size in (0, 10) for low in range(size, size + 8)]
GROUPS += [(kind,) * 3 for kind in range(KINDS)] * 2


def random_win(rng: random.Random) -> Win:
    """Return a complete hand of six sentences and a 麻雀, some laid, won one way or the other."""
    while True:
        sentences = [rng.choice(GROUPS) for _ in range(6)]
        if rng.random() < 0.3:
            size = rng.choice((0, 10))
            sentences = [tuple(kind % 10 + size for kind in sentence) for sentence in sentences]
        pair = rng.randrange(KINDS)
        counts = [0] * KINDS
        for group in (*sentences, (pair, pair)):
            for kind in group:
                counts[kind] += 1
        if max(counts) <= 4:
            break
    shown = rng.randrange(7)
    laid = tuple(_laid(sentence, rng) for sentence in sentences[:shown])
    hand = [0] * KINDS
    for group in (*sentences[shown:], (pair, pair)):
        for kind in group:
            hand[kind] += 1
    last = rng.random() < 0.1
    if laid and laid[-1].claim == WEI and rng.random() < 0.6:
        return Win(laid, tuple(hand), NONE, True, True, last)
    won = rng.choice([kind for kind in range(KINDS) if hand[kind]])
    hand[won] -= 1
    by_self = rng.random() < 0.4 and hand[won] < 2
    zhe = ((won,),) if rng.random() < 0.1 else ()
    return Win(laid, tuple(hand), won, by_self, False, last, zhe=zhe)


def _laid(sentence: tuple[int, ...], rng: random.Random) -> Laid:
    low, middle, high = sentence
    if low != high:
        return Laid(CHI, rng.choice(sentence), (low, middle, high), rng.random() < 0.3)
    claim = rng.choice((PENG, WEI))
    return Laid(claim, low, (low, middle, high), claim == WEI)


WINS = st.integers(0, 2**48).map(lambda seed: random_win(random.Random(seed)))
