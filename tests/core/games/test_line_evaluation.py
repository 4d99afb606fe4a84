"""The evaluation by lines against a slow one that looks for the lines on the drawn board."""

import math

import pytest

from mcsearch import Recipe

STEP = math.sqrt(0.75)
SQUARE = ((1, 0), (0, 1), (1, 1), (1, -1))
HEX = ((1, 0), (0.5, STEP), (-0.5, STEP))
# stones of a line, calm of the game, number of lines
GAMES = {"tictactoe": (3, 4.0, 8), "connect4": (4, 20.0, 69), "yavalath": (4, 30.0, 102)}


def lines_of(state, length):
    board = state.board
    places = zip(board.x.tolist(), board.y.tolist(), strict=True)
    cells = {(round(x, 3), round(y, 3)): cell for cell, (x, y) in enumerate(places)}
    for x, y in zip(board.x.tolist(), board.y.tolist(), strict=True):
        for dx, dy in HEX if board.shape == "hex" else SQUARE:
            line = [(round(x + i * dx, 3), round(y + i * dy, 3)) for i in range(length)]
            if all(place in cells for place in line):
                yield [cells[place] for place in line]


def slow_outlook(state, length, calm):
    cells = state.cells()
    lead = 0
    for line in lines_of(state, length):
        counts = [sum(cells[cell] == player for cell in line) for player in (1, 2)]
        if min(counts) == 0:
            lead += counts[0] ** 2 - counts[1] ** 2
    return 0.5 + 0.5 * lead / (calm + abs(lead))


@pytest.mark.parametrize("game", GAMES)
def test_a_playout_that_is_cut_off_returns_the_evaluation_of_its_last_position(game):
    length, calm, num_lines = GAMES[game]
    parameters = {"cutoff_plies": 2, "iterations": 200}
    search = Recipe(game, "", "uct", parameters, seed=5).build()
    assert len(list(lines_of(search.root, length))) == num_lines
    compared = set()
    while search.advance():
        if search.phase_names[search.phase - 1] != "Simulation" or search.cut_off != "plies":
            continue
        state = search.root
        for action in (*search.path_actions, *search.playout_actions):
            state = state.play(action)
        if state.is_terminal():
            continue
        assert search.playout_return == slow_outlook(state, length, calm)
        compared.add(search.playout_return)
    assert len(compared) > 5
