"""A game from a folder of its own, on the served page: drawn, played, pointed at, linked to."""

from pathlib import Path

import pytest
from explorer_page import ARRIVAL_SECONDS
from playwright.sync_api import expect

from conftest import served_page

GAMES = Path(__file__).parent.parent / "core" / "people" / "games"
# o cannot put a stone
PASSING = "...... / ...... / ...... / ...... / ...... / xxo.ox o"


@pytest.fixture(scope="module")
def url():
    """Overrides that of all pages: only a server can be given a folder."""
    program = Path(__file__).with_name("serve_with_games.py")
    with served_page(command=(str(program), str(GAMES))) as address:
        yield address


def arrives(explorer):
    """Waits until the link's recipe is there."""
    game = explorer.page.locator("[data-text='game']")
    expect(game).to_contain_text("Reversi", timeout=1000 * ARRIVAL_SECONDS)


def test_reversi_is_drawn_played_pointed_at_and_linked_to(open_page, url):
    explorer = open_page(f"{url}?game=reversi&search=uct&seed=1&iterations=60")
    page = explorer.page
    arrives(explorer)
    explorer.pause()
    explorer.go_to_first()
    for phase in (1, 2, 3, 4) * 2:
        assert explorer.step()["phase"] == phase
    explorer.run_to(32)
    assert explorer.told()["path"]

    # the pointer on the cell of a move marks its row, a click selects the child
    assert {row[0].strip() for row in explorer.rows()} == {"b3", "c2", "d5", "e4"}
    box = page.locator("#board canvas").first.bounding_box()
    targets = page.evaluate(
        "(() => { const found = Bokeh.documents.map(d => d.get_model_by_name('board-targets'))"
        ".find(Boolean); const { x, y, action } = found.data;"
        " const cell = [...action].findIndex((each) => each >= 0);"
        " return [x[cell], y[cell], action[cell]]; })()"
    )
    x, y, action = targets
    page.mouse.move(box["x"] + x, box["y"] + box["height"] - y)
    hovered = page.locator("#why tr.hovered")
    expect(hovered).to_have_attribute("data-actions", str(action))
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("#explore [data-text='board-context']")).to_have_text(
        "selected node, depth 1"
    )

    link = explorer.copy_link()
    assert f"node={action}" in link
    picture = explorer.state()
    other = open_page(link)
    other.wait("Number(status.iteration) >= 32 && status.busy === 'false'", 60)
    for known in ("texts", "rows", "narration"):
        assert other.state()[known] == picture[known]


def test_a_pass_is_an_action_like_others(open_page, url):
    explorer = open_page(f"{url}?game=reversi&search=uct&seed=1&position={PASSING}")
    arrives(explorer)
    explorer.pause()
    explorer.go_to_first()
    for _ in range(5):
        explorer.step()
    assert [row[0].strip() for row in explorer.rows()] == ["pass"]
    explorer.press("Set up a position")
    dialog = explorer.page.locator("#editor")
    dialog.get_by_role("button", name="pass", exact=True).click()
    expect(dialog.locator("#editor-text")).to_have_value(PASSING[:-1] + "x")
    expect(dialog.locator("[data-editor-action]")).to_have_count(0)
