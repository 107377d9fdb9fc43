"""Who pays whom (RULES §9), in whole units of the smallest coin; gains are positive and every sum is zero.

>>> from replay.rulesets import load
>>> settle(Outcome(seats=3, dealer=0, winner=1, xi=20, total=60), load("dazhuo"), pot=0).payments
(-60, 120, -60)
"""

from __future__ import annotations

import msgspec

from replay.cards import NONE
from replay.record.model import shouxing_of
from replay.rulesets import Ruleset


class Outcome(msgspec.Struct, frozen=True):
    """How a hand ended: ``winner`` is ``NONE`` after 臭; ``xi`` 硬息 and ``total`` 總息 are the winner's.

    ``fines`` are seats that declared a false win (R24), once per declaration. ``feeder`` is a seat that broke R37 in
    favour of the winner, ``NONE`` if nobody did. ``at_deal`` marks a special deal-time win, which takes no 留子 (§7).
    """

    seats: int
    dealer: int
    winner: int = NONE
    xi: int = 0
    total: int = 0
    fines: tuple[int, ...] = ()
    feeder: int = NONE
    at_deal: bool = False


class Part(msgspec.Struct, frozen=True):
    """One reason for which money moved: ``what`` is ``win``, ``liuzi``, ``pot``, ``shouxing_win``,
    ``shouxing_liuzi``, ``counting_fee``, ``false_win`` or ``rest``; ``amounts`` by seat, ``pot`` what the pot gained.
    """

    what: str
    amounts: tuple[int, ...]
    pot: int = 0


class Settlement(msgspec.Struct, frozen=True):
    """A hand's money: ``payments`` by seat and ``pot``, the pot afterwards; ``deng`` the 等 the winner was due (R35).

    ``sum(payments)`` is what the pot lost.
    """

    payments: tuple[int, ...]
    pot: int
    deng: int
    parts: tuple[Part, ...]


def settle(outcome: Outcome, rules: Ruleset, pot: int) -> Settlement:
    """Return the money of one hand that began with ``pot`` in the pot (R34–R37, R24)."""
    parts: list[Part] = [_fine(outcome, rules, seat) for seat in outcome.fines if rules.money.false_win_fine]
    deng = 0
    if outcome.winner == NONE:
        parts += _after_chou(outcome, rules)
    else:
        parts.append(_win(outcome, rules))
        parts += _shouxing(
            outcome, rules, "shouxing_win", _share(outcome.total, rules.money.shouxing_win) * rules.money.stake
        )
        deng = deng_of(outcome, rules)
        taken = min(pot, deng * rules.money.deng_value)
        if taken:
            parts.append(Part("liuzi", _at(outcome.seats, outcome.winner, taken), -taken))
            money = rules.money
            dealt = outcome.winner == outcome.dealer
            share = money.shouxing_liuzi_dealer if dealt else money.shouxing_liuzi_other
            parts += _shouxing(outcome, rules, "shouxing_liuzi", _share(taken, share))
    payments = tuple(sum(part.amounts[seat] for part in parts) for seat in range(outcome.seats))
    return Settlement(payments, pot + sum(part.pot for part in parts), deng, tuple(parts))


def deng_of(outcome: Outcome, rules: Ruleset) -> int:
    """Return the number of 等 the winner may take from the pot: (硬息 − 17) from 18 硬息 on (R35)."""
    money = rules.money
    if outcome.at_deal or outcome.feeder != NONE or not money.deng_value or outcome.xi < money.deng_from:
        return 0
    return outcome.xi - money.deng_from + 1


def share_rest(last: Outcome, pot: int, balances: tuple[int, ...]) -> Part:
    """Return how what is left in the pot after the ``last`` hand is shared among its players (R35; no 守醒, R36).

    Equal parts; odd coins go one by one to the highest balances, ties to the lower seat, so that no coin is lost.
    """
    playing = players(last)
    each, odd = divmod(pot, len(playing))
    amounts = [each if seat in playing else 0 for seat in range(last.seats)]
    for seat in sorted(playing, key=lambda seat: (-balances[seat], seat))[:odd]:
        amounts[seat] += 1
    return Part("rest", tuple(amounts), -pot)


def players(outcome: Outcome) -> tuple[int, ...]:
    """Return the three playing seats (R3)."""
    idle = shouxing(outcome)
    return tuple(seat for seat in range(outcome.seats) if seat != idle)


def shouxing(outcome: Outcome) -> int:
    """Return the 守醒's seat, ``NONE`` at a three-handed table (R3)."""
    return shouxing_of(outcome.seats, outcome.dealer)


def _win(outcome: Outcome, rules: Ruleset) -> Part:
    """R34: each losing player pays the total; under R37 only the feeder does."""
    amount = outcome.total * rules.money.stake
    losers = [seat for seat in players(outcome) if seat != outcome.winner]
    if outcome.feeder in losers:
        losers = [outcome.feeder]
    amounts = [0] * outcome.seats
    for seat in losers:
        amounts[seat] = -amount
    amounts[outcome.winner] = amount * len(losers)
    return Part("win", tuple(amounts))


def _after_chou(outcome: Outcome, rules: Ruleset) -> list[Part]:
    """R35: everybody pays into the pot, the dealer more; R36: without a pot the 守醒 gets the counting fee."""
    money = rules.money
    amounts = [0] * outcome.seats
    if money.liuzi_dealer or money.liuzi_other:
        for seat in players(outcome):
            amounts[seat] = -(money.liuzi_dealer if seat == outcome.dealer else money.liuzi_other)
        return [Part("pot", tuple(amounts), -sum(amounts))]
    idle = shouxing(outcome)
    if idle == NONE or not money.counting_fee:
        return []
    for seat in players(outcome):
        amounts[seat] = -money.counting_fee
    amounts[idle] = -sum(amounts)
    return [Part("counting_fee", tuple(amounts))]


def _shouxing(outcome: Outcome, rules: Ruleset, what: str, amount: int) -> list[Part]:
    """R36: the winner hands the 守醒 their share."""
    idle = shouxing(outcome)
    if idle == NONE or not amount:
        return []
    amounts = [0] * outcome.seats
    amounts[outcome.winner], amounts[idle] = -amount, amount
    return [Part(what, tuple(amounts))]


def _fine(outcome: Outcome, rules: Ruleset, seat: int) -> Part:
    """R24: a false win costs an amount to each other player."""
    fine = rules.money.false_win_fine
    others = [other for other in players(outcome) if other != seat]
    amounts = [0] * outcome.seats
    for other in others:
        amounts[other] = fine
    amounts[seat] -= fine * len(others)
    return Part("false_win", tuple(amounts))


def _share(amount: int, fraction: tuple[int, int]) -> int:
    return amount * fraction[0] // fraction[1]


def _at(seats: int, seat: int, amount: int) -> tuple[int, ...]:
    return tuple(amount if other == seat else 0 for other in range(seats))
