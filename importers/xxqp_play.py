"""The ``play`` text of an xxqp round: three hands of physical card ids, then steps ``seat_action_ids``, by semicolons.

Seats count from 1; ids 1–40 are 小字, 41–80 大字. Each step's text is kept in a bounded dictionary with what it means.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple, cast

import msgspec

from replay.cards import NONE
from replay.record import CHI, DISCARD, HU, PENG, REVEAL, WEI, ZHE, Event

_OFFER, _AUTO, _PASS = "offers", "auto", "passes"
_ASIDES = {5: _PASS, 101: _PASS, 12: _OFFER, 100: _AUTO, 8: "", 13: "", 15: ""}
_ACTIONS = {0: DISCARD, 1: HU, 2: PENG, 3: WEI, 10: WEI, 4: ZHE, 6: CHI, 9: REVEAL}
_FOREIGN = {7: "跑", 11: "提"}
_STEP = re.compile(r"([0-9]{1,3})_([0-9]{1,4})_((?:[0-9]+(?:,[0-9]+)*)?)")
_CACHE_LIMIT, _KEPT = 200_000, 40  # entries, and how long a text may be to be kept
_MAX_STEPS, _MAX_IDS = 2000, 200  # no hand comes near
_IDS = msgspec.json.Decoder(list[list[int]])

# physical id → kind, as a table for bytes; 255 is no card
KINDS = bytes([255, *[(card - 1) % 10 + 10 * (card > 40) for card in range(1, 81)], *[255] * 175])


class Aside(NamedTuple):
    """A step that is no event of the game."""

    name: str
    seat: int
    text: str
    action: int = -1  # none of an event's


_CHECKED = frozenset({WEI, -1})  # steps that the events may not be taken from as they stand


class BadStep(Exception):
    """A step or card id that cannot be read."""

    def __init__(self, code: str, token: str, expected: str) -> None:
        self.code, self.token, self.expected = code, token, expected
        super().__init__(code)


def kinds_of(ids: list[int]) -> bytes:
    """Return the kinds of card ids; raises ``BadStep`` naming the first that is none."""
    try:
        kinds = bytes(ids).translate(KINDS)
        if 255 not in kinds:
            return kinds
    except ValueError:
        pass
    bad = next(card for card in ids if not 0 < card <= 80)
    raise BadStep("unknown_card", str(bad), "a card id from 1 to 80")


_CARDS = {str(card): KINDS[card] for card in range(1, 81)}
_CLAIMS = {"2": PENG, "3": WEI, "10": WEI, "6": CHI}
_SEATS = {"1": 0, "2": 1, "3": 2}


@lru_cache(None)
def _claim(action: int, seat: int, taken: int, one: int, other: int) -> Event:
    others = (one, other) if one <= other else (other, one)
    return Event(action, seat, taken, () if action != CHI and one == other == taken else others)


class Steps(dict[str, "Event | Aside"]):
    """Step as text → what it is; a step already met costs one look-up."""

    def __missing__(self, text: str) -> Event | Aside:
        """Read a step not met before; raises ``BadStep``."""
        try:  # nearly all are claims: too many ways to write them with card ids for all to be met soon
            number, code, ids = text.split("_")
            taken, one, other = ids.split(",")
            step: Event | Aside = _claim(_CLAIMS[code], _SEATS[number], _CARDS[taken], _CARDS[one], _CARDS[other])
        except (ValueError, KeyError):
            step = _read_step(text)
        if len(self) >= _CACHE_LIMIT:
            self.clear()
        if len(text) <= _KEPT:
            self[text] = step
        return step


_STEPS = Steps()


def _read_step(text: str) -> Event | Aside:
    match = _STEP.fullmatch(text.strip())
    if not match:
        raise BadStep("bad_token", text, "a step seat_action_ids")
    number, code, ids = match[1], int(match[2]), match[3].split(",") if match[3] else []
    if number not in ("1", "2", "3"):
        raise BadStep("unknown_seat", text, "a seat from 1 to 3")
    seat = int(number) - 1
    if code in _FOREIGN:
        raise BadStep("other_game", text, f"a step of 偎麻雀, which has no {_FOREIGN[code]}")
    if code in _ASIDES or (code == 9 and ids == ["0"]):
        return Aside(_ASIDES.get(code, ""), seat, match[3])
    if code not in _ACTIONS:
        raise BadStep("unknown_action", text, "an action: 0 1 2 3 4 5 6 8 9 10 12 13 15 100 101")
    return _event(_ACTIONS[code], seat, ids, text)


def _event(action: int, seat: int, ids: list[str], text: str) -> Event:
    if action == HU and ids == ["0"]:
        ids = []
    if any(len(card) > 3 for card in ids):
        raise BadStep("unknown_card", text, "card ids from 1 to 80")
    try:
        kinds = kinds_of([int(card) for card in ids])
    except BadStep as bad:
        raise BadStep(bad.code, text, bad.expected) from None
    if action == ZHE:
        return Event(action, seat, NONE, tuple(sorted(kinds)))
    if action == HU:
        return Event(action, seat, kinds[0] if kinds else NONE, tuple(sorted(kinds[1:])))
    wanted = 1 if action in (DISCARD, REVEAL) else 3
    if len(kinds) != wanted:
        raise BadStep("bad_value", text, f"{wanted} card id{'s' * (wanted > 1)}")
    others = tuple(sorted(kinds[1:]))
    if action != CHI and others == (kinds[0], kinds[0]):
        others = ()
    return Event(action, seat, kinds[0], others)


def read_play(play: str) -> tuple[list[list[int]], tuple[Event, ...], dict[str, Any]]:
    """Return the card ids of the three hands, the events, and by name the steps that are no event of the game.

    Raises ``BadStep`` for what cannot be represented.
    """
    ids, steps = _split(play)
    found = tuple(map(_STEPS.__getitem__, steps))
    for at in [at for at, step in enumerate(found) if step.action in _CHECKED]:
        step = found[at]
        if isinstance(step, Aside) or not _drawn(step, cast("Event", found[at - 1]) if at else None):
            return ids, *_weave(found, steps, play)
    return ids, cast("tuple[Event, ...]", found), {}


def _split(play: str) -> tuple[list[list[int]], list[str]]:
    """Return the ids of the three hands and the steps."""
    first, second, third, rest = [*play.split(";", 3), "", "", ""][:4]
    if "_" in second or "_" in third or not third:
        found = f"{first};{second};{third}"[:40]
        raise BadStep("bad_value", found, "three hands, then steps; two-handed play is another game")
    try:
        ids = _IDS.decode(f"[[{first}],[{second}],[{third}]]")
    except msgspec.DecodeError:
        ids = []
    if len(ids) != 3 or len(ids[0]) + len(ids[1]) + len(ids[2]) > _MAX_IDS:
        raise _bad_hand([first, second, third])
    steps = rest.split(";")
    if len(steps) > _MAX_STEPS:
        raise BadStep("too_large", f"{len(steps)} steps", f"at most {_MAX_STEPS}")
    if not steps[-1]:
        steps.pop()
    if steps and "_" not in steps[0]:
        raise BadStep("bad_value", steps[0], "three hands, then steps seat_action_ids")
    return ids, steps


def _bad_hand(hands: list[str]) -> BadStep:
    """Return the error for the first word in the hands that is no card id."""
    for card in ",".join(hands).split(","):
        if not re.fullmatch("[1-9]|[1-7][0-9]|80", card):
            return BadStep("unknown_card", card, "a card id from 1 to 80")
    return BadStep("bad_value", ";".join(hands)[:40], "three hands of card ids")


def _drawn(wei: Event, before: Event | None) -> bool:
    return before is not None and (before.action, before.seat, before.kind) == (REVEAL, wei.seat, wei.kind)


def _weave(found: tuple[Event | Aside, ...], steps: list[str], play: str) -> tuple[tuple[Event, ...], dict[str, Any]]:
    """Take the asides out and put the 揭 of a 偎 in where it has no step of its own: its card was nowhere before."""
    events: list[Event] = []
    meta: dict[str, Any] = {}
    at = 0
    for step, text in zip(found, steps, strict=True):
        at = play.index(text, at)
        if isinstance(step, Aside):
            if step.name:
                meta.setdefault(step.name, []).append([len(events) - 1, step.seat, step.text])
            continue
        if step.action == WEI and not _drawn(step, events[-1] if events else None):
            card = text.rpartition("_")[2].partition(",")[0]
            if not re.search(rf"(?:^|[,;_]){card}(?=[,;])", play[:at]):
                events.append(Event(REVEAL, step.seat, step.kind))
        events.append(step)
    return tuple(events), meta
