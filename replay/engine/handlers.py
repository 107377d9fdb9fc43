"""What each event does to a table: judge it (``verify``), note what is wrong, then do as the table did.

``HANDLERS[action](table, event, index)``. After a violation play goes on with what was done; a card that was not there
is not conjured up, and nothing else is repaired.
"""

from __future__ import annotations

from collections.abc import Callable

from replay.cards import NONE, UNKNOWN
from replay.engine import verify
from replay.engine.contests import claimed_too_early, contest, keep_before
from replay.engine.table import (
    AFTER_WEI,
    CARD,
    DEAL,
    DISCARD_DUE,
    OVER,
    REVEAL_DUE,
    RUNS,
    Table,
)
from replay.record import CHI, DEAD, DISCARD, HU, PENG, WEI, Event

Handler = Callable[[Table, Event, int], None]


def settle_untaken(t: Table) -> None:
    """Note what follows from nobody taking the card on the table: 忘偎, 過張 (R7, R16 a and b, R17), the pile."""
    kind, owner, hands = t.kind, t.owner, t.hands
    t.piles[owner].append((kind, t.revealed, t.card_event))
    if kind == UNKNOWN:
        if t.revealed and not t.dead[owner] and (hands[owner][UNKNOWN] or max(hands[owner]) >= 2):
            t.flag("forgot_wei", owner, t.card_event, "undecidable", kind=kind)
        t.kind = NONE
        return
    bit = 1 << kind
    low, up = t.others[owner]
    t.chi_passed[low] |= bit
    if t.revealed:
        t.chi_passed[owner] |= bit
        if hands[owner][kind] >= 2 or t.hidden:
            forgot_wei(t)
    if hands[low][kind] >= 2:
        t.peng_passed[low] |= bit
    if hands[up][kind] >= 2:
        t.peng_passed[up] |= bit
    t.kind = NONE


def settle_chi(t: Table, seat: int) -> None:
    """Note what follows from a 吃: R16 (c) for the revealer, R17 for who could have 碰'd, 忘偎."""
    kind, owner, hands = t.kind, t.owner, t.hands
    low, up = t.others[owner]
    if t.revealed:
        if seat == low:
            t.chi_passed[owner] |= 1 << kind
        if hands[owner][kind] >= 2 or t.hidden:
            forgot_wei(t)
    if hands[low][kind] >= 2:
        t.peng_passed[low] |= 1 << kind
    if hands[up][kind] >= 2:
        t.peng_passed[up] |= 1 << kind


def forgot_wei(t: Table) -> None:
    """Find 忘偎 if the card on the table had to be 偎'd by its revealer (R7, R23); a dead hand never has to (R22)."""
    owner, held = t.owner, t.hands[t.owner][t.kind]
    if (
        not t.revealed
        or t.kind == UNKNOWN
        or t.dead[owner]
        or any(f.event == t.card_event for f in t.findings if f.code == "forgot_wei")
    ):
        return
    if held >= 2:
        t.flag("forgot_wei", owner, t.card_event, kind=t.kind, held=held)
        if t.rules.switches.forgot_wei_bars_win:
            t.barred[owner] = True
    elif t.hidden and t.most(owner, t.kind) >= 2:
        t.flag("forgot_wei", owner, t.card_event, "undecidable", kind=t.kind, held=held)


def on_discard(t: Table, event: Event, index: int) -> None:
    """出 (R5, R9, R18–R20)."""
    seat, kind = event.seat, event.kind
    if t.phase == OVER and not resume(t, event, index):
        return
    if (t.phase == DISCARD_DUE or t.phase == DEAL or (t.phase == AFTER_WEI and not t.last)) and seat == t.turn:
        verify.discard(t, seat, kind, index)
    else:
        if t.dead[seat]:
            t.flag("dead_hand_act", seat, index, action=DISCARD)
        else:
            verify.out_of_turn(t, event.action, event.seat, index)
        if t.phase == CARD:
            settle_untaken(t)
    hand = t.hands[seat]
    if hand[kind]:
        hand[kind] -= 1
    else:
        t.take_unknown(seat)
    t.discarded[seat] |= 1 << kind
    t.kind, t.owner, t.revealed, t.card_event, t.phase = kind, seat, False, index, CARD


def on_reveal(t: Table, event: Event, index: int) -> None:
    """揭 (R6, R8): the 下家 of the last card's owner, once nobody took that card."""
    seat, kind = event.seat, event.kind
    due = True
    if t.phase == CARD:
        due = seat == t.nxt[t.owner]
        if not due:
            verify.out_of_turn(t, event.action, seat, index)
        settle_untaken(t)
    elif t.phase == REVEAL_DUE:
        due = seat == t.nxt[t.turn]
        if not due:
            verify.out_of_turn(t, event.action, seat, index)
    elif t.phase == OVER:
        if resume(t, event, index):
            on_reveal(t, event, index)
        return
    else:
        due = skipped_discard(t, event, index)
    stock, drawn = t.stock, t.drawn
    if due and drawn >= len(stock):
        t.flag("stock_count", seat, index, expected=len(stock), actual=drawn + 1)
    elif due and stock[drawn] != kind and stock[drawn] != UNKNOWN and kind != UNKNOWN:
        t.flag("stock_order", seat, index, kind=kind, expected=(stock[drawn],))
    t.drawn = drawn + 1
    t.kind, t.owner, t.revealed, t.card_event, t.phase = kind, seat, True, index, CARD


def skipped_discard(t: Table, event: Event, index: int) -> bool:
    """Judge a 揭 where a discard was due: a dead hand if nothing could be discarded (R22), else ``missed_discard``.

    Return whether it came from the seat that reveals next.
    """
    turn = t.turn
    if t.phase == AFTER_WEI and t.last:  # nothing but 胡 or 臭 may follow (R12)
        verify.out_of_turn(t, event.action, event.seat, index)
        return False
    possible, due = t.discardable(turn), event.seat == t.nxt[turn]
    if not due:
        verify.out_of_turn(t, event.action, event.seat, index)
    elif possible:
        t.flag("missed_discard", turn, index, kinds=tuple(possible))
    elif t.hands[turn][UNKNOWN]:
        t.flag("missed_discard", turn, index, "undecidable")
    if not possible and not t.hands[turn][UNKNOWN]:
        t.dead[turn] = True
    return due


def on_wei(t: Table, event: Event, index: int) -> None:
    """偎 (R7, R13): two or three in hand and a card one revealed oneself."""
    seat = event.seat
    if t.phase != CARD:
        claimed_too_early(t, event, index)
    if t.phase == OVER and not resume(t, event, index):
        return
    if t.keep:
        keep_before(t, event, index)
    on_table = t.phase == CARD
    own = on_table and t.revealed and t.owner == seat
    kind = t.kind if event.kind == UNKNOWN and own else event.kind
    verify.wei(t, seat, kind, event.cards, index)
    if on_table and (kind != t.kind or seat != t.owner):
        if kind != t.kind:
            settle_untaken(t)
        else:
            forgot_wei(t)
    if t.zhe[seat] and t.rules.switches.zhe_reset_by_wei:
        t.zhe[seat] = ()
    t.take_cards(seat, event.cards or (kind, kind))
    t.lay_sentence(seat, WEI, kind, (kind, kind, kind), index)


def on_peng(t: Table, event: Event, index: int) -> None:
    """碰 (R14)."""
    seat, kind, cards = event.seat, event.kind, event.cards
    if t.phase != CARD and not take_up(t, event, index):
        return
    if t.keep:
        keep_before(t, event, index)
    hand = t.hands[seat]
    if t.phase == CARD:
        verify.peng(t, seat, kind, cards, index)
        if kind != t.kind:
            settle_untaken(t)
        elif t.revealed and (t.hands[t.owner][kind] >= 2 or t.hidden):
            forgot_wei(t)
    if hand[kind] >= 2 and not cards:
        hand[kind] -= 2
    else:
        t.take_cards(seat, cards or (kind, kind))
    t.lay_sentence(seat, PENG, kind, (kind, kind, kind), index)
    if t.house:
        refuse_dead_claim(t, seat, PENG, index)


def on_chi(t: Table, event: Event, index: int) -> None:
    """吃 (R15, R16)."""
    seat, kind, cards = event.seat, event.kind, event.cards
    if t.phase != CARD and not take_up(t, event, index):
        return
    if t.keep:
        keep_before(t, event, index)
    run = RUNS.get((kind, cards))
    if t.phase == CARD:
        verify.chi(t, seat, kind, cards, run is not None, index)
        if kind == t.kind:
            settle_chi(t, seat)
        else:
            settle_untaken(t)
    t.take_cards(seat, cards)
    t.lay_sentence(seat, CHI, kind, run or _ascending(kind, cards), index)
    if t.house:
        refuse_dead_claim(t, seat, CHI, index)


def _ascending(kind: int, cards: tuple[int, ...]) -> tuple[int, int, int]:
    low, middle, high = sorted((kind, *cards))  # two companions: the grammar sees to it
    return low, middle, high


def take_up(t: Table, event: Event, index: int) -> bool:
    """Judge a 碰 or 吃 that comes while no card lies on the table; return whether it is to be carried out."""
    if t.phase == OVER and not resume(t, event, index):
        return False
    if t.phase != CARD:
        if contested(t, event):
            return contest(t, event, index)
        verify.out_of_turn(t, event.action, event.seat, index)
    return True


def refuse_dead_claim(t: Table, seat: int, action: int, index: int) -> None:
    """Find a claim that leaves nothing to discard, where the ruleset refuses such claims (switch, server C)."""
    refused = t.rules.switches.refuse_dead_claim and not t.discardable(seat)
    if refused and not t.hands[seat][UNKNOWN]:
        t.flag("dead_hand_act", seat, index, action=action)


def contested(t: Table, event: Event) -> bool:
    """Tell whether the event claims the very card that another seat has just laid."""
    if t.phase not in (DISCARD_DUE, AFTER_WEI) or event.seat == t.turn or not t.laid[t.turn]:
        return False
    return event.kind in (NONE, t.laid[t.turn][-1].kind)


def on_hu(t: Table, event: Event, index: int) -> None:
    """胡 (R8, R24, R28; §7 before the first discard). The hand ends if it holds; else play may go on (R24)."""
    seat = event.seat
    if t.phase == OVER:
        if t.hu is not None and not t.hu[2]:
            second_hu(t, event, index)
            return
        if not resume(t, event, index):
            return
    if contested(t, event) and not contest(t, event, index):
        t.score = None
        code = t.findings[-1].code
    else:
        if t.keep:
            keep_before(t, event, index)
        if t.phase == CARD:
            forgot_wei(t)
        code = verify.hu(t, seat, event.kind, index)
    t.hu = (seat, index, code)
    t.paused, t.phase = t.phase, OVER


def second_hu(t: Table, event: Event, index: int) -> None:
    """Judge a 胡 declared after a legal one. On the same card, or at the deal, the order of R8 decides; if the second
    is no legal win it is found to be that and nothing else.
    """
    assert t.hu is not None
    first, first_index, _ = t.hu
    seat, score = event.seat, t.score
    if t.paused == AFTER_WEI and seat != t.turn and seat != first:
        t.flag("claimed_weied_card", seat, index, kind=t.laid[t.turn][-1].kind, other=t.turn, action=HU)
        return
    if seat == first or t.paused not in (DEAL, CARD):
        resume(t, event, index)
        return
    t.phase = t.paused
    code = verify.hu(t, seat, event.kind, index)
    if not code and verify.goes_first(t, seat, first):
        t.flag("hu_out_of_order", first, first_index, other=seat)
        t.hu = (seat, index, "")
    else:
        t.score = score
        if not code:
            t.flag("hu_out_of_order", seat, index, other=first)
    t.phase = OVER


def resume(t: Table, event: Event, index: int) -> bool:
    """Take play up again after its end; return whether the event is to be carried out.

    After a false 胡 the table may go on (R24). After a win or 臭 nothing may follow: one finding, and the event is
    left out, since there is nothing to go on with.
    """
    if t.hu is not None and t.hu[2]:
        t.phase, t.hu = t.paused, None
        return True
    if t.paused != OVER:
        verify.out_of_turn(t, event.action, event.seat, index)
        t.paused = OVER
    return False


def on_zhe(t: Table, event: Event, index: int) -> None:
    """蟄: a 胡 shown and let go (§8.1)."""
    if t.phase == OVER and not resume(t, event, index):
        return
    verify.zhe(t, event.seat, event.cards, index)
    t.zhe[event.seat] = (*t.zhe[event.seat], event.cards)


def on_dead(t: Table, event: Event, index: int) -> None:
    """死: the seat has to discard and cannot (R22)."""
    if t.phase == OVER and not resume(t, event, index):
        return
    due_here = t.phase in (DISCARD_DUE, DEAL) or (t.phase == AFTER_WEI and not t.last)
    if not due_here or event.seat != t.turn:
        verify.out_of_turn(t, event.action, event.seat, index)
        return
    if possible := t.discardable(event.seat):
        t.flag("missed_discard", event.seat, index, kinds=tuple(possible))
    elif t.hands[event.seat][UNKNOWN]:
        t.flag("missed_discard", event.seat, index, "undecidable")
    t.dead[event.seat] = True
    t.phase = REVEAL_DUE


def on_exhausted(t: Table, event: Event, index: int) -> None:
    """臭: the last stock card was turned and nobody won (R12, R26)."""
    if t.phase == OVER and not resume(t, event, index):
        return
    if not t.last or t.phase == DEAL:
        verify.out_of_turn(t, event.action, event.seat, index)
    if t.phase == CARD:
        settle_untaken(t)
    t.paused, t.phase, t.hu = CARD, OVER, None


def on_pass(t: Table, event: Event, index: int) -> None:
    """過: always allowed while a card lies on the table or a 胡 is on offer (R21); it changes nothing (R10)."""
    if t.phase == OVER and t.hu is not None and not t.hu[2]:
        resume(t, event, index)


def on_show(t: Table, event: Event, index: int) -> None:
    """示: a hand shown; it must be what the seat holds (R1)."""
    verify.show(t, event.seat, event.cards, index)


HANDLERS: tuple[Handler, ...] = (
    on_discard,
    on_reveal,
    on_wei,
    on_peng,
    on_chi,
    on_hu,
    on_zhe,
    on_dead,
    on_exhausted,
    on_pass,
    on_show,
)
assert DEAD == 7  # HANDLERS is in the order of replay.record.ACTIONS
