"""What the pointer means on a board: clicks come back as actions, of the stone that was taken."""

import math

import drawn
import pytest

from explorer.cards.board.picture import board_picture
from explorer.schema.pack import plain
from explorer.session.frames import make_frame
from mcsearch import Recipe


def beside(frame, cell):
    """A place in a cell, to the right of its middle and below it."""
    x, y = drawn.middle(frame, cell)
    return x + 0.2, y + 0.2


def towards(frame, arrow):
    """The cell in which an arrow ends, or that it is just before."""
    tip = arrow.findall("path")[-1].get("d").split("L")[1].split("M")[0].split()
    near = [
        math.dist(map(float, tip), drawn.middle(frame, cell))
        for cell in range(frame.board.num_cells)
    ]
    return near.index(min(near))


@pytest.mark.parametrize("game", ["samegame", "tictactoe", "connect4", "yavalath"])
def test_a_cell_of_the_board_names_the_child_of_its_move(game):
    search = Recipe(game, "", "spmcts" if game == "samegame" else "uct", seed=2).build()
    search.run(300)
    search.advance()
    frame = make_frame(search).board
    actions = search.root.legal_actions()[:5]
    cells = [search.root.action_cells(action)[0] for action in actions]
    points = [beside(frame, cell) for cell in cells]
    assert drawn.pointed(frame, points) == list(zip(cells, actions, strict=True))
    steps = [("click", *at) for at in points] + [("move", *at) for at in points]
    used = drawn.used(frame, *steps, ("leave",))
    assert used.selected == [(action,) for action in actions]
    assert used.hovered == [*used.selected, None]
    assert plain(board_picture(frame, (0.0, 1.0)))["selected"] == []
    below = make_frame(search, selected=actions[-1:]).board
    assert plain(board_picture(below, (0.0, 1.0)))["selected"] == actions[-1:]
    reply = search.root.play(actions[-1]).legal_actions()[0]
    cell = search.root.play(actions[-1]).action_cells(reply)[0]
    clicked = drawn.used(below, ("click", *beside(below, cell))).selected
    assert clicked == [(actions[-1], reply)]


def test_beside_the_board_and_on_a_stone_nothing_is_meant():
    search = Recipe("tictactoe", "x../.../...", "uct", seed=2).build()
    search.run(50)
    frame = make_frame(search).board
    (stone,) = [cell for cell, value in enumerate(frame.values) if value]
    on_it, free = drawn.middle(frame, stone), drawn.middle(frame, 4)
    points = [(-0.5, 1.5), (1.5, 3.4), on_it, free]
    assert drawn.pointed(frame, points) == [(-1, -1), (-1, -1), (stone, -1), (4, 4)]
    steps = [(name, *at) for at in points for name in ("move", "click")]
    used = drawn.used(frame, *steps)
    assert (used.selected, used.hovered) == ([(4,)], [(4,)])


def test_a_stone_falls_wherever_its_column_is_clicked():
    search = Recipe("connect4", "4453", "uct", seed=2).build()
    search.run(50)
    search.advance()
    frame = make_frame(search).board
    clicks = [("click", *beside(frame, 3 * 6 + row)) for row in range(6)]
    assert drawn.used(frame, *clicks).selected == [(3,)] * 6


def test_a_finger_that_moves_points_at_nothing():
    search = Recipe("tictactoe", "", "uct", seed=2).build()
    search.run(50)
    frame = make_frame(search).board
    at = beside(frame, 4)
    used = drawn.used(frame, ("move", *at, "touch"), ("move", *at), ("move", *at), ("leave",))
    assert used.hovered == [(4,), None]


def test_of_moves_from_cell_to_cell_those_of_one_stone_are_pointed_at():
    search = Recipe("breakthrough", "a2-b3", "uct", {"side": 6, "iterations": 300}, seed=1).build()
    search.run()
    root = search.root
    ways = {root.action_name(action): root.steps(action).cells for action in root.legal_actions()}
    best = root.action_name(search.best_action())
    frame = make_frame(search, selected=()).board
    every = [drawn.middle(frame, cell) for cell in range(frame.board.num_cells)]

    def meant(lifted):
        found = drawn.pointed(frame, every, lifted)
        return {cell: root.action_name(action) for cell, action in found if action >= 0}

    def of_stone(origin):
        return {way[1]: name for name, way in ways.items() if way[0] == origin}

    for nothing in (-1, 0):  # nothing is taken, and a cell from which nothing goes
        assert meant(nothing) == of_stone(ways[best][0])
    origin = ways["c5-c4"][0]
    mine = of_stone(origin)
    assert meant(origin) == mine
    # the taken stone is marked, and of the candidates those of it alone are drawn
    shown = drawn.used(frame, ("click", *drawn.middle(frame, origin)))
    assert shown.selected == []
    (lifted,) = drawn.named(shown.drawing, "lifted")
    assert drawn.place(lifted) == pytest.approx(drawn.middle(frame, origin))
    at = [drawn.place(each) for each in drawn.named(shown.drawing, "child")]
    assert sorted(at) == sorted(drawn.middle(frame, cell) for cell in mine)
    for drawing in (shown.drawing, drawn.used(frame).drawing):
        (arrow,) = drawn.named(drawing, "way", "best")
        assert towards(frame, arrow) == ways[best][1]
    (lifted,) = drawn.named(drawing, "lifted")
    assert drawn.place(lifted) == pytest.approx(drawn.middle(frame, ways[best][0]))
    # below it the way of the move that has been made is shown
    below = make_frame(search, selected=(search.best_action(),)).board
    (made, *_) = drawn.named(drawn.board(below), "way")
    assert made.get("class") == "way"
    assert towards(below, made) == ways[best][1]
