"""Names the violations of a record, and the legal events of a state."""

from __future__ import annotations

from replay.cards import NONE, UNKNOWN
from replay.record import (
    CHI,
    DEAD,
    DISCARD,
    EXHAUSTED,
    HU,
    PASS,
    PENG,
    REVEAL,
    SHOW,
    WEI,
    ZHE,
    Event,
    HandRecord,
)
from tests.oracle.story import Card, Situation, Story
from tests.oracle.win import is_run

Finding = tuple[str, int | None, int | None]
IDLE = (PASS, ZHE, SHOW)
RANK = {CHI: 0, PENG: 1, HU: 2, WEI: 3}  # R10


# ---------------------------------------------------------------- one event


def judge(story: Story, event: Event) -> list[str]:
    """Return every code that fits the event, the one to report first (§11); an unlaid 偎 is not looked at."""
    if story.situation().over:
        return ["out_of_turn"]
    return JUDGES[event.action](story, event, story.situation())


def judge_discard(story: Story, event: Event, now: Situation) -> list[str]:
    codes, hand = [], story.hand(event.seat)
    if event.seat in story.dead():
        codes.append("dead_hand_act")
    if now.discarder != event.seat:
        codes.append("out_of_turn")
    if event.kind not in hand:
        codes.append("card_not_in_hand")
    if event.kind in story.locked(event.seat):
        codes.append("discard_taken")
    if hand.count(event.kind) == 3:
        codes.append("discard_kan")
    if codes and now.discarder == event.seat and not story.legal_discards(event.seat):
        codes.append("dead_hand_act")
    return codes


def judge_reveal(story: Story, event: Event, now: Situation) -> list[str]:
    codes, stock = [], story.record.stock
    if now.discarder != NONE:
        if event.seat != story.next_seat(now.discarder):
            codes.append("out_of_turn")
        elif story.legal_discards(now.discarder):
            codes.append("missed_discard")
    elif event.seat != now.turn:
        codes.append("out_of_turn")
    if story.turned() >= len(stock):
        codes.append("out_of_turn")
    elif event.kind != stock[story.turned()]:
        codes.append("stock_order")
    return codes


def judge_wei(story: Story, event: Event, now: Situation) -> list[str]:
    codes, card = [], now.card
    own = card is not None and card.revealed and card.seat == event.seat and card.kind == event.kind
    if not own:
        codes.append("false_wei")
    if event.seat in story.dead():
        codes.append("dead_hand_act")
    if own and story.hand(event.seat).count(event.kind) < 2:
        codes.append("false_wei")
    if card is None:
        codes.append("out_of_turn")
    return codes


def judge_peng(story: Story, event: Event, now: Situation) -> list[str]:
    card, seat = now.card, event.seat
    if card is None:
        return ["out_of_turn"]
    if card.kind != event.kind:
        return ["card_not_in_hand"]
    codes = []
    if card.last:
        codes.append("last_card_claim")
    if card.seat == seat:
        codes.append("peng_own_card")
    if seat in story.dead():
        codes.append("dead_hand_act")
    if story.hand(seat).count(card.kind) < 2:
        codes.append("peng_without_pair")
    if card.kind in story.passed_peng(seat):
        codes.append("peng_passed")
    return codes


def judge_chi(story: Story, event: Event, now: Situation) -> list[str]:
    card, seat, hand = now.card, event.seat, story.hand(event.seat)
    if card is None:
        return ["out_of_turn"]
    if card.kind != event.kind:
        return ["card_not_in_hand"]
    codes = []
    if card.last:
        codes.append("last_card_claim")
    if seat != story.next_seat(card.seat) and not (card.revealed and seat == card.seat):
        codes.append("chi_wrong_source")
    if len(event.cards) != 2 or not is_run((card.kind, *event.cards)):
        codes.append("chi_not_a_run")
    if seat in story.dead():
        codes.append("dead_hand_act")
    if hand.count(card.kind) >= 2:
        codes.append("chi_could_peng")
    if card.kind in story.discarded(seat):
        codes.append("chi_own_discard")
    if card.kind in story.passed_chi(seat):
        codes.append("chi_passed")
    if any(hand.count(kind) < event.cards.count(kind) for kind in event.cards):
        codes.append("card_not_in_hand")
    return codes


def judge_hu(story: Story, event: Event, now: Situation) -> list[str]:
    seat, card = event.seat, now.card
    if not story.acts:  # at the deal (§7): by the plain rules only the dealer's complete hand
        xi = story.win_xi(seat) if seat == story.dealer else None
        return [] if xi is not None and xi >= story.min_xi else ["false_deal_win"]
    if card is None and now.weier == NONE:
        return ["out_of_turn"]
    if card is None and now.weier != seat:
        return ["claimed_weied_card"]
    codes, xi = [], story.win_xi(seat)
    if seat in story.dead() or seat in story.barred():
        codes.append("hu_barred")
    if card is not None and not card.revealed:
        codes.append("hu_on_discard")
    if event.kind not in (NONE, card.kind if card else story.acts[-1].event.kind):
        codes.append("card_not_in_hand")
    if xi is None:
        codes.append("hu_incomplete")
    elif xi < story.min_xi:
        codes.append("hu_short_xi")
    return codes


def judge_dead(story: Story, event: Event, now: Situation) -> list[str]:
    if now.discarder != event.seat:
        return ["out_of_turn"]
    return ["missed_discard"] if story.legal_discards(event.seat) else []


def judge_exhausted(story: Story, event: Event, now: Situation) -> list[str]:
    return [] if story.turned() >= len(story.record.stock) else ["out_of_turn"]


JUDGES = {
    DISCARD: judge_discard,
    REVEAL: judge_reveal,
    WEI: judge_wei,
    PENG: judge_peng,
    CHI: judge_chi,
    HU: judge_hu,
    DEAD: judge_dead,
    EXHAUSTED: judge_exhausted,
}


# ---------------------------------------------------------------- a whole record


def findings(record: HandRecord, min_xi: int = 10) -> list[Finding]:
    """Return (code, seat, event) of every violation, in the order of the events, those of the deal first."""
    return [(codes[0], seat, event) for codes, seat, event in readings(record, min_xi)]


def readings(record: HandRecord, min_xi: int = 10) -> list[tuple[list[str], int | None, int | None]]:
    """Return the findings with every code that fits each."""
    found: list[tuple[list[str], int | None, int | None]] = [([code], seat, None) for code, seat in deal(record)]
    story = Story(record, min_xi)
    for index, event in enumerate(record.events):
        if event.action in IDLE:
            continue
        owing = story.forced()
        owing = story.forced()
        if owing != NONE and not lays(event, owing, story.acts[-1].event.kind):
            if event.seat != owing and laid_later(record, index, owing, story.acts[-1].event.kind):
                code = "false_wei" if event.action == WEI else "claimed_weied_card"
                found.append(([code, "claimed_over_priority"], event.seat, index))
                continue
            found.append((["forgot_wei"], owing, story.acts[-1].index))
        if same_card(story, event):
            before = story.until(len(story.acts) - 1)
            loser, own = story.acts[-1], judge(before, event)
            if goes_before(before, event, loser.event) and not own:
                if not judge(before, loser.event):
                    found.append(([too_late(loser.event, event)], loser.event.seat, loser.index))
                story = before.then(event, index)
            else:
                late = [] if goes_before(before, event, loser.event) else [too_late(event, loser.event)]
                codes = [*own, *late] if late == ["hu_out_of_order"] else [*late, *own]
                found.append(([*codes, "out_of_turn"], event.seat, index))
            continue
        codes = judge(story, event)
        if codes:
            seat = story.situation().discarder if codes[0] == "missed_discard" else event.seat
            found.append((codes, None if seat == NONE else seat, index))
        if has_effect(event, codes):
            story = story.then(event, index)
    owing = story.forced()
    if owing != NONE and story.cards()[-1].last:
        # The hand ends with the last card: the 偎 was not laid.
        found.append((["forgot_wei"], owing, story.acts[-1].index))
    unique = [entry for place, entry in enumerate(found) if entry not in found[:place]]
    return sorted(unique, key=lambda entry: -1 if entry[2] is None else entry[2])


def has_effect(event: Event, codes: list[str]) -> bool:
    """Tell whether the table can have gone on from the event: a false 胡, say, changes nothing."""
    if event.action == HU:
        return not codes
    return not (event.action in (DEAD, EXHAUSTED) and "out_of_turn" in codes)


def lays(event: Event, seat: int, kind: int) -> bool:
    """Tell whether the event is the 偎 that the seat owes."""
    return event.action == WEI and event.seat == seat and event.kind == kind


def laid_later(record: HandRecord, index: int, seat: int, kind: int) -> bool:
    """Tell whether the seat lays the 偎 after all, behind claims of others that came too early."""
    for event in record.events[index:]:
        if event.action in IDLE:
            continue
        if event.seat == seat or event.action not in RANK:
            return lays(event, seat, kind)
    return False


def same_card(story: Story, event: Event) -> bool:
    """Tell whether the event claims the card that another seat has just claimed (R10)."""
    if not story.acts or event.action not in (HU, PENG, CHI):
        return False
    other = story.acts[-1].event
    card = story.until(len(story.acts) - 1).situation().card
    if other.action not in RANK or other.seat == event.seat or card is None:
        return False
    return event.kind in (NONE, card.kind)


def goes_before(before: Story, one: Event, two: Event) -> bool:
    """Tell whether the first of two claims of the card on the table has the higher priority (R8, R10)."""
    if RANK[one.action] != RANK[two.action]:
        return RANK[one.action] > RANK[two.action]
    card = before.situation().card
    if one.action == CHI:
        return card.revealed and one.seat == card.seat
    after = before.next_seat(card.seat)
    order = [card.seat, after, before.next_seat(after)]
    return one.action == HU and order.index(one.seat) < order.index(two.seat)


def too_late(lower: Event, higher: Event) -> str:
    """Return the code of a claim that had to stand back."""
    if higher.action == WEI:
        return "claimed_weied_card"
    return "hu_out_of_order" if lower.action == higher.action == HU else "claimed_over_priority"


def deal(record: HandRecord) -> list[tuple[str, int | None]]:
    """Return the codes of the deal (R1, R2)."""
    story, found = Story(record), []
    for seat in range(len(record.hands)):
        due = 20 if seat == story.dealer else 19 if seat in story.seats else 0
        if len(record.hands[seat]) != due:
            found.append(("deal_count", seat))
    if len(record.stock) != 22:
        found.append(("stock_count", None))
    cards = [card for hand in record.hands for card in hand] + list(record.stock)
    counts = [cards.count(kind) for kind in range(20)]
    if max(counts) > 4 or (len(cards) == 80 and min(counts) + cards.count(UNKNOWN) < 4):
        found.append(("card_count", None))
    return found


# ---------------------------------------------------------------- legal events


def legal_next(story: Story) -> set[Event]:
    """Return the legal events of a state: claims, then the next 揭 or 臭; claims not made count as passed."""
    now = story.situation()
    if now.over:
        return set()
    if now.card is not None:
        return on_a_card(story, now, now.card)
    winners = [story.dealer] if not story.acts else [now.weier] if now.weier != NONE else []
    events = {Event(HU, seat, act_kind(story)) for seat in winners if may_win(story, seat)}
    if now.discarder != NONE:
        kinds = story.legal_discards(now.discarder)
        throws = {Event(DISCARD, now.discarder, kind) for kind in kinds} or {Event(DEAD, now.discarder)}
        return events | throws
    return events | {onward(story, now)}


def on_a_card(story: Story, now: Situation, card: Card) -> set[Event]:
    """Return the legal events while a card lies on the table (R6–R8)."""
    if story.forced() != NONE:
        return {Event(WEI, card.seat, card.kind)}
    events = {onward(story, now)}
    alive = [seat for seat in story.seats if seat not in story.dead()]
    if card.revealed:
        events |= {Event(HU, seat, card.kind) for seat in alive if may_win(story, seat)}
    if card.last:
        return events
    after = story.next_seat(card.seat)
    for seat in alive:
        held = story.hand(seat).count(card.kind)
        if seat != card.seat and held >= 2 and card.kind not in story.passed_peng(seat):
            events.add(Event(PENG, seat, card.kind))
        eater = seat == after or (card.revealed and seat == card.seat)
        barred = story.discarded(seat) | story.passed_chi(seat)
        if eater and held < 2 and card.kind not in barred:
            events |= {Event(CHI, seat, card.kind, pair) for pair in companions(story.hand(seat), card.kind)}
    return events


def companions(hand: list[int], kind: int) -> set[tuple[int, int]]:
    """Return the pairs of the hand that make a run with the kind, ascending."""
    return {(one, two) for one in hand for two in hand if one < two and is_run((one, two, kind))}


def onward(story: Story, now: Situation) -> Event:
    """Return the event that follows when nobody claims: the next 揭, or 臭 when the stock is empty (R26)."""
    if story.turned() == len(story.record.stock):
        return Event(EXHAUSTED, NONE)
    return Event(REVEAL, now.turn, story.record.stock[story.turned()])


def may_win(story: Story, seat: int) -> bool:
    """Tell whether the seat has a win now (R28), neither dead nor barred."""
    xi = story.win_xi(seat)
    return xi is not None and xi >= story.min_xi and seat not in story.dead() | story.barred()


def act_kind(story: Story) -> int:
    """Return the card of the last act, NONE at the deal."""
    return story.acts[-1].event.kind if story.acts else NONE


def perft(story: Story, depth: int) -> list[int]:
    """Return the number of legal event sequences of length 1 … depth."""
    counts, stories = [], [story]
    for _ in range(depth):
        stories = [before.then(event) for before in stories for event in legal_next(before)]
        counts.append(len(stories))
    return counts
