"""The guides as a reader has them: searched, light and dark, on a desk and on a phone."""

from __future__ import annotations

import functools
import http.server
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import DESKTOP, PHONE

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "site"))
from build import guides

SEEN = ("index", "tutorials/first-search", "reference/searches", "explanation/glossary")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("guides")
    guides.build(folder)
    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()


@pytest.fixture(params=["desk", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """A tab in dark, then light; at the end nothing was refused and no other host was asked."""
    options = PHONE if request.param == "phone" else {"viewport": DESKTOP}
    # axe is put into the page, which the page's policy would refuse
    context = browser.new_context(**options, color_scheme="dark", bypass_csp=False)
    page, problems = context.new_page(), []
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda r: None if r.url.startswith(address) else problems.append(r.url))
    yield page
    context.close()
    assert not [said for said in problems if not said.startswith("data:")]


def test_it_is_found_by_searching(page: Page, address: str) -> None:
    page.goto(f"{address}/index.html")
    button = page.locator("label.md-header__button[for='__search']")
    if button.is_visible():
        button.click()
    # which looks at the keys, not at the text
    page.locator("input.md-search__input").press_sequentially("notebook")
    expect(page.locator(".md-search-result__item").first).to_be_visible()


def test_every_kind_of_page_is_accessible_and_not_wider_than_the_window(
    page: Page, address: str, axe: str
) -> None:
    for name in SEEN:
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme=theme)
            page.goto(f"{address}/{name}.html")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
            page.evaluate(axe)
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            serious = [
                (each["id"], node["html"][:100])
                for each in found["violations"]
                if each["impact"] in ("serious", "critical")
                for node in each["nodes"]
            ]
            assert serious == [], (name, theme)
