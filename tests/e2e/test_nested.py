"""The lanes of a nested search on the page are what the engine reports, phase by phase."""

import pytest
from playwright.sync_api import expect

from mcsearch.presets import PRESETS

pytestmark = pytest.mark.at_rest

TITLE = PRESETS["nmcs"].title


def whole(value: float) -> str:
    return f"{value:.0f}"


def arrive(explorer, iterations: int = 0):
    """The page and the engine's own search at the same moment."""
    explorer.load_preset(TITLE)
    explorer.wait("status.steps === '0'")
    explorer.pause()
    search = PRESETS["nmcs"].recipe.build()
    while search.iterations < iterations:
        ten = search.iterations + 10 <= iterations
        explorer.press("Run 10 iterations" if ten else "Step one iteration")
        search.run(10 if ten else 1)
        explorer.wait(f"status.iteration === '{search.iterations}' && status.busy === 'false'")
    return search


def last_step_of_level_2():
    """The iteration whose result ends the first step of level 2."""
    search = PRESETS["nmcs"].recipe.build()
    while search.steps[0].chosen is None:
        search.run(1)
    return search.iterations


def texts(explorer, selector: str) -> list[str]:
    return explorer.page.locator(f"#lanes {selector}").all_inner_texts()


def test_phase_by_phase_the_lanes_follow_the_engine(explorer):
    search = arrive(explorer, 20)
    for _ in range(8):
        explorer.step()
        search.advance()
        (level_2, *lower) = search.steps
        results = [whole(t.result) for t in level_2.tries if t.result is not None]
        assert texts(explorer, ".child .pill") == results
        present = explorer.page.locator("#lanes .leaves.now .reply")
        assert present.count() == len(lower[0].actions)
        known = [t.result for t in lower[0].tries if t.result is not None]
        if search.phase == 3:
            known.append(search.playout_return)
        shown = [t for t in texts(explorer, ".leaves.now .reply-score") if t != "·"]
        assert shown == [whole(score) for score in known]
        if search.phase > 1:
            now = explorer.page.locator("#lanes .reply.now")
            assert now.get_attribute("data-actions") == ",".join(map(str, search.path_actions))


def test_a_whole_step_its_best_result_and_the_chosen_action(explorer):
    search = arrive(explorer, last_step_of_level_2())
    (step, *_) = search.steps
    assert texts(explorer, ".child .pill") == [whole(t.result) for t in step.tries]
    for index, tried in enumerate(step.tries[:-1]):
        column = explorer.page.locator("#lanes .leaves").nth(index)
        bars = column.locator(".reply-score").all_inner_texts()
        assert bars == [whole(reply.score) for reply in tried.replies][: len(bars)]
        assert column.locator(".reply").count() == len(tried.replies)
    name = search.root.action_name(step.chosen)
    verdict = explorer.page.locator("#lanes .lane-verdict").inner_text()
    assert f"level 2 plays {name}" in verdict
    assert whole(step.tries[-1].result) in verdict
    assert texts(explorer, ".memory-score b")[0] == whole(step.best_score)
    expect(explorer.page.locator("#lanes .climbing text")).to_have_text(
        f"▲{whole(step.tries[-1].result)}"
    )


def test_lanes_and_tree_are_two_views_of_the_same_search(explorer):
    arrive(explorer, 10)
    expect(explorer.page.locator("#lanes")).to_be_visible()
    expect(explorer.page.locator("#tree")).to_be_hidden()
    before = explorer.status()
    explorer.press("Tree")
    expect(explorer.page.locator("#tree")).to_be_visible()
    expect(explorer.page.locator("#why table")).to_be_visible()
    expect(explorer.page.locator("#lanes")).to_be_hidden()
    assert explorer.status()["iteration"] == before["iteration"]
    explorer.press("Lanes")
    expect(explorer.page.locator("#lanes .child").first).to_be_visible()
    explorer.load_preset(PRESETS["tictactoe-uct"].title)
    expect(explorer.page.locator("#tree")).to_be_visible()
    expect(explorer.button("Lanes")).to_be_hidden()


def test_playing_fast_and_going_back_give_the_same_lanes(explorer):
    arrive(explorer, 30)
    before = explorer.page.locator("#lanes").inner_text()
    explorer.press("Run 100 iterations")
    explorer.wait("status.iteration === '130' && status.busy === 'false'")
    assert explorer.page.locator("#lanes").inner_text() != before
    explorer.page.locator("[data-scrub]").evaluate(
        "scrub => { scrub.value = 30; scrub.dispatchEvent(new Event('input', {bubbles: true}));"
        " scrub.dispatchEvent(new Event('change', {bubbles: true})); }"
    )
    explorer.wait("status.iteration === '30' && status.busy === 'false'")
    assert explorer.page.locator("#lanes").inner_text() == before


def test_on_a_phone_the_columns_scroll_and_the_upper_level_stays(on_phone):
    explorer = on_phone
    explorer.load_preset(TITLE)
    explorer.wait("status.steps === '0'")
    for _ in range(4):
        explorer.step()
    page = explorer.page
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    upper = page.locator("#lanes .upper").bounding_box()
    scroller = page.locator("#lanes .lanes-scroll")
    assert scroller.evaluate("element => element.scrollWidth > element.clientWidth")
    scroller.evaluate("element => { element.scrollLeft = 200; }")
    assert page.locator("#lanes .upper").bounding_box() == upper
    explorer.step()
    assert scroller.evaluate("element => element.scrollLeft") == 200
    assert upper["width"] <= 390


def test_a_press_on_a_board_counts_when_a_frame_comes_in_between(explorer):
    explorer.page.emulate_media(reduced_motion="no-preference")
    arrive(explorer, 20)
    page = explorer.page
    board = page.locator("#lanes .child > svg").first
    name = board.get_attribute("data-actions")
    explorer.press_across_a_step(board)
    explorer.press("Tree")
    expect(page.locator("#explore [data-crumbs] button").last).to_have_attribute(
        "data-actions", name
    )
    explorer.press("Lanes")


def test_the_scroller_keeps_the_focus_and_its_arrow_keys(on_phone):
    explorer = on_phone
    explorer.load_preset(TITLE)
    explorer.wait("status.steps === '0'")
    explorer.step()
    page, keyboard = explorer.page, explorer.page.keyboard
    scroller = page.locator("#lanes .lanes-scroll")
    explorer.tab_to(scroller)
    before = explorer.status()
    keyboard.press("ArrowRight")
    expect(scroller).not_to_have_js_property("scrollLeft", 0)
    assert explorer.status() == before
    keyboard.press("Control+ArrowRight")
    explorer.wait("status.iteration === '1'")
    expect(scroller).to_be_focused()
    # with nothing to scroll to, the key is the page's again
    for _ in explorer.in_sizes((1440, 900)):
        keyboard.press("ArrowRight")
        explorer.wait("status.steps === '5'")
        expect(scroller).to_be_focused()
