"""Run as a program: what searches with a person's rules, policies and games find here."""

import json
from pathlib import Path
from typing import Any

from mcsearch import COMPILED, Recipe, games, playout, selection

HERE = Path(__file__).parent
RECIPES = {
    "ucb1-tuned": ("connect4", "44", "uct", {"selection": "tuned-in-python"}),
    "ucb1-tuned, solver, all children": (
        "tictactoe",
        "x.. / .o. / ...",
        "uct",
        {"selection": "tuned-in-python", "solver": True, "expansion": "all", "exploration": 0.7},
    ),
    "thompson, four trees": (
        "samegame",
        "8x8x4:3",
        "spmcts",
        {"selection": "thompson-in-python", "trees": 4},
    ),
    "largest": ("samegame", "8x8x4:3", "spmcts", {"policy": "largest"}),
    "reversi": ("reversi", "", "uct", {"solver": True}),
    "largest, nested": ("samegame", "5x5x3:3", "nmcs", {"policy": "largest", "any": 0.5}),
}


def load() -> None:
    """Take the rules, policies and games of these folders."""
    for room, registry in (
        (selection, selection.RULES),
        (playout, playout.POLICIES),
        (games, games.GAMES),
    ):
        folder = str(HERE / room.__name__.rpartition(".")[2])
        if folder not in room.__path__:
            room.__path__.append(folder)
        registry.load()


def search_of(name: str) -> Any:
    """The search of a recipe's name; `load` comes before."""
    game, position, search, parameters = RECIPES[name]
    return Recipe(game, position, search, {"iterations": 300, **parameters}, seed=5).build()


def results() -> dict[str, Any]:
    """All that a search leaves behind, by its name."""
    found: dict[str, Any] = {"compiled": COMPILED}
    for name in RECIPES:
        search = search_of(name)
        search.run()
        tree = search.tree
        found[name] = [
            search.iterations,
            search.stopped,
            search.best_score,
            search.best_sequence,
            search.rng.state,
            tree.visits[: tree.size].tolist(),
            tree.value_sum[: tree.size].tolist(),
        ]
    return found


if __name__ == "__main__":
    load()
    print(json.dumps(results()))
