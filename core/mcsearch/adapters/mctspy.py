"""States of mctspy: `TwoPlayersAbstractGameState` with the `next_to_move` that its nodes read.

`get_legal_actions, move, is_game_over` and `game_result` (a property or a method): 1 when player 1,
who is the first, has won, -1 when -1 has, 0 for a draw; returns are from 0 to 1.

The actions of its example are objects that equal none but themselves. Those with the same class and
the same attributes are one here, so that an action of `best_sequence` can be given back to
`advance_root`.

Source: Kamil Czarnogórski, mctspy, games/common.py and tree/nodes.py of release 0.1.1.
"""

from __future__ import annotations

from typing import Any

from mcsearch.adapters.adapter import (
    Adapter,
    ShapeWithActions,
    first_players_return,
    has_methods,
)


class TwoPlayersState(ShapeWithActions):
    """A state of mctspy as a problem."""

    __slots__ = ()

    sign_name = "next_to_move"

    @property
    def to_play(self) -> int:
        return self._player(self.state.next_to_move)

    def _legal_actions(self) -> Any:
        return self.state.get_legal_actions()

    def _after(self, action: Any) -> Any:
        return self.state.move(action)

    def is_terminal(self) -> Any:
        return self.state.is_game_over()

    def returns(self) -> float:
        result = self.state.game_result
        return first_players_return(
            f"game_result of {self.class_name}", result() if callable(result) else result
        )


wrap = TwoPlayersState.wrap


def _fits(thing: Any) -> bool:
    return _has_methods(thing) and hasattr(thing, "next_to_move")


_has_methods = has_methods("get_legal_actions", "move", "is_game_over")

ADAPTER = Adapter(name="mctspy", package="mctspy", fits=_fits, wrap=wrap)
