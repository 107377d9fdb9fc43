"""The reckoning of a whole evening: hands in order, who deals, the pot carried over, everybody's balance (RULES §9).

Pure: judged hands in, rows and findings out. A finding's ``event`` is ``None``; ``hand`` says where it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from replay.cards import NONE
from replay.engine import Finding, Replay
from replay.engine.table import turn_order
from replay.rulesets import Ruleset
from replay.scoring.settlement import Outcome, Part, Settlement, settle, share_rest


class Row(msgspec.Struct, frozen=True):
    """One hand of the evening: the dealer it should have had and had, its money, and the balances after it by seat."""

    hand: int
    due_dealer: int
    dealer: int
    outcome: Outcome
    settlement: Settlement
    balances: tuple[int, ...]
    findings: tuple[Finding, ...]


class Evening(msgspec.Struct, frozen=True):
    """An evening: its rows, how the rest of the pot was shared, and the final balances by seat, which sum to
    what the pot began with (zero, as a rule).
    """

    rows: tuple[Row, ...]
    rest: Part
    balances: tuple[int, ...]

    @property
    def findings(self) -> tuple[tuple[int, Finding], ...]:
        """Return every finding with the index of its hand."""
        return tuple((row.hand, finding) for row in self.rows for finding in row.findings)


def outcome_of(replay: Replay) -> Outcome:
    """Return how a judged hand ended, for the money.

    A false 胡 wins nothing and is fined (R24); a hand that breaks off counts as 臭, as at a table that stops playing.
    """
    seats = replay.record.seats
    fines = tuple(f.seat for f in replay.findings if f.code in FALSE_WINS and f.seat is not None)
    if replay.score is None or replay.winner is None:
        return Outcome(seats, replay.dealer, fines=fines)
    nxt = turn_order(seats, replay.dealer)
    feeder = next((f.seat for f in replay.findings if f.code == "fed_tuanyuan" and f.seat is not None), NONE)
    return Outcome(
        seats=seats,
        dealer=replay.dealer,
        winner=replay.winner,
        xi=replay.score.xi,
        total=replay.score.total,
        fines=fines,
        feeder=feeder if feeder != NONE and nxt[feeder] == replay.winner else NONE,
        at_deal=replay.score.reading is None,
    )


FALSE_WINS = ("hu_incomplete", "hu_short_xi", "hu_on_discard", "hu_barred", "false_deal_win")


def next_dealer(outcome: Outcome, rules: Ruleset) -> int:
    """Return who deals the next hand (R27, and R37: a 閒家's win after a fed 團圓 takes the deal)."""
    if outcome.winner == outcome.dealer:
        return outcome.dealer
    if outcome.winner != NONE and rules.switches.winner_takes_deal(outcome.seats):
        return outcome.winner
    return turn_order(outcome.seats, outcome.dealer)[outcome.dealer]


def evening(replays: Iterable[Replay], rules: Ruleset, pot: int = 0) -> Evening:
    """Return the reckoning of judged hands in the order played.

    The pot begins with ``pot``. Dealer and money are compared with what each record claims: ``wrong_dealer``,
    ``wrong_settlement``; the deal then goes on from the dealer there was. Raises ``ValueError`` if the hands were not
    all played at one table of three or of four.
    """
    rows: list[Row] = []
    due = NONE
    balances: tuple[int, ...] = ()
    for hand, replay in enumerate(replays):
        outcome = outcome_of(replay)
        if balances and len(balances) != outcome.seats:
            raise ValueError(f"hand {hand} has {outcome.seats} seats, the ones before {len(balances)}")
        balances = balances or (0,) * outcome.seats
        settlement = settle(outcome, rules, pot)
        pot = settlement.pot
        balances = add(balances, settlement.payments)
        due = outcome.dealer if due == NONE else due
        findings = tuple(_compare(replay, outcome, settlement, due))
        rows.append(Row(hand, due, outcome.dealer, outcome, settlement, balances, findings))
        due = next_dealer(outcome, rules)
    if not rows:
        return Evening((), Part("rest", ()), ())
    rest = share_rest(rows[-1].outcome, pot, balances)
    return Evening(tuple(rows), rest, add(balances, rest.amounts))


def add(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    """Return the sums seat by seat."""
    return tuple(a + b for a, b in zip(first, second, strict=True))


def _compare(replay: Replay, outcome: Outcome, settlement: Settlement, due: int) -> Iterable[Finding]:
    if outcome.dealer != due:
        yield Finding("wrong_dealer", outcome.dealer, None, facts={"expected_seat": due, "actual_seat": outcome.dealer})
    claimed = replay.record.claimed
    if claimed is None or claimed.payments is None or replay.outcome == "incomplete":
        return
    for seat, (said, right) in enumerate(zip(claimed.payments, settlement.payments, strict=True)):
        if said != right:
            yield Finding("wrong_settlement", seat, None, facts={"expected": right, "actual": said})
