"""Boards in a terminal are drawn from what their games say."""

import sys
from pathlib import Path

from mcsearch import Recipe
from mcsearch.cli.board_picture import picture

sys.path.append(str(Path(__file__).parent.parent / "people"))
import people


def test_a_game_of_people_is_drawn_too(rooms_as_they_were):
    people.load()
    start = Recipe("reversi").start()
    assert picture(start, start, colours=False) == [
        "6 . . . . . .",
        "5 . . . . . .",
        "4 . . x o . .",
        "3 . . o x . .",
        "2 . . . . . .",
        "1 . . . . . .",
        "  a b c d e f",
    ]


def test_a_board_with_names_of_its_own_has_these():
    start = Recipe("connect4").start()
    assert picture(start, start, colours=False)[-1] == " 1 2 3 4 5 6 7"
    hexes = Recipe("yavalath").start()
    *rows, numbers = picture(hexes, hexes, colours=False)
    assert [line[0] for line in rows] == list("ihgfedcba")
    assert numbers.split() == list("12345")
    rhombus = Recipe("hex", "b1 a3", parameters={"side": 3}).start()
    assert picture(rhombus, rhombus, colours=False) == [
        "  a b c",
        "1 . x .",
        "2  . . .",
        "3   o . .",
    ]
