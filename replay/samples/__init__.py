"""Sample records that come with the program, for a first look and for trying things out.

They were generated, not played: legal rounds and one round for each kind of fault in the xxqp format, a qixing table
of eight rounds, a room of the Lua client, annotated hands in our own notation, hands written down in four manners, and
a table of hands as a spreadsheet holds it.
"""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent
NAMES = (
    "xxqp-legal.jsonl",
    "xxqp-faults.jsonl",
    "qixing-table.json",
    "lua-room.json",
    "notation.txt",
    "transcript.txt",
    "sheet.csv",
)


def paths() -> list[Path]:
    """Return the paths of the bundled sample files, in the order to show them.

    >>> [path.name for path in paths()][0]
    'xxqp-legal.jsonl'
    """
    return [_HERE / name for name in NAMES]
