"""The board under the pointer: what is marked, and how little of it Python has to hear."""

import re

from playwright.sync_api import expect

COUNT = """() => {
    const live = Bokeh.documents.findLast((each) => each.get_model_by_name("bus-explore"));
    window.messages = 0;
    live.on_change(({ kind, attr }) => {
        if (kind === "MessageSent" || attr === "events") window.messages += 1;
    });
}"""
MESSAGES = "window.messages"


def test_fifty_moves_over_the_board_are_one_message_a_cell_at_most(explorer):
    explorer.load_preset("UCT on Tic-Tac-Toe")
    explorer.pause()
    explorer.go_to_first()
    explorer.run_to(100)
    page, mouse = explorer.page, explorer.page.mouse
    hovered = page.locator("#why tr.hovered")
    box = page.locator("#board .board-square").bounding_box()
    x, y = explorer.places()["4"]
    page.evaluate(COUNT)
    for move in range(50):
        mouse.move(x + move % 7, y - move % 5)
    expect(hovered).to_have_attribute("data-actions", "4")
    assert page.evaluate(MESSAGES) == 1
    mouse.move(x + box["width"] / 3, y, steps=25)
    mouse.move(x, y, steps=25)
    expect(hovered).to_have_attribute("data-actions", "4")
    assert page.evaluate(MESSAGES) <= 3  # to the next cell and back
    mouse.move(5, 5)
    expect(hovered).to_have_count(0)
    assert page.evaluate(MESSAGES) <= 4


def test_a_drawing_is_pointed_at(open_page, url):
    explorer = open_page(f"{url}?game=tsptw&search=spmcts&seed=1&at=60.1")
    page = explorer.page
    explorer.wait("status.iteration === '60' && status.busy === 'false'", 60)
    image, rings = page.locator("#board img"), page.locator("#board .rings")
    expect(rings).to_be_visible()
    assert image.bounding_box() == rings.bounding_box(), "one lies on the other"
    action, (x, y) = next(iter(explorer.places().items()))
    page.mouse.move(x + 1, y + 1)
    expect(page.locator("#why tr.hovered")).to_have_attribute("data-actions", action)
    expect(rings.locator(".hovered")).to_have_attribute("d", re.compile("^M"))
    page.mouse.down()
    page.mouse.up()
    context = page.locator("#explore [data-text='board-context']")
    expect(context).to_have_text("selected node, depth 1")
