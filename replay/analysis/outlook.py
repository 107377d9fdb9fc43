"""What each seat has before it as a hand goes on: how far it is from 落停, its 胡字, and the 硬息 it can still reach.

Everything is reckoned from what the seat itself can know: its own cards, what was discarded, revealed and laid face
up. A 偎 of another seat lies face down (R13), so it and the card it was made with count as unseen, to the end of the
hand; a hand that somebody shows does, too. The numbers of a seat are therefore the same from the open record and from
what ``replay.analysis.views.seen`` leaves of it to that seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from replay.analysis.views import unseen_reveals
from replay.cards import COPIES, KINDS, NONE, UNKNOWN, count_kinds
from replay.engine import Frame, frames
from replay.melds import Laid, is_complete_hand, waits_of_keys
from replay.melds.distance import NEVER, distance, most_xi, reach
from replay.melds.suits import suit_keys
from replay.record import WEI, Event, HandRecord
from replay.rulesets import Ruleset
from replay.scoring import Win, is_win

MOST_LAID = 6


class Prospect(NamedTuple):
    """What a seat has before it in one frame. ``None`` is a number that cannot be known, or a seat that does not play.

    ``distance``: claims to 落停 in shape (``replay.melds.distance``): 0 is ready, -1 complete or won, ``NEVER``
    a hand that cannot be completed, is dead (R22) or barred from winning (R23). ``waits``: the 胡字, kinds with which
    the seat would win with enough 硬息 if somebody else revealed them, ascending; ``own_waits`` the same for cards it
    reveals itself, where two or three in hand force the 偎 first (R7). ``live``: how many cards of either the seat has
    not seen. The last three are ``None``, too, while the seat owes a discard. ``reachable``: no complete hand the seat
    can still come to counts more 硬息, given the cards it has not seen; 0 if there is none.
    """

    distance: int | None = None
    waits: tuple[int, ...] | None = None
    own_waits: tuple[int, ...] | None = None
    live: int | None = None
    reachable: int | None = None


class _Held(NamedTuple):
    """What hangs on a seat's own cards alone."""

    counts: list[int]
    distance: int
    waits: tuple[int, ...] | None
    own_waits: tuple[int, ...] | None
    kept: int
    own: list[int]  # by kind: its cards that only it need see, in the hand and in its 偎
    within: list[int]  # by kind: how many further cards could be of use
    most: dict[tuple[int, ...], int]  # the most 硬息 by the further cards that may come


NOTHING = Prospect()
_LOST = Prospect(NEVER, (), (), 0, 0)


def outlook(record: HandRecord, rules: Ruleset) -> tuple[tuple[Prospect, ...], ...]:
    """Return the prospects by seat and frame (``[seat][frame]``; frame 0 is the deal)."""
    return of_frames(tuple(frames(record, rules)), record.events, rules)


def of_frames(shown: Sequence[Frame], events: Sequence[Event], rules: Ruleset) -> tuple[tuple[Prospect, ...], ...]:
    """Return the same for frames that are there already; ``events`` are those of their record."""
    hidden = unseen_reveals(events)
    known: dict[tuple[tuple[int, ...], tuple[Laid, ...]], _Held | None] = {}
    lines: list[list[Prospect]] = [[] for _ in shown[0].hands]
    for frame in shown:
        table = _on_table(frame, hidden)
        for seat, line in enumerate(lines):
            key = (frame.hands[seat], frame.laid[seat])
            if key not in known:  # most frames leave most seats as they were
                known[key] = _held(*key, rules)
            held = known[key]
            if seat == frame.shouxing or held is None:
                line.append(NOTHING)
            else:
                line.append(_prospect(frame, seat, held, table, hidden))
    return tuple(map(tuple, lines))


def _on_table(frame: Frame, hidden: set[int]) -> list[int]:
    """Return how many cards of each kind everybody sees: 21 counts, the last without meaning."""
    seen = [0] * (KINDS + 1)
    for pile in frame.piles:
        for card in pile:
            seen[card.kind] += 1
    for groups in frame.laid:
        for group in groups:
            if group.claim != WEI:
                for kind in group.cards:
                    seen[kind] += 1
    if frame.pending is not None and frame.pending.event not in hidden:
        seen[frame.pending.kind] += 1
    return seen


def _held(hand: tuple[int, ...], laid: tuple[Laid, ...], rules: Ruleset) -> _Held | None:
    """Return what follows from a seat's cards; ``None`` if some are unknown or too many or few for this game."""
    blocks = MOST_LAID - len(laid)
    if UNKNOWN in hand or any(UNKNOWN in group.cards for group in laid) or len(hand) - 3 * blocks not in (1, 2):
        return None
    counts = count_kinds(hand)[:KINDS]
    own = counts.copy()
    kept = 0
    for group in laid:
        if group.claim != WEI:
            kept |= 1 << group.kind
            continue
        for kind in group.cards:
            own[kind] += 1
    waits, own_waits = (None, None) if len(hand) % 3 == 2 else _waits(counts, laid, rules)
    return _Held(counts, distance(counts, laid), waits, own_waits, kept, own, reach(counts), {})


def _waits(counts: list[int], laid: tuple[Laid, ...], rules: Ruleset) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the 胡字 if somebody else reveals them, and if the seat does."""
    mask = waits_of_keys(*suit_keys(counts))
    others, own = [], []
    for kind in range(KINDS):
        all_ = counts[kind] + sum(group.cards.count(kind) for group in laid)
        if not mask >> kind & 1 or all_ >= COPIES:
            continue
        wins = is_win(Win(laid, tuple(counts), kind), rules)
        if wins:
            others.append(kind)
        if counts[kind] < 2:
            if wins:
                own.append(kind)
        elif _wins_by_wei(counts, laid, kind, rules):
            own.append(kind)
    return tuple(others), tuple(own)


def _wins_by_wei(counts: list[int], laid: tuple[Laid, ...], kind: int, rules: Ruleset) -> bool:
    rest = counts.copy()
    rest[kind] -= 2
    wei = Laid(WEI, kind, (kind, kind, kind), True)
    return is_complete_hand(rest) and is_win(Win((*laid, wei), tuple(rest), by_self=True, via_wei=True), rules)


def _prospect(frame: Frame, seat: int, held: _Held, table: list[int], hidden: set[int]) -> Prospect:
    won = frame.winner == seat
    if (frame.dead[seat] or frame.barred[seat]) and not won:
        return _LOST
    unseen = [max(0, COPIES - mine - shown) for mine, shown in zip(held.own, table, strict=False)]
    coming = _coming(frame, seat, hidden)
    if coming != NONE and frame.pending is not None and frame.pending.event in hidden:
        unseen[coming] = max(0, unseen[coming] - 1)  # it is no secret to its own seat
    live = None
    if held.waits is not None and held.own_waits is not None:
        live = sum(unseen[kind] for kind in {*held.waits, *held.own_waits})
    # complete while a discard is due: a win only after a 偎 or at the deal (R9, §7)
    due = held.distance == -1 and frame.phase not in ("after_wei", "deal")
    away = -1 if won else 0 if due else held.distance
    # with the stock empty nothing but the card on the table can come any more (R12)
    free = unseen if frame.stock_left else [0] * KINDS
    if coming != NONE:
        free = free.copy()
        free[coming] += 1
    cut = tuple(map(min, free, held.within))
    if cut not in held.most:
        held.most[cut] = max(0, most_xi(held.counts, frame.laid[seat], free=cut, kept=held.kept))
    reachable = held.most[cut]
    return Prospect(away, held.waits, held.own_waits, live, reachable)


def _coming(frame: Frame, seat: int, hidden: set[int]) -> int:
    """Return the kind of the card on the table if the seat sees it and might have it, else ``NONE``."""
    card = frame.pending
    if card is None or card.kind == UNKNOWN:
        return NONE
    if card.seat == seat:
        return card.kind if card.revealed else NONE
    return NONE if card.event in hidden else card.kind
