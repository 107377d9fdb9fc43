"""The search for the dearest hand: no bound below a total, and brute force on few kinds agrees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

import pytest
from msgspec.structs import fields, replace

from replay.cards import KINDS, NONE, RED_MASK, parse_cards, parse_kind
from replay.melds import Laid
from replay.record import CHI, PENG, WEI
from replay.rulesets import CATALOGUE, Entry, Ruleset, available, load
from replay.rulesets.catalogue import PLUS, TIMES
from replay.rulesets.model import Switches
from replay.scoring import Win, weigh_all
from replay.scoring.dearest import Search, dearest
from replay.scoring.dearest.bounds import Bounds
from replay.scoring.dearest.pasts import pasts
from replay.scoring.dearest.prices import KNOWN, Prices
from replay.scoring.dearest.shapes import choice, covered_by, runs_of, swapped, triple_sets
from replay.scoring.dearest.ways import all_ways, free_ways
from tests.oracle.win import partings
from tests.scoring.tables import only
from tests.scoring.wins import random_win

TRIPLES = tuple(triple_sets())
# (kinds of the triples, lowest kinds of the runs, kinds of the 麻雀): any; a red card in each; no red; one size
ANY = (1 << KINDS) - 1
BLACK_RUNS = 0b1100 | 0b1100 << 10
STYLES = ((ANY, ANY, ANY), (RED_MASK, ANY & ~BLACK_RUNS, RED_MASK), (ANY & ~RED_MASK, BLACK_RUNS, ANY), (1023,) * 3)
OF_STYLE = [[triples for triples in TRIPLES if not triples & ~style[0]] for style in STYLES]


# bounds


def random_rules(rng: random.Random) -> Ruleset:
    """Return a ruleset with some of its switches and values changed."""
    base = load(rng.choice(available()))
    switches: dict[str, Any] = {}
    for field in fields(Switches):
        if rng.random() < 0.25 and (field.type is bool or get_args(field.type)):
            switches[field.name] = rng.choice(get_args(field.type) or (False, True))
    if rng.random() < 0.3:
        switches["min_xi"] = rng.choice((0, 5, 8, 10, 12, 15, 20))
    entries = dict(base.mingtang)
    for id_, name in CATALOGUE.items():
        chance = rng.random()
        if chance < 0.3:
            op = name.op if rng.random() < 0.9 else PLUS
            entries[id_] = Entry(rng.randrange(1, 20) if op == TIMES else rng.choice((1, 5, 20, 50, 100, 300)), op)
        elif chance < 0.4:
            entries.pop(id_, None)
    entries = {id_: entries[id_] for id_ in CATALOGUE if id_ in entries}
    return replace(base, switches=replace(base.switches, **switches), mingtang=entries, hash="")


def dear_win(rng: random.Random, rules: Ruleset) -> Win:
    """Return a win with many 團圓, such as the search looks at, with whatever may have gone before."""
    style = rng.choice((0, 0, 1, 2, 3))
    _, of_runs, of_pair = STYLES[style]
    while True:
        triples = rng.choice(OF_STYLE[style])
        beside = runs_of(6 - triples.bit_count())
        beside = tuple(rng.sample(beside, min(len(beside), 400)))
        few = [runs for runs in beside if not (runs.twice & triples or runs.mask & ~of_runs)][:40]
        if not few:
            continue
        runs = max(few, key=lambda some: (some.used & triples).bit_count() + 2 * rng.random())
        pairs = [kind for kind in range(KINDS) if not (triples | runs.thrice | ~of_pair) >> kind & 1]
        if pairs:
            break
    pair = rng.choice(pairs)
    every = rng.random() < 0.5 and triples.bit_count() < 4
    won = rng.choice(list(all_ways(triples, runs, pair) if every else free_ways(triples, runs, pair, rules)))
    won = won if won.at_deal else replace(won, last=rng.random() < 0.7)
    return rng.choice([past for two in pasts(won, rules) for past in two if past])


def bounds_of(bounds: Bounds, given: Win, rules: Ruleset) -> Iterator[tuple[int, int, int, int]]:
    """Yield each reading's total, and the bounds of its hand, its sentences and its triples."""
    eaten = [sentence.cards[0] for sentence in given.laid if sentence.claim == CHI]
    for weighed in weigh_all(given, rules):
        reading = weighed.reading
        triples = reading.triples | reading.facts.laid_triples
        runs = choice(tuple(sorted([*reading.small.runs, *reading.big.runs, *eaten])))
        assert runs is not None
        of_triples = min(bounds.of_triples(triples), bounds.of_triples(swapped(triples)))
        yield weighed.total, max(bounds.of_hand(triples, runs, reading.pair)), bounds.of_core(triples, runs), of_triples


def test_no_hand_is_worth_more_than_its_bounds() -> None:
    rng = random.Random(7)
    met = reckoned = 0
    for turn in range(40):
        rules = load(available()[turn % 28]) if turn % 2 else random_rules(rng)
        bounds = Bounds(Prices(rules))
        for _ in range(100):
            given = dear_win(rng, rules) if rng.random() < 0.6 else replace(random_win(rng), zhe=())
            for total, *most in bounds_of(bounds, given, rules):
                reckoned += 1
                met += total == most[0]
                assert total <= min(most), (given, rules)
    # and they are no idle ones: many hands reach theirs
    assert reckoned > 2500
    assert met > reckoned // 20


def test_every_mingtang_has_a_bound_and_an_unknown_one_is_refused() -> None:
    assert set(CATALOGUE) <= KNOWN
    odd = replace(load("pinghu"), mingtang={"yin_hu": Entry(10)}, hash="")
    assert Prices(odd).of("yin_hu") == 10
    for id_ in CATALOGUE:
        bounds = Bounds(Prices(only(id_)))
        assert bounds.of_triples(0) >= 0


def test_bounds_do_not_tell_small_from_big() -> None:
    bounds = Bounds(Prices(load("a-zhizun")))
    for triples in random.Random(1).sample(TRIPLES, 500):
        assert bounds.of_triples(triples) == bounds.of_triples(swapped(triples))


def test_triple_sets_are_all_there_up_to_the_two_sizes() -> None:
    assert len({*TRIPLES, *map(swapped, TRIPLES)}) == sum([1, 20, 190, 1140, 4845, 15504, 38760])
    assert len(TRIPLES) == len(set(TRIPLES))


@pytest.mark.parametrize(
    ("kinds", "runs"), [("", 0), ("一二三", 1), ("一四", 2), ("一三", 1), ("十壹", 2), ("一二三四", 2)]
)
def test_covered_by(kinds: str, runs: int) -> None:
    assert covered_by(sum(1 << kind for kind in parse_cards(kinds))) == runs


# brute force on few kinds


def possible(given: Win) -> bool:
    """Tell whether the laid sentences could be laid in some order, the 偎 that wins last (R15)."""

    def back(left: list[Laid], hand: list[int], last: bool) -> bool:
        if not left:
            return True
        for index, sentence in enumerate(left):
            if last and given.via_wei and index < len(left) - 1:
                continue
            for claimed in set(sentence.cards):
                before = list(hand)
                for kind in sentence.cards:
                    before[kind] += 1
                before[claimed] -= 1
                fits = sentence.claim != CHI or hand[claimed] < 2
                if fits and back(left[:index] + left[index + 1 :], before, False):
                    return True
        return False

    return back(list(given.laid), list(given.hand), True)


def every_win(kinds: tuple[int, ...]) -> Iterator[Win]:
    """Yield every win with cards of these kinds, on the last stock card or at the deal."""
    for counts in product(range(5), repeat=len(kinds)):
        if sum(counts) == 20:
            for pair, *sentences in partings([k for k, count in zip(kinds, counts, strict=True) for _ in range(count)]):
                claims = [(NONE, PENG, WEI) if g[0] == g[1] else (NONE, CHI) for g in sentences]
                for chosen in product(*claims):
                    yield from wins_of(pair, list(zip(chosen, sentences, strict=True)))


def wins_of(pair: tuple[int, ...], sentences: list[tuple[int, tuple[int, ...]]]) -> Iterator[Win]:
    laid = [Laid(claim, cards[0], cards, claim == WEI) for claim, cards in sentences if claim != NONE]  # type: ignore[arg-type]
    held = [kind for claim, cards in sentences if claim == NONE for kind in cards] + [*pair]
    hand = tuple(held.count(kind) for kind in range(KINDS))
    for won in set(held):
        before = tuple(count - (kind == won) for kind, count in enumerate(hand))
        yield Win(tuple(laid), before, won, last=True)
        if before[won] < 2:
            yield Win(tuple(laid), before, won, by_self=True, last=True)
    for sentence in laid:
        if sentence.claim == WEI:
            rest = [other for other in laid if other is not sentence]
            yield Win((*rest, sentence), hand, by_self=True, via_wei=True, last=True)
    if not laid:
        yield Win((), hand, at_deal=True, dealer=True)


@pytest.mark.parametrize(
    ("names", "id_", "seed"),
    [
        ("二七十貳柒拾一", "c-lao", 0),
        ("一二三七柒拾", "b-ax-quan", 0),
        ("三四五叁七柒", "", 5),
    ],
)
def test_brute_force_agrees(names: str, id_: str, seed: int) -> None:
    rules = load(id_) if id_ else random_rules(random.Random(seed))
    # what may have gone before is not tried here
    entries = {key: entry for key, entry in rules.mingtang.items() if key not in ("zhe", "yuan_yuan_ding")}
    rules = replace(rules, mingtang=entries, hash="")
    kinds = tuple(sorted(parse_cards(names)))
    top = NONE
    for given in every_win(kinds):
        total = max((weighed.total for weighed in weigh_all(given, rules)), default=NONE)
        if total > top and possible(given):
            top = total
    found = Search(rules, kinds=sum(1 << kind for kind in kinds)).run()
    assert (found.total, found.proven) == (top, True)


@pytest.mark.parametrize("names", ["一二三七柒拾", "六七八九捌玖"])
def test_sizes_may_be_changed_over(names: str) -> None:
    kinds = sum(1 << kind for kind in parse_cards(names))
    for id_ in ("dazhuo", "b-ax-quan"):
        rules = load(id_)
        assert Search(rules, kinds=kinds).run().total == Search(rules, kinds=swapped(kinds)).run().total


def test_huo_zhuo_xiao_san_tells_small_from_big() -> None:
    found = dearest(only("huo_zhuo_xiao_san", value=100))
    assert found.win is not None
    assert (found.win.won if found.win.won != NONE else found.win.laid[-1].kind) == parse_kind("三")
