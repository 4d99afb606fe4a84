"""The Learn page: every step of every chapter by keys and on a phone, questions, claims, links."""

import json
import re

import pytest
from explorer_page import PLACES, ExplorerPage, violations
from playwright.sync_api import Page, expect

from conftest import PHONE
from explorer.pages.learn.chapter import Chapter, all_chapters
from explorer.pages.learn.checking import BLOCK, FIRST
from explorer.pages.learn.lesson import claim_text

pytestmark = pytest.mark.at_rest

CHAPTERS = all_chapters()
CHECKED = ("four-phases", "the-trap", "one-player")
"""The chapters whose claims the browser checks; the engine's tests check all."""
STOPPED = "one-player"
"""One of them that takes long enough to be stopped."""
ARRIVAL_MS = 60_000


def address(url: str, chapter: str, step: object) -> str:
    return f"{url}?view=learn&chapter={chapter}&step={step}"


def follow(page: Page, chapter: str, step: object) -> None:
    """As Back and Forward follow a link in the browser's history."""
    page.evaluate(
        """(address) => {
          history.pushState(null, "", address);
          dispatchEvent(new PopStateEvent("popstate"));
        }""",
        address("", chapter, step),
    )


def until(page: Page, condition: str, arg: object = None, timeout: int = ARRIVAL_MS) -> None:
    """Until a function of the page says so, asked at every frame: `expect` would ask less often."""
    page.wait_for_function(condition, arg=arg, timeout=timeout)


def wait_for(page: Page, chapter: str, step: int) -> None:
    """Until a step is on show."""
    until(
        page,
        """([chapter, step]) => {
          const { dataset } = document.querySelector("#learn-status");
          return dataset.chapter === chapter && dataset.step === String(step)
            && dataset.waiting === "false";
        }""",
        [chapter, step],
    )


READ = """() => {
  const one = (selector) => document.querySelector(`#learn ${selector}`);
  const { hidden, dataset } = one("[data-question]");
  return {
    title: one("[data-title]").innerText,
    text: one("[data-paragraphs]").innerText,
    isFocused: document.activeElement === one("[data-title]"),
    shownMs: Number(document.querySelector("#learn").dataset.shownMs),
    isAsked: !hidden && dataset.state === "open",
  };
}"""

CHOSEN = """() => {
  const list = document.querySelector("#learn [role=listbox]");
  const option = document.getElementById(list.getAttribute("aria-activedescendant"));
  return document.activeElement === list && option && [option.role, option.textContent];
}"""


def wait_for_answer(page: Page, *states: str) -> str:
    """Until the question is in one of these states; which it is."""
    state = "document.querySelector('#learn [data-question]').dataset.state"
    until(page, f"(states) => states.includes({state})", states)
    return page.evaluate(state)


def answer_by_keys(page: Page) -> None:
    """To the question, a move, and what it says; a wrong answer is tried again, then shown."""
    page.keyboard.press("p")
    role, move = page.evaluate(CHOSEN)
    assert role == "option"
    assert move, "a screen reader hears the move"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    state = wait_for_answer(page, "right", "wrong")
    said = "document.querySelector('#learn [data-said]').innerText"
    assert page.evaluate(said)
    if state == "wrong":
        assert page.evaluate("document.activeElement.innerText") == "Try again"
        page.keyboard.press("Enter")
        wait_for_answer(page, "open")
        page.keyboard.press("p")
        page.keyboard.press("Escape")
        wait_for_answer(page, "skipped")
        assert page.evaluate(
            "document.querySelector('#learn [data-learn=next]').matches('.primary')"
        )


def check_by_key(page: Page, chapter: Chapter) -> None:
    """The claim: what the page finds is what is claimed."""
    claim = chapter.claim
    page.keyboard.press("c")
    verdict = "document.querySelector('#learn [data-verdict]').innerText"
    until(page, f"() => {verdict}.includes(' Holds: ')")
    told = page.evaluate(verdict)
    guesses = ", ".join(["10"] * len(claim.rows))
    assert f" You expected {guesses}. " in told, "sliders that nobody has moved"
    dots = "[...document.querySelectorAll('#learn [data-rows] .row')]"
    found = page.evaluate(f"{dots}.map((row) => row.querySelectorAll('.yes').length)")
    counts = ", ".join(f"{row.label} {n}" for row, n in zip(claim.rows, found, strict=True))
    assert told.startswith(f"Of {BLOCK}: {counts}.")
    expect(page.locator("#learn .contrast")).to_have_count(len(claim.contrasts))
    text = page.locator("#learn [data-claim-text]").inner_text()
    assert text == claim_text(chapter).replace("*", "")


STOP_AT_ONCE = """() => {
  const stop = document.querySelector("#learn [data-learn=stop]");
  new MutationObserver((changes, observer) => {
    if (stop.hidden) return;
    observer.disconnect();
    stop.click();
  }).observe(stop, { attributeFilter: ["hidden"] });
}"""


def stop_other_seeds(page: Page) -> None:
    """The same check with more seeds, stopped on its way."""
    expect(page.get_by_role("button", name=f"{BLOCK} seeds more")).to_be_visible()
    stop = page.locator("#learn [data-learn=stop]")
    total = BLOCK
    for _ in range(10):  # a fast machine may have done with it before
        page.evaluate(STOP_AT_ONCE)
        page.keyboard.press("c")
        total += BLOCK
        seeds = f"your seeds {FIRST:,} to {FIRST - 1 + total:,}"
        expect(page.locator("#learn [data-seeds]")).to_have_text(seeds)
        expect(page.locator("#learn [data-verdict]")).not_to_be_empty()
        expect(stop).to_be_hidden()
        told = page.locator("#learn [data-verdict]").inner_text()
        if told.startswith("Stopped"):
            break
    stopped = re.fullmatch(rf"Stopped at (\d+) of {total}\.", told)
    assert stopped, told
    done = int(stopped[1])
    marks = page.locator("#learn [data-rows] .row").first.locator(".yes, .no")
    # stopped before the first or after the last seed of a press: all of one press
    assert marks.count() == (done - 1) % BLOCK + 1, "the dots of this press stay"
    page.keyboard.press("c")
    expect(page.locator("#learn [data-verdict]")).to_contain_text(f"Of {total}: ")


def test_the_way_in_and_every_step_by_keyboard(url, open_page, axe):
    first, last = CHAPTERS[0], CHAPTERS[-1]
    explorer: ExplorerPage = open_page()
    page = explorer.page
    explorer.wait_until_moving()
    page.get_by_role("link", name="New to this? Start here").click()
    wait_for(page, first.name, 1)
    page.reload()
    wait_for(page, first.name, 1)
    expect(page.get_by_role("navigation", name="Chapters").get_by_role("link")).to_have_count(
        len(CHAPTERS)
    )
    for chapter in CHAPTERS:
        for step in range(1, len(chapter.steps) + 1):
            wait_for(page, chapter.name, step)
            read = page.evaluate(READ)
            assert read["title"].startswith(f"Step {step}. ")
            assert "{" not in read["text"]
            if (chapter, step) != (first, 1):
                assert read["isFocused"], "the step's title"
                # how fast is for a quiet machine to say; that it is told, for any
                assert read["shownMs"] > 0
            if read["isAsked"]:
                expect(page.get_by_text("Hidden until you have answered.")).to_be_visible()
                answer_by_keys(page)
            if step == len(chapter.steps) and chapter.name in CHECKED:
                check_by_key(page, chapter)
                if chapter.name == STOPPED:
                    stop_other_seeds(page)
            page.keyboard.press("Alt+ArrowRight")
    expect(page.locator("#learn [data-done]")).to_have_text(
        f"0 of {len(CHAPTERS)} done"
    )  # questions were skipped, claims not checked
    expect(page.get_by_role("link", name="Race two recipes")).to_be_visible()
    expect(page.get_by_role("link", name="Check a search of your own")).to_be_visible()
    expect(page.get_by_role("button", name="Now play")).to_be_enabled()
    expect(page.locator("#learn .lanes .policy")).to_be_visible()
    assert violations(explorer, axe) == []

    # the stage is the reader's, and the step's again
    changed = "document.querySelector('#learn-status').dataset.changed"
    page.keyboard.press("ArrowLeft")
    until(page, f"() => {changed} === 'true'")
    page.get_by_role("button", name="Back to the lesson").click()
    until(page, f"() => {changed} === 'false'")
    # the public question, and back
    page.get_by_role("button", name=last.source.title).click()
    expect(page.locator("#learn [data-source-link]")).to_have_attribute("href", last.source.address)
    page.keyboard.press("Escape")
    expect(page.locator("#learn [data-title]")).to_be_visible()
    page.keyboard.press("Alt+ArrowUp")
    wait_for(page, CHAPTERS[-2].name, 1)
    page.go_back()
    wait_for(page, last.name, len(last.steps))
    page.get_by_role("button", name="Open in Explore").click()
    expect(page.locator("#explore")).to_be_visible()
    explorer.wait("Number(status.steps) === 1600")  # the last step is at iteration 400
    expect(page.get_by_role("link", name="New to this? Start here")).to_be_hidden()
    kept = json.loads(page.evaluate("localStorage.getItem('learn')"))
    assert kept["last"]["chapter"] == last.name


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


@pytest.mark.parametrize("url", ["static"], indirect=True)
def test_a_phone_and_links(url, open_page, axe):
    """On the static site alone: every step has been seen on both by keyboard."""
    explorer: ExplorerPage = open_page(
        address(url, "the-trap", 99),
        **PHONE,
        color_scheme="dark",
    )
    page = explorer.page
    # links that are wrong say so, and show the nearest step
    wait_for(page, "the-trap", 1)
    wrong = page.locator("[data-toast-error]")
    expect(wrong).to_contain_text("link: step '99' is not valid; give 1 to 6")
    follow(page, "no-such", 1)
    wait_for(page, CHAPTERS[0].name, 1)
    expect(wrong).to_contain_text("link: chapter 'no-such' is not known; choose one of")
    follow(page, "the-trap", 3)
    wait_for(page, "the-trap", 3)
    assert violations(explorer, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # the first tap aims, the second plays
    x, y = page.evaluate(PLACES, "learn")["7"]
    for said in ("b3: tap again to play it", ""):
        page.touchscreen.tap(x, y)
        if said:
            expect(page.locator("#learn [data-wait]")).to_have_text(said)
    wait_for_answer(page, "right")
    # and the stage plays on: the replies are put on the board
    until(page, "() => Number(document.querySelector('#learn-status').dataset.moves) > 1")
    page.locator("[data-chapter-select]").select_option(CHAPTERS[0].name)
    box = page.locator("#learn [data-learn=next]").bounding_box()  # it stays at the bottom
    for chapter in CHAPTERS:
        for step in range(1, len(chapter.steps) + 1):
            wait_for(page, chapter.name, step)
            if (chapter.name, step) == ("the-trap", len(chapter.steps)):
                shrinks_and_grows(page)
            page.touchscreen.tap(box["x"] + box["width"] - 20, box["y"] + 20)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
