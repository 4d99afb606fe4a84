"""The rounds between the root and its children: the search's own numbers, lanes that keep apart."""

import itertools
import json
import math

import pytest

from explorer.cards.tree.view import picture
from explorer.look.text import ordinal
from explorer.moment.detail import Detail
from explorer.session.frames import make_frame
from mcsearch import Recipe
from mcsearch.engine.tree import ROOT

SIZES = {"wide": Detail(), "phone": Detail(width=360.0, height=290.0, max_nodes=65)}


def halved(rule, iterations, budget=1008, **parameters):
    parameters = {"selection": rule, "iterations": budget, **parameters}
    search = Recipe("connect4", "4453", "uct", parameters, seed=1).build()
    search.run(iterations)
    return search


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rule", ["gumbel", "sequential-halving"])
@pytest.mark.parametrize("iterations", [9, 200, 500, 900, 1008])
def test_boxes_have_the_rounds_numbers_and_lanes_do_not_overlap(rule, iterations, size):
    search = halved(rule, iterations)
    tree = make_frame(search, detail=SIZES[size]).tree
    bracket, rounds = tree.bracket, search.rule.rounds(search.tree).rounds
    assert [row.size for row in bracket.rows] == [f"{r.size} × {r.share}" for r in rounds]
    assert [row.state == "done" for row in bracket.rows] == [r.is_over for r in rounds]
    told = {(box.row, tree.actions[box.node][0]): box for box in bracket.boxes}
    known = {(i, e.action): e for i, each in enumerate(rounds) for e in each.entries}
    assert set(told) == set(known)
    for key, entry in known.items():
        box, each = told[key], rounds[key[0]]
        assert box.playouts == entry.playouts
        assert box.rank == (ordinal(entry.rank) if entry.playouts else "")
        assert box.is_out == (each.is_over and not entry.stays)
        assert math.isnan(box.mean) if not entry.playouts else box.mean == entry.mean
    children = sorted((tree.x[i], i) for i in range(1, len(tree.x)) if tree.parent[i] == 0)
    widths = {box.node: box.width for box in bracket.boxes}
    for (left, one), (right, other) in itertools.pairwise(children):
        assert right - left >= (widths[one] + widths[other]) / 2
    # a branch stays in its lane
    below = {i: i for _, i in children}
    for i in range(1, len(tree.x)):
        below.setdefault(i, below.get(int(tree.parent[i]), 0))
        if i != below[i]:
            assert abs(tree.x[i] - tree.x[below[i]]) <= widths[below[i]] / 2 + 12
    assert (tree.x > 0).all()
    assert (tree.x < tree.width).all()
    assert (tree.row_y[1:] > bracket.bottom).all()
    assert tree.row_y[-1] < tree.height
    sent = json.loads(picture(tree, True, 0, 0.0))["bracket"]
    assert len(sent["boxes"]) == len(bracket.boxes)


def test_survivors_have_wider_lanes_and_what_is_said_of_a_node_tells_its_rounds():
    search = halved("sequential-halving", 900)
    tree = make_frame(search).tree
    widths = {tree.actions[box.node][0]: box.width for box in tree.bracket.boxes}
    rounds = search.rule.rounds(search.tree).rounds
    last = {entry.action for entry in rounds[2].entries}
    out = {entry.action for entry in rounds[0].entries if not entry.stays}
    assert min(widths[a] for a in last) > 1.5 * max(widths[a] for a in out)
    for i, name in enumerate(tree.actions):
        if name and name[0] in out and len(name) == 1:
            assert tree.notes[i].startswith("round 1: 47 playouts, ")
            assert tree.notes[i].endswith("out")
    assert tree.caption.endswith("round 3 of 3")


def test_actions_that_were_not_drawn_are_drawn_as_such():
    search = halved("gumbel", 100, considered=4)
    tree = make_frame(search).tree
    undrawn = search.rule.rounds(search.tree).undrawn
    assert len(undrawn) == 3
    assert {tree.actions[i][0] for i in tree.bracket.undrawn} == set(undrawn)
    assert all(box.noise.startswith("g ") for box in tree.bracket.boxes)
    assert all(tree.notes[i] == "in no round" for i in tree.bracket.undrawn)


def test_another_rule_has_no_bracket_and_no_lender():
    search = Recipe("connect4", "4453", "uct", {"iterations": 500}, seed=1).build()
    search.run(100)
    tree = make_frame(search).tree
    assert tree.bracket is None
    assert tree.lender == -1


def test_the_node_that_lends_its_amaf_values_is_told_and_named():
    parameters = {"selection": "grave", "ref": 40, "iterations": 400}
    search = Recipe("tictactoe", "", "uct", parameters, seed=1).build()
    search.run()
    child = max(search.tree.children(ROOT), key=search.tree.visits_of)
    below = min(search.tree.children(child), key=search.tree.visits_of)
    frame = make_frame(search, selected=tuple(search.actions_to(below)))
    tree = frame.tree
    assert tree.actions[tree.lender] == tuple(search.actions_to(child))
    assert tree.notes[tree.lender].startswith("lends its AMAF values to the children of ")
    name = tree.names[tree.lender]
    assert frame.why.remark.startswith(f"AMAF of {name}, {search.tree.visits_of(child)} visits")
    assert make_frame(search).tree.lender == -1  # the root has its own
