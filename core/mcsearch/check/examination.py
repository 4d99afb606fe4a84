"""One examination from its first call to its report."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any

from mcsearch.check import (
    backpropagation,
    cost,
    final_move,
    legal_moves,
    playouts,
    reward,
    selection,
    state,
    strength,
    unvisited,
    value_range,
    visits,
)
from mcsearch.check.evidence import Evidence
from mcsearch.check.game import Game
from mcsearch.check.known import run_of
from mcsearch.check.report import Line, Point, Report
from mcsearch.check.runner import LIMIT_SECONDS, Runner
from mcsearch.check.shape import Shape

_OF_TREES = (
    visits,
    legal_moves,
    value_range,
    reward,
    selection,
    unvisited,
    backpropagation,
    playouts,
    final_move,
    state,
)
HEADINGS = tuple(each.HEADING for each in (*_OF_TREES, strength, cost))
"""Of the lines, in the order of a report."""


class Examination:
    """Runs in parts: `lines()` yields what is being done, as text, and each line when it is there.

    `report` has the lines that are there.
    """

    def __init__(
        self,
        run: Any,
        game: Any,
        tree: Shape | None = None,
        *,
        exploration: float = math.nan,
        seed: int = 1,
        limit: float = LIMIT_SECONDS,
        seconds: float = 30.0,
        own_process: bool | None = None,
        trees: int = 0,
    ) -> None:
        self._game = Game(game, seconds)
        self._seed = seed
        self._seconds = seconds
        self._began = time.perf_counter()
        runner = Runner(run_of(run), self._game, tree, limit, own_process)
        self.evidence = Evidence(runner, self._game, seed, exploration, seconds / 4.0)
        self.evidence.num_trees = trees
        self._lines: list[Line] = []
        self._points: tuple[Point, ...] = ()

    def lines(self, strong: bool = True) -> Iterator[str | Line]:
        """Examine everything; without `strong`, all but the strength."""
        try:
            yield from self.evidence.gather()
            for each in _OF_TREES:
                line = each.examine(self.evidence)
                self._lines.append(line)
                yield line
            line = cost.examine(self.evidence)
            self._lines.append(line)
            yield line
            if strong:
                yield "strength"
                left = self._seconds - (time.perf_counter() - self._began)
                line, self._points = strength.examine(
                    self.evidence, seconds=max(left, self._seconds / 3.0)
                )
                self._lines.append(line)
                yield line
        finally:
            self.evidence.runner.end()

    def stop(self) -> None:
        """Let `lines` raise StoppedError soon; another thread may call it."""
        self.evidence.runner.stop()

    @property
    def report(self) -> Report:
        """What is known by now."""
        evidence = self.evidence
        order = [heading.name for heading in HEADINGS]
        return Report(
            game=self._game.name,
            lines=tuple(sorted(self._lines, key=lambda line: order.index(line.name))),
            # what a value is of is found from all trees
            reading=_reading(evidence) if self._lines else (),
            strength=self._points,
            seconds=time.perf_counter() - self._began,
            seed=self._seed,
        )


def _reading(evidence: Evidence) -> tuple[tuple[str, str], ...]:
    """How the tree is read, in words."""
    if not evidence.trees:
        return ()
    shape = evidence.runner.shape
    found = [
        ("children", shape.children),
        ("visits", shape.visits),
        ("value", f"{shape.value}: {evidence.convention.words()}" if shape.value else "none"),
        ("action", shape.action or ("the state" if shape.state else "keys of the children")),
    ]
    found += [
        (name, getattr(shape, name))
        for name in ("untried", "prior", "proven")
        if getattr(shape, name)
    ]
    return tuple(found)


def search(
    run: Callable[..., Any],
    game: Any,
    tree: Shape | None = None,
    *,
    exploration: float = math.nan,
    seed: int = 1,
    limit: float = LIMIT_SECONDS,
    seconds: float = 30.0,
    own_process: bool | None = None,
    strong: bool = True,
    trees: int = 0,
) -> Report:
    """Examine a search; see the package for what `run` and `game` are.

    `tree` names fields of its nodes, what it leaves out is guessed. `exploration` is the C of UCB1
    that is meant to be in use: given, every choice is held against it. `limit` is of one call, in a
    process of its own where the system can fork (`own_process=False`: in this one, without limit).
    `seconds` is about what the whole may take; a program that is quick is examined on more. So the
    report of a seed depends on the clock; with `trees`, how many consecutive trees of each root
    are compared, and enough seconds it does not, but for the strength and the cost.

    Raises ProblemError for a game that no search can take.
    """
    examination = Examination(
        run,
        game,
        tree,
        exploration=exploration,
        seed=seed,
        limit=limit,
        seconds=seconds,
        own_process=own_process,
        trees=trees,
    )
    for _ in examination.lines(strong):
        pass
    return examination.report
