"""The board editor on the page: painting, keys, text, stones; nothing wrong gets through."""

import pytest
from playwright.sync_api import expect


def editor(explorer, name: str = "Edit this board"):
    """The opened dialog."""
    explorer.button(name).click()
    dialog = explorer.page.get_by_role("dialog", name="Board editor")
    expect(dialog).to_be_visible()
    return dialog


def cell(dialog, number: int):
    return dialog.locator(f"[data-cell='{number}']")


def position(explorer) -> str:
    """The rows of the present board, as the editor opens with them."""
    dialog = editor(explorer)
    text = dialog.get_by_label("As text").input_value()
    dialog.get_by_role("button", name="Close").click()
    return text


@pytest.fixture
def small(explorer):
    """The page with a nested search on a 6 x 6 board."""
    explorer.load_preset("NMCS, level 2")
    explorer.wait("status.steps === '0'")
    return explorer


def test_tiles_are_painted_with_the_pointer_and_used(small):
    dialog = editor(small)
    text = dialog.get_by_label("As text")
    rows = text.input_value().split("\n")
    assert [len(row) for row in rows] == [6] * 6
    dialog.get_by_role("button", name="3: sand").click()
    for number in range(6):
        cell(dialog, number).click()
    assert text.input_value().split("\n") == ["333333", *rows[1:]]
    # a drag paints what it goes over
    first, last = cell(dialog, 6).bounding_box(), cell(dialog, 11).bounding_box()
    mouse = small.page.mouse
    mouse.move(first["x"] + 5, first["y"] + 5)
    mouse.down()
    mouse.move(last["x"] + 5, last["y"] + 5, steps=12)
    mouse.up()
    assert text.input_value().split("\n")[:2] == ["333333", "333333"]
    dialog.get_by_role("button", name="Use this board").click()
    expect(dialog).to_be_hidden()
    expect(small.page.locator("[data-notice]")).to_be_visible()
    assert position(small).split("\n")[:2] == ["333333", "333333"]
    assert small.status()["steps"] == 0
    small.step()
    assert small.status()["phase"] == 1


def test_the_keyboard_alone_paints_a_board(small):
    small.button("Edit this board").press("Enter")
    dialog = small.page.get_by_role("dialog", name="Board editor")
    expect(dialog).to_be_visible()
    before = dialog.get_by_label("As text").input_value().split("\n")
    keys = small.page.keyboard
    while small.page.evaluate("document.activeElement.dataset.cell") is None:
        keys.press("Tab")
    for key in ("1", "ArrowRight", "2", "ArrowDown", "4", "ArrowLeft", "0"):
        keys.press(key)
    rows = dialog.get_by_label("As text").input_value().split("\n")
    assert rows[:2] == ["12" + before[0][2:], ".4" + before[1][2:]]
    assert rows[2:] == before[2:]
    keys.press("9")
    expect(dialog.get_by_role("alert")).to_contain_text("colour 9: the board has 4; give 1 to 4")
    while small.page.evaluate("document.activeElement.dataset.editor") != "use":
        keys.press("Tab")
    keys.press("Enter")
    expect(dialog).to_be_hidden()
    # the tile above the empty cell has fallen
    assert position(small).split("\n")[:2] == [".2" + before[0][2:], "14" + before[1][2:]]


def test_a_wrong_text_says_what_to_do_and_keeps_everything(small):
    small.press("Step one iteration")
    small.wait("status.iteration === '1'")
    before = small.status()
    dialog = editor(small)
    board = dialog.locator("[data-editor-board]").inner_text()
    dialog.get_by_label("As text").fill("112\n21x")
    error = dialog.get_by_role("alert")
    expect(error).to_contain_text("board row 2, column 3: unknown colour 'x'")
    dialog.get_by_label("Columns").fill("21")
    dialog.get_by_label("Columns").blur()
    expect(error).to_have_text("board width: 21 is not valid; give 1 to 20")
    dialog.get_by_role("button", name="Use this board").click()
    expect(error).to_contain_text("colours are digits")
    expect(dialog).to_be_visible()
    assert dialog.locator("[data-editor-board]").inner_text() == board
    dialog.get_by_role("button", name="Close").click()
    assert small.status() == before


def test_text_size_and_colours_make_another_board(small):
    dialog = editor(small)
    dialog.get_by_label("As text").fill("1 1 2 2\n2 2 1 1\n3 3 3 3")
    expect(dialog.locator("[data-cell]")).to_have_count(12)
    dialog.get_by_label("Rows").fill("5")
    dialog.get_by_label("Rows").blur()
    expect(dialog.locator("[data-cell]")).to_have_count(20)
    dialog.get_by_label("Colours").fill("2")
    dialog.get_by_label("Colours").blur()
    rows = dialog.get_by_label("As text").input_value().split("\n")
    assert rows[2:] == ["1122", "2211", "1111"]
    assert set("".join(rows)) <= {"1", "2"}
    dialog.get_by_role("button", name="Use this board").click()
    expect(dialog).to_be_hidden()
    assert position(small).split("\n") == rows


def test_stones_are_put_in_turn_and_taken_back(explorer):
    explorer.load_preset("UCT on Tic-Tac-Toe")
    explorer.wait("status.steps === '0'")
    dialog = editor(explorer, "Set up a position")
    for number, values in ((4, "....x...."), (0, "o...x...."), (8, "o...x...x")):
        cell(dialog, number).click()
        rows = " / ".join(values[i : i + 3] for i in (0, 3, 6))
        expect(dialog.get_by_label("As text")).to_have_value(rows)
    cell(dialog, 4).click()
    expect(dialog.get_by_role("alert")).to_contain_text("choose another place")
    dialog.get_by_role("button", name="Take back").click()
    expect(dialog.get_by_label("As text")).to_have_value("o.. / .x. / ...")
    dialog.get_by_role("button", name="Use this board").click()
    expect(dialog).to_be_hidden()
    expect(explorer.field("Position")).to_have_value("o.. / .x. / ...")


def test_the_search_has_its_colour_also_when_it_moves_second(explorer):
    explorer.load_preset("UCT on Tic-Tac-Toe")
    explorer.wait("status.steps === '0'")
    dialog = editor(explorer, "Set up a position")
    cell(dialog, 0).click()
    expect(cell(dialog, 0)).to_have_attribute("data-value", "1")
    assert colour_of(cell(dialog, 0)) == colour_named(explorer, "--disc-opponent")
    cell(dialog, 4).click()
    expect(cell(dialog, 4)).to_have_attribute("data-value", "2")
    assert colour_of(cell(dialog, 0)) == colour_named(explorer, "--disc-search")
    assert colour_of(cell(dialog, 4)) == colour_named(explorer, "--disc-opponent")
    explorer.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def colour_of(stone):
    return stone.evaluate("cell => getComputedStyle(cell.firstElementChild).backgroundColor")


def colour_named(explorer, name):
    return explorer.page.evaluate(
        "name => { const probe = document.createElement('i');"
        " probe.style.backgroundColor = `var(${name})`; document.body.append(probe);"
        " const colour = getComputedStyle(probe).backgroundColor; probe.remove(); return colour; }",
        name,
    )
