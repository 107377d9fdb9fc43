"""The dearest hand: what was proven, what is found can be played, and the command.

``tests/data/dearest.jsonl`` has what was proven for every ruleset. It is written by

    for id in $(wmq rulesets | cut -d' ' -f1); do wmq best --json --ruleset $id; done > tests/data/dearest.jsonl
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from replay.cards import KINDS, NAMES, parse_cards, parse_kind
from replay.cli import cli
from replay.engine import audit
from replay.errors import RulesetError
from replay.record import WEI, parse_record
from replay.rulesets import CATALOGUE, Entry, available, load
from replay.rulesets.catalogue import TIMES
from replay.scoring import best, deal_win, position
from replay.scoring.dearest import Search, dearest, dearest_dealt, story, with_dealt
from replay.scoring.dearest.bounds import Bounds
from replay.scoring.dearest.pasts import pasts, with_zhe
from replay.scoring.dearest.shapes import runs_of
from replay.scoring.dearest.ways import all_ways, order_of_chi
from replay.scoring.mingtang.registry import OF_DEAL
from tests.scoring.tables import changed, only, win
from tests.scoring.test_dearest_bounds import dear_win

TABLE = Path(__file__).parent.parent / "data" / "dearest.jsonl"
PROVEN = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]


# the table of what was proven


def test_the_table_has_every_bundled_ruleset() -> None:
    assert {row["ruleset"] for row in PROVEN} == set(available())
    assert all(row["proven"] and row["bound"] == row["total"] for row in PROVEN)


@pytest.mark.parametrize("row", PROVEN, ids=[row["ruleset"] for row in PROVEN])
def test_the_dearest_hand_is_reached_by_a_legal_hand(row: dict[str, Any]) -> None:
    rules = load(row["ruleset"])
    assert row["hash"] == rules.hash, "the ruleset has changed: write the table anew, see above"
    judged = audit(parse_record(row["record"]), rules)
    assert judged.findings == ()
    assert judged.score is not None
    assert (judged.score.total, judged.score.xi) == (row["total"], row["xi"])


@pytest.mark.parametrize("row", PROVEN, ids=[row["ruleset"] for row in PROVEN])
def test_its_position_is_worth_what_is_said(row: dict[str, Any]) -> None:
    given = position.parse(row["position"])
    if three := row.get("dealt_three"):
        given = replace(given, dealt=tuple(3 * (kind == parse_kind(three)) for kind in range(KINDS)))
    found = best(given, load(row["ruleset"]))
    assert found is not None
    assert found.total == row["total"]


@pytest.mark.parametrize("id_", ["pinghu", "xiaomingtang", "a-zhizun", "b-s-xiaozhuo", "c-zuanshi"])
def test_it_is_proven_anew(id_: str) -> None:
    row = next(row for row in PROVEN if row["ruleset"] == id_)
    found = dearest(load(id_))
    assert (found.total, found.bound, found.proven, found.zhe_open) == (row["total"], row["total"], True, False)
    at_deal = with_dealt(dearest(load(id_), at_deal=True), dearest_dealt(load(id_)))
    assert (at_deal.total, at_deal.proven) == (row["at_deal"]["total"], True)


@pytest.mark.parametrize("id_", sorted(set(CATALOGUE) - set(OF_DEAL) - {"ga_nuan_da"}))
def test_each_mingtang_is_found_where_it_is_all_that_counts(id_: str) -> None:
    rules = only(id_, value=1000, min_xi=10)
    # few kinds that are enough for all but 一條龍 and the like
    for names in ("一二三八九十壹貳叁捌玖拾", "一二三四五六七八九壹"):
        found = Search(rules, kinds=sum(1 << kind for kind in parse_cards(names))).run()
        assert found.proven
        if found.total >= 1000:
            break
    assert found.score is not None
    assert id_ in {item.id for item in found.score.items}


def test_the_seeds_dear_hands_of_the_small_list_are_not_the_dearest_of_their_kind() -> None:
    # RULES §10: 172 by 滿園花 and one 印, where 176 can be had; 170 by 對子胡 and 18 reds, where 186 can be had
    rules = load("xiaomingtang")
    found = dearest(rules)
    assert (found.total, found.score and found.score.xi) == (186, 24)
    no_triples = replace(rules, mingtang={**rules.mingtang, "duizi_hu": Entry(4, TIMES, on=False)}, hash="")
    found = dearest(no_triples)
    assert found.total == 176
    assert found.score is not None
    assert {item.id: item.value for item in found.score.items} == {"yin_hu": 10, "man_yuan_hua": 50, "duo_hong": 90}


# breaking off


def test_a_search_broken_off_has_a_bound_and_can_go_on() -> None:
    rules = load("xiaozhuo")
    work = Search(rules)
    early = work.run(lambda search: search.looked_at < 3)
    assert not early.proven
    assert early.total <= 186 < early.bound
    late = work.run()
    assert (late.total, late.bound, late.proven) == (186, 186, True)


@pytest.mark.parametrize(("after", "said"), [(0, "未及尋得"), (2, "未證：至多")])
def test_ctrl_c_ends_with_what_was_found(after: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = 0

    def step(_: Search, *_args: object) -> int:
        nonlocal steps
        steps += 1
        if steps > after:
            raise KeyboardInterrupt
        return 1000

    if after:
        monkeypatch.setattr(Search, "_reckon", step)
    else:
        monkeypatch.setattr(Bounds, "of_triples", step)
    result = wmq("best", "--ruleset", "xiaozhuo")
    assert said in result.output
    assert result.exit_code == 1


def test_a_threshold_nobody_reaches_leaves_nothing() -> None:
    found = dearest(changed(load("pinghu"), min_xi=31))
    assert (found.win, found.score, found.proven) == (None, None, True)
    assert dearest(changed(load("pinghu"), min_xi=30)).total == 30


# what the play allows


def counts(text: str) -> list[int]:
    return [parse_cards(text).count(kind) for kind in range(KINDS)]


@pytest.mark.parametrize(
    ("runs", "hand", "claimed"),
    [
        ("一", "九", ["一"]),
        ("一", "一一二九", ["二"]),  # two 一 in hand: it could be 碰'd
        ("一一", "九", ["一", "一"]),
        ("一", "一一二二三三九", None),
        ("四四", "四四九", ["五", "五"]),
    ],
)
def test_r15_a_chi_claims_a_kind_of_which_fewer_than_two_are_held(
    runs: str, hand: str, claimed: list[str] | None
) -> None:
    found = order_of_chi(parse_cards(runs), counts(hand))
    assert (found and [NAMES[sentence.kind] for sentence in found]) == claimed


def test_r7_ones_own_card_of_which_two_are_held_wins_as_wei_only() -> None:
    for triples in (0b111, 0b1000010001 << 3):
        runs = next(runs for runs in runs_of(6 - triples.bit_count()) if not runs.twice & triples)
        for given in all_ways(triples, runs, 19):
            assert not (given.by_self and not given.via_wei and given.hand[given.won] > 1)
            assert not given.via_wei or given.laid[-1].claim == WEI


def test_zhe_needs_a_card_that_was_left() -> None:
    rules = load("dazhuo")
    given = win("偎二 偎七 偎十 偎貳 偎柒", "拾拾拾一", "一")
    shown = with_zhe(given, rules)
    assert shown is not None
    assert shown.zhe == ((0,),)
    # all four of the only winning kind are the winner's
    assert with_zhe(win("偎七 偎十 偎貳 吃一二三 吃一二三", "柒柒柒一", "一"), rules) is None
    assert with_zhe(given, load("jiben")) is None


def test_zhe_is_taken_back_by_the_winning_wei_where_the_switch_says_so() -> None:
    given = win("偎七 偎十 偎貳 偎柒 偎拾 偎二", "一一")
    assert with_zhe(given, load("dazhuo")) is not None
    assert with_zhe(given, changed(load("dazhuo"), zhe_reset_by_wei=True)) is None


def test_yuan_yuan_ding_after_one_of_the_three_was_discarded() -> None:
    given = win("碰七 碰八 碰柒 碰捌 吃陸柒捌 吃六七八", "六", "六")
    held = [plain for plain, _ in pasts(given, load("a-quan")) if plain.dealt is not None]
    assert [plain.dealt[5] for plain in held if plain.dealt] == [3]
    # a broken 砍 that is locked could not be discarded (R20)
    locked = changed(load("a-quan"), broken_kan_locked=True)
    assert [plain for plain, _ in pasts(given, locked) if plain.dealt is not None] == []
    assert [plain for plain, _ in pasts(replace(given, by_self=True), load("a-quan")) if plain.dealt] == []


def test_a_story_ends_with_its_win_and_breaks_no_rule() -> None:
    rng = random.Random(3)
    told = 0
    for turn in range(60):
        rules = load(available()[turn % 28])
        given = dear_win(rng, rules)
        given = replace(given, last=not given.at_deal)
        wanted, record = best(given, rules), story(given, rules)
        if wanted is not None and record is not None:
            told += 1
            judged = audit(record, rules)
            assert judged.findings == ()
            assert judged.score is not None
            assert judged.score.total == wanted.total
    assert told > 40


# the wins at the deal


@pytest.mark.parametrize("id_", sorted(OF_DEAL))
@pytest.mark.parametrize("strict", [False, True])
def test_each_deal_time_win_has_a_hand_as_dear_as_its_bound(id_: str, strict: bool) -> None:
    rules = only(
        id_, value=70, bomb_strict=strict, dealer_needs_ten=strict, wu_xi="no_pair" if strict else "cannot_reach"
    )
    rules = changed(rules, min_xi=10)
    found = dearest_dealt(rules)
    assert found.total == found.bound == 70 * {"hong_zha_dan": 5, "hei_zha_dan": 5, "jiu_dui": 2}.get(id_, 1)
    score = deal_win(found.hand, True, rules)
    assert score is not None
    assert score.total >= found.total


def test_a_deal_time_win_dearer_than_any_hand_is_the_dearest(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'id = "own"\nextends = "pinghu"\nsource = "test"\n[names]\nhant = "a"\nhans = "a"\nen = "a"\n'
        "[mingtang]\nquan_hei = 500\n",
        encoding="utf-8",
    )
    result = wmq("best", "--json", "--ruleset", path)
    answer = json.loads(result.stdout)
    assert (answer["total"], answer["proven"], answer["position"]["at_deal"]) == (500, True, True)
    assert not set("二七十貳柒拾") & set(answer["position"]["hand"])


# the command


def wmq(*args: object) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args])


@pytest.mark.parametrize("id_", ["pinghu", "xiaomingtang", "xiaozhuo"])
def test_wmq_best_prints_what_the_table_has(id_: str) -> None:
    row = next(row for row in PROVEN if row["ruleset"] == id_)
    result = wmq("best", "--json", "--ruleset", id_)
    answer = json.loads(result.stdout)
    same = row.keys() - {"looked_at", "reckoned"}
    assert {key: answer[key] for key in same} == {key: row[key] for key in same}
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(("lang", "proof"), [("hant", "已證"), ("hans", "已证"), ("en", "proven")])
def test_wmq_best_for_people(lang: str, proof: str) -> None:
    result = wmq("best", "--ruleset", "xiaozhuo", "--lang", lang, "--record")
    first, hand, total, *rest = result.stdout.splitlines()
    assert proof in first
    assert hand.strip().startswith("偎二 偎七 偎十 偎貳 偎柒 偎拾 | 一 + 一")
    assert total.endswith("186")
    assert audit(parse_record(rest[-1]), load("xiaozhuo")).findings == ()


def test_wmq_best_out_of_time_says_that_nothing_is_proven() -> None:
    result = wmq("best", "--ruleset", "xiaozhuo", "--lang", "en", "--seconds", 0)
    assert result.stdout.splitlines()[0].endswith("not proven: no hand is worth more than 248")
    assert result.exit_code == 1
    answer = json.loads(wmq("best", "--ruleset", "xiaozhuo", "--json", "--seconds", 0).stdout)
    assert (answer["proven"], answer["total"], answer["position"], answer["at_deal"]) == (False, None, None, None)


def test_wmq_best_of_an_unknown_ruleset_is_refused() -> None:
    result = wmq("best", "--ruleset", "nope")
    assert isinstance(result.exception, RulesetError)
    assert result.stdout == ""
