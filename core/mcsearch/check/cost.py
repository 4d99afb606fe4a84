"""Cost: iterations a second, whether one becomes dearer as the tree grows, bytes a node."""

from __future__ import annotations

from mcsearch.check.evidence import Evidence
from mcsearch.check.node import walk
from mcsearch.check.report import RIGHT, SUSPICIOUS, Heading, Line
from mcsearch.check.runner import RunError

HEADING = Heading("cost", "Cost")
_SMALL, _LARGE = 100, 1_600
_LONG = 0.5  # seconds of a run that needs no other beside it, and of which memory is counted
_MANY_TIMES = 8.0
_APART_SEEDS = 70_000  # from those of other runs, whose positions a game may keep
_SMALLEST = 16  # bytes of an object: a node that takes less is not Python's
_SURELY = 0.02  # seconds of the small search, below which the clock is too coarse


def examine(evidence: Evidence) -> Line:
    """The same position with 16 times the iterations; an iteration grows with the depth only."""
    if evidence.errors or not evidence.answers:
        reason = evidence.errors[0].message if evidence.errors else "run was not called"
        return HEADING.not_examined(reason)
    large = _LARGE
    while large > _SMALL and large * evidence.seconds_an_iteration > evidence.runner.seconds / 4:
        large //= 2
    start = evidence.game.start
    times = {}
    for iterations in (min(_SMALL, large), large):
        is_long = iterations * evidence.seconds_an_iteration > _LONG
        first = evidence.seed + _APART_SEEDS + iterations
        seeds = range(first, first + (1 if is_long else 3))
        found = [evidence.call(start, iterations, seed, "root") for seed in seeds]
        if None in found:
            return HEADING.not_examined(evidence.errors[0].message)
        times[iterations] = min(answer.cpu_seconds for answer in found if answer) / iterations
    small, each = times[min(_SMALL, large)], times[large]
    evidence.seconds_an_iteration = each
    rate = 1.0 / max(each, 1e-9)
    figures = {"iterations_a_second": rate, "growth": each / max(small, 1e-9)}
    said = f"{_rounded(rate)} iterations/s"
    bytes_a_node = _bytes_a_node(evidence, large)
    if evidence.errors:
        return HEADING.not_examined(evidence.errors[0].message)
    if bytes_a_node is not None:
        figures["bytes_a_node"] = bytes_a_node
        said += f", {_rounded(bytes_a_node)} bytes a node"
    if large > _SMALL and each > _MANY_TIMES * small and each * large > _SURELY:
        return HEADING.line(
            SUSPICIOUS,
            f"{said}, an iteration takes {each / small:.0f} times as long at {large} as "
            f"at {_SMALL}",
            cause="every iteration walks or copies the whole tree",
            figures=figures,
        )
    return HEADING.line(RIGHT, said, figures=figures)


def _bytes_a_node(evidence: Evidence, iterations: int) -> float | None:
    """None where it is not told: counting takes its own time, and is no fault of the program's."""
    while iterations * evidence.seconds_an_iteration > _LONG:
        iterations //= 2
    if iterations < _SMALL:
        return None
    start, seed = evidence.game.start, evidence.seed + _APART_SEEDS
    # what a game or a program keeps is there already when the memory is counted
    if evidence.call(start, iterations, seed, "root") is None:
        return None
    try:
        counted = evidence.runner.answer(start, iterations, seed, "memory")
    except RunError:
        return None
    nodes = sum(1 for _ in walk(counted.tree)) if counted.tree else 0
    return counted.memory / nodes if nodes and counted.memory >= _SMALLEST * nodes else None


def _rounded(rate: float) -> str:
    digits = max(0, len(str(int(rate))) - 2)
    return f"{round(rate, -digits):,.0f}" if rate >= 10 else f"{rate:.2g}"
