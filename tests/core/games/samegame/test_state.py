import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import ReferenceSameGame

from mcsearch.games.samegame.state import SCORINGS, SameGame


@st.composite
def boards(draw):
    """(width, height, colours, cells), full or with tiles missing, with few or many colours."""
    width = draw(st.integers(1, 20))
    height = draw(st.integers(1, 20))
    colours = draw(st.integers(2, 9))
    low = draw(st.sampled_from([0, 1]))
    used = draw(st.integers(low + 1, colours))
    seed = draw(st.integers(0, 2**32 - 1))
    cells = np.random.default_rng(seed).integers(low, used, width * height, endpoint=True)
    return width, height, colours, cells.astype(np.int8)


@given(boards(), st.sampled_from(SCORINGS), st.integers(0, 2**32 - 1))
@settings(max_examples=150)
def test_a_game_follows_the_slow_rules(board, scoring, seed):
    width, height, colours, cells = board
    state = SameGame(width, height, colours, scoring)
    state.set_cells(cells)
    columns = [column[column > 0].tolist() for column in cells.reshape(width, height)]
    slow = ReferenceSameGame(columns, scoring)
    dice = np.random.default_rng(seed)
    while True:
        groups = slow.groups()
        expected = [min(x * height + y for x, y in group) for group in groups]
        assert state.legal_actions() == sorted(expected)
        grid = np.zeros((width, height), int)
        for x, column in enumerate(slow.columns):
            grid[x, : len(column)] = column
        assert (state.cells().reshape(width, height) == grid).all()
        assert state.score == slow.score
        if not groups:
            break
        group = groups[dice.integers(len(groups))]
        x, y = list(group)[dice.integers(len(group))]
        assert state.action_cells(x * height + y) == sorted(a * height + b for a, b in group)
        before = str(state)
        after = state.play(x * height + y)
        assert str(state) == before
        slow.play(x, y)
        state = after
    assert state.is_terminal()
    assert state.returns() == slow.final_score()
