"""The tree card in a Panel application of ten lines."""

from pathlib import Path

from playwright.sync_api import Browser, expect

APPLICATION = "ten_lines.py"


def test_the_tree_in_ten_lines(browser: Browser, serve) -> None:
    text = Path(__file__).with_name(APPLICATION).read_text()
    assert len(text.splitlines()) <= 10
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
        crumbs.get_by_role("button", name="root").click()
        expect(nodes).to_have_count(10)
        # pointer: a word about the root
        box = canvas.bounding_box()
        page.mouse.move(box["x"] + 364, box["y"] + 58)
        expect(stage.locator("[data-card]")).to_contain_text("50 visits")
        page.get_by_role("button", name="50 iterations").click()
        page.mouse.move(box["x"] + 364, box["y"] + 57)
        expect(stage.locator("[data-card]")).to_contain_text("100 visits")
        assert problems == []
        page.context.close()
