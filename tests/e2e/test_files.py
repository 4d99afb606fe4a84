"""Links and files through the browser: what is saved, what is pasted, what a wrong one says."""

import json
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from mcsearch.presets import PRESETS
from mcsearch.trace import record, replay

pytestmark = pytest.mark.at_rest


def save(explorer, title: str) -> tuple[str, str]:
    """The name and the text of the file that an entry of the export menu gives."""
    explorer.button("Export and import").click()
    with explorer.page.expect_download() as waiting:
        explorer.button(title).click()
    download = waiting.value
    return download.suggested_filename, download.path().read_bytes().decode("latin-1")


def test_every_export_is_what_it_says(explorer):
    explorer.run_to(20)
    name, text = save(explorer, "Picture as SVG")
    assert name == "spmcts-uct-tree.svg"
    assert text.startswith("<svg xmlns")
    assert text.count("<circle") > 10
    assert ' width="160mm"' in text
    words = " ".join(ElementTree.fromstring(text.encode("latin-1").decode()).itertext())
    assert "Mean score" in words
    assert "Iteration 20" in words
    assert "UCT + deviation (1)" in words
    assert "?preset=spmcts-uct" in words
    name, tikz = save(explorer, "Figure as TikZ")
    assert name == "spmcts-uct-tree.tex"
    assert tikz.count("circle") >= text.count("<circle")
    assert tikz.count("{") == tikz.count("}")
    name, text = save(explorer, "Picture as PNG")
    assert name.endswith(".png")
    assert text.startswith("\x89PNG")
    assert len(text) > 10_000
    _, text = save(explorer, "Recipe, JSON")
    assert json.loads(text) == PRESETS["spmcts-uct"].recipe.to_dict()
    _, text = save(explorer, "Trace, JSON Lines")
    assert replay(text).iterations == 20
    _, text = save(explorer, "Move sequence")
    assert "# score" in text


@pytest.mark.parametrize("preset", ["nmcs", "gnrpa"])
def test_the_picture_is_of_what_is_on_show_also_where_it_is_no_tree(explorer, preset):
    page = explorer.page
    explorer.load_preset(PRESETS[preset].title)
    explorer.run_to(20)
    name, text = save(explorer, "Picture as SVG")
    assert name == f"{preset}-lanes.svg"
    drawn = " ".join(ElementTree.fromstring(text.encode("latin-1")).itertext()).split()
    shown = page.evaluate(
        """() => [...document.querySelectorAll('#lanes b, #lanes .tick, #lanes .headline')]
            .filter((one) => one.checkVisibility()).map((one) => one.textContent)"""
    )
    assert len(shown) > 10
    assert set(" ".join(shown).split()) <= set(drawn)
    name, text = save(explorer, "Picture as PNG")
    assert name == f"{preset}-lanes.png"
    assert text.startswith("\x89PNG")


def test_a_trace_is_replayed_and_a_wrong_one_stops(explorer):
    lines = list(record(PRESETS["spmcts-uct"].recipe, 12))
    explorer.give("\n".join(lines))
    explorer.wait("status.iteration === '12' && status.busy === 'false'")
    toast = explorer.page.locator("[data-toast]")
    expect(toast).to_contain_text("48 phases are repeated to the last bit")
    lines[20] = lines[20].replace('"best": ', '"best": 1')
    explorer.give("\n".join(lines))
    expect(toast).to_contain_text("first differs: trace line 21: iteration 5, backpropagation")
    explorer.press("Dismiss")


@pytest.mark.parametrize(("wrong", "told"), [("1 2 x", "column"), ('{"game": "chess"}', "chess")])
def test_a_wrong_import_is_told_in_the_dialog_and_changes_nothing(explorer, wrong, told):
    explorer.run_to(10)
    explorer.give(wrong)
    expect(explorer.page.locator("#import-error")).to_contain_text(told)
    explorer.page.keyboard.press("Escape")
    assert explorer.status()["iteration"] == 10


def test_a_wrong_link_is_told_and_the_page_starts(open_page, url):
    explorer = open_page(at=url + "?preset=spmcts-uct&nodes=99999999")
    explorer.wait_until_moving()
    expect(explorer.page.locator("[data-toast-error]")).to_contain_text("nodes")


def test_a_position_that_is_over_says_so(explorer):
    explorer.load_preset(PRESETS["tictactoe-uct"].title)
    explorer.wait("status.steps === '0'")
    field = explorer.field("Position")
    field.fill("xxx / oo. / ...")
    field.press("Enter")
    expect(explorer.page.locator("[data-narration]").filter(visible=True)).to_have_text(
        "No moves: the position is over."
    )
    expect(explorer.button("Step one phase")).to_have_attribute("aria-disabled", "true")
