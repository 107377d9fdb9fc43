"""What a stranger's machine gets: the README's two lines, the lock files, the wheel, and a command that starts at once."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from replay.samples import paths

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = {
    "run": PROJECT["project"]["dependencies"],
    "dev": PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"],
    "bench": PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["bench"],
}
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
HEAVY = {"flask", "jinja2", "marshmallow", "plotly", "pydantic", "sqlalchemy", "sqlmodel", "werkzeug"}


def lock(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")


def commands() -> list[str]:
    return re.findall(r"^python3 -m venv .*$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_the_readme_has_two_commands_that_need_nothing_but_python():
    serve, test = commands()
    for command, lock_file in ((serve, "run"), (test, "dev")):
        steps = command.split(" && ")
        assert steps[:3] == [
            "python3 -m venv .venv",
            f".venv/bin/pip install -r requirements/{lock_file}.txt",
            ".venv/bin/pip install --no-deps -e .",
        ]
    assert serve.endswith(" && .venv/bin/wmq serve --samples")
    assert " && .venv/bin/python -m pytest" in test


def test_ci_runs_the_test_command_of_the_readme_itself():
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    pattern = re.search(r"grep -x '([^']+)' README\.md", ci)
    assert pattern, "the script must take the command from the README"
    readme = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in readme if re.fullmatch(pattern[1], line)] == [commands()[1]]


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_names_no_host(name: str):
    assert "://" not in lock(name)
    assert "--index" not in lock(name)


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_its_hashes(name: str):
    blocks = re.split(r"\n(?=\S)", lock(name).strip())
    assert blocks
    for block in blocks:
        assert PIN.match(block), block[:60]
        assert "--hash=sha256:" in block, block[:60]


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_pins_what_the_project_asks_for(name: str):
    pins = dict(PIN.findall(lock(name)))
    for wanted in map(Requirement, LOCKS[name]):
        pinned = pins.get(canonicalize_name(wanted.name))
        assert pinned, f"{wanted.name} is missing: compile the lock files again"
        assert wanted.specifier.contains(pinned, prereleases=True), f"{wanted} is pinned to {pinned}"


@pytest.mark.parametrize("name", ["dev", "bench"])
def test_the_other_lock_files_hold_the_runtime_at_the_same_versions(name: str):
    assert set(PIN.findall(lock("run"))) <= set(PIN.findall(lock(name)))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel unpacked, as an installation lays it out."""
    folder = tmp_path_factory.mktemp("wheel")
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def data_files(folder: str) -> set[str]:
    """Return the files of a folder of the project, those that git does not keep left out."""
    return {
        path.relative_to(ROOT / folder).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_code_pages_samples_and_rulesets(wheel: Path):
    for source, inside in (("replay", "replay"), ("importers", "importers"), ("templates", "replay/_templates")):
        missing = {name for name in data_files(source) if not (wheel / inside / name).is_file()}
        assert not missing, (source, missing)
    assert (wheel / "wsgi.py").is_file()
    assert not (wheel / "tests").exists()
    assert not (wheel / "templates").exists()


SERVE_A_PAGE = """
import replay
from replay.samples import paths
from replay.rulesets import load
from replay.web import create_app

app = create_app({"TESTING": True})
client = app.test_client()
assert client.get("/").status_code == 200
assert client.get("/static/hand.js").status_code == 200
assert all(path.is_file() for path in paths()) and load("dazhuo").id == "dazhuo"
print(replay.__file__, app.template_folder, sep="\\n")
"""


def run_apart(code: str, home: Path, first: Path = ROOT) -> str:
    """Run code in a process of its own, outside the project, with ``first`` before all else to import from."""
    env = {"PYTHONPATH": str(first), "WMQ_HOME": str(home), "PATH": "", "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=home, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_installed_wheel_serves_its_own_pages(wheel: Path, tmp_path: Path):
    code, templates = run_apart(SERVE_A_PAGE, tmp_path, wheel).splitlines()
    assert Path(code) == wheel / "replay" / "__init__.py"
    assert Path(templates) == wheel / "replay" / "_templates"


def test_audit_answers_at_once_because_it_loads_neither_pages_nor_store(tmp_path: Path):
    code = f"""
import sys
from replay.cli import main
sys.argv = ["wmq", "audit", "--json", {str(paths()[0])!r}]
try:
    main()
except SystemExit:
    pass
print("LOADED", *sorted(set(sys.modules) & {HEAVY!r}))
"""
    answers = run_apart(code, tmp_path).splitlines()
    assert len(answers) > 1
    assert answers[-1].split() == ["LOADED"]
