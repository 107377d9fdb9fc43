"""All rulesets at once: a file of the user's that is none costs none of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.rulesets import available, load, shelf

GOOD = 'id = "{id}"\nextends = "dazhuo"\nsource = "our table"\n[mingtang]\nyin_hu = {value}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WMQ_HOME", str(tmp_path))
    monkeypatch.delenv("WMQ_RULESETS", raising=False)
    own = tmp_path / "rulesets"
    own.mkdir()
    return own


def put(folder: Path, id_: str, text: str = "", value: int = 25) -> None:
    (folder / f"{id_}.toml").write_text(text or GOOD.format(id=id_, value=value), encoding="utf-8")


def test_the_bundled_ones_are_all_there(folder: Path) -> None:
    held = shelf()
    assert tuple(sorted(held.rulesets)) == available()
    assert len(held.rulesets) == 28
    assert not held.broken
    assert not held.own
    assert held.hashes["jiben"] == load("jiben").hash


def test_rulesets_in_the_users_folder_are_found_by_every_way_in(folder: Path) -> None:
    put(folder, "ours")
    assert shelf().own == {"ours"}
    assert shelf().rulesets["ours"].mingtang["yin_hu"].value == 25
    assert "ours" in available()
    assert load("ours").mingtang["yin_hu"].value == 25


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (GOOD.format(id="bad", value=25).replace("yin_hu", "yin_huu"), "unknown_mingtang", 5),
        (GOOD.format(id="bad", value='"x"'), "bad_value", 5),
        (GOOD.format(id="bad", value=""), "missing_value", 5),
        (GOOD.format(id="other", value=25), "contradictory", 1),
        ('id = "bad"\nextends = "bad"\nsource = "x"\n', "extends_cycle", 2),
        ('id = "bad"\nextends = "nowhere"\nsource = "x"\n', "unknown_ruleset", 2),
    ],
)
def test_a_broken_one_is_told_with_its_place_and_the_others_work(folder: Path, text: str, code: str, line: int) -> None:
    put(folder, "ours")
    put(folder, "bad", text)
    held = shelf()
    assert [(b.id, b.error.code, b.error.place.line) for b in held.broken] == [("bad", code, line)]
    assert held.broken[0].error.place.file.endswith("bad.toml")
    assert held.own == {"ours"}
    assert "bad" not in held.rulesets


def test_a_file_with_a_bundled_id_changes_nothing_and_is_told(folder: Path) -> None:
    put(folder, "dazhuo", value=99)
    held = shelf()
    assert [(b.id, b.error.code) for b in held.broken] == [("dazhuo", "contradictory")]
    assert held.rulesets["dazhuo"].mingtang["yin_hu"].value == 20


def test_of_two_folders_the_first_counts(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = tmp_path / "named"
    named.mkdir()
    put(folder, "ours", value=25)
    put(named, "ours", value=35)
    monkeypatch.setenv("WMQ_RULESETS", str(named))
    assert shelf().rulesets["ours"].mingtang["yin_hu"].value == 35
    assert load("ours").mingtang["yin_hu"].value == 35


def test_a_mended_file_counts_at_once(folder: Path) -> None:
    put(folder, "ours", "nonsense")
    assert shelf().broken
    put(folder, "ours", value=30)
    assert not shelf().broken
    assert shelf().rulesets["ours"].mingtang["yin_hu"].value == 30
