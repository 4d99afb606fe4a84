"""A person's problem in the numbers that the tree has for its actions."""

import random

import pytest
from problems import Breakthrough, Draws, Nim

from explorer.moment.gather import gather
from mcsearch import Recipe, search_for
from mcsearch.engine.tree import NONE
from mcsearch.problem.numbered import in_numbers


def searched(problem, name="", iterations=40, phases=0, **parameters):
    search = search_for(problem, name, parameters, seed=1)
    search.run(iterations)
    for _ in range(phases):
        search.advance()
    return search


class Pictured(Nim):
    """A match a cell."""

    def picture(self):
        return [["o"] * heap + [None] * (3 - heap) for heap in self.heaps]


class Walk:
    """A walk over a board of three by three; it leaves its number on each cell and a mark where it
    stands.
    """

    def __init__(self, path=(0,)):
        self.path = path

    def legal_actions(self):
        x, y = divmod(self.path[-1], 3)
        near = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return [
            3 * a + b for a, b in near if 0 <= a < 3 and 0 <= b < 3 and 3 * a + b not in self.path
        ]

    def play(self, cell):
        return Walk((*self.path, cell))

    def is_terminal(self):
        return not self.legal_actions()

    def returns(self):
        return len(self.path)

    def picture(self):
        rows = [[None] * 3 for _ in range(3)]
        for number, cell in enumerate(self.path):
            rows[cell // 3][cell % 3] = (number, 4 if cell == self.path[-1] else 2)
        return rows


@pytest.mark.parametrize("phases", [0, 1, 2, 3])
def test_what_is_told_in_numbers_means_the_same_actions(phases):
    search = searched(Nim((1, 2, 2)), phases=phases)
    numbered = in_numbers(search)
    root = search.root
    path, playout = numbered.path_actions, numbered.playout_actions
    assert root.actions_of(path) == search.path_actions
    assert root.actions_of([*path, *playout]) == [*search.path_actions, *search.playout_actions]
    assert root.actions_of(numbered.best_sequence) == search.best_sequence
    assert root.action_of(numbered.best_action()) == search.best_action()
    assert numbered.root.legal_actions() == [*range(5)]
    for child in search.tree.children(0):
        (number,) = numbered.actions_to(child)
        assert numbered.find([number]) == child
        after = numbered.root.play(number)
        assert str(after) == str(numbered.state_of(child)) == str(search.state_of(child))
        assert numbered.root.action_name(number) == root.action_name(root.action_of(number))
    assert numbered.find([99]) == NONE
    with pytest.raises(ValueError, match="action 5 is not legal here; there are 5"):
        numbered.root.play(5)
    assert (numbered.iterations, numbered.phase) == (search.iterations, search.phase)


def test_every_search_can_be_gathered():
    for name in ("spmcts", "nmcs", "nrpa"):
        search = searched(Walk(), name, iterations=20)
        for _ in range(12):
            search.advance()
            moment = gather(search)
            assert all(0 <= number < 4 for number in (*moment.line.actions, *moment.start))
            assert moment.line.states[-1].is_terminal()


def test_a_game_of_the_engine_is_left_as_it_is():
    search = Recipe("tictactoe").build()
    assert in_numbers(search) is search
    assert gather(search).root is search.root


def test_the_root_stays_the_same_object_as_long_as_the_searchs_does():
    search = searched(Nim((1, 2, 2)))
    root = in_numbers(search).root
    assert in_numbers(search).root is root
    assert gather(search).positions.root is root
    search.advance_root(search.best_action())
    assert in_numbers(search).root is not root


def test_a_result_is_known_at_the_end_alone():
    root = in_numbers(searched(Draws())).root
    assert str(root.returns()) == str(root.score) == "nan"
    end = root.play(root.number_of("stop"))
    assert (end.returns(), end.score) == (0.0, 0.0)
    chance = root.play(root.number_of("draw"))
    assert (chance.is_chance, chance.legal_actions()) == (True, [0, 1, 2, 3])


def by_name(state):
    """What pointing at the cells means: action names by row and column from the top."""
    board = state.board
    return {
        (round(board.height - board.y[cell] - 0.5), round(board.x[cell] - 0.5)): state.action_name(
            a
        )
        for a in state.legal_actions()
        for cell in state.pointed_cells(a)
    }


def test_a_cell_means_the_action_that_changes_it():
    state = in_numbers(searched(Walk())).root
    # the cell that the walk leaves is changed by all actions alike, and means none
    assert by_name(state) == {(0, 1): "1", (1, 0): "3"}
    later = state.play(state.number_of(1))
    assert by_name(later) == {(0, 2): "2", (1, 1): "4"}


def test_of_the_actions_that_change_a_cell_alike_it_means_the_one_that_changes_least():
    state = in_numbers(searched(Pictured((1, 3)))).root
    assert by_name(state) == {
        (0, 0): "1 of heap 1",
        (1, 2): "1 of heap 2",
        (1, 1): "2 of heap 2",
        (1, 0): "3 of heap 2",
    }


class Silent:
    """It says nothing of itself."""

    def __init__(self, left=2):
        self.left = left
        self._secret = 7

    def legal_actions(self):
        return [1]

    def play(self, action):
        return Silent(self.left - action)

    def is_terminal(self):
        return self.left == 0

    def returns(self):
        return 1.0


class Told(Silent):
    def __str__(self):
        return f"{self.left} left"


def test_a_position_in_words_is_its_text_or_what_it_stores():
    assert str(in_numbers(searched(Told(), "nmcs", 1)).root) == "2 left"
    assert str(in_numbers(searched(Silent(), "nmcs", 1)).root) == "left: 2"
    assert str(in_numbers(searched(Nim((1, 2)))).root) == "Nim(heaps=(1, 2), to_play=0)"


def test_a_piece_has_its_place_and_where_it_goes_in_every_game():
    for seed in range(20):
        state, rng = in_numbers(searched(Breakthrough(), iterations=0)).root, random.Random(seed)
        while not state.is_terminal():
            ways = {
                state.action_name(number): state.steps(number) for number in state.legal_actions()
            }
            for name, steps in ways.items():
                if steps.cells:  # a cell is counted from below, column by column
                    start, end = (
                        "abcde".index(at[0]) * 5 + int(at[1]) - 1 for at in (name[:2], name[2:])
                    )
                    assert steps == ((start, end), True)
            several = all(len({name[end : end + 2] for name in ways}) > 1 for end in (0, 2))
            assert all(bool(steps.cells) == several for steps in ways.values())
            state = state.play(rng.choice(state.legal_actions()))


class Promotes(Breakthrough):
    """What comes to the far row becomes one of two."""

    def __init__(self, rows=("...", "xx."), to_play=0):
        super().__init__(rows, to_play)

    def legal_actions(self):
        return [f"{column}1{column}2={piece}" for column in "ab" for piece in "QR"]

    def play(self, action):
        x = "ab".index(action[0])
        top, bottom = [*self.rows[0]], [*self.rows[1]]
        top[x], bottom[x] = action[-1], "."
        return Promotes(("".join(top), "".join(bottom)), 1)

    def is_terminal(self):
        return self.to_play == 1

    def picture(self):
        return [[None if piece == "." else piece for piece in row] for row in self.rows]


class Dominoes(Breakthrough):
    """Two cells at a time are covered."""

    def __init__(self, rows=("...",), to_play=0):
        super().__init__(rows, to_play)

    def legal_actions(self):
        return [0, 1]

    def play(self, action):
        return Dominoes(("##." if action == 0 else ".##",), 1)

    is_terminal = Promotes.is_terminal
    picture = Promotes.picture


def test_a_piece_that_becomes_another_one_and_cells_in_any_order():
    state = in_numbers(searched(Promotes(), iterations=0)).root
    assert [state.steps(number) for number in range(4)] == [
        ((0, 1), True), ((0, 1), True), ((2, 3), True), ((2, 3), True)
    ]  # fmt: skip
    state = in_numbers(searched(Dominoes(), iterations=0)).root
    # the ends say which; what lies between is nobody's
    assert [(state.pointed_cells(number), state.steps(number).cells) for number in (0, 1)] == [
        ([0], ()),
        ([2], ()),
    ]
