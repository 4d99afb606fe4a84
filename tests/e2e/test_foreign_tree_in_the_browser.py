"""A tree of another program, from its JSON file: shown and walked, with its own numbers."""

import re

import pytest
from explorer_page import violations_in_its_theme
from foreign_tree import file_of, grown
from playwright.sync_api import expect
from test_tree_in_the_browser import path, resting

pytestmark = pytest.mark.at_rest


@pytest.mark.parametrize("nodes", [300, 100_000])
def test_a_tree_from_a_file_is_shown_and_walked_with_its_own_numbers(
    explorer, tmp_path, nodes, axe
):
    page = explorer.page
    root = grown(nodes)
    page.locator("[data-import-file]").set_input_files(file_of(root, tmp_path))
    explorer.wait(f"status.nodes === '{nodes}' && status.busy === 'false'")
    expect(page.locator("[data-text='iteration']").first).to_have_text("Snapshot 1")
    # it has no phases, no code, and nothing to play
    expect(page.locator("select[data-game]")).to_have_value("a-tree")
    expect(page.locator("#explore [data-form]")).to_be_visible()
    for absent in (".chip", "[data-code-line]"):
        expect(page.locator(f"#explore {absent}").filter(visible=True)).to_have_count(0)
    expect_rows_of(explorer, root)
    node = max(root["children"], key=lambda child: child["visits"])
    found, x, y = resting(page.locator(f"#explore .spot[data-spot='node {node['action'][1:]}']"))
    said = found.get_attribute("aria-label")
    assert said.startswith(f"{node['action']}: ")
    assert digits(said.split(":")[1].split("visit")[0]) == node["visits"]
    page.mouse.click(x, y)
    expect(path(explorer)).to_have_text(["root", node["action"]])
    expect_rows_of(explorer, node)
    for depth in (3, 4):
        explorer.press("Child node")
        expect(path(explorer)).to_have_count(depth)
        name = path(explorer).last.inner_text()
        (node,) = [child for child in node["children"] if child["action"] == name]
        if node.get("children"):
            expect_rows_of(explorer, node)
    if nodes == 300:  # once: it takes as long as all before
        assert violations_in_its_theme(explorer, axe) == []


def digits(text):
    return int(re.sub(r"\D", "", text))


def expect_rows_of(explorer, node):
    """The table of the chosen node has its children, with the visits and means of the file."""
    children = {child["action"]: child for child in node["children"]}
    table = explorer.page.locator("#why tbody")
    expect(table).to_contain_text(re.compile("|".join(children)))
    rows = explorer.rows()
    assert rows
    for name, visits, mean, *_ in rows:
        assert digits(visits) == children[name]["visits"]
        assert float(mean) == pytest.approx(children[name]["value"], abs=0.0006)
