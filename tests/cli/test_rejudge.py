"""``wmq rejudge`` and ``wmq rulesets`` with rulesets of the user's, good and broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from replay.cli import cli
from replay.cli.common import _usable
from replay.errors import RulesetError
from tests.web.samples import CLEAN

OURS = 'id = "ours"\nextends = "dazhuo"\nsource = "our table"\n[mingtang]\nzi_mo = {value}\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WMQ_HOME", str(tmp_path))
    for name in ("WMQ_RULESETS", "WMQ_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    _usable.cache_clear()
    (tmp_path / "rulesets").mkdir()
    return tmp_path / "rulesets"


def put(folder: Path, id_: str, text: str) -> None:
    (folder / f"{id_}.toml").write_text(text, encoding="utf-8")


def wmq(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def test_results_under_older_rules_are_judged_again(folder: Path) -> None:
    put(folder, "ours", OURS.format(value=10))
    assert wmq("import", "--ruleset", "ours", str(CLEAN)).exit_code == 0
    assert wmq("rejudge").output == "rejudged 0, left 0\n"
    put(folder, "ours", OURS.format(value=70))
    assert wmq("rejudge").output == "rejudged 4, left 0\n"
    assert wmq("rejudge").output == "rejudged 0, left 0\n"


def test_results_whose_ruleset_is_gone_or_broken_are_left_and_told(folder: Path) -> None:
    put(folder, "ours", OURS.format(value=10))
    wmq("import", "--ruleset", "ours", str(CLEAN))
    put(folder, "ours", OURS.format(value="x"))
    done = wmq("rejudge")
    assert done.exit_code == 2
    assert "rejudged 0, left 4" in done.output
    assert "ours.toml, line 5" in done.output


def test_a_broken_ruleset_costs_no_other_in_the_list(folder: Path) -> None:
    put(folder, "ours", OURS.format(value=10))
    assert wmq("rulesets").exit_code == 0
    put(folder, "bad", OURS.format(value=10).replace("ours", "bad").replace("zi_mo", "zi_moo"))
    listed = wmq("rulesets")
    assert listed.exit_code == 2
    assert "bad.toml, line 5: no such 名堂 [unknown_mingtang]: found 'zi_moo'" in listed.output
    assert all(f"{id_} " in listed.output for id_ in ("ours", "dazhuo", "c-zuanshi"))


def test_a_hand_that_names_a_broken_ruleset_is_judged_under_the_usual_one(folder: Path, tmp_path: Path) -> None:
    put(folder, "bad", "nonsense")
    hand = tmp_path / "hand.txt"
    hand.write_text("偎麻雀/1 規:bad 起甲:?*20 起乙:?*19 起丙:?*19 底:?*22 ｜ 甲出一 ｜\n", encoding="utf-8")
    assert '"ruleset":"dazhuo"' in wmq("audit", "--json", str(hand)).output
    refused = wmq("audit", "--ruleset", "bad", str(hand))
    assert isinstance(refused.exception, RulesetError)
