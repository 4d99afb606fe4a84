"""Monte Carlo Search Explorer: the engine.

>>> from mcsearch import Recipe
>>> search = Recipe("samegame", "15x15x5:7", "spmcts", {"iterations": 1000}, seed=1).build()
>>> search.run()
1000
"""

import warnings

from mcsearch import library  # first: what follows may be in it
from mcsearch.engine.parameter import RecipeError
from mcsearch.numerics import rng
from mcsearch.problem import ProblemError, check_problem, search_for
from mcsearch.recipe import Recipe

__version__ = "0.1.0"
__all__ = [
    "COMPILED",
    "ProblemError",
    "Recipe",
    "RecipeError",
    "__version__",
    "check_problem",
    "search_for",
]

COMPILED: bool = library.is_compiled(rng)
"""Whether the core runs as machine code (native or wasm) and not interpreted."""

if not COMPILED:
    warnings.warn(library.interpreted_note(), stacklevel=2)
