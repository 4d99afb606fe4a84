"""The Learn page: every step of every chapter by keys and on a phone, questions, claims, links."""

import json
import re

import pytest
from explorer_page import ExplorerPage, violations
from playwright.sync_api import Page, expect

from explorer.pages.learn.chapter import Chapter, all_chapters

CHAPTERS = all_chapters()
CHECKED = ("four-phases", "the-trap", "one-player")
"""The chapters whose claims the browser checks; the engine's tests check all."""
ARRIVAL_MS = 60_000


def address(url: str, chapter: str, step: object) -> str:
    return f"{url}?view=learn&chapter={chapter}&step={step}"


def status(page: Page) -> dict[str, str]:
    return page.evaluate("({...document.querySelector('#learn-status').dataset})")


def wait_for(page: Page, chapter: str, step: int, timeout: int = ARRIVAL_MS) -> None:
    """Until a step is on show."""
    page.wait_for_function(
        """([chapter, step]) => {
          const { dataset } = document.querySelector("#learn-status");
          return dataset.chapter === chapter && dataset.step === String(step)
            && dataset.waiting === "false";
        }""",
        arg=[chapter, step],
        timeout=timeout,
    )


def question(page: Page):
    return page.locator("#learn [data-question]")


def is_asked(page: Page) -> bool:
    return question(page).is_visible() and question(page).get_attribute("data-state") == "open"


def answer_by_keys(page: Page) -> None:
    """To the question, a move, and what it says; a wrong answer is tried again, then shown."""
    page.keyboard.press("p")
    choices = page.locator("#learn [role=listbox]")
    expect(choices).to_be_focused()
    active = choices.get_attribute("aria-activedescendant")
    option = page.locator(f"#{active}")
    assert option.get_attribute("role") == "option"
    assert option.text_content(), "a screen reader hears the move"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(question(page)).to_have_attribute("data-state", re.compile("right|wrong"))
    assert page.locator("#learn [data-said]").inner_text()
    if question(page).get_attribute("data-state") == "wrong":
        expect(page.get_by_role("button", name="Try again")).to_be_focused()
        page.keyboard.press("Enter")
        expect(question(page)).to_have_attribute("data-state", "open")
        page.keyboard.press("p")
        page.keyboard.press("Escape")
        expect(question(page)).to_have_attribute("data-state", "skipped")
        expect(page.locator("#learn [data-next]").locator("..")).to_have_class(
            re.compile("primary")
        )


def check_by_key(page: Page, chapter: Chapter) -> None:
    """The claim: what the page finds is what is claimed."""
    claim = chapter.claim
    page.keyboard.press("c")
    verdict = page.locator("#learn [data-verdict]")
    expect(verdict).to_contain_text(": holds.", timeout=ARRIVAL_MS)
    counts = " and ".join(str(row.found) for row in claim.rows[:-1])
    assert (
        verdict.inner_text() == f"{counts} and {claim.rows[-1].found} of {len(claim.seeds)}: holds."
    )
    for i, row in enumerate(claim.rows):
        assert page.locator("#learn [data-rows] .row").nth(i).locator(".yes").count() == row.found


@pytest.mark.parametrize("theme", ["light"])
def test_every_step_by_keyboard(url, open_page, axe, theme):
    first = CHAPTERS[0]
    explorer: ExplorerPage = open_page(address(url, first.name, 1), color_scheme=theme)
    page = explorer.page
    wait_for(page, first.name, 1)
    expect(page.get_by_role("navigation", name="Chapters").get_by_role("link")).to_have_count(
        len(CHAPTERS)
    )
    shown_ms = []
    for chapter in CHAPTERS:
        for step in range(1, len(chapter.steps) + 1):
            wait_for(page, chapter.name, step)
            expect(page.locator("#learn [data-title]")).to_contain_text(f"Step {step}. ")
            assert "{" not in page.locator("#learn [data-paragraphs]").inner_text()
            if (chapter, step) != (first, 1):
                expect(page.locator("#learn [data-title]")).to_be_focused()
                shown_ms.append(int(page.locator("#learn").get_attribute("data-shown-ms")))
            if is_asked(page):
                expect(page.get_by_text("Hidden until you have answered.")).to_be_visible()
                answer_by_keys(page)
            if step == len(chapter.steps) and chapter.name in CHECKED:
                check_by_key(page, chapter)
            page.keyboard.press("Alt+ArrowRight")
    # how fast is for a quiet machine to say; that it is told, for any
    assert min(shown_ms) > 0, shown_ms
    expect(page.locator("#learn [data-done]")).to_have_text(
        f"{len(CHAPTERS)} of {len(CHAPTERS)} done"
    )
    assert violations(explorer, axe) == []

    # the stage is the reader's, and the step's again
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(
        "() => document.querySelector('#learn-status').dataset.changed === 'true'"
    )
    page.get_by_role("button", name="Back to the lesson").click()
    page.wait_for_function(
        "() => document.querySelector('#learn-status').dataset.changed === 'false'"
    )
    # a check with other seeds, stopped
    page.keyboard.press("c")
    page.wait_for_function("() => !document.querySelector('#learn [data-learn=stop]').hidden")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#learn [data-verdict]")).to_contain_text(re.compile("Stopped at|of 20"))
    # the public question, and back
    page.get_by_role("button", name=CHAPTERS[-1].source.title).click()
    expect(page.locator("#learn [data-source-link]")).to_have_attribute(
        "href", CHAPTERS[-1].source.address
    )
    page.keyboard.press("Escape")
    expect(page.locator("#learn [data-title]")).to_be_visible()
    page.keyboard.press("Alt+ArrowUp")
    wait_for(page, CHAPTERS[-2].name, 1)
    page.go_back()
    wait_for(page, CHAPTERS[-1].name, len(CHAPTERS[-1].steps))
    page.get_by_role("button", name="Open in Explore").click()
    expect(page.locator("#explore")).to_be_visible()
    explorer.wait("Number(status.steps) === 1600")  # the last step is at iteration 400
    kept = json.loads(page.evaluate("localStorage.getItem('learn')"))
    assert kept["last"]["chapter"] == CHAPTERS[-1].name


def shrinks_and_grows(page: Page) -> None:
    """The stage, when the text is read to its end: small, so that more of the text is seen."""
    stage = page.locator("#learn [data-stage-of-step]")
    title = page.locator("#learn [data-title]")
    expect(stage).not_to_have_class(re.compile("small"))
    top = title.bounding_box()["y"] + page.evaluate("scrollY")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(stage).to_have_class(re.compile("small"))
    assert stage.bounding_box()["y"] == 0, "it stays at the top"
    assert title.bounding_box()["y"] + page.evaluate("scrollY") == top, "the text is not moved"
    at = page.locator("#learn [data-paragraphs] p").last.bounding_box()
    reached = "([x, y]) => document.elementFromPoint(x, y).closest('.lesson') !== null"
    assert page.evaluate(reached, [at["x"] + 9, at["y"] + 9]), "what it covered is in reach"
    page.get_by_role("button", name="Make the stage large again").tap()
    expect(stage).not_to_have_class(re.compile("small"))
    page.evaluate("scrollBy(0, -30)")
    expect(stage).to_have_class(re.compile("small"))


def test_a_phone_and_links(url, open_page, axe):
    explorer: ExplorerPage = open_page(
        address(url, "the-trap", 3),
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        color_scheme="dark",
    )
    page = explorer.page
    wait_for(page, "the-trap", 3)
    assert violations(explorer, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # the first tap aims, the second plays
    board = page.locator(".learn-board .board-figure").first
    place = page.evaluate(
        """() => {
          const named = (each) => each.get_model_by_name("learn-board-targets");
          const { x, y, action } = Bokeh.documents.map(named).find(Boolean).data;
          const at = action.indexOf(7);
          return [x[at], y[at]];
        }"""
    )
    box = board.bounding_box()
    for said in ("b3: tap again to play it", ""):
        page.touchscreen.tap(box["x"] + place[0], box["y"] + box["height"] - place[1])
        if said:
            expect(page.locator("#learn [data-wait]")).to_have_text(said)
    expect(question(page)).to_have_attribute("data-state", "right")
    for chapter in CHAPTERS:
        page.locator("[data-chapter-select]").select_option(chapter.name)
        for step in range(1, len(chapter.steps) + 1):
            wait_for(page, chapter.name, step)
            if (chapter.name, step) == ("the-trap", len(chapter.steps)):
                shrinks_and_grows(page)
            if (chapter, step) != (CHAPTERS[-1], len(chapter.steps)):
                page.locator("#learn [data-learn=next]").tap()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # links that are wrong say so, and show the nearest step
    for chapter, step, said in (
        ("no-such", "1", "link: chapter 'no-such' is not known; choose one of"),
        ("the-trap", "99", "link: step '99' is not valid; give 1 to 6"),
    ):
        page.goto(address(url, chapter, step), timeout=ARRIVAL_MS)
        wait_for(page, CHAPTERS[0].name if chapter == "no-such" else "the-trap", 1)
        expect(page.locator("[data-toast-error]")).to_contain_text(said)


def test_the_way_in(url, open_page):
    explorer: ExplorerPage = open_page()
    page = explorer.page
    explorer.wait_until_moving()
    page.get_by_role("link", name="New to this? Start here").click()
    wait_for(page, CHAPTERS[0].name, 1)
    page.reload()
    wait_for(page, CHAPTERS[0].name, 1)
    page.get_by_role("link", name="Explore").click()
    expect(page.locator("#explore")).to_be_visible()
    expect(page.get_by_role("link", name="New to this? Start here")).to_be_hidden()
