"""What a visitor pastes or drops: a board, a game of another program, a recipe, a trace or a tree,
told apart by its look."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from explorer.moment.steps import PHASES
from explorer.session.limits import IMPORT_CHARACTERS, TRACED_ITERATIONS, check
from explorer.session.problems import EDITED, recipe_with
from mcsearch import Recipe, RecipeError
from mcsearch.check.tree_file import TreeFileError, from_plain, is_tree, many_objects
from mcsearch.check.tree_recipe import tree_recipe
from mcsearch.games import Game
from mcsearch.games.samegame.board_text import boards_in
from mcsearch.play.record import GameRecord, of_other_program
from mcsearch.presets import PRESETS
from mcsearch.problem.own_recipe import ProblemRecipe, recipe_of
from mcsearch.recipe import GAMES
from mcsearch.trace import Trace, parse

NONE: Mapping[str, Game] = {}
_SHOWN = 60  # characters of a name
_FIELDS = {field.name for field in dataclasses.fields(Recipe)}


def read(text: str, present: Recipe, defined: Mapping[str, Game] = NONE) -> Recipe | Trace:
    """The recipe or the trace in a text; a board is put into the present recipe.

    A tree of another program (see `mcsearch.check.tree_file`) comes as a recipe that shows it.

    `defined` are the classes that the visitor has run, by their names: a trace may be of one.
    RecipeError names the place and the remedy.
    """
    if len(text) > IMPORT_CHARACTERS:
        raise RecipeError(
            f"import: {len(text):,} characters; the page takes at most {IMPORT_CHARACTERS:,}. "
            "Use `mcsearch replay` for a longer trace."
        )
    text = text.lstrip("\ufeff").strip()
    if not text:
        raise RecipeError("import: nothing is there; give a board, a recipe or a trace")
    try:
        return _read(text, present, defined)
    except RecursionError:
        raise RecipeError(
            f"import: {text[:_SHOWN]!r} is nested too deeply; give one object of plain values"
        ) from None


def _read(text: str, present: Recipe, defined: Mapping[str, Game]) -> Recipe | Trace:
    if (game := of_other_program(text)) is not None:
        return _with_game(game, present)
    if not text.startswith("{"):
        return _with_board(text, present)
    if (tree := _tree(text)) is not None:
        return tree
    if _is_recipe(text):
        recipe = _recipe(text, present)
        check(recipe)
        return recipe
    trace = parse(text, lambda fields, problem: _traced(fields, problem, defined))
    check(trace.recipe)
    iterations = len(trace) // PHASES
    if iterations > TRACED_ITERATIONS:
        raise RecipeError(
            f"trace: {iterations:,} iterations; the page takes at most {TRACED_ITERATIONS:,}. "
            "Use `mcsearch replay`."
        )
    return trace


def _tree(text: str) -> Recipe | None:
    """The recipe of a tree; None for a text that is something else."""
    with many_objects():
        try:
            fields = json.loads(text)
        except ValueError:
            return None
        if not is_tree(fields):
            return None
        try:
            return tree_recipe(from_plain(fields))
        except TreeFileError as error:
            raise RecipeError(str(error)) from None


def _recipe(text: str, present: Recipe) -> Recipe:
    """A recipe for any game; one for a person's problem may be for the present one's."""
    try:
        fields = json.loads(text)
    except ValueError:
        return Recipe.from_json(text)  # which says what is wrong
    name = fields.get("game")
    if isinstance(present, ProblemRecipe) and name == present.game and set(fields) <= _FIELDS:
        return present.replace(**fields)
    if isinstance(name, str) and name not in GAMES and set(fields) <= _FIELDS:
        return recipe_with(name, **{key: fields[key] for key in fields if key != "game"})
    return Recipe.from_json(text)


def _traced(fields: Any, problem: str, defined: Mapping[str, Game]) -> Recipe:
    """The recipe of a trace, which may be of a class that has been run here."""
    if not problem or not isinstance(fields, dict) or not set(fields) <= _FIELDS:
        return Recipe.from_dict(fields)
    given = dict(fields)
    name = given.pop("game", "")
    if name != EDITED:
        return recipe_with(str(name), **given)
    if problem not in defined:
        raise RecipeError(
            f"it is of the class {problem[:_SHOWN]!r}, whose code is in no trace; open its code "
            "in the editor, Run it, then import the trace again"
        )
    return recipe_of(defined[problem], **given)


def _is_recipe(text: str) -> bool:
    """Whether it is one object with a recipe's fields, not lines of objects."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return "\n" not in text or '"recipe"' not in text.split("\n", 1)[0]
    return isinstance(fields, dict) and "recipe" not in fields


def _with_game(game: GameRecord, present: Recipe) -> Recipe:
    """The present recipe at the end of a game; of another game, the first preset of this one."""
    name = game.setting.game
    if present.game != name:
        present = next(p.recipe for p in PRESETS.values() if p.recipe.game == name)
    return present.replace(position=str(game.attempt().state))


def _with_board(text: str, present: Recipe) -> Recipe:
    """The present recipe on another board."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    text = "\n".join(lines)
    if present.record.kind == "tiles":
        boards = boards_in(text)
        if len(boards) > 1:
            raise RecipeError(
                f"board: {len(boards)} boards, the second begins with "
                f"{boards[1].splitlines()[0][:30]!r}; give one"
            )
    return present.replace(position=text.strip())
