"""Spreadsheets of hands, CSV or XLSX: a row of headings, then a row for each event.

Headings, in any order and either script or English: 局 (hand), 座 (seat), 動作 (action), 字 (card), 配牌 (own), 時間
(time), 備註 (remark); 動作 and 字 are needed. The deal and the result are rows of the same table, named in 動作: 規則,
玩家 (the name in 字), 莊家, 手牌 and 底牌 (the cards in 字, how many in 配牌 if others are unknown), 結果 (胡 or 臭),
贏家, 硬息, 倍數, 名堂, 總息, 收 and 付. What ``transcript`` says about words, cards, seats and what may be left out
holds here too. Another number in 局 begins another hand; without that column a deal after the end of a hand does.
Formulas are text and never evaluated. ``template`` gives a table to fill in.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from importers.draft import Draft, Spot
from importers.entry import Entry, rejected
from importers.entry import unused as unused_text
from importers.lexicon import fold
from importers.settle import settle
from importers.sheet_rows import COLUMNS, HEADING, Row, read_row
from importers.textfile import head
from importers.workbook import SEPARATORS, Page, csv_page, workbook_pages
from replay.errors import WmqError

NAME = "sheet"
_ZIP = b"PK\x03\x04"
_HEADING_WITHIN = 20  # rows above the table
_LEAST = 3  # headings that make a row one of headings
_LASTING = {"rules", "name", "called", "seats"}  # rows that hold until others of their kind come
_TEMPLATE = """局,座,動作,字,配牌,時間,備註
1,甲,玩家,張三,,,名字；不寫也行
1,乙,玩家,李四,,,
1,丙,玩家,王五,,,
1,甲,莊家,,,,
1,甲,手牌,一一二三四五六七八九十壹貳叁肆伍陸柒捌玖,20,,不知道的寫 ?；全不知道就不要這一行
1,甲,出,九,,0,
1,乙,揭,五,,3.5,沒人要
1,丙,揭,大3,,,拾也可寫作 大10
1,丙,偎,大3,,,
1,丙,出,四,,,
1,甲,吃,四,五六,,配牌：自己的兩張
1,甲,出,玖,,,
1,乙,結果,胡,,,或：臭
1,,硬息,12,,,
"""


def template() -> bytes:
    """Return a CSV table to fill in, as bytes that every spreadsheet program opens rightly."""
    return ("\ufeff" + _TEMPLATE.replace("\n", "\r\n")).encode()


def headings(cells: list[str]) -> int:
    """Return how many headings of a table of hands a row holds, 0 if 動作 and 字 are not among them."""
    found = {COLUMNS.get(fold(cell).strip().lower(), "") for cell in cells} - {""}
    return len(found) if {"action", "card"} <= found and len(found) >= _LEAST else 0


def marks(data: bytes) -> int:
    """Return how many headings a file has, at least 1 for a workbook."""
    if data.startswith(_ZIP):
        return 1
    lines = head(data).splitlines()[:_HEADING_WITHIN]
    return max((headings(line.replace('"', "").split(each)) for line in lines for each in SEPARATORS), default=0)


def read(data: bytes, file: str = "") -> Iterator[Entry]:
    """Yield the hands of the file's tables in order; a sheet of a workbook that holds no table is passed over."""
    try:
        pages = workbook_pages(data) if data.startswith(_ZIP) else [csv_page(data, headings)]
        tables = [page for page in pages if _heading(page) is not None]
        if not tables:
            raise WmqError("missing_value", "", "a row of headings: 局 座 動作 字 配牌 時間 備註")
    except WmqError as error:
        yield rejected(file, -1, error)
        return
    index = 0
    for page in tables:
        for draft, raw in _Table(page).hands():
            yield _entry(draft, raw, file, index)
            index += 1


def unused(data: bytes) -> Iterator[WmqError]:
    """Yield the sheets of a workbook that hold no table of hands."""
    try:
        pages = workbook_pages(data) if data.startswith(_ZIP) else []
    except WmqError:
        return
    for page in pages:
        if _heading(page) is None and any(cell for _, cells in page.rows for cell in cells):
            yield unused_text(page.name, path=page.name)


def _entry(draft: Draft, raw: str, file: str, index: int) -> Entry:
    record = settle(draft)
    problems = tuple([each.at(file=file, hand=index, line=draft.line) for each in draft.problems])
    if record is None:
        missing = WmqError("missing_value", "", "events: a row with 動作 and 字")
        problems = problems or rejected(file, index, missing, draft.line).problems
        return Entry(file, index, None, problems, draft.line, raw)
    record = msgspec.structs.replace(record, meta={"format": NAME} | record.meta)
    return Entry(file, index, record, problems, draft.line)


def _heading(page: Page) -> int | None:
    """Return the index of the row with the headings."""
    rows = [headings(cells) for _, cells in page.rows[:_HEADING_WITHIN]]
    return rows.index(max(rows)) if any(rows) else None


class _Table:
    """A table's rows, read one after the other into drafts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        first = _heading(page) or 0
        self.draft = Draft(notes=[cell for _, cells in page.rows[:first] for cell in cells if cell])
        self.rows = page.rows[first + 1 :]
        self.label = ""
        self.taken: list[list[str]] = []  # the rows of this hand
        self.lasting: list[list[str]] = []  # rows that hold for later hands too
        self.inherited: list[list[str]] = []
        self.strange: set[int] = set()
        self.head(page.rows[first][1])

    def head(self, cells: list[str]) -> None:
        """Take a row for the headings of what follows."""
        self.top, self.columns = cells, dict[int, str]()
        for column, cell in enumerate(cells):
            meaning = COLUMNS.get(fold(cell).strip().lower(), "")
            if meaning and meaning not in self.columns.values():
                self.columns[column] = meaning

    def hands(self) -> Iterator[tuple[Draft, str]]:
        """Yield each hand and its rows as CSV."""
        gap = True
        for number, cells in self.rows:
            row = Row(self._cells(number, cells), self.draft.people)
            if not any(cell.strip("-: ") for cell in cells):
                gap = True
                continue
            if headings(cells):
                yield from self.close()
                self.head(cells)
                continue
            if self._begins(row, gap):
                yield from self.close()
            gap = False
            self.take(number, cells, row)
        yield from self.close()

    def take(self, number: int, cells: list[str], row: Row) -> None:
        """Read a row into the draft."""
        if self.draft.line is None:
            self.draft.line = number
        self.taken.append(cells)
        self._strangers(number, cells)
        if row.cells and read_row(self.draft, Row(row.cells, self.draft.people)) in _LASTING:
            self.lasting.append(cells)

    def _cells(self, number: int, cells: list[str]) -> dict[str, Spot]:
        return {
            self.columns[column]: Spot(cell, number, column + 1, self.page.cell(number, column))
            for column, cell in enumerate(cells)
            if cell and column in self.columns
        }

    def _begins(self, row: Row, gap: bool) -> bool:
        """Tell whether a row begins another hand; notes its label."""
        label = row.text("hand")
        if "hand" in self.columns.values():
            other = bool(label) and label != self.label and self.draft.begun
            self.label = label or self.label
            return other
        if not self.draft.over or not row.cells:
            return False
        return gap or read_row(self.draft.next(None), row) in HEADING

    def _strangers(self, number: int, cells: list[str]) -> None:
        """Report a column without a heading, or with a strange one, where it first holds something."""
        for column, cell in enumerate(cells):
            if cell and column not in self.columns and column not in self.strange:
                self.strange.add(column)
                spot = Spot(cell, number, column + 1, self.page.cell(number, column))
                self.draft.report("not_understood", spot, "a cell under a heading: 局 座 動作 字 配牌 時間 備註")

    def close(self) -> Iterator[tuple[Draft, str]]:
        """Yield the hand that has been read, if there is one, and begin the next."""
        if self.draft.begun:
            table = [self.top, *self.inherited, *self.taken]
            yield self.draft, "\n".join(",".join(map(quoted, cells)) for cells in table)
            self.draft = self.draft.next(None)
            self.taken, self.inherited = [], list(self.lasting)


def quoted(cell: str) -> str:
    """Return a cell as CSV has it: in quotes if it holds a separator or quotes, which are doubled."""
    return '"' + cell.replace('"', '""') + '"' if any(mark in cell for mark in ',"\r\n') else cell
