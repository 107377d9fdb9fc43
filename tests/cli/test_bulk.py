"""Folders of records: any number of processes gives the same library, and being killed costs nothing."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from replay.cli.bulk import files_of
from replay.record import print_record
from tests.oracle.play import game

KILLS = 50


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of 24 files with four hands each, one file broken in one hand, one holding another's hands."""
    base = tmp_path_factory.mktemp("records")
    rng = random.Random(31)
    for number in range(24):
        lines = [print_record(game(rng)) for _ in range(4)]
        place = base / f"evening-{number % 3}" / f"{number:02}.txt"
        place.parent.mkdir(exist_ok=True)
        place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    again = (base / "evening-0" / "00.txt").read_text(encoding="utf-8")
    (base / "zz-again.txt").write_text(again + "偎麻雀/1 起甲:貓\n", encoding="utf-8")
    (base / ".hidden").write_text("not looked at", encoding="utf-8")
    return base


def start(home: Path, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "replay.cli", "import", *args],
        env={**os.environ, "WMQ_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def stored(home: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(home / "hands.sqlite") as db:
        return db.execute("select hash, file, file_index, outcome, xi, total, codes from hand order by id").fetchall()


def test_a_folder_is_walked_in_order_and_hidden_files_are_left_out(folder: Path) -> None:
    files = [str(Path(file).relative_to(folder)) for file in files_of([str(folder)])]
    assert len(files) == 25
    assert files == sorted(files)
    assert ".hidden" not in files


def test_any_number_of_processes_gives_the_same_library(folder: Path, tmp_path: Path) -> None:
    told = []
    for workers in ("1", "3"):
        process = start(tmp_path / workers, "--workers", workers, str(folder))
        out, err = process.communicate(timeout=120)
        assert process.returncode == 2  # one hand is broken
        assert "imported 96 + warned 0 + rejected 1 + duplicate 4 = read 101" in err
        told.append(out)
    assert told[0] == told[1]
    assert stored(tmp_path / "1") == stored(tmp_path / "3")


def test_killed_at_random_moments_nothing_is_lost_or_doubled(folder: Path, tmp_path: Path) -> None:
    rng = random.Random(32)
    whole = tmp_path / "whole"
    start(whole, str(folder)).communicate(timeout=120)
    began = time.monotonic()
    start(tmp_path / "timed", str(folder)).communicate(timeout=120)
    length = time.monotonic() - began
    home, killed = tmp_path / "killed", 0
    for _ in range(KILLS):
        process = start(home, str(folder))
        try:
            process.communicate(timeout=rng.uniform(0.3, 1.0) * length)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            killed += 1
        if killed == KILLS // 2 and home.joinpath("hands.sqlite").exists():
            home.joinpath("hands.sqlite").unlink()  # begin again, so that the early moments are met as well
            for rest in home.glob("hands.sqlite-*"):
                rest.unlink()
    assert killed > KILLS // 4
    start(home, str(folder)).communicate(timeout=120)
    assert stored(home) == stored(whole)
