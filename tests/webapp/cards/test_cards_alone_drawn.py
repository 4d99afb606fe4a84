"""Every card alone: it draws a search of anybody's, follows its parameters, and names what it
can't draw.
"""

import drawn
import pytest

from explorer.cards.board.card import BoardCard
from explorer.cards.lanes.card import LanesCard
from explorer.cards.scrub.card import ScrubCard
from explorer.cards.strip.card import StripCard
from explorer.cards.why.card import WhyCard
from explorer.look.palette import DARK, LIGHT
from explorer.moment.detail import FEW_SLOTS, SLOTS
from mcsearch import Recipe, search_for


class Countdown:
    """A problem of somebody's, without a board."""

    def __init__(self, left=3):
        self.left = left

    def legal_actions(self):
        return [1, 2]

    def play(self, action):
        return Countdown(self.left - action)

    def is_terminal(self):
        return self.left <= 0

    def returns(self):
        return float(self.left == 0)


@pytest.fixture
def uct():
    search = Recipe("tictactoe", seed=1).build()
    search.run(100)
    return search


def test_the_table_of_the_selected_node(uct):
    card = WhyCard(uct, max_rows=3)
    shown = card._view.root.object
    assert shown.count("<tr data-actions") == 3
    card.selected = [4]
    assert 'data-actions="4,' in card._view.root.object
    uct.run(400)
    before = card._view.root.object
    card.refresh()
    assert card._view.root.object != before


def test_the_strip_of_the_playout_and_of_the_best_sequence(uct):
    card = StripCard(uct, width=600)
    assert (card.width, card.frame["slots"]) == (600, SLOTS)
    assert len(drawn.strip(card.frame).findall("li")) == len(card.frame["boards"]) > 2
    assert card.frame["title"] == "Playout"
    uct.advance()
    card.refresh()
    assert card.frame["title"] == "Expected play"
    assert StripCard(uct, width=500).frame["slots"] == FEW_SLOTS
    with pytest.raises(ValueError, match="has no board to draw"):
        StripCard(search_for(Countdown()))


def test_the_course_has_a_sample_of_every_look(uct):
    card = ScrubCard(uct)
    for _ in range(4):
        uct.run(100)
        card.refresh()
    history = card._course.history(uct)
    assert history.iterations.tolist() == [100, 200, 300, 400, 500]


def nested(name, **parameters):
    search = Recipe("samegame", "6x6x3:1", name, {"level": 2, **parameters}, seed=1).build()
    search.run(40)
    return search


def test_the_lanes_of_both_searches_that_have_levels(uct):
    card = LanesCard(nested("nmcs"))
    assert card.frame["lanes"]
    before = card.frame
    card.source.search.run(40)
    card.refresh()
    assert card.frame != before
    with pytest.raises(ValueError, match="lanes: uct has no levels; take nmcs or nrpa"):
        LanesCard(uct)

    card = LanesCard(nested("nrpa"))
    followed = card.frame["policy"]
    first = card.source.search.best_sequence[0]
    card._handle_msg({"name": "pin", "value": [first]})
    assert card.pinned == [first]
    assert card.frame["policy"] != followed
    card._handle_msg({"name": "pin", "value": None})
    assert card.frame["policy"] == followed


def test_a_theme_paints_a_card_anew(uct):
    card = ScrubCard(uct, theme="dark")
    assert card._view._palette is DARK
    card.theme = "light"
    assert card._view._palette is LIGHT
    assert card.__panel__().css_classes == ["light"]


@pytest.mark.parametrize("card", [BoardCard, StripCard])
def test_a_board_takes_the_themes_colours_by_itself(uct, card):
    card = card(uct, theme="dark")
    before = card.frame
    (styles,) = card._stylesheets
    dark = styles[styles.index(':host([data-theme="dark"])') :]
    assert all(color in dark for color in (DARK.surface, DARK.discs[0].color, DARK.tiles[0].color))
    card.theme = "light"
    assert card.frame is before
    with pytest.raises(ValueError, match="theme"):
        card.theme = "blue"


def test_the_table_takes_the_themes_colours_by_itself(uct):
    root = WhyCard(uct, theme="dark").__panel__()
    assert root.css_classes == ["dark"]
    assert DARK.surface in root.stylesheets[-1]
