"""The text of rejected hands as a file that can be mended and read again."""

from __future__ import annotations

import re
from collections.abc import Iterable

from importers import sheet, transcript
from importers.entry import Entry

_BREAKS = re.compile(r"\s*\n\s*")


def texts(entries: Iterable[Entry]) -> dict[str, str]:
    """Return, by format, the text of all rejected hands that were kept, each where a reader of the format looks for it.

    Hands of JSON formats and of our notation stand one a line, transcripts under their numbers, rows of spreadsheets
    under their headings.
    """
    raws: dict[str, list[str]] = {}
    for entry in entries:
        if entry.record is None and entry.raw.strip():
            raws.setdefault(entry.format, []).append(entry.raw)
    return {format: _joined(format, some) for format, some in raws.items()}


def suffix(format: str) -> str:
    """Return how the name of a file of this format ends."""
    return ".csv" if format == sheet.NAME else ".txt" if format in (transcript.NAME, "notation") else ".jsonl"


def _joined(format: str, raws: list[str]) -> str:
    if format == transcript.NAME:
        return "\n\n".join([f"第{n}局\n{raw}" if n > 1 else raw for n, raw in enumerate(raws, 1)]) + "\n"
    if format == sheet.NAME:
        return "\ufeff" + "\n\n".join(raws) + "\n"
    return "\n".join([raw.strip() for raw in raws]) + "\n"
