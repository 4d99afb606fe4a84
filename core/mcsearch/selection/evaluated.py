"""What the rules share that look at the game's own evaluation of a position."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.selection.scored import ScoredRule
else:
    from mcsearch.engine.state import State
    from mcsearch.engine.tree import Tree
    from mcsearch.numerics.rng import Rng
    from mcsearch.selection.scored import ScoredRule


@cython.cclass
class EvaluatedRule(ScoredRule):
    """A new child gets the game's evaluation of it, from 0 to 1 for the player who moves there.

    A game without an evaluation has 0.5 everywhere, which changes no choice.
    """

    needs_turns = True  # else a position does not tell who has moved there

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._needs_state = True

    def attach(self, tree: Tree, rng: Rng) -> None:
        super().attach(tree, rng)
        tree.keep_priors()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expanded(self, tree: Tree, node: cython.int, state: State) -> cython.void:
        value: cython.double = state.evaluation()
        tree._prior[node] = value if state.to_play == 1 else 1.0 - value
