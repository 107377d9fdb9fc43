"""What unknown cards cost: the judgements that a record with hidden cards leaves open, by rule and seat.

A judgement that is not listed was made as surely as with all cards known; the property tests hold that to be so.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from replay.cards import LANGUAGES, UNKNOWN
from replay.engine import CODES, UNDECIDABLE, Finding, Replay
from replay.engine.setup import start
from replay.engine.words import name, seat_name
from replay.record import HU, PENG, WEI, HandRecord
from replay.record.middle import KEY

# What hangs on a judgement that is open: whether a seat was dead (R22), and whether it was barred from winning (R23).
FOLLOWS = {"missed_discard": "dead_hand_act", "forgot_wei": "hu_barred"}


class Cost(msgspec.Struct, frozen=True):
    """A judgement left open: the finding's ``code``, its ``rule`` ids, the seat (``None``: the deal or the whole
    table), and the events where it came up (none: wherever it might have).
    """

    code: str
    rule: str
    seat: int | None
    events: tuple[int, ...] = ()


class Known(msgspec.Struct, frozen=True):
    """How much of a record is known: by seat the cards of the deal that are known, recorded or inferred from play, and
    those that are not; the same of the stock; whether the log starts in the middle.
    """

    hands: tuple[tuple[int, int], ...]
    inferred: tuple[int, ...]
    stock: tuple[int, int]
    middle: bool

    @property
    def complete(self) -> bool:
        """Tell whether nothing is unknown."""
        return not self.middle and not self.stock[1] and not any(unknown for _, unknown in self.hands)


def known(replay: Replay) -> Known:
    """Return how much of the deal is known once what the play shows is filled in."""
    record = replay.record
    table = start(_from_the_deal(record), replay.rules)
    hands = [(sum(hand) - hand[UNKNOWN], hand[UNKNOWN]) for hand in table.hands]
    inferred = tuple(cards.count(UNKNOWN) - hand[1] for cards, hand in zip(record.hands, hands, strict=True))
    hidden = record.stock.count(UNKNOWN)
    return Known(tuple(hands), inferred, (len(record.stock) - hidden, hidden), KEY in record.meta)


def _from_the_deal(record: HandRecord) -> HandRecord:
    return record if KEY not in record.meta else msgspec.structs.replace(record, meta={})


def cost(replay: Replay) -> tuple[Cost, ...]:
    """Return what the record leaves open, the deal first, then by seat; empty for a record with every card known.

    The same code and seat stands once, with all its events.
    """
    found: dict[tuple[str, int | None], list[int]] = {}
    for code, seat, events in _open(replay):
        found.setdefault((code, seat), []).extend(events)
    order = list(CODES)
    costs = [Cost(c, CODES[c].rule, seat, tuple(sorted(set(events)))) for (c, seat), events in found.items()]
    return tuple(sorted(costs, key=lambda c: (-1 if c.seat is None else c.seat, order.index(c.code))))


def _open(replay: Replay) -> Iterator[tuple[str, int | None, list[int]]]:
    record = replay.record
    for finding in replay.findings:
        if finding.certainty == UNDECIDABLE:
            events = [finding.event, *finding.facts.get("events", [])]
            yield finding.code, finding.seat, [event for event in events if event is not None]
            if finding.code in FOLLOWS:
                yield FOLLOWS[finding.code], finding.seat, []
    table = start(record, replay.rules)
    for seat, hand in enumerate(record.hands):
        if UNKNOWN in hand and not table.assumed >> seat & 1:  # what was played is taken to have been held
            yield "card_not_in_hand", seat, []
            for action, code in ((PENG, "peng_without_pair"), (WEI, "false_wei")):
                claims = [i for i, event in enumerate(record.events) if (event.action, event.seat) == (action, seat)]
                if claims:
                    yield code, seat, claims
    last = replay.winner
    if last is not None and replay.score is None and any(f.code == "hu_incomplete" for f in _undecided(replay, last)):
        wins = [index for index, event in enumerate(record.events) if event.action == HU and event.seat == last]
        yield "hu_short_xi", last, wins[-1:]
        if record.claimed is not None and (record.claimed.xi, record.claimed.total) != (None, None):
            yield "wrong_score", last, wins[-1:]


def _undecided(replay: Replay, seat: int) -> list[Finding]:
    return [f for f in replay.findings if f.certainty == UNDECIDABLE and f.seat == seat]


def cost_text(each: Cost, lang: str = "hant") -> str:
    """Return a cost as one line: whose judgement, by which rule, how often.

    >>> cost_text(Cost("forgot_wei", "R7, R23", 1, (4, 9)), "en")
    'B forgot to 偎 (R7, R23): 2 events'
    """
    column = LANGUAGES.index(lang)
    who = "" if each.seat is None else seat_name(each.seat, lang) + (" " if lang == "en" else "")
    count = len(each.events)
    times = (f"：{count}手", f"：{count}手", f": {count} event{'s' if count > 1 else ''}")[column] if count else ""
    rule = f" ({each.rule})" if lang == "en" else f"（{each.rule}）"
    return f"{who}{name(each.code, lang)}{rule}{times}"
