import gzip
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import importers
from importers import Entry, Format, registry, unpack
from replay import samples
from replay.errors import WmqError
from tests.importers.data import QIXING, XXQP, files, records

HANDS = records(XXQP)


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def refusals(data: bytes, code: str) -> list[str]:
    """Return what was found in each entry of a file of which nothing can be read."""
    entries = list(importers.read(data, "f"))
    assert [(entry.index, entry.state, entry.problems[0].code) for entry in entries] == [(-1, "rejected", code)] * len(
        entries
    )
    assert all(entry.problems[0].expected and entry.problems[0].place.file for entry in entries)
    return [entry.problems[0].found for entry in entries]


@pytest.mark.parametrize("name", files())
def test_the_format_is_told_from_the_content(name: str) -> None:
    data = files()[name]
    assert importers.sniff(data).name == {"xxqp": "xxqp", "json": "json"}.get(name.split()[0], name)
    assert records(data) == records(data, importers.sniff(data).name)


def test_a_named_format_is_taken() -> None:
    assert records(XXQP, "xxqp") == HANDS
    assert {entry.state for entry in importers.read(XXQP, "f", "notation")} == {"rejected"}
    with pytest.raises(WmqError, match="unknown_format"):
        importers.read(XXQP, "f", "chess")


@pytest.mark.parametrize(
    "data", [b"", b" \n ", b"hello", b"\x89PNG\r\n\x1a\n\0\0", b"[1,2,3]", b'{"a":1}', b"1,2,3\n4,5,6\n"]
)
def test_what_no_format_knows(data: bytes) -> None:
    assert refusals(data, "unknown_format")


def test_a_file_without_hands() -> None:
    assert refusals("# 偎麻雀/1\n偎麻雀/1 ".encode()[:11], "unknown_format")
    (entry,) = importers.read(b"# nothing yet\n", "f", "notation")
    assert (entry.index, entry.problems[0].code) == (-1, "missing_value")


def test_gzip() -> None:
    assert records(gzip.compress(XXQP)) == HANDS
    assert records(gzip.compress(XXQP[:100]) + gzip.compress(XXQP[100:])) == HANDS


def test_zip_members_are_files_of_their_own() -> None:
    entries = list(importers.read(zipped(a=XXQP, b=b"?", c=QIXING), "e.zip"))
    assert [(entry.file, entry.index) for entry in entries][:5] == [
        (f"e.zip/{'aaaab'[i]}", (0, 1, 2, 3, -1)[i]) for i in range(5)
    ]
    assert [entry.state for entry in entries] == ["imported"] * 4 + ["rejected"] + ["imported"] * 2


def test_damaged_archives() -> None:
    packed = gzip.compress(XXQP)
    for data in (packed[:50], packed[:-1], packed[:20] + b"xxxx" + packed[24:], packed + b"more"):
        assert refusals(data, "unreadable_file")
    archive = zipped(a=XXQP)
    for data in (archive[:100], b"PK\x03\x04", zipped()):
        assert refusals(data, "unreadable_file")
    at = archive.index(b"a", 26) + 40
    assert refusals(archive[:at] + b"\0\0\0\0" + archive[at + 4 :], "unreadable_file")
    assert refusals(zipped(a=zipped(b=XXQP), c=gzip.compress(XXQP)), "unreadable_file")


def test_encrypted_members() -> None:
    archive = bytearray(zipped(a=XXQP))
    archive[6] |= 1
    archive[archive.index(b"PK\x01\x02") + 8] |= 1
    assert refusals(bytes(archive), "unreadable_file")


def test_bombs() -> None:
    zeros = bytes(20_000_000)
    assert refusals(gzip.compress(zeros), "too_large")
    assert refusals(zipped(a=zeros), "too_large")
    assert refusals(b"".join([gzip.compress(b"x")] * 200), "unreadable_file")


def test_too_many_members(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpack, "MAX_MEMBERS", 3)
    assert refusals(zipped(a=b"", b=b"", c=b"", d=b""), "too_large")
    assert refusals(zipped(**{f"m{n}": b"" for n in range(9)}), "too_large")


def test_too_large(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(unpack, "MAX_BYTES", 1000)
    monkeypatch.setattr(registry, "MAX_BYTES", 1000)
    assert refusals(XXQP, "too_large")
    assert refusals(gzip.compress(b" " * 2000), "too_large")
    path = tmp_path / "large"
    path.write_bytes(XXQP)
    (entry,) = importers.read_path(path)
    assert (entry.index, entry.problems[0].code, entry.problems[0].place.file) == (-1, "too_large", str(path))


def test_a_hand_of_a_million_events() -> None:
    line = "偎麻雀/1 起甲:一 起乙:二 起丙:三 底:? ｜" + " 甲出一" * 100_000
    (entry,) = importers.read(line.encode(), "f")
    assert (entry.index, entry.problems[0].code) == (0, "too_large")


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none", "a\0b"):
        (entry,) = importers.read_path(path)
        assert (entry.state, entry.index, entry.problems[0].code) == ("rejected", -1, "unreadable_file")


def test_names_of_files_stay_text() -> None:
    (entry,) = importers.read(zipped(**{"../<b>\n": b"?"}), "e.zip")
    assert entry.file == "e.zip/../<b>"


def test_outside_formats(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(data: bytes, file: str) -> Iterator[Entry]:
        yield Entry(file, 0, HANDS[0])

    class Point:
        @staticmethod
        def load() -> Format:
            return Format("mine", lambda head: head.count(b"mine"), read)

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Point] if group == "wmq.importers" else [])
    importers.formats.cache_clear()
    try:
        assert importers.sniff(b"mine").name == "mine"
        assert records(b"mine") == HANDS[:1]
        assert importers.sniff(XXQP + b"mine" * 99).name == "xxqp"
    finally:
        importers.formats.cache_clear()


def test_many_broken_pieces_take_no_longer_than_many_good_ones() -> None:
    """Damage must not make reading quadratic."""
    data = b"[" + b'{"play":"1,2"' * 20_000
    assert len(list(importers.read(data, "f"))) == 20_000
    assert len(list(importers.read(b"\n" * 300_000 + b" " * 300_000, "f"))) == 1


def test_samples() -> None:
    assert [path.exists() for path in samples.paths()] == [True] * 7
    entries = [entry for path in samples.paths() for entry in importers.read_path(path)]
    assert {entry.state for entry in entries} == {"imported"}
    assert len(entries) > 30
    assert any(entry.record.seats == 4 for entry in entries if entry.record)
    assert any(entry.record.hidden for entry in entries if entry.record)
