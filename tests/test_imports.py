"""Rooms import downward only, the inner rooms know no web or database, and no module or function grows too long."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
# The rooms of the house from the lowest floor up; those of one floor do not see each other.
FLOORS = (
    ("cards", "errors"),
    ("home",),
    ("record",),
    ("rulesets",),
    ("melds",),
    ("scoring",),
    ("engine",),
    ("players",),
    ("analysis",),
    ("store",),
    ("web",),
    ("cli",),
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
SEEN_BY_IMPORTERS = {"cards", "errors", "record"}
SEES_IMPORTERS = {"web", "cli", "importers", "wsgi"}
FOREIGN = {
    "flask",
    "flask_babel",
    "flask_sqlalchemy_lite",
    "flask_wtf",
    "marshmallow",
    "plotly",
    "sqlalchemy",
    "sqlmodel",
}
INNER = {"cards", "errors", "record", "rulesets", "melds", "scoring", "engine", "players", "importers"}

MAY_BE_LONG = 400
MAY_BE_LONG_FUNCTION = 45  # the aim is 40


class Module(NamedTuple):
    """A source file, the room it stands in, and its syntax tree."""

    path: Path
    room: str
    tree: ast.Module


def modules() -> Iterator[Module]:
    """Yield every module of the program."""
    for path in sorted([*(ROOT / "replay").rglob("*.py"), *(ROOT / "importers").rglob("*.py"), ROOT / "wsgi.py"]):
        parts = path.relative_to(ROOT).with_suffix("").parts
        room = parts[1] if parts[0] == "replay" and len(parts) > 1 else parts[0]
        yield Module(path, "replay" if room == "__init__" else room, ast.parse(path.read_text(encoding="utf-8")))


MODULES = list(modules())
IDS = [str(module.path.relative_to(ROOT)) for module in MODULES]


def imported(module: Module) -> set[str]:
    """Return the dotted names that the module imports, anywhere in it."""
    names = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module.path}:{node.lineno}: a relative import"
            assert node.module
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def rooms(module: Module) -> set[str]:
    """Return the rooms that the module imports from, its own left out."""
    found = set()
    for name in imported(module):
        first, *rest = name.split(".")
        if first == "importers":
            found.add("importers")
        elif first == "replay" and rest and rest[0] in FLOOR:
            found.add(rest[0])
    return found - {module.room}


def test_every_room_has_its_floor():
    assert {module.room for module in MODULES} <= {*FLOOR, "importers", "replay", "samples", "wsgi"}


@pytest.mark.parametrize("module", MODULES, ids=IDS)
def test_imports_run_downward(module: Module):
    seen = rooms(module) - {"importers"}
    if module.room == "importers":
        assert seen <= SEEN_BY_IMPORTERS
    elif module.room in FLOOR:
        assert {room for room in seen if FLOOR[room] >= FLOOR[module.room]} == set()


@pytest.mark.parametrize("module", MODULES, ids=IDS)
def test_importers_are_seen_by_the_edges_only(module: Module):
    assert "importers" not in rooms(module) or module.room in SEES_IMPORTERS


@pytest.mark.parametrize("module", MODULES, ids=IDS)
def test_inner_rooms_know_no_web_and_no_database(module: Module):
    if module.room in INNER:
        assert {name.split(".")[0] for name in imported(module)} & FOREIGN == set()


@pytest.mark.parametrize("module", MODULES, ids=IDS)
def test_only_the_web_and_the_command_speak_flask_and_only_the_store_sqlmodel(module: Module):
    foreign = {name.split(".")[0] for name in imported(module)} & FOREIGN
    if "sqlmodel" in foreign or "sqlalchemy" in foreign:
        assert module.room == "store"
    if {name for name in foreign if name.startswith("flask") or name == "marshmallow"} - {"flask_sqlalchemy_lite"}:
        assert module.room in ("web", "cli")


@pytest.mark.parametrize("module", MODULES, ids=IDS)
def test_nothing_is_longer_than_the_house_allows(module: Module):
    assert len(module.path.read_text(encoding="utf-8").splitlines()) <= MAY_BE_LONG
    functions = [node for node in ast.walk(module.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = {node.name: node.end_lineno - node.lineno + 1 for node in functions if node.end_lineno}
    assert {name: lines for name, lines in long.items() if lines > MAY_BE_LONG_FUNCTION} == {}


def test_the_importing_test_sees_what_it_looks_for():
    tree = ast.parse("def f():\n    from replay.web.pages import x\n    import importers.xxqp\n    import flask.json")
    module = Module(ROOT / "replay/engine/made_up.py", "engine", tree)
    assert rooms(module) == {"web", "importers"}
    assert imported(module) == {"replay.web.pages.x", "importers.xxqp", "flask.json"}


@pytest.mark.parametrize("room", ["replay.engine", "replay.scoring", "replay.melds", "replay.record", "importers"])
def test_inner_rooms_load_nothing_of_the_web(room: str):
    import subprocess
    import sys

    code = f"import sys, {room}; print(*sorted({{n.split('.')[0] for n in sys.modules}} & {FOREIGN!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == []
