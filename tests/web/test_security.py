import hashlib
import json
import logging
import re
from pathlib import Path

import pytest

from replay.web import create_app
from replay.web.session import db

STATIC = Path(__file__).parents[2] / "templates" / "static"
STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/import/1",
        "/nothing",
        "/rules",
        "/rules/dazhuo",
        "/rules/compare?a=dazhuo&b=jiben",
        "/evening",
        "/examples",
        "/score",
        "/score?laid=x",
    ],
)
def test_every_page_has_the_strict_policy(full, path):
    headers = full.get(path).headers
    assert headers["Content-Security-Policy"] == STRICT
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/hand/1", "/hand/1/all-rules", "/evening?upload=1"])
def test_only_pages_with_a_chart_may_write_styles(full, path):
    policy = full.get(path).headers["Content-Security-Policy"]
    assert policy == STRICT.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/",
            "/hand/1",
            "/hand/9?lang=en",
            "/import/3",
            "/nothing",
            "/hand/9/all-rules",
            "/evening",
            "/evening?hands=9",
        ),
        *(
            "/rules",
            "/rules/a-quan",
            "/rules/compare?a=dazhuo&b=jiben",
            "/examples",
            "/score",
            "/score?laid=<b>&rules=all",
        ),
    ],
)
def test_pages_name_no_other_host_and_run_no_inline_script(full, path):
    page = full.get(path).text
    assert "://" not in page
    assert not re.search(r"(?:src|href|action)=\"//", page)
    scripts = re.findall(r"<script([^>]*)>", page)
    assert all("src=" in attributes or "application/json" in attributes for attributes in scripts)
    assert not re.search(r"<[^>]+\son\w+=", page)
    assert "style=" not in page


def test_static_files_are_kept_for_long_under_their_version(full):
    page = full.get("/hand/1").text
    address = re.search(r'src="(/static/vendor/plotly[^"]+)"', page)
    assert address
    reply = full.get(address[1])
    assert "immutable" in reply.headers["Cache-Control"]
    plain = full.get(address[1].split("?")[0])
    assert "immutable" not in plain.headers.get("Cache-Control", "")
    plain.close()
    assert full.get("/").headers["Cache-Control"] == "private, no-cache"
    reply.close()


def test_vendored_files_are_what_they_say():
    for entry in json.loads((STATIC / "vendor" / "VENDOR.json").read_text()):
        assert hashlib.sha256((STATIC / "vendor" / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]
        assert (STATIC / "vendor" / entry["licence_file"]).stat().st_size > 500
        assert entry["version"]
        assert entry["licence"]
    named = {
        entry[key]
        for entry in json.loads((STATIC / "vendor" / "VENDOR.json").read_text())
        for key in ("file", "licence_file")
    }
    assert {path.name for path in (STATIC / "vendor").iterdir()} == named | {"VENDOR.json"}


def test_the_font_is_asked_for_under_one_address_only(client):
    preload = re.search(r'href="(/static/vendor/wmq-kai[^"]+)"', client.get("/").text)
    css = re.search(r'url\("([^"]+)"\)', (STATIC / "kai.css").read_text())
    assert preload
    assert css
    assert preload[1] == f"/static/{css[1]}"


def test_scripts_never_write_markup():
    for path in STATIC.glob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", path.read_text()
        )


def test_a_crash_is_a_page_and_its_cause_is_in_the_log_only(tmp_path, monkeypatch, caplog):
    app = create_app({"DATABASE": f"sqlite:///{tmp_path / 'x.sqlite'}", "SECRET_KEY": "x"})
    monkeypatch.setattr("replay.web.library.find_hands", lambda *_: 1 / 0)
    with caplog.at_level(logging.ERROR):
        page = app.test_client().get("/")
    assert page.status_code == 500
    assert "這是程式的錯" in page.text
    assert "ZeroDivision" not in page.text
    assert "ZeroDivision" in caplog.text
    assert page.headers["Content-Security-Policy"] == STRICT
    with app.app_context():
        db.engine.dispose()


def test_the_key_is_kept_and_private(tmp_path, monkeypatch):
    monkeypatch.setenv("WMQ_HOME", str(tmp_path))
    monkeypatch.delenv("WMQ_DATABASE", raising=False)
    monkeypatch.delenv("WMQ_SECRET", raising=False)
    keys = set()
    for _ in range(2):
        app = create_app()
        keys.add(app.config["SECRET_KEY"])
        with app.app_context():
            db.engine.dispose()
    assert len(keys) == 1
    assert len(keys.pop()) >= 32
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    assert (tmp_path / "hands.sqlite").is_file()


def test_a_server_answers_under_its_own_names_only(tmp_path):
    from replay.cli.serve import LOOPBACK

    app = create_app({"DATABASE": f"sqlite:///{tmp_path / 'x.sqlite'}", "SECRET_KEY": "x", "TRUSTED_HOSTS": LOOPBACK})
    client = app.test_client()
    for host in ("localhost", "localhost:8000", "127.0.0.1:8123"):
        assert client.get("/rules", headers={"Host": host}).status_code == 200
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8000"):
        reply = client.get("/rules", headers={"Host": host})
        assert reply.status_code == 400
        assert reply.headers["Content-Security-Policy"] == STRICT
        assert "不用這個名字" in reply.text
    with app.app_context():
        db.engine.dispose()


def test_a_wrong_method_says_what_is_allowed(client):
    reply = client.get("/import")
    assert reply.status_code == 405
    assert "POST" in reply.headers["Allow"]
