"""Reviews against exact values: every outcome that is thrown away is a mistake, and told so."""

import functools
import random

import pytest
from exact_values import Rows, connect4_positions

from mcsearch import RecipeError
from mcsearch.play.review import LARGE_MISTAKE, Accuracy, Review
from mcsearch.play.setting import Setting

NUM_GAMES = 20
MOST_FREE = 15  # cells: late enough for an exhaustive search in Python


def finished(review):
    while not review.advance(0.05):
        pass
    return review


GAME = Rows(7, 6, 4, falls=True)


@functools.cache
def outcome(position):
    """1 win, 0 draw, -1 loss for the side to move, by exhaustive search."""
    actions = GAME.actions(position)
    if not actions:
        own = GAME.to_play(position)
        return {0.5: 0, 1.0: 1, 0.0: -1}[abs(own - GAME.value(position))]
    best = -1
    for action in actions:
        best = max(best, -outcome(GAME.play(position, action)))
        if best == 1:
            break
    return best


def late_games():
    """(moves of a position, the random moves from there to the end) of 20 late positions."""
    draw = random.Random(4)
    late = [moves for moves, _ in connect4_positions() if 42 - len(moves) <= MOST_FREE]
    for moves in late[:NUM_GAMES]:
        state = Setting("connect4", moves).start()
        names = []
        while not state.is_terminal():
            action = draw.choice(state.legal_actions())
            names.append(state.action_name(action))
            state = state.play(action)
        yield moves, names


def test_a_move_that_throws_the_outcome_away_is_a_mistake_and_no_other_is():
    games = list(late_games())
    assert len(games) == NUM_GAMES
    num_thrown = 0
    for moves, names in games:
        review = finished(Review(Setting("connect4", moves), names, playouts=200))
        position = GAME.start
        for column in moves:
            position = GAME.play(position, int(column) - 1)
        for move in review.moves():
            before = outcome(position)
            position = GAME.play(position, int(move.name) - 1)
            after = -outcome(position)
            if after < before:
                num_thrown += 1
                assert move.mark == LARGE_MISTAKE, (moves, names, move)
                best = GAME.play(back(position, int(move.name) - 1), int(move.best) - 1)
                assert -outcome(best) == before
            else:
                assert move.mark == "", (moves, names, move)
            value, plies = {1: 1.0, 0: 0.5, -1: 0.0}[after], move.bounds_after.plies
            assert move.bounds_after == (value, value, plies)
            assert move.bounds_before.lower == {1: 1.0, 0: 0.5, -1: 0.0}[before]
    assert num_thrown > 10


def test_a_lost_game_has_no_mark_for_what_the_search_did_not_see():
    """From the tenth move on the first player has lost, and the search finds it out late."""
    moves = "135551157777717113366"
    review = finished(Review(Setting("connect4", "44454544333"), moves, playouts=2_000))
    played = review.moves()
    assert [move.mark for move in played] == [""] * len(moves)
    # one number: with every move there is one ply less to the end, or the loser has shortened it
    told = [move.bounds_after.plies for move in played]
    assert told == sorted(told, reverse=True)
    assert [move.bounds_before.plies for move in played] == [21, *told[:-1]]
    assert all(move.line[0] == move.best and move.is_solved for move in played)
    assert played[1].before > 0.2, "the search believes that it is not lost yet"
    assert review.accuracy(0).share == review.accuracy(1).share == 1.0


def test_accuracy_is_the_share_of_what_could_be_kept():
    review = finished(Review(Setting("tictactoe"), ["b2", "a2", "a1", "a3"], playouts=500))
    # an edge beside the centre loses; afterwards the loser has nothing to choose
    assert [move.mark for move in review.moves()] == ["", "??", "", ""]
    assert review.accuracy(0) == Accuracy(1, 0.0)
    assert review.accuracy(1) == Accuracy(1, 0.5)
    assert review.accuracy(1).share == 0.5
    assert review.positions[1].loss_of(3) == 0.5
    assert review.positions[1].loss_of(0) == 0.0


def test_where_it_takes_too_long_the_truth_is_not_told():
    review = finished(Review(Setting("connect4"), "44", playouts=500))
    assert not any(move.is_solved for move in review.moves())
    assert review.bounds_at(1, 0).is_open


def back(position, column):
    """The position before the last disc was dropped into a column."""
    taken = position[0] | position[1]
    height = (taken >> (column * 6) & 63).bit_count()
    bit = 1 << (column * 6 + height - 1)
    return (position[0] & ~bit, position[1] & ~bit)


def test_mistakes_come_by_size_with_the_best_move_and_its_expected_play():
    review = finished(Review(Setting("connect4"), "4141412", playouts=3_000))
    # x could have won at move 7 by 4
    (worst, *others) = review.mistakes()
    assert (worst.number, worst.name, worst.best, worst.mark) == (7, "2", "4", "??")
    assert worst.line[0] == "4"
    assert worst.before == 1.0
    assert worst.bounds_before.plies == 1
    assert [move.loss for move in others] == sorted((m.loss for m in others), reverse=True)
    curve = review.curve(0)
    assert len(curve) == 8
    assert curve[6] == 1.0
    assert [1.0 - rate for rate in review.curve(1)] == pytest.approx(curve)


def test_a_finished_game_is_exact_at_its_end():
    review = finished(Review(Setting("connect4"), "1212121", playouts=500))
    assert review.positions[-1].bounds_of(0)[:2] == (1.0, 1.0)
    assert review.curve(0)[-2:] == [1.0, 1.0]
    assert review.bounds_at(6, 0).in_words() == "a proven win in 1 ply"


def test_a_review_goes_from_the_end_to_the_beginning_in_slices():
    review = Review(Setting("tictactoe"), ["b2", "a1", "a3"], playouts=5_000)
    assert review.curve(0) == [None] * 4
    assert review.moves() == [None] * 3
    known = [review.num_left]
    while not review.advance(0.0005):
        if review.num_left != known[-1]:
            known.append(review.num_left)
            assert review.positions[review.num_left] is not None
            assert review.positions[review.num_left - 1] is None
    assert known == [4, 3, 2, 1]
    assert review.advance() is True
    assert [move.mark for move in review.moves()] == ["", "", ""]


def test_a_position_is_searched_again_with_the_same_result():
    review = finished(Review(Setting("connect4"), "4455", playouts=1_000))
    search = review.recipe_of(2).build()
    search.run()
    best = review.positions[2].best
    assert search.root.action_name(search.best_action()) == best
    assert sum(c.visits for c in search.root_children()) == review.positions[2].visits


def test_a_swap_is_reviewed_like_any_move():
    setting = Setting("yavalath", "", {"pie_rule": True})
    review = finished(Review(setting, ["e5", "swap", "d4"], playouts=2_000))
    swap = review.move(2)
    assert (swap.name, swap.player) == ("swap", 1)
    assert "swap" in [value.name for value in review.positions[1].values]
    assert review.move(1).loss >= 0


def test_three_in_a_row_without_a_fourth_is_a_proven_result_given_away():
    # the second player could block nothing and wins at once; the first makes a three
    moves = ["a1", "i1", "a2", "i5", "a3"]
    review = finished(Review(Setting("yavalath"), moves, playouts=3_000))
    last = review.move(5)
    assert last.bounds_after[:2] == (0.0, 0.0)
    assert last.after == 0.0
    assert last.mark == LARGE_MISTAKE
    assert last.best != "a3"


def test_an_illegal_move_is_named():
    with pytest.raises(RecipeError, match="move 2, '9'"):
        Review(Setting("connect4"), "49")
