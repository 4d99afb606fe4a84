"""What a recipe has, by the names of the form's fields, and what its preset has not."""

from __future__ import annotations

import re
from typing import Any

from explorer.cards.recipe.stops import value_text
from mcsearch import Recipe

_SEEDED = re.compile(r"\s*(\d+)x(\d+)x(\d+):(\d+)\s*")


def values_of(recipe: Recipe) -> dict[str, Any]:
    """Everything the form shows, by field name."""
    position = recipe.position or recipe.record.default_position
    values: dict[str, Any] = {
        "game": recipe.game,
        "search": recipe.algorithm.name,
        **recipe.values,
        "seed": recipe.seed,
        "position": position,
    }
    if recipe.record.positions:
        values["named-position"] = recipe.record.offered(position)
    match = _SEEDED.fullmatch(position)
    if match is not None:
        width, height, colours, seed = (int(group) for group in match.groups())
        values |= {"board-seed": seed, "size": [width, height], "colours": colours}
    return values


def differences(recipe: Recipe, preset: Recipe) -> list[tuple[str, str, str]]:
    """Label, value and the preset's value of everything that differs."""
    changes = []
    if recipe.algorithm is not preset.algorithm:
        changes.append(("Algorithm", recipe.algorithm.title, preset.algorithm.title))
    labels = {parameter.name: parameter.label for parameter in recipe.declarations}
    originals = preset.values
    changes += [
        (labels[name], value_text(value), value_text(originals[name]))
        for name, value in recipe.values.items()
        if name in originals and value != originals[name]
    ]
    if _position(recipe) != _position(preset):
        changes.append(("Board", _position_text(recipe), _position_text(preset)))
    if recipe.seed != preset.seed:
        changes.append(("Random seed", str(recipe.seed), str(preset.seed)))
    return changes


def _position(recipe: Recipe) -> str:
    """The text of where the game begins; line breaks of a board mean what spaces do."""
    return " ".join((recipe.position or recipe.record.default_position).split())


def _position_text(recipe: Recipe) -> str:
    text = _position(recipe)
    if len(text) > 24:
        return "one of your own"
    return text or "empty"
