"""The text of rejected hands is kept, mended and read again; nothing of it is lost on the way."""

import json

import pytest
from click.testing import CliRunner

import importers
from importers import exporters, rejects
from replay.cli import cli
from replay.record import HandRecord
from tests.importers.data import XXQP, files, records
from tests.importers.test_sheet import ROWS, xlsx

HANDS = records(XXQP)[:2]
HURT = {
    "xxqp lines": (";1_", ";9_"),
    "xxqp array": (";1_", ";9_"),
    "xxqp play": (";1_", ";9_"),
    "qixing": ('"MJPut"', '"MJXut"'),
    "lua": ('"chu"', '"xxx"'),
    "notation": ("出", "跳"),
    "json": ("出", "跳"),
    "json lines": ("出", "跳"),
}


def mended(data: bytes, back: tuple[str, str]) -> list[HandRecord]:
    """Return the hands of a file whose rejects were mended by putting a text back."""
    texts = rejects.texts(importers.read(data, "f"))
    (text,) = texts.values()
    return [entry.record for entry in importers.read(text.replace(*back).encode(), "f") if entry.record]


@pytest.mark.parametrize("name", HURT)
def test_rejected_hands_can_be_mended(name: str) -> None:
    data, (right, wrong) = files()[name], HURT[name]
    hurt = data.decode().replace(right, wrong, 1).encode()
    refused = [entry for entry in importers.read(hurt, "f") if entry.record is None]
    assert [bool(entry.raw) for entry in refused] == [True]
    assert refused[0].format == importers.sniff(data).name
    meant = [entry.record for entry in importers.read(data, "f") if entry.record]
    (again,) = mended(hurt, (wrong, right))
    assert json.dumps(again.events, default=str) == json.dumps(meant[refused[0].index].events, default=str)
    assert (again.hands, again.stock, again.names) == (meant[0].hands, meant[0].stock, meant[0].names) or refused[
        0
    ].index


@pytest.mark.parametrize(("form", "wrong"), [("transcript", ("甲碰", "甲跑")), ("csv", (",碰,", ",跑,"))])
def test_all_hands_of_a_file_written_by_people(form: str, wrong: tuple[str, str]) -> None:
    text = "\n".join(exporters.write(HANDS, form)) + "\n"
    text = text.replace("姓名", "玩家", 3)
    hurt = text.replace(*wrong)
    assert {entry.state for entry in importers.read(hurt.encode(), "f")} == {"rejected"}
    again = mended(hurt.encode(), (wrong[1], wrong[0]))
    assert [(hand.hands, hand.names, hand.stock, hand.events) for hand in again] == [
        (hand.hands, hand.names, hand.stock, hand.events) for hand in HANDS
    ]


def test_headings_of_earlier_hands_go_with_a_rejected_one() -> None:
    text = (
        "規則：dazhuo\n玩家：張三 李四 王五\n第1局\n莊家：張三\n張三出三\n李四揭五\n李四胡\n"
        "第2局\n莊家：李四\n李四出三\n王五跳五\n李四揭五"
    )
    (hand,) = mended(text.encode(), ("跳五\n李四揭五", "揭五"))
    assert (hand.names, hand.ruleset, hand.dealer, len(hand.events)) == (("張三", "李四", "王五"), "dazhuo", 1, 2)


def test_the_command_saves_them(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("WMQ_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").write_bytes(XXQP.replace(b";1_", b";9_", 1))
    (tmp_path / "b.txt").write_text("莊家：甲\n甲出三\n乙跳五\n甲揭五", encoding="utf-8")
    done = CliRunner().invoke(cli, ["import", "a.jsonl", "b.txt", "--rejects", "left.jsonl"])
    assert done.exit_code == 2
    assert (tmp_path / "left.jsonl").read_text(encoding="utf-8").count("\n") == 1
    second = tmp_path / "left.transcript.txt"
    assert second.read_text(encoding="utf-8") == "莊家：甲\n甲出三\n乙跳五\n甲揭五\n"
    second.write_text(
        second.read_text(encoding="utf-8").replace("乙跳五\n", "乙揭五\n").replace("甲揭", "丙揭"), encoding="utf-8"
    )
    again = CliRunner().invoke(cli, ["import", str(second)])
    assert again.exit_code == 0
    assert "imported 1" in again.output


@pytest.mark.parametrize("name", ["xxqp lines", "json", "lua", "qixing", "transcript", "sheet"])
def test_a_plain_file_leaves_nothing_over(name: str) -> None:
    assert list(importers.leftovers(files()[name], "f")) == []


def test_what_no_hand_came_from_is_listed() -> None:
    def found(data: bytes) -> list[tuple[str, str, int | None, str, str]]:
        return [(p.code, p.place.file, p.place.line, p.place.path, p.found) for p in importers.leftovers(data, "f")]

    notation = b"\xef\xbb\xbf# our evening\n" + files()["notation"] + b"\n  # end"
    assert found(notation) == [("unused_text", "f", 1, "", "# our evening"), ("unused_text", "f", 4, "", "# end")]
    table = json.loads(files()["qixing"])
    table.append({"cmd": "chat", "data": {"text": "bye"}})
    assert found(json.dumps(table).encode()) == [("unused_text", "f", None, f"$[{len(table) - 1}]", "chat")]
    text = "第1局\n莊家：甲\n甲出三\n乙揭五\n第2局\n後來大家就散了".replace("後來大家就散了", "# 散了")
    assert found(text.encode()) == [("unused_text", "f", 5, "", "第2局"), ("unused_text", "f", 6, "", "# 散了")]
    book = xlsx({"牌局": ROWS, "別的": [["買菜", 3]]})
    assert found(book) == [("unused_text", "f", None, "別的", "別的")]
    assert found(b"hello") == []
