"""A real browser on the real page, served by Python and as the static site."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from explorer_page import ExplorerPage
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "test-results"
_SERVER_PROBLEMS = (
    "error handling message",
    "Error running",
    "Exception in callback",
    "unknown event",
)
# not among them: a tab closed in the middle of a frame, which Tornado logs as an error
DESKTOP = {"width": 1440, "height": 900}


def _chromium(playwright) -> str:
    """The system's Chromium, or the one Playwright has installed."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    own = playwright.chromium.executable_path
    if Path(own).exists():
        return own
    pytest.exit(
        "The page's tests need Chromium and found none. Install the system's package `chromium`, "
        "or run `python -m playwright install chromium`.",
        returncode=3,
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=_chromium(playwright), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """`panel serve webapp`, as a visitor starts it."""
    port = _free_port()
    url = f"http://localhost:{port}/webapp"
    log = PICTURES / "served.log"
    log.parent.mkdir(exist_ok=True)
    with log.open("w") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "panel", "serve", "webapp", "--port", str(port)],
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_for(url, server, log)
            yield url
        finally:
            server.terminate()
            server.wait(timeout=10)
    text = log.read_text()
    problems = [sign for sign in _SERVER_PROBLEMS if sign in text]
    assert not problems, f"the server had problems {problems}:\n{text[-3000:]}"


def _wait_for(url: str, server: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(url, timeout=30).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail(f"`panel serve webapp` does not answer:\n{log.read_text()[-3000:]}")


class _QuietHandler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - the base class declares it like this
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def static(static_site: Path) -> Iterator[str]:
    """The built site, from an ordinary file server."""
    handler = functools.partial(_QuietHandler, directory=str(static_site))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()


@pytest.fixture(params=["served", "static"])
def url(request: pytest.FixtureRequest) -> str:
    """Every test runs on both."""
    return request.getfixturevalue(request.param)


class Watch:
    """Notes everything that a clean page never does."""

    def __init__(self, page: Page, url: str) -> None:
        origin = url.split("/")[2]
        self.problems: list[str] = []

        def foreign(request) -> None:
            if not request.url.startswith(("data:", "blob:")) and origin not in request.url:
                self.problems.append(f"request to another origin: {request.url}")

        def answered(response) -> None:
            if response.status >= 400:
                self.problems.append(f"{response.status} for {response.url}")

        def said(message) -> None:
            if message.type == "error":
                self.problems.append(f"console: {message.text}")

        page.on("console", said)
        page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        page.on("requestfailed", lambda r: self.problems.append(f"failed: {r.url} {r.failure}"))
        page.on("request", foreign)
        page.on("response", answered)


@pytest.fixture
def open_page(browser: Browser, url: str, request: pytest.FixtureRequest):
    """Open the page in a fresh browser context; checks at the end that it stayed clean."""
    opened: list[tuple[BrowserContext, Page, Watch]] = []

    def open_(**options) -> ExplorerPage:
        context = browser.new_context(**{"viewport": DESKTOP, **options})
        page = context.new_page()
        opened.append((context, page, Watch(page, url)))
        page.goto(url)
        return ExplorerPage(page)

    yield open_
    failed = getattr(request.node, "failed", False)
    for number, (_, page, _) in enumerate(opened):
        if failed:
            PICTURES.mkdir(exist_ok=True)
            name = request.node.name.replace(os.sep, "-").replace("[", "-").rstrip("]")
            page.screenshot(path=PICTURES / f"{name}-{number}.png")
    problems = [problem for _, _, watch in opened for problem in watch.problems]
    for context, _, _ in opened:
        context.close()
    assert not problems, problems


@pytest.fixture
def explorer(open_page) -> ExplorerPage:
    """The page, arrived, paused and at the empty tree of the first preset."""
    page = open_page()
    page.wait_until_moving()
    page.rest_at_start()
    return page


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if outcome.get_result().failed:
        item.failed = True
