"""What a database holds, for other programs: tables of runs and of best-so-far, games as text.

Nothing that a row names is run but the searches of this package: a person's own code and programs
are left out where they would have to be.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TextIO

import numpy as np

from mcsearch.engine.parameter import RecipeError
from mcsearch.play.match import Side
from mcsearch.play.record import GameRecord
from mcsearch.play.setting import Setting
from mcsearch.play.values import words_along
from mcsearch.recipe import Recipe
from mcsearch.runs.store import Store

RUN_COLUMNS = (
    *("game", "position", "search", "parameters", "seed", "score", "iterations", "playouts"),
    *("seconds", "stopped", "sequence", "build", "commit_id", "finished"),
)
CURVE_COLUMNS = ("game", "position", "search", "parameters", "seed", "iterations", "score")
_KEY = ("game", "position", "search", "seed")
_PLACES = 96  # of a chart's axis

Told = Callable[[str], None]


def write_runs(store: Store, file: TextIO) -> int:
    """Write every stored run as a row of CSV; how many."""
    table = csv.writer(file, lineterminator="\n")
    table.writerow(RUN_COLUMNS)
    count = 0
    for row in store.rows("runs"):
        fields = {**row, **_recipe_fields(json.loads(row["recipe"]))}
        table.writerow([fields[column] for column in RUN_COLUMNS])
        count += 1
    return count


def _recipe_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    parameters = dict(fields["parameters"])
    if "command" in fields:
        parameters["command"] = fields["command"]
    return {
        **{name: fields[name] for name in _KEY},
        "parameters": json.dumps(parameters, sort_keys=True),
    }


def improvements(store: Store, tell: Told) -> Iterator[tuple[Recipe, list[tuple[int, float]]]]:
    """Every stored run made again, and the iterations at which its best score grew.

    Only runs that a number of iterations ends are the same again; `tell` is told of the others, and
    of one that does not come to its stored score.
    """
    for row in store.rows("runs"):
        fields = json.loads(row["recipe"])
        try:
            recipe = Recipe.from_dict(fields)
        except RecipeError:
            tell(f"left out: {fields['search']} on {fields['game']}, which needs somebody's code")
            continue
        course = again(recipe, row["score"], tell)
        if course is not None:
            yield recipe, course


def again(recipe: Recipe, score: float, tell: Told) -> list[tuple[int, float]] | None:
    """The iterations and scores of the new bests of a stored run, made again; None for a run whose
    limit is time. `tell` is told of that, and of another score than the stored one."""
    if recipe.values["seconds"] or int(recipe.values["trees"]) > 1:
        tell(f"left out: a run of {recipe.search} whose limit is time, never twice the same")
        return None
    search = recipe.build()
    search.run()
    if search.best_score != score:
        tell(
            f"another score: {score:g} is stored and {search.best_score:g} found now by "
            f"{recipe.to_json()}"
        )
    return [(int(at), float(found)) for at, found in search.improvements]


def write_curves(store: Store, file: TextIO, tell: Told) -> dict[str, Any]:
    """Write best-so-far as rows of CSV; the chart of its means, a document."""
    table = csv.writer(file, lineterminator="\n")
    table.writerow(CURVE_COLUMNS)
    runs: dict[str, list[list[tuple[int, float]]]] = {}
    last = 1
    for recipe, found in improvements(store, tell):
        fields = _recipe_fields(recipe.to_dict())
        for iterations, score in found:
            row = {**fields, "iterations": iterations, "score": score}
            table.writerow([row[column] for column in CURVE_COLUMNS])
        if found:
            shown = {k: v for k, v in recipe.parameters.items() if k != "seconds"}
            words = ", ".join(f"{name} {value}" for name, value in shown.items())
            runs.setdefault(f"{recipe.search} ({words})", []).append(found)
            last = max(last, int(recipe.values["iterations"]))
    places = np.unique(np.geomspace(1, last, _PLACES).round())
    curves = [
        {"label": label, **_mean_curve(places, found)} for label, found in sorted(runs.items())
    ]
    return {"kind": "curves", "axis": "iterations", "curves": curves}


def _mean_curve(places: np.ndarray, runs: list[list[tuple[int, float]]]) -> dict[str, Any]:
    """The mean of best-so-far where every run has one."""
    best = np.full((len(runs), len(places)), np.nan)
    for i, found in enumerate(runs):
        begins, scores = np.array(found).T
        at = np.searchsorted(begins, places, side="right") - 1
        best[i, at >= 0] = scores[at[at >= 0]]
    known = ~np.isnan(best).any(0)
    return {"x": places[known].tolist(), "mean": best[:, known].mean(0).tolist()}


def games(store: Store, tell: Told) -> Iterator[str]:
    """Every stored game as the text that `mcsearch play --load` reads, with what is known of it."""
    for number, row in enumerate(store.rows("games"), 1):
        fixture = json.loads(row["fixture"])
        fields = fixture["sides"][0]
        if ":" in fields["game"]:
            tell(f"left out: game {number}, of {fields['game']}, which needs somebody's code")
            continue
        bare = Recipe(fields["game"], fields["position"])
        own = {parameter.name for parameter in bare.record.parameters}
        rules = {k: v for k, v in fields["parameters"].items() if k in own}
        recipe = bare.with_parameters(rules)
        state = recipe.start()
        moves = tuple(words_along(state, json.loads(row["actions"])))
        sides = tuple(map(_side, fixture["sides"]))
        record = GameRecord(Setting.of(recipe), (sides[0], sides[1]), moves)
        result = {1.0: "1-0", 0.0: "0-1"}.get(row["returns"], "1/2-1/2")
        programs = [side["command"] for side in fixture["sides"] if "command" in side]
        notes = [
            f"# game {number}, result {result}, opening of {len(fixture['opening'])} plies, seed "
            f"{fixture['seed']}",
            f"# {row['build']}, commit {row['commit_id']}, {row['finished']}",
            *(f"# a side is the program {' '.join(command.split())}" for command in programs),
        ]
        yield "\n".join([*notes, str(record)])


def _side(fields: Mapping[str, Any]) -> Side:
    """A search as it is stored; a program as a person, as no file may start one."""
    return Side.person() if "command" in fields else Side.of_recipe(Recipe.from_dict(fields))
