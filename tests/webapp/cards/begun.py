"""Searches that have begun, for cards to show."""

from __future__ import annotations

from typing import Any

from mcsearch import Recipe
from mcsearch.presets import PRESETS


def samegame(num_iterations: int = 300, phases: int = 3) -> Any:
    """A small board, so many phases into the next iteration."""
    values = {"exploration": 50.0, "scoring": "plain"}
    return _begun(Recipe("samegame", "9x7x4:3", "spmcts", values, seed=1), num_iterations, phases)


def tictactoe(num_iterations: int = 200, phases: int = 1) -> Any:
    """The preset's, so many phases into the next iteration."""
    return _begun(PRESETS["tictactoe-uct"].recipe, num_iterations, phases)


def _begun(recipe: Recipe, num_iterations: int, phases: int) -> Any:
    search = recipe.build()
    search.run(num_iterations)
    for _ in range(phases):
        search.advance()
    return search
