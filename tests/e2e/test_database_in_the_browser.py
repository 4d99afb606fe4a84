"""Race on the owner's database: watched while a command fills it, and gone on with."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from explorer_page import violations
from playwright.sync_api import Browser, Page, expect
from test_race_in_the_browser import RacePage

from conftest import ROOT, Tab, editor_address, served_page
from mcsearch.runs.store import Store

RACE = shlex.split(
    "race spmcts:label=one nmcs:level=2,label=two --scoring plain --size 8x8 --colours 4 "
    "--board-seeds 1-3 --seeds 1-4 --equal iterations=20000 --workers 1 --quiet"
)
SEND = """([name, value]) => {
  const bus = Bokeh.documents[0].get_model_by_name("bus-race");
  bus.events = JSON.stringify([[1000000 + Math.floor(performance.now()), name, value]]);
}"""

# what Python has sent to all pages, which are texts
SENT = """() => [...Bokeh.documents[0]._all_models.values()]
  .filter(({ name }) => name?.startsWith("bus-"))
  .flatMap(({ attributes }) => Object.values(attributes))
  .filter((value) => typeof value === "string").join()"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("database") / "results.sqlite"
    Store(file).close()
    return file


@pytest.fixture(scope="module")
def server(file: Path) -> Iterator[str]:
    with served_page(
        arguments=("--address", "localhost", "--args", "--database", str(file))
    ) as url:
        yield url


def command(file: Path) -> list[str]:
    return [sys.executable, "-m", "mcsearch", *RACE, "--database", str(file)]


def stored(file: Path) -> int:
    connection = sqlite3.connect(file)
    try:
        return connection.execute("SELECT count(*) FROM runs").fetchone()[0]
    finally:
        connection.close()


def told(page: Page) -> int:
    """How many runs the narration says are stored."""
    text = page.locator(".race [data-narration]").inner_text()
    found = re.search(r"(\d+) of 24 runs are stored", text)
    return int(found[1]) if found else -1


def test_a_race_is_watched_and_gone_on_with(browser: Browser, server: str, file: Path, axe) -> None:
    tab = Tab(browser, f"{editor_address(server)}&view=race", at_rest=True)
    race = RacePage(tab.explorer)
    page = tab.page
    page.wait_for_url(lambda url: "secret" not in url)  # which the address loses
    race.arrive()
    button = page.locator(".race-database-button")
    expect(button).to_have_text(file.name)
    assert file.name in page.evaluate(SENT)
    button.click()
    expect(page.locator("[data-database-told]")).to_contain_text("has no race yet: fill it with")
    page.keyboard.press("Escape")

    # in a group of its own with its worker, so that both are halted while the list is opened
    other = subprocess.Popen(
        command(file), cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        deadline = time.monotonic() + 60
        while stored(file) < 2:
            assert time.monotonic() < deadline, "the command stores nothing"
            time.sleep(0.02)
        os.killpg(other.pid, signal.SIGSTOP)
        button.click()
        page.get_by_role("button", name="Open one, two").click()
        expect(page.locator(".race-play")).to_have_text("Go on")
        before = stored(file)  # of which no more come now
        told_now = re.compile(rf"\b{before} of 24 runs are stored")
        expect(page.locator(".race [data-narration]")).to_contain_text(told_now)
        os.killpg(other.pid, signal.SIGCONT)
        while stored(file) <= before:
            assert other.poll() is None
            time.sleep(0.02)
        os.killpg(other.pid, signal.SIGSTOP)
        seen = time.monotonic()
        while told(page) <= before:
            assert time.monotonic() - seen < 2.0, "a row has not come within two seconds"
            time.sleep(0.02)
    finally:
        os.killpg(other.pid, signal.SIGKILL)
        other.wait()
    assert 2 < stored(file) < 24
    assert race.fits(1440)
    button.click()
    assert violations(race.explorer, axe) == []
    page.keyboard.press("Escape")

    page.locator(".race-play").click()
    race.wait(state="decided")
    assert stored(file) == 24
    interval = page.locator("[data-differences] tbody tr").first
    points = interval.locator("td").first.inner_text()
    tab.context.close()

    again = subprocess.run(command(file), cwd=ROOT, capture_output=True, text=True, check=True)
    assert stored(file) == 24
    assert points.replace("\u2212", "-") in again.stdout
    assert not tab.problems


def test_who_has_no_secret_names_no_file(browser: Browser, server: str, file: Path) -> None:
    """A visitor sees no database, and what the browser sends opens none."""
    tab = Tab(browser, f"{server}?view=race&database=other.sqlite&stored=0", at_rest=True)
    page = tab.page
    race = RacePage(tab.explorer)
    race.arrive()
    assert page.locator("[data-race-do='database'], #race-database").count() == 0
    for name, value in [("database", None), ("database", str(file)), ("stored", 0)]:
        page.evaluate(SEND, [name, value])
    page.evaluate(SEND, ["board", 2])  # is heard after them
    expect(page.locator("[data-board-title]")).to_have_text("Board 3")
    assert file.name not in page.content()
    assert page.evaluate("Bokeh.documents[0].get_model_by_name('bus-race').database") == ""
    assert file.name not in page.evaluate(SENT)
    tab.context.close()


@pytest.mark.parametrize("more", [(), ("--edit-from-network",)])
def test_a_server_that_others_reach_does_not_start(more: tuple[str, ...], file: Path) -> None:
    words = [sys.executable, "-m", "panel", "serve", "webapp", "--port", "0", "--args"]
    ended = subprocess.run(
        [*words, "--database", str(file), *more],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 1
    assert "--database opens your file, and this server is open to other machines" in ended.stderr
    assert "--address localhost" in ended.stderr
    assert "?secret=" not in ended.stderr
