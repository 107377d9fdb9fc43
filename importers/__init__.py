"""Outside formats → ``HandRecord``. The format is told from the content; a broken hand does not cost its neighbours.

``read`` and ``read_path`` are the way in. An outside package adds a format by an entry point of the group
``wmq.importers`` that names a ``Format``.
"""

from importers.entry import IMPORTED, REJECTED, WARNED, Entry
from importers.registry import FORMATS, Format, formats, read, read_path, sniff

__all__ = [
    "FORMATS", "IMPORTED", "REJECTED", "WARNED", "Entry", "Format", "formats", "read", "read_path", "sniff",
]  # fmt: skip
