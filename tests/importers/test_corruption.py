"""Ten thousand seeded corruptions of every format: no exception, every hand accounted for, every refusal with its place."""

import json
import random
from collections import Counter
from typing import Any

import pytest

import importers
from importers import Entry
from replay.errors import INPUT_CODES
from replay.record import content_hash, parse_record, print_record
from tests.importers.data import ROUNDS, XXQP, files, records

# test and file → how many; at least 10,000 for each format, its layouts taken together
BYTES = {
    "xxqp lines": 3000, "xxqp array": 3000, "xxqp play": 2000, "qixing": 5000, "lua": 5000,
    "notation": 10_000, "json": 5000, "json lines": 5000, "transcript": 10_000, "sheet": 10_000,
}  # fmt: skip
FIELDS = {"xxqp array": 3000, "qixing": 5000, "lua": 5000}
PLAYS, NEIGHBOURS = 4000, 500
JUNK = (
    b"null",
    b"-1",
    b"1e400",
    b"99",
    b'"x"',
    b"[",
    b"{}",
    b"\xff",
    b"\\u0000",
    b"\\ud800",
    b"_",
    b";",
    b",",
    b"<b>",
    b"?",
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    81,
    99,
    10**30,
    1.5,
    "",
    "x",
    "1_0_1",
    "ans1",
    [],
    [[]],
    {},
    {"a": 1},
    "\0",
)


def hurt_bytes(data: bytes, rng: random.Random) -> bytes:
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 3))):
        at, kind = rng.randrange(len(out) + 1), rng.randrange(6)
        if kind == 0:
            out[at : at + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            del out[at : at + rng.choice((1, 2, 30, 300))]
        elif kind == 2:
            out[at : at + rng.randrange(2)] = rng.choice(JUNK)
        elif kind == 3:
            other = rng.randrange(len(out) + 1)
            out[at:at] = out[other : other + rng.choice((1, 8, 200))]
        elif kind == 4:
            out[at : at + 2] = out[at : at + 2][::-1]
        else:
            del out[max(at, 1) :]
    return bytes(out)


def hurt_field(value: Any, rng: random.Random) -> None:
    """Change, drop or double one field somewhere in a JSON value, in place."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    key = rng.choice(keys)
    inner, kind = value[key], rng.randrange(4)
    if isinstance(inner, (dict, list)) and inner and rng.random() < 0.85:
        hurt_field(inner, rng)
    elif isinstance(inner, str) and inner[:1] in ("{", "[") and rng.random() < 0.85:
        nested = json.loads(inner)
        hurt_field(nested, rng)
        value[key] = json.dumps(nested)
    elif kind == 0:
        del value[key]
    elif kind == 1 and isinstance(value, list):
        value.insert(rng.randrange(len(value) + 1), inner)
    else:
        value[key] = rng.choice(VALUES)


def accounted(entries: list[Entry]) -> Counter[str]:
    """Return how many hands were imported, warned about and rejected, once each of them bears a reason and a place."""
    indexes = [entry.index for entry in entries]
    assert indexes in ([-1], list(range(len(entries))))
    for entry in entries:
        assert (entry.record is None) == (entry.state == "rejected")
        assert bool(entry.problems) == (entry.state != "imported")
        for problem in entry.problems:
            assert problem.code in INPUT_CODES
            assert problem.found or problem.expected
            assert problem.place.file == "f"
            assert entry.index < 0 or problem.place.hand == entry.index
            assert entry.index < 0 or problem.place.line or problem.place.path or problem.place.column
            assert str(problem).isprintable()
    return Counter(entry.state for entry in entries)


def kept_by_notation(entries: list[Entry]) -> None:
    for entry in entries:
        if entry.record:
            assert parse_record(print_record(entry.record)) == entry.record
            assert content_hash(entry.record)


@pytest.mark.parametrize("name", BYTES)
def test_corrupted_bytes(name: str) -> None:
    rng, data, states = random.Random(name), files()[name], Counter[str]()
    for number in range(BYTES[name]):
        entries = list(importers.read(hurt_bytes(data, rng), "f"))
        states += accounted(entries)
        if number % 20 == 0:
            kept_by_notation(entries)
    assert states["imported"] > BYTES[name] // 20
    assert states["rejected"] > BYTES[name] // 20


@pytest.mark.parametrize("name", FIELDS)
def test_corrupted_fields(name: str) -> None:
    rng, data, states = random.Random(name), files()[name], Counter[str]()
    for number in range(FIELDS[name]):
        value = json.loads(data)
        hurt_field(value, rng)
        entries = list(importers.read(json.dumps(value).encode(), "f"))
        states += accounted(entries)
        if number % 20 == 0:
            kept_by_notation(entries)
    assert states["imported"] > FIELDS[name] // 20
    assert states["rejected"] > FIELDS[name] // 20


def test_corrupted_plays() -> None:
    """The text that matters most in the format that is met most, word by word."""
    rng, states = random.Random(3), Counter[str]()
    for _ in range(PLAYS):
        words = (
            ROUNDS[rng.randrange(len(ROUNDS))]["play"]
            .replace(";", " ; ")
            .replace("_", " _ ")
            .replace(",", " , ")
            .split(" ")
        )
        at = rng.randrange(len(words))
        words[at] = rng.choice(("", "0", "1", "5", "12", "81", "99", "x", "-1", ";", "_", ",", words[at] * 2))
        states += accounted(list(importers.read(json.dumps({"play": "".join(words)}).encode(), "f")))
    assert set(states) == {"imported", "warned", "rejected"}


LAYOUTS = {
    "lines": (b"", b"\n", b"\n"),
    "array": (b"[", b",", b"]"),
    "array of lines": (b"[\n", b",\n", b"\n]"),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_one_broken_round_costs_no_other(layout: str) -> None:
    before, between, after = LAYOUTS[layout]
    rng, lines, hands = random.Random(layout), XXQP.splitlines(), records(XXQP)
    for _ in range(NEIGHBOURS):
        hurt = rng.randrange(len(lines))
        parts = list(lines)
        parts[hurt] = hurt_bytes(lines[hurt], rng).replace(b"\n", b" ")
        found = [entry.record for entry in importers.read(before + between.join(parts) + after, "f")]
        for number, hand in enumerate(hands):
            assert number == hurt or hand in found
