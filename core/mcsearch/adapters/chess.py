"""Boards of python-chess, `chess.Board` and its variants: White is the first player.

`legal_moves, push, copy, turn, is_game_over, outcome`; actions are `chess.Move`, named in SAN. A
return is 1 for White's win, 0 for Black's, 0.5 for a draw. A game ends where `is_game_over()` says
so: with mate, stalemate and insufficient material, after seventy-five moves without progress, and
by fivefold repetition. Draws that a player would have to claim are none.

A copy keeps as many moves as a repetition can reach back, those since the last capture or pawn
move.

Source: Niklas Fiekas, python-chess, documentation of `chess.Board` (release 1.11). The longest game
is that of 75 moves of each side for every pawn move and every capture.
"""

from __future__ import annotations

from typing import Any

from mcsearch.adapters.adapter import Adapter, Shape, has_methods

_MAX_PLIES = 2 * 75 * (16 * 6 + 30 + 1)
_MAX_ACTIONS = 512  # of a position of chess 218; pieces to drop are more


class ChessBoard(Shape):
    """A board as a problem. Players alternate, so that the solver may prove mates."""

    __slots__ = ()

    max_plies = _MAX_PLIES
    max_actions = _MAX_ACTIONS

    def __init__(self, state: Any, alternates: bool = True) -> None:
        super().__init__(state, alternates)

    @property
    def to_play(self) -> int:
        return 0 if self.state.turn else 1

    def legal_actions(self) -> list:
        return list(self.state.legal_moves)

    def play(self, move: Any) -> ChessBoard:
        after = self.state.copy(stack=self.state.halfmove_clock)
        after.push(move)
        return ChessBoard(after, self.alternates)

    def is_terminal(self) -> bool:
        return self.state.is_game_over()

    def returns(self) -> float:
        winner = self.state.outcome().winner
        return 0.5 if winner is None else float(winner)

    def action_name(self, move: Any) -> str:
        return self.state.san(move)


def wrap(board: Any, alternates: bool = True) -> ChessBoard:
    """A copy of the board as a problem: the board may go on changing."""
    return ChessBoard(board.copy(), alternates)


def _fits(thing: Any) -> bool:
    return _has_methods(thing) and hasattr(thing, "legal_moves") and hasattr(thing, "turn")


_has_methods = has_methods("push", "copy", "is_game_over", "outcome", "san")

ADAPTER = Adapter(name="chess", package="chess", fits=_fits, wrap=wrap)
