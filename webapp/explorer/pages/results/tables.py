"""The stored tables of the Results view: files that `make results` writes, checked and prepared.

The browser gets the numbers with the page and asks for a run by the names of its table, recipe and
board; recipes and boards stay here.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explorer.cards.recipe.stops import value_text
from explorer.look.text import plural
from explorer.pages.results import matches
from explorer.pages.results.frame import ResultsLine, ResultsStored, ResultsTable, ResultsTotal
from explorer.session.limits import within
from mcsearch import Recipe, RecipeError
from mcsearch.presets import PRESETS
from mcsearch.recipe import SEARCHES
from mcsearch.selection import RULES

FOLDER = Path(__file__).with_name("stored")

_NUMBER = (int, float)
_KNOWN_OR_NOT = (*_NUMBER, type(None))
_TABLE: dict[str, Any] = {
    "title": str,
    "about": str,
    "origin": str,
    "called": str,
    "boards": int,
    "columns": list,
    "lines": list,
    "positions": dict,
}
_LINE: dict[str, Any] = {
    "label": str,
    "boards": int,
    "total": _NUMBER,
    "mean": _KNOWN_OR_NOT,
    "interval": _KNOWN_OR_NOT,
    "published_boards": int,
    "published": _KNOWN_OR_NOT,
    "published_total": _NUMBER,
    "difference": _KNOWN_OR_NOT,
    "difference_interval": _KNOWN_OR_NOT,
    "seconds": _KNOWN_OR_NOT,
    "playouts_per_second": _KNOWN_OR_NOT,
    "recipe": dict,
    "rows": list,
}
_BEST_LINE = {name: kind for name, kind in _LINE.items() if name != "recipe"}
_FIGURES = [name for name in _BEST_LINE if name != "rows"]
_TOTAL: dict[str, Any] = {"label": str, "total": _NUMBER, "origin": str}
_BEST: dict[str, Any] = {"origin": str, "recipe": dict, "moves": list}
_ROW: dict[str, Any] = {
    "board": str,
    "score": _NUMBER,
    "published": _KNOWN_OR_NOT,
    "seconds": _NUMBER,
    "seed": int,
}


class ResultsError(ValueError):
    """A file of results that can't be shown; the message names the place and the remedy."""


@dataclass(frozen=True)
class Results:
    """The tables by their names, and what is wrong with the files that give none."""

    tables: Mapping[str, dict[str, Any]]
    problems: tuple[str, ...] = ()

    def for_browser(self) -> ResultsStored:
        tables = (_for_browser(name, table) for name, table in self.tables.items())
        return ResultsStored(tuple(tables), self.problems)

    def recipe(self, table: str, label: str, board: str) -> Recipe:
        """The recipe of a run; RecipeError when no such run is stored."""
        for line in self.tables.get(table, {}).get("lines", []):
            for row in line["rows"]:
                if line["label"] == label and row["board"] == board:
                    position = self.tables[table]["positions"][board]
                    fields = {**line["recipe"], "position": position, "seed": row["seed"]}
                    return Recipe.from_dict(fields)
        raise RecipeError(f"results: no run of {label!r} on board {board!r} in {table!r} is stored")

    def best(self, table: str, board: str) -> tuple[Recipe, tuple[str, ...]]:
        """The recipe that found the best sequence known of a board, and its moves.

        RecipeError when none is stored.
        """
        known = self.tables.get(table, {}).get("best", {}).get(board)
        if known is None:
            raise RecipeError(
                f"results: no best sequence of board {board!r} in {table!r} is stored"
            )
        return Recipe.from_dict(known["recipe"]), tuple(known["moves"])


@functools.cache
def stored() -> Results:
    """The results that came with the page."""
    return read(FOLDER)


def read(folder: Path) -> Results:
    """The tables of a folder's files, in the order of their names, and what is wrong with them.

    A table of which no run is stored yet is left out.
    """
    tables, problems = {}, []
    for file in sorted(folder.glob("*.json")):
        try:
            table = _table(file)
            if any(line.get("rows") or line.get("results") for line in lines_of(table)):
                tables[file.stem] = table
        except ResultsError as error:
            problems.append(f"{file.name}: {error}; `make results` writes it anew.")
    return Results(tables, tuple(problems))


def preset_of(recipe: Recipe) -> str:
    """The name of the preset with this search and these parameters, "" when there is none."""
    anywhere = {"position": "", "seed": 0}
    wanted = recipe.to_dict() | anywhere
    names = (name for name, p in PRESETS.items() if p.recipe.to_dict() | anywhere == wanted)
    return next(names, "")


def _table(file: Path) -> dict[str, Any]:
    """A file's table, with its rows as mappings."""
    try:
        fields = json.loads(file.read_text(encoding="utf-8"), parse_constant=_no_number)
    except OSError as error:
        raise ResultsError(f"it can't be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise ResultsError(f"it is no JSON ({error})") from None
    if isinstance(fields, dict) and fields.get("kind") == matches.KIND:
        return _matches(fields)
    _check("the table", fields, _TABLE)
    columns = fields["columns"]
    for number, line in enumerate(fields["lines"], 1):
        where = f"line {number}"
        _check(where, line, _LINE)
        line["rows"] = [_row(where, columns, row) for row in line["rows"]]
        for row in line["rows"]:
            if not isinstance(fields["positions"].get(row["board"]), str):
                raise ResultsError(f"{where}: board {row['board']!r} has no position")
        _check_recipe(where, fields["positions"], line)
    totals = fields.setdefault("totals", [])
    if not isinstance(totals, list):
        raise ResultsError("totals is no list")
    for number, total in enumerate(totals, 1):
        _check(f"total {number}", total, _TOTAL)
    if "best_line" in fields:
        _check_best(columns, fields["best_line"], fields.get("best"))
    return fields


def lines_of(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The recipes of a table, or its matches."""
    found: list[dict[str, Any]] = table["matches" if "matches" in table else "lines"]
    return found


def _matches(fields: dict[str, Any]) -> dict[str, Any]:
    _check("the table", fields, matches.TABLE)
    for number, match in enumerate(fields["matches"], 1):
        _check(f"match {number}", match, matches.MATCH)
    try:
        matches.for_browser("", fields)
    except (ValueError, RecipeError) as error:
        raise ResultsError(str(error)) from None
    return fields


def _check_best(columns: list[str], line: dict[str, Any], best: Any) -> None:
    where = "the line of the best known"
    _check(where, line, _BEST_LINE)
    line["rows"] = [_row(where, columns, row) for row in line["rows"]]
    for row in line["rows"]:
        known = best.get(row["board"]) if isinstance(best, dict) else None
        _check(f"the best of board {row['board']!r}", known, _BEST)


def _row(where: str, columns: list[str], cells: Any) -> dict[str, Any]:
    if not isinstance(cells, list) or len(cells) != len(columns):
        raise ResultsError(f"{where}: a row has not the columns {columns}")
    row = dict(zip(columns, cells, strict=True))
    _check(f"{where}: row {str(cells[0])!r}", row, _ROW)
    return row


def _check(where: str, fields: Any, kinds: Mapping[str, Any]) -> None:
    if not isinstance(fields, dict):
        raise ResultsError(f"{where} is no object of named fields")
    for name, kind in kinds.items():
        if name not in fields:
            raise ResultsError(f"{where} has no {name!r}")
        value = fields[name]
        infinite = isinstance(value, float) and not math.isfinite(value)
        if isinstance(value, bool) or not isinstance(value, kind) or infinite:
            raise ResultsError(f"{where}: {name} is {value!r}")


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a number of JSON")


def _check_recipe(where: str, positions: Mapping[str, str], line: dict[str, Any]) -> None:
    """Boards are checked when they are asked for: there may be hundreds."""
    board = line["rows"][0]["board"] if line["rows"] else ""
    try:
        Recipe.from_dict({**line["recipe"], "position": positions.get(board, ""), "seed": 0})
    except (RecipeError, TypeError) as error:
        raise ResultsError(f"{where}: {error}") from None


def _for_browser(name: str, table: dict[str, Any]) -> ResultsTable:
    if "matches" in table:
        return matches.for_browser(name, table)
    lines = [_line_for_browser(line) for line in table["lines"]]
    if "best_line" in table:
        lines.append(_best_for_browser(table["best_line"], table["best"]))
    return ResultsTable(
        kind="runs",
        name=name,
        **{field: table[field] for field in ("title", "about", "origin", "called", "boards")},
        lines=tuple(lines),
        totals=tuple(
            ResultsTotal(**{field: total[field] for field in _TOTAL}) for total in table["totals"]
        ),
    )


def _line_for_browser(line: dict[str, Any]) -> ResultsLine:
    recipe = Recipe.from_dict(line["recipe"])
    return ResultsLine(
        **{name: line[name] for name in _FIGURES},
        facts=_facts(recipe),
        cut=within(recipe)[1],
        rows=tuple((*_shown(row), "") for row in line["rows"]),
    )


def _best_for_browser(line: dict[str, Any], best: Mapping[str, Any]) -> ResultsLine:
    """The best sequences known, as a line of the table whose rows tell what found them."""
    return ResultsLine(
        **{name: line[name] for name in _FIGURES},
        facts=("of all stored runs",),
        is_best=True,
        rows=tuple((*_shown(row), _found_by(best[row["board"]])) for row in line["rows"]),
    )


def _shown(row: Mapping[str, Any]) -> tuple[str, float, float | None, float]:
    return row["board"], row["score"], row["published"], row["seconds"]


def _found_by(known: dict[str, Any]) -> str:
    return f"{known['origin']}: {plural(len(known['moves']), 'move')}"


def _facts(recipe: Recipe) -> tuple[str, ...]:
    """What a search is, in the few words that tell it from others."""
    values = recipe.values
    seconds = values.get("seconds")
    limit = values["iterations"]
    rule = RULES.get(str(values.get("selection")))
    return (
        rule.title if rule else SEARCHES[recipe.search].title,
        *([f"level {value_text(values['level'])}"] if "level" in values else []),
        *([str(values["policy"])] if "policy" in values else []),
        f"{seconds:g} s" if seconds else plural(int(limit), "iteration"),
    )
