"""The widget in Python: what it is made of, and what leads it."""

import pytest
import traitlets

import explorer
from mcsearch import Recipe
from mcsearch.check import tree_file


@pytest.fixture
def search():
    search = Recipe("tictactoe", "xx. / oo. / ...", "uct", {"iterations": 40}, seed=1).build()
    search.run(20)
    return search


def test_it_begins_where_the_search_is_and_goes_on_alone(search):
    widget = explorer.widget(search)
    assert (widget.steps, widget.selected, widget.theme) == (80, [], "auto")
    before = widget._page
    assert widget.run(5) == 5
    assert (widget.steps, widget.search.iterations, search.iterations) == (100, 25, 20)
    assert widget._page != before
    assert widget.run(1000) == 15  # its budget is 40


def test_its_page_is_the_saved_file(search, tmp_path):
    explorer.save(search, tmp_path / "search.html", most_moments=404)
    assert explorer.widget(search)._page == (tmp_path / "search.html").read_text("utf-8")


def test_a_tree_of_any_program_is_one_too():
    root = tree_file.from_json('{"visits": 2, "children": [{"action": "a", "visits": 1}]}')
    assert explorer.widget(root).search.tree.size == 2


def test_what_it_cannot_show_is_told():
    search = Recipe("tictactoe").build()
    with pytest.raises(ValueError, match="has not begun"):
        explorer.widget(search)
    search.run(1)
    with pytest.raises(traitlets.TraitError, match="theme"):
        explorer.widget(search, theme="blue")
