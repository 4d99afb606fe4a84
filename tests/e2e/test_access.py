"""The page without a mouse and without eyes: the keyboard alone, and axe-core's rules."""

import pytest
from explorer_page import violations_in_its_theme
from play_page import PlayPage
from playwright.sync_api import expect

from mcsearch.presets import PRESETS

pytestmark = pytest.mark.at_rest

DESK, PHONE = (1440, 900), (390, 844)
NESTED = [PRESETS[name].title for name in ("nmcs", "nrpa", "gnrpa")]
FOCUSABLE = "button, input, select, textarea, summary, [tabindex='0']"


@pytest.mark.parametrize("device", ["explorer", "on_phone"])
def test_axe_finds_no_serious_violation(request, url, device, axe):
    explorer = request.getfixturevalue(device)
    for _ in range(7):
        explorer.step()
    assert violations_in_its_theme(explorer, axe) == []
    for preset in NESTED:
        explorer.load_preset(preset)
        explorer.wait("status.steps === '0'")
        for _ in range(8):
            explorer.step()
        assert violations_in_its_theme(explorer, axe) == []
    if device == "on_phone":
        explorer.press("Recipe")
        assert violations_in_its_theme(explorer, axe) == []
        explorer.press("Close the recipe")
    explorer.button("Export and import").click()
    assert violations_in_its_theme(explorer, axe) == []
    explorer.page.get_by_role("button", name="Board, game or trace").click()
    explorer.page.locator("#import-text").fill("1 2 x")
    explorer.press("Import")
    expect(explorer.page.locator("#import-error")).to_contain_text("column 3")
    assert violations_in_its_theme(explorer, axe) == []
    explorer.page.keyboard.press("Escape")
    explorer.page.keyboard.press("?")
    assert violations_in_its_theme(explorer, axe) == []
    explorer.page.keyboard.press("Escape")


def test_tab_reaches_every_control(explorer):
    explorer.step()
    explorer.still_picture()  # the tree's buttons are placed at rest
    page = explorer.page
    expected = set(
        page.evaluate(
            f"""() => {{
          let number = 0;
          return [...document.querySelectorAll("{FOCUSABLE}")]
            .filter((e) => e.checkVisibility({{ visibilityProperty: true }}) && e.tabIndex >= 0)
            .filter((e) => e.type !== "radio" || e.checked)
            .map((e) => e.dataset.tabTest = String(number++));
        }}"""
        )
    )
    assert len(expected) > 25
    page.evaluate("document.activeElement.blur()")
    reached = set()
    for _ in range(2 * len(expected) + 60):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement?.dataset.tabTest ?? ''"))
    missed = page.locator("[data-tab-test]").evaluate_all(
        "(all, reached) => all.filter((e) => !reached.includes(e.dataset.tabTest))"
        ".map((e) => e.outerHTML.slice(0, 100))",
        list(reached),
    )
    assert missed == []
    # what the walk itself draws anew, as the buttons of the tree, is another element afterwards
    assert len(expected - reached) <= 2


def test_controls_work_by_keyboard_alone(explorer):
    page, keyboard = explorer.page, explorer.page.keyboard
    explorer.run_to(10)
    explorer.field("Exploration C").focus()
    keyboard.press("ArrowRight")
    explorer.wait("status.steps === '0'")
    expect(page.locator(".notice")).to_contain_text("Exploration C is")
    explorer.button("Reset").focus()
    keyboard.press("Enter")
    expect(page.locator(".notice")).to_be_hidden()
    page.get_by_role("radio", name="plain").focus()
    keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="penalty")).to_be_checked()
    explorer.button("Undo").focus()
    keyboard.press("Enter")
    expect(page.get_by_role("radio", name="plain")).to_be_checked()
    explorer.button("Export and import").focus()
    keyboard.press("Enter")
    expect(page.locator("#files")).to_be_visible()
    keyboard.press("Escape")
    expect(page.locator("#files")).to_be_hidden()
    explorer.button("Step one phase").focus()
    before = explorer.status()["steps"]
    keyboard.press("Enter")
    explorer.wait(f"Number(status.steps) === {before + 1}")
    summary = page.locator("#recipe summary")
    summary.focus()
    keyboard.press("Enter")
    expect(page.locator("#recipe details")).to_have_attribute("open", "")
    before = explorer.status()
    keyboard.press("Space")
    expect(page.locator("#recipe details")).not_to_have_attribute("open", "")
    assert explorer.status() == before


def test_tab_walks_the_rows_of_the_table_and_enter_selects_one(explorer):
    explorer.run_to(200)
    page, keyboard = explorer.page, explorer.page.keyboard
    rows = page.locator("#why tbody tr")
    names = rows.evaluate_all("rows => rows.map(row => row.dataset.actions)")
    explorer.tab_to(rows.first.get_by_role("button"))
    for row in (1, 2):
        keyboard.press("Tab")
        # pointed at in Python, too, which has drawn what there is to draw
        expect(page.locator("#why tr.hovered")).to_have_attribute("data-actions", names[row])
        expect(rows.nth(row).get_by_role("button")).to_be_focused()
    chosen = rows.nth(2).locator("b").first.inner_text()
    keyboard.press("Enter")
    expect(page.locator("#explore [data-crumbs] button").last).to_have_text(chosen)


def test_a_row_keeps_the_focus_while_the_search_goes_on(explorer):
    explorer.run_to(200)
    page, keyboard = explorer.page, explorer.page.keyboard
    rows = page.locator("#why tbody tr")
    name = rows.nth(1).get_attribute("data-actions")
    explorer.tab_to(rows.nth(1).get_by_role("button"))
    row = page.locator(f"#why tr[data-actions='{name}']")
    for step in (801, 802, 803):
        keyboard.press("ArrowRight")
        explorer.wait(f"status.steps === '{step}'")
        expect(row.get_by_role("button")).to_be_focused()
        expect(row).to_contain_class("hovered")
    page.locator("#why-title").click()
    keyboard.press("ArrowRight")
    explorer.wait("status.steps === '804'")
    expect(row.get_by_role("button")).not_to_be_focused()


def test_axe_finds_no_serious_violation_on_play(open_page, url, axe):
    query = "view=play&game=connect4&second=level first&moves=4 3 4 3"
    explorer = open_page(f"{url}?{query}")
    page = explorer.page
    play = PlayPage(page)
    play.wait("status.ply === '4'")
    for _ in explorer.in_sizes(DESK, PHONE):
        assert violations_in_its_theme(explorer, axe) == []
        play.open_players()
        page.locator(".play-own").evaluate("details => { details.open = true; }")
        assert violations_in_its_theme(explorer, axe) == []
        play.close_players()
    play.press("review")
    play.wait("status.review !== ''")
    page.locator("[data-review-playouts]").select_option("2000")
    play.wait("status.review === '5/5' && status.busy === 'false'")
    for _ in explorer.in_sizes(DESK, PHONE):
        assert violations_in_its_theme(explorer, axe) == []
    play.field("game").select_option("samegame")
    play.wait("status.game === 'samegame'")
    for _ in explorer.in_sizes(DESK, PHONE):
        assert violations_in_its_theme(explorer, axe) == []
