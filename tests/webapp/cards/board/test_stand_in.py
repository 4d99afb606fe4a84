"""What stands in the board's place: a person's drawing, or the position's text."""

import re
from base64 import b64decode

import pytest
from problems import Nim

from explorer.cards.board.card import BoardCard
from explorer.cards.board.frame import show_position
from explorer.cards.board.view import BoardView
from explorer.look.palette import DARK, LIGHT
from mcsearch import Recipe, search_for
from mcsearch.problem.numbered import in_numbers

SVG = "<svg viewBox='0 0 200 100'><script>alert(1)</script><rect width='5'/></svg>"


class Drawn(Nim):
    def picture(self):
        return SVG


def html(problem, palette=LIGHT, side=210):
    view = BoardView(palette, side)
    view.show(show_position(in_numbers(search_for(problem)).root), (0.0, 1.0), None)
    assert view._stand_in.visible
    assert not view._plot.visible
    return view._stand_in.object


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_a_drawing_is_an_image_of_the_boards_size_in_the_themes_ink(palette):
    image = html(Drawn((1,)), palette)
    assert 'width="200" height="100"' in image
    assert 'alt="Drawn(heaps=(1,), to_play=0)"' in image
    (data,) = re.findall('src="data:image/svg\\+xml;base64,([^"]+)"', image)
    text = b64decode(data).decode()
    assert '<rect width="5">' in text
    assert "script" not in text
    assert f'color="{palette.ink}"' in text


class Hostile(Nim):
    def __str__(self):
        return "<img src=x onerror=alert(1)>\n" * self.heaps[0]


def test_a_text_is_written_as_it_is_and_fills_its_place():
    short, long = html(Hostile((1,))), html(Hostile((60,)))
    assert "&lt;img src=x onerror=alert(1)&gt;" in short
    assert "<img" not in short
    sizes = [float(size) for text in (short, long) for size in re.findall(r"size:([\d.]+)px", text)]
    assert sizes == sorted(sizes, reverse=True)
    assert 11 <= sizes[1] <= sizes[0] <= 22
    assert html(type("Empty", (Nim,), {"__str__": lambda self: ""})((1,)))


def test_a_drawing_that_can_not_be_read_is_named():
    broken = type("Broken", (Nim,), {"picture": lambda self: "<svg viewBox='0 0 1 1'><g></svg>"})
    with pytest.raises(ValueError, match=r"picture\(\): the SVG text is broken in line 1"):
        BoardCard(search_for(broken((1,))))


def test_it_goes_where_a_board_comes():
    view = BoardView(LIGHT)
    view.show(show_position(in_numbers(search_for(Drawn((1,)))).root), (0.0, 1.0), None)
    view.show(show_position(Recipe("tictactoe").start()), (0.0, 1.0), None)
    assert view._plot.visible
    assert not view._stand_in.visible
    assert view._stand_in.object == ""
