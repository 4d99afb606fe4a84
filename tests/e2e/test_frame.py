"""A card of Explore in a frame of somebody else's page."""

import re

import pytest
from playwright.sync_api import expect

PAGE = "<!doctype html><html lang='en'><title>A lecture</title><main><h1>Trees</h1>{}</main></html>"


@pytest.fixture
def lecture(explorer, url):
    """Opens a page with this in its body, of the same origin; answers the frame's document."""
    tabs = []

    def open_(body, **size):
        tab = explorer.page.context.new_page()
        tabs.append(tab)
        tab.set_viewport_size({"width": 900, "height": 700, **size})
        address = "/".join(url.split("/")[:3]) + "/a-lecture.html"
        tab.route(
            address, lambda route: route.fulfill(body=PAGE.format(body), content_type="text/html")
        )
        tab.goto(address)
        return tab.frame_locator("iframe")

    yield open_
    for tab in tabs:
        tab.close()


def copied_frame(explorer):
    context = explorer.page.context
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    explorer.page.get_by_role("button", name="Export and import").click()
    # what a phone has here stands in the header
    expect(explorer.page.locator("#files").get_by_text("Copy link")).to_be_hidden()
    explorer.page.get_by_role("button", name="Frame for a web page").click()
    expect(explorer.page.locator("[data-toast-note]")).to_contain_text("Frame copied")
    return explorer.page.evaluate("navigator.clipboard.readText()")


def test_the_copied_frame_shows_this_very_tree_and_goes_on(explorer, lecture):
    explorer.run_to(10)
    explorer.step()
    steps = explorer.status()["steps"]
    frame = lecture(copied_frame(explorer))
    status = frame.locator("#status")
    expect(status).to_have_attribute("data-steps", str(steps))
    expect(frame.locator("#explore .card.tree")).to_be_visible()
    for hidden in (".header", "#explore .card.board", "#explore .card.why", "#explore .recipe"):
        expect(frame.locator(hidden).first).to_be_hidden()
    whole = frame.get_by_role("link", name="Open in Explorer")
    expect(whole).to_have_attribute("href", re.compile(rf"[?&]at={steps // 4}\.{steps % 4}"))
    assert "embed=" not in whole.get_attribute("href")
    frame.get_by_role("button", name="Step one phase").click()
    expect(status).to_have_attribute("data-steps", str(steps + 1))


@pytest.mark.parametrize("card", ["board", "why"])
def test_another_card_can_be_named(explorer, url, lecture, card):
    """On a narrow page, too: nothing of the card is beyond its frame."""
    source = f"{url}?preset=tictactoe-uct&amp;at=9.2&amp;embed={card}"
    frame = lecture(f"<iframe src='{source}' title='A card' width='380' height='420'></iframe>")
    expect(frame.locator("#status")).to_have_attribute("data-steps", "38")
    for name in ("tree", "board", "why"):
        is_named = expect(frame.locator(f"#explore .card.{name}"))
        (is_named.to_be_visible if name == card else is_named.to_be_hidden)()
    inside = frame.locator(":root").evaluate("root => [root.scrollWidth, root.scrollHeight]")
    assert inside[0] <= 380
    assert inside[1] <= 420
