"""The dearest win before the first discard, other than a complete hand (RULES §7)."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from replay.cards import COPIES, KINDS, RED_MASK
from replay.rulesets import Ruleset
from replay.scoring.deal import deal_wins
from replay.scoring.dearest.search import Found
from replay.scoring.mingtang.deal import run_helps
from replay.scoring.mingtang.registry import OF_DEAL
from replay.scoring.win import Score, Win

_BOMBS = 5  # four cards each are the dealer's twenty


class Dealt(NamedTuple):
    """The dearest special win of a hand dealt: its counts, its score; ``bound``: no such win is worth more."""

    hand: tuple[int, ...]
    score: Score | None
    bound: int

    @property
    def total(self) -> int:
        """Return the total, 0 if the ruleset has no such win."""
        return self.score.total if self.score else 0


def with_dealt(found: Found, dealt: Dealt) -> Found:
    """Return what was found, or the special win at the deal where that is dearer; proven if both are."""
    top = max(found.total, dealt.total)
    bound = max(found.bound, dealt.bound, top)
    if dealt.score and dealt.total > found.total:
        win = Win((), dealt.hand, at_deal=True, dealer=True)
        return found._replace(win=win, score=dealt.score, bound=bound, proven=bound == top, zhe_open=False)
    return found._replace(bound=bound, proven=found.proven and bound == top)


def dearest_dealt(ruleset: Ruleset) -> Dealt:
    """Return the dearest of the deal-time wins that pay just their value, for the dealer's twenty cards."""
    bound = max((_most(ruleset, id_) for id_, _ in ruleset.in_order() if id_ in OF_DEAL), default=0)
    found = Dealt((0,) * KINDS, None, bound)
    for hand in _hands():
        for score in deal_wins(hand, ruleset)[:1]:
            if score.total > found.total:
                found = Dealt(hand, score, bound)
    return found


def _most(ruleset: Ruleset, id_: str) -> int:
    """Return the most that one of these wins can pay: bombs count one by one, ten pairs have a value of their own."""
    entry = ruleset.mingtang[id_]
    if id_ in ("hong_zha_dan", "hei_zha_dan"):
        return _BOMBS * entry.value
    return max(entry.value, entry.second) if id_ == "jiu_dui" else entry.value


def _hands() -> list[tuple[int, ...]]:
    """Return hands of twenty cards with as many of the deal-time wins as fit: each holds in one of them."""
    red = [kind for kind in range(KINDS) if RED_MASK >> kind & 1]
    black = [kind for kind in range(KINDS) if not RED_MASK >> kind & 1]
    bombs = [_fours(some) for some in (*combinations(red, _BOMBS), *combinations(black, _BOMBS))]
    lone = [hand for hand in bombs if not any(run_helps(hand, kind) for kind in range(KINDS) if hand[kind])]
    row = _fours((2, 3, 4, 5, 12))
    corners = tuple(2 if kind in (0, 9, 10, 19, *range(2, 8)) else 0 for kind in range(KINDS))
    return [*lone, row, corners, (1,) * KINDS]


def _fours(kinds: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(COPIES if kind in kinds else 0 for kind in range(KINDS))
