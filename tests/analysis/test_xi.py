from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import importers
from replay.analysis.xi import hand_xi, laid_xi, of_frames, timeline
from replay.cards import IS_RED, KINDS, parse_cards
from replay.engine import audit
from replay.melds import Laid
from replay.record import CHI, HU, PENG, WEI
from replay.rulesets import load
from tests.web.samples import CLEAN, FAULTS, OWN

CLAIMS = {"吃": CHI, "碰": PENG, "偎": WEI}


def laid(*texts: str) -> tuple[Laid, ...]:
    groups = []
    for text in texts:
        cards = parse_cards(text[1:])
        three = cards if len(cards) == 3 else cards * 3
        groups.append(Laid(CLAIMS[text[0]], cards[0], tuple(sorted(three)), False))  # type: ignore[arg-type]
    return tuple(groups)


@pytest.mark.parametrize(
    ("groups", "xi"),
    [
        ((), 0),
        (("吃一二三",), 0),
        (("碰一",), 2),
        (("碰二",), 3),
        (("偎一",), 3),
        (("偎拾",), 4),
        (("碰三", "吃二三四"), 2 + 3),
        (("偎七", "吃七八九"), 4 + 4),
        (("碰叁", "吃二三四"), 2),
    ],
)
def test_r29_points_on_the_table(groups, xi):
    assert laid_xi(laid(*groups)) == xi


@pytest.mark.parametrize(
    ("hand", "groups", "xi"),
    [
        ("", (), 0),
        ("一四七", (), 0),
        ("一一", (), 0),
        ("二二", (), 2),
        ("一一二二", (), 2),
        ("一一一", (), 3),
        ("二二二", (), 4),
        ("一一一一", (), 6),
        ("柒柒柒柒", (), 8),
        ("五五五二二", (), 3 + 2),
        ("六六", ("吃六七八",), 2),
        ("七七", ("吃六七八",), 3),
        ("六", ("碰六",), 3),
        ("七", ("偎七",), 4),
        ("六六六", ("吃六七八",), 6),
        ("???", (), 0),
    ],
)
def test_r29_r31_the_most_a_hand_adds(hand, groups, xi):
    assert hand_xi(parse_cards(hand), laid(*groups)) == xi


def slow(hand: tuple[int, ...], groups: tuple[Laid, ...]) -> int:
    """Try every choice of kinds kept as 砍 and of one 麻雀, and count each by R29."""
    in_runs = [kind for group in groups if group.claim == CHI for kind in group.cards]
    have = {kind: hand.count(kind) for kind in set(hand)}
    best = 0
    could = [kind for kind in have if have[kind] >= 3]
    for number in range(len(could) + 1):
        for kan in combinations(could, number):
            for pair in (None, *have):
                left = {kind: have[kind] - 3 * (kind in kan) - 2 * (kind == pair) for kind in have}
                if min(left.values(), default=0) < 0:
                    continue
                total = sum(3 + IS_RED[kind] for kind in kan)
                for kind in [*kan, *(group.kind for group in groups if group.claim != CHI)]:
                    total += (3 + IS_RED[kind]) * (left.get(kind, 0) > 0 or kind in in_runs)
                if pair is not None:
                    elsewhere = left[pair] > 0 or pair in in_runs
                    total += 2 + IS_RED[pair] if elsewhere else 2 * IS_RED[pair]
                best = max(best, total)
    return best - sum((3 + IS_RED[g.kind]) * (g.kind in in_runs) for g in groups if g.claim != CHI)


@given(st.data())
def test_the_sum_over_kinds_is_the_best_of_all_choices(data):
    deck = [kind for kind in range(KINDS) for _ in range(4)]
    kinds = data.draw(st.permutations(deck))
    few = data.draw(st.lists(st.integers(0, KINDS - 1), min_size=1, max_size=4, unique=True))
    # a narrow choice of kinds makes the triples and pairs that matter likely
    pool = sorted(kinds, key=lambda kind: kind not in few)[: data.draw(st.integers(0, 20))]
    groups = []
    if data.draw(st.booleans()):
        low = data.draw(st.sampled_from([k for k in range(KINDS) if k % 10 < 8]))
        if all(pool.count(low + step) < 4 for step in range(3)):
            groups.append(Laid(CHI, low, (low, low + 1, low + 2), False))
    assert hand_xi(tuple(pool), tuple(groups)) == slow(tuple(pool), tuple(groups))


@pytest.mark.parametrize("path", [CLEAN, FAULTS, OWN], ids=lambda path: path.name)
def test_a_timeline_has_two_numbers_a_seat_and_frame(path):
    rules = load("dazhuo")
    for entry in importers.read(path.read_bytes()):
        line = timeline(entry.record, rules)
        frames = len(entry.record.events) + 1
        assert {len(row) for row in (*line.laid, *line.hand)} == {frames}
        assert len(line.laid) == entry.record.seats
        for laid_row, hand_row in zip(line.laid, line.hand, strict=True):
            assert laid_row[0] == 0
            assert list(laid_row) == sorted(laid_row)  # what is laid is never taken up (R11)
            assert all(low <= high for low, high in zip(laid_row, hand_row, strict=True))


def test_a_win_counts_no_more_than_the_bound_and_the_winning_card():
    rules = load("dazhuo")
    seen = 0
    for path in (CLEAN, FAULTS, OWN):
        for entry in importers.read(path.read_bytes()):
            replay = audit(entry.record, rules)
            if replay.score is None or replay.winner is None or entry.record.events[-1].action != HU:
                continue
            seen += 1
            last = replay.frames[-1]
            won = [] if last.pending is None else [last.pending.kind]
            held = tuple(sorted([*last.hands[replay.winner], *won]))
            bound = laid_xi(last.laid[replay.winner]) + hand_xi(held, last.laid[replay.winner])
            assert replay.score.xi <= bound
            assert of_frames(replay.frames).hand[replay.winner][-1] <= bound
    assert seen >= 4
