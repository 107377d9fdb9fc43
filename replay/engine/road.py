"""The fast road: most hands break no rule and hold nothing unusual, and need not the whole referee.

``walk`` follows a hand as long as each event is one that the referee would pass in silence. It finds no fault with
anything; it gives up, and the referee judges the hand from its beginning, at

- a deal that is not three known hands with a dealer and a stock of 22, or a log that starts in the middle;
- a ruleset with a ban of its own on discards or claims;
- any event but 出 揭 偎 碰 吃, a 胡 on a card or a 偎 that ends the record, and a 臭 that does;
- any breach of a rule: among them a second claim for a card, a 揭 in place of a discard that was possible, a 忘偎;
- a result that the record counts otherwise than the scorer.

What the referee says is the law: tests hold that it finds nothing in a hand that ``walk`` passes, and the same end.
"""

from __future__ import annotations

import msgspec

from replay.cards import DEALER_SIZE, KINDS, NONE, OTHER_SIZE, STOCK_SIZE, count_kinds
from replay.engine.finding import Finding
from replay.engine.setup import whole_deck
from replay.engine.table import RUNS, new_laid
from replay.melds import Laid
from replay.record import CHI, DISCARD, EXHAUSTED, HU, PENG, REVEAL, WEI, Event, HandRecord
from replay.rulesets import Ruleset
from replay.scoring import Score, Win, best

NOBODY = -2
NEXT, OTHERS = (1, 2, 0), ((1, 2), (2, 0), (0, 1))
MAY_GO = (False, True, True, False, True)  # by how many are in hand: a 砍 may not be discarded from (R20)

# What became of a kind, as bits: by seat whether it may no longer 吃 it (R15, R16), and whether it took it (R19); and
# whether a card of it was let pass. Who has a pair of it now had it then, for hands only shrink: no more 碰 (R17).
NO_CHI, TAKEN, PASSED = (1, 2, 4), (8, 16, 32), 64
UNTAKEN = tuple([PASSED | NO_CHI[owner] | NO_CHI[NEXT[owner]] for owner in range(3)])  # R16 (a), (b)
CHI_OF = tuple(  # by the card's owner and by seat; R16 (c)
    [tuple([PASSED | TAKEN[seat] | (NO_CHI[owner] if seat != owner else 0) for seat in range(3)]) for owner in range(3)]
)


class End(msgspec.Struct, frozen=True):
    """How a hand without findings ended: the fields of a ``Table`` that say so."""

    dealer: int
    hu: tuple[int, int, str] | None
    score: Score | None
    last: bool
    findings: tuple[Finding, ...] = ()


def walk(record: HandRecord, rules: Ruleset) -> End | None:
    """Return how the hand ended, ``None`` where the referee has to judge it.

    ``turn`` is the seat that has to discard; ``due`` the one that reveals next unless the card on the table is taken.
    Both are nobody when the card's ``owner`` has to 偎 it (R7), and when the last card is out (R12).
    """
    hands = _dealt(record, rules)
    if hands is None:
        return None
    stock, events, fate = record.stock, record.events, [0] * KINDS
    laid: tuple[list[int], ...] = ([], [], [])  # by seat, the index of the events that laid its sentences
    turn, due, card, owner, drawn = record.dealer, NOBODY, NONE, NONE, 0
    for index, event in enumerate(events):
        action, seat, kind = event.action, event.seat, event.kind
        if action == REVEAL:
            if seat == due:
                fate[card] |= UNTAKEN[owner]
            elif turn == NOBODY or seat != NEXT[turn] or not _dies(hands, fate, turn):
                return None
            if kind != stock[drawn]:
                return None
            card, owner, drawn, turn = kind, seat, drawn + 1, NOBODY
            due = NEXT[seat] if hands[seat][kind] < 2 and drawn < STOCK_SIZE else NOBODY
        elif action == DISCARD:
            if seat != turn or not MAY_GO[hands[seat][kind]] or fate[kind] & TAKEN[seat]:
                return None
            hands[seat][kind] -= 1
            fate[kind] |= NO_CHI[seat]
            card, owner, due, turn = kind, seat, NEXT[seat], NOBODY
        elif action == HU:
            ends = index and index + 1 == len(events) and kind in (NONE, card) and hands[owner][card] < 2
            return _won(record, rules, hands[seat], laid[seat], drawn) if ends and seat in NEXT else None
        elif action == EXHAUSTED:
            if index + 1 < len(events) or drawn < STOCK_SIZE:
                return None
        elif kind != card or not _takes(event, hands[seat], fate[kind], turn, due, owner):
            return None
        else:
            fate[kind] |= CHI_OF[owner][seat] if action == CHI else TAKEN[seat] if action == PENG else 0
            laid[seat].append(index)
            turn, due = seat if drawn < STOCK_SIZE else NOBODY, NOBODY
    if drawn == STOCK_SIZE and hands[owner][card] >= 2:  # 忘偎
        return None
    return End(record.dealer, None, None, drawn == STOCK_SIZE)


def _dealt(record: HandRecord, rules: Ruleset) -> list[list[int]] | None:
    """Return the counts of the hands dealt, ``None`` where the deal (R1, R2) or the ruleset is no ordinary one."""
    hands, stock, dealer, switches = record.hands, record.stock, record.dealer, rules.switches
    if switches.broken_kan_locked or switches.refuse_dead_claim or switches.no_feeding_tuanyuan:
        return None
    if len(hands) != 3 or dealer not in NEXT or "start" in record.meta or len(stock) != STOCK_SIZE:
        return None
    if len(hands[dealer]) != DEALER_SIZE or len(hands[NEXT[dealer]]) != OTHER_SIZE:
        return None
    counts = [count_kinds(hand) for hand in hands]
    return counts if whole_deck(counts, count_kinds(stock)) else None


def _dies(hands: list[list[int]], fate: list[int], seat: int) -> bool:
    """Tell whether the seat can discard nothing (R22). If so its hand counts as empty: it may and must do nothing."""
    if any(MAY_GO[hands[seat][kind]] and not fate[kind] & TAKEN[seat] for kind in range(KINDS)):
        return False
    hands[seat] = [0] * (KINDS + 1)
    return True


def _takes(event: Event, hand: list[int], fate: int, turn: int, due: int, owner: int) -> bool:
    """Take the cards of a legal 偎 (R7, R13), 碰 (R14, R17) or 吃 (R15, R16) from the hand; tell whether it is one."""
    action, seat, kind, cards = event.action, event.seat, event.kind, event.cards
    if action == CHI:
        reach = seat == due or (seat == owner and due != NOBODY)
        if not reach or hand[kind] >= 2 or fate & NO_CHI[seat] or (kind, cards) not in RUNS:
            return False
        first, second = cards
        if not hand[first] or not hand[second]:
            return False
        hand[first] -= 1
        hand[second] -= 1
        return True
    if action == PENG:
        legal = due != NOBODY and seat in OTHERS[owner] and not fate & PASSED
    else:
        legal = action == WEI and seat == owner and due == turn  # both are nobody
    if not legal or hand[kind] < 2 or cards:
        return False
    hand[kind] -= 2
    return True


def _won(record: HandRecord, rules: Ruleset, hand: list[int], laid: list[int], drawn: int) -> End | None:
    """Return the end by the 胡 that is the record's last event, ``None`` if it is no win or recorded otherwise."""
    events = record.events
    seat, before = events[-1].seat, events[-2]
    via_wei = before.action == WEI and before.seat == seat
    if not via_wei and before.action != REVEAL:
        return None
    win = Win(
        laid=tuple([_laid(events, index) for index in laid]),
        hand=tuple(hand[:KINDS]),
        won=NONE if via_wei else before.kind,
        by_self=before.seat == seat,
        via_wei=via_wei,
        last=drawn == STOCK_SIZE,
        dealer=seat == record.dealer,
        dealt=count_kinds(record.hands[seat])[:KINDS],
    )
    score = best(win, rules)
    claimed = record.claimed
    if score is None:
        return None
    if claimed is not None and record.ruleset in ("", rules.id):
        right = claimed.xi in (None, score.xi) and claimed.multiplier in (None, score.multiplier)
        if not right or claimed.total not in (None, score.total) or claimed.mingtang is not None:
            return None
    return End(record.dealer, (seat, len(events) - 1, ""), score, drawn == STOCK_SIZE)


def _laid(events: tuple[Event, ...], index: int) -> Laid:
    """Return the sentence that an event laid; the event before it put the card on the table."""
    event, before = events[index], events[index - 1]
    kind = event.kind
    run = RUNS[kind, event.cards] if event.action == CHI else (kind, kind, kind)
    return new_laid((event.action, kind, run, before.action == REVEAL and before.seat == event.seat, index))
