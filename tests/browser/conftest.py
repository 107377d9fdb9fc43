"""A served application with the samples, and pages that fail on whatever a user's browser would complain about."""

import logging
import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from werkzeug.serving import BaseWSGIServer, make_server

import importers
from replay import store
from replay.web import create_app
from replay.web.session import db
from tests.web.samples import CLEAN, FAULTS, OWN

CHROMIUM = next((path for path in ("/usr/bin/chromium", "/usr/bin/chromium-browser") if Path(path).exists()), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
SCREENSHOTS = Path(__file__).parents[2] / "screenshots"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def _serve(folder: Path) -> Iterator[str]:
    # Playwright keeps an event loop in this thread, which an application context does not bear: all in another one.
    ready: queue.Queue[BaseWSGIServer] = queue.Queue()
    thread = threading.Thread(target=_run, args=(folder, ready))
    thread.start()
    server = ready.get(timeout=30)
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()


def _run(folder: Path, ready: "queue.Queue[BaseWSGIServer]") -> None:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = create_app({"DATABASE": f"sqlite:///{folder / 'hands.sqlite'}", "SECRET_KEY": "test"})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    ready.put(server)
    server.serve_forever()
    server.server_close()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an application with hands 1–4 clean, 5–8 faulty, 9 at a table of four, 10 mostly hidden."""
    folder = tmp_path_factory.mktemp("site")
    engine = store.open_engine(f"sqlite:///{folder / 'hands.sqlite'}")
    for path in (CLEAN, FAULTS, OWN):
        store.import_file(engine, path.name, importers.read(path.read_bytes(), path.name))
    engine.dispose()
    yield from _serve(folder)


@pytest.fixture
def empty_site(tmp_path: Path) -> Iterator[str]:
    """The address of an application that holds nothing yet."""
    yield from _serve(tmp_path)


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a page; at the end of the test nothing may have gone wrong in it, and nothing have left the host."""
    wrong: list[str] = []
    contexts = []

    def make(
        address: str, size: str = "desktop", scheme: str = "light", allow: tuple[str, ...] = (), block: str = ""
    ) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=size == "phone"
        )  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        host = "/".join(address.split("/")[:3])

        def note(kind: str, text: str) -> None:
            if not any(part in text for part in allow):
                wrong.append(f"{kind}: {text}")

        page.on(
            "console", lambda message: note("console", message.text) if message.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: note("error", str(error)))
        page.on(
            "request", lambda request: None if request.url.startswith((host, "data:")) else note("host", request.url)
        )
        # a picture still on its way when the next page is asked for is no fault
        page.on("requestfailed", lambda r: None if r.failure == "net::ERR_ABORTED" else note("failed", r.url))
        if block:
            page.route(block, lambda route: route.abort())
        page.goto(address)
        return page

    yield make
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def shoot() -> Callable[[Page, str], None]:
    """Keep a picture in the ignored folder, to be looked at."""
    SCREENSHOTS.mkdir(exist_ok=True)

    def keep(page: Page, name: str) -> None:
        page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)

    return keep
