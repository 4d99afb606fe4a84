"""States of the package `mcts`: `getPossibleActions, takeAction, isTerminal, getReward`.

With `getCurrentPlayer`, 1 or -1, there are two players: the reward is that of player 1, who wants
it large and is the first, from -1 for a loss to 1 for a win, and 0 to 1 are made of it; -1 wants it
small. Without it there is one player, as the package's release 1.0.4 searches all states, and the
reward is the score. `takeAction` must give a new state, as the package needs it too. Actions may
come in any order; those with the same class and attributes are one.

Source: Paul Sinclair, `mcts`, README and mcts.py of release 1.0.4; `getCurrentPlayer` is that of
the sources after it.
"""

from __future__ import annotations

from typing import Any

from mcsearch.adapters.adapter import Adapter, RewardedShape, has_methods


class MctsState(RewardedShape):
    """A state of the package `mcts` as a problem."""

    __slots__ = ()

    sign_name = "getCurrentPlayer()"
    reward_method = "getReward"

    def _legal_actions(self) -> Any:
        return self.state.getPossibleActions()

    def _sign(self) -> Any:
        return self.state.getCurrentPlayer()

    def _after(self, action: Any) -> Any:
        return self.state.takeAction(action)

    def is_terminal(self) -> Any:
        return self.state.isTerminal()


wrap = MctsState.wrap

ADAPTER = Adapter(
    name="mcts",
    package="mcts",
    fits=has_methods("getPossibleActions", "takeAction", "isTerminal", "getReward"),
    wrap=wrap,
)
