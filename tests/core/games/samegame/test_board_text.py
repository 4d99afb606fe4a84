import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcsearch.engine.parameter import RecipeError
from mcsearch.games.samegame import board_text


def test_forms_of_one_board():
    expected = [[3, 1], [1, 2], [1, 2]]  # columns from the left, each from the bottom
    for text in ("122;311", "1 2 2\n3 1 1\n", "1,2,2;3,1,1;", "122 / 311", " 1 2 2 ; 3 1 1 "):
        board, colours = board_text.parse(text)
        assert board.tolist() == expected
        assert colours == 3


def test_colours_may_count_from_zero():
    board, colours = board_text.parse("011;200")
    assert board.tolist() == [[3, 1], [1, 2], [1, 2]]
    assert colours == 3


def test_a_dot_is_an_empty_cell():
    assert board_text.parse(".1;22")[0].tolist() == [[2, 0], [2, 1]]


@given(st.integers(1, 20), st.integers(1, 20), st.integers(2, 9), st.integers(0, 2**63 - 1))
def test_random_boards_are_full_and_repeat(width, height, colours, seed):
    text = f"{width}x{height}x{colours}:{seed}"
    board, number = board_text.parse(text)
    assert board.shape == (width, height)
    assert number == colours
    assert board.min() >= 1
    assert board.max() <= colours
    assert (board_text.parse(text)[0] == board).all()


def test_random_boards_use_all_colours_evenly():
    board, _ = board_text.parse("20x20x5:1")
    assert np.bincount(board.ravel())[1:].min() > 50


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rows"),
        ("112;11", "row 2 has 2 cells, row 1 has 3"),
        ("11x;111", "row 1, column 3: unknown colour 'x'"),
        ("1 2 12;1 1 1", "unknown colour '12'"),
        ("09;11", "10 colours"),
        ("1" * 21, "21 x 1 cells"),
        ("0x5x3:1", "board width: 0"),
    ],
)
def test_wrong_boards_are_named(text, message):
    with pytest.raises(RecipeError, match=message):
        board_text.parse(text)


def test_the_boards_of_a_file(data):
    found = board_text.boards_in((data / "samegame20.txt").read_text())
    assert len(found) == 20
    assert all(board_text.parse(text)[0].shape == (15, 15) for text in found)
    counts = np.bincount(board_text.parse(found[10])[0].ravel())[1:]
    assert counts.tolist() == [45] * 5  # boards 11 to 15 have 45 tiles of each colour
