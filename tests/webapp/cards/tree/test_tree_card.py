"""The tree card alone: what it sends of a search, and what its visitor does to it."""

import numpy as np
import pytest

from explorer.cards.tree.card import TreeCard
from mcsearch import Recipe


@pytest.fixture
def search():
    search = Recipe("tictactoe", seed=1).build()
    search.run(200)
    return search


@pytest.fixture
def card(search):
    return TreeCard(search)


def tell(card, name, value):
    card._handle_msg({"name": name, "value": value})


def test_the_frame_has_arrays_and_is_of_the_search_now(card, search):
    assert isinstance(card.frame["x"], np.ndarray)
    assert card.frame["visits"][0] == 200
    search.run(50)
    assert card.frame["visits"][0] == 200
    card.refresh()
    assert card.frame["visits"][0] == 250


def test_it_is_drawn_for_its_size(search):
    assert TreeCard(search, width=500, height=300).frame["width"] == 500


@pytest.mark.parametrize(
    ("mode", "size"),
    [(None, (760, 460)), ("stretch_width", (None, 460)), ("stretch_height", (760, None))],
)
def test_a_side_that_is_not_stretched_has_its_usual_length(search, mode, size):
    card = TreeCard(search, sizing_mode=mode)
    assert (card.width, card.height) == size


def test_it_is_laid_out_anew_for_the_size_that_the_browser_says(search):
    card = TreeCard(search, sizing_mode="stretch_both")
    tell(card, "size", [390, 500])
    assert (card.frame["width"], card.frame["height"]) == (390, 500)
    before = card.frame
    tell(card, "size", [390, 500])
    assert card.frame is before
    tell(card, "size", [0, 1e9])
    assert (card.frame["width"], card.frame["height"]) == (100, 4000)


def test_a_click_selects_and_so_does_the_parameter(card, search):
    tell(card, "select", [4])
    assert card.selected == [4]
    assert card.frame["action"][card.frame["selected"]] == 4
    card.selected = []
    assert card.frame["selected"] == 0
    tell(card, "select", [99])
    assert card.selected == []


def children(card, action):
    """How many children of a child of the root are drawn."""
    frame = card.frame
    node = list(frame["action"]).index(action)
    return int((frame["parent"] == node).sum())


def test_a_branch_is_closed_and_opened_again(card):
    before = children(card, 4)
    tell(card, "collapse", [4])
    assert children(card, 4) == 0
    tell(card, "open-more", {"actions": [4], "count": 3})
    assert children(card, 4) == before > 0
    tell(card, "open-more", {"actions": [4], "count": 8})
    assert children(card, 4) == 8


def test_closer_there_is_more_to_see(card):
    nodes = len(card.frame["x"])
    tell(card, "level", 99)
    assert len(card.frame["x"]) > nodes


def test_two_cards_know_nothing_of_each_other(card, search):
    other = TreeCard(search)
    tell(other, "select", [4])
    assert card.selected == []
