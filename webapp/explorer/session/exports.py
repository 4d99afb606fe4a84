"""What leaves the page as a file: the move sequence and the recipe; traces take longer, see
`exchange`."""

from __future__ import annotations

import json
import re
from typing import Any

from explorer.look.text import percent, plural, score
from explorer.moment.path import counted
from explorer.session.browser import FileAnswer
from mcsearch import Recipe
from mcsearch.recipe import SEARCHES, choose


def file_name(recipe: Recipe, preset: str, what: str) -> str:
    """ "spmcts-uct-moves.txt" """
    stem = preset or f"{recipe.game}-{recipe.search}"
    return re.sub(r"[^A-Za-z0-9.-]+", "-", f"{stem}-{what}")


def recipe_file(recipe: Recipe, preset: str) -> FileAnswer:
    text = json.dumps(recipe.to_dict(), indent=2) + "\n"
    return FileAnswer(file_name(recipe, preset, "recipe.json"), text, "application/json")


def moves_file(search: Any, recipe: Recipe, preset: str) -> FileAnswer:
    """The best sequence, a move a line, with what it scores."""
    return FileAnswer(file_name(recipe, preset, "moves.txt"), moves_text(search, recipe))


def game_file(search: Any, recipe: Recipe, preset: str, name: str) -> FileAnswer:
    """The best sequence as a game in another program's format; RecipeError where it has none."""
    formats = {each.name: each for each in recipe.record.formats}
    choose("format", name, formats)
    state = search.root
    for action in search.best_sequence:
        state = state.play(action)
    ending = f"game{formats[name].ending}"
    return FileAnswer(file_name(recipe, preset, ending), formats[name].write(state))


def moves_text(search: Any, recipe: Recipe) -> str:
    """The best sequence found so far, or the expected play of two players."""
    state = search.root
    game = recipe.record
    how_far = plural(search.iterations, counted(search))
    lines = [
        f"# {game.title}, {SEARCHES[recipe.search].title}, {how_far}",
        f"# position: {' / '.join(str(state).split())}",
    ]
    sequence = search.best_sequence
    if not sequence:
        return "\n".join([*lines, "# no result yet"]) + "\n"
    if state.num_players == 1:
        lines.append(f"# score {score(search.best_score)} in {plural(len(sequence), 'move')}")
    else:
        lines.append(f"# expected play, win rate of the search {percent(search.best_score)}")
    for number, action in enumerate(sequence, start=1):
        lines.append(f"{number} {state.action_name(action)}")
        state = state.play(action)
    return "\n".join(lines) + "\n"
