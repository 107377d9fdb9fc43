"""Loading rulesets: what is refused, with file and line, and what a user's folder may do."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from replay.errors import RulesetError
from replay.rulesets import CATALOGUE, available, load
from replay.rulesets.contradictions import known

HEAD = 'id = "mine"\nextends = "dazhuo"\nsource = "our table"\n'
NAMES = '[names]\nhant = "我"\nhans = "我"\nen = "Mine"\n'


def write(folder: Path, text: str, name: str = "mine") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(folder: Path, text: str, name: str = "mine") -> RulesetError:
    with pytest.raises(RulesetError) as caught:
        load(write(folder, text, name))
    assert f"{name}.toml" in caught.value.place.file
    return caught.value


def test_a_ruleset_extends_another_and_changes_some_values(tmp_path: Path) -> None:
    text = (
        HEAD + '[switches]\nmin_xi = 12\n[money]\nshouxing_win = "1/3"\n[mingtang]\nyin_hu = 25\nzhe = { on = false }\n'
    )
    mine, parent = load(write(tmp_path, text)), load("dazhuo")
    assert (mine.min_xi, parent.min_xi) == (12, 10)
    assert mine.money.shouxing_win == (1, 3)
    assert mine.mingtang["yin_hu"].value == 25
    assert not mine.on("zhe")
    assert parent.on("zhe")
    assert mine.mingtang["chun_yin"] == parent.mingtang["chun_yin"]
    assert mine.names == parent.names
    assert mine.switches.two_black_pairs


def test_an_entry_that_is_off_is_switched_on_by_on_or_by_a_value(tmp_path: Path) -> None:
    text = HEAD.replace("dazhuo", "pudazuo") + "[mingtang]\nlong_bai_wei = { on = true }\ntian_hu = 100\n"
    mine = load(write(tmp_path, text))
    assert mine.mingtang["long_bai_wei"].value == 150
    assert mine.on("long_bai_wei")
    assert mine.on("tian_hu")
    assert not load("pudazuo").on("long_bai_wei")


def test_the_hash_changes_with_the_rules_and_not_with_the_name(tmp_path: Path) -> None:
    first = load(write(tmp_path, HEAD)).hash
    assert load(write(tmp_path, HEAD + NAMES)).hash == first
    assert load(write(tmp_path, HEAD + "# a remark\n[mingtang]\nyin_hu = 20\n")).hash == first
    assert load(write(tmp_path, HEAD + "[mingtang]\nyin_hu = 21\n")).hash != first
    assert load(write(tmp_path, HEAD + "[switches]\nyin_with_chun = true\n")).hash != first
    assert load(write(tmp_path, HEAD + "[money]\nstake = 2\n")).hash != first


def test_a_folder_of_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, HEAD)
    write(tmp_path, HEAD.replace("mine", "yours").replace("dazhuo", "mine"), "yours")
    assert load("yours", [tmp_path]).on("yin_hu")
    assert {"mine", "yours", "dazhuo"} <= set(available([tmp_path]))
    assert "mine" not in available()
    monkeypatch.setenv("WMQ_RULESETS", str(tmp_path))
    assert load("yours").id == "yours"
    assert "yours" in available()


def test_a_broken_file_leaves_the_good_ones_alone(tmp_path: Path) -> None:
    write(tmp_path, "id = ")
    write(tmp_path, HEAD.replace("mine", "good"), "good")
    assert {"mine", "good"} <= set(available([tmp_path]))
    assert load("good", [tmp_path]).on("yin_hu")
    with pytest.raises(RulesetError):
        load("mine", [tmp_path])


# text after HEAD (or instead of it), code, line, part of what was found
REFUSED = [
    ("[switches]\nmin_xl = 10\n", "unknown_switch", 5, "min_xl"),
    ("[money]\nstakes = 10\n", "unknown_switch", 5, "stakes"),
    ("[names]\nfr = 'x'\n", "unknown_switch", 5, "fr"),
    ("[rules]\nx = 1\n", "unknown_switch", 4, "rules"),
    ("[mingtang]\nyin_hu = 20\nyin_hi = 20\n", "unknown_mingtang", 6, "yin_hi"),
    ("[mingtang]\nyin_hu = { worth = 20 }\n", "unknown_switch", 5, "worth"),
    ("[mingtang]\nyin_hu = 2.5\n", "bad_value", 5, "2.5"),
    ("[mingtang]\nyin_hu = '20'\n", "bad_value", 5, "20"),
    ("[mingtang]\nyin_hu = true\n", "bad_value", 5, "True"),
    ("[mingtang]\nyin_hu = -20\n", "bad_value", 5, "-20"),
    ("[mingtang]\nyin_hu = { value = 20, on = 1 }\n", "bad_value", 5, "1"),
    ("[mingtang]\nwu_dui = { value = 200, op = '-' }\n", "bad_value", 5, "-"),
    ("[mingtang]\nyin_hu = { value = 2, op = '×' }\n", "contradictory", 5, "yin_hu"),
    ("[mingtang]\nyin_hu = 0\n", "missing_value", 5, "yin_hu"),
    ("[mingtang]\nyi_tiao_long = { on = true }\n", "missing_value", 5, "yi_tiao_long"),
    ("[mingtang]\nyin_hu =\n", "missing_value", 5, "yin_hu"),
    ("[mingtang]\nyin_hu = 20\nyin_hu = 30\n", "bad_value", 6, "yin_hu"),
    ("[mingtang\n", "bad_value", 4, "[mingtang"),
    ("[switches]\nmin_xi = 'ten'\n", "bad_value", 5, "ten"),
    ("[switches]\nmin_xi = true\n", "bad_value", 5, "True"),
    ("[switches]\nka_stack = 1\n", "bad_value", 5, "1"),
    ("[switches]\ndragon = 'long'\n", "bad_value", 5, "long"),
    ("[money]\nshouxing_win = 0.25\n", "bad_value", 5, "0.25"),
    ("[money]\nshouxing_win = '5/4'\n", "bad_value", 5, "5/4"),
    ("[money]\nshouxing_win = '1/0'\n", "bad_value", 5, "1/0"),
    ("[money]\nstake = 1.5\n", "bad_value", 5, "1.5"),
]


@pytest.mark.parametrize(("text", "code", "line", "found"), REFUSED)
def test_refused_with_file_and_line(tmp_path: Path, text: str, code: str, line: int, found: str) -> None:
    error = refused(tmp_path, HEAD + text)
    assert (error.code, error.place.line) == (code, line)
    assert found in error.found
    assert error.expected
    assert f"line {line}" in str(error)


def test_heads_that_are_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, "").code == "missing_value"
    assert refused(tmp_path, 'id = "mine"\n').code == "missing_value"
    assert refused(tmp_path, HEAD.replace('"mine"', "5")).code == "bad_value"
    assert refused(tmp_path, HEAD.replace("mine", "Mine!")).code == "bad_value"
    assert refused(tmp_path, HEAD.replace("mine", "other")).code == "contradictory"
    assert refused(tmp_path, HEAD.replace('"dazhuo"', "7")).code == "bad_value"
    assert refused(tmp_path, HEAD.replace("dazhuo", "dazuo")).code == "unknown_ruleset"
    assert refused(tmp_path, 'id = "mine"\nsource = "x"\n').code == "missing_value"
    assert refused(tmp_path, 'id = "mine"\nsource = "x"\nmingtang = 5\n' + NAMES).code == "bad_value"
    bad = refused(tmp_path, 'id = "dazhuo"\nsource = "x"\n' + NAMES, "dazhuo")
    assert bad.code == "contradictory"


def test_circles_are_refused(tmp_path: Path) -> None:
    write(tmp_path, HEAD.replace("dazhuo", "b"))
    write(tmp_path, HEAD.replace("mine", "b").replace("dazhuo", "c"), "b")
    write(tmp_path, HEAD.replace("mine", "c").replace("dazhuo", "b"), "c")
    with pytest.raises(RulesetError) as caught:
        load("mine", [tmp_path])
    assert caught.value.code == "extends_cycle"
    assert "b → c → b" in caught.value.found
    write(tmp_path, HEAD.replace("dazhuo", "mine"))
    with pytest.raises(RulesetError) as caught:
        load("mine", [tmp_path])
    assert caught.value.code == "extends_cycle"


CONTRADICTIONS = {
    "small_tail_mixed": "[switches]\nsmall_tail_mixed = true\n[mingtang]\njia_feng_bai_wei = 30\n",
    "big_tail_mixed": "[switches]\nbig_tail_mixed = true\n[mingtang]\njia_long_bai_wei = 30\n",
    "ding_replaces_dan_diao": '[switches]\ndan_diao = "one_card"\nding_replaces_dan_diao = "ji_ding"\n',
    "zhuo_beside": "[switches]\nzhuo_beside = true\n",
    "er_xi_man_yuan_hua": "[switches]\nmin_xi = 2\n[mingtang]\ner_xi_man_yuan_hua = 50\n",
    "min_xi": "[switches]\nmin_xi = 15\n[mingtang]\nshang_xia_wu_qian_nian = 50\n",
    "jiu_dui": "[mingtang]\njiu_dui = { value = 50, second = 20 }\n",
    "dan_diao_dui": "[mingtang]\ndan_diao = { on = false }\n",
    "deng_value": "[money]\nliuzi_dealer = 0\nliuzi_other = 0\n",
    "counting_fee": "[money]\ncounting_fee = 5\n",
}


def test_every_contradiction_has_a_case() -> None:
    assert set(CONTRADICTIONS) == set(known())


@pytest.mark.parametrize("key", CONTRADICTIONS)
def test_contradictions_are_refused(tmp_path: Path, key: str) -> None:
    error = refused(tmp_path, HEAD + CONTRADICTIONS[key])
    assert (error.code, error.found) == ("contradictory", key)


def test_files_that_are_no_text(tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as caught:
        load(tmp_path / "none.toml")
    assert caught.value.code == "unreadable_file"
    path = tmp_path / "mine.toml"
    path.write_bytes(b'id = "mine"\nsource = "\xff"\n')
    with pytest.raises(RulesetError) as caught:
        load(path)
    assert (caught.value.code, caught.value.place.line) == ("not_utf8", 2)
    path.write_bytes(b"#" * 300_000)
    with pytest.raises(RulesetError) as caught:
        load(path)
    assert caught.value.code == "too_large"
    path.write_bytes(b"x = " + b"[" * 20_000)
    with pytest.raises(RulesetError) as caught:
        load(path)
    assert caught.value.code in ("too_deep", "bad_value")


@pytest.mark.parametrize("id_", ["", "nope", "../dazhuo", "DAZHUO", "大卓", "a" * 100, "dazhuo\n"])
def test_unknown_ids_are_refused(id_: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load(id_)
    assert caught.value.code in ("unknown_ruleset", "unreadable_file")


def test_bundled_rulesets_load_in_time(tmp_path: Path) -> None:
    write(tmp_path, HEAD.replace("dazhuo", "a-zhizun"))
    best = min(_seconds(tmp_path) for _ in range(5))
    assert best < 0.020


def _seconds(folder: Path) -> float:
    start = time.perf_counter()
    load("mine", [folder])
    return time.perf_counter() - start


def test_rulesets_are_frozen() -> None:
    rules = load("dazhuo")
    with pytest.raises(AttributeError):
        rules.id = "x"  # type: ignore[misc]
    assert load("dazhuo") is rules
    assert msgspec.json.decode(msgspec.json.encode(rules.switches))["min_xi"] == 10
    assert set(rules.mingtang) <= set(CATALOGUE)
