"""What a worker process does: one recipe or one game to its end, told in plain values."""

from __future__ import annotations

import json
import math
import multiprocessing.connection
import os
import platform
import signal
import threading
from multiprocessing.connection import Connection
from typing import NamedTuple

from mcsearch import COMPILED
from mcsearch.engine.clock import processor_seconds
from mcsearch.play.solo import solo_of
from mcsearch.recipe import Recipe
from mcsearch.runs import match
from mcsearch.runs.match import Fixture
from mcsearch.runs.programs.process import end_programs
from mcsearch.runs.programs.recipe import read_recipe
from mcsearch.searches.root_parallel import Ensemble


class Outcome(NamedTuple):
    """A finished run."""

    recipe: str  # JSON
    score: float
    sequence: list[int]
    iterations: int
    playouts: int
    seconds: float  # of processor time; with `trees` > 1 on the wall
    stopped: str
    build: str
    improvements: tuple[tuple[int, float], ...] = ()
    """Iterations and score of every new best, as it was found."""


class GameOutcome(NamedTuple):
    """A finished game; see `match.Played`."""

    fixture: str  # JSON
    returns: float
    actions: list[int]
    values: list[float]
    iterations: tuple[int, int]
    seconds: tuple[float, float]  # as in `Outcome`
    build: str


def build() -> str:
    """The build that runs here, as stored rows have it."""
    return f"{'compiled' if COMPILED else 'interpreted'} {platform.machine()}"


def play(fixture: str) -> GameOutcome:
    """Play the game of a fixture (JSON); limits of seconds count as in `solve`."""
    played = match.play(Fixture.from_json(fixture, read_recipe), clock=processor_seconds)
    return GameOutcome(
        fixture,
        played.returns,
        [int(action) for action in played.actions],
        played.values,
        played.iterations,
        played.seconds,
        build(),
    )


def solve(recipe: str) -> Outcome:
    """Run a recipe (JSON) until it stops.

    Its limit of seconds counts the processor time of one core, so that runs on a busy machine can
    be compared with those on an idle one. With several `trees`, each perhaps in a thread of its
    own, it counts the time on the wall. Where chance acts the recipe's search plays a game, with
    its limits for each move.
    """
    made = read_recipe(json.loads(recipe))
    if made.record.has_chance:
        return _play_alone(recipe, made)
    search = made.build()
    while not search.stopped:
        if isinstance(search, Ensemble):
            search.run()
        else:
            search.run(clock=processor_seconds)
    return Outcome(
        recipe,
        float(search.best_score),
        [int(action) for action in search.best_sequence],
        int(search.iterations),
        int(search.playouts),
        float(search.seconds),
        search.stopped,
        build(),
        tuple((int(at), float(score)) for at, score in search.improvements),
    )


def _play_alone(text: str, recipe: Recipe) -> Outcome:
    """A game of one player with chance, which follows from the position and the seed."""
    solo = solo_of(recipe)
    solo.run(math.inf, processor_seconds)
    return Outcome(
        text,
        solo.scores[-1],
        [int(action) for action in solo.actions],
        solo.iterations,
        solo.iterations,
        solo.seconds,
        "over",
        build(),
    )


def prepare(parent: Connection) -> None:
    """Make a process of the pool end when its parent ends, however it does, or closes the pipe.

    Ctrl-C reaches every process of a terminal; the parent alone decides what it means.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: Connection) -> None:
    multiprocessing.connection.wait([parent])
    end_programs()
    os._exit(1)
