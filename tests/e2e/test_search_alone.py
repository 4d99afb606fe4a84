"""A search without the page: saved as a file that is opened from disk, and live in Panel."""

from __future__ import annotations

import html
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import panel as pn
import pytest
from explorer_page import ExplorerPage, violations
from playwright.sync_api import Browser, Page, expect

import explorer
from conftest import PHONE, PICTURES
from explorer.alone.live import SearchView
from explorer.session.permalink import Place, to_query
from mcsearch import Recipe, search_for
from mcsearch.examples.salesman import Salesman

MOST_BYTES = 1_000_000
RECIPE = Recipe("samegame", "15x15x5:7", "spmcts", {"iterations": 1000}, seed=1)
LEVELS = Recipe("samegame", "5x5x3:1", "nmcs", seed=2)

Open = Callable[..., Page]


@pytest.fixture
def open_file(browser: Browser) -> Iterator[Open]:
    """Opens a file from disk without a network, and in a clean tab."""
    problems: list[str] = []
    contexts = []

    def opened(file: Path, **options) -> Page:
        context = browser.new_context(offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: said.type == "error" and problems.append(said.text))
        page.on("request", lambda r: r.url.startswith("http") and problems.append(r.url))
        page.goto(file.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def told(page: Page) -> list[str]:
    """What the page and the file both say of a moment, and the table of the file's children."""
    sentence = page.locator("[data-narration], [data-sentence]").filter(visible=True).inner_text()
    return [
        page.locator("[data-text='iteration']").filter(visible=True).first.inner_text(),
        page.locator("[data-text='phase-of']").filter(visible=True).first.inner_text(),
        page.locator("#tree-text").text_content() or "",
        page.locator(".facts dl").filter(visible=True).first.inner_text(),
        sentence.strip(),
    ]


def test_a_thousand_iterations_in_a_small_file_with_the_numbers_of_the_page(
    tmp_path: Path, open_file: Open, browser: Browser, served: str, axe: str
) -> None:
    search = RECIPE.build()
    search.run()
    file = tmp_path / "search.html"
    explorer.save(search, file)
    assert file.stat().st_size < MOST_BYTES
    page = open_file(file, viewport={"width": 1440, "height": 900}, color_scheme="dark")
    iteration = page.locator("[data-text='iteration']")
    expect(iteration).to_have_text("Iteration 1\u202f000")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    # steps: buttons, keys, the slider, forwards and back
    slider = page.get_by_role("slider", name="Moment")
    assert slider.get_attribute("max") == "4000"
    slider.fill("2403")
    moment = told(page)
    assert moment[:2] == ["Iteration 600", "phase 3 of 4"]
    strip = page.locator("[data-strip] li")
    expect(strip).to_have_count(5)
    expect(strip.first).to_contain_text("new node")
    expect(strip.last).to_contain_text("end · ")
    page.get_by_role("button", name="Step one phase").click()
    expect(iteration).to_have_text("Iteration 601")
    page.keyboard.press("ArrowLeft")
    assert told(page) == moment
    page.keyboard.press("Control+ArrowLeft")
    expect(iteration).to_have_text("Iteration 600")
    page.get_by_role("button", name="Next best").click()
    best = page.locator(".narration").inner_text()
    assert "new best" in best or "budget" in best
    page.keyboard.press("Home")
    expect(page.locator("[data-sentence]")).to_contain_text("Ready.")
    page.keyboard.press("End")
    expect(iteration).to_have_text("Iteration 1\u202f000")
    # a node is selected: its position and its children
    rows = page.locator("[data-values] button")
    name = rows.first.inner_text()
    rows.first.click()
    expect(page.locator("[data-text='values-context']")).to_have_text(f"of {name}")
    expect(page.locator("[data-text='board-context']")).to_have_text("selected node, depth 1")
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-text='values-context']")).to_have_text("of the root")
    page.get_by_role("button", name="Play").click()
    expect(iteration).not_to_have_text("Iteration 1\u202f000")
    page.get_by_role("button", name="Pause").click()
    assert violations(ExplorerPage(page), axe) == []
    # the same moment on the page
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    other = context.new_page()
    other.goto(f"{served}?{to_query(Place(RECIPE, steps=2403))}")
    expect(other.locator("[data-text='phase-of']").filter(visible=True).first).to_have_text(
        moment[1], timeout=120_000
    )
    assert told(other) == moment
    # the lanes of a search by levels, and its tree
    search = LEVELS.build()
    search.run(15)
    explorer.save(search, file)
    page = open_file(file, viewport={"width": 1440, "height": 900})
    page.get_by_role("slider", name="Moment").fill("43")
    other.goto(f"{served}?{to_query(Place(LEVELS, steps=43))}")
    expect(other.locator(".headline").first).to_be_visible(timeout=120_000)
    expect(page.locator(".headline")).to_have_text(other.locator(".headline").all_inner_texts())
    levels = page.locator(".lane-label b")
    expect(levels).to_have_text(other.locator(".lane-label b").all_inner_texts())
    scores = page.locator(".lanes .pill")
    expect(scores).not_to_have_count(0)
    expect(scores).to_have_text(other.locator(".lanes .pill").all_inner_texts())
    assert violations(ExplorerPage(page), axe) == []
    page.get_by_role("button", name="Tree", exact=True).click()
    expect(page.locator(".lanes")).to_be_hidden()
    expect(page.get_by_role("heading", name="Children")).to_be_visible()
    context.close()


def test_a_problem_of_a_person_on_a_phone(tmp_path: Path, open_file: Open) -> None:
    search = search_for(Salesman(), seed=1)
    search.run(30)
    explorer.save(search, tmp_path / "tour.html")
    page = open_file(tmp_path / "tour.html", viewport=PHONE["viewport"], has_touch=True)
    expect(page.get_by_role("heading", name="Salesman, searched by SP-MCTS")).to_be_visible()
    page.get_by_role("button", name="Back one phase").tap()
    expect(page.get_by_role("img", name="playout from depth")).to_be_visible()
    shown = "img => img.decode().then(() => img.naturalWidth > 0)"
    assert page.locator(".board-square img.position").evaluate(shown)
    page.get_by_role("button", name="Light or dark").tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.locator(".board-square img.position").evaluate(shown)
    is_wide = "document.documentElement.scrollWidth > innerWidth"
    assert not page.evaluate(is_wide)


def wait_for_server(port: int) -> None:
    """Until the thread of the server listens."""
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("localhost", port)).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


@contextmanager
def served(search) -> Iterator[str]:
    """The live cards of a search, a copy for each visitor; the address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = pn.serve(lambda: SearchView(search), port=port, show=False, threaded=True)
    wait_for_server(port)
    try:
        yield f"http://localhost:{port}"
    finally:
        server.stop()


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_a_long_jump_is_stopped_and_holds_up_no_other_visitor(
    browser: Browser, options: dict
) -> None:
    budget = {"iterations": 50_000_000, "nodes": 10_000}  # a minute and more
    search = Recipe("connect4", parameters=budget, seed=1).build()
    search.run(30)
    with served(search) as address:
        pages = [browser.new_context(**options).new_page() for _ in range(2)]
        try:
            for page in pages:
                page.goto(address)
                expect(page.locator(".moment-line")).to_have_text("Iteration 30 phase 4 of 4")
            page, other = pages
            slider = page.locator("[data-moment]")
            slider.evaluate("s => { s.value = s.max; s.dispatchEvent(new Event('change')) }")
            expect(page.get_by_role("progressbar", name="Jump")).to_be_visible()
            expect(page.locator("[data-sentence]")).to_contain_text("Going to iteration 50")
            other.get_by_role("button", name="Step one phase").click()
            expect(other.locator(".moment-line")).to_have_text("Iteration 30 phase 1 of 4")
            stop = page.get_by_role("button", name="Stop")
            expect(stop).to_be_visible()  # the other had its answer on the way
            page.screenshot(path=PICTURES / f"jump-alone-{len(options)}.png")
            stop.click()
            expect(page.get_by_role("progressbar", name="Jump")).to_be_hidden()
            expect(page.locator(".moment-line")).not_to_contain_text("Iteration 30 phase")
            expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        finally:
            for page in pages:
                page.context.close()


def test_live_cards_answer_and_without_a_kernel_the_saved_form_stands(
    tmp_path: Path, open_file: Open, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Recipe("tictactoe", seed=1).build()
    search.run(30)
    page = browser.new_context().new_page()
    page.add_init_script("addEventListener('search-alive', () => { window.isAlive = true })")
    with served(search) as address:
        page.goto(address)
        where = page.locator(".moment-line")
        expect(where).to_have_text("Iteration 30 phase 4 of 4")
        page.wait_for_function("window.isAlive")  # what lets the saved form of a notebook go
        page.get_by_role("button", name="Back one iteration").click()
        expect(where).to_have_text("Iteration 29 phase 4 of 4")
        page.get_by_role("button", name="Step one phase").click()
        expect(where).to_have_text("Iteration 29 phase 1 of 4")
        page.locator(".spot").first.press("Enter")  # a child of the root, in the tree
        expect(page.locator(".facts")).to_contain_text("8 moves")
        page.get_by_role("button", name="Play").click()
        expect(where).not_to_contain_text("Iteration 29")
        page.context.close()
    # a notebook that is read without a kernel
    monkeypatch.setattr(pn.extension, "_loaded", True)
    cell = SearchView(search)._repr_mimebundle_()[0]["text/html"]
    saved = html.unescape(cell.split('srcdoc="')[1].split('"')[0])
    assert "moments" in saved
    (tmp_path / "notebook.html").write_text(f"<!DOCTYPE html><title>x</title>{cell}", "utf-8")
    page = open_file(tmp_path / "notebook.html")
    inside = page.frame_locator("iframe")
    expect(inside.locator("[data-text='iteration']")).to_have_text("Iteration 30")
    inside.get_by_role("button", name="Back one phase").click()
    expect(inside.locator("[data-text='iteration']")).to_have_text("Iteration 29")
