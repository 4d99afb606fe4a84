"""What a control changes in a recipe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.cards.recipe.values import values_of
from explorer.session.problems import recipe_with
from mcsearch import Recipe, RecipeError
from mcsearch.presets import PRESETS


def recipe_for(game: str) -> tuple[Recipe, str]:
    """The recipe to begin a game with, and the name of its preset: the first there is for it."""
    for preset in PRESETS.values():
        if preset.recipe.game == game:
            return preset.recipe, preset.name
    return recipe_with(game), ""


def with_change(recipe: Recipe, name: str, value: Any) -> Recipe:
    """The recipe with one field of the form changed; RecipeError for a wrong value."""
    return _CHANGES.get(name, with_parameter)(recipe, name, value)


def with_parameter(recipe: Recipe, name: str, value: Any) -> Recipe:
    """The recipe with one parameter changed; what its new rule or policy lacks is dropped."""
    given = {**recipe.parameters, name: value}
    choices = {parameter.name for parameter in recipe.declarations if parameter.kind == "choice"}
    chosen = {k: v for k, v in given.items() if k in choices or k == name}
    declared = {parameter.name for parameter in recipe.replace(parameters=chosen).declarations}
    return recipe.replace(parameters={k: v for k, v in given.items() if k in declared})


def _with_search(recipe: Recipe, name: str, value: Any) -> Recipe:
    """Another search on the same position; it takes over the parameters that it has too."""
    changed = recipe.replace(search=str(value), parameters={})
    for parameter, given in recipe.parameters.items():
        try:
            changed = with_parameter(changed, parameter, given)
        except RecipeError:
            continue  # the other search has no such parameter, or not this value
    return changed


def _whole(name: str, value: Any) -> int:
    try:
        return int(str(value).strip())
    except ValueError:
        raise RecipeError(f"{name}: {str(value)!r} is not valid; give a whole number") from None


def _with_seed(recipe: Recipe, name: str, value: Any) -> Recipe:
    return recipe.replace(seed=_whole("seed", value))


def _with_position(recipe: Recipe, name: str, value: Any) -> Recipe:
    return recipe.replace(position=str(value).strip())


def _with_board(recipe: Recipe, name: str, value: Any) -> Recipe:
    values = values_of(recipe)
    values[name] = value
    sides = values["size"]
    if not isinstance(sides, list | tuple) or len(sides) != 2:
        raise RecipeError(f"size: {sides!r} is not valid; give a width and a height")
    width, height = (_whole("size", side) for side in sides)
    seed = _whole("board seed", values["board-seed"])
    return recipe.replace(position=f"{width}x{height}x{values['colours']}:{seed}")


_CHANGES: dict[str, Callable[[Recipe, str, Any], Recipe]] = {
    "search": _with_search,
    "seed": _with_seed,
    "position": _with_position,
    "named-position": _with_position,
    "board-seed": _with_board,
    "size": _with_board,
    "colours": _with_board,
}
