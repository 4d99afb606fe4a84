"""Games in plain Python: the same in every build, found in a folder, played by every search."""

import math
import sys
from pathlib import Path

import pytest

from mcsearch import ProblemError, Recipe
from mcsearch.engine.state import State
from mcsearch.games.python_state import PythonState
from mcsearch.numerics.rng import Rng
from mcsearch.playout.random import Random
from mcsearch.recipe import GAMES
from mcsearch.searches import SEARCHES

PEOPLE = Path(__file__).parent.parent / "people"
sys.path.append(str(PEOPLE))
import people  # noqa: E402


@pytest.fixture(autouse=True)
def games_of_people(rooms_as_they_were):
    people.load()


def reversi(position="", **parameters):
    return Recipe("reversi", position, "uct", parameters)


def reversi_class():
    return type(GAMES["reversi"].start("", {}))


def test_a_position_is_a_value():
    start = reversi().start()
    before = str(start)
    after = start.play(start.parse_action("b3"))
    assert str(start) == before
    assert (start.to_play, after.to_play) == (0, 1)
    assert str(after) == "...... / ...... / ..xo.. / .xxx.. / ...... / ...... o"
    assert [after.action_name(a) for a in after.legal_actions()] == ["b2", "b4", "d2"]
    assert str(reversi(str(after)).start()) == str(after)


def test_a_player_who_cannot_put_a_stone_passes():
    state = reversi("...... / ...... / ...... / ...... / ...... / xxo.ox o").start()
    assert [state.action_name(action) for action in state.legal_actions()] == ["pass"]
    (action,) = state.legal_actions()
    assert (state.action_cells(action), state.play(action).to_play) == ([], 0)


def test_playouts_draw_from_the_legal_actions_to_the_end():
    for seed in range(3):
        state = reversi().start()
        actions, end = Random().play_out(state, Rng(seed))
        for action in actions:
            assert action in state.legal_actions()
            state = state.play(action)
        assert str(state) == str(end)
        assert end.is_terminal()
        assert end.returns() == state.returns()


def test_a_search_takes_the_move_that_wins():
    # x puts d1 and turns everything: the opponent has no stone left
    search = reversi("...... / ...... / ...... / ...... / ...... / xoo... x", iterations=50).build()
    search.run()
    assert search.root.action_name(search.best_action()) == "d1"


@pytest.mark.parametrize("method", ["legal", "make", "result"])
def test_what_goes_wrong_in_a_game_ends_the_search_and_is_raised(method):
    calls = []

    def fails(self, *arguments):
        calls.append(method)
        if len(calls) > 40:
            raise KeyError("no luck")
        return getattr(reversi_class(), method)(self, *arguments)

    broken = type("Broken", (reversi_class(),), {method: fails})
    search = SEARCHES["uct"](broken(), reversi(iterations=500).values, 1)
    for _ in range(2):
        with pytest.raises(KeyError, match="no luck"):
            search.run()
    assert search.stopped == "error"


def test_actions_out_of_bounds_are_refused():
    class Wide(PythonState):
        def __init__(self):
            super().__init__(1, 3, 2)

        def legal(self):
            return [0, 1, 2]

    with pytest.raises(
        ValueError, match=r"legal\(\) of Wide gave more than 2 actions.*give at most 2"
    ):
        Wide().legal_actions()


def test_a_game_that_lacks_a_method_says_so():
    with pytest.raises(NotImplementedError, match=r"PythonState has no method legal\(\)"):
        PythonState(1, 1, 1).legal_actions()


class Heap(PythonState):
    """Take one or two of five."""

    def __init__(self, left=5):
        super().__init__(1, 5, 2)
        self.left = left

    def legal(self):
        return [n for n in (1, 2) if n <= self.left]

    def make(self, action):
        self.left -= action

    def result(self):
        return float(self.left)


def heap_search(state):
    return SEARCHES["spmcts"](state, Recipe("samegame", search="spmcts").values, 1)


class HeapWithBias(Heap):
    def bias(self, action):
        return {"much": float(action), "little": 0.5}


def test_a_bias_of_a_game_reaches_the_policy_of_nrpa():
    class Plain(Heap):
        def bias(self, action):
            return -3.0 * action

    for state, names, told in (
        (Plain(), ("bias",), [(-3.0,), (-6.0,)]),
        (HeapWithBias(), ("much", "little"), [(1.0, 0.5), (2.0, 0.5)]),
        (Heap(), (), [(), ()]),
    ):
        search = SEARCHES["nrpa"](state, Recipe("morpion", search="nrpa").values, 1)
        assert search.bias_names == names
        assert [choice.biases for choice in search.policy_at(search.root)] == told
        exponents = [math.exp(sum(each)) for each in told]
        shares = [choice.probability for choice in search.policy_at(search.root)]
        assert shares == pytest.approx([each / sum(exponents) for each in exponents])
        search.run(30)
        assert search.best_score == 0.0
        learnt = search.policy_at(search.root, 1)[0].biases != told[0]
        assert learnt == (type(state) is HeapWithBias)


def test_a_bias_of_a_game_that_is_no_number_is_refused():
    class Wrong(Heap):
        def bias(self, action):
            return "much"

    search = SEARCHES["nrpa"](Wrong(), Recipe("morpion", search="nrpa").values, 1)
    with pytest.raises(ProblemError, match="gave 'much'; give numbers"):
        search.run(10)


def test_a_game_begins_once():
    class Again(Heap):
        def make(self, action):
            PythonState.__init__(self, 1, 3000, 3000)

    with pytest.raises(ProblemError, match=r"__init__\(\) of Again was called again"):
        heap_search(Again()).run(10)
    state = Recipe("connect4").start()
    with pytest.raises(TypeError, match="begins once"):
        State.__init__(state, 1, 3, 3)


def test_a_game_that_has_not_begun_is_told_so():
    class Unready(Heap):
        def __init__(self):
            self.left = 5

    for state in (Unready(), Heap.__new__(Heap)):
        with pytest.raises(ProblemError, match=r"has not called super\(\).__init__\(num_players"):
            heap_search(state)


def test_an_action_that_is_no_more_legal_is_what_play_has_changed():
    class Forgets(Heap):
        calls = 0

        def legal(self):
            Forgets.calls += 1
            return [1] if Forgets.calls > 40 and self.left == 5 else super().legal()

    with pytest.raises(ProblemError, match=r"best sequence of Forgets .* played again it leads"):
        heap_search(Forgets()).run(300)
