"""The second referee must be right before it may contradict the first."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from replay.cards import KINDS, NONE, parse_cards, parse_kind
from replay.record import CHI, DEAD, DISCARD, EXHAUSTED, HU, PENG, REVEAL, WEI, Event, HandRecord
from tests.oracle.play import STYLES, corrupt, game, with_passes
from tests.oracle.referee import findings, judge, legal_next, perft
from tests.oracle.story import Story
from tests.oracle.win import best_xi, is_run

COUNTED = (Path(__file__).parent.parent / "data" / "oracle" / "perft.jsonl").read_text(encoding="utf-8").splitlines()
MOVES = {"discard": DISCARD, "reveal": REVEAL, "wei": WEI, "peng": PENG, "chi": CHI, "dead": DEAD}

# laid sentences, hand with the winning card, the winning card ("" after a 偎 or at the deal), 硬息
HANDS = [
    ("碰拾 碰九 吃貳叁肆", "三三三四五六柒捌玖二二", "六", 10),
    ("碰壹 碰陸 偎二 吃捌玖拾", "四五六八九十七七", "七", 10),
    ("碰七 碰十 碰貳 碰柒", "二二二二一三拾拾", "拾", 22),
    ("碰二 碰七 碰十 碰貳 偎柒 偎拾", "一一", "一", 20),
    ("偎八 偎捌 偎十 偎拾", "八九十捌玖拾九九", "", 30),
    ("偎二 偎貳 偎七 偎十", "一二三壹貳叁柒柒", "", 26),
    ("偎二 偎貳 偎七", "一二三壹貳叁五六七一一", "", 26),
    ("碰二 碰七 碰十 碰貳 偎柒", "拾拾", "拾", None),
    ("碰二 碰七 碰十 碰貳 偎柒 吃一二叁", "拾拾", "拾", None),
    ("碰一 碰二 碰三 碰四 碰五", "九十拾八八", "八", None),
]


def sentence(text: str) -> tuple[int, tuple[int, ...]]:
    cards = parse_cards(text[1:])
    return (CHI, cards) if text[0] == "吃" else ({"碰": PENG, "偎": WEI}[text[0]], cards * 3)


@pytest.mark.parametrize(("laid", "hand", "won", "xi"), HANDS)
def test_r29_worked_hands(laid: str, hand: str, won: str, xi: int | None):
    card = parse_kind(won) if won else NONE
    assert best_xi(list(parse_cards(hand)), [sentence(text) for text in laid.split()], card) == xi


@pytest.mark.parametrize("line", COUNTED)
def test_perft_agrees_with_counts_made_elsewhere(line: str):
    row = json.loads(line)
    hands = tuple(parse_cards(hand) for hand in row["hands"])
    story = Story(HandRecord(hands=hands, stock=parse_cards(row["stock"]), events=(), dealer=row["dealer"]))
    for move in row["moves"]:
        kind = parse_kind(move["card"]) if move.get("card") else NONE
        cards = tuple(sorted(parse_cards(move.get("with") or "")))
        story = story.then(Event(MOVES[move["t"]], move["seat"], kind, cards))
    assert perft(story, len(row["perft"])) == row["perft"]


def conceivable(story: Story) -> set[Event]:
    """Return everything that anybody might do next, legal or not."""
    seats, kinds = range(len(story.record.hands)), range(KINDS)
    runs = {kind: [(a, b) for a in kinds for b in kinds if a < b and is_run((a, b, kind))] for kind in kinds}
    events = {Event(action, s, k) for action in (DISCARD, REVEAL, WEI, PENG, HU) for s in seats for k in kinds}
    events |= {Event(CHI, seat, kind, pair) for seat in seats for kind in kinds for pair in runs[kind]}
    events |= {Event(HU, seat, NONE) for seat in seats} if not story.acts else set()
    return events | {Event(DEAD, seat) for seat in seats} | {Event(EXHAUSTED, NONE)}


@pytest.mark.parametrize("style", STYLES)
def test_what_may_be_done_is_what_is_not_found_fault_with(style: str):
    record = game(Random(style), style, seats=4 if style == "builder" else 3)
    story = Story(record)
    for index, event in enumerate(record.events):
        legal = legal_next(story)
        assert event in legal
        innocent = {event for event in conceivable(story) if not judge(story, event)}
        if story.forced() != NONE:  # an unlaid 偎 is a fault of the 揭, not of what comes next
            innocent = {event for event in innocent if event.action == WEI}
        if story.situation().discarder != NONE and not story.legal_discards(story.situation().discarder):
            # A 死 need not be written.
            innocent = {event for event in innocent if event.action != REVEAL}
        innocent = {event for event in innocent if story.acts or event.kind == NONE or event.action != HU}
        assert innocent == legal, (index, event)
        story = story.then(event)


@pytest.mark.parametrize("style", STYLES)
def test_legal_games_have_no_findings(style: str):
    ends: Counter[int] = Counter()
    for seed in range(25):
        rng = Random(f"{style} {seed}")
        record = game(rng, style, seats=3 + seed % 2, rich=seed % 3 == 0)
        unwritten = replace(record, events=tuple(e for e in record.events if e.action not in (DEAD, EXHAUSTED)))
        for version in (record, unwritten, with_passes(record, rng)):
            assert findings(version) == []
        ends[record.events[-1].action] += 1
    assert set(ends) <= {HU, EXHAUSTED}


def test_spoilt_games_are_mostly_found_out():
    record = game(Random(1), "builder")
    verdicts = Counter(bool(findings(spoilt)) for _, spoilt in corrupt(record, Random(2)))
    assert verdicts[True] > 5 * verdicts[False] > 0
