"""An experiment: a grid of recipes on boards with seeds, from a TOML file.

    title = "Table 2"
    about = "what is compared, in a sentence"
    boards = {file = "boards.txt", numbers = "1-20"}    # or {positions = ["15x15x5:1"]}
    seeds = "0-4"                                       # or [0, 7]; by default 0
    published = {file = "scores.csv", origin = "..."}   # a column of scores for each system;
                                                        # called = "record" where they are records
    best = true                                         # tell each board's best sequence, too
    sample = false                                      # the boards stand for no others
    totals = [{label = "them", total = 83050, origin = "..."}]  # published, of all boards alone

    [common]                                            # parameters of all recipes
    scoring = "plain"

    [[recipes]]
    label = "formula (2)"
    preset = "spmcts-uct-top"                           # or game and search
    parameters = {iterations = 1000000, epsilon = [0.003, 0.03]}
    published = "modUCTtop_TCR"                         # column of the published scores

A list of values makes a recipe for each of them. Seconds without a number of iterations are
searched to their end, whatever the preset's iterations or the default. Paths are relative to the
file's folder.
"""

from __future__ import annotations

import csv
import io
import itertools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from mcsearch.engine.parameter import RecipeError
from mcsearch.games.samegame import board_text
from mcsearch.presets import find_preset
from mcsearch.recipe import GAMES, MAX_SEED, Recipe, choose
from mcsearch.runs.numbers import MAX_RUNS, whole_numbers
from mcsearch.runs.text_file import read_text

_BOARD = re.compile(r"\d.*")  # one of a table of published scores, no line of totals
_FIELDS = (
    "title",
    "about",
    "boards",
    "seeds",
    "published",
    "totals",
    "best",
    "sample",
    "common",
    "recipes",
)
_RECIPE_FIELDS = ("label", "preset", "game", "search", "parameters", "published")


class Planned(NamedTuple):
    """One run of an experiment."""

    label: str
    board: str  # name of the board in the tables
    recipe: Recipe


class Total(NamedTuple):
    """What somebody has on all boards together, where the boards' scores are not published."""

    label: str
    total: float
    origin: str


@dataclass(frozen=True)
class Experiment:
    """The runs to make and the scores to compare them with, most often published ones."""

    title: str
    runs: tuple[Planned, ...]
    columns: Mapping[str, str] = field(default_factory=dict)  # label: published column
    scores: Mapping[str, Mapping[str, float]] = field(
        default_factory=dict
    )  # column: {board: score}
    origin: str = ""  # of the published scores
    about: str = ""  # what is compared, in a sentence
    tells_best: bool = False  # whether its report has the best sequences known, too
    totals: tuple[Total, ...] = ()
    is_sample: bool = True  # whether the boards stand for others, so that means have intervals
    called: str = "published"  # what the scores are that ours are compared with

    @property
    def labels(self) -> tuple[str, ...]:
        """The recipes' labels, in the order of the file."""
        return tuple(dict.fromkeys(run.label for run in self.runs))

    @property
    def boards(self) -> tuple[str, ...]:
        """The boards' names, in the order of the file."""
        return tuple(dict.fromkeys(run.board for run in self.runs))

    def on(self, numbers: str) -> Experiment:
        """The experiment on some of its boards, given as "1-20, 25".

        Boards of a file are known by their names there, positions by their places from 1.
        """
        by_number = dict(enumerate(self.boards, 1))
        if all(board.isdecimal() for board in self.boards):
            by_number = {int(board): board for board in self.boards}
        wanted = whole_numbers("--boards", numbers, min(by_number), max(by_number))
        for number in wanted:
            if number not in by_number:
                raise RecipeError(
                    f"--boards: {number} is no board of the experiment; it has "
                    + ", ".join(map(str, by_number))
                )
        boards = {by_number[number] for number in wanted}
        return replace(self, runs=tuple(run for run in self.runs if run.board in boards))


def load(file: str) -> Experiment:
    """The experiment of a file; RecipeError names the value, the place and the remedy."""
    fields = fields_of(file)
    try:
        return parse(fields, Path(file).parent)
    except RecipeError as error:
        raise RecipeError(f"{file}: {error}") from None


def fields_of(file: str) -> dict[str, Any]:
    """The fields of a TOML file; RecipeError for what is none."""
    text = read_text("experiment", file)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(f"experiment: {file!r} is no TOML ({error}); correct that line") from None
    except RecursionError:
        raise RecipeError(
            f"experiment: {file!r} is nested too deeply; give tables of plain values"
        ) from None


def parse(fields: Mapping[str, Any], folder: Path) -> Experiment:
    """The experiment of a file's fields."""
    _check_names("field", fields, _FIELDS)
    positions = _positions(fields.get("boards"), folder)
    seeds = whole_numbers("seeds", fields.get("seeds", [0]), 0, MAX_SEED)
    common = _table("common", fields.get("common", {}))
    entries = fields.get("recipes")
    if not isinstance(entries, list) or not entries:
        raise RecipeError("recipes: there is none; give at least one [[recipes]]")
    scores, origin, called = _published(fields.get("published"), folder)
    runs: list[Planned] = []
    columns = {}
    for number, entry in enumerate(entries, 1):
        where = f"recipes, number {number}"
        try:
            variants = _variants(_table(where, entry), common)
            column = entry.get("published")
            if column is not None:
                choose("published", column, scores)
        except RecipeError as error:
            raise RecipeError(f"{where}: {error}") from None
        for label, recipe in variants:
            if any(run.label == label for run in runs):
                raise RecipeError(f"{where}: label {label!r} is used twice; give another")
            if column is not None:
                columns[label] = column
            if len(runs) + len(positions) * len(seeds) > MAX_RUNS:
                raise RecipeError(f"{where}: more than {MAX_RUNS} runs; give fewer boards or seeds")
            runs += on_boards(label, recipe, positions, seeds)
    title, about = (str(fields.get(name, "")) for name in ("title", "about"))
    best, sample = _switch("best", fields, False), _switch("sample", fields, True)
    totals = _totals(fields.get("totals", []))
    return Experiment(
        title, tuple(runs), columns, scores, origin, about, best, totals, sample, called
    )


def _switch(name: str, fields: Mapping[str, Any], default: bool) -> bool:
    value = fields.get(name, default)
    if not isinstance(value, bool):
        raise RecipeError(f"{name}: {value!r} is not valid; give true or false")
    return value


def on_boards(
    label: str, recipe: Recipe, positions: Mapping[str, str], seeds: list[int]
) -> list[Planned]:
    """A recipe on every board with every seed."""
    planned = []
    for board, position in positions.items():
        try:
            placed = recipe.replace(position=position)
        except RecipeError as error:
            raise RecipeError(f"board {board}: {error}") from None
        planned += [Planned(label, board, placed.replace(seed=seed)) for seed in seeds]
    return planned


def checked_table(what: str, value: Any, known: tuple[str, ...]) -> Mapping[str, Any]:
    """A value that is to be a table of these names; RecipeError for anything else."""
    given = _table(what, value)
    _check_names(what, given, known)
    return given


def _check_names(what: str, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in given:
        choose(what, name, known)


def _table(name: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RecipeError(f"{name}: {value!r} is not valid; give name = value pairs")
    return value


def _variants(entry: Mapping[str, Any], common: Mapping[str, Any]) -> list[tuple[str, Recipe]]:
    """A recipe with its label for each combination of the listed values."""
    _check_names("field", entry, _RECIPE_FIELDS)
    preset = find_preset(entry["preset"]).recipe if "preset" in entry else None
    base = preset or Recipe(entry.get("game", "samegame"), "", entry.get("search", ""))
    for name in ("game", "search"):
        if preset is not None and entry.get(name, getattr(base, name)) != getattr(base, name):
            raise RecipeError(
                f"{name}: {entry[name]!r} is not of preset {entry['preset']}; leave one out"
            )
    if GAMES[base.game].searched_as != 1:
        raise RecipeError(
            f"game: {base.game!r} has no score to store; choose a game for one player "
            "without chance"
        )
    given = {**common, **_table("parameters", entry.get("parameters", {}))}
    lists = {
        name: value
        for name, value in {**base.parameters, **given}.items()
        if isinstance(value, list)
    }
    for name, values in lists.items():
        if not values:
            raise RecipeError(f"{name}: an empty list; give at least one value")
    label = str(entry.get("label", entry.get("preset", base.search)))
    variants = []
    for choice in itertools.product(*lists.values()):
        chosen = dict(zip(lists, choice, strict=True))
        names = ", ".join(f"{name} {value}" for name, value in chosen.items())
        recipe = base.with_parameters({**given, **chosen})
        variants.append((f"{label}, {names}" if names else label, recipe))
    return variants


def _positions(value: Any, folder: Path) -> dict[str, str]:
    """The positions of the boards by their names."""
    given = _table("boards", value if value is not None else {})
    _check_names("boards", given, ("file", "numbers", "first", "positions"))
    if ("file" in given) == ("positions" in given):
        raise RecipeError("boards: give either a file or positions")
    if "positions" in given:
        positions = given["positions"]
        if not isinstance(positions, list) or not all(isinstance(p, str) for p in positions):
            raise RecipeError(f"boards: positions {positions!r} is not valid; give a list of texts")
        if not positions or len(set(positions)) < len(positions):
            raise RecipeError("boards: positions names none or one twice; give each once")
        return {position: position for position in positions}
    first = given.get("first", 1)
    if first not in (0, 1):
        raise RecipeError(f"boards: first {first!r} is not valid; give 0 or 1")
    found = board_text.boards_in(read_text("boards", str(folder / str(given["file"]))))
    if not found:
        raise RecipeError(f"boards: {given['file']!r} holds no board; give rows of colours")
    last = len(found) - 1 + first
    numbers = whole_numbers("boards: numbers", given.get("numbers", f"{first}-{last}"), first, last)
    return {str(number): found[number - first] for number in numbers}


def _published(value: Any, folder: Path) -> tuple[dict[str, dict[str, float]], str, str]:
    """The published scores, {column: {board: score}}, where they are from, what they are called.

    The file is CSV; its first column names the board, and rows that name none are skipped.
    """
    given = _table("published", value if value is not None else {})
    _check_names("published", given, ("file", "origin", "called"))
    called = str(given.get("called") or "published")
    if not given:
        return {}, "", called
    text = read_text("published", str(folder / str(given.get("file", ""))))
    rows = list(csv.DictReader(io.StringIO(text)))
    if not rows:
        raise RecipeError(f"published: {given.get('file')!r} has no rows; give a table of scores")
    board, *columns = rows[0]
    try:
        scores = {
            column: {row[board]: float(row[column]) for row in rows if _BOARD.fullmatch(row[board])}
            for column in columns
        }
    except (TypeError, ValueError) as error:
        raise RecipeError(
            f"published: {given.get('file')!r} has a score that is no number ({error})"
        ) from None
    return scores, str(given.get("origin", "")), called


def _totals(value: Any) -> tuple[Total, ...]:
    """The published totals of the field."""
    if not isinstance(value, list):
        raise RecipeError(f"totals: {value!r} is not valid; give a list of tables")
    found = []
    for number, entry in enumerate(value, 1):
        given = _table(f"totals, number {number}", entry)
        _check_names("totals", given, Total._fields)
        total = given.get("total")
        if isinstance(total, bool) or not isinstance(total, int | float):
            raise RecipeError(f"totals, number {number}: total {total!r} is no number; give one")
        found.append(Total(str(given.get("label", "")), total, str(given.get("origin", ""))))
    return tuple(found)
