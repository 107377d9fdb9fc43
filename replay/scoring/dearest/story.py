"""A whole hand, legal from the deal to the last card of the stock, that ends with a given win.

It shows that a position can come about. The winner is 甲; the others never take a card. Of the 22 stock cards some are
what the winner needs, revealed by whom it must be; the rest, and the other hands, are dealt at random until no forced
偎 and no 過張 is in the way. Pure: the referee is asked by who wants to be sure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from replay.cards import COPIES, DEALER_SIZE, KINDS, NONE, OTHER_SIZE, STOCK_SIZE
from replay.melds import Laid, waits
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, ZHE, Event, HandRecord
from replay.rulesets import Ruleset
from replay.scoring.best import is_win
from replay.scoring.dearest.pasts import cards_of, dealt_hand
from replay.scoring.win import Win

WINNER, LOWER, UPPER = 0, 1, 2  # 下家 and 上家 of the winner
_NEXT = (1, 2, 0)
_TRIES = 2000


class Task(NamedTuple):
    """A card of the stock the winner needs: who may reveal it, and what is done with it (``None``: nothing)."""

    kind: int
    by: tuple[int, ...]
    laid: Laid | None = None
    shown: tuple[int, ...] = ()
    wins: bool = False


class Plan(NamedTuple):
    """What the winner does: ``tasks`` in order, the ``thrown`` cards, ``taken`` what must not lie there before."""

    tasks: tuple[Task, ...]
    held: tuple[int, ...]
    taken: frozenset[int]
    thrown: int


def story(win: Win, ruleset: Ruleset) -> HandRecord | None:
    """Return a record in which seat 0 wins with this position on the last stock card, ``None`` if none was found."""
    random = Random(0)
    if win.at_deal:
        return _at_deal(win.hand, ruleset, random)
    plan = _plan(win, ruleset)
    if plan is None:
        return None
    for _ in range(_TRIES):
        for first in (WINNER, UPPER, LOWER):
            revealers = _schedule(plan.tasks, first)
            if revealers and (record := _deal(plan, revealers, ruleset, random)):
                return record
    return None


def _at_deal(hand: Sequence[int], ruleset: Ruleset, random: Random) -> HandRecord:
    rest = list((Counter(dict.fromkeys(range(KINDS), COPIES)) - Counter(dict(enumerate(hand)))).elements())
    random.shuffle(rest)
    hands = (tuple(sorted(rest[:OTHER_SIZE])), tuple(sorted(rest[OTHER_SIZE : 2 * OTHER_SIZE])))
    own = tuple(kind for kind in range(KINDS) for _ in range(hand[kind]))
    stock = tuple(rest[2 * OTHER_SIZE :])
    return HandRecord((own, *hands), stock, (Event(HU, WINNER),), WINNER, ruleset=ruleset.id)


def _plan(win: Win, ruleset: Ruleset) -> Plan | None:
    """Return what the winner has to do, ``None`` if a 蟄 is asked for that nothing could be shown for."""
    eaters = (UPPER,) if ruleset.switches.quan_qiu_strict else (WINNER, UPPER)
    claims = {CHI: eaters, PENG: (LOWER, UPPER), WEI: (WINNER,)}
    tasks = [Task(s.kind, claims[s.claim], s) for s in win.laid]
    taken = frozenset(s.kind for s in win.laid if s.claim != WEI)
    known = dealt_hand(win.laid, win.hand) if win.dealt is None else win.dealt
    thrown = win.won if win.dealt is not None and sum(win.dealt) > sum(dealt_hand(win.laid, win.hand)) else NONE
    at_claim = bool(win.zhe) and len(win.zhe[0]) > 1
    if at_claim:
        tasks[-1] = tasks[-1]._replace(shown=win.zhe[0])
    if win.via_wei:
        tasks[-1] = tasks[-1]._replace(wins=True)
    else:
        tasks.append(Task(win.won, (WINNER,) if win.by_self else (LOWER, UPPER), wins=True))
    if win.zhe and not at_claim:
        kind = _shown_for(win, ruleset, thrown)
        if kind == NONE:
            return None
        tasks.insert(-1, Task(kind, (LOWER, UPPER), shown=win.zhe[0]))
    return Plan(tuple(tasks), tuple(known), taken, thrown)


def _shown_for(win: Win, ruleset: Ruleset, thrown: int) -> int:
    """Return a card that was left for the 蟄 of the hand as it stood at the win."""
    hand = list(win.hand)
    laid = win.laid
    if win.via_wei:
        hand[laid[-1].kind] += 2
        laid = laid[:-1]
    seen = cards_of(win)
    for kind in waits(hand):
        spare = seen[kind] + (kind == thrown) < COPIES
        if spare and is_win(replace(win, laid=laid, hand=hand, won=kind, by_self=False, via_wei=False), ruleset):
            return kind
    return NONE


def _schedule(tasks: Sequence[Task], first: int) -> tuple[tuple[int, int], ...] | None:
    """Return (revealer, index of the task or ``NONE``) for each card of the stock, the last task on the last card."""
    dead: set[tuple[int, int, int]] = set()

    def search(step: int, revealer: int, task: int) -> tuple[tuple[int, int], ...] | None:
        if step == STOCK_SIZE:
            return () if task == len(tasks) else None
        if (step, revealer, task) in dead or task == len(tasks):
            return None
        now = tasks[task]
        if revealer in now.by and (step == STOCK_SIZE - 1) == now.wins:
            # a claim is followed by a discard, and the winner's 下家 reveals
            rest = search(step + 1, LOWER if now.laid else _NEXT[revealer], task + 1)
            if rest is not None:
                return ((revealer, task), *rest)
        rest = search(step + 1, _NEXT[revealer], task)
        if rest is not None:
            return ((revealer, NONE), *rest)
        dead.add((step, revealer, task))
        return None

    return search(0, first, 0)


def _deal(plan: Plan, revealers: Sequence[tuple[int, int]], ruleset: Ruleset, random: Random) -> HandRecord | None:
    """Deal the rest of the deck once; ``None`` if something is in the way."""
    dealer = (revealers[0][0] + 2) % 3
    pool = Counter(dict.fromkeys(range(KINDS), COPIES))
    pool.subtract(dict(enumerate(plan.held)))
    pool.subtract(task.kind for task in plan.tasks)
    junk = _junk(plan, pool, dealer, random)
    hands = _hands(pool, plan, dealer, random)
    stock = _stock(plan, revealers, pool, [*junk], hands, random)
    if stock is None:
        return None
    throws = [*junk, plan.thrown] if plan.thrown != NONE else [*junk]
    if dealer == WINNER:
        first = throws.pop(0)
    else:
        first = next((k for k in hands[dealer] if k not in plan.taken and hands[dealer].count(k) != 3), NONE)
        if first == NONE:
            return None
    own = [kind for kind in range(KINDS) for _ in range(plan.held[kind])] + junk
    events = [Event(DISCARD, dealer, first), *_events(plan, revealers, stock, throws)]
    dealt = (tuple(sorted(own)), tuple(sorted(hands[LOWER])), tuple(sorted(hands[UPPER])))
    return HandRecord(dealt, tuple(stock), tuple(events), dealer, ruleset=ruleset.id)


def _junk(plan: Plan, pool: Counter[int], dealer: int, random: Random) -> list[int]:
    """Take the cards the winner is dealt only to discard them from the pool: strangers to the hand, no two alike."""
    kinds = [k for k in range(KINDS) if not plan.held[k] and pool[k] and all(k != task.kind for task in plan.tasks)]
    random.shuffle(kinds)
    junk = kinds[: (DEALER_SIZE if dealer == WINNER else OTHER_SIZE) - sum(plan.held)]
    pool.subtract(junk)
    return junk


def _hands(pool: Counter[int], plan: Plan, dealer: int, random: Random) -> dict[int, list[int]]:
    """Take the two other hands from the pool: first what must not be revealed, then one of each kind, then more."""
    hands: dict[int, list[int]] = {LOWER: [], UPPER: []}
    sizes = {seat: DEALER_SIZE if seat == dealer else OTHER_SIZE for seat in hands}
    while any(len(hands[seat]) < sizes[seat] for seat in hands):
        seat = min(hands, key=lambda s: (len(hands[s]) - sizes[s], random.random()))
        left = [kind for kind in range(KINDS) if pool[kind]]
        kind = min(left, key=lambda k: (k not in plan.taken, hands[seat].count(k), random.random()))
        hands[seat].append(kind)
        pool[kind] -= 1
    return hands


def _stock(
    plan: Plan,
    revealers: Sequence[tuple[int, int]],
    pool: Counter[int],
    junk: list[int],
    hands: dict[int, list[int]],
    random: Random,
) -> list[int] | None:
    """Return the stock with what is left of the pool between the winner's cards, ``None`` if a 偎 would be forced."""
    rest = list(pool.elements())
    random.shuffle(rest)
    stock: list[int] = []
    for seat, index in revealers:
        if index != NONE:
            kind = plan.tasks[index].kind
            if seat != WINNER and hands[seat].count(kind) > 1:
                return None
            stock.append(kind)
            continue
        for kind in rest:
            held = plan.held[kind] + junk.count(kind) if seat == WINNER else hands[seat].count(kind)
            if held < 2 and kind not in plan.taken:
                break
        else:
            return None
        rest.remove(kind)
        stock.append(kind)
    return stock


def _events(
    plan: Plan, revealers: Sequence[tuple[int, int]], stock: Sequence[int], throws: Sequence[int]
) -> list[Event]:
    events = []
    left = list(throws)
    for (seat, index), kind in zip(revealers, stock, strict=True):
        events.append(Event(REVEAL, seat, kind))
        if index == NONE:
            continue
        task = plan.tasks[index]
        if task.shown:
            events.append(Event(ZHE, WINNER, cards=task.shown))
        if task.laid is not None:
            mates = list(task.laid.cards)
            mates.remove(kind)
            events.append(Event(task.laid.claim, WINNER, kind, tuple(mates) if task.laid.claim == CHI else ()))
        if task.wins:
            events.append(Event(HU, WINNER))
        elif task.laid is not None:
            events.append(Event(DISCARD, WINNER, left.pop(0)))
    return events
