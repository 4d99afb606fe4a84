"""A served page whose server goes away says so, and goes on from its moment when it is back."""

import asyncio
import re
import threading
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from attacker import Target, outside
from explorer_page import ExplorerPage, violations_in_both_themes
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A tab that may have problems: its server is taken away."""
    page = browser.new_page()
    yield page
    page.close()


def keep_a_moment(explorer: ExplorerPage) -> dict:
    """Leave the first preset's beginning: another recipe, iteration, phase and node."""
    explorer.wait_until_moving()
    explorer.load_preset("Connect Four engine")
    explorer.pause()
    explorer.go_to_first()
    explorer.run_to(30)
    explorer.step()
    explorer.page.keyboard.press("ArrowDown")
    expect(explorer.page.locator("#explore [data-text='board-context']")).not_to_have_text(
        "start position"
    )
    return moment(explorer)


def moment(explorer: ExplorerPage) -> dict:
    state = explorer.state()
    # a link says nothing of how fast the search is played, nor of what has been undone
    return {key: state[key] for key in ("form", "preset", "rows", "narration")} | {
        key: state["status"][key] for key in ("iteration", "phase", "steps", "nodes")
    }


def arrives_at(explorer: ExplorerPage, before: dict) -> bool:
    expect(explorer.page.locator("#lost")).to_be_hidden(timeout=120_000)
    explorer.wait(f"status.steps === '{before['steps']}' && status.busy === 'false'", 120)
    return moment(explorer) == before


def test_a_lost_server_is_told_and_the_moment_comes_back_with_it(
    page: Page, start_server, axe: str, monkeypatch
) -> None:
    monkeypatch.setenv("MCSEARCH_VISITORS", "1")
    explorer, told = ExplorerPage(page), page.locator("#lost [role=alert]")
    with start_server() as url:
        page.goto(url)
        before = keep_a_moment(explorer)
        expect(told).to_be_hidden()
        with urllib.request.urlopen(url) as newcomers:
            assert "<h2>The explorer is full</h2>" in newcomers.read().decode()
    expect(told).to_contain_text("The connection to the server is lost")
    expect(explorer.button("Step one phase")).to_have_attribute("aria-disabled", "true")
    assert "at=30.1" in page.url
    assert violations_in_both_themes(explorer, axe) == []
    explorer.press("Try again")
    expect(told).to_contain_text("does not answer yet")
    with start_server():
        assert arrives_at(explorer, before)
        assert explorer.step()["steps"] == before["steps"] + 1
        page.close()


@pytest.fixture
def cut_off(page: Page, served: str) -> tuple[ExplorerPage, list[WebSocketRoute]]:
    """The page and its connections, which a test may close; asking for the server fails."""
    connections: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        route.connect_to_server()
        connections.append(route)

    page.route_web_socket(re.compile("/ws"), through)
    page.route("**/metadata", lambda route: route.abort())
    page.goto(served)
    return ExplorerPage(page), connections


def test_try_again_does_not_wait(cut_off) -> None:
    explorer, connections = cut_off
    before = keep_a_moment(explorer)
    asked: list[str] = []
    explorer.page.on("requestfailed", lambda request: asked.append(request.url))
    connections[-1].close()
    expect(explorer.page.locator("#lost")).to_be_visible()
    while len(asked) < 3:  # the next time it asks by itself is seconds away
        explorer.page.wait_for_timeout(50)
    explorer.page.unroute("**/metadata")
    with explorer.page.expect_navigation(wait_until="commit", timeout=5000):
        explorer.press("Try again")
    assert arrives_at(explorer, before)


def test_results_stays_open_without_a_server(cut_off) -> None:
    explorer, connections = cut_off
    before = keep_a_moment(explorer)
    explorer.page.get_by_role("link", name="Results").click()
    connections[-1].close()
    explorer.page.unroute("**/metadata")
    with explorer.page.expect_response("**/metadata"):
        pass
    expect(explorer.page.locator("#lost")).to_be_hidden()
    expect(explorer.page.locator("#results")).to_be_visible()
    explorer.page.get_by_role("link", name="Explore").click()
    assert arrives_at(explorer, before)


def test_whose_place_was_taken_meanwhile_is_told(page: Page, start_server, monkeypatch) -> None:
    monkeypatch.setenv("MCSEARCH_VISITORS", "1")
    with start_server() as url:
        target = Target(url)
        taken, leave = threading.Event(), threading.Event()

        async def stay(token: str) -> None:
            line = await target.connect(token)
            await line.bus("bus-explore")
            taken.set()
            while not leave.is_set():
                await asyncio.sleep(0.1)
            line.close()

        with ThreadPoolExecutor(1) as somebody:
            token = outside(target.page)

            def take(route: Route) -> None:
                # the page has been let in and has no line yet
                if not taken.is_set():
                    somebody.submit(outside, lambda: stay(token))
                    assert taken.wait(120)
                route.continue_()

            page.route("**/static/js/bokeh.min.js*", take)
            try:
                page.goto(url)
                expect(page.get_by_role("heading", name="The explorer is full")).to_be_visible()
            finally:
                leave.set()
