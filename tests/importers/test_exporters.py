"""Whatever is written is read back, but for what a form is declared to lose."""

import csv
import io
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import importers
from importers import exporters
from replay.cli import cli
from replay.record import HandRecord, content_hash
from tests.importers.data import LUA, QIXING, XXQP, records
from tests.oracle.play import game, with_passes
from tests.record import strategies

READER = {"notation": "notation", "json": "json", "csv": "sheet", "transcript": "transcript"}


def text(hands: list[HandRecord], form: str, ascii: bool = False) -> bytes:
    return "".join(piece + "\n" for piece in exporters.write(hands, form, ascii)).encode()


def back(hands: list[HandRecord], form: str, ascii: bool = False) -> list[HandRecord]:
    found = records(text(hands, form, ascii), READER[form])
    return [replace(hand, meta={}) for hand in found] if "meta" in exporters.LOSES[form] else found


@pytest.mark.parametrize("form", exporters.FORMS)
@settings(max_examples=60, deadline=None)
@given(st.lists(strategies.records, min_size=1, max_size=3), st.booleans())
def test_import_of_an_export_is_what_the_form_keeps(form: str, hands: list[HandRecord], ascii: bool) -> None:
    assert back(hands, form, ascii) == [exporters.kept(hand, form) for hand in hands]


@pytest.mark.parametrize("form", exporters.FORMS)
def test_real_hands_lose_nothing_that_matters(form: str) -> None:
    hands = [hand for data in (XXQP, QIXING, LUA) for hand in records(data)]
    hands += [with_passes(game(Random(seed), seats=3 + seed % 2), Random(seed)) for seed in range(20)]
    found = back(hands, form)
    for hand, again in zip(hands, found, strict=True):
        assert replace(again, meta={}) == replace(hand, meta={})
        assert content_hash(again) == content_hash(hand)


@pytest.mark.parametrize("form", exporters.FORMS)
def test_an_export_is_told_from_its_content(form: str) -> None:
    assert importers.sniff(text(records(XXQP), form)).name == READER[form]


def test_losses_are_declared() -> None:
    assert set(exporters.LOSES) == set(exporters.FORMS) == set(exporters.SUFFIX) == set(exporters.MEDIA)
    hand = records(XXQP)[0]
    assert exporters.kept(hand, "notation") == exporters.kept(hand, "json") == hand
    assert exporters.kept(hand, "csv") == exporters.kept(hand, "transcript") == replace(hand, meta={})


@given(st.lists(strategies.records, min_size=1, max_size=2))
def test_no_cell_can_be_taken_for_a_formula(hands: list[HandRecord]) -> None:
    for row in csv.reader(io.StringIO(text(hands, "csv").decode("utf-8-sig"), newline="")):
        assert not any(cell[:1] in ("=", "+", "-", "@", "\t", "\r") for cell in row if cell)


@pytest.mark.parametrize("form", exporters.FORMS)
def test_the_command_converts(form: str, tmp_path: Path) -> None:
    source = tmp_path / "evening.jsonl"
    source.write_bytes(XXQP)
    done = CliRunner().invoke(cli, ["convert", "--to", form, str(source)])
    assert done.exit_code == 0
    assert [content_hash(hand) for hand in records(done.stdout.encode(), READER[form])] == [
        content_hash(hand) for hand in records(XXQP)
    ]
    assert ("left out: meta" in done.stderr) == ("meta" in exporters.LOSES[form])


def test_the_command_gives_a_table_to_fill_in() -> None:
    done = CliRunner().invoke(cli, ["template"])
    (entry,) = importers.read(done.stdout_bytes, "f")
    assert (entry.state, entry.format) == ("imported", "")
