"""RAVE: a node's own AMAF values help where its children have few playouts."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.engine.parameter import Parameter
from mcsearch.selection.grave import BIAS
from mcsearch.selection.rule import exploration_weight

if cython.compiled:
    from cython.cimports.mcsearch.selection.grave import Grave
else:
    from mcsearch.selection.grave import Grave


@cython.cclass
class Rave(Grave):
    """Rapid action value estimation, RAVE (Gelly and Silver 2007, "Combining Online and Offline
    Knowledge in UCT"; beta as in Gelly and Silver 2011, equation 13, with the bias of Cazenave
    2015): GRAVE with ref = 0, so that every node with a visit has its
    own AMAF values. In Connect Four, 200 playouts a move, it had +49 +- 44 Elo over UCT with C = 1
    in 200 games and +21 +- 33 in another 400 (95 %).
    """

    name = "rave"
    title = "RAVE"
    parameters: ClassVar[tuple[Parameter, ...]] = (exploration_weight(0.0), BIAS)
