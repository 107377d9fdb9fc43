"""Whether one event keeps the rules. Each function flags at most one finding, the first of RULES §11's order, and
changes nothing else. Unknown cards make a judgement undecidable, never legal by default.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from replay.cards import KINDS, NONE, UNKNOWN, count_kinds
from replay.engine.feeding import fed
from replay.engine.finding import PROVED, UNDECIDABLE
from replay.engine.table import AFTER_WEI, CARD, DEAL, OVER, REVEAL_DUE, Table
from replay.record import CHI, DISCARD, EXHAUSTED, HU, PENG, REVEAL, WEI
from replay.scoring import Win, best, deal_win, why_not


def out_of_turn(t: Table, action: int, seat: int, index: int) -> None:
    """Find an event that was not due, naming what was."""
    t.flag("out_of_turn", None if seat == NONE else seat, index, action=action, expected=due(t))


def due(t: Table) -> object:
    """Return what may come next, as facts for a message."""
    last = EXHAUSTED if t.last else REVEAL
    if t.phase == OVER:
        return "end"
    if t.phase == CARD:
        return {"seat": t.nxt[t.owner], "actions": (last,)}
    if t.phase == REVEAL_DUE:
        return {"seat": t.nxt[t.turn], "actions": (last,)}
    actions = (DISCARD, HU) if t.phase in (DEAL, AFTER_WEI) else (DISCARD,)
    return {"seat": t.turn, "actions": (HU, EXHAUSTED) if t.phase == AFTER_WEI and t.last else actions}


def discard(t: Table, seat: int, kind: int, index: int) -> None:
    """出 by the seat that is due: R18, R19, R20, R22."""
    held = t.hands[seat][kind]
    if held and held != 3 and not (t.taken[seat] >> kind & 1 or t.dead[seat] or t.hidden or t.house):
        return  # nearly every discard
    if kind == UNKNOWN:
        return
    if t.dead[seat]:
        t.flag("dead_hand_act", seat, index, action=DISCARD)
    elif not held:
        _absent(t, seat, kind, index)
    elif t.taken[seat] >> kind & 1:
        t.flag("discard_taken", seat, index, kind=kind)
    elif held == 3 or (t.rules.switches.broken_kan_locked and t.locked(seat) >> kind & 1):
        if t.hidden and held == 3 and t.most(seat, kind) > 3:
            t.flag("discard_kan", seat, index, UNDECIDABLE, kind=kind, held=held)
        else:
            t.flag("discard_kan", seat, index, kind=kind, held=held)
    elif t.hidden and held < 3 <= t.most(seat, kind):
        t.flag("discard_kan", seat, index, UNDECIDABLE, kind=kind, held=held)
    elif t.rules.switches.no_feeding_tuanyuan and (certainty := fed(t, seat, kind)):
        t.flag("fed_tuanyuan", seat, index, certainty, kind=kind, other=t.nxt[seat])


def _absent(t: Table, seat: int, kind: int, index: int) -> None:
    if not t.hands[seat][UNKNOWN]:
        expected = tuple(k for k in range(KINDS) for _ in range(t.hands[seat][k]))
        t.flag("card_not_in_hand", seat, index, kind=kind, expected=expected)
    elif not t.free[kind]:
        t.flag("card_not_in_hand", seat, index, kind=kind, expected=())


def wei(t: Table, seat: int, kind: int, cards: tuple[int, ...], index: int) -> None:
    """偎: the seat's own revealed card and two or three more in hand (R7, R13); ``cards`` if others were laid."""
    held = t.hands[seat][kind] if kind != UNKNOWN else 0
    mine = t.phase == CARD and t.revealed and t.owner == seat and t.kind in (kind, UNKNOWN)
    if mine and t.dead[seat]:
        t.flag("dead_hand_act", seat, index, action=WEI)
    elif (
        not mine
        or set(cards) - {kind, UNKNOWN}
        or (max(t.hands[seat]) < 2 if kind == UNKNOWN else t.most(seat, kind) < 2)
    ):
        expected = (t.kind,) if t.phase == CARD else ()
        t.flag("false_wei", seat, index, kind=kind, held=held, expected=expected)
    elif held < 2:
        t.flag("false_wei", seat, index, UNDECIDABLE, kind=kind, held=held, expected=(kind,))


def peng(t: Table, seat: int, kind: int, cards: tuple[int, ...], index: int) -> None:
    """碰 of the card on the table (R12, R14, R17); ``cards`` if others than two of its kind were laid with it."""
    held = t.hands[seat][kind]
    if kind != t.kind and t.kind != UNKNOWN:
        t.flag("card_not_in_hand", seat, index, kind=kind, expected=(t.kind,))
    elif t.drawn >= len(t.stock):
        t.flag("last_card_claim", seat, index, kind=kind, action=PENG)
    elif seat == t.owner:
        t.flag("peng_own_card", seat, index, kind=kind)
    elif t.dead[seat]:
        t.flag("dead_hand_act", seat, index, action=PENG)
    elif held < 2 or set(cards) - {kind, UNKNOWN}:
        possible = held < 2 <= t.most(seat, kind)
        t.flag("peng_without_pair", seat, index, *([UNDECIDABLE] if possible else []), kind=kind, held=held)
    elif t.peng_passed[seat] >> kind & 1:
        t.flag("peng_passed", seat, index, kind=kind, because="passed")
    elif t.zhe[seat] and t.rules.switches.zhe_freezes:
        t.flag("peng_passed", seat, index, kind=kind, because="zhe")


def chi(t: Table, seat: int, kind: int, cards: tuple[int, ...], run: bool, index: int) -> None:
    """吃 of the card on the table with two cards of the hand, with which it makes a ``run`` or not (R12, R15, R16)."""
    hand = t.hands[seat]
    if kind != t.kind and t.kind != UNKNOWN:
        t.flag("card_not_in_hand", seat, index, kind=kind, expected=(t.kind,))
    elif t.drawn >= len(t.stock):
        t.flag("last_card_claim", seat, index, kind=kind, action=CHI)
    elif not (t.revealed and seat == t.owner) and seat != t.nxt[t.owner]:
        t.flag("chi_wrong_source", seat, index, kind=kind, other=t.owner)
    elif not run:
        certainty = UNDECIDABLE if UNKNOWN in (kind, *cards) else PROVED
        t.flag("chi_not_a_run", seat, index, certainty, kind=kind, kinds=cards)
    elif t.dead[seat]:
        t.flag("dead_hand_act", seat, index, action=CHI)
    elif hand[kind] >= 2:
        t.flag("chi_could_peng", seat, index, kind=kind, held=hand[kind])
    elif t.discarded[seat] >> kind & 1:
        t.flag("chi_own_discard", seat, index, kind=kind)
    elif t.chi_passed[seat] >> kind & 1:
        t.flag("chi_passed", seat, index, kind=kind, because="guozhang")
    elif t.zhe[seat] and t.rules.switches.zhe_freezes:
        t.flag("chi_passed", seat, index, kind=kind, because="zhe")
    elif not (hand[cards[0]] and hand[cards[1]]):
        _absent(t, seat, cards[0] if not hand[cards[0]] else cards[1], index)
    elif t.hidden and t.most(seat, kind) >= 2:
        t.flag("chi_could_peng", seat, index, UNDECIDABLE, kind=kind, held=hand[kind])


def position(t: Table, seat: int) -> Win:
    """Return the position the seat would win with on this table: a card, its own 偎, or the deal."""
    at_deal = t.phase == DEAL
    after_wei = t.phase == AFTER_WEI
    dealt = t.record.hands[seat]
    return Win(
        laid=tuple(t.laid[seat]),
        hand=tuple(t.hands[seat][:KINDS]),
        won=NONE if at_deal or after_wei else t.kind,
        by_self=after_wei or (not at_deal and t.owner == seat),
        via_wei=after_wei,
        last=t.last and not at_deal,
        at_deal=at_deal,
        dealer=seat == t.dealer,
        zhe=t.zhe[seat],
        dealt=None if UNKNOWN in dealt else count_kinds(dealt)[:KINDS],
    )


def _unknown(t: Table, seat: int) -> bool:
    """Tell whether any card of the seat, in hand or laid, is unknown."""
    return t.hands[seat][UNKNOWN] > 0 or any(UNKNOWN in laid.cards for laid in t.laid[seat])


def hu(t: Table, seat: int, kind: int, index: int) -> str:
    """胡 (R22–R24, R28): flag what is wrong and return its code, or set the table's score and return ``""``.

    Where hidden cards leave it open, ``undecidable`` is returned: play may go on, as after a false one.
    """
    t.score = None
    if t.dead[seat] or t.barred[seat]:
        return _refuse(t, "hu_barred", seat, index, because="dead" if t.dead[seat] else "forgot_wei")
    if t.phase == DEAL:
        return _hu_at_deal(t, seat, index)
    if t.phase == AFTER_WEI and seat == t.turn:
        on_table = t.laid[seat][-1].kind
    elif t.phase == CARD:
        on_table = t.kind
        if not t.revealed and not t.rules.switches.win_on_discard:
            return _refuse(t, "hu_on_discard", seat, index, kind=t.kind)
    else:
        out_of_turn(t, HU, seat, index)
        return "out_of_turn"
    if kind not in (NONE, UNKNOWN, on_table):
        return _refuse(t, "card_not_in_hand", seat, index, kind=kind, expected=(on_table,))
    if _unknown(t, seat) or on_table == UNKNOWN:
        t.flag("hu_incomplete", seat, index, UNDECIDABLE, kind=on_table)
        return UNDECIDABLE
    win = position(t, seat)
    t.score = best(win, t.rules)
    if t.score is not None:
        return ""
    lack = why_not(win, t.rules)
    if lack is not None and lack.reason == "short":
        return _refuse(t, "hu_short_xi", seat, index, kind=on_table, actual=lack.xi, expected=t.rules.min_xi)
    return _refuse(t, "hu_incomplete", seat, index, kind=on_table)


def _hu_at_deal(t: Table, seat: int, index: int) -> str:
    """A 胡 before the first discard (§7): the dealer's complete hand, or a deal-time win of the ruleset."""
    if t.hands[seat][UNKNOWN]:
        t.flag("false_deal_win", seat, index, UNDECIDABLE)
        return UNDECIDABLE
    t.score = deal_win(tuple(t.hands[seat][:KINDS]), seat == t.dealer, t.rules)
    return "" if t.score is not None else _refuse(t, "false_deal_win", seat, index)


def _refuse(t: Table, code: str, seat: int, index: int, **facts: Any) -> str:
    t.flag(code, seat, index, **facts)
    return code


def goes_first(t: Table, seat: int, other: int) -> bool:
    """Tell whether the seat's 胡 goes before the other's: the revealer's, their 下家's, their 上家's (R8); at the deal
    in turn order from the dealer (§7). A seat that does not play goes last.
    """
    start = t.dealer if t.phase == DEAL else t.owner
    order = (start, t.nxt[start], t.nxt[t.nxt[start]])
    return seat in order and (other not in order or order.index(seat) < order.index(other))


def zhe(t: Table, seat: int, kinds: tuple[int, ...], index: int) -> None:
    """蟄: the seat could have won on the card on the table, and every kind shown would win (§8.1)."""
    could = t.phase == CARD and (t.revealed or t.rules.switches.win_on_discard)
    if not could or t.dead[seat] or t.barred[seat]:
        t.flag("false_zhe", seat, index, kinds=kinds)
        return
    if _unknown(t, seat) or UNKNOWN in (t.kind, *kinds):
        t.flag("false_zhe", seat, index, UNDECIDABLE, kinds=kinds)
        return
    win = position(t, seat)
    wrong = tuple(k for k in {t.kind, *kinds} if not _wins_on(win, k, t))
    if wrong:
        t.flag("false_zhe", seat, index, kinds=wrong)


def _wins_on(win: Win, kind: int, t: Table) -> bool:
    return best(replace(win, won=kind), t.rules) is not None


def show(t: Table, seat: int, kinds: tuple[int, ...], index: int) -> None:
    """示: what is shown must be what is held (R1)."""
    hand = t.hands[seat]
    known = [k for k in range(KINDS) for _ in range(hand[k])]
    shown = sorted(k for k in kinds if k != UNKNOWN)
    if hand[UNKNOWN] == 0 and len(shown) == len(kinds) and shown != known:
        extra = [k for k in shown if shown.count(k) > hand[k]] or shown
        t.flag("card_not_in_hand", seat, index, kind=extra[0] if extra else NONE, expected=tuple(known))
