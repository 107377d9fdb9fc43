"""Best-first search: what promises most is looked at first, until nothing left can be dearer than what was found.

Three steps: a set of triples, the runs beside them, the 麻雀. Each carries the bound of ``bounds``; a hand of all seven
groups is reckoned in every way that matters (``ways``). The greatest bound left bounds every hand not yet looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from msgspec.structs import replace

from replay.cards import KINDS, NONE
from replay.melds import Laid
from replay.rulesets import Ruleset
from replay.scoring.best import best, weigh_all
from replay.scoring.dearest.bounds import NOT_POSSIBLE, Bounds
from replay.scoring.dearest.pasts import never_zhe, pasts
from replay.scoring.dearest.prices import Prices
from replay.scoring.dearest.shapes import ALL_KINDS, SENTENCES, Runs, runs_of, swapped, triple_sets
from replay.scoring.dearest.ways import all_ways, at_deal, free_ways
from replay.scoring.win import Score, Win

_DIVES = 400  # sets of triples of which one hand each is reckoned at once


class Node(NamedTuple):
    """A part of the search.

    ``rank`` is minus its bound, ``serial`` keeps equals apart; ``runs`` is ``None`` and ``pair`` is ``NONE`` as long as
    they are not chosen; ``exact``: wins with an exact number of 硬息 are meant.
    """

    rank: int
    serial: int
    triples: int
    runs: Runs | None = None
    pair: int = NONE
    exact: bool = False


class Found(NamedTuple):
    """What a search found.

    ``win`` and ``score`` are ``None`` if nothing was; ``bound`` is the most any hand can be worth; ``proven`` when that
    is the total of ``win``; ``zhe_open``: it is proven only for 蟄 of the kind ``pasts`` knows, since with a 蟄 at some
    other time another hand would be dearer; ``looked_at``, ``reckoned``: parts of the search, positions.
    """

    win: Win | None
    score: Score | None
    bound: int
    proven: bool
    zhe_open: bool
    looked_at: int
    reckoned: int

    @property
    def total(self) -> int:
        """Return the total of the win, -1 if none was found."""
        return self.score.total if self.score else NOT_POSSIBLE


class Search:
    """The search for the dearest hand of a ruleset.

    ``at_deal``: only among the complete hands a dealer can be dealt. ``kinds`` (a mask) leaves out all others, for
    tests. ``run`` may be broken off and called again. ``total`` and ``win`` are the best so far, ``bound`` is never
    less than the total of any hand.
    """

    def __init__(self, ruleset: Ruleset, at_deal: bool = False, kinds: int = ALL_KINDS) -> None:
        self.ruleset, self.at_deal, self.kinds = ruleset, at_deal, kinds
        self.bounds = Bounds(Prices(ruleset, at_deal))
        # 活捉小三 alone tells 小 from 大
        self._swap = bool(self.bounds.prices.of("huo_zhuo_xiao_san")) and swapped(kinds) == kinds
        self.zhe = self.bounds.prices.of("zhe")
        self.past = self.zhe + self.bounds.prices.of("yuan_yuan_ding")
        self.total, self.win = NOT_POSSIBLE, None
        self.doubtful = NOT_POSSIBLE
        self.looked_at = self.reckoned = 0
        self._nodes: list[Node] = []
        for triples in triple_sets(kinds):
            bound = self.bounds.of_triples(triples)
            if bound >= 0:
                self._nodes.append(Node(-bound, len(self._nodes), triples))
        heapify(self._nodes)
        self._serial = len(self._nodes)
        self.bound = -self._nodes[0][0] if self._nodes else 0

    total: int
    win: Win | None

    @property
    def proven(self) -> bool:
        """Tell whether no hand can be dearer than ``win``."""
        return self.bound <= self.total or not self._nodes

    def run(self, go_on: Callable[[Search], bool] | None = None) -> Found:
        """Search until it is proven, or until ``go_on``, asked after each step, says no; return what was found."""
        while not self.proven:
            self._step()
            if go_on and not go_on(self):
                break
        return self.found()

    def found(self) -> Found:
        """Return the best so far."""
        score = best(self.win, self.ruleset) if self.win else None
        bound = self.total if self.proven else self.bound
        zhe_open = self.doubtful > self.total
        return Found(self.win, score, bound, self.proven, zhe_open, self.looked_at, self.reckoned)

    def _step(self) -> None:
        # the node is taken off last, so breaking off in between loses nothing
        node = self._nodes[0]
        self.looked_at += 1
        for follower in self._followers(node):
            if -follower.rank > self.total:
                heappush(self._nodes, follower)
        heappop(self._nodes)
        self.bound = max(self.total, -self._nodes[0].rank) if self._nodes else self.total

    def _followers(self, node: Node) -> list[Node]:
        if node.runs is None:
            cores = self._cores(node)
            if self.looked_at < _DIVES and cores:
                self._dive(min(cores))
            return cores
        if node.pair == NONE:
            return self._hands(node, node.runs)
        self._reckon(node.triples, node.runs, node.pair, node.exact)
        return []

    def _cores(self, node: Node) -> list[Node]:
        """Return the choices of runs that go with the triples and can still be dearer."""
        triples, found = node.triples, []
        of_core, total, kinds = self.bounds.of_core, self.total, self.kinds
        for runs in runs_of(SENTENCES - triples.bit_count(), kinds):
            if not runs.twice & triples:
                bound = min(of_core(triples, runs), -node.rank)
                if bound > total:
                    self._serial += 1
                    found.append(Node(-bound, self._serial, triples, runs))
        return found

    def _hands(self, node: Node, runs: Runs) -> list[Node]:
        """Return the choices of a 麻雀 that can still be dearer."""
        found = []
        for pair in range(KINDS):
            if self.kinds >> pair & 1:
                for exact, most in enumerate(self.bounds.of_hand(node.triples, runs, pair)):
                    bound = min(most, -node.rank)
                    if bound > self.total:
                        self._serial += 1
                        found.append(Node(-bound, self._serial, node.triples, runs, pair, bool(exact)))
        return found

    def _dive(self, node: Node) -> None:
        """Reckon the most promising hand of a core at once, to have something to measure the others by."""
        assert node.runs is not None
        hands = self._hands(node, node.runs)
        if hands:
            hand = min(hands)
            self._reckon(hand.triples, node.runs, hand.pair, hand.exact)

    def _reckon(self, triples: int, runs: Runs, pair: int, exact: bool) -> None:
        ways = all_ways(triples, runs, pair) if exact else free_ways(triples, runs, pair, self.ruleset)
        for way in (at_deal(triples, runs, pair),) if self.at_deal else ways:
            win = way if way.at_deal else replace(way, last=True)
            self._try(win)
            if self._swap:
                self._try(sizes_swapped(win))

    def _try(self, win: Win) -> None:
        self.reckoned += 1
        total = self._total(win)
        if total == NOT_POSSIBLE:
            return
        if total > self.total:
            self.total, self.win = total, win
        if total + self.past > self.total:
            for plain, shown in pasts(win, self.ruleset):
                for past in (plain, shown):
                    if past and (total := self._total(past)) > self.total:
                        self.total, self.win = total, past
                if self.zhe and not shown and not never_zhe(win, self.ruleset):
                    self.doubtful = max(self.doubtful, self._total(plain) + self.zhe)

    def _total(self, win: Win) -> int:
        return max((weighed.total for weighed in weigh_all(win, self.ruleset)), default=NOT_POSSIBLE)


def sizes_swapped(win: Win) -> Win:
    """Return the win with 小 and 大 changed over."""
    laid = tuple(
        Laid(s.claim, (s.kind + 10) % KINDS, tuple((kind + 10) % KINDS for kind in s.cards), s.own)  # type: ignore[arg-type]
        for s in win.laid
    )
    won = win.won if win.won == NONE else (win.won + 10) % KINDS
    return replace(win, laid=laid, hand=(*win.hand[10:], *win.hand[:10]), won=won)


def dearest(ruleset: Ruleset, at_deal: bool = False) -> Found:
    """Return the dearest win of the ruleset, proven; it takes seconds.

    >>> from replay.rulesets import load
    >>> found = dearest(load("pinghu"))
    >>> found.total, found.proven
    (30, True)
    """
    return Search(ruleset, at_deal).run()
