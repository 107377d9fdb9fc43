"""The store: one row a hand with its notation as the truth, one row a file with what became of each of its hands."""

from sqlmodel import Session

from replay.home import home
from replay.store.database import database_url, open_engine, prepare
from replay.store.drafts import (
    Correction,
    Draft,
    Saved,
    Stored,
    Written,
    corrections,
    drop_draft,
    get_draft,
    list_drafts,
    save_draft,
    store_recorded,
)
from replay.store.importing import Report, import_file, write
from replay.store.judging import Judged, Line, judge_file
from replay.store.model import Hand, Problem, Upload
from replay.store.query import Page, Query, find_hands, get_hand, get_report, neighbours
from replay.store.rejudging import Rejudged, count_stale, rejudge
from replay.store.sittings import (
    File,
    Sitting,
    hands_by_id,
    hands_of_file,
    hands_of_table,
    list_files,
    list_tables,
)

__all__ = [
    "Correction",
    "Draft",
    "File",
    "Hand",
    "Judged",
    "Line",
    "Page",
    "Problem",
    "Query",
    "Rejudged",
    "Report",
    "Saved",
    "Session",
    "Sitting",
    "Stored",
    "Upload",
    "Written",
    "corrections",
    "count_stale",
    "database_url",
    "drop_draft",
    "find_hands",
    "get_draft",
    "get_hand",
    "get_report",
    "hands_by_id",
    "hands_of_file",
    "hands_of_table",
    "home",
    "import_file",
    "judge_file",
    "list_drafts",
    "list_files",
    "list_tables",
    "neighbours",
    "open_engine",
    "prepare",
    "rejudge",
    "save_draft",
    "store_recorded",
    "write",
]
