"""What stands in the board's place: a person's drawing, or the position's text."""

import re

import drawn
import pytest
from problems import Nim

from explorer.cards.board.card import BoardCard
from explorer.cards.board.frame import show_position
from explorer.look.palette import DARK, FONT, LIGHT
from explorer.look.svg import drawing
from mcsearch import Recipe, search_for
from mcsearch.problem.numbered import in_numbers

SVG = "<svg viewBox='0 0 200 100'><script>alert(1)</script><rect width='5'/></svg>"


class Drawn(Nim):
    def picture(self):
        return SVG


def shown(problem):
    return show_position(in_numbers(search_for(problem)).root)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_a_drawing_is_an_image_in_the_ink_of_the_theme_around_it(palette):
    frame = shown(Drawn((1,)))
    for image in (drawn.board(frame, ink=palette.ink), drawn.used(frame, ink=palette.ink).drawing):
        assert image.get("alt") == "Drawn(heaps=(1,), to_play=0)"
        text = drawn.image(image)
        assert '<rect width="5">' in text
        assert "script" not in text
        assert f'color="{palette.ink}"' in text
        assert 'width="200" height="100"' in text
    assert 'color="#171A21"' in drawn.image(drawn.board(frame))  # the page's


class Hostile(Nim):
    def __str__(self):
        return "<img src=x onerror=alert(1)>\n" * self.heaps[0]


def test_a_text_is_written_as_it_is_and_fills_its_place():
    frames = [shown(Hostile((lines,))) for lines in (1, 60)]
    texts = drawn.boards(frames, side=210)
    for frame, text in zip(frames, texts, strict=True):
        assert (text.tag, len(text)) == ("pre", 0)  # no element in it
        assert text.text == frame.text
        assert text.text.startswith("<img src=x onerror=alert(1)>")
    sizes = [float(re.search(r"size: ([\d.]+)px", text.get("style")).group(1)) for text in texts]
    assert sizes == sorted(sizes, reverse=True)
    assert 11 <= sizes[1] <= sizes[0] <= 22
    empty = drawn.board(shown(type("Empty", (Nim,), {"__str__": lambda self: ""})((1,))))
    assert (empty.tag, empty.text) == ("pre", None)


def test_a_drawing_that_can_not_be_read_is_named():
    broken = type("Broken", (Nim,), {"picture": lambda self: "<svg viewBox='0 0 1 1'><g></svg>"})
    with pytest.raises(ValueError, match=r"picture\(\): the SVG text is broken in line 1"):
        BoardCard(search_for(broken((1,))))


@pytest.mark.parametrize("game", ["tsptw", "morpion", "hp-folding", "weak-schur"])
def test_actions_are_pointed_at_in_a_drawing(game):
    search = Recipe(game, search="spmcts", seed=1).build()
    search.run(60)
    search.advance()  # the path takes a child of the root
    visited = {child.action for child in search.root_children() if child.visits}
    card = BoardCard(search, side=300)
    picture, legal = search.root.picture, search.root.legal_actions()
    image = drawing(picture.svg)
    height = image.height / picture.side
    begins: dict[tuple[float, float], int] = {}
    at = {}
    for action, ((x, y), *_) in zip(legal, picture.places, strict=True):
        at[action] = x / picture.side, y / picture.side
        begins.setdefault(at[action], action)  # others are told apart by a place more
    near = [(x + 0.02, y + 0.02) for x, y in begins]
    told = drawn.used(card.frame, *(("click", *place) for place in near), side=300)
    assert told.selected == [(action,) for action in begins.values()]
    for (action,) in told.selected:
        card.selected = []
        card._handle_msg({"name": "select", "value": [action]})
        assert card.selected == ([action] if action in visited else [])
    card.selected = []
    # the rings lie over the drawing, which both fill in the same way
    whole, above = told.drawing
    box = [float(number) for number in above.get("viewBox").split()]
    assert box == pytest.approx([0, 0, image.width / picture.side, height])
    assert above.get("class") == "position rings"
    assert drawn.image(whole) == image.text("#171A21", FONT)
    linked = [[("link", (action,))] for action in begins.values()]
    for place, told in zip(begins, drawn.uses(card.frame, linked, side=300), strict=True):
        rings = told.drawing[1]
        (hovered,) = drawn.named(rings, "hovered")
        assert drawn.circles(hovered)[0][:2] == pytest.approx(place, abs=0.011)
        (played,) = drawn.named(rings, "played")
        chosen = at[search.path_actions[0]]
        assert drawn.circles(played)[0][:2] == pytest.approx(chosen, abs=0.011)


def test_it_goes_where_a_board_comes():
    own, board = drawn.boards([shown(Drawn((1,))), show_position(Recipe("tictactoe").start())])
    assert (own.tag, board.tag) == ("img", "svg")
    assert not list(board.iter("img")) + list(board.iter("pre"))
