"""The levels: each is stronger than the one below, the strongest throws no known outcome away."""

import pytest
from exact_values import connect4_positions
from measure_levels import GAMES_OF_TWO, measure, neighbours

from mcsearch.play.match import Match, Side
from mcsearch.play.setting import Setting

NUM_GAMES = {"tictactoe": 60, "nogo": 6, "hex": 6, "othello": 6}  # 10 of the others


@pytest.mark.parametrize("game", GAMES_OF_TWO)
def test_each_level_beats_the_one_below(game):
    """A small version of what the script measures; the strongest of the large games is left out."""
    for stronger, weaker in neighbours():
        if stronger.name == "full" and game != "tictactoe":
            continue
        pairs = measure(game, stronger, weaker, NUM_GAMES.get(game, 10))
        # by many more games the closest two are 65 % apart
        assert pairs.score >= 0.6, (stronger.name, weaker.name, pairs.games)


def test_the_strongest_keeps_the_exact_outcome_of_connect_four():
    for moves, scores in connect4_positions():
        search = Side.of_level("full", "connect4", 1)
        match = Match(Setting("connect4", moves), (search, search))
        while match.advance(1.0) == "thinking":
            pass
        (action,) = match.actions
        best = max(score for score in scores if score is not None)
        assert (scores[action] > 0) - (scores[action] < 0) == (best > 0) - (best < 0), moves
