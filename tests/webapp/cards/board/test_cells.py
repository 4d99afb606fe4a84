"""Boards that a person's problem draws: what its cells say is on the canvas."""

import numpy as np
import pytest
from bokeh.events import Tap
from problems import Nim

from explorer.cards.board.card import BoardCard
from explorer.cards.board.frame import show_position
from explorer.cards.board.view import BoardView
from explorer.look.palette import DARK, LIGHT
from mcsearch import search_for
from mcsearch.problem.numbered import in_numbers

ROWS = [
    [None, 1, 5],
    ["x", ("♛", 3), (None, 4)],
    [(None, 2, "ring"), (7, 9, "star"), (None, None, "cross")],
]


def drawn(rows, palette=LIGHT, side=300):
    """The layer that has drawn a picture, and the positions of its cells in the frame."""
    problem = type("Drawn", (Nim,), {"picture": lambda self: rows})((1,))
    frame = show_position(in_numbers(search_for(problem)).root)
    view = BoardView(palette, side)
    view.show(frame, (0.0, 1.0), None)
    assert view._plot.visible
    assert not view._stand_in.visible
    return view._layers["cells"], frame


def texts(layer):
    data = layer.texts.model.data
    return dict(zip(data["text"], data["color"], strict=True))


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_each_cell_is_drawn_as_it_says(palette):
    layer, frame = drawn(ROWS, palette)
    assert frame.board.pieces == "cells"
    # column by column from below, as all boards
    assert [cell.text for cell in frame.cells] == ["", "x", "", "7", "♛", "1", "", "", "5"]
    assert frame.values.tolist() == [2, 8, 0, 9, 3, 2, 8, 4, 2]
    fills = layer.cells.model.data["color"]
    tiles = [tile.color for tile in palette.tiles]
    assert [color for color in fills if color in tiles] == [tiles[i] for i in (1, 8, 2, 3, 1)]
    assert len(fills) == 6  # and the paler of the two numbers
    assert set(texts(layer)) == {"x", "7", "♛", "1", "5"}
    assert texts(layer)["x"] == palette.ink
    marks = layer.marks.model.data
    # of a colour alone its own, of a mark with a text a small one
    assert marks["marker"] == ["circle", "star", "x", palette.tiles[3].marker]
    assert marks["fill"][0] == "#00000000"
    assert marks["size"][1] < marks["size"][0]


def test_numbers_shade_their_cells_from_the_least_to_the_largest():
    layer, _ = drawn([[3, 1, 2]])
    colors = layer.cells.model.data["color"]
    light = [int(color[1:3], 16) for color in colors]
    assert light[1] > light[2] > light[0]
    assert colors[0] == LIGHT.tiles[1].color
    assert drawn([[4]])[0].cells.model.data["color"] == [LIGHT.tiles[1].color]


def test_a_text_fits_its_cell_or_is_left_out():
    sizes = {
        text: float(size.removesuffix("px"))
        for layer, _ in [drawn([["a", "abcd", 12]])]
        for text, size in zip(
            layer.texts.model.data["text"], layer.texts.model.data["size"], strict=True
        )
    }
    assert sizes["a"] > sizes["12"] > 0
    assert sizes["a"] > sizes["abcd"]
    layer, _ = drawn([["a"] * 60] * 60)
    assert not texts(layer)


class Pictured(Nim):
    def picture(self):
        return [["o"] * heap + [None] * (3 - heap) for heap in self.heaps]


def test_a_click_on_a_cell_is_its_action():
    search = search_for(Pictured((1, 3)), seed=1)
    search.run(100)
    card = BoardCard(search)
    targets = card._view._targets.model.data
    taken = search.root.number_of((1, 2))
    (cell,) = np.flatnonzero(np.asarray(targets["action"]) == taken).tolist()
    card._view._tapped(Tap(None, x=targets["x"][cell], y=targets["y"][cell]))
    assert card.selected == [taken]
    assert ("Last action", "2 of heap 2") in card._view._shown[0].facts


def test_another_picture_takes_the_place_of_a_board():
    view = BoardView(LIGHT)
    for rows, count in ((ROWS, 9), ([[1, 2]], 2)):
        problem = type("Drawn", (Nim,), {"picture": lambda self, rows=rows: rows})((1,))
        view.show(show_position(in_numbers(search_for(problem)).root), (0.0, 1.0), None)
        layer = view._layers["cells"]
        drawn_cells = len(layer.cells.model.data["x"]) + len(layer.empty.model.data["x"])
        assert drawn_cells == count


def test_the_ring_is_around_all_that_a_move_changes():
    search = search_for(Pictured((3,)), seed=1)
    search.run(100)
    number = search.root.number_of((0, 2))
    frame = show_position(in_numbers(search).root)
    view = BoardView(LIGHT)
    view.show(frame, (0.0, 1.0), (number,))
    (xs,) = view._hovered.model.data["xs"]
    _, _, cell = view._place(frame)
    assert np.ptp(xs) == pytest.approx(2 * cell)
    # each cell means the move that takes its match and those after it
    assert frame.meant.at.tolist() == [search.root.number_of((0, n)) for n in (3, 2, 1)]
