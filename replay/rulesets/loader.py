"""Makes a ``Ruleset`` of a file and of those it extends; refuses whatever it does not understand."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec

from replay.errors import Place, RulesetError
from replay.rulesets.catalogue import CATALOGUE, PLUS, TIMES
from replay.rulesets.contradictions import check
from replay.rulesets.model import Entry, Fraction, Money, Names, Ruleset, Switches
from replay.rulesets.source import BUILT_IN, Source, find, is_id, read, user_folders

_TOP = ("id", "extends", "source", "names", "switches", "money", "mingtang")
_ENTRY = ("value", "op", "on", "second")
_SECTIONS: dict[str, type[msgspec.Struct]] = {"switches": Switches, "money": Money, "names": Names}
_TYPES = {
    section: {field.encode_name: field.type for field in msgspec.structs.fields(struct)}
    for section, struct in _SECTIONS.items()
}
_built_in: dict[str, Ruleset] = {}


def load(id_or_path: str | os.PathLike[str], folders: Iterable[str | os.PathLike[str]] = ()) -> Ruleset:
    """Return the ruleset of that id, or of that file (anything with a slash or ending in ``.toml``).

    Ids are looked up among the bundled ones, then in ``folders`` and the user's own. Raises
    ``RulesetError`` with file and line. Bundled rulesets are kept once loaded.

    >>> load("dazhuo").mingtang["yin_hu"].value
    20
    """
    text = os.fspath(id_or_path)
    known = _built_in.get(text)
    if known is not None:
        return known
    where = user_folders(folders)
    if text.endswith(".toml") or "/" in text or os.sep in text:
        path = Path(text)
        if (BUILT_IN / path.name).is_file() and path.resolve().parent != BUILT_IN.resolve():
            raise RulesetError("contradictory", path.stem, "an id of its own", "A bundled ruleset has it.", Place(text))
    else:
        path = _path_of(text, where, Place())
    ruleset = _build(_chain(path, where))
    if path.parent == BUILT_IN:
        _built_in[ruleset.id] = ruleset
    return ruleset


def available(folders: Iterable[str | os.PathLike[str]] = ()) -> tuple[str, ...]:
    """Return the ids that ``load`` can be asked for, sorted; a broken user file is among them."""
    places = (BUILT_IN, *user_folders(folders))
    return tuple(sorted({path.stem for folder in places for path in folder.glob("*.toml") if is_id(path.stem)}))


def _path_of(id_: str, folders: tuple[Path, ...], place: Place) -> Path:
    path = find(id_, folders) if is_id(id_) else None
    if path is None:
        known = ", ".join(available(folders))
        raise RulesetError("unknown_ruleset", id_, f"one of {known}", place=place)
    return path


def _chain(path: Path, folders: tuple[Path, ...]) -> list[Source]:
    """Return the file and those it extends, the eldest first."""
    chain: list[Source] = []
    seen: list[str] = []
    while True:
        source = read(path)
        id_ = _head(source, path)
        seen.append(id_)
        chain.insert(0, source)
        parent = source.data.get("extends")
        if parent is None:
            return chain
        if not isinstance(parent, str):
            raise RulesetError("bad_value", parent, "the id of a ruleset", place=source.place("", "extends"))
        if parent in seen:
            circle = " → ".join([*seen, parent])
            raise RulesetError("extends_cycle", circle, "an end", place=source.place("", "extends"))
        path = _path_of(parent, folders, source.place("", "extends"))


def _head(source: Source, path: Path) -> str:
    for key in source.data:
        if key not in _TOP:
            raise RulesetError("unknown_switch", key, f"one of {', '.join(_TOP)}", place=source.place("", key))
    for key in ("id", "source"):
        if key not in source.data:
            raise RulesetError("missing_value", "", f"{key} = …", place=Place(source.path))
        if not isinstance(source.data[key], str):
            raise RulesetError("bad_value", source.data[key], "text", place=source.place("", key))
    id_: str = source.data["id"]
    if not is_id(id_):
        raise RulesetError("bad_value", id_, "small letters, digits, - and _", place=source.place("", "id"))
    if id_ != path.stem:
        raise RulesetError("contradictory", id_, f"the file's name, {path.stem}", place=source.place("", "id"))
    return id_


def _build(chain: list[Source]) -> Ruleset:
    values: dict[str, dict[str, Any]] = {section: {} for section in _SECTIONS}
    mingtang: dict[str, Entry] = {}
    for source in chain:
        for section in _SECTIONS:
            values[section].update(_section(source, section))
        for id_, raw in _table(source, "mingtang").items():
            mingtang[id_] = _entry(source, id_, raw, mingtang.get(id_))
    last = chain[-1]
    for key in _TYPES["names"]:
        if key not in values["names"]:
            raise RulesetError("missing_value", "", f"names.{key} = …", place=last.place("names"))
    ruleset = Ruleset(
        id=last.data["id"],
        names=Names(**values["names"]),
        source=last.data["source"],
        switches=Switches(**values["switches"]),
        money=Money(**values["money"]),
        mingtang={id_: mingtang[id_] for id_ in CATALOGUE if id_ in mingtang},
    )
    check(ruleset, last)
    return msgspec.structs.replace(ruleset, hash=_hash(ruleset))


def _hash(ruleset: Ruleset) -> str:
    content = (ruleset.id, ruleset.switches, ruleset.money, ruleset.mingtang)
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:16]


def _table(source: Source, section: str) -> dict[str, Any]:
    table = source.data.get(section, {})
    if not isinstance(table, dict):
        raise RulesetError("bad_value", table, f"a section [{section}]", place=source.place("", section))
    return table


def _section(source: Source, section: str) -> dict[str, Any]:
    types = _TYPES[section]
    values: dict[str, Any] = {}
    for key, raw in _table(source, section).items():
        place = source.place(section, key)
        if key not in types:
            raise RulesetError("unknown_switch", key, f"one of {', '.join(types)}", place=place)
        values[key] = _value(raw, types[key], place)
    return values


def _value(raw: Any, kind: Any, place: Place) -> Any:
    if kind == Fraction:
        return _fraction(raw, place)
    if choices := get_args(kind):
        good, expected = raw in choices, f"one of {', '.join(choices)}"
    elif kind is int:
        good, expected = type(raw) is int and 0 <= raw <= 1_000_000, "a whole number from 0 to 1000000"
    elif kind is bool:
        good, expected = type(raw) is bool, "true or false"
    else:
        good, expected = isinstance(raw, str) and raw != "", "text"
    if not good:
        raise RulesetError("bad_value", raw, expected, place=place)
    return raw


def _fraction(raw: Any, place: Place) -> Fraction:
    above, slash, below = raw.partition("/") if isinstance(raw, str) else ("", "", "")
    if not (slash and above.isdecimal() and below.isdecimal() and 0 < int(below) <= 1000 and int(above) <= int(below)):
        raise RulesetError("bad_value", raw, 'a share such as "1/4", at most the whole', place=place)
    return int(above), int(below)


def _entry(source: Source, id_: str, raw: Any, old: Entry | None) -> Entry:
    place = source.place("mingtang", id_)
    if id_ not in CATALOGUE:
        raise RulesetError("unknown_mingtang", id_, "an id of the catalogue", place=place)
    table = raw if isinstance(raw, dict) else {"value": raw}
    for key in table:
        if key not in _ENTRY:
            raise RulesetError("unknown_switch", f"{id_}.{key}", f"one of {', '.join(_ENTRY)}", place=place)
    default = old or Entry(0, CATALOGUE[id_].op)
    # a value of one's own switches on what the extended ruleset keeps off
    on = _value(table.get("on", True if "value" in table else default.on), bool, place)
    entry = Entry(
        value=_value(table.get("value", default.value), int, place),
        op=table.get("op", default.op),
        on=on,
        second=_value(table.get("second", default.second), int, place),
    )
    if entry.op not in (PLUS, TIMES):
        raise RulesetError("bad_value", entry.op, f"{PLUS} or {TIMES}", place=place)
    if entry.op == TIMES and CATALOGUE[id_].op != TIMES:
        raise RulesetError("contradictory", f"{id_} {TIMES}", f"{PLUS}: only the colour hands multiply", place=place)
    if entry.on and entry.value == 0:
        raise RulesetError("missing_value", id_, "a value above 0, or on = false", place=place)
    return entry
