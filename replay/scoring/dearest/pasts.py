"""What may have gone before a win and is paid for: 蟄, and three of the 麻雀's kind at the deal (圓圓丁)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from replay.cards import COPIES, NONE
from replay.melds import Laid, waits
from replay.record import CHI, WEI
from replay.rulesets import Ruleset
from replay.scoring.best import is_win
from replay.scoring.dearest.ways import order_of_chi
from replay.scoring.win import Win


def pasts(win: Win, ruleset: Ruleset) -> Iterator[tuple[Win, Win | None]]:
    """Yield the win and, where 圓圓丁 is played, the same with three of its kind dealt; each also after a 蟄.

    The second is ``None`` where no 蟄 is known to be possible (or none is played).
    """
    yield win, with_zhe(win, ruleset)
    if ruleset.on("yuan_yuan_ding"):
        for held, thrown in _with_three(win, ruleset):
            yield held, with_zhe(held, ruleset, thrown) or _zhe_at_claim(held, ruleset, thrown)


def never_zhe(win: Win, ruleset: Ruleset) -> bool:
    """Tell whether no 蟄 can stand before the win: at the deal, or where the winning 偎 takes it back."""
    return win.at_deal or (win.via_wei and ruleset.switches.zhe_reset_by_wei)


def with_zhe(win: Win, ruleset: Ruleset, thrown: int = NONE) -> Win | None:
    """Return the win after a 蟄 of the same hand, ``None`` if no card it could have been shown for was left.

    The 蟄 shows the kind that wins in the end, as some rulesets ask for. A card of ``thrown`` was discarded.
    """
    if not ruleset.on("zhe") or never_zhe(win, ruleset):
        return None
    earlier, won = win, win.won
    if win.via_wei:
        won = win.laid[-1].kind
        hand = list(win.hand)
        hand[won] += 2
        earlier = replace(win, laid=win.laid[:-1], hand=tuple(hand), via_wei=False, won=won)
    earlier = replace(earlier, by_self=False)
    if not is_win(earlier, ruleset):
        return None
    seen = cards_of(earlier)
    if thrown != NONE:
        seen[thrown] += 1
    for kind in waits(earlier.hand):
        if seen[kind] < COPIES and is_win(replace(earlier, won=kind), ruleset):
            return replace(win, zhe=((won,),))
    return None


def cards_of(win: Win) -> list[int]:
    """Return the 20 cards by kind."""
    cards = list(win.hand)
    for sentence in win.laid:
        for kind in sentence.cards:
            cards[kind] += 1
    if not win.via_wei and win.won != NONE:
        cards[win.won] += 1
    return cards


def _with_three(win: Win, ruleset: Ruleset) -> Iterator[tuple[Win, int]]:
    """Yield the win with a hand dealt that had three of the winning kind, and the kind that was thrown of it.

    Two of the three went into runs; or one went into a 吃 and one was discarded after that, unless a broken 砍 is
    locked (R20).
    """
    kind = win.won
    if kind == NONE or win.by_self or cards_of(win)[kind] < 3 or win.hand[kind] > 2:
        return
    eaten = [s.cards[0] for s in win.laid if s.claim == CHI]
    own = win.hand[kind] + sum(start <= kind <= start + 2 for start in eaten)
    chi = order_of_chi(eaten, win.hand, kept=kind)
    if chi is None:
        return
    laid = (*(s for s in win.laid if s.claim != CHI), *chi)
    if own == 3:
        yield replace(win, laid=laid, dealt=dealt_hand(laid, win.hand)), NONE
    elif own == 2 and win.hand[kind] == 1 and not ruleset.switches.broken_kan_locked:
        yield replace(win, laid=laid, dealt=dealt_hand(laid, win.hand, kind)), kind


def dealt_hand(laid: Sequence[Laid], hand: Sequence[int], thrown: int = NONE) -> tuple[int, ...]:
    """Return what was dealt to who laid this and discarded one card of ``thrown``: less the other discards."""
    dealt = list(hand)
    for sentence in laid:
        for kind in sentence.cards:
            dealt[kind] += 1
        dealt[sentence.kind] -= 1
    if thrown != NONE:
        dealt[thrown] += 1
    return tuple(dealt)


def _zhe_at_claim(win: Win, ruleset: Ruleset, thrown: int) -> Win | None:
    """Return the win after a 蟄 shown for the card that was then 碰'd or 吃'd, ``None`` if that could not be.

    Before that claim the hand held its two cards, what it held at the end, and the card thrown after it.
    """
    if thrown == NONE or ruleset.switches.zhe_freezes or not ruleset.on("zhe"):
        return None
    for index, sentence in enumerate(win.laid):
        if sentence.claim == WEI or (sentence.claim == CHI and index < len(win.laid) - 1):
            continue
        rest = (*win.laid[:index], *win.laid[index + 1 :])
        before = dealt_hand((sentence,), win.hand, thrown)
        eaten = [s.cards[0] for s in rest if s.claim == CHI]
        chi = order_of_chi(eaten, before, kept=thrown)
        # only a 吃 before breaks the 砍
        if chi is None or not any(thrown in s.cards for s in chi):
            continue
        rest = (*(s for s in rest if s.claim != CHI), *chi)
        earlier = Win(rest, before, sentence.kind)
        if is_win(earlier, ruleset) and is_win(replace(earlier, won=win.won), ruleset):
            laid = (*rest, sentence)
            dealt = dealt_hand(laid, win.hand, thrown)
            return replace(win, laid=laid, dealt=dealt, zhe=((sentence.kind, win.won),))
    return None
