"""Records → text in one of four forms, and what each of them leaves out.

What a form leaves out is named in ``LOSES``; ``kept`` is the record without it. Reading back what ``write`` wrote gives
``kept(record, form)`` (an importer puts its own name into ``meta``); a property test holds all forms to that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from importers.write_csv import csv_rows
from importers.write_transcript import transcripts
from replay.cards import NONE
from replay.record import (
    DEAD,
    EXHAUSTED,
    HU,
    PASS,
    PENG,
    SHOW,
    WEI,
    ZHE,
    Event,
    HandRecord,
    print_record,
    to_json,
)

FORMS = ("notation", "json", "csv", "transcript")
SUFFIX = {"notation": ".txt", "json": ".jsonl", "csv": ".csv", "transcript": ".txt"}
MEDIA = {"notation": "text/plain", "json": "application/x-ndjson", "csv": "text/csv", "transcript": "text/plain"}

# What a form leaves out: ``meta``, the record's free data; ``idle_values``, what an event holds and does not mean: seat
# and cards of 臭, cards of 死, companions of 過, those of a 胡 without its card, the card of a 蟄 or 示 that shows
# none, and the companions of a 偎 or 碰 that are the kind itself.
LOSES: dict[str, tuple[str, ...]] = {
    "notation": (),
    "json": (),
    "csv": ("meta", "idle_values"),
    "transcript": ("meta", "idle_values"),
}


def write(records: Iterable[HandRecord], form: str, ascii: bool = False) -> Iterator[str]:
    """Yield the text of the records piece by piece, each piece to end with a line break.

    ``form`` is one of ``FORMS``; ``ascii`` writes notation and JSON in ASCII words. CSV begins with a byte order mark,
    by which spreadsheet programs know the encoding.
    """
    if form == "csv":
        return csv_rows(records)
    if form == "transcript":
        return transcripts(records)
    printer = to_json if form == "json" else print_record
    return (printer(record, ascii) for record in records)


def kept(record: HandRecord, form: str) -> HandRecord:
    """Return the record without what the form leaves out."""
    for loss in LOSES[form]:
        record = _WITHOUT[loss](record)
    return record


def _without_meta(record: HandRecord) -> HandRecord:
    return replace(record, meta={})


def _without_idle_values(record: HandRecord) -> HandRecord:
    return replace(record, events=tuple(map(_meant, record.events)))


def _meant(event: Event) -> Event:
    """Return the event with nothing but what its action gives a meaning to."""
    action, kind, cards = event.action, event.kind, event.cards
    if action == EXHAUSTED:
        return replace(event, seat=NONE, kind=NONE, cards=())
    if action == DEAD:
        return replace(event, kind=NONE, cards=())
    if action == PASS or (action == HU and kind == NONE) or (action in (WEI, PENG) and cards == (kind, kind)):
        return replace(event, cards=())
    if action in (ZHE, SHOW) and not cards:
        return replace(event, kind=NONE)
    return event


_WITHOUT: dict[str, Callable[[HandRecord], HandRecord]] = {
    "meta": _without_meta,
    "idle_values": _without_idle_values,
}
