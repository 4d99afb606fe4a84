"""Playout policy adaptation with move features (Cazenave 2016): moves by their surroundings."""

from __future__ import annotations

from typing import Any

import cython

from mcsearch.engine.parameter import RecipeError

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Moves, State
    from cython.cimports.mcsearch.numerics.hashing import spread
    from cython.cimports.mcsearch.playout.ppa import Ppa
else:
    from mcsearch.engine.state import Moves, State
    from mcsearch.numerics.hashing import spread
    from mcsearch.playout.ppa import Ppa

_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cclass
class Ppaf(Ppa):
    """Playout policy adaptation with move features, PPAF (Cazenave 2016, "Playout Policy Adaptation
    with Move Features", section 3).

    As PPA, but a move has a weight for each set of features with which it can be played
    (`State.features_of`). They are the published ones in Breakthrough, whether it takes a stone,
    and in NoGo and Atarigo, what lies on the four points beside; elsewhere what lies on all cells
    next to its own. The published alpha is 0.32, with C = 0.4. It is meant for games where a move
    is good or bad by what lies beside it. Weights are more than PPA's, and each is learnt from
    fewer moves: at 200 playouts a move, C = 1 and alpha = 1, it is not seen to help over random
    playouts in Yavalath, +21 +- 33 Elo, and Connect Four, -10 +- 32, 400 games each (95 %).
    """

    name = "ppaf"
    title = "PPAF"

    def attach_to(self, search: Any) -> None:
        """RecipeError for a game that tells no features."""
        super().attach_to(search)
        if not search.root.has_features:
            raise RecipeError(
                f"policy: {self.name!r} needs features of moves, and {search.root.class_name()} "
                "has none; choose ppa"
            )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _name(self, state: State, moves: Moves) -> cython.void:
        i: cython.int
        features: cython.ulonglong
        code: cython.ulonglong
        for i in range(moves.count):
            features = state.features_of(moves.items[i])
            code = (moves.codes[i] + spread(features)) & _MASK
            moves.codes[i] = ((code << 1) & _MASK) | state.to_play
