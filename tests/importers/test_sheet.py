"""Spreadsheets: headings in any order and either script, encodings, separators, workbooks, and every wrong cell named."""

import io
import time
import zipfile
from collections.abc import Iterable
from random import Random

import pytest
from msgspec.structs import replace

import importers
from importers import exporters, sheet, unpack, workbook
from replay.cards import UNKNOWN
from replay.record import Claimed, HandRecord, print_record
from tests.importers.data import XXQP, records
from tests.oracle.play import game

HEAD = "局,座,動作,字,配牌,時間,備註\n"


def read(text: str) -> importers.Entry:
    (entry,) = importers.read(text.encode(), "f")
    return entry


def events(text: str) -> str:
    entry = read(text)
    assert [str(problem) for problem in entry.problems] == []
    assert entry.record is not None
    return print_record(HandRecord(((), (), ()), (), entry.record.events)).partition("｜")[2].strip()


def problems(text: str) -> list[tuple[str, int | None, int | None, str, str]]:
    return [(p.code, p.place.line, p.place.column, p.place.path, p.found) for p in read(text).problems]


def test_the_template_is_read_without_a_word() -> None:
    entry = read(sheet.template().decode())
    assert entry.state == "imported"
    assert entry.record is not None
    assert entry.record.names == ("張三", "李四", "王五")
    assert len(entry.record.events) == 7
    assert entry.record.claimed == Claimed("hu", 1, 12)


TABLES = {
    "usual": "局,座,動作,字,配牌\n1,甲,莊家,,\n1,甲,出,三,\n1,乙,吃,三,四五\n1,乙,出,六,",
    "simplified": "局,玩家,动作,牌,配牌\n1,甲,庄家,,\n1,甲,打,三,\n1,乙,吃,三,四五\n1,乙,丢,六,",
    "english": "seat,action,card,own\nA,dealer,,\nA,discard,s3,\nB,chi,s3,s4s5\nB,discard,s6,",
    "another order": "字,配牌,備註,動作,座,局\n,,,莊家,甲,1\n小3,,,出,甲,1\n小3,小4小5,,吃,乙,1\n小6,,,出,乙,1",
    "numbers and implied seats": "座,動作,字,配牌\n1,莊家,,\n1,出,三,\n,吃,三,四 五\n,出,六,",
    "title above": "我們的牌局,,,\n,,,\n座,動作,字,配牌\n甲,莊家,,\n甲,出,三,\n乙,吃,三,四五\n乙,出,六,",
    "by the dealer": "座,動作,字,配牌\n莊家,出,三,\n下家,吃,三,四五\n下家,出,六,",
    "cards in the action": "座,動作,字,配牌\n甲,莊家,,\n甲,出三,,\n乙,吃三,,四五\n乙,打小6,,",
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_headings(name: str, separator: str) -> None:
    assert events(TABLES[name].replace(",", separator)) == "甲出三 乙吃三四五 乙出六"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "big5"])
def test_encodings(encoding: str) -> None:
    (entry,) = importers.read(TABLES["usual"].encode(encoding), "f")
    assert (entry.state, entry.record and len(entry.record.events)) == ("imported", 3)


def test_deal_and_result() -> None:
    entry = read(
        HEAD + "7,,規則,大卓,,,\n7,甲,玩家,張三,,,\n7,乙,玩家,李四,,,\n7,丙,玩家,王五,,,\n7,李四,莊家,,,,\n"
        "7,乙,手牌,一二,20,,\n7,張三,手牌,一?*18,,,\n7,,底牌,貳叁,22,,\n7,李四,出,九,,1.5,好\n7,,揭,貳,,1:05,\n7,,胡,,,,\n"
        "7,王五,結果,胡,,,\n7,,硬息,十二,,,\n7,,倍數,6,,,\n7,,名堂,對子胡、印胡,,,\n7,,總息,82,,,\n"
        "7,王五,收,164,,,\n7,張三,付,82,,,\n7,李四,付,82,,,"
    )
    record = entry.record
    assert [str(problem) for problem in entry.problems] == []
    assert record is not None
    assert (record.ruleset, record.names, record.dealer) == ("dazhuo", ("張三", "李四", "王五"), 1)
    assert (record.hands[1], record.hands[0][0]) == ((0, 1, *[UNKNOWN] * 18), 0)
    assert record.stock == (11, 12, *[UNKNOWN] * 20)
    assert [(event.time, event.remark) for event in record.events] == [(1500, "好"), (65000, ""), (None, "")]
    assert record.claimed == Claimed("hu", 2, 12, 6, 82, ("對子胡", "印胡"), (-82, -82, 164))


def test_hands_by_number_and_without() -> None:
    rows = "甲,莊家,\n甲,出,三\n乙,揭,五\n乙,胡,\n"
    numbered = "局,座,動作,字\n" + "".join(f"{n},{row}\n" for n in (1, 2) for row in rows.split()) + ",甲,出,九\n"
    assert [len(e.record.events) for e in importers.read(numbered.encode()) if e.record] == [3, 4]
    plain = "座,動作,字\n" + rows + rows.replace("甲", "乙").replace("乙,揭", "丙,揭") + "\n丙,莊家,\n丙,出,一\n"
    assert [e.record.dealer for e in importers.read(plain.encode()) if e.record] == [0, 1, 2]
    again = numbered + "局,座,動作,字\n2,甲,莊家,\n2,甲,出,一\n"
    assert len(list(importers.read(again.encode()))) == 3


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("1,甲,跳,三,,,", ("unknown_action", 4, 3, "C4", "跳")),
        ("1,戊,過,,,,", ("unknown_seat", 4, 2, "B4", "戊")),
        ("1,乙,揭,魚,,,", ("unknown_card", 4, 4, "D4", "魚")),
        ("1,乙,揭,8,,,", ("unknown_card", 4, 4, "D4", "8")),
        ("1,乙,揭,小叁,,,", ("contradictory", 4, 4, "D4", "小叁")),
        ("1,乙,揭,=1+1,,,", ("unknown_card", 4, 4, "D4", "=1+1")),
        ("1,乙,揭,五,,早上,", ("bad_value", 4, 6, "F4", "早上")),
        ("1,乙,吃,三,四魚,,", ("unknown_card", 4, 5, "E4", "魚")),
        ("1,乙,硬息,很多,,,", ("bad_value", 4, 4, "D4", "很多")),
        ("1,乙,結果,和平,,,", ("bad_value", 4, 4, "D4", "和平")),
        ("1,乙,揭,五,,,,,多的", ("not_understood", 4, 9, "I4", "多的")),
        ("1,乙,,五,,,", ("missing_value", 4, 1, "A4", "")),
    ],
)
def test_a_wrong_cell_is_named(row: str, found: tuple[str, int, int, str, str]) -> None:
    first = problems(HEAD + "1,甲,莊家,,,,\n1,甲,出,三,,,\n" + row)[0]
    assert first[:4] == found[:4] or found[0] == "missing_value"
    assert (first[0], first[4]) == (found[0], found[4] or first[4])


def test_an_event_that_is_not_understood_between_others_costs_the_hand() -> None:
    rows = "1,甲,莊家,,\n1,甲,出,三,\n1,乙,跳,五,\n{},揭,六,\n2,甲,莊家,,\n2,甲,出,三,\n"
    text = "局,座,動作,字,配牌\n" + rows
    assert [entry.state for entry in importers.read(text.format("1,乙").encode())] == ["warned", "imported"]
    assert [entry.state for entry in importers.read(text.format("1,丙").encode())] == ["rejected", "imported"]


def test_no_table() -> None:
    for data in (b"a,b,c\n1,2,3\n", "局,日期\n1,2\n".encode(), b""):
        (entry,) = importers.read(data, "f", "sheet")
        assert (entry.index, entry.problems[0].code) == (-1, "missing_value")


def test_quotes_gone_wrong_lose_no_row() -> None:
    text = '座,動作,字,備註\n甲,莊家,,\n甲,出,三,"好\n乙,揭,五,\n'
    entry = read(text)
    assert entry.record is not None
    assert entry.record.events[0].remark.startswith("好")
    assert "乙,揭,五" in entry.record.events[0].remark  # what the open quote swallowed is still there


# ---------------------------------------------------------------- workbooks

SHEET = "xl/worksheets/sheet{}.xml"


def xlsx(sheets: dict[str, list[list[object]]], **more: bytes) -> bytes:
    """Return a minimal workbook; a cell that begins with ``=`` is a formula whose last value was 三."""
    out = io.BytesIO()
    names = list(sheets)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
        parts = "".join(
            f'<Override PartName="/{SHEET.format(n)}" ContentType="{kind}.worksheet+xml"/>'
            for n in range(1, len(names) + 1)
        )
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>{parts}</Types>',
        )
        office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        package = "http://schemas.openxmlformats.org/package/2006/relationships"
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{package}"><Relationship Id="rId1" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        listed = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"/>' for n, name in enumerate(names, 1))
        main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        archive.writestr(
            "xl/workbook.xml", f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>{listed}</sheets></workbook>'
        )
        links = "".join(
            f'<Relationship Id="rId{n}" Type="{office}/worksheet" Target="worksheets/sheet{n}.xml"/>'
            for n in range(1, len(names) + 1)
        )
        archive.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{package}">{links}</Relationships>')
        for n, rows in enumerate(sheets.values(), 1):
            body = "".join(f'<row r="{r}">{"".join(cells(r, row))}</row>' for r, row in enumerate(rows, 1))
            archive.writestr(SHEET.format(n), f'<worksheet xmlns="{main}"><sheetData>{body}</sheetData></worksheet>')
        for name, content in more.items():
            archive.writestr(name, content)
    return out.getvalue()


def cells(row: int, values: Iterable[object]) -> Iterable[str]:
    for column, value in enumerate(values):
        place = f"{chr(65 + column)}{row}"
        if isinstance(value, (int, float)):
            yield f'<c r="{place}"><v>{value}</v></c>'
        elif str(value).startswith("="):
            yield f'<c r="{place}" t="str"><f>{str(value)[1:]}</f><v>三</v></c>'
        elif value:
            yield f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'


ROWS: list[list[object]] = [
    ["局", "座", "動作", "字", "配牌", "時間"],
    [1, "甲", "莊家"],
    [1, 1, "出", "小3", "", 1.5],
    [1, 2, "吃", '="三"', "四五"],
    [1, 2, "出", "六"],
]


def test_workbooks() -> None:
    data = xlsx({"牌局": ROWS, "別的": [["買菜", 3]]})
    assert importers.sniff(data).name == "sheet"
    (entry,) = importers.read(data, "f.xlsx")
    assert (entry.state, entry.file, entry.line) == ("imported", "f.xlsx", 2)
    assert entry.record is not None
    assert [(event.seat, event.kind, event.time) for event in entry.record.events] == [
        (0, 2, 1500),
        (1, 2, None),
        (1, 5, None),
    ]


def test_the_cell_of_a_workbook_is_named() -> None:
    (entry,) = importers.read(xlsx({"牌 局": [*ROWS, [1, "丙", "揭", "魚"]]}), "f")
    assert [(p.code, p.place.path, p.place.line) for p in entry.problems] == [("unknown_card", "牌 局!D6", 6)]


def test_workbooks_in_a_zip_file() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.xlsx", xlsx({"牌局": ROWS}))
        archive.writestr("b.csv", TABLES["usual"])
    assert [(entry.file, entry.state) for entry in importers.read(out.getvalue(), "e.zip")] == [
        ("e.zip/a.xlsx", "imported"),
        ("e.zip/b.csv", "imported"),
    ]


def refused(data: bytes) -> str:
    (entry,) = importers.read(data, "f")
    assert (entry.index, entry.state) == (-1, "rejected")
    return entry.problems[0].code


def test_damaged_workbooks() -> None:
    whole = xlsx({"牌局": ROWS})
    broken = xlsx({"牌局": ROWS}, **{"xl/sharedStrings.xml": b"<sst"})
    assert refused(whole[:-40]) == "unreadable_file"
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name in parts:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for other, content in parts.items():
                archive.writestr(other, b"<x" if other == name else content)
        assert next(importers.read(out.getvalue(), "f")).state in ("rejected", "imported")
    assert next(importers.read(broken, "f")).state in ("rejected", "imported")


def test_bombs() -> None:
    assert refused(xlsx({"a": ROWS}, **{"xl/media/x.png": bytes(30_000_000)})) == "too_large"
    started = time.monotonic()
    with zipfile.ZipFile(io.BytesIO(xlsx({"a": ROWS}))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for cell in (b'r="XFD1048576"', b'r="A900000"'):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, content in parts.items():
                archive.writestr(name, content.replace(b'r="D5"', cell))
        assert refused(out.getvalue()) == "too_large"
    shared = b"<sst><si><t>" + bytes([65]) * 1_000_000 + b"</t></si></sst>"
    body = b"<worksheet>" + b'<c t="s"><v>0</v></c>' * 1000 + b"</worksheet>"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in {**parts, "xl/sharedStrings.xml": shared, SHEET.format(1): body}.items():
            archive.writestr(name, content)
    assert refused(out.getvalue()) == "too_large"
    assert time.monotonic() - started < 20


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MAX_ROWS", 3)
    assert refused(TABLES["usual"].encode()) == "too_large"
    monkeypatch.setattr(unpack, "MAX_BYTES", 100)
    assert refused(xlsx({"牌局": ROWS})) == "too_large"


# ---------------------------------------------------------------- many tables


@pytest.mark.parametrize("seed", range(40))
def test_tables_in_many_manners(seed: int) -> None:
    """Columns in any order, Chinese or English headings, seats left out where the turn tells, all separators."""
    rng = Random(seed)
    hand = game(rng, rng.choice(("eager", "builder")), rng.choice((3, 4)))
    lines = "\n".join(exporters.write([hand], "csv")).removeprefix("\ufeff").split("\n")
    table = [line.split(",") for line in lines]
    if rng.random() < 0.5:
        table[0] = ["hand", "seat", "action", "card", "own", "time", "remark"]
    order = rng.sample(range(7), 7)
    mark = rng.choice(",;\t")
    text = "\r\n".join(mark.join(row[column] for column in order) for row in table)
    (entry,) = importers.read(text.encode(rng.choice(("utf-8", "utf-16", "gb18030"))), "f")
    assert [str(problem) for problem in entry.problems] == []
    assert entry.record is not None
    assert replace(entry.record, meta={}) == hand


def test_a_long_table_is_read_in_no_time() -> None:
    hands = records(XXQP) * 100
    data = "\n".join(exporters.write(hands, "csv")).encode()
    started = time.process_time()
    assert sum(entry.state == "imported" for entry in importers.read(data, "f")) == len(hands)
    assert time.process_time() - started < 10
