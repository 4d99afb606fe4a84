"""The command `mcsearch bench`: fixed workloads that measure the engine."""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from mcsearch import COMPILED
from mcsearch.cli.flags import whole_number
from mcsearch.engine.search import Search
from mcsearch.recipe import Recipe

REPEATS = 5


@dataclass(frozen=True)
class Workload:
    """Searches that are measured together: `measure` takes them, finished, and their seconds."""

    name: str
    unit: str
    recipes: tuple[Recipe, ...]
    measure: Callable[[list[Search], float], float]


@dataclass(frozen=True)
class Measurement:
    """The median of a workload's repeats."""

    name: str
    unit: str
    value: float
    compiled: bool = COMPILED


def _rate(searches: list[Search], seconds: float) -> float:
    return sum(search.iterations for search in searches) / seconds


def _bytes_per_node(searches: list[Search], seconds: float) -> float:
    trees = [search.tree for search in searches]
    return sum(tree.num_bytes for tree in trees) / sum(tree.size for tree in trees)


def _samegame(search: str, seeds: range, **parameters: float | str) -> tuple[Recipe, ...]:
    scale = 1 if COMPILED else 200
    parameters["iterations"] = int(parameters["iterations"]) // scale
    return tuple(
        Recipe("samegame", f"15x15x5:{seed}", search, {"scoring": "plain", **parameters}, seed)
        for seed in seeds
    )


def workloads() -> Iterator[Workload]:
    """The searches are 200 times shorter when the engine runs interpreted."""
    yield Workload(
        "samegame-spmcts",
        "iterations/s",
        _samegame("spmcts", range(3), selection="uct-top", closing=False, iterations=100_000),
        _rate,
    )
    yield Workload(
        "samegame-nmcs1",
        "playouts/s",
        _samegame("nmcs", range(20), level=1, policy="random", iterations=100_000),
        _rate,
    )
    iterations = 400_000 if COMPILED else 2_000
    games = dict.fromkeys(("connect4", "yavalath", "tictactoe"), 1)
    shared = ("hex", "nogo", "atarigo", "breakthrough", "domineering", "othello")
    games |= dict.fromkeys(shared, 4)
    games["2048"] = 16
    for game, share in games.items():
        recipe = Recipe(game, parameters={"iterations": iterations // share}, seed=1)
        yield Workload(f"{game}-uct", "iterations/s", (recipe,), _rate)
    yield Workload(
        "bytes-per-node",
        "bytes",
        _samegame("spmcts", range(1), selection="uct-top", exploration=20.0, iterations=100_000),
        _bytes_per_node,
    )


def measure(
    workload: Workload,
    slice_seconds: float | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """One repeat of a workload; its searches run through, or in slices as on the page."""
    searches = [recipe.build() for recipe in workload.recipes]
    began = clock()
    for search in searches:
        while not search.stopped:
            search.run(seconds=slice_seconds)
    return workload.measure(searches, clock() - began)


def run(repeats: int = REPEATS) -> Iterator[Measurement]:
    """Measure each workload `repeats` times and yield the median."""
    for workload in workloads():
        value = statistics.median(measure(workload) for _ in range(repeats))
        yield Measurement(workload.name, workload.unit, value)


def add_command(commands: Any) -> None:
    """Add `bench` to the command line."""
    parser = commands.add_parser(
        "bench",
        help="measure the engine",
        description="Run fixed workloads and print the median rate of each.",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    parser.add_argument("--repeats", default=str(REPEATS), help="of each workload, by default 5")
    parser.set_defaults(command=_bench)


def _bench(arguments: argparse.Namespace) -> int:
    rows = []
    for row in run(whole_number("--repeats", arguments.repeats, 1)):
        rows.append(dataclasses.asdict(row))
        if not arguments.json:
            print(
                f"{row.name:<18} {f'{round(row.value):,}'.replace(',', ' '):>12} {row.unit}",
                flush=True,
            )
    if arguments.json:
        print(json.dumps(rows))
    return 0
