"""A moment is closed: plain values and arrays that stay as they are when the search goes on."""

import dataclasses
import pickle

import numpy as np
import pytest

from explorer.cards.frame import build_frame
from explorer.game.line import Line
from explorer.game.positions import Positions
from explorer.moment.branches import Branches
from explorer.moment.detail import Detail
from explorer.moment.focus import Focus, Part
from explorer.moment.gather import gather
from mcsearch import Recipe, search_for
from mcsearch.engine.search import CHANGES, DEEPENING, POLICY, PROOF, ROUNDS, STEPS, TREE
from mcsearch.examples.nim import Nim
from mcsearch.recipe import SEARCHES
from mcsearch.runs.programs.recipe import ProgramSearch

BOARD = "5x5x3:1"
SEARCHED = {
    "stones": lambda: Recipe("tictactoe", seed=2).build(),
    "transpositions": lambda: Recipe(
        "tictactoe", parameters={"transpositions": True, "solver": True}, seed=2
    ).build(),
    "tiles": lambda: Recipe("samegame", BOARD, search="spmcts", seed=2).build(),
    "steps": lambda: Recipe("samegame", BOARD, search="nmcs", seed=2).build(),
    "policy": lambda: Recipe("samegame", BOARD, search="nrpa", seed=2).build(),
    "changes": lambda: Recipe(
        "samegame", BOARD, "threshold-accepting", {"level": 1, "repeats": 3}, seed=2
    ).build(),
    "problem": lambda: search_for(Nim((3, 3)), seed=2),
}


def plain(value):
    """A value as texts and numbers, to compare with itself later."""
    if dataclasses.is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, dict):
        return [(plain(key), plain(each)) for key, each in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return repr(sorted(value) if isinstance(value, frozenset) else value)


def drawn(moment, detail):
    return plain(build_frame(moment, detail))


@pytest.mark.parametrize("make", SEARCHED.values(), ids=SEARCHED)
def test_a_moment_stays_as_it_is_when_the_search_goes_on(make):
    search = make()
    search.run(12)
    for _ in range(4):
        search.advance()
        detail = Detail(level=2)
        below = tuple(search.best_sequence[:1]) if make is not SEARCHED["problem"] else (0,)
        branches = Branches(collapsed=frozenset({below}))
        moment = gather(search, Focus(detail=detail, branches=branches, callouts=(below,)))
        before = drawn(moment, detail)
        ahead = search.copy()
        search.run(60)
        assert drawn(moment, detail) == before
        search = ahead


@pytest.mark.parametrize("make", SEARCHED.values(), ids=SEARCHED)
def test_all_of_a_moment_but_the_game_is_plain(make):
    search = make()
    search.run(12)
    for _ in range(4):
        search.advance()
        moment = gather(search)
        for field in dataclasses.fields(moment):
            value = getattr(moment, field.name)
            if not isinstance(value, (Positions, Line)):
                pickle.dumps(value)  # which a search, its tree and its policy refuse
        for array in dataclasses.astuple(dataclasses.replace(moment.tree, bounds={}, twins={})):
            if isinstance(array, np.ndarray):
                for name in ("visits", "value_sum", "action", "num_children"):
                    assert not np.shares_memory(array, getattr(search.tree, name))


def test_a_part_that_nobody_looks_at_is_not_gathered():
    search = SEARCHED["policy"]()
    search.run(3)
    bare = gather(search, Focus(parts=frozenset()))
    assert (bare.tree, bare.children, bare.nesting, bare.learning) == (None,) * 4
    assert gather(search, Focus(parts=frozenset({Part.SCORES}))).children.scores is not None
    stones = SEARCHED["stones"]()
    children = gather(stones, Focus(parts=frozenset({Part.CHILDREN}))).children
    assert children.scores is None


def test_a_number_is_not_told_of_a_node_below_a_collapsed_one():
    search = SEARCHED["stones"]()
    search.run(300)
    child = max(search.tree.children(0), key=search.tree.visits_of)
    above = tuple(search.actions_to(child))
    below = tuple(search.actions_to(search.tree.children(child)[0]))
    branches = Branches(collapsed=frozenset({above}))
    detail = Detail()
    moment = gather(search, Focus(branches=branches, detail=detail, callouts=(above, below)))
    frame = build_frame(moment, detail)
    assert [number for _, number in frame.tree.callouts] == [1]
    assert frame.tree.actions[frame.tree.callouts[0][0]] == above


def test_every_search_has_what_it_says_it_shows():
    """Each of a class is there, and nothing of what it does not name."""
    attributes = {
        TREE: {"tree", "path", "new_nodes"},
        STEPS: {"steps"},
        POLICY: {"nesting", "lessons", "beam", "drawn", "adapted", "policy_at", "adjustments"},
        CHANGES: {"is_change", "improvement"},
        ROUNDS: {"rounds"},
        DEEPENING: {"deepening"},
        PROOF: {"num_positions"},
    }
    for kind in SEARCHES.values():
        assert kind.shows <= set(attributes)
        assert TREE in kind.shows
        search = Recipe("samegame" if 1 in kind.num_players else "tictactoe", search=kind.name)
        built = search.build()
        for shown, names in attributes.items():
            has = {name for name in names if hasattr(built, name)}
            assert has == (names if shown in kind.shows else set()), (kind.name, shown)
    assert not ProgramSearch.shows
