"""What a visitor, a link or a file may ask of the page, so that nothing freezes it."""

from __future__ import annotations

from explorer.look.text import number, plural
from mcsearch import Recipe, RecipeError

LIMITS = {"iterations": 1_000_000, "nodes": 1_000_000, "level": 4, "trees": 1}
"""The largest values of parameters that decide how much memory and time a search takes."""

TRACED_ITERATIONS = 10_000
"""The longest trace that the page writes or reads."""

IMPORT_CHARACTERS = 12_000_000
LINK_CHARACTERS = 8_000


def check(recipe: Recipe) -> None:
    """Raise RecipeError for a recipe that is too much for the page."""
    for name, limit in LIMITS.items():
        value = recipe.parameters.get(name)
        if isinstance(value, int) and value > limit:
            raise RecipeError(
                f"{name} is {value:,}; the page takes at most {limit:,}. "
                "For larger runs use `mcsearch solve`."
            )
    seconds = recipe.values.get("seconds")
    if seconds:
        raise RecipeError(
            f"seconds is {seconds}; a search that a clock ends can't be walked back. Leave it out "
            "and limit the iterations, or use `mcsearch solve`."
        )


def within(recipe: Recipe) -> tuple[Recipe, str]:
    """The recipe with no larger budget than the page takes, and the cuts in words, "" for none."""
    values, parameters = recipe.values, dict(recipe.parameters)
    cuts = []
    seconds = parameters.pop("seconds", 0)
    if seconds:
        cuts.append(f"{plural(LIMITS['iterations'], 'iteration')} instead of {seconds:g} s")
    for name, limit in LIMITS.items():
        value = values.get(name)
        timed = name == "iterations" and seconds
        if isinstance(value, int) and value > limit and (timed or name in parameters):
            parameters[name] = limit
            if not timed:
                cuts.append(f"{number(limit)} {name} instead of {number(value)}")
    return recipe.replace(parameters=parameters), ", ".join(cuts)
