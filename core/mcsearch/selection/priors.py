"""Priors of a node's children for the rules that select by them."""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import view


@cython.cclass
class Priors:
    """Puts what the game says of a node's actions, see `State.fill_priors`, into its tree."""

    def __init__(self) -> None:
        self._of_actions = view(np.zeros(1))

    def fill(self, tree, node, state, actions):
        """Give the children that a node has just got, the last of `actions` first, their priors."""
        i: cython.int
        first: cython.int = tree._first[node]
        if self._of_actions.shape[0] < actions.count:
            with cython.gil:
                self._of_actions = view(np.zeros(state.max_actions))
        state.fill_priors(actions, self._of_actions)
        for i in range(tree._num_children[node]):
            tree._prior[first + i] = self._of_actions[actions.count - 1 - i]
