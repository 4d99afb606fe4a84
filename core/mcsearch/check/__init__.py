"""Is my search right? Somebody's Monte Carlo tree search, examined on a game.

>>> from mcsearch import check
>>> from mcsearch.examples import plain_mcts
>>> report = check.search(plain_mcts.run, game=check.offered("tictactoe"), seconds=4)
>>> report.has_fault, report.line("selection").verdict
(False, 'right')

`run` is a function run(state, iterations, seed) that returns the root of its tree, an action, or
both in a tuple. What it is given is a state of `game`: a class with four methods as
`mcsearch.problem` has it, a state of a package that `mcsearch.adapters` knows, or one of our own
games by `offered`. The names of a node's fields are guessed, or told by a `Shape`. A search of a
package can be given as it is, see `known`.

Each property that is examined is a module: visits, legal moves, the range of the mean, whose reward
it is, selection with its C, unvisited children first, backpropagation, playouts, the final move,
the state, strength and cost. A line says right, wrong, suspicious, or why it could not be examined;
what is wrong has a counterexample. A line says wrong only for what no right search does; what a
search may mean so (another rule, its own playouts, the best mean as the final move) is suspicious
at most.
"""

from __future__ import annotations

from mcsearch.check.classical import Example, examples
from mcsearch.check.examination import HEADINGS, Examination, search
from mcsearch.check.offered import OfferedState, offered
from mcsearch.check.report import (
    NOT_EXAMINED,
    RIGHT,
    SUSPICIOUS,
    WRONG,
    Counterexample,
    Heading,
    Line,
    Point,
    Report,
)
from mcsearch.check.runner import RunError, StoppedError
from mcsearch.check.shape import Shape, ShapeError

__all__ = [
    "HEADINGS",
    "NOT_EXAMINED",
    "RIGHT",
    "SUSPICIOUS",
    "WRONG",
    "Counterexample",
    "Examination",
    "Example",
    "Heading",
    "Line",
    "OfferedState",
    "Point",
    "Report",
    "RunError",
    "Shape",
    "ShapeError",
    "StoppedError",
    "examples",
    "offered",
    "search",
]
