"""An experiment's stored scores beside the published ones."""

from __future__ import annotations

import dataclasses
import json
import math
import statistics
from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

from mcsearch.engine.wording import text_of
from mcsearch.recipe import GAMES, Recipe
from mcsearch.runs.experiment import Experiment
from mcsearch.runs.store import Run, Store, check


@dataclass(frozen=True)
class Line:
    """A recipe's row in the table.

    Intervals are half widths at 95 %, nan for less than two boards and where boards are no sample.
    Several seeds on a board count as their mean. `published` and `difference` are over the boards
    that have a stored and a published score.
    """

    label: str
    boards: int  # with at least one stored run
    runs: int
    missing: int  # runs that are not stored yet
    mean: float
    interval: float
    total: float  # of the boards' means
    best_total: float  # of the best run on each board
    published_boards: int
    published: float  # mean
    published_total: float
    difference: float  # mean of ours less published, board by board
    difference_interval: float
    seconds: float  # of search in a run, mean
    playouts_per_second: float


class Row(NamedTuple):
    """A recipe on a board; several seeds are one row."""

    board: str
    score: float  # mean
    best: float
    seed: int  # of the best run
    published: float | None
    seconds: float  # of search in a run, mean
    playouts_per_second: float | None


def stored_runs(plan: Experiment, store: Store) -> dict[str, dict[str, list[Run]]]:
    """The stored runs of an experiment: {label: {board: runs}}, without empty entries."""
    found: dict[str, dict[str, list[Run]]] = {label: {} for label in plan.labels}
    for label, board, recipe in plan.runs:
        run = store.find(recipe)
        if run is not None:
            found[label].setdefault(board, []).append(run)
    return found


def table(plan: Experiment, store: Store) -> list[Line]:
    """A line for each of the experiment's recipes, in the order of its file."""
    planned = Counter(run.label for run in plan.runs)
    return [
        _line(label, planned[label], boards, rows_of(plan, label, boards), plan.is_sample)
        for label, boards in stored_runs(plan, store).items()
    ]


def rows_of(plan: Experiment, label: str, boards: dict[str, list[Run]]) -> list[Row]:
    """A row for each board on which a recipe has run, with its published score."""
    published = plan.scores.get(plan.columns.get(label, ""), {})
    rows = []
    for board, runs in boards.items():
        best = max(runs, key=lambda run: run.score)
        seconds = sum(run.seconds for run in runs)
        rows.append(
            Row(
                board,
                statistics.fmean(run.score for run in runs),
                best.score,
                best.recipe.seed,
                published.get(board),
                seconds / len(runs),
                sum(run.playouts for run in runs) / seconds if seconds else None,
            )
        )
    return rows


def _line(
    label: str, planned: int, boards: dict[str, list[Run]], rows: list[Row], is_sample: bool
) -> Line:
    runs = [run for found in boards.values() for run in found]
    means = [row.score for row in rows]
    theirs = [row.published for row in rows if row.published is not None]
    differences = [row.score - row.published for row in rows if row.published is not None]
    seconds = sum(run.seconds for run in runs)
    return Line(
        label=label,
        boards=len(boards),
        runs=len(runs),
        missing=planned - len(runs),
        mean=_mean(means),
        interval=interval(means) if is_sample else math.nan,
        total=sum(means),
        best_total=sum(row.best for row in rows),
        published_boards=len(theirs),
        published=_mean(theirs),
        published_total=sum(theirs),
        difference=_mean(differences),
        difference_interval=interval(differences) if is_sample else math.nan,
        seconds=seconds / len(runs) if runs else math.nan,
        playouts_per_second=sum(run.playouts for run in runs) / seconds if seconds else math.nan,
    )


def _mean(values: list[float]) -> float:
    return statistics.fmean(values) if values else math.nan


def interval(values: list[float]) -> float:
    """Half the width of the mean's 95 % confidence interval (Student's t); nan below two values."""
    n = len(values)
    return student(n - 1) * statistics.stdev(values) / math.sqrt(n) if n > 1 else math.nan


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t distribution, to 0.2 %.

    Exact for 1 and 2 degrees of freedom, then Hill's asymptotic series (Abramowitz and Stegun
    26.7.5).
    """
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 * math.sqrt(2.0 / (1.0 - 0.95**2))
    z = statistics.NormalDist().inv_cdf(0.975)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / freedom**i for i, term in enumerate(terms))


class Known(NamedTuple):
    """The best sequence that is known of a board, and where it is from."""

    score: float
    moves: list[str]  # as the game writes them, from the board's position on
    origin: str  # the recipe's label, or what it is where the experiment has none
    run: Run


def best_known(plan: Experiment, store: Store) -> dict[str, Known]:
    """The best stored run of each board, of any recipe; of equals the shortest.

    Runs with other rules of the game, such as another scoring, do not count. The sequences were
    replayed when they were stored, and are again.
    """
    labels = {run.recipe.to_json(): run.label for run in plan.runs}
    board_of = {_start_of(run.recipe): run.board for run in plan.runs}
    best: dict[str, Run] = {}
    for stored in sorted(store.recipes()):
        if json.loads(stored)["game"] not in GAMES:
            continue  # a person's own
        recipe = Recipe.from_json(stored)
        board = board_of.get(_start_of(recipe))
        run = None if board is None else store.find(recipe)
        if board is None or run is None:
            continue
        if board not in best or (run.score, -run.seconds) > (
            best[board].score,
            -best[board].seconds,
        ):
            best[board] = run
    found = {}
    for board in plan.boards:
        if board in best:
            run = best[board]
            origin = labels.get(run.recipe.to_json(), _in_words(run.recipe))
            found[board] = Known(run.score, _moves(run), origin, run)
    return found


def _start_of(recipe: Recipe) -> tuple[Any, ...]:
    """What two recipes share that play the same game from the same position."""
    rules = tuple(recipe.values[parameter.name] for parameter in GAMES[recipe.game].parameters)
    return recipe.game, recipe.position, rules


def _in_words(recipe: Recipe) -> str:
    """A recipe's search and parameters, as `race` takes them."""
    given = ",".join(f"{name}={text_of(value)}" for name, value in recipe.parameters.items())
    return f"{recipe.search}:{given}" if given else recipe.search


def _moves(run: Run) -> list[str]:
    """The moves of a run; StoreError when they do not lead to its score."""
    check(run.recipe, run.sequence, run.score)
    state = run.recipe.start()
    names = []
    for action in run.sequence:
        names.append(state.action_name(action))
        state = state.play(action)
    return names


def document(plan: Experiment, store: Store, with_best: bool = False) -> dict[str, Any]:
    """The table for programs, such as the page: plain values, None for what is not known.

    A run's recipe is its line's with the board's position and the row's seed. `totals` are those
    that are published without the boards' scores, with label and origin. With the best
    sequences known there are `best`, by boards, and `best_line`, their line in the table.
    """
    lines = table(plan, store)
    found = stored_runs(plan, store)
    recipes = {run.label: run.recipe for run in plan.runs}
    positions = {run.board: run.recipe.position for run in plan.runs}
    used = {board for boards in found.values() for board in boards}
    return {
        "title": plan.title,
        "about": plan.about,
        "origin": plan.origin,
        "called": plan.called,
        "boards": len(plan.boards),
        "columns": list(Row._fields),
        "lines": [
            {
                **_plain_line(line, rows_of(plan, line.label, found[line.label])),
                "recipe": {
                    name: value
                    for name, value in recipes[line.label].to_dict().items()
                    if name not in ("position", "seed")
                },
            }
            for line in lines
        ],
        "positions": {name: text for name, text in positions.items() if name in used},
        **({"totals": [total._asdict() for total in plan.totals]} if plan.totals else {}),
        **(_best_document(plan, best_known(plan, store)) if with_best else {}),
    }


def _best_document(plan: Experiment, best: dict[str, Known]) -> dict[str, Any]:
    runs = {board: [known.run] for board, known in best.items()}
    # the first recipe that is compared tells with whom
    compared = next((label for label in plan.labels if label in plan.columns), "")
    rows = rows_of(plan, compared, runs)
    return {
        "best_line": _plain_line(
            _line("Best known", len(plan.boards), runs, rows, plan.is_sample), rows
        ),
        "best": {
            board: {
                "score": known.score,
                "origin": known.origin,
                "recipe": known.run.recipe.to_dict(),
                "moves": known.moves,
                "commit": known.run.commit_id,
                "finished": known.run.finished,
            }
            for board, known in best.items()
        },
    }


def _plain_line(line: Line, rows: list[Row]) -> dict[str, Any]:
    return {
        **{name: _plain(value) for name, value in dataclasses.asdict(line).items()},
        "rows": [[_plain(value) for value in row] for row in rows],
    }


def _plain(value: Any) -> Any:
    """A value as JSON has it, short: numbers to a thousandth, whole ones without a point."""
    if not isinstance(value, float):
        return value
    if math.isnan(value):
        return None
    return int(value) if value == int(value) else round(value, 3)


def text(plan: Experiment, lines: list[Line]) -> str:
    """The table for a person to read."""
    head = ("recipe", "boards", "mean", "±95 %", "total", plan.called, "total", "diff.", "±95 %")
    rows = [
        (
            line.label,
            str(line.boards),
            as_text(line.mean, 1),
            as_text(line.interval, 1),
            as_text(line.total, 0),
            as_text(line.published, 1),
            as_text(line.published_total, 0) if line.published_boards else "–",
            as_text(line.difference, 1, "+"),
            as_text(line.difference_interval, 1),
        )
        for line in lines
    ]
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    out = [plan.title] if plan.title else []
    for row in (head, *rows):
        first, *others = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        out.append("  ".join((row[0].ljust(len(first)), *others)))
    for line in lines:
        if line.missing:
            out.append(f"{line.label}: {line.missing} runs are not stored yet")
    if plan.origin:
        out.append(f"{plan.called.capitalize()}, on the same boards: {plan.origin}")
    for total in plan.totals:
        out.append(f"Published total, {total.label}: {as_text(total.total, 0)} ({total.origin})")
    return "\n".join(out)


def as_text(value: float, digits: int, sign: str = "") -> str:
    """A number as the table has it; a dash for what is not known."""
    return "–" if math.isnan(value) else f"{value:{sign},.{digits}f}".replace(",", " ")
