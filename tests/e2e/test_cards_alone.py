"""The tree and the board in a Panel application of ten lines."""

from pathlib import Path

from playwright.sync_api import Browser, expect

APPLICATION = "ten_lines.py"
CHANGE_AND_CLICK = """(button) => {
  const card = [...Bokeh.documents[0]._all_models.values()].find((m) => m.data?.attributes.stage);
  card.data.selected = [];
  button.click();
}"""


def test_the_tree_and_the_board_in_ten_lines(browser: Browser, serve) -> None:
    lines = Path(__file__).with_name(APPLICATION).read_text().splitlines()
    assert len(list(filter(None, lines))) == 10
    with serve(APPLICATION) as url:
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: said.type == "error" and problems.append(said.text))
        page.on(
            "request",
            lambda r: (
                r.url.startswith(("http://localhost", "blob:", "data:")) or problems.append(r.url)
            ),
        )
        page.goto(url)
        page.get_by_role("button", name="50 iterations").click()
        nodes = page.locator(".spot")
        expect(nodes).to_have_count(10)  # nine moves, and one "+n"
        stage = page.get_by_role("group", name="Search tree")
        canvas = stage.locator("canvas")
        empty = "canvas => !canvas.getContext('2d').getImageData(0, 0, 700, 400).data.some(Boolean)"
        assert not canvas.evaluate(empty)
        # keyboard: a child is selected, its own children are the next to choose from
        nodes.first.press("Enter")
        crumbs = stage.get_by_role("navigation", name="Path to the selected node")
        expect(crumbs.get_by_role("button")).to_have_count(3)  # root, the child, "Collapse"
        # the board is linked with the tree by the parameter that both have
        facts = page.locator(".facts")
        expect(facts).to_contain_text("8 moves")
        crumbs.get_by_role("button", name="root").click()
        expect(nodes).to_have_count(10)
        expect(facts).to_contain_text("9 moves")
        # pointer: a word about a node, and a click selects it
        box = stage.get_by_role("button", name="a3:").bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(stage.locator("[data-card]")).to_contain_text("a3")
        page.mouse.down()
        page.mouse.up()
        expect(facts).to_contain_text("8 moves")
        # a click right after a change, which Panel still waits with
        before = facts.inner_text()
        page.get_by_role("button", name="50 iterations").evaluate(CHANGE_AND_CLICK)
        expect(facts).not_to_have_text(before)
        assert problems == []
        page.context.close()
