"""What goes wrong around the program: one line that says what, where and what to do, and never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

RECORDS = Path(__file__).parent.parent / "data" / "records"
CLEAN = RECORDS / "xxqp.jsonl"


def run(*args: str, home: Path, shell: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "replay.cli", *args]
    if shell:
        command = ["bash", "-c", f'"$@" {shell}', "bash", *command]
    whole = {**os.environ, "WMQ_HOME": str(home), **env}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=whole, timeout=60)


def one_line(done: subprocess.CompletedProcess[str], status: int, *words: str) -> None:
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


def test_a_home_that_cannot_be_used(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("x")
    one_line(run("rejudge", home=taken), 2, "unusable_home", "WMQ_HOME")


@pytest.mark.parametrize("content", [b"no database at all" * 200, b""], ids=["garbage", "folder"])
def test_a_store_that_is_none(tmp_path: Path, content: bytes) -> None:
    place = tmp_path / "hands.sqlite"
    if content:
        place.write_bytes(content)
    else:
        place.mkdir()
    one_line(run("rejudge", home=tmp_path), 2, "unusable_store", "hands.sqlite")


def test_a_store_address_that_is_none_tells_no_password(tmp_path: Path) -> None:
    done = run("rejudge", home=tmp_path, WMQ_DATABASE="nonsense://me:secret@host/db")
    one_line(done, 2, "unusable_store")
    assert "secret" not in done.stderr


def test_a_full_disk_and_a_closed_output(tmp_path: Path) -> None:
    one_line(run("audit", str(CLEAN), home=tmp_path, shell=">/dev/full"), 2, "cannot be written")
    one_line(run("audit", "--json", str(CLEAN), home=tmp_path, shell=">&-"), 0)


def test_a_pipe_is_no_record(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    one_line(run("audit", str(pipe), home=tmp_path), 2, "unreadable_file")


def test_names_of_files_that_are_no_text_cost_no_other_file(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    lines = CLEAN.read_text(encoding="utf-8").splitlines(keepends=True)
    for line, name in zip(lines, (b"a.jsonl", b"b\xff\n.jsonl", b"c.jsonl"), strict=False):
        Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_text(line, encoding="utf-8")
    done = run("import", str(folder), home=tmp_path / "home")
    one_line(done, 0, "imported 3 + warned 0 + rejected 0 + duplicate 0 = read 3")
    assert len(done.stdout.splitlines()) == 3


def test_rejects_are_never_written_over_a_file(tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    for target in (str(precious), str(tmp_path / "none" / "x.txt")):
        one_line(run("import", "--rejects", target, str(CLEAN), home=tmp_path / "home"), 2, "--rejects")
    assert precious.read_text() == "mine"
