"""The board card alone."""

import drawn
import pytest

from explorer.cards.board.card import BoardCard
from explorer.look.scripts import as_module
from explorer.shell.template import read_script
from mcsearch import Recipe


@pytest.fixture
def search():
    search = Recipe("tictactoe", seed=1).build()
    search.run(100)
    return search


def facts(card):
    return card.frame["moment"]["facts"]


def tell(card, value):
    card._handle_msg({"name": "select", "value": value})


def test_it_shows_the_selected_position(search):
    card = BoardCard(search)
    assert '<dt>Candidates</dt><dd class="">9 moves</dd>' in facts(card)
    card.selected = [4]
    assert '<dt>Candidates</dt><dd class="">8 moves</dd>' in facts(card)
    assert card.frame["selected"] == [4]
    tell(card, [99])
    assert card.selected == [4]


def test_a_click_selects_what_the_browser_says(search):
    card = BoardCard(search)
    (selected,) = drawn.used(card.frame, ("click", 1.5, 1.5)).selected
    tell(card, list(selected))
    assert card.selected == [4]
    stones = drawn.named(drawn.board(card.frame), "stone")
    assert [stone.get("data-cell") for stone in stones] == ["4"]


def test_it_shows_the_search_when_it_is_asked_to(search):
    card = BoardCard(search)
    before = facts(card)
    search.run(400)
    assert facts(card) == before
    card.refresh()
    assert facts(card) != before


def test_a_theme_changes_its_colours_and_not_what_is_sent(search):
    card = BoardCard(search)
    before = card.frame
    card.theme = "dark"
    assert card.frame is before
    (styles,) = card._stylesheets
    assert ':host([data-theme="dark"])' in styles
    script = as_module("cards/board/card.js", read_script, "render")
    assert 'model.on("theme", board.dress)' in script


def test_it_is_as_large_as_it_is_asked_to_be(search):
    card = BoardCard(search, side=200)
    assert card.side == 200
    assert card.width > 200
    assert card.height is None  # as high as the board, or the facts beside it
    with pytest.raises(TypeError, match="side"):
        card.side = 300
    with pytest.raises(ValueError, match="side"):
        BoardCard(search, side=7)
