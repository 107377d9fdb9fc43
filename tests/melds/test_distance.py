"""The distance to 落停 against trying every claim and every discard."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.cards import COPIES, IS_RED, KINDS, count_kinds, parse_cards
from replay.melds import Laid, is_complete_hand, waits
from replay.melds.distance import NEVER, distance, most_xi, useful
from replay.record import CHI, PENG, WEI
from tests.melds.naive import PAIRS, RUNS, TRIPLES, naive_waits

Counts = tuple[int, ...]
CLAIMS = {"吃": CHI, "碰": PENG, "偎": WEI}
SENTENCES = RUNS + TRIPLES


def laid(text: str) -> tuple[Laid, ...]:
    groups = []
    for word in text.split():
        cards = parse_cards(word[1:])
        three = tuple(sorted(cards if len(cards) == 3 else cards * 3))
        groups.append(Laid(CLAIMS[word[0]], cards[0], three, False))  # type: ignore[arg-type]
    return tuple(groups)


def less(counts: Counts, *kinds: int) -> Counts | None:
    rest = list(counts)
    for kind in kinds:
        rest[kind] -= 1
    return None if min(rest) < 0 else tuple(rest)


@cache
def complete(counts: Counts) -> bool:
    return is_complete_hand(counts)


def claims(counts: Counts, free: Counts, no_chi: int) -> list[tuple[int, Counts, Counts]]:
    """Return every claim as (kind, the hand after it, the free cards after it)."""
    found = []
    for sentence in SENTENCES:
        for place in range(3):
            kind = sentence[place]
            rest = less(counts, *sentence[:place], *sentence[place + 1 :])
            run = sentence[0] != sentence[2]
            if rest is not None and free[kind] and not (run and no_chi >> kind & 1) and (run or not place):
                found.append((kind, rest, less(free, kind)))
    return found  # type: ignore[return-value]


def discards(counts: Counts, kept: int) -> list[Counts]:
    kinds = [kind for kind in range(KINDS) if counts[kind] and not kept >> kind & 1]
    return [less(counts, kind) for kind in kinds]  # type: ignore[misc]


@cache
def slow(counts: Counts, free: Counts, no_chi: int, kept: int) -> int:
    """Return the distance by trying everything; a claim leaves a hand that owes a discard."""
    if sum(counts) % 3 == 2:
        if complete(counts):
            return -1
        return min([slow(rest, free, no_chi, kept) for rest in discards(counts, kept)], default=NEVER)
    if any(free[kind] and complete(tuple(c + (k == kind) for k, c in enumerate(counts))) for kind in range(KINDS)):
        return 0
    found = [after(rest, left, no_chi, kept) for _, rest, left in claims(counts, free, no_chi)]
    return min([1 + away for away in found if away != NEVER], default=NEVER)


def after(counts: Counts, free: Counts, no_chi: int, kept: int) -> int:
    """Return the distance once a discard, which is due, is made."""
    return min([slow(rest, free, no_chi, kept) for rest in discards(counts, kept)], default=NEVER)


def slow_useful(counts: Counts, free: Counts, no_chi: int, kept: int) -> int:
    """Return the kinds that lower the distance of a hand at rest."""
    away = slow(counts, free, no_chi, kept)
    if away == NEVER:
        return 0
    if not away:
        more = [tuple(c + (k == kind) for k, c in enumerate(counts)) for kind in range(KINDS)]
        return sum(1 << kind for kind in range(KINDS) if free[kind] and complete(more[kind]))
    good = {kind for kind, rest, left in claims(counts, free, no_chi) if after(rest, left, no_chi, kept) == away - 1}
    return sum(1 << kind for kind in good)


def random_hand(rng: Random, size: int) -> list[int]:
    """Return counts of cards that lie close together, so that most of them have to do with each other."""
    low = rng.randrange(KINDS)
    near = [kind for kind in range(KINDS) for _ in range(COPIES) if abs(kind - low) < rng.choice((3, 5, 9, 20))]
    while len(near) < size:
        near = [kind for kind in range(KINDS) for _ in range(COPIES)]
    return count_kinds(rng.sample(near, size))[:KINDS]


def case(rng: Random, most: int) -> tuple[list[int], tuple[Laid, ...], list[int]]:
    """Return a hand of at most so many sentences, laid sentences of another place, and free cards."""
    blocks = rng.randrange(most + 1)
    counts = random_hand(rng, 3 * blocks + 1 + (rng.random() < 0.25))
    groups = laid(" ".join(["吃一二三"] * (6 - blocks)))
    free = [COPIES - count for count in counts]
    if rng.random() < 0.5:
        free = [rng.randint(0, count) for count in free]
    return counts, groups, free


def mask(rng: Random) -> int:
    return 0 if rng.random() < 0.5 else sum(1 << kind for kind in range(KINDS) if rng.random() < 0.3)


@given(st.integers(0, 2**48))
@settings(max_examples=200, deadline=None)
def test_r11_the_distance_is_that_of_trying_everything(seed: int) -> None:
    rng = Random(seed)
    counts, groups, free = case(rng, 3)
    no_chi, kept = mask(rng), mask(rng)
    hand, left = tuple(counts), tuple(free)
    assert distance(counts, groups, free=free, no_chi=no_chi, kept=kept) == slow(hand, left, no_chi, kept)
    if sum(counts) % 3 == 1:
        assert useful(counts, groups, free=free, no_chi=no_chi, kept=kept) == slow_useful(hand, left, no_chi, kept)


@given(st.integers(0, 2**48))
@settings(max_examples=300, deadline=None)
def test_ready_is_what_some_kind_completes(seed: int) -> None:
    rng = Random(seed)
    counts = random_hand(rng, 19)
    if rng.random() < 0.7:
        counts = nearly(rng)
    assert (distance(counts) == 0) is bool(waits(counts))
    if waits(counts):
        assert useful(counts) == sum(1 << kind for kind in naive_waits(counts))


def nearly(rng: Random) -> list[int]:
    """Return 19 cards of a complete hand of 20, one of which may have been exchanged."""
    while True:
        groups = [rng.choice(SENTENCES) for _ in range(6)] + [rng.choice(PAIRS)]
        counts = count_kinds(kind for group in groups for kind in group)[:KINDS]
        counts[rng.choice([kind for kind in range(KINDS) if counts[kind]])] -= 1
        if rng.random() < 0.3:
            counts[rng.choice([kind for kind in range(KINDS) if counts[kind]])] -= 1
            counts[rng.randrange(KINDS)] += 1
        if max(counts) <= COPIES:
            return counts


@given(st.integers(0, 2**48))
@settings(max_examples=40, deadline=None)
def test_a_claim_brings_it_one_nearer_at_most_and_a_useful_one_does(seed: int) -> None:
    rng = Random(seed)
    counts = random_hand(rng, 19)
    away = distance(counts)
    if away in (0, NEVER):
        return
    hand, free = tuple(counts), tuple(COPIES - count for count in counts)
    better = set()
    for kind, rest, left in claims(hand, free, 0):
        low = next(s for s in SENTENCES if kind in s)  # what is laid counts only through ``free`` here
        nearest = min(distance(less, [Laid(CHI, kind, low, False)], free=left) for less in discards(rest, 0))  # type: ignore[arg-type]
        assert nearest >= away - 1
        if nearest == away - 1:
            better.add(kind)
    assert useful(counts) == sum(1 << kind for kind in better)
    assert better


@given(st.integers(0, 2**48))
@settings(max_examples=200, deadline=None)
def test_more_free_cards_and_fewer_barred_kinds_never_take_it_further_away(seed: int) -> None:
    rng = Random(seed)
    counts, groups, free = case(rng, 6)
    no_chi, kept = mask(rng), mask(rng)
    away = distance(counts, groups, free=free, no_chi=no_chi, kept=kept)
    more = [min(COPIES - have, some + rng.randrange(2)) for have, some in zip(counts, free, strict=True)]
    assert distance(counts, groups, free=more, no_chi=no_chi & mask(rng), kept=kept & mask(rng)) <= away
    assert -1 <= away <= NEVER


@pytest.mark.parametrize(
    ("cards", "groups", "away", "kinds"),
    [
        ("一", "碰九 碰八 碰七 碰六 碰五 碰四", 0, "一"),
        ("一", "碰九 碰八 碰七 碰六 碰五 吃一二三", 0, "一"),
        ("一", "碰九 碰八 碰七 吃一二三 吃一二三 吃一二三", NEVER, ""),
        ("一一二三", "碰九 碰八 碰七 碰六 碰五", 0, "一四"),
        ("一一二二", "碰九 碰八 碰七 碰六 碰五", 0, "一二"),
        ("一二五六", "碰九 碰八 碰七 碰拾 碰玖", 1, "三四七"),
        ("一四七十", "碰九 碰八 碰柒 碰拾 碰玖", NEVER, ""),
        ("一一一一", "碰九 碰八 碰七 碰六 碰五", NEVER, ""),
        ("一一四四七", "碰九 碰八 碰柒 碰拾 碰玖", 0, "一四"),
        ("一一四五六", "碰九 碰八 碰柒 碰拾 碰玖", -1, ""),
        ("一二壹貳", "碰九 碰八 碰七 碰六 碰五", 1, "三叁"),
    ],
)
def test_examples(cards: str, groups: str, away: int, kinds: str) -> None:
    counts = count_kinds(parse_cards(cards))
    assert distance(counts, laid(groups)) == away
    assert useful(counts, laid(groups)) == sum(1 << kind for kind in parse_cards(kinds))


FIVE = "碰九 碰八 碰柒 碰拾 碰玖"


def test_r16_a_kind_let_pass_may_win_but_is_not_taken() -> None:
    one_two = count_kinds(parse_cards("一二四四"))
    assert distance(one_two, laid(FIVE), no_chi=1 << 2) == 0
    assert distance(one_two, laid(FIVE)) == 0
    alone = count_kinds(parse_cards("一二六九"))
    assert distance(alone, laid(FIVE)) == 1
    assert distance(alone, laid(FIVE), no_chi=1 << 2) == NEVER


def test_r17_what_peng_passed_can_still_be_made_with_ones_own_card() -> None:
    pair = count_kinds(parse_cards("四四六九"))
    assert distance(pair, laid(FIVE), no_chi=1 << 3) == 1


def test_r19_a_kept_kind_has_to_be_used() -> None:
    hand = count_kinds(parse_cards("一二六九"))
    assert distance(hand, laid(FIVE), kept=1 << 5) == 1  # 六 waits as 單吊
    assert distance(hand, laid(FIVE), kept=1 << 5 | 1 << 8) == NEVER


@pytest.mark.parametrize("number", [0, 3, 17, 18])
def test_other_numbers_of_cards_are_refused(number: int) -> None:
    counts = [1] * number + [0] * (KINDS - number)
    for function in (distance, useful, most_xi):
        with pytest.raises(ValueError, match="laid sentences"):
            function(counts)


def slow_most(counts: Counts, free: Counts, groups: tuple[Laid, ...]) -> int:
    """Return the most 硬息 by trying every set of sentences, each short of one card at most."""
    best = -1

    def fill(at: int, left: int, hand: Counts, rest: Counts, final: list[tuple[int, ...]]) -> None:
        nonlocal best
        if not left:
            for pair in PAIRS:
                whole = less(hand, *pair)
                single = less(hand, pair[0]) if rest[pair[0]] else None
                if whole is not None or single is not None:
                    best = max(best, points([*final, pair], groups))
            return
        for index in range(at, len(SENTENCES)):
            sentence = SENTENCES[index]
            if (whole := less(hand, *sentence)) is not None:
                fill(index, left - 1, whole, rest, [*final, sentence])
            for place in range(3):
                part = less(hand, *sentence[:place], *sentence[place + 1 :])
                fewer = less(rest, sentence[place])
                if part is not None and fewer is not None:
                    fill(index, left - 1, part, fewer, [*final, sentence])

    fill(0, 6 - len(groups), counts, free, [])
    return best


def points(final: list[tuple[int, ...]], groups: tuple[Laid, ...]) -> int:
    """Count by R29: ``final`` are the groups of the hand."""
    everything = [*final, *(group.cards for group in groups)]
    have = count_kinds(kind for cards in everything for kind in cards)
    xi = 0
    for cards, base in [(c, 3) for c in final] + [(g.cards, 2 if g.claim == PENG else 3) for g in groups]:
        kind = cards[0]
        if len(cards) == 2:
            xi += 2 + IS_RED[kind] if have[kind] > 2 else 2 * IS_RED[kind]
        elif kind == cards[2]:
            xi += base + IS_RED[kind] + (3 + IS_RED[kind] if have[kind] == 4 else 0)
    return xi


@given(st.integers(0, 2**48))
@settings(max_examples=150, deadline=None)
def test_r29_the_most_xi_is_that_of_trying_everything(seed: int) -> None:
    rng = Random(seed)
    blocks = rng.randrange(3)
    counts = random_hand(rng, 3 * blocks + 1)
    groups: list[Laid] = []
    table = counts.copy()
    while len(groups) < 6 - blocks:
        cards = rng.choice(SENTENCES)
        more = table.copy()
        for kind in cards:
            more[kind] += 1
        if max(more) <= COPIES:
            table = more
            claim = CHI if cards[0] != cards[2] else rng.choice((PENG, WEI))
            groups.append(Laid(claim, cards[0], cards, False))
    free = [COPIES - count if rng.random() < 0.7 else 0 for count in table]
    assert most_xi(counts, groups, free=free) == slow_most(tuple(counts), tuple(free), tuple(groups))
