"""The facts beside a board as HTML."""

import dataclasses

import pytest

from explorer.cards.board.facts import facts
from explorer.session.frames import make_frame
from mcsearch import Recipe


@pytest.mark.parametrize(
    ("fact", "size"),
    [("0", "large"), ("12\u2009345", "large"), ("\u221260\u2009425", "name"), ("win", "name")],
)
def test_a_number_is_as_large_as_there_is_room_for_it(fact, size):
    search = Recipe("tictactoe").build()
    search.run(3)
    frame = make_frame(search).board
    told = facts(dataclasses.replace(frame, facts=(("Score so far", fact), ("Moves", "3"))))
    assert f'<dd class="{size}">{fact}</dd>' in told
