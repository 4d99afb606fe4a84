"""Boards that a person's problem draws: what its cells say is drawn."""

import re

import drawn
import numpy as np
import pytest
from problems import Nim

from explorer.cards.board.card import BoardCard
from explorer.cards.board.frame import show_position
from explorer.look.marks import MARKS, path
from explorer.look.palette import DARK, LIGHT
from mcsearch import search_for
from mcsearch.problem.numbered import in_numbers

ROWS = [
    [None, 1, 5],
    ["x", ("♛", 3), (None, 4)],
    [(None, 2, "ring"), (7, 9, "star"), (None, None, "cross")],
]


def shown(rows):
    """The frame of a picture."""
    problem = type("Drawn", (Nim,), {"picture": lambda self: rows})((1,))
    return show_position(in_numbers(search_for(problem)).root)


def color(part, palette):
    """A colour of its own that a part has in a theme, "" for none."""
    found = re.search(rf"--{palette.name}: (#\w+)", part.get("style", ""))
    return found.group(1) if found else ""


def texts(drawing, palette=LIGHT):
    return {each.text: color(each, palette) for each in drawing.iter("text")}


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_each_cell_is_drawn_as_it_says(palette):
    frame = shown(ROWS)
    drawing = drawn.board(frame)
    assert frame.board.pieces == "cells"
    # column by column from below, as all boards
    assert [cell.text for cell in frame.cells] == ["", "x", "", "7", "♛", "1", "", "", "5"]
    assert frame.values.tolist() == [2, 8, 0, 9, 3, 2, 8, 4, 2]
    _, *squares = drawing.findall("rect")
    assert [drawn.place(each) for each in squares] == [
        pytest.approx(drawn.middle(frame, cell)) for cell in range(9)
    ]
    fills = [fill for each in squares if (fill := color(each, palette))]
    tiles = [tile.color for tile in palette.tiles]
    assert [fill for fill in fills if fill in tiles] == [tiles[i] for i in (1, 8, 2, 3, 1)]
    assert len(fills) == 6  # and the paler of the two numbers
    assert set(texts(drawing)) == {"x", "7", "♛", "1", "5"}
    assert texts(drawing, palette)["x"] == palette.ink
    marks = [each for each in drawing.findall("path") if each.get("transform")]
    # of a colour alone its own, of a mark with a text a small one
    known = {path(mark, 0, 0, 1.0): mark.marker for mark in MARKS}
    names = [known.get(each.get("d"), "") for each in marks]
    assert names == ["", "star", "", palette.tiles[3].marker]
    ring, star, cross, _ = marks
    assert (ring.get("fill"), cross.get("fill")) == ("none", "none")
    assert "a" in ring.get("d")
    assert "a" not in cross.get("d")
    scales = [float(re.search(r"scale\((.*)\)", each.get("transform"))[1]) for each in (ring, star)]
    assert scales[1] < scales[0]


def test_numbers_shade_their_cells_from_the_least_to_the_largest():
    several, alone = drawn.boards([shown([[3, 1, 2]]), shown([[4]])])
    colors = [color(each, LIGHT) for each in several.findall("rect")[1:]]
    light = [int(each[1:3], 16) for each in colors]
    assert light[1] > light[2] > light[0]
    assert colors[0] == LIGHT.tiles[1].color
    assert [color(each, LIGHT) for each in alone.findall("rect")[1:]] == [LIGHT.tiles[1].color]


def test_a_text_fits_its_cell_or_is_left_out():
    few, many = drawn.boards([shown([["a", "abcd", 12]]), shown([["a"] * 60] * 60)], side=300)
    sizes = {each.text: float(each.get("font-size")) for each in few.iter("text")}
    assert sizes["a"] > sizes["12"] > 0
    assert sizes["a"] > sizes["abcd"]
    assert not texts(many)


class Pictured(Nim):
    def picture(self):
        return [["o"] * heap + [None] * (3 - heap) for heap in self.heaps]


def test_a_click_on_a_cell_is_its_action():
    search = search_for(Pictured((1, 3)), seed=1)
    search.run(100)
    card = BoardCard(search)
    taken = search.root.number_of((1, 2))
    board, at = card.frame["table"]["board"], card.frame["at"]
    (cell,) = np.flatnonzero(np.asarray(at) == taken).tolist()
    x, y = board["x"][cell], board["height"] - board["y"][cell]
    (selected,) = drawn.used(card.frame, ("click", x, y)).selected
    card._handle_msg({"name": "select", "value": list(selected)})
    assert card.selected == [taken]
    assert '<dt>Last action</dt><dd class="">2 of heap 2</dd>' in card.frame["moment"]["facts"]


def test_a_board_has_as_many_cells_as_its_picture():
    for drawing, count in zip(drawn.boards([shown(ROWS), shown([[1, 2]])]), (9, 2), strict=True):
        assert len(drawing.findall("rect")) == 1 + count  # and the ground


def test_the_ring_is_around_all_that_a_move_changes():
    search = search_for(Pictured((3,)), seed=1)
    search.run(100)
    number = search.root.number_of((0, 2))
    frame = show_position(in_numbers(search).root)
    (mark,) = drawn.named(drawn.used(frame, ("link", (number,))).drawing, "hovered")
    across = [float(x) for x, _ in drawn.starts(mark)]
    assert max(across) - min(across) == pytest.approx(2)
    # each cell means the move that takes its match and those after it
    assert frame.meant.at.tolist() == [search.root.number_of((0, n)) for n in (3, 2, 1)]
