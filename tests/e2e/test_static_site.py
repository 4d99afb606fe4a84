"""What only the static site does: load Python before the reader, work without a network."""

import sys
import threading
import time
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "site"))

from preview import make_server

READY = "document.documentElement.dataset.ready === 'true'"
KEPT = """async () => {
    const site = await caches.open("site");
    return (await site.keys()).length;
}"""


@pytest.fixture
def server(static_site: Path) -> Iterator[ThreadingHTTPServer]:
    """The site as `make preview` serves it; a test may shut it down."""
    server = make_server(static_site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def wait(page: Page, condition: str, seconds: float = 60) -> None:
    """Until a JavaScript expression holds; asked from outside, as the page forbids eval."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"not within {seconds} s: {condition}"
        time.sleep(0.05)


def test_loading_is_told(page: Page, server: ThreadingHTTPServer) -> None:
    page.add_init_script(
        """window.told = [];
        new MutationObserver(() => {
            const text = document.querySelector("#loading [data-text]")?.textContent;
            if (text && text !== window.told.at(-1)) window.told.push(text);
        }).observe(document, { childList: true, characterData: true, subtree: true });"""
    )
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    assert page.locator("#loading").get_attribute("role") == "progressbar"
    wait(page, READY)
    told = page.evaluate("window.told")
    assert any(" of " in text and text.endswith("MB") for text in told)
    assert "Building the page" in told
    assert page.locator("#loading").is_hidden()


def test_second_visit_needs_no_network(page: Page, server: ThreadingHTTPServer) -> None:
    address = f"http://127.0.0.1:{server.server_port}/"
    page.goto(address)
    wait(page, READY)
    page.evaluate("navigator.serviceWorker.register('service-worker.js')")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert page.evaluate(KEPT) > 20
    server.shutdown()
    server.server_close()
    page.goto(address)
    wait(page, READY)


def test_broken_download_is_told(page: Page, server: ThreadingHTTPServer) -> None:
    page.route("**/packages-*.zip", lambda route: route.fulfill(status=503))
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    wait(page, "document.querySelector('#loading').classList.contains('failed')")
    text = page.locator("#loading [data-text]").inner_text()
    assert "could not start" in text
    assert "503" in text
    assert "Reload" in text


def test_missing_webassembly_is_told(page: Page, server: ThreadingHTTPServer) -> None:
    page.add_init_script("delete window.WebAssembly")
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    wait(page, "document.querySelector('#loading').classList.contains('failed')")
    assert "no WebAssembly" in page.locator("#loading [data-text]").inner_text()
