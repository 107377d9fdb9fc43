"""Reading pages in tests."""

from __future__ import annotations

import html
import json
import re
from typing import Any


def data_of(page: str) -> Any:
    """Return the JSON that a page carries for its scripts."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def plain(markup: str) -> str:
    """Return the text of a piece of a page, white space made one."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def rows_of(page: str, table: str = "<table") -> list[list[str]]:
    """Return the cells of the body of the first table that begins so, as text."""
    start = page.index(table)
    part = page[start : page.index("</table>", start)]
    body = part[part.index("<tbody") :]
    rows = re.findall(r"<tr\b[^>]*>(.*?)</tr>", body, re.DOTALL)
    return [[plain(cell) for cell in re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]


def number(text: str) -> int:
    """Return the number that is written with a sign, as +60 or −60."""
    return int(text.replace("−", "-"))
