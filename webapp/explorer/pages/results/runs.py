"""A stored run as Explore can show it, a best sequence as Play can."""

from __future__ import annotations

from typing import Any

from explorer.pages.results import tables
from explorer.session.game_link import GamePlace, to_query
from explorer.session.limits import within
from explorer.session.permalink import Place
from mcsearch.play.record import GameRecord
from mcsearch.play.setting import Setting


def run_of(names: dict[str, Any]) -> tuple[Place, str]:
    """The beginning of a stored run, with no larger budget than the page takes, and a note of it.

    names: of its `table`, `line` and `board`
    Raises `RecipeError` when no such run is stored.
    """
    recipe, cut = within(tables.stored().recipe(names["table"], names["line"], names["board"]))
    note = f"Explore has a smaller budget: {cut}." if cut else ""
    return Place(recipe, tables.preset_of(recipe)), note


def best_of(names: dict[str, Any]) -> str:
    """The link's query that steps through a board's best sequence in Play.

    names: of its `table` and `board`
    Raises `RecipeError` when none is stored.
    """
    recipe, moves = tables.stored().best(names["table"], names["board"])
    return to_query(GamePlace(GameRecord(Setting.of(recipe), moves=moves), at=0))
