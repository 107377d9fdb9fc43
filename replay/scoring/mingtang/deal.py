"""Wins at the deal (RULES §7): asked of the 20 cards of the dealer or the 19 of another seat.

Each takes the counts by kind and says how often it holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from replay.cards import COPIES, KINDS, RED
from replay.rulesets.model import Switches
from replay.scoring.mingtang.reach import most_xi
from replay.scoring.mingtang.registry import of_deal

_BLACK = tuple(kind for kind in range(KINDS) if kind not in RED)
_CORNERS = (0, 9, 10, 19)
_NINE, _TEN = 9, 10
_DEALER = 20


def pairs(counts: Sequence[int], kinds: Sequence[int] | frozenset[int] = range(KINDS)) -> int:
    """Return how many pairs there are, ⌊n/2⌋ of each kind."""
    return sum(counts[kind] // 2 for kind in kinds)


def run_helps(counts: Sequence[int], kind: int) -> bool:
    """Tell whether the hand has two cards that would make a run with one of the kind."""
    low = kind - kind % 10
    two_below, below, _, above, two_above = (low <= k < low + 10 and counts[k] > 0 for k in range(kind - 2, kind + 3))
    return (two_below and below) or (below and above) or (above and two_above)


@of_deal("wu_dui_hu")
def wu_dui_hu(counts: Sequence[int], switches: Switches) -> int:
    """無對胡: no red kind twice or more, and at most one black kind twice or more.

    ``two_black_pairs``: also two black ones of which neither has two cards in hand that would make a run with it.
    """
    if any(counts[kind] > 1 for kind in RED):
        return 0
    black = [kind for kind in _BLACK if counts[kind] > 1]
    if len(black) == 2 and switches.two_black_pairs:
        return 0 if any(run_helps(counts, kind) for kind in black) else 1
    return 1 if len(black) < 2 else 0


@of_deal("wu_xi_hu")
def wu_xi_hu(counts: Sequence[int], switches: Switches) -> int:
    """起無希胡: no way of playing on can reach the threshold (``wu_xi = no_pair``: the test of 無對胡)."""
    if switches.wu_xi == "no_pair":
        return wu_dui_hu(counts, switches)
    return 1 if most_xi(counts) < switches.min_xi else 0


@of_deal("jiu_dui")
def jiu_dui(counts: Sequence[int], switches: Switches) -> int:
    """九小對: 1 for nine pairs, 2 for ten (``dealer_needs_ten``: nothing for a dealer's nine)."""
    found = pairs(counts)
    if found >= _TEN:
        return 2
    needs_ten = switches.dealer_needs_ten and sum(counts[:KINDS]) == _DEALER
    return 1 if found >= _NINE and not needs_ten else 0


@of_deal("quan_hei")
def quan_hei(counts: Sequence[int], _: Switches) -> int:
    """全黑: no red card."""
    return 0 if any(counts[kind] for kind in RED) else 1


@of_deal("liu_dui_hong")
def liu_dui_hong(counts: Sequence[int], _: Switches) -> int:
    """六對紅: six red pairs."""
    return 1 if pairs(counts, RED) >= 6 else 0


@of_deal("si_bian_dui")
def si_bian_dui(counts: Sequence[int], _: Switches) -> int:
    """四邊對: two or more each of 一 十 壹 拾."""
    return 1 if all(counts[kind] > 1 for kind in _CORNERS) else 0


def bombs(counts: Sequence[int], switches: Switches) -> Iterator[int]:
    """Yield the kinds of which all four are held and that no run can use.

    ``bomb_strict``: the hand has no card of that size within two ranks.
    """
    for kind in range(KINDS):
        if counts[kind] != COPIES:
            continue
        if switches.bomb_strict:
            low = kind - kind % 10
            near = range(max(low, kind - 2), min(low + 10, kind + 3))
            if any(counts[k] for k in near if k != kind):
                continue
        elif run_helps(counts, kind):
            continue
        yield kind


@of_deal("hong_zha_dan")
def hong_zha_dan(counts: Sequence[int], switches: Switches) -> int:
    """紅炸彈: four equal red cards that no run can use; per bomb."""
    return sum(kind in RED for kind in bombs(counts, switches))


@of_deal("hei_zha_dan")
def hei_zha_dan(counts: Sequence[int], switches: Switches) -> int:
    """黑炸彈: four equal black cards that no run can use; per bomb."""
    return sum(kind not in RED for kind in bombs(counts, switches))


@of_deal("liang_zha_dan")
def liang_zha_dan(counts: Sequence[int], switches: Switches) -> int:
    """兩炸彈: two bombs."""
    return 1 if len(list(bombs(counts, switches))) >= 2 else 0


@of_deal("quan_kan_quan_dui")
def quan_kan_quan_dui(counts: Sequence[int], _: Switches) -> int:
    """全砍全對: no kind exactly once."""
    return 0 if 1 in counts[:KINDS] else 1


@of_deal("da_xiao_tong_zha")
def da_xiao_tong_zha(counts: Sequence[int], _: Switches) -> int:
    """大小同炸: four of a small kind and four of its big twin."""
    return 1 if any(counts[kind] == counts[kind + 10] == COPIES for kind in range(10)) else 0


def _fours_in_a_row(counts: Sequence[int], length: int) -> int:
    for low in (0, 10):
        for first in range(low, low + 11 - length):
            if all(counts[kind] == COPIES for kind in range(first, first + length)):
                return 1
    return 0


@of_deal("zimei_zha")
def zimei_zha(counts: Sequence[int], _: Switches) -> int:
    """姊妹炸: four each of two consecutive kinds of one size."""
    return _fours_in_a_row(counts, 2)


@of_deal("die_sun_zha")
def die_sun_zha(counts: Sequence[int], _: Switches) -> int:
    """嗲孫炸: four each of three consecutive kinds of one size."""
    return _fours_in_a_row(counts, 3)


@of_deal("zu_sun_zha")
def zu_sun_zha(counts: Sequence[int], _: Switches) -> int:
    """祖孫炸: four each of four consecutive kinds of one size."""
    return _fours_in_a_row(counts, 4)


@of_deal("yi_dao_shi")
def yi_dao_shi(counts: Sequence[int], _: Switches) -> int:
    """一到十: twenty different kinds."""
    return 1 if all(counts[:KINDS]) else 0
