"""Every 名堂 of RULES §7 and §8.1 on hands that have it and hands that just miss it: tests/data/mingtang.jsonl."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from replay.rulesets import CATALOGUE, TIMES
from replay.scoring import best, deal_wins, position
from replay.scoring.mingtang import OF_DEAL, OF_READING, OF_WIN
from tests.scoring.tables import dealt, only

VALUE = 1000
TABLE = Path(__file__).parents[1] / "data" / "mingtang.jsonl"
ROWS = [json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()]
NEVER = {"ga_nuan_da"}


def name(row: dict) -> str:
    return f"{row['id']}-{row['units']}-{row['why']}"


@pytest.mark.parametrize("row", [row for row in ROWS if "deal" not in row], ids=name)
def test_at_the_table(row: dict) -> None:
    rules = only(row["id"], value=VALUE, **row.get("switches", {}))
    given = {key: value for key, value in row.items() if key not in ("id", "units", "why", "switches")}
    score = best(position.parse(given), rules)
    paid = [(item.id, item.value) for item in score.items] if score else []
    units = 1 if CATALOGUE[row["id"]].op == TIMES else row["units"]
    assert paid == ([(row["id"], units * VALUE)] if row["units"] else [])
    if score:
        times = VALUE if CATALOGUE[row["id"]].op == TIMES and row["units"] else 1
        assert score.multiplier == times
        assert score.total == score.xi * times + sum(item.value for item in score.items if item.op != TIMES)


@pytest.mark.parametrize("row", [row for row in ROWS if "deal" in row], ids=name)
def test_at_the_deal(row: dict) -> None:
    counts = dealt(row["deal"])
    assert sum(counts) in (19, 20)
    rules = only(row["id"], value=VALUE, **{"min_xi": 10, **row.get("switches", {})})
    paid = [(score.items[0].id, score.total) for score in deal_wins(counts, rules)]
    assert paid == ([(row["id"], row["units"] * VALUE)] if row["units"] else [])


def test_every_id_has_a_function_and_a_definition() -> None:
    functions = {**OF_WIN, **OF_READING, **OF_DEAL}
    assert set(functions) == set(CATALOGUE)
    assert len(functions) == len(OF_WIN) + len(OF_READING) + len(OF_DEAL)
    for id_, function in functions.items():
        first = CATALOGUE[id_].hant
        assert function.__doc__, id_
        assert function.__doc__.startswith(f"{first}: "), (id_, function.__doc__)


def test_every_id_has_a_hand_that_has_it_and_one_that_misses_it() -> None:
    seen = Counter((row["id"], row["units"] > 0) for row in ROWS)
    assert {id_ for id_ in CATALOGUE if not seen[id_, True]} == NEVER
    assert {id_ for id_ in CATALOGUE if not seen[id_, False]} == set()


def test_names_are_there_in_three_languages_and_once() -> None:
    for column in ("hant", "hans", "en"):
        names = [getattr(entry, column) for entry in CATALOGUE.values()]
        assert all(names)
        assert len(set(names)) == len(names)
