"""Recipes with a name, each reproducing a published system."""

from __future__ import annotations

from dataclasses import dataclass

from mcsearch.recipe import Recipe, choose


@dataclass(frozen=True)
class Preset:
    """A named recipe; `origin` tells whose search it reproduces."""

    name: str
    title: str
    origin: str
    recipe: Recipe


PRESETS = {
    preset.name: preset
    for preset in (
        Preset(
            "spmcts-uct",
            "SP-MCTS, UCT with deviation",
            "Schadd et al. 2008, formula (1), on SameGame with the CMPUT 657 report's constants",
            Recipe(
                "samegame",
                "15x15x5:5",
                "spmcts",
                {"selection": "uct-deviation", "exploration": 0.5, "scoring": "plain"},
                seed=7,
            ),
        ),
        Preset(
            "spmcts-uct-top",
            "SP-MCTS, UCT with deviation and top score",
            "formula (2) of the CMPUT 657 report",
            Recipe(
                "samegame",
                "15x15x5:5",
                "spmcts",
                {"selection": "uct-top", "scoring": "plain"},
                seed=7,
            ),
        ),
        Preset(
            "nmcs",
            "Nested Monte Carlo Search, level 2",
            "Cazenave 2009, on a small SameGame board",
            Recipe("samegame", "6x6x4:7", "nmcs", {"level": 2, "scoring": "plain"}, seed=107),
        ),
        Preset(
            "tictactoe-uct",
            "UCT on Tic-Tac-Toe",
            "Kocsis and Szepesvari 2006, with c = 1.41",
            Recipe("tictactoe", "", "uct", {"exploration": 1.41}, seed=1),
        ),
    )
}


def find_preset(name: str) -> Preset:
    """The preset of a name; RecipeError when there is none."""
    choose("preset", name, PRESETS)
    return PRESETS[name]
