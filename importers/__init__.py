"""Outside formats → ``HandRecord``. The format is told from the content; a broken hand does not cost its neighbours.

``read`` and ``read_path`` are the way in; ``exporters`` is the way out; ``rejects`` saves what was refused.

An outside package adds a format by an entry point of the group ``wmq.importers`` that names a ``Format``: how many of
its marks the first bytes of a file bear (asked only when no format of ours knows the file), and a reader that yields an
``Entry`` for every hand, kept or rejected. A module ``club.py`` with these ten lines::

    from importers import Entry, Format, rejected
    from replay.errors import WmqError
    from replay.record import parse_record

    def read(data, file=""):
        for index, line in enumerate(data.decode("utf-8", "replace").splitlines()[1:]):
            try:
                yield Entry(file, index, parse_record(line.removeprefix("HAND ")))
            except WmqError as error:
                yield rejected(file, index, error, index + 2, line)

    FORMAT = Format("club", lambda head: head.startswith(b"CLUB 1"), read)

and in its ``pyproject.toml``::

    [project.entry-points."wmq.importers"]
    club = "club:FORMAT"

What an ``Entry`` promises to those who read it is told in ``replay.record.model.check``.
"""

from importers.entry import IMPORTED, REJECTED, WARNED, Entry, rejected
from importers.registry import FORMATS, Format, formats, leftovers, read, read_path, sniff

__all__ = [
    "FORMATS", "IMPORTED", "REJECTED", "WARNED", "Entry", "Format", "formats", "leftovers", "read", "read_path",
    "rejected", "sniff",
]  # fmt: skip
