"""The tree in the browser: looking closer, choosing, collapsing, and pointing in every view."""

import pytest
from explorer_page import ExplorerPage
from playwright.sync_api import expect


def path(explorer):
    return explorer.page.locator("#explore [data-crumbs] button")


def crumbs(explorer):
    return path(explorer).all_inner_texts()


def drawn(explorer):
    return int(
        explorer.page.locator("#explore [data-text='count']").text_content().split(" of ")[0]
    )


def spots(explorer, kind):
    return explorer.page.locator(f"#explore .spot[data-spot^='{kind} ']")


def child_of_root(explorer):
    """A drawn child of the root, and its place."""
    return resting(spots(explorer, "node").first)


def resting(spot):
    """The button of a node, and its middle once it has come to rest."""
    expect(spot).to_be_attached()
    ExplorerPage(spot.page).still_picture()
    box = spot.bounding_box()
    return spot, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_path_to_the_selected_node_leads_back(explorer):
    explorer.run_to(100)
    explorer.press("Child node")
    expect(path(explorer)).to_have_count(2)
    explorer.press("Child node")
    expect(path(explorer)).to_have_count(3)
    names = crumbs(explorer)
    assert names[0] == "root"
    path(explorer).nth(1).click()
    expect(path(explorer)).to_have_count(2)
    assert crumbs(explorer) == names[:2]
    path(explorer).first.click()
    expect(explorer.page.locator("#tree .crumbs")).to_be_hidden()


def test_a_collapsed_node_hides_what_is_below(explorer):
    explorer.run_to(200)
    explorer.press("Child node")
    expect(path(explorer)).to_have_count(2)
    whole = drawn(explorer)
    explorer.page.keyboard.press("c")
    expect(explorer.page.get_by_role("button", name="Expand")).to_be_visible()
    assert drawn(explorer) < whole
    explorer.press("Expand")
    expect(explorer.page.get_by_role("button", name="Collapse")).to_be_visible()
    assert drawn(explorer) == whole


def test_a_closer_look_shows_more(explorer):
    explorer.run_to(1000)
    whole = drawn(explorer)
    for _ in range(5):
        explorer.press("Zoom in")
    count = explorer.page.locator("#explore [data-text='count']")
    expect(count).not_to_contain_text(f"{whole} of")
    assert drawn(explorer) > whole
    explorer.press("Fit the whole tree")
    expect(count).to_contain_text(f"{whole} of")


def test_tab_and_enter_open_more_children(explorer):
    explorer.run_to(1000)
    pill, _, _ = resting(spots(explorer, "pill").first)
    name = pill.get_attribute("aria-label")
    hidden = int(name.split(" ")[0])
    pill.focus()
    explorer.page.keyboard.press("Enter")
    expect(pill).to_have_attribute("aria-label", name.replace(str(hidden), str(hidden - 10), 1))


PRESS_TOO_LATE = """async (pill, first) => {
  const status = document.querySelector("#status");
  await new Promise((done) => {
    new MutationObserver(() => status.dataset.steps === "0" && done()).observe(status, {
      attributeFilter: ["data-steps"],
    });
    first.click();
  });
  pill.click(); // before the next picture
  return pill.isConnected;
}"""


def test_more_children_of_a_node_that_has_just_gone(explorer):
    explorer.run_to(1000)
    pill, _, _ = resting(spots(explorer, "pill").first)
    first = explorer.button("First: back to the empty tree").element_handle()
    assert pill.evaluate(PRESS_TOO_LATE, first)  # the buttons are placed anew at rest
    expect(spots(explorer, "pill")).to_have_count(0)


NAMES_OF_A_FRAME = """async (button) => {
  const status = document.querySelector("#status");
  const before = status.dataset.steps;
  await new Promise((done) => {
    new MutationObserver(() => status.dataset.steps !== before && done()).observe(status, {
      attributeFilter: ["data-steps"],
    });
    button.click();
  });
  // a frame's picture may wait for that of the frame before
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return [...document.querySelectorAll("#explore .spot[data-spot^='node ']")]
    .map((spot) => spot.getAttribute("aria-label"));
}"""


def test_a_nodes_button_tells_the_numbers_on_show_while_the_tree_still_moves(explorer):
    explorer.run_to(200)
    for _ in range(3):
        explorer.step()
    resting(spots(explorer, "node").first)
    step = explorer.button("Step one phase").element_handle()
    at_once = step.evaluate(NAMES_OF_A_FRAME)
    explorer.still_picture()
    assert len(at_once) > 3
    assert at_once == [spot.get_attribute("aria-label") for spot in spots(explorer, "node").all()]


@pytest.mark.parametrize("how", ["pointer", "keys"])
def test_a_node_pointed_at_is_marked_in_the_table(explorer, how):
    explorer.run_to(200)
    # a child on the path is in the table and drawn in any case
    name = explorer.page.locator("#why tr[aria-current]").get_attribute("data-actions")
    spot, x, y = resting(explorer.page.locator(f"#explore .spot[data-spot='node {name}']"))
    if how == "pointer":
        explorer.page.mouse.move(x, y)
        expect(explorer.page.locator("#tree [data-card]")).to_be_visible()
    else:
        spot.focus()
    expect(explorer.page.locator("#why tr.hovered")).to_have_attribute("data-actions", name)
    explorer.page.mouse.move(5, 5)
    if how == "pointer":
        expect(explorer.page.locator("#why tr.hovered")).to_have_count(0)
        expect(explorer.page.locator("#tree [data-card]")).to_be_hidden()


def test_a_click_on_a_node_goes_there(explorer):
    explorer.run_to(200)
    spot, x, y = child_of_root(explorer)
    name = spot.get_attribute("aria-label").split(":")[0]
    explorer.page.mouse.click(x, y)
    expect(path(explorer).last).to_have_text(name)


COUNT_PICTURES = """() => {
  const isCounted = "pictures" in window;
  window.pictures = 0;
  if (isCounted) return;
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...box) {
    if (this.canvas.closest("#tree [data-stage]")) window.pictures += 1;
    return clear.apply(this, box);
  };
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_motion_is_for_those_who_like_it(explorer, motion):
    explorer.page.emulate_media(reduced_motion=motion)
    explorer.run_to(100)
    explorer.page.wait_for_timeout(1000)
    explorer.page.evaluate(COUNT_PICTURES)
    pictures = []
    for _ in range(2 if motion == "reduce" else 8):  # a busy machine leaves some out
        explorer.step()
        explorer.page.wait_for_timeout(1000)
        pictures.append(explorer.page.evaluate("[window.pictures, window.pictures = 0][0]"))
        if pictures[-1] >= 5:
            break
    assert (max(pictures) <= 2) if motion == "reduce" else (max(pictures) >= 5)
    drawn = explorer.page.evaluate("window.pictures")
    explorer.page.wait_for_timeout(300)
    assert explorer.page.evaluate("window.pictures") == drawn  # at rest nothing is drawn
    explorer.page.emulate_media(reduced_motion="no-preference")


def test_a_node_pointed_at_may_be_gone_in_the_next_frame(explorer):
    explorer.run_to(100)
    explorer.press("Child node")
    expect(path(explorer)).to_have_count(2)
    _, x, y = child_of_root(explorer)
    explorer.page.mouse.move(x, y)
    expect(explorer.page.locator("#tree [data-card]")).to_be_visible()
    explorer.page.keyboard.press("Home")
    explorer.wait("status.steps === '0'")
    expect(explorer.page.locator("#explore [data-text='count']")).to_have_text("1 node")
    expect(explorer.page.locator("#tree [data-card]")).to_be_hidden()
