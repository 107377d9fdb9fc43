"""Formats of outside packages: the example of the docs, really built and really found, and what a faulty one costs."""

import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

import importers
from importers import Entry, Format, registry
from replay.record import CHI, Event, HandRecord, check, print_record
from tests.importers.data import XXQP, records

HANDS = records(XXQP)[:2]
ROOT = Path(importers.__file__).parent.parent


def example() -> tuple[str, str]:
    """Return the module and the table of entry points that the docs show."""
    blocks = re.findall(r"::\n\n((?:    .*\n|\n)+)", importers.__doc__ or "")
    module, project = [textwrap.dedent(block).strip() + "\n" for block in blocks]
    return module, project


def test_the_example_has_ten_lines() -> None:
    assert sum(bool(line.strip()) for line in example()[0].splitlines()) <= 12


def test_the_example_of_the_docs_works_when_installed(tmp_path: Path) -> None:
    module, project = example()
    (tmp_path / "club.py").write_text(module, encoding="utf-8")
    points = re.sub(r'\[project\.entry-points\."(.*)"\]', r"[\1]", project).replace('"', "")
    info = tmp_path / "club-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: club\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(points)
    file = tmp_path / "evening.club"
    file.write_text(
        "CLUB 1\n" + "".join(f"HAND {print_record(hand)}\n" for hand in HANDS) + "HAND none\n", encoding="utf-8"
    )
    code = (
        "import sys, importers\n"
        "from replay.record import content_hash\n"
        "for e in importers.read_path(sys.argv[1]):\n"
        "    print(e.state, e.index, content_hash(e.record) if e.record else e.problems[0].place.line, e.format)\n"
    )
    path = f"{tmp_path}:{ROOT}"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, str(file)],
        capture_output=True, text=True, check=True, env={"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    from replay.record import content_hash

    assert done.stdout.splitlines() == [
        f"imported 0 {content_hash(HANDS[0])} ",
        f"imported 1 {content_hash(HANDS[1])} ",
        "rejected 2 4 club",
    ]


def outside(monkeypatch: pytest.MonkeyPatch, load: object) -> None:
    class Point:
        name = "mine"

        @staticmethod
        def load() -> object:
            if isinstance(load, Exception):
                raise load
            return load

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Point])
    registry.formats.cache_clear()


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    yield
    registry.formats.cache_clear()


def test_a_reader_that_fails_costs_the_file_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(data: bytes, file: str) -> Iterator[Entry]:
        yield Entry(file, 0, HANDS[0])
        raise ZeroDivisionError("oops")

    outside(monkeypatch, Format("mine", lambda head: head.count(b"mine"), read))
    first, second = importers.read(b"mine", "f")
    assert (first.state, second.state, second.index, second.problems[0].code) == (
        "imported",
        "rejected",
        -1,
        "unreadable_file",
    )
    assert "oops" in second.problems[0].found


def test_a_record_that_is_not_well_formed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = HandRecord(((), (), ()), (), (Event(CHI, 0, 3, (4,)),))

    def read(data: bytes, file: str) -> Iterator[Entry]:
        yield Entry(file, 0, bad)
        yield Entry(file, 1, HANDS[0])

    outside(monkeypatch, Format("mine", lambda head: head.count(b"mine"), read))
    first, second = importers.read(b"mine", "f")
    assert (first.state, first.problems[0].found, second.state) == ("rejected", "events[0].cards", "imported")


@pytest.mark.parametrize("load", [ImportError("gone"), "no format"])
def test_an_importer_that_cannot_be_used_is_told(monkeypatch: pytest.MonkeyPatch, load: object) -> None:
    outside(monkeypatch, load)
    with pytest.warns(UserWarning, match="mine"):
        assert set(registry.formats()) == set(importers.FORMATS)


def test_our_formats_cannot_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    outside(monkeypatch, Format("xxqp", lambda head: 10**6, lambda data, file: iter(())))
    assert records(XXQP)[0] == HANDS[0]


def test_every_record_of_ours_is_well_formed() -> None:
    from tests.importers.data import files

    for data in files().values():
        assert [check(hand) for hand in records(data)] == [()] * len(records(data))
