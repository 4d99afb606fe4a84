"""Trees of any program as plain nodes: from its own nodes, from and to JSON, in snapshots."""

import json
import math

import pytest

from mcsearch import check
from mcsearch.check.recorded import RecordedSearch
from mcsearch.check.tree_file import (
    MOST_CHILDREN,
    PlainNode,
    TreeFileError,
    from_json,
    plain_tree,
    schema,
    to_json,
)
from mcsearch.check.tree_recipe import tree_recipe
from mcsearch.examples import plain_mcts

START = check.offered("tictactoe")


def tree(iterations=200, seed=1):
    return plain_mcts.run(START, iterations, seed)


def numbers(node):
    """What is below a program's node, told independently."""
    kids = [(str(kid.move), numbers(kid)) for kid in node.children]
    return node.visits, node.wins / node.visits, kids


def read_numbers(node):
    kids = [(child.action, read_numbers(child)) for child in node.children]
    return node.visits, node.value, kids


def test_a_programs_tree_has_its_numbers_with_sums_as_means():
    root = tree()
    assert read_numbers(plain_tree(root)) == numbers(root)


def test_a_mean_stays_as_it_is():
    kid = {"children": [], "visits": 6, "value": 0.75, "action": "a"}
    root = {"children": [kid, {**kid, "visits": 1}], "visits": 8, "value": 0.25}
    found = plain_tree(root)
    assert (found.value, found.children[0].value) == (0.25, 0.75)
    told = plain_tree(root, check.Shape(value_is="sum"))
    assert (told.value, told.children[0].value) == (0.25 / 8, 0.75 / 6)


def test_json_gives_the_same_tree_again():
    root = tree()
    text = to_json(root)
    assert read_numbers(from_json(text)) == numbers(root)
    assert to_json(from_json(text)) == text


def test_the_schema_takes_what_is_written_and_refuses_what_is_refused():
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(schema())
    validator.check_schema(schema())
    assert validator.is_valid(json.loads(to_json(tree(50))))
    for wrong in WRONG:
        assert not validator.is_valid(json.loads(wrong)), wrong


WRONG = {
    "[1]": "the root is [1]; give an object",
    '{"value": 1}': "visits of the root is None; give a whole number from 0",
    '{"visits": 1.5}': "visits of the root is 1.5",
    '{"visits": -1}': "visits of the root is -1",
    '{"visits": true}': "visits of the root is True",
    '{"visits": 1, "value": "x"}': "value of the root is 'x'; give a number, or null",
    '{"visits": 1, "wins": 1}': "the root has a field 'wins'; give action, visits, value",
    '{"visits": 1, "children": {}, "picture": 3}': "picture of the root is 3; give a text",
    '{"visits": 1, "children": 5}': "the children of the root are no list",
    '{"visits": 2, "children": [{"visits": 1}, {"visits": 1, "children": [{"visits": "1"}]}]}': (
        "visits of node 2.1 is '1'"
    ),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_named_with_its_place(text):
    with pytest.raises(TreeFileError) as error:
        from_json(text)
    assert WRONG[text] in str(error.value)


@pytest.mark.parametrize("text", ["", "{", '{"visits": 1', "nan"])
def test_what_is_no_json_is_refused(text):
    with pytest.raises(TreeFileError, match="tree: "):
        from_json(text)


def test_a_tree_deeper_than_json_reads_is_refused():
    text = '{"visits": 1, "children": [' * 100_000 + "]}" * 100_000
    with pytest.raises(TreeFileError, match="nested too deeply"):
        from_json(text)


def test_a_node_with_more_children_than_can_be_numbered_is_refused():
    root = PlainNode(visits=1, children=[PlainNode(visits=1) for _ in range(MOST_CHILDREN + 1)])
    with pytest.raises(check.ShapeError, match="32,768 children"):
        RecordedSearch([root])


def test_the_recorded_search_has_the_tree_node_by_node():
    root = plain_tree(tree())
    search = RecordedSearch([root])
    assert (search.run(), search.advance()) == (0, 0)
    assert search.stopped == "finished"
    assert search.tree.size == sum(1 for _ in root.walk())
    waiting = [(0, root, search.root)]
    while waiting:
        node, plain, state = waiting.pop()
        assert search.tree.visits_of(node) == plain.visits
        assert search.tree.mean(node) == pytest.approx(plain.value)
        children = search.tree.children(node)
        names = [state.action_name(search.tree.action_of(child)) for child in children]
        assert names == [child.action for child in plain.children]
        for child, below in zip(children, plain.children, strict=True):
            assert search.tree.parent_of(child) == node
            waiting.append((child, below, state.play(search.tree.action_of(child))))


def test_snapshots_follow_one_another_with_the_same_actions():
    counts = (20, 60, 200)
    snapshots = [plain_tree(tree(count)) for count in counts]
    search = RecordedSearch(snapshots)
    ways = set()
    for count, root in zip(counts, snapshots, strict=True):
        assert not ways or search.advance()
        assert search.playouts == count
        names = {}
        for child in search.tree.children(0):
            (action,) = search.actions_to(child)
            names[search.root.action_name(action)] = search.tree.visits_of(child)
        assert names == {child.action: child.visits for child in root.children}
        now = {tuple(search.actions_to(node)) for node in range(search.tree.size)}
        assert ways <= now  # the tree has grown and none is called otherwise
        assert {tuple(search.actions_to(node)) for node in search.new_nodes} == (
            now - ways if ways else set()
        )
        ways = now
    assert search.advance() == 0
    twin = search.copy()
    search.go_to(0)
    assert (twin.playouts, search.playouts) == (200, 20)
    assert (search.run(), search.playouts, search.stopped) == (2, 200, "finished")


def test_one_action_twice_below_a_node_stays_two_nodes():
    kids = [{"action": "a", "visits": 2}, {"action": "a", "visits": 3}, {"visits": 4}]
    root = from_json(json.dumps({"visits": 9, "value": 0.5, "children": kids}))
    search = RecordedSearch([root, root])
    search.run()
    children = search.tree.children(0)
    assert [search.tree.visits_of(child) for child in children] == [2, 3, 4]
    assert [search.actions_to(child) for child in children] == [[0], [1], [2]]
    assert search.new_nodes == []
    assert math.isnan(search.tree.mean(children[0]))


def test_pictures_are_rows_or_drawings():
    kids = [{"visits": 1, "picture": "<svg viewBox='0 0 2 2'></svg>"}, {"visits": 1}]
    root = from_json(json.dumps({"visits": 2, "picture": "x.\n.oo", "children": kids}))
    search = RecordedSearch([root])
    rows = search.root.picture.rows
    assert [[cell.text for cell in row] for row in rows] == [["x", "", ""], ["", "o", "o"]]
    assert "2 2" in search.root.play(0).picture.svg
    assert search.root.play(1).picture.svg


def test_a_recipe_shows_its_tree():
    recipe = tree_recipe(plain_tree(tree(30)))
    assert recipe.replace(seed=5).build().playouts == 30
