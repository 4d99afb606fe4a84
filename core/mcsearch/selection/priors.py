"""Priors of a node's children for the rules that select by them, and noise in those of the root."""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import ROOT
    from cython.cimports.mcsearch.numerics.gamma import fill_dirichlet
else:
    from mcsearch.engine.tree import ROOT
    from mcsearch.numerics.gamma import fill_dirichlet

_HALVES = 0.5 ** np.arange(64)

NOISE = (
    Parameter(
        "root_noise",
        "float",
        0.0,
        "Root noise",
        "share of Dirichlet noise in the priors of the root's children, so that self-play tries "
        "what they hold for bad; AlphaZero's is 0.25; 0: none",
        low=0.0,
        high=1.0,
    ),
    Parameter(
        "noise_shape",
        "float",
        0.3,
        "Noise shape",
        "alpha of the Dirichlet noise: the smaller, the fewer children have it all; AlphaZero's is "
        "0.3 in chess, 0.03 in Go, about 10 over the number of actions",
        low=0.01,
        high=100.0,
        log=True,
    ),
)


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


@cython.cclass
class RootNoise:
    """Dirichlet noise in the priors of the root's children: (1 - share) P + share eta.

    eta is drawn when the root gets its children, and anew when another position becomes the root
    (Silver et al. 2017, "Mastering the game of Go without human knowledge", page 24).
    """

    def __init__(self, share: float, shape: float) -> None:
        self.share = share
        self._shape = shape
        self.count = 0  # of the children with noise; 0: none
        self._drawn = view(np.zeros(1))
        self._halves = view(_HALVES)

    def draw(self, tree, rng):
        """Draw the noise of the children that the root has."""
        self.count = tree._num_children[ROOT] if self.share > 0.0 else 0
        if self._drawn.shape[0] < self.count:
            with cython.gil:
                self._drawn = view(np.zeros(self.count))
        if self.count > 0:
            fill_dirichlet(rng, self._shape, self._halves, self._drawn, self.count)

    def mixed(self, prior, place):
        return (1.0 - self.share) * prior + self.share * self._drawn[place]

    def of(self, place: int) -> float:
        """The noise of a child by its place among the root's."""
        return self._drawn[place]

    def copy_from(self, other: RootNoise) -> None:
        self.count = other.count
        self._drawn = view(np.array(other._drawn))
