"""What the narration and the board say of a search that plays rounds."""

import numpy as np

from explorer.session.frames import make_frame
from explorer.words.narration import narrate
from mcsearch import Recipe
from mcsearch.engine.tree import ROOT


def halved(iterations):
    parameters = {"selection": "sequential-halving", "iterations": 1008}
    search = Recipe("connect4", "4453", "uct", parameters, seed=1).build()
    search.run(iterations)
    search.advance()
    return search


def told(search):
    return "".join(text for text, _ in narrate(search, make_frame(search)))


def test_a_selection_says_which_round_it_is_and_between_whom():
    search = halved(800)
    now = search.rounds.rounds[2]
    names = [search.root.action_name(entry.action) for entry in now.entries]
    text = told(search)
    assert f"Round 3 of 3 gives {names[0]} and {names[1]} {now.share} playouts each. " in text
    assert "down the tree" in text
    assert "Round 1 of 3 gives 7 moves 47 playouts each. " in told(halved(100))
    other = Recipe("connect4", "4453", "uct", {"iterations": 1000}, seed=1).build()
    other.run(100)
    other.advance()
    assert "Round" not in told(other)


def test_the_board_names_who_is_still_in_and_has_the_others_faint():
    search = halved(800)
    board = make_frame(search).board
    staying = {entry.action for entry in search.rounds.rounds[2].entries}
    children = [search.tree.action_of(child) for child in search.tree.children(ROOT)]
    assert dict(board.facts)["Still in"] == " and ".join(
        search.root.action_name(a) for a in children if a in staying
    )
    assert np.array_equal(board.child_out, [action not in staying for action in children])
    child = max(search.tree.children(ROOT), key=search.tree.visits_of)
    below = make_frame(search, selected=tuple(search.actions_to(child))).board
    assert not any(below.child_out)
    assert "Still in" not in dict(below.facts)
