"""Trees of other programs: live, in a file, and imported as the page does it."""

import gzip
import json
import re
from base64 import b64decode

import pytest

import explorer
from explorer.alone.foreign import search_of
from explorer.alone.live import SearchView
from explorer.session import imports
from explorer.session.frames import make_frame
from explorer.session.problems import recipe_with
from mcsearch import Recipe, RecipeError, check
from mcsearch.check.tree_file import TreeFileError, to_json
from mcsearch.examples import plain_mcts


def tree(iterations=200):
    return plain_mcts.run(check.offered("tictactoe"), iterations, 1)


def head_of(file):
    text = file.read_text()
    (packed,) = re.findall(r'id="moments">([^<]+)<', text)
    plain = gzip.decompress(b64decode(packed))
    return text, json.loads(plain[4 : 4 + int.from_bytes(plain[:4], "little")])


def test_a_root_is_shown_with_its_own_numbers():
    root = tree()
    view = SearchView(search_of(root, None))
    frame = view._tree.frame
    assert frame["visits"][0] == root.visits == 200
    kids = {str(kid.move): (kid.visits, kid.wins / kid.visits) for kid in root.children}
    shown = {
        name: (n, pytest.approx(mean))
        for name, parent, n, mean in zip(
            frame["names"], frame["parent"], frame["visits"], frame["mean"], strict=True
        )
        if parent == 0
    }
    assert shown == kids
    assert view._transport not in view.__panel__()  # there is nothing to step through


def test_the_table_has_the_most_visited_child_first_and_tells_mean_values():
    root = tree()
    view = SearchView(search_of(root, None))
    kids = sorted(root.children, key=lambda kid: (-kid.visits, -kid.wins / kid.visits))
    html = view._why._view.root.object
    rows = re.findall(r'<tr[^>]*data-actions="(\d+)"', html)
    assert [int(row) for row in rows] == [root.children.index(kid) for kid in kids]
    assert "mean value</th>" in html
    assert "score" not in html


def test_a_branch_is_walked_down_and_opened():
    view = SearchView(search_of(tree(2000), None))
    before = len(view._tree.frame["x"])
    view._tree._handle_msg({"name": "select", "value": [0, 0]})
    assert view._tree.selected == view._why.selected == [0, 0]
    view._tree._handle_msg({"name": "open-more", "value": {"actions": [0, 0], "count": 7}})
    assert len(view._tree.frame["x"]) > before
    view._tree._handle_msg({"name": "collapse", "value": [0]})
    assert view._tree.frame["is_collapsed"]


def test_snapshots_are_stepped_through():
    view = SearchView(search_of([tree(n) for n in (20, 60, 200)], None))
    told, visits = [], []
    for name in ("", "step-iteration", "step-iteration", "back-iteration", "to-budget", "reset"):
        if name:
            view._transport._handle_msg({"name": name, "value": None})
        told.append(view._transport.told["iteration"])
        visits.append(view._tree.frame["visits"][0])
    assert visits == [20, 60, 200, 60, 200, 20]
    assert told == [f"Snapshot {number}" for number in (1, 2, 3, 2, 3, 1)]
    assert view._transport in view.__panel__()


def test_a_tree_and_snapshots_are_saved(tmp_path):
    file = tmp_path / "tree.html"
    explorer.save(tree(), file)
    text, head = head_of(file)
    assert head["moments"] == 1
    assert "<title>Search tree</title>" in text
    explorer.save([tree(20), tree(60), tree(200)], file)
    _, head = head_of(file)
    assert head["moments"] == 3
    titles = set(re.findall(r'"(Snapshot \d+)"', json.dumps(head)))
    assert titles == {"Snapshot 1", "Snapshot 2", "Snapshot 3"}  # as live


def test_a_tree_whose_nodes_have_pictures_is_shown_and_saved(tmp_path):
    """To the end of its best sequence, of which a tree does not say what it comes to."""
    end = '{"action": "b2", "visits": 1, "value": 0.5, "picture": "xo.\\n.x."}'
    text = f'{{"visits": 2, "value": 0.5, "picture": "...\\n...", "children": [{end}]}}'
    file = tmp_path / "tree.json"
    file.write_text(text)
    explorer.save(file, tmp_path / "tree.html")
    _, head = head_of(tmp_path / "tree.html")
    assert head["moments"] == 1
    assert "★ best" in json.dumps(head, ensure_ascii=False)
    drawn = make_frame(imports.read(text, Recipe("tictactoe")).build()).strip
    assert [thumbnail.caption for thumbnail in drawn.thumbnails] == ["start · b2", "★ best"]


def test_a_json_file_is_shown_as_its_tree(tmp_path):
    file = tmp_path / "tree.json"
    file.write_text(to_json(tree()))
    shown = SearchView(search_of(str(file), None))._tree.frame
    assert list(shown["visits"]) == list(SearchView(search_of(tree(), None))._tree.frame["visits"])
    file.write_text("{}")
    with pytest.raises(TreeFileError, match="visits of the root"):
        explorer.save(file, tmp_path / "tree.html")


def test_a_shape_tells_the_names_and_what_is_no_tree_is_refused():
    class Node:
        def __init__(self, *kids):
            self.sub, self.times = kids, 1 + sum(kid.times for kid in kids)

    root = Node(Node(), Node(Node()))
    shape = check.Shape(children="sub", visits="times")
    assert search_of(root, shape).playouts == 4
    with pytest.raises(check.ShapeError, match="children"):
        explorer.show(5)


def test_the_page_imports_a_tree_and_tells_what_is_wrong_with_one():
    present = Recipe("tictactoe")
    recipe = imports.read(to_json(tree()), present)
    assert recipe.build().playouts == 200
    with pytest.raises(RecipeError, match="visits of node 1 is 'x'"):
        imports.read('{"visits": 1, "children": [{"visits": "x"}]}', present)
    with pytest.raises(RecipeError, match="travels in no link"):
        recipe_with(recipe.game)
