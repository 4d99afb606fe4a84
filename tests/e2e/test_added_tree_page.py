"""A page of the tree card and its transport: a folder of a few lines, and all of it answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from explorer_page import ExplorerPage
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import DESKTOP, PHONE, served_page

FOLDER = Path(__file__).parent / "added" / "pages" / "tree"
VIEW = "view=tree"
MOTION_MS = 500  # more than the card takes from one frame to the next
# of the card: where it is in the window, and what Python has laid out for it
BOXES = """() => {
  const card = document.querySelector(".cards > .fill");
  const host = card.querySelector("[data-root-id] > *");
  const stage = host.shadowRoot.querySelector("[data-stage]");
  return [card, host, stage].map((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return [left, top, width, height];
  });
}"""
FRAME = """(name) => {
  const models = [...Bokeh.documents[0]._all_models.values()];
  const { frame } = models.find((model) => model.data?.attributes?.stage).data;
  const value = frame instanceof Map ? frame.get(name) : frame[name];
  return value.length ?? value;
}"""
PIXELS = """(canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let hash = 0;
  for (const word of new Uint32Array(data.buffer)) hash = (Math.imul(hash, 31) + word) | 0;
  return hash;
}"""
IS_TOO_LARGE = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return scrollWidth > innerWidth || scrollHeight > innerHeight;
}"""

BUTTONS_OUTSIDE = """() => {
  const all = (root) => [...root.querySelectorAll("*")].flatMap((each) =>
    [each, ...(each.shadowRoot ? all(each.shadowRoot) : [])]);
  const seen = all(document.querySelector("main.cards"))
    .filter((each) => each.matches("button") && each.checkVisibility({ visibilityProperty: true }));
  if (!seen.length) return ["none is there"];
  const outside = ({ left, top, right, bottom }) =>
    left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  return seen.filter((button) => outside(button.getBoundingClientRect()))
    .map((button) => button.outerHTML);
}"""


class TreePage:
    """The page in one tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.stage = page.get_by_role("group", name="Search tree").filter(visible=True)
        self.canvas = self.stage.locator("canvas")
        self.nodes = self.stage.locator(".spot[data-spot^='node ']")
        self.where = page.locator(".moment-line")
        self.crumbs = self.stage.locator("[data-crumbs] button")
        self.told = self.stage.locator("[data-card]")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).filter(visible=True).click()

    def jump(self, iteration: int | str) -> None:
        slider = self.page.get_by_role("slider", name="Iteration")
        set_to = "(s, to) => { s.value = to; s.dispatchEvent(new Event('change')); }"
        slider.evaluate(set_to, str(iteration))

    def is_at(self, moment: str) -> None:
        expect(self.where).to_have_text(moment)

    def frame(self, name: str) -> float:
        """A number of the frame that Python has sent, or the length of an array."""
        return float(self.page.evaluate(FRAME, name))

    def until(self, holds: Callable[[], Any]) -> None:
        """Wait until something holds that no locator can tell."""
        for _ in range(150):
            if holds():
                return
            self.page.wait_for_timeout(100)
        raise AssertionError("it does not come to hold")

    def place(self, node: Locator) -> tuple[float, float]:
        """The middle of a node at rest; its button stays behind while the tree moves."""
        seen: list[Any] = [None, node.bounding_box()]
        while seen[-1] != seen[-2]:
            self.page.wait_for_timeout(MOTION_MS)
            seen.append(node.bounding_box())
        box = seen[-1]
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def busiest(self) -> Locator:
        """The child of the root with the most visits."""
        labels = [node.get_attribute("aria-label") or "" for node in self.nodes.all()]
        visits = [int(label.split(": ")[1].split(" ")[0]) for label in labels]
        return self.nodes.nth(visits.index(max(visits)))

    def spread(self) -> float:
        """How far the outermost children of the root are from each other."""
        return self.place(self.nodes.last)[0] - self.place(self.nodes.first)[0]

    def empty_place(self) -> tuple[float, float]:
        """On the canvas beside the root, where no node is."""
        box = self.canvas.bounding_box()
        assert box is not None
        return box["x"] + 30, box["y"] + 60


Visit = Callable[..., TreePage]


@pytest.fixture(scope="module")
def added() -> Iterator[str]:
    """The explorer with the added pages, for all tests here."""
    with served_page(app=str(FOLDER.parents[1])) as url:
        yield url


@pytest.fixture
def visit(browser: Browser, added: str) -> Iterator[Visit]:
    """Opens the page for a new visitor; the tabs must stay clean."""
    contexts, problems = [], []

    def visited(**options: Any) -> TreePage:
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: said.type == "error" and problems.append(said.text))
        page.goto(f"{added}?{VIEW}")
        tree = TreePage(page)
        tree.is_at("Iteration 0")
        return tree

    yield visited
    for context in contexts:
        context.close()
    assert problems == []


def fills_its_place(tree: TreePage) -> None:
    """The card is as large as its place, the drawing made for it, its buttons in the window."""
    expect(tree.stage).to_be_visible()
    card, host, stage = tree.page.evaluate(BOXES)
    assert [round(side) for side in host[2:]] == [round(side - 2) for side in card[2:]]
    assert host == stage
    assert not tree.page.evaluate(IS_TOO_LARGE)
    width, height = (round(side) for side in stage[2:])
    tree.until(lambda: abs(tree.frame("width") - width) <= 1)
    assert abs(tree.frame("height") - height) <= 1
    # read at once, for the nodes' buttons come and go with the frames
    assert tree.page.evaluate(BUTTONS_OUTSIDE) == []


def test_it_is_three_files_and_25_lines() -> None:
    files = [path for path in FOLDER.iterdir() if path.is_file()]
    assert len(files) <= 3
    assert sum(len(path.read_text().splitlines()) for path in files) <= 25


def test_its_steps_and_its_tree_by_mouse_and_keys(visit: Visit) -> None:
    tree = visit(viewport=DESKTOP)
    page = tree.page
    fills_its_place(tree)
    # on, back, and to any iteration
    before = tree.canvas.evaluate(PIXELS)
    tree.press("Step one phase")
    tree.is_at("Iteration 0 phase 1 of 4")
    tree.press("Step one iteration")
    tree.is_at("Iteration 1 phase 4 of 4")
    tree.press("Step one iteration")
    tree.press("Back one phase")
    tree.is_at("Iteration 1 phase 3 of 4")
    tree.press("Back one iteration")
    tree.is_at("Iteration 1 phase 4 of 4")
    tree.press("First: back to the empty tree")
    tree.is_at("Iteration 0")
    tree.jump(200)
    tree.is_at("Iteration 200 phase 4 of 4")
    tree.press("Run 100 iterations")
    tree.is_at("Iteration 300 phase 4 of 4")
    assert tree.canvas.evaluate(PIXELS) != before
    tree.press("Play")
    expect(tree.where).to_contain_text("Iteration 301")
    tree.press("Pause")
    tree.jump(300)
    tree.is_at("Iteration 300 phase 4 of 4")
    # a jump that takes long is told, and stopped where it is
    tree.press("To budget")
    expect(page.get_by_role("progressbar", name="Jump")).to_be_visible()
    tree.press("Stop")
    expect(page.get_by_role("progressbar", name="Jump")).to_be_hidden()
    expect(tree.where).not_to_contain_text("Iteration 300 ")
    tree.jump(300)
    tree.is_at("Iteration 300 phase 4 of 4")
    # a word about the node under the pointer; a click selects it, another one changes nothing
    expect(tree.nodes).to_have_count(7)
    node = tree.busiest()
    name = (node.get_attribute("aria-label") or "").split(":")[0]
    at = tree.place(node)
    page.mouse.move(*at)
    expect(tree.told).to_be_visible()
    expect(tree.told).to_contain_text(name)
    page.mouse.move(*tree.empty_place())
    expect(tree.told).to_be_hidden()
    for _ in range(2):
        page.mouse.click(*at)
        expect(tree.crumbs).to_have_text(["root", name])
    page.mouse.click(*tree.empty_place())
    expect(tree.crumbs).to_have_text(["root", name])
    # a branch is collapsed and opened again: by a double click, and by the button
    drawn = tree.frame("x")
    page.mouse.dblclick(*at)
    tree.until(lambda: tree.frame("x") < drawn)
    tree.press("Expand")
    tree.until(lambda: tree.frame("x") == drawn)
    tree.press("Collapse")
    tree.until(lambda: tree.frame("x") < drawn)
    tree.press("Expand")
    tree.until(lambda: tree.frame("x") == drawn)
    # by the keyboard: up the path, and down child by child
    tree.crumbs.first.focus()
    page.keyboard.press("Enter")
    expect(tree.nodes).to_have_count(7)
    node = tree.busiest()
    action = node.get_attribute("data-actions")
    node.focus()
    page.keyboard.press("Enter")
    expect(tree.crumbs).to_have_count(2)
    expect(tree.nodes.first).to_have_attribute("data-actions", re.compile(rf"^{action},\d+$"))
    focused = tree.stage.locator(".spot:focus")
    for _ in range(12):
        page.keyboard.press("Tab")
        if focused.count() and focused.get_attribute("data-actions"):
            break
    expect(focused).to_have_attribute("data-actions", re.compile(rf"^{action},\d+$"))
    page.keyboard.press("Enter")
    expect(tree.crumbs).to_have_count(3)
    tree.crumbs.first.click()
    expect(tree.nodes).to_have_count(7)
    # a "+n" opens more children
    pill = tree.stage.locator(".spot[data-pill]").first
    label = pill.get_attribute("aria-label")
    page.mouse.click(*tree.place(pill))
    expect(tree.stage.get_by_role("button", name=label, exact=True)).to_have_count(0)


def test_who_comes_in_the_dark_has_dark_cards(visit: Visit) -> None:
    hosts = visit(color_scheme="dark").page.locator(".cards [data-root-id] > *")
    expect(hosts).to_have_count(2)
    for host in hosts.all():
        expect(host).to_have_attribute("data-theme", "dark")


def test_it_is_looked_at_from_near_and_in_both_themes(visit: Visit) -> None:
    tree = visit(viewport=DESKTOP)
    page = tree.page
    tree.jump(2000)
    tree.is_at("Iteration 2\u202f000 phase 4 of 4")
    expect(tree.nodes).to_have_count(7)
    whole, drawn = tree.spread(), tree.frame("x")
    # by the buttons
    tree.press("Zoom in")
    tree.until(lambda: tree.spread() > 1.2 * whole)
    tree.press("Zoom out")
    tree.until(lambda: abs(tree.spread() - whole) < 2)
    # by the wheel, which brings more of the tree
    page.mouse.move(*tree.place(tree.nodes.nth(3)))
    page.mouse.wheel(0, -400)
    tree.until(lambda: tree.frame("x") > drawn)
    # moved about
    x, y = tree.place(tree.nodes.nth(3))
    there = tree.empty_place()
    page.mouse.move(*there)
    page.mouse.down()
    page.mouse.move(there[0] + 40, there[1] + 20)
    page.mouse.up()
    tree.until(lambda: tree.place(tree.nodes.nth(3)) == pytest.approx((x + 40, y + 20), abs=2))
    tree.press("Fit the whole tree")
    tree.until(lambda: abs(tree.spread() - whole) < 2)
    tree.until(lambda: tree.frame("x") == drawn)
    tree.press("Zoom in")
    tree.until(lambda: tree.spread() > 1.2 * whole)
    page.mouse.dblclick(*tree.empty_place())
    tree.until(lambda: abs(tree.spread() - whole) < 2)
    # the legends
    expect(tree.stage.locator("[data-means]")).to_contain_text("Win rate of the search")
    expect(tree.stage.locator("[data-key]")).to_contain_text("current path")
    # the theme
    host = page.locator(".cards > .fill [data-root-id] > *")
    light = tree.canvas.evaluate(PIXELS)
    tree.press("Dark theme")
    expect(host).to_have_attribute("data-theme", "dark")
    tree.until(lambda: tree.canvas.evaluate(PIXELS) != light)
    transport = page.locator("p.sentence")
    ink = transport.evaluate("each => getComputedStyle(each).color")
    tree.press("Dark theme")
    expect(host).to_have_attribute("data-theme", "light")
    tree.until(lambda: tree.canvas.evaluate(PIXELS) == light)
    assert transport.evaluate("each => getComputedStyle(each).color") != ink
    # another window
    page.set_viewport_size({"width": 900, "height": 640})
    tree.until(lambda: abs(tree.frame("width") - 882) <= 1)
    fills_its_place(tree)


def test_it_is_touched_on_a_phone(visit: Visit) -> None:
    tree = visit(**PHONE)
    page = tree.page
    fills_its_place(tree)
    tree.press("Step one phase")
    tree.is_at("Iteration 0 phase 1 of 4")
    fills_its_place(tree)
    tree.press("Back one phase")
    tree.is_at("Iteration 0")
    tree.jump(2000)
    tree.is_at("Iteration 2\u202f000 phase 4 of 4")
    fills_its_place(tree)
    expect(tree.nodes).to_have_count(7)
    whole = tree.spread()
    expect(tree.stage.locator("[data-means]")).to_be_visible()
    expect(tree.stage.locator("[data-key]")).to_be_hidden()
    page.touchscreen.tap(*tree.place(tree.nodes.first))
    expect(tree.crumbs).to_have_count(2)
    tree.crumbs.first.tap()
    expect(tree.nodes).to_have_count(7)
    # two fingers
    box = tree.canvas.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = page.context.new_cdp_session(page)
    for apart, kind in ((30, "Start"), (45, "Move"), (60, "Move"), (75, "Move")):
        points = [{"x": middle[0] + side * apart, "y": middle[1], "id": side} for side in (-1, 1)]
        points = [{**point, "id": i} for i, point in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    tree.until(lambda: tree.spread() > 1.5 * whole)
    tree.press("Fit the whole tree")
    tree.until(lambda: abs(tree.spread() - whole) < 2)
    # turned
    width, height = PHONE["viewport"]["width"], PHONE["viewport"]["height"]
    page.set_viewport_size({"width": width - 30, "height": height - 100})
    tree.until(lambda: abs(tree.frame("width") - (width - 48)) <= 1)
    fills_its_place(tree)
    page.get_by_role("button", name="Export and import").click()
    tree.press("Dark theme")
    host = page.locator(".cards > .fill [data-root-id] > *")
    expect(host).to_have_attribute("data-theme", "dark")


def test_visitors_and_pages_do_not_disturb_each_other(visit: Visit) -> None:
    tree, other = visit(viewport=DESKTOP), visit(viewport=DESKTOP)
    tree.jump(200)
    tree.is_at("Iteration 200 phase 4 of 4")
    tree.nodes.first.press("Enter")
    expect(tree.crumbs).to_have_count(2)
    other.is_at("Iteration 0")
    other.press("Step one iteration")
    other.is_at("Iteration 1 phase 4 of 4")
    expect(other.crumbs).to_have_count(1)  # of the root, which needs no way
    tree.is_at("Iteration 200 phase 4 of 4")
    # Explore waits, and its keys do nothing here
    links = tree.page.get_by_role("navigation", name="Pages")
    explorer = ExplorerPage(tree.page)
    links.get_by_role("link", name="Explore").click()
    explorer.wait("Number(status.steps) > 0")
    links.get_by_role("link", name="Tree").click()
    explorer.wait_until_still()
    steps = explorer.status()["steps"]
    for key in ("Space", "ArrowRight", "Control+ArrowRight", "ArrowDown"):
        tree.page.keyboard.press(key)
    tree.press("Step one iteration")
    tree.is_at("Iteration 201 phase 4 of 4")
    assert explorer.status()["steps"] == steps
    expect(tree.crumbs).to_have_count(2)
    links.get_by_role("link", name="Trial").click()
    expect(tree.stage).to_be_hidden()
    tree.page.go_back()
    tree.is_at("Iteration 201 phase 4 of 4")
    fills_its_place(tree)
