import io
import json
import re

import pytest

from replay.web import create_app
from tests.web.samples import CLEAN, FAULTS, OWN


def counts(page: str) -> list[list[int]]:
    """Read, stored, warned, duplicate, rejected of each file."""
    numbers = [int(number) for number in re.findall(r"<dd>(\d+)</dd>", page)]
    return [numbers[start : start + 5] for start in range(0, len(numbers), 5)]


def test_a_file_is_stored_and_told(send, client):
    page = send((CLEAN.read_bytes(), "night.jsonl"))
    assert counts(page.text) == [[4, 4, 0, 0, 0]]
    assert "night.jsonl" in page.text
    assert page.request.path == "/import/1"
    assert client.get("/hand/4").status_code == 200


def test_the_same_again_is_told_with_the_hand_that_is_there(send):
    send((CLEAN.read_bytes(), "a"))
    page = send((CLEAN.read_bytes(), "b"))
    assert counts(page.text) == [[4, 0, 0, 4, 0]]
    assert re.findall(r'href="/hand/(\d)"', page.text) == ["1", "2", "3", "4"]


def test_several_files_have_a_report_each(send):
    page = send((CLEAN.read_bytes(), "a"), (b"what is this", "b.txt"), (OWN.read_bytes(), "c"))
    assert counts(page.text) == [[4, 4, 0, 0, 0], [1, 0, 0, 0, 1], [2, 2, 0, 0, 0]]


def test_a_rejected_hand_is_told_with_file_place_and_reason(send):
    lines = CLEAN.read_bytes().splitlines()
    broken = json.loads(lines[1])
    broken["play"] = broken["play"].replace("_0_", "_77_", 1)
    page = send((b"\n".join([lines[0], json.dumps(broken).encode(), lines[2]]), "night.jsonl"))
    assert counts(page.text) == [[3, 2, 0, 0, 1]]
    row = re.search(r'<tr>\s*<th scope="row">1</th>.*?</tr>', page.text, re.DOTALL)
    assert row
    assert "night.jsonl" in row[0]
    assert "沒有這種動作" in row[0]
    assert "77" in row[0]


def test_a_file_name_is_text_and_has_no_folders(send):
    page = send((b"nonsense", "..\\..\\a/b/<b onmouseover=alert(1)>.json"))
    assert "<b onmouseover" not in page.text
    assert "&lt;b onmouseover=alert(1)&gt;.json" in page.text
    assert "a/b" not in page.text


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 50, b"[" * 100_000, b'{"play": 7}', b"<html></html>", b"\x1f\x8b\x08junk"]
)
def test_bad_files_break_nothing(send, data):
    page = send((data, "x"), (CLEAN.read_bytes(), "good"))
    assert page.status_code == 200
    assert counts(page.text)[-1] == [4, 4, 0, 0, 0]


def test_no_file_is_told(client, send):
    assert client.post("/import").status_code == 400
    page = send()
    assert page.status_code == 400
    assert "請先選擇一個檔案" in page.text


def test_ruleset_of_the_form(send, client):
    send((FAULTS.read_bytes(), "x"), ruleset="jiben")
    assert "jiben" in client.get("/").text
    assert send((CLEAN.read_bytes(), "x"), ruleset="/etc/passwd").status_code == 400


@pytest.mark.parametrize(
    "path", ["/import/7", "/import/x", "/import/1,2x", "/import/-1", "/import/99999999999999999999"]
)
def test_no_such_report(client, path):
    assert client.get(path).status_code == 404


def test_too_large_a_file_is_refused_with_the_limit(tmp_path):
    app = create_app(
        {
            "DATABASE": f"sqlite:///{tmp_path / 'x.sqlite'}",
            "SECRET_KEY": "x",
            "WTF_CSRF_ENABLED": False,
            "MAX_CONTENT_LENGTH": 2**20,
        }
    )
    page = app.test_client().post(
        "/import?lang=en", data=b"x" * (2**20 + 1), content_type="multipart/form-data; boundary=x"
    )
    assert page.status_code == 413
    assert "At most 1 MB and 20 files" in page.text
    _close(app)


def test_a_form_without_its_token_is_refused(tmp_path):
    app = create_app({"DATABASE": f"sqlite:///{tmp_path / 'x.sqlite'}", "SECRET_KEY": "x"})
    client = app.test_client()
    data = {"files": (io.BytesIO(CLEAN.read_bytes()), "a")}
    page = client.post("/import", data=data)
    assert page.status_code == 400
    assert "過期" in page.text
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/").text)
    assert token
    data = {"files": (io.BytesIO(CLEAN.read_bytes()), "a"), "csrf_token": token[1]}
    assert client.post("/import", data=data).status_code == 303
    _close(app)


def _close(app):
    from replay.web.session import db

    with app.app_context():
        db.engine.dispose()
