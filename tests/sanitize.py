"""Searches of every kind in a core that checks every index and, by gcc's address sanitizer, every
access to memory: `make sanitize`.

The sanitizer ends the process at the first wrong access. An index out of bounds, where no exception
can be raised, comes to `sys.unraisablehook`, which ends it here.
"""

from __future__ import annotations

import os
import random
import sys
import traceback
from contextlib import suppress
from typing import Any

import goldens
from exact_values import Table
from problems import Draws, HintedNim, Pig
from test_recurring_positions import Constant, Graph, Short, Walk

import mcsearch
from mcsearch import Recipe, search_for
from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.tree import ROOT
from mcsearch.games import GAMES
from mcsearch.playout import POLICIES
from mcsearch.searches import SEARCHES
from mcsearch.selection import RULES

POSITIONS = {  # of the other games: the one that they begin with
    "2048": ("", "2x3:1", "2 4 / . 2 +"),
    "atarigo": ("", "d4 c3"),
    "breakthrough": ("", "a2-b3 h7-g6"),
    "connect4": ("", "4x4:11", "8x8:"),
    "domineering": ("", "d4-d5 f4-g4"),
    "tictactoe": ("", "x.. / .o. / ..."),
    "nogo": ("", "d4 c3"),
    "hex": ("", "d4 c5"),
    "othello": ("", "d3 c3"),
    "samegame": ("6x6x3:1", "15x15x5:2", "8x8x3:1"),
}
PROBLEMS = (Draws, HintedNim, Pig, Walk, Short, Constant)
SIZES = {
    "nodes": (2, 12, 60, 5000),
    "level": (1, 2, 3),
    "repeats": (3, 10),
    "changes": (50, 400),
    "beam": (1, 3),
    "trees": (1, 2),
}
NUM_DRAWN = int(os.environ.get("SEARCHES", "600"))


def end(told: Any) -> None:
    """End the process with what could only be printed."""
    traceback.print_exception(told.exc_type, told.exc_value, told.exc_traceback)
    os._exit(3)


def use(search: Any, draw: random.Random) -> None:
    """Search in pieces, look at everything, copy and play on."""
    for _ in range(3):
        search.run(draw.randint(1, 200))
        for _ in range(draw.randint(0, 9)):
            search.advance()
            _ = search.path_actions, search.playout_actions, search.new_nodes
        _ = search.best_sequence, search.root_children(), search.improvements, search.bounds
        nodes = [ROOT]
        for node in nodes[:200]:
            nodes += search.tree.children(node)
            _ = search.tree.bounds_of(node), search.tree.mean(node), search.tree.ranked(node)
            if search.rule is not None:
                search.rule.terms(search.tree, node)
            if search.tree.positions is None:
                assert search.tree.find(search.tree.actions_to(node)) == node
        search.copy().run(20)
        if search.name == "uct" and (legal := search.root.legal_actions()):
            search.advance_root(draw.choice(legal))


def drawn(name: str, num_players: int, draw: random.Random) -> dict[str, Any]:
    """Values of some of a search's parameters, many of which fit nothing."""
    values: dict[str, Any] = {"iterations": 700}
    for parameter in SEARCHES[name].parameters:
        if draw.random() < 0.4:
            if parameter.name in SIZES:
                values[parameter.name] = draw.choice(SIZES[parameter.name])
            elif parameter.kind == "choice":
                values[parameter.name] = draw.choice(parameter.choices)
            elif parameter.kind == "bool":
                values[parameter.name] = True
    if draw.random() < 0.5 and SEARCHES[name].uses_rule:
        rules = [rule for rule in RULES.values() if rule.num_players == num_players]
        values["selection"] = draw.choice(rules).name
    if draw.random() < 0.3 and SEARCHES[name].uses_policy:
        values["policy"] = draw.choice(list(POLICIES))
    return values


def main() -> None:
    sys.unraisablehook = end
    if "sanitize" not in mcsearch.__file__:
        sys.exit(f"this is {mcsearch.__file__}: call make sanitize")
    goldens.results()
    print(f"{len(goldens.RECIPES) + len(goldens.PROBLEMS)} recipes with stored results", flush=True)
    num_refused = 0
    for number in range(NUM_DRAWN):
        draw = random.Random(f"sanitize {number}")
        begin: Any = draw.choice((*GAMES, *PROBLEMS, Graph, Table))
        if isinstance(begin, str):
            position = draw.choice(POSITIONS.get(begin, (GAMES[begin].default_position,)))
            players = GAMES[begin].searched_as
        else:
            begin = begin(number) if begin in (Graph, Table) else begin()
            position = ""
            players = getattr(begin, "num_players", 1)
        fitting = [name for name, kind in SEARCHES.items() if players in kind.num_players]
        name = draw.choice(fitting)
        values = drawn(name, players, draw)
        print(number, begin if isinstance(begin, str) else type(begin).__name__, position, name)
        print("   ", values, flush=True)
        try:
            if isinstance(begin, str):
                search = Recipe(begin, position, name, values, number).build()
            else:
                search = search_for(begin, name, values, number)
        except (RecipeError, ValueError):
            num_refused += 1
            continue
        with suppress(ValueError):  # a pool that is too small for the next root
            use(search, draw)
    print(f"clean: {NUM_DRAWN} searches were drawn, {num_refused} of them refused")


if __name__ == "__main__":
    main()
