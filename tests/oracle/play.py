"""Makes up legal hands from a seed, and spoils them one event at a time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from replay.cards import KINDS, NONE
from replay.record import CHI, DEAD, DISCARD, EXHAUSTED, HU, PASS, PENG, REVEAL, WEI, Event, HandRecord
from tests.oracle.referee import companions, judge, legal_next
from tests.oracle.story import Story
from tests.oracle.win import is_run

STYLES = ("random", "eager", "builder", "idle")
PREFERENCE = {HU: 3, WEI: 3, PENG: 2, CHI: 1}


def deal(rng: Random, seats: int = 3, rich: bool = False) -> HandRecord:
    """Return a shuffled deal with no events; with four seats one sits out; ``rich`` hands hold many equal cards."""
    deck = [kind for kind in range(KINDS) for _ in range(4)]
    rng.shuffle(deck)
    if rich:
        deck.sort(key=lambda kind: kind + rng.gauss(0, 3))
        cut = rng.randrange(80)
        deck = deck[cut:] + deck[:cut]
        for _ in range(15):
            one, two = rng.randrange(80), rng.randrange(80)
            deck[one], deck[two] = deck[two], deck[one]
    dealer = rng.randrange(seats)
    hands, start = [], 22
    for seat in range(seats):
        size = 20 if seat == dealer else 0 if seats == 4 and seat == (dealer + 2) % 4 else 19
        hands.append(tuple(sorted(deck[start : start + size])))
        start += size
    return HandRecord(hands=tuple(hands), stock=tuple(deck[:22]), events=(), dealer=dealer)


def game(rng: Random, style: str = "eager", seats: int = 3, written: bool = True, rich: bool = False) -> HandRecord:
    """Return a legal hand played to its end.

    ``style``: ``random`` takes any legal event, ``eager`` claims what it can and throws any card, ``builder`` claims
    and keeps cards that belong together, ``idle`` claims little. ``written`` tells whether 死 and 臭 are written.
    """
    record = deal(rng, seats, rich)
    story = Story(record)
    while events := sorted(legal_next(story), key=order):
        story = story.then(choose(rng, style, story, events), len(story.acts))
    done = [act.event for act in story.acts if written or act.event.action not in (DEAD, EXHAUSTED)]
    return replace(record, events=tuple(done))


def order(event: Event) -> tuple[int, ...]:
    """Return a key that puts events in a fixed order."""
    return (event.action, event.seat, event.kind, *event.cards)


def choose(rng: Random, style: str, story: Story, events: list[Event]) -> Event:
    """Return the event that a player of this style picks."""
    if style == "random":
        return rng.choice(events)
    claims = [event for event in events if event.action in PREFERENCE]
    if claims and rng.random() < (0.3 if style == "idle" else 0.9):
        best = max(PREFERENCE[event.action] for event in claims)
        return rng.choice([event for event in claims if PREFERENCE[event.action] == best])
    others = [event for event in events if event.action not in PREFERENCE] or events
    if style == "builder" and others[0].action == DISCARD:
        hand = story.hand(others[0].seat)
        worth = [ties(hand, event.kind) for event in others]
        return rng.choice([event for event, value in zip(others, worth, strict=True) if value == min(worth)])
    return rng.choice(others)


def ties(hand: list[int], kind: int) -> int:
    """Return how much of the hand the kind hangs together with."""
    near = [other for other in hand if other // 10 == kind // 10 and 1 <= abs(other - kind) <= 2]
    return 4 * (hand.count(kind) - 1) + len(near)


def with_passes(record: HandRecord, rng: Random) -> HandRecord:
    """Return the record with explicit 過 of seats that let a card go."""
    story, events = Story(record), []
    for event in record.events:
        if story.situation().card is not None and event.action in (REVEAL, EXHAUSTED):
            waiting = {claim.seat for claim in legal_next(story) if claim.action in PREFERENCE}
            events += [Event(PASS, seat, story.situation().card.kind) for seat in sorted(waiting) if rng.random() < 0.8]
        events.append(event)
        story = story.then(event)
    return replace(record, events=tuple(events))


# ---------------------------------------------------------------- spoiling


def corrupt(record: HandRecord, rng: Random) -> Iterator[tuple[str, HandRecord]]:
    """Yield every single-event corruption as (what was done, the spoilt record)."""
    events = list(record.events)
    for place, event in enumerate(events):
        for what, instead in spoilt(record, event, rng):
            yield f"{what} {place}", replace(record, events=tuple(events[:place] + instead + events[place + 1 :]))
        if place + 1 < len(events) and events[place + 1] != event:
            swapped = [*events[:place], events[place + 1], event, *events[place + 2 :]]
            yield f"swapped neighbours {place}", replace(record, events=tuple(swapped))
        for claim in false_claims(record, place, rng):
            yield f"inserted {place}", replace(record, events=(*events[:place], claim, *events[place:]))


def spoilt(record: HandRecord, event: Event, rng: Random) -> Iterator[tuple[str, list[Event]]]:
    """Yield what may stand instead of one event."""
    yield "dropped", []
    yield "doubled", [event, event]
    if event.seat != NONE:
        for seat in range(len(record.hands)):
            if seat != event.seat:
                yield "other seat", [replace(event, seat=seat)]
    if event.kind != NONE:
        kinds = [kind for kind in range(KINDS) if kind != event.kind]
        for kind in rng.sample(kinds, 2):
            yield "other card", [replace(event, kind=kind)]
    if event.action == CHI:
        runs = [(a, b) for a in range(KINDS) for b in range(a, KINDS) if is_run((a, b, event.kind))]
        wild = [tuple(sorted((rng.randrange(KINDS), rng.randrange(KINDS))))]
        for pair in [*runs, *wild]:
            if pair != event.cards:
                yield "other companions", [replace(event, cards=pair)]


def false_claims(record: HandRecord, place: int, rng: Random) -> list[Event]:
    """Return claims that nobody made here, of the card on the table or (more seldom) of another."""
    before = record.events[place - 1] if place else None
    kind = before.kind if before and before.kind != NONE else rng.randrange(KINDS)
    if rng.random() < 0.1:
        kind = rng.randrange(KINDS)
    runs = [(a, b) for a in range(KINDS) for b in range(a, KINDS) if is_run((a, b, kind))]
    seats = range(len(record.hands))
    claims = [Event(action, seat, kind) for action in (PENG, WEI, HU) for seat in seats]
    claims += [Event(CHI, seat, kind, pair) for seat in seats for pair in runs]
    return rng.sample(claims, 4)


# ---------------------------------------------------------------- faults that the table plays on from

FAULTS = (
    "forgot_wei",
    "chi_passed",
    "chi_own_discard",
    "chi_could_peng",
    "chi_wrong_source",
    "peng_passed",
    "discard_taken",
    "discard_kan",
    "out_of_turn",
    "last_card_claim",
    "dead_hand_act",
    "missed_discard",
)


def faulty_game(rng: Random, code: str, style: str = "eager", seats: int = 3, rich: bool = False) -> HandRecord | None:
    """Return a hand with one fault of this code, legal before and, by what the table made of it, after it.

    None if no chance for it came up. 死 and 臭 are not written.
    """
    record = deal(rng, seats, rich)
    story, done = Story(record), False
    while events := sorted(legal_next(story), key=order):
        faults = [] if done or rng.random() < 0.5 else wrongs(story, code)
        done = done or bool(faults)
        event = rng.choice(faults) if faults else choose(rng, style, story, events)
        story = story.then(event, len(story.acts))
    events = [act.event for act in story.acts if act.event.action not in (DEAD, EXHAUSTED)]
    return replace(record, events=tuple(events)) if done else None


def wrongs(story: Story, code: str) -> list[Event]:
    """Return the events that break the rules here in this one way."""
    now, stock, turned = story.situation(), story.record.stock, story.turned()
    if code == "forgot_wei":
        if story.forced() == NONE or turned == len(stock):
            return []
        return [Event(REVEAL, now.turn, stock[turned])]
    if story.forced() != NONE or now.over:
        return []
    events: list[Event] = []
    if code in ("discard_taken", "discard_kan") and now.discarder != NONE:
        events = [Event(DISCARD, now.discarder, kind) for kind in set(story.hand(now.discarder))]
    elif code in ("out_of_turn", "missed_discard") and turned < len(stock):
        owed = (now.discarder != NONE) == (code == "missed_discard")
        events = [Event(REVEAL, seat, stock[turned]) for seat in story.seats if owed]
    elif now.card is not None:
        kind = now.card.kind
        events = [Event(claim, seat, kind) for seat in story.seats for claim in (PENG, WEI)]
        events += [Event(CHI, seat, kind, pair) for seat in story.seats for pair in companions(story.hand(seat), kind)]
    return sorted([event for event in events if judge(story, event) == [code]], key=order)
