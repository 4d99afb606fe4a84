"""The notebooks of the static site: JupyterLab, Python and the engine in a browser alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from conftest import PICTURES
from mcsearch import Recipe

pytestmark = pytest.mark.parametrize("url", ["static"], indirect=True)
CELLS = ".jp-Notebook .jp-CodeCell"
AT_OTHERS = re.compile(r"^https://[^/]+/.*?(/dist/.+|/release/(.+)-[\d.]+(\.min\.js))$")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    # what a service worker asks for can't be seen; nothing here needs the one of JupyterLite
    context = browser.new_context(viewport={"width": 1440, "height": 1400}, service_workers="block")
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.route(re.compile("^https:"), lambda route: route.abort())  # any other site's
    yield page
    context.close()


def open_notebook(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}notebooks/lab/index.html?path={name}.ipynb")
    expect(page.locator(CELLS).first).to_be_visible()
    # JupyterLab passes over what is run before there is a kernel
    idle = page.get_by_role("button", name="Python (Pyodide) | Idle")
    expect(idle).to_be_visible(timeout=300_000)


def run_all(page: Page) -> str:
    """Run the cells from the first to the last; what they have put out, which has no error."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_text("Run All Cells", exact=True).click()
    # only what is near is drawn, but the numbers of all cells are
    done = re.compile(r"\[\d+\]:")
    prompts = page.locator(f"{CELLS} .jp-InputArea-prompt")
    expect(prompts.last).to_have_text(done, timeout=300_000)
    for prompt in prompts.all_text_contents():
        assert done.fullmatch(prompt.strip()), prompts.all_text_contents()
    expect(page.locator("[data-mime-type*=error]")).to_have_count(0)
    return page.locator(".jp-Notebook").inner_text()


def package_file(route: Route) -> None:
    """The file of the installed package that Panel's or Bokeh's own server would give."""
    found = AT_OTHERS.match(route.request.url)
    assert found is not None, route.request.url
    panel, bokeh = (Path(find_spec(name).origin).parent for name in ("panel", "bokeh"))
    if found[2]:
        route.fulfill(path=bokeh / "server" / "static" / "js" / f"{found[2]}{found[3]}")
    elif "es-module-shims" in route.request.url:
        (shims,) = (panel / "dist" / "bundled").rglob("es-module-shims.min.js")
        route.fulfill(path=shims)
    else:
        route.fulfill(path=panel / found[1].lstrip("/"))


def test_the_first_notebook_finds_what_every_build_finds(page: Page, url: str) -> None:
    open_notebook(page, url, "01_first_search")
    said = run_all(page)
    search = Recipe("samegame", "15x15x5:7", "spmcts", {"iterations": 20_000}, seed=1).build()
    search.run()
    assert "compiled" in said
    assert f"best score {search.best_score:g} in {len(search.best_sequence)} moves" in said
    expect(page.locator(".bk-Figure")).to_be_visible()


def test_the_second_notebook_runs_and_keeps_the_search_without_any_other_site(
    page: Page, url: str
) -> None:
    open_notebook(page, url, "02_your_own_problem")
    run_all(page)
    page.locator(CELLS).nth(1).scroll_into_view_if_needed()
    saved = page.frame_locator("iframe[title='The search, saved']")
    expect(saved.locator("[data-text='iteration']")).to_have_text("Iteration 40")


def test_a_search_is_led_in_a_cell_where_panels_scripts_can_be_had(page: Page, url: str) -> None:
    page.route(AT_OTHERS, package_file)
    open_notebook(page, url, "01_first_search")
    cell = page.locator(f"{CELLS} .cm-content").first
    cell.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(
        "import explorer\nfrom mcsearch import Recipe\n"
        'search = Recipe("tictactoe", "", "uct", {"iterations": 90}, seed=1).build()\n'
        "search.run(40)\nview = explorer.show(search)\nview"
    )
    page.keyboard.press("Shift+Enter")
    back = page.get_by_role("button", name="Back one phase")
    expect(page.get_by_text("phase 4 of 4").last).to_be_visible(timeout=300_000)
    page.screenshot(path=PICTURES / "notebook-in-the-browser.png")
    back.last.click()
    expect(page.get_by_text("phase 3 of 4").last).to_be_visible()
