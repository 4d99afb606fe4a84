"""What the statistics of a race say, in words that the command line and the page share."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from mcsearch.engine.wording import counted, decimals_of, spaced
from mcsearch.runs.statistics.differences import (
    LEVEL,
    LIKE_THESE,
    MOST_WANTED,
    THESE,
    Difference,
    default_scope,
    smallest,
)
from mcsearch.runs.statistics.plan import chance_of_verdict, expected_pairs
from mcsearch.runs.statistics.sprt import Sprt

ABOUT = {LIKE_THESE: "boards like these", THESE: "these boards alone"}
"""What intervals and verdicts speak of, by the scope."""

_UNITS = {LIKE_THESE: "board", THESE: "round"}


def common_rule(name: str, value: object) -> str:
    """That a rule of the game has been given to entrants that differ in it."""
    return f"entrants differ in {name}: {value} for all"


def decimals_of_differences(found: Sequence[Difference]) -> int:
    """How many decimals differences and their intervals are written with, all alike."""
    values = [abs(value) for d in found for value in (d.mean, *d.interval) if math.isfinite(value)]
    largest = max(values, default=0.0)
    return 0 if largest >= 10.0 else 1 if largest >= 1.0 else max(3, decimals_of(largest, 2))


def decimals_of_scores(scores: np.ndarray) -> int:
    """How many decimals means of these scores are written with, all alike: one from 1 on.

    scores: float64 of any shape, nan where there is none
    """
    largest = float(np.abs(scores[np.isfinite(scores)]).max(initial=0.0))
    return max(3, decimals_of(largest)) if 0.0 < largest < 1.0 else 1


def verdict(d: Difference, scope: str, num_boards: int, num_rounds: int) -> str:
    """Whether a difference is decided; if not, what it takes."""
    if d.is_decided:
        return "decided"
    count, unit = (num_boards if scope == LIKE_THESE else num_rounds), _UNITS[scope]
    if count < 2:
        return f"not decided: one {unit} has no spread to judge by, add {unit}s"
    if d.mean == 0.0:
        return "not decided: no difference so far"
    if math.isnan(d.lasting.low) and d.wanted is None:
        return f"not decided: the {unit}s are alike, which more {unit}s would prove or refute"
    if d.wanted is None:
        return (
            f"not decided: a difference so small takes more than {spaced(MOST_WANTED)} {unit}s to "
            "show"
        )
    more = counted(max(1, d.wanted - count), f"more {unit}")
    return f"not decided yet: about {more} would show a difference of this size"


def better(d: Difference, num_pairs: int) -> str:
    """How often the first is better in a pair: a probability where it has an interval."""
    if not math.isnan(d.probability_interval.low):
        low, high = (f"{100 * share:.0f}" for share in d.probability_interval)
        return f"P(better) {100 * d.probability:.0f} % ({low} to {high})"
    tied = f", {d.pairs_tied} tied" if d.pairs_tied else ""
    return f"better in {d.pairs_won} of {counted(num_pairs, 'pair')}{tied}"


def method(scope: str, num_comparisons: int) -> str:
    """How intervals and verdicts are made, in two sentences."""
    sample = "boards" if scope == LIKE_THESE else "rounds of each board"
    level = f"{100 * (1 - LEVEL):g} %"
    together = f", all {num_comparisons} together" if num_comparisons > 1 else ""
    return (
        f"Intervals hold with {level}{together}, at this look, for {ABOUT[scope]} "
        f"(Student's t over the {sample}). A verdict holds at every look, however many there "
        f"are, and is wrong with {100 * LEVEL:g} % at most (Robbins' normal mixture)."
    )


def other_scope(num_boards: int, scope: str) -> str:
    """A sentence on the choice that was not made; "" where one board leaves none."""
    if num_boards < 2:
        return "One board: nothing is said of others."
    if scope == default_scope(num_boards):
        return "--scope these: of these boards alone, however they differ from others."
    return "--scope like-these: of all boards that are drawn as these were."


def sprt_verdict(sprt: Sprt, accepted: str, first: str, second: str) -> str:
    """What an accepted hypothesis says, and no more: a side of a bound, in the model's own unit."""
    unit = "normalized Elo" if sprt.model == "normalized" else "Elo"
    if accepted == "H1":
        if sprt.elo0 == 0.0:
            return f"{second} is stronger than {first}"
        return f"{second} against {first} is above {sprt.elo0:g} {unit}"
    if sprt.elo1 == 0.0:
        return f"{second} is weaker than {first}"
    if sprt.elo1 < 0.0:
        return f"{second} against {first} is below {sprt.elo1:g} {unit}"
    return f"{second} is not stronger than {first} by {sprt.elo1:g} {unit}"


def expected_of_match(sprt: Sprt, num_pairs: int) -> list[tuple[float, int, int, float]]:
    """At a few strengths: the strength, the median of pairs, their number in 95 of 100 tests, and
    the chance that a test ends within `num_pairs`."""
    return [
        (*expected, chance_of_verdict(sprt, expected.elo, num_pairs))
        for expected in expected_pairs(sprt)
    ]


def plan_of_match(sprt: Sprt, num_pairs: int) -> str:
    """How many pairs an SPRT is expected to take, in words."""
    unit = "normalized Elo" if sprt.model == "normalized" else "Elo"
    within = counted(num_pairs, "pair")
    lines = [f"SPRT of {sprt.elo0:g} to {sprt.elo1:g} {unit}, at most {within}:"]
    for elo, median, most, share in expected_of_match(sprt, num_pairs):
        lines.append(
            f"at {elo:g} {unit}: {counted(median, 'pair')} in the median, {counted(most, 'pair')} "
            f"in 95 of 100 tests; {100 * share:.0f} % end within {within}"
        )
    return "\n".join(lines)


def plan_of_boards(num_boards: int, num_rounds: int, num_entrants: int) -> str:
    """The smallest difference that a race on boards can show, in words."""
    if num_boards < 2:
        return "One board: a verdict is of this board alone; two boards at least speak of others."
    size = smallest(num_boards, num_rounds, num_entrants)
    twice = smallest(2 * num_boards, num_rounds, num_entrants)
    return (
        f"{counted(num_boards, 'board')}, {counted(num_rounds, 'round')}, {num_entrants} entrants: "
        f"a verdict on boards like these takes a mean difference of {size:.2f} standard deviations "
        "of the boards' differences (each board's mean over the rounds); "
        f"{counted(2 * num_boards, 'board')} show {twice:.2f}."
    )
