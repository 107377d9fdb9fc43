"""The positions in which a hand of seven chosen groups can be won, as far as they differ in worth.

What is seen to: 20 cards, four of a kind at most; the winning card stands in one group; one's own card of which two
are in hand is 偎'd (R7), so it wins as the 偎 last laid; every 吃 has a card that could be claimed while fewer than two
of it were in hand, in some order of the claims (R15). What is not: the other hands, the order of the stock and the
discards that lead there (``story`` finds those). Whether the card is the last one of the stock is left open: it may
always be. What went before, 蟄 and the hand dealt, is for ``pasts``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from replay.cards import KINDS, NONE
from replay.melds import Laid
from replay.record import CHI, PENG, WEI
from replay.rulesets import Ruleset
from replay.scoring.dearest.shapes import Runs
from replay.scoring.win import Win

HELD = NONE  # a sentence that stays in hand, where a claim would stand


def free_ways(triples: int, runs: Runs, pair: int, ruleset: Ruleset) -> Iterator[Win]:
    """Yield wins among which is the dearest that does not hang on an exact number of 硬息.

    A triple is worth most as 偎 or 砍. Laid or not, it differs only in what is left in hand: so all are laid, or, for
    地胡, nothing is. Of the runs every choice is laid.
    """
    kinds = [kind for kind in range(KINDS) if triples >> kind & 1]
    held_runs = (HELD,) * len(runs.starts)
    if ruleset.on("di_hu"):
        yield from _wins(kinds, (HELD,) * len(kinds), runs.starts, held_runs, pair)
    for laid_runs in product((HELD, CHI), repeat=len(runs.starts)):
        yield from _wins(kinds, (WEI,) * len(kinds), runs.starts, laid_runs, pair)
    if ruleset.switches.zhe_reset_by_wei:
        # elsewhere a triple made by another's card is never dearer than by one's own, which is a 偎
        for made in kinds:
            claims = [HELD if kind == made else WEI for kind in kinds]
            yield from _wins(kinds, claims, runs.starts, held_runs, pair)
    if ruleset.switches.quan_qiu_strict:
        yield from _wins(kinds, (PENG,) * len(kinds), runs.starts, (CHI,) * len(runs.starts), pair)
    yield at_deal(triples, runs, pair)


def at_deal(triples: int, runs: Runs, pair: int) -> Win:
    """Return the win of a dealer who was dealt the whole hand (天胡)."""
    kinds = [kind for kind in range(KINDS) if triples >> kind & 1]
    return Win((), _counts([*kinds, *kinds, *kinds, pair, pair], runs.starts), at_deal=True, dealer=True)


def all_ways(triples: int, runs: Runs, pair: int) -> Iterator[Win]:
    """Yield every win with these groups: each sentence laid or in hand, each laid triple 碰 or 偎."""
    yield at_deal(triples, runs, pair)
    kinds = [kind for kind in range(KINDS) if triples >> kind & 1]
    for laid_triples in product((HELD, PENG, WEI), repeat=len(kinds)):
        for laid_runs in product((HELD, CHI), repeat=len(runs.starts)):
            yield from _wins(kinds, laid_triples, runs.starts, laid_runs, pair)


def _counts(kinds: Sequence[int], starts: Sequence[int]) -> tuple[int, ...]:
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    for start in starts:
        for kind in (start, start + 1, start + 2):
            counts[kind] += 1
    return tuple(counts)


def _wins(
    kinds: Sequence[int], claims: Sequence[int], starts: Sequence[int], laid_runs: Sequence[int], pair: int
) -> Iterator[Win]:
    """Yield the wins on each card that can have been the last, for one choice of what is laid."""
    held = [kind for kind, claim in zip(kinds, claims, strict=True) if claim == HELD]
    held_runs = [start for start, claim in zip(starts, laid_runs, strict=True) if claim == HELD]
    table = [
        Laid(claim, kind, (kind,) * 3, claim == WEI) for kind, claim in zip(kinds, claims, strict=True) if claim != HELD
    ]
    eaten = [start for start, claim in zip(starts, laid_runs, strict=True) if claim != HELD]
    whole = _counts([*held, *held, *held, pair, pair], held_runs)
    won_cards = {pair, *held, *(kind for start in held_runs for kind in (start, start + 1, start + 2))}
    for won in won_cards:
        before = _without(whole, won)
        if (chi := order_of_chi(eaten, before)) is not None:
            win = Win((*table, *chi), before, won)
            yield win
            if before[won] < 2:
                yield replace(win, by_self=True)
    for index, laid in enumerate(table):
        if laid.claim == WEI:
            with_two = list(whole)
            with_two[laid.kind] += 2
            if (chi := order_of_chi(eaten, with_two)) is not None:
                yield Win((*table[:index], *table[index + 1 :], *chi, laid), whole, via_wei=True, by_self=True)


def _without(counts: Sequence[int], kind: int) -> tuple[int, ...]:
    left = list(counts)
    left[kind] -= 1
    return tuple(left)


def order_of_chi(starts: Sequence[int], after: Sequence[int], kept: int = NONE) -> tuple[Laid, ...] | None:
    """Return the runs as 吃 in an order in which each could be claimed (R15), ``None`` if there is none.

    ``after`` is what is in hand when the last of them is laid. The triples are laid before them. The runs are put in
    order from the last one back: its claimed card was fewer than twice in hand; before it the hand had its other two.
    The kind ``kept`` is not to be the claimed one.
    """
    if not starts:
        return ()
    for start in sorted(set(starts)):
        cards = (start, start + 1, start + 2)
        rest = list(starts)
        rest.remove(start)
        for claimed in cards:
            if after[claimed] > 1 or claimed == kept:
                continue
            before = list(after)
            for kind in cards:
                before[kind] += kind != claimed
            earlier = order_of_chi(rest, before, kept)
            if earlier is not None:
                return (*earlier, Laid(CHI, claimed, cards, False))
    return None
