"""A search as a widget in the notebooks that show it, and in a frame of a plain page."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

import explorer
from conftest import PICTURES, answering, free_port
from mcsearch import Recipe

SEARCH = """import explorer
from mcsearch import Recipe

search = Recipe("tictactoe", "xx. / oo. / ...", "uct", {"iterations": 40}, seed=1).build()
search.run(20)
widget = explorer.widget(search)
"""
LAB_CELLS = (SEARCH + "widget", "widget.steps = 33", "print(f'it is at {widget.steps}')")
MARIMO = f"""import marimo

app = marimo.App()


@app.cell
def _():
    import marimo
{"".join(f"    {line}".rstrip() + chr(10) for line in SEARCH.splitlines())}
    shown = marimo.ui.anywidget(widget)
    led = marimo.ui.button(on_click=lambda _: setattr(widget, "steps", 33), label="Lead it to 33")
    return led, marimo, shown


@app.cell
def _(led, marimo, shown):
    marimo.vstack([led, shown])
    return


@app.cell
def _(marimo, shown):
    marimo.md("it is at " + str(shown.value["steps"]) + ", " + str(shown.value["selected"]))
    return


if __name__ == "__main__":
    app.run()
"""


@contextmanager
def running(folder: Path, *command: str) -> Iterator[str]:
    """A program that answers below the address."""
    port = free_port()
    address = f"http://localhost:{port}"
    with open(folder / "log.txt", "w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", *(part.format(port=port) for part in command)],
            cwd=folder,
            stdout=log,
            stderr=log,
        )
        try:
            answering(address, process, folder / "log.txt")
            yield address
        finally:
            process.terminate()
            process.wait(30)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 1100})
    yield context.new_page()
    context.close()


def at(search: FrameLocator, iteration: int, phase: int) -> None:
    expect(search.locator("[data-text='iteration']")).to_have_text(f"Iteration {iteration}")
    expect(search.locator("[data-text='phase-of']")).to_have_text(f"phase {phase} of 4")


def test_jupyter_lab_shows_it_and_both_sides_know_where_it_is(tmp_path: Path, page: Page) -> None:
    cells = [nbformat.v4.new_code_cell(text) for text in LAB_CELLS]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), tmp_path / "it.ipynb")
    options = ("--no-browser", "--allow-root", "--IdentityProvider.token=", "--port={port}")
    with running(tmp_path, "jupyterlab", *options) as address:
        page.goto(f"{address}/lab/tree/it.ipynb?reset")
        search = page.frame_locator("iframe[title='A search, phase by phase']")
        notebook = page.locator(".jp-Notebook")
        # JupyterLab asks for a kernel where one is still being started
        expect(page.get_by_role("button", name="Python 3 (ipykernel) | Idle")).to_be_visible()
        notebook.locator(".jp-InputArea-editor").first.click()
        page.keyboard.press("Shift+Enter")
        at(search, 20, 4)
        search.get_by_role("button", name="Back one phase").click()
        at(search, 19, 3)
        page.screenshot(path=PICTURES / "widget-lab.png")
        notebook.locator(".jp-InputArea-editor").last.click()
        page.keyboard.press("Shift+Enter")
        expect(notebook).to_contain_text("it is at 79")
        notebook.locator(".jp-InputArea-editor").nth(1).click()
        page.keyboard.press("Shift+Enter")
        at(search, 8, 1)


def test_marimo_shows_it_and_both_sides_know_where_it_is(tmp_path: Path, page: Page) -> None:
    (tmp_path / "it.py").write_text(MARIMO, "utf-8")
    options = ("run", "it.py", "--headless", "--no-token", "--port={port}")
    with running(tmp_path, "marimo", *options) as address:
        page.goto(address)
        search = page.frame_locator("iframe[title='A search, phase by phase']")
        at(search, 20, 4)
        search.get_by_role("button", name="Back one phase").click()
        expect(page.get_by_text("it is at 79, []")).to_be_visible()
        search.locator("[data-values] button").first.click()
        expect(page.get_by_text("it is at 79, [2]")).to_be_visible()
        expect(search.locator("html")).to_have_attribute("data-theme", "light")
        page.wait_for_timeout(1000)  # nothing comes back and undoes it
        page.screenshot(path=PICTURES / "widget-marimo.png")
        expect(page.get_by_text("it is at 79, [2]")).to_be_visible()
        page.get_by_role("button", name="Lead it to 33").click()
        at(search, 8, 1)


def test_a_plain_page_leads_a_saved_search_in_its_frame(tmp_path: Path, page: Page) -> None:
    search = Recipe("tictactoe", "xx. / oo. / ...", "uct", {"iterations": 40}, seed=1).build()
    search.run(20)
    explorer.save(search, tmp_path / "search.html")
    (tmp_path / "page.html").write_text(
        """<!DOCTYPE html><title>x</title><p id="heard"></p>
        <iframe src="search.html" width="1000" height="800" sandbox="allow-scripts"></iframe>
        <script>addEventListener("message", ({ data }) => {
          document.querySelector("#heard").textContent = JSON.stringify(data.search);
        });</script>""",
        "utf-8",
    )
    page.goto((tmp_path / "page.html").as_uri())
    inside = page.frame_locator("iframe")
    at(inside, 20, 4)
    expect(page.locator("#heard")).to_have_text('{"steps":80,"selected":[]}')
    lead = "search => document.querySelector('iframe').contentWindow.postMessage({ search }, '*')"
    page.evaluate(lead, {"steps": 33, "selected": [2], "theme": "dark"})
    at(inside, 8, 1)
    expect(page.locator("#heard")).to_have_text('{"steps":33,"selected":[2]}')
    expect(inside.locator("html")).to_have_attribute("data-theme", "dark")
    page.evaluate(lead, {"steps": 10_000})  # of no moment that is there
    at(inside, 20, 4)
