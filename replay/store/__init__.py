"""The store: one row a hand with its notation as the truth, one row a file with what became of each of its hands."""

from replay.home import home
from replay.store.database import database_url, open_engine, prepare
from replay.store.importing import Report, import_file, write
from replay.store.judging import Judged, Line, judge_file
from replay.store.model import Hand, Problem, Upload
from replay.store.query import Page, Query, find_hands, get_hand, get_report, neighbours

__all__ = [
    "Hand",
    "Judged",
    "Line",
    "Page",
    "Problem",
    "Query",
    "Report",
    "Upload",
    "database_url",
    "find_hands",
    "get_hand",
    "get_report",
    "home",
    "import_file",
    "judge_file",
    "neighbours",
    "open_engine",
    "prepare",
    "write",
]
