import copy
import pickle
import random

import copies
import pytest
from problems import Nim
from test_problem import Guided

from mcsearch import Recipe, search_for

WAYS = {"copy()": lambda it: it.copy(), "copy.copy": copy.copy, "copy.deepcopy": copy.deepcopy}


@pytest.mark.parametrize("name", copies.SEARCHES)
def test_a_copy_goes_on_exactly_as_the_search_does(name):
    search = copies.SEARCHES[name]()
    way = random.Random(name)
    for _ in range(30):
        twin = way.choice(list(WAYS.values()))(search)
        untouched = copies.moment(search)
        assert copies.moment(twin) == untouched
        moments = []
        for _ in range(way.randrange(1, 12)):
            twin.advance()
            moments.append(copies.moment(twin))
        assert copies.moment(search) == untouched
        for expected in moments:
            search.advance()
            assert copies.moment(search) == expected
    twin = search.copy()
    twin.run()
    search.run()
    assert copies.moment(twin) == copies.moment(search)


def test_every_field_of_a_search_is_copied_and_none_is_shared(run_interpreted):
    assert run_interpreted("-W", "ignore", copies.__file__)[0] == ""


def test_a_copy_after_a_move_has_its_root():
    search = Recipe("connect4", "44", "uct", {"iterations": 300}, seed=1).build()
    search.run()
    search.advance_root(search.best_action())
    twin = copy.copy(search)
    assert str(twin.root) == str(search.root)
    search.run(), twin.run()
    assert copies.moment(twin) == copies.moment(search)


@pytest.mark.parametrize("name", copies.SEARCHES)
def test_the_beginning_of_a_search_does_the_same_phases_again(name):
    search = copies.SEARCHES[name]()
    moments = []
    while len(moments) < 60 and search.advance():
        moments.append(copies.moment(search))
    again = search.copy().beginning()
    assert (again.iterations, again.phase) == (0, 0)
    for expected in moments:
        again.advance()
        assert copies.moment(again) == expected
    assert copies.moment(search) == moments[-1]


def test_the_beginning_has_no_limit_of_seconds():
    recipe = Recipe("tictactoe", parameters={"seconds": 1e-6, "trees": 2})
    for search in (recipe.build(), recipe.with_parameters({"trees": 1}).build()):
        search.run()
        assert search.stopped == "seconds"
        again = search.beginning()
        again.run(100)
        assert again.iterations == 100
        assert search.values["seconds"] == 1e-6


def test_a_search_with_the_tree_of_another_root_has_no_beginning():
    search = Recipe("connect4", "44", "uct", {"iterations": 300}, seed=1).build()
    search.run()
    search.advance_root(search.best_action())
    with pytest.raises(ValueError, match="build a new search for this position"):
        search.copy().beginning()


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy])
def test_a_copied_position_shares_nothing(make):
    state = Recipe("samegame", "5x5x3:1").start()
    before = str(state)
    twin = make(state)
    assert str(twin.play(twin.legal_actions()[0])) != before
    trail, end = Recipe("samegame", "5x5x3:1").build().policy.play_out(twin, search_rng())
    assert trail
    assert str(state) == before == str(twin) != str(end)


def search_rng():
    return Recipe("tictactoe").build().rng


@pytest.mark.parametrize("recipe", [Recipe("samegame", "6x6x4:7", "nmcs"), Recipe("tictactoe")])
@pytest.mark.parametrize("trees", [1, 2])
def test_pickle_says_what_to_do_instead(recipe, trees):
    search = recipe.replace(parameters={"trees": trees}).build()
    for thing in (search, search.tree, search.root):
        with pytest.raises(TypeError, match=r"can't be pickled; .* recipe"):
            pickle.dumps(thing)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("problem", [Guided(), Nim()])
def test_a_copied_search_of_a_problem_goes_on_alike(problem, way):
    search = search_for(problem, parameters={"iterations": 200}, seed=3)
    for _ in range(77):
        search.advance()
    twin = WAYS[way](search)
    search.run()
    assert twin.iterations == 19
    twin.run()
    assert twin.best_moves == search.best_moves
    assert twin.tree.visits.tolist() == search.tree.visits.tolist()


class Fragile(Nim):
    """Its rules fail when they are told to."""

    fails = False

    def legal_actions(self):
        if Fragile.fails:
            raise RuntimeError("no luck")
        return super().legal_actions()


def test_an_exception_ends_the_search_that_met_it_and_no_copy(monkeypatch):
    search = search_for(Fragile(), parameters={"iterations": 200}, seed=3)
    search.run(20)
    twin = search.copy()
    monkeypatch.setattr(Fragile, "fails", True)
    with pytest.raises(RuntimeError, match="no luck"):
        search.run()
    failed = search.copy()
    monkeypatch.setattr(Fragile, "fails", False)
    twin.run()
    assert (search.stopped, twin.stopped) == ("error", "iterations")
    with pytest.raises(RuntimeError, match="no luck"):
        failed.run()
