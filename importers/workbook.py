"""Spreadsheets as rows of text: CSV in any usual encoding and separator, and XLSX. Nothing in a cell is evaluated.

Of a formula in an XLSX cell the value last shown is taken, in a CSV file it stays the text it is.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import NamedTuple

from importers.textfile import decode
from importers.unpack import MAX_BYTES
from replay.errors import WmqError, clip

MAX_ROWS, MAX_COLUMNS, MAX_CELLS = 100_000, 200, 1_000_000
SEPARATORS = ",;\t|"
_CELL = re.compile(rb'\br="([A-Z]{1,3})([0-9]{1,7})"')
_SHARED = re.compile(rb'\bt="s"')


class Page(NamedTuple):
    """A sheet: its ``name`` (empty for CSV) and its rows of texts, each with its number counting from 1."""

    name: str
    rows: list[tuple[int, list[str]]]

    def cell(self, row: int, column: int) -> str:
        """Return how the cell is called: B7, or 甲!B7 in a workbook; ``column`` counts from 0."""
        name, column = "", column + 1
        while column:
            column, digit = divmod(column - 1, 26)
            name = chr(65 + digit) + name
        return f"{self.name}!{name}{row}" if self.name else f"{name}{row}"


def csv_page(data: bytes, fits: Callable[[list[str]], int]) -> Page:
    """Return the rows of a CSV file, its columns parted the way in which one of the first rows ``fits`` best."""
    text = decode(data)
    first = text[:20_000]
    separator = max(SEPARATORS, key=lambda each: max(map(fits, _split(first, each)), default=0))
    rows = []
    for number, row in enumerate(_split(text, separator), 1):
        if number > MAX_ROWS:
            raise WmqError("too_large", f"more than {MAX_ROWS:,} rows", f"at most {MAX_ROWS:,}")
        rows.append((number, [cell.strip() for cell in row[:MAX_COLUMNS]]))
    return Page("", rows)


def _split(text: str, separator: str) -> Iterator[list[str]]:
    """Yield the rows of CSV text; where its quotes go wrong, the rest line by line."""
    lines = text.splitlines(keepends=True)
    reader = csv.reader(lines, delimiter=separator)
    done = 0
    try:
        for row in reader:
            done = reader.line_num
            yield row
    except csv.Error:
        for line in lines[done:]:
            yield line.rstrip("\r\n").split(separator)


def workbook_pages(data: bytes) -> list[Page]:
    """Return the sheets of an XLSX file.

    Raises ``WmqError`` if it is damaged, encrypted, or so large or sparse that its cells would not fit in memory.
    """
    from python_calamine import CalamineWorkbook  # only workbooks need it

    _check_size(data)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = [book.get_sheet_by_name(name) for name in book.sheet_names]
        return [Page(clip(sheet.name, 40), _rows(sheet)) for sheet in sheets]
    except BaseException as error:
        # what goes wrong in the library's Rust arrives as a BaseException of no exported class
        if isinstance(error, (KeyboardInterrupt, SystemExit, GeneratorExit)):
            raise
        raise WmqError("unreadable_file", f"a damaged workbook ({clip(error)})", "an XLSX file") from None


def _rows(sheet: object) -> list[tuple[int, list[str]]]:
    cells = sheet.to_python(skip_empty_area=False)  # type: ignore[attr-defined]
    return [(number, [_text(cell) for cell in row]) for number, row in enumerate(cells, 1)]


def _text(value: object) -> str:
    """Return a cell as it is shown; times of day as minutes and seconds."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.timedelta):
        return str(value.total_seconds())
    if isinstance(value, datetime.time):
        return value.isoformat()
    return str(value).strip()


def _check_size(data: bytes) -> None:
    """Raise ``WmqError`` if the sheets span too many cells, or their shared texts would fill the memory."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {
            name: archive.read(name) for name in archive.namelist() if name.startswith("xl/") and name.endswith(".xml")
        }
    longest = max((len(item) for item in parts.get("xl/sharedStrings.xml", b"").split(b"<si>")), default=0)
    for name, part in parts.items():
        if "worksheets/" not in name:
            continue
        rows = columns = 1
        for match in _CELL.finditer(part):
            rows, columns = max(rows, int(match[2])), max(columns, _column(match[1]))
        if rows > MAX_ROWS or rows * columns > MAX_CELLS:
            raise WmqError("too_large", f"{rows:,} rows and {columns:,} columns", f"at most {MAX_CELLS:,} cells")
        if longest * len(_SHARED.findall(part)) > 4 * MAX_BYTES:
            raise WmqError("too_large", f"texts of {longest:,} characters in many cells", f"at most {4 * MAX_BYTES:,}")


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number
