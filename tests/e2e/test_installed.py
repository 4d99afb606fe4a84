"""From an empty folder: the built wheel with its extra in a fresh environment, then the page."""

from __future__ import annotations

import json
import os
import subprocess
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import released
from conftest import Tab

GAME = '''
class CountDown:
    """Take one or two; who takes the last has won."""

    num_players = 2

    def __init__(self, left=7, player=0):
        self.left, self.player = left, player

    def legal_actions(self):
        return [1, 2][: self.left]

    def play(self, action):
        return CountDown(self.left - action, 1 - self.player)

    def is_terminal(self):
        return self.left == 0

    def returns(self):
        return float(self.player == 1)
'''


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of a fresh environment with the wheel."""
    folder = tmp_path_factory.mktemp("installed")
    wheel = released.wheel(folder)
    venv.create(folder / "environment", with_pip=True)
    programs = folder / "environment" / "bin"
    command = [str(programs / "pip"), "install", "--quiet", "--no-compile", f"{wheel}[app]"]
    released.run(command, folder)
    return programs


@contextmanager
def serving(programs: Path, folder: Path, *arguments: str) -> Iterator[str]:
    """The address that `mcsearch serve` opens in a browser, which only writes it down."""
    opened, log = folder / "opened", folder / "log"
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >{opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    with log.open("w") as output:
        server = subprocess.Popen(
            [str(programs / "mcsearch"), "serve", "--port", "0", *arguments],
            cwd=folder,
            env={**os.environ, "BROWSER": str(browser)},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            deadline = time.monotonic() + 120
            while not opened.exists():
                assert server.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.1)
            yield opened.read_text().strip()
        finally:
            server.terminate()
            server.wait(timeout=60)
    assert "Error" not in log.read_text(), log.read_text()


def test_from_an_empty_folder_to_a_page_that_searches(
    programs: Path, tmp_path: Path, browser: Browser
) -> None:
    (tmp_path / "my_game.py").write_text(GAME)
    with serving(programs, tmp_path, "my_game.py") as address:
        assert address.startswith("http://localhost:")
        tab = Tab(browser, address)
        try:
            tab.explorer.wait_until_moving()
            tab.page.locator("header select[data-game]").select_option("CountDown")
            expect(tab.page.locator("[data-text='game']")).to_contain_text("CountDown")
            tab.explorer.pause()
            tab.explorer.run_to(tab.explorer.status()["iteration"] // 10 * 10 + 10)
            assert tab.problems == []
        finally:
            tab.context.close()


def test_what_is_installed_is_compiled(programs: Path, tmp_path: Path) -> None:
    command = [str(programs / "mcsearch"), "solve", "--preset", "nmcs", "--json"]
    said = json.loads(released.run(command, tmp_path))
    assert said["compiled"] is True
