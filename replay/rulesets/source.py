"""A ruleset file as text: finding it, reading it as TOML, and telling on which line a key stands."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from replay.errors import Place, RulesetError
from replay.home import home_path

BUILT_IN = Path(__file__).parent / "files"
ENVIRONMENT = "WMQ_RULESETS"
LIMIT = 256 * 1024

_SECTION = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"""\s*["']?([^"'=\s]+)["']?\s*=""")
_AT_LINE = re.compile(r"\(at line (\d+), column (\d+)\)")
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


class Source(msgspec.Struct, frozen=True):
    """One ruleset file as read: ``data`` is its TOML, ``lines`` tells the line of ``(section, key)``."""

    path: str
    data: dict[str, Any]
    lines: dict[tuple[str, str], int]

    def place(self, section: str, key: str = "") -> Place:
        """Return the place of a key (of its section's head if the key cannot be found)."""
        spots = ((section, key), (key, ""), (section, ""))
        return Place(file=self.path, line=next((self.lines[spot] for spot in spots if spot in self.lines), None))


def user_folders(folders: Iterable[str | os.PathLike[str]] = ()) -> tuple[Path, ...]:
    """Return the folders a user keeps rulesets in: the given ones, those of ``WMQ_RULESETS``, ``rulesets`` at home."""
    named = [part for part in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if part]
    return tuple(Path(folder) for folder in (*folders, *named, home_path() / "rulesets"))


def is_id(text: str) -> bool:
    """Tell whether the text can be a ruleset's id (small letters, digits, ``-`` and ``_``)."""
    return _ID.fullmatch(text) is not None


def find(id_: str, folders: Iterable[Path]) -> Path | None:
    """Return the file of a ruleset: the bundled one, else the first in the folders."""
    places = (folder / f"{id_}.toml" for folder in (BUILT_IN, *folders))
    return next((path for path in places if path.is_file()), None)


def read(path: Path) -> Source:
    """Return the file's content; ``RulesetError`` if it cannot be read, is no UTF-8 or no TOML."""
    name = path.name if path.parent == BUILT_IN else str(path)
    try:
        with path.open("rb") as file:
            raw = file.read(LIMIT + 1)
    except OSError as error:
        raise RulesetError("unreadable_file", error.strerror or error, "a ruleset file", place=Place(name)) from None
    if len(raw) > LIMIT:
        raise RulesetError("too_large", f"over {LIMIT} bytes", "a ruleset file", place=Place(name))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise RulesetError(
            "not_utf8", raw[error.start : error.start + 1], "UTF-8", place=Place(name, line=line)
        ) from None
    return Source(name, _toml(text, name), _key_lines(text))


def _toml(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = _AT_LINE.search(str(error))
        line = int(where[1]) if where else len(text.splitlines())
        column = int(where[2]) if where else None
        lines = text.splitlines()
        found = lines[line - 1].strip() if 0 < line <= len(lines) else ""
        what = _AT_LINE.sub("", str(error)).strip()
        code = "missing_value" if re.fullmatch(r"[^=]+=\s*(#.*)?", found) else "bad_value"
        raise RulesetError(code, found, f"TOML ({what})", place=Place(name, line=line, column=column)) from None
    except RecursionError:
        raise RulesetError("too_deep", "", "a ruleset file", place=Place(name)) from None


def _key_lines(text: str) -> dict[tuple[str, str], int]:
    lines: dict[tuple[str, str], int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if head := _SECTION.match(line):
            section = head[1]
            lines.setdefault((section, ""), number)
        elif key := _KEY.match(line):
            lines.setdefault((section, key[1]), number)
    return lines
