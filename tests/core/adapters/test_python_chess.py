"""Boards of python-chess as they are: mates found, draws and names as the package has them."""

import random

import pytest

from mcsearch import search_for
from mcsearch.problem import state_of

WHY = "python-chess has no wheel for this Python"
chess = pytest.importorskip("chess", reason=WHY)
variant = pytest.importorskip("chess.variant", reason=WHY)


def mates_in_two(board):
    """The moves after which mate at the next one can't be averted, by trying everything."""

    def mates(board):
        for move in board.legal_moves:
            board.push(move)
            is_mate = board.is_checkmate()
            board.pop()
            if is_mate:
                return True
        return False

    found = []
    for move in list(board.legal_moves):
        board.push(move)
        replies = list(board.legal_moves)
        lost = bool(replies)
        for reply in replies:
            board.push(reply)
            lost = lost and mates(board)
            board.pop()
        if lost:
            found.append(move)
        board.pop()
    return found


# two rooks against a king; Black to move with two rooks; queen and king
@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/k7/8/1R2K2R w - - 0 1",
        "7k/8/R7/1R6/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/1r6/r7/8/7K b - - 0 1",
        "k7/8/2K5/8/8/8/8/6Q1 w - - 0 1",
    ],
)
def test_mate_in_two_is_found(fen):
    board = chess.Board(fen)
    best = mates_in_two(board)
    assert best
    search = search_for(board, parameters={"solver": True, "cutoff_plies": 6, "iterations": 4000})
    search.run()
    assert search.proven == "win"
    assert search.best_action() in best
    assert board.fen() == fen
    for move in search.best_sequence:
        board.push(move)
    assert board.is_checkmate()
    assert len(search.best_sequence) == 3  # the search has a board of its own


@pytest.mark.parametrize("rules", [chess.Board, variant.AntichessBoard])
def test_moves_turns_names_and_returns_are_the_packages(rules):
    for seed in range(3):
        board, rng = rules(), random.Random(seed)
        state = state_of(board)
        while not board.is_game_over():
            assert state.legal_actions() == list(board.legal_moves)
            assert state.to_play == (0 if board.turn else 1)
            move = rng.choice(state.legal_actions())
            assert state.action_name(move) == board.san(move)
            state = state.play(move)
            board.push(move)
            assert state.problem.state.fen() == board.fen()
        assert state.is_terminal()
        assert state.returns() == {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}[board.result()]


def test_a_position_that_comes_the_fifth_time_ends_the_game():
    state = state_of(chess.Board("8/8/4k3/8/8/4K3/4R3/8 w - - 0 1"))
    for _ in range(4):
        for move in ("e2e1", "e6e7", "e1e2", "e7e6"):
            assert not state.is_terminal()
            state = state.play(chess.Move.from_uci(move))
    assert state.is_terminal()
    assert state.returns() == 0.5


def test_a_game_goes_on_in_the_same_search():
    search = search_for(chess.Board(), parameters={"iterations": 60, "cutoff_plies": 4}, seed=1)
    search.run(60)
    move = search.best_action()
    assert search.advance_root(move) > 0
    assert search.root.problem.state.peek() == move
