"""States of the package `monte-carlo-tree-search`, subclasses of its `BaseState` or of that shape.

`get_current_player, get_possible_actions, take_action, is_terminal, get_reward`, with the meaning
that they have in the adapter of `mcts`: player 1 is the first and wants the reward large, -1 wants
it small; rewards from -1 to 1 become returns from 0 to 1. Actions may come in any order, another
one whenever they are asked for, and equal none but themselves, as those of the package's second
example do.

Source: Paul Sinclair, Konstantin Strümpf and others, `monte-carlo-tree-search`, mcts/base/base.py
of release 2.1.0.
"""

from __future__ import annotations

from typing import Any

from mcsearch.adapters.adapter import Adapter, RewardedShape, has_methods


class BaseState(RewardedShape):
    """A state of the package `monte-carlo-tree-search` as a problem."""

    __slots__ = ()

    sign_name = "get_current_player()"
    reward_method = "get_reward"

    def _legal_actions(self) -> Any:
        return self.state.get_possible_actions()

    def _sign(self) -> Any:
        return self.state.get_current_player()

    def _after(self, action: Any) -> Any:
        return self.state.take_action(action)

    def is_terminal(self) -> Any:
        return self.state.is_terminal()


wrap = BaseState.wrap

ADAPTER = Adapter(
    name="monte-carlo-tree-search",
    package="monte-carlo-tree-search",
    fits=has_methods("get_possible_actions", "take_action", "is_terminal", "get_reward"),
    wrap=wrap,
)
