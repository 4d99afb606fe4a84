"""A stored run as Explore can show it."""

from __future__ import annotations

from typing import Any

from explorer.pages.results import tables
from explorer.session.limits import within
from explorer.session.permalink import Place


def run_of(names: dict[str, Any]) -> tuple[Place, str]:
    """The beginning of a stored run, with no larger budget than the page takes, and a note of it.

    names: of its `table`, `line` and `board`
    Raises `RecipeError` when no such run is stored.
    """
    recipe, cut = within(tables.stored().recipe(names["table"], names["line"], names["board"]))
    note = f"Explore has a smaller budget: {cut}." if cut else ""
    return Place(recipe, tables.preset_of(recipe)), note
