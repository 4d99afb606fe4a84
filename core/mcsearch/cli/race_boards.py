"""The boards of `mcsearch race`: of a file, drawn ones, or a game's own position."""

from __future__ import annotations

import argparse

from mcsearch.cli.flags import refuse
from mcsearch.engine.parameter import RecipeError
from mcsearch.games.samegame import board_text
from mcsearch.recipe import MAX_SEED, Recipe
from mcsearch.runs.numbers import whole_numbers
from mcsearch.runs.race import drawn_boards, random_boards, usual_size
from mcsearch.runs.text_file import read_text


def boards_of(arguments: argparse.Namespace, recipe: Recipe) -> dict[str, str]:
    """The positions by their names: of a file, or random ones; of a game without such its own."""
    if arguments.problem is not None:
        return {"start": ""}
    if recipe.record.has_chance:
        return _boards_with_chance(arguments, recipe)
    if recipe.record.kind != "tiles":
        unused = ("board", "boards", "board_seeds", "size", "colours")
        refuse(arguments, unused, f"{recipe.game} has no boards to draw; give --position")
        return {"start": arguments.position}
    if arguments.position:
        raise RecipeError("--position: a race is on boards; give --board FILE or --board-seeds")
    if arguments.board is None:
        if arguments.boards is not None:
            raise RecipeError("--boards: of which file? give --board FILE, or --board-seeds")
        size, colours = arguments.size or usual_size(recipe.record), arguments.colours or "5"
        numbers = whole_numbers("--board-seeds", arguments.board_seeds or "1-10", 0, MAX_SEED)
        return random_boards(size, colours, numbers)
    drawn = ("board_seeds", "size", "colours")
    refuse(arguments, drawn, "--board gives the boards; leave out one")
    found = board_text.boards_in(read_text("--board", arguments.board))
    if not found:
        raise RecipeError(f"--board: {arguments.board!r} holds no board; give rows of colours")
    numbers = whole_numbers("--boards", arguments.boards or f"1-{len(found)}", 1, len(found))
    return {str(number): found[number - 1] for number in numbers}


def _boards_with_chance(arguments: argparse.Namespace, recipe: Recipe) -> dict[str, str]:
    """The positions by their names: the one that is given, or drawn ones."""
    unused = ["board", "boards", "colours"]
    unused += ["board_seeds", "size"] if arguments.position else []
    refuse(
        arguments,
        unused,
        "boards are drawn by --size and --board-seeds, or one is given by --position; leave it out",
    )
    if arguments.position:
        return {"start": arguments.position}
    numbers = whole_numbers("--board-seeds", arguments.board_seeds or "1-10", 0, MAX_SEED)
    return drawn_boards(arguments.size or usual_size(recipe.record), numbers)
