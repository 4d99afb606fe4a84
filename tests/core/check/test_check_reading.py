"""Trees of many shapes are read: their fields guessed, told, or refused with the remedy."""

import networkx
import pytest

from mcsearch import check
from mcsearch.check.game import Game
from mcsearch.check.reading import read, root_of
from mcsearch.check.shape import guessed
from mcsearch.check.tree_file import plain_tree

START = Game(check.offered("tictactoe", "xo. / ... / ...")).start
CENTRE = START.legal.index(4)


class Thing:
    def __init__(self, **fields):
        self.__dict__.update(fields)


def plain(root, shape=None):
    return read(root, guessed(root, shape or check.Shape(), 7), START)


def is_read(node):
    child = node.child(CENTRE)
    return (node.visits, child.visits, child.value) == (7, 6, 4.5)


def test_lists_of_nodes():
    kid = Thing(children=[], visits=6, wins=4.5, move=4)
    assert is_read(plain(Thing(children=[kid], visits=7, wins=2, move=None)))


def test_dicts_from_actions_to_nodes():
    kid = Thing(children={}, N=6, W=4.5)
    assert is_read(plain(Thing(children={4: kid}, N=7, W=2)))


def test_dicts_as_nodes():
    kid = {"children": [], "visits": 6, "value": 4.5, "action": 4}
    assert is_read(plain({"children": [kid], "visits": 7, "value": 2, "action": None}))


def test_methods_slots_and_names_of_ones_own():
    class Node:
        __slots__ = ("cnt", "mv", "sub", "tot")

        def __init__(self, mv, cnt, tot, sub=()):
            self.mv, self.cnt, self.tot, self.sub = mv, cnt, tot, sub

        def below(self):
            return self.sub

    root = Node(None, 7, 2.0, (Node(4, 6, 4.5),))
    shape = check.Shape(children="below", visits="cnt", value="tot", action="mv")
    assert is_read(plain(root, shape))
    # without names the nodes are found, and the visits by the iterations
    assert guessed(root, check.Shape(), 7).visits == "cnt"


def test_states_in_place_of_actions():
    kid = Thing(children=[], n=6, w=4.5, state=START.after(CENTRE).given)
    assert is_read(plain(Thing(children=[kid], n=7, w=2, state=START.given)))


def test_a_graph_of_networkx():
    graph = networkx.DiGraph()
    graph.add_node("root", visits=7, value=2.0)
    graph.add_node("kid", visits=6, value=4.5)
    graph.add_edge("root", "kid", action=4)
    assert is_read(plain(root_of(graph)))
    shown = plain_tree(graph, check.Shape(value_is="sum"))
    (kid,) = shown.children
    assert (shown.visits, kid.action, kid.visits, kid.value) == (7, "4", 6, 0.75)


def test_a_node_below_the_root_leads_to_it():
    root = Thing(children=[], visits=7, wins=2, move=None, parent=None)
    kid = Thing(children=[], visits=6, wins=4.5, move=4, parent=root)
    root.children.append(kid)
    assert root_of(kid) is root
    assert root_of((4, root)) is root
    assert root_of(4) is None


@pytest.mark.parametrize(
    ("root", "said"),
    [
        (Thing(a=1), "no children were found in Thing"),
        (Thing(children=[Thing(children=[])]), "no field with the number of visits"),
    ],
)
def test_what_is_missing_is_named(root, said):
    with pytest.raises(check.ShapeError, match=said):
        plain(root)


def test_actions_that_are_not_of_the_game_are_refused():
    kid = Thing(children=[], visits=6, wins=4.5, move="centre")
    with pytest.raises(check.ShapeError, match=r"'centre'.*tree=Shape"):
        plain(Thing(children=[kid], visits=7, wins=2, move=None))


def test_a_wrong_name_in_a_shape_is_refused():
    with pytest.raises(check.ShapeError, match="value_is='average'"):
        check.Shape(value_is="average")
