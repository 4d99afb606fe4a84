"""What the views ask of a game's board: where a drawing can be pointed at."""

import pytest

from explorer.game.positions import meant_in
from explorer.look.boards import pointed_places
from mcsearch.engine.picture import Picture
from mcsearch.games.python_state import PythonState


class Drawn(PythonState):
    """Three actions, of which two begin at one place and the last has none."""

    places = (((10, 10),), ((10, 10), (30, 10)), ())

    def __init__(self):
        super().__init__(num_players=1, max_plies=2, max_actions=3)

    def legal(self):
        return list(range(len(self.places)))

    def make(self, action):
        self.places = self.places[:action]

    def result(self):
        return 0.0

    @property
    def picture(self):
        return Picture(svg='<svg viewBox="0 0 40 20"/>', places=self.places, side=20)


def test_of_actions_that_begin_at_one_place_the_first_is_meant_and_one_may_have_none():
    meant = meant_in(Drawn())
    assert meant.at.tolist() == [0, -1]
    assert meant.cells == {0: [0], 1: [0, 1], 2: []}


@pytest.mark.parametrize("places", [((),), ()], ids=["an action without one", "no action"])
def test_a_drawing_without_a_place_has_its_size(places):
    state = Drawn()
    state.places = places
    found = pointed_places(state)
    assert (found.width, found.height, len(found.x)) == (2.0, 1.0, 0)
    assert meant_in(state).at.tolist() == []


def test_places_that_are_not_as_many_as_the_actions_are_named():
    state = Drawn()
    state.legal = lambda: [0, 1]
    with pytest.raises(ValueError, match="3 places are given for 2 legal actions; give one of"):
        pointed_places(state)
