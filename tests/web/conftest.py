import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from replay.web import create_app
from replay.web.session import db
from tests.web.samples import CLEAN, FAULTS, OWN


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    monkeypatch.setenv("WMQ_HOME", str(tmp_path))  # where a test may put rulesets of its own
    monkeypatch.delenv("WMQ_RULESETS", raising=False)
    database = f"sqlite:///{tmp_path / 'hands.sqlite'}"
    app = create_app({"DATABASE": database, "SECRET_KEY": "test", "TESTING": True, "WTF_CSRF_ENABLED": False})
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def send(client: FlaskClient):  # type: ignore[no-untyped-def]
    """Upload (bytes, name) pairs and return the page that follows."""

    def upload(*files: tuple[bytes, str], **form: str):  # type: ignore[no-untyped-def]
        data = {"files": [(io.BytesIO(content), name) for content, name in files], **form}
        return client.post("/import", data=data, follow_redirects=True)

    return upload


@pytest.fixture
def full(send, client: FlaskClient) -> FlaskClient:  # type: ignore[no-untyped-def]
    """A client of an application whose store holds the samples: hands 1–4 clean, 5–8 faulty, 9 and 10 our own."""
    for path in (CLEAN, FAULTS, OWN):
        assert send((path.read_bytes(), path.name)).status_code == 200
    return client
