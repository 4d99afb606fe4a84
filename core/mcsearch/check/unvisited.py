"""Unvisited first: no child is visited again while another has never been."""

from __future__ import annotations

import math

from mcsearch.check import example, selection
from mcsearch.check.evidence import Evidence
from mcsearch.check.report import RIGHT, SUSPICIOUS, WRONG, Heading, Line
from mcsearch.check.steps import Choice

HEADING = Heading("unvisited", "Unvisited first", "one-or-all")
_FEWEST_LATE = 10  # first visits of a move that was left out before


def examine(evidence: Evidence) -> Line:
    """UCB1 is infinite for a child without visits, so it comes before any other."""
    reason = evidence.reason()
    found = selection.fitted(evidence)
    if not reason and not evidence.choices:
        reason = evidence.why_no_steps or "no iteration passes a node that was there before"
    if not reason and found is not None and found.form.takes_unvisited:
        reason = "PUCT selects by its priors and has no need to"
    if reason:
        return HEADING.not_examined(reason)
    early: list[tuple[Choice, int]] = []
    ahead: set[tuple[int, tuple[int, ...]]] = set()  # nodes with a second visit too early
    first_visits = late = 0
    for choice in evidence.choices:
        if choice.position.is_terminal:
            continue
        if choice.children[choice.chosen].visits <= 0:
            first_visits += 1
            late += _node_of(choice) in ahead
            continue
        missing = _unvisited(choice)
        if missing is not None:
            early.append((choice, missing))
            ahead.add(_node_of(choice))
    if not early:
        return HEADING.line(
            RIGHT, f"{first_visits} of {first_visits} new nodes before any second visit below them"
        )
    is_ucb1 = not math.isnan(evidence.exploration) or found is not None
    # a search that widens goes on to try what it has left out, and means it so
    is_widening = late >= _FEWEST_LATE and 2 * late > len(ahead)
    examples = tuple(
        example.at(
            choice.position,
            f"iteration {choice.iterations} goes to "
            f"{choice.position.name(choice.children[choice.chosen].action)} again, and "
            f"{choice.position.name(missing)} has never been visited",
            columns=("move", "visits"),
            rows=tuple(
                (choice.position.name(child.action), child.visits) for child in choice.children
            ),
            marked=choice.chosen,
            yours=choice.position.name(choice.children[choice.chosen].action),
            right=choice.position.name(missing),
            iterations=choice.iterations,
            seed=choice.seed,
        )
        for choice, missing in early[:20]
    )
    return HEADING.line(
        WRONG if is_ucb1 and not is_widening else SUSPICIOUS,
        f"{len(early)} second visits while a child had none",
        examples,
        "an untried move is left out by one, or a node without visits has a finite score; "
        "progressive widening and first-play urgency mean it so",
        {"early": len(early), "first_visits": first_visits},
    )


def _node_of(choice: Choice) -> tuple[int, tuple[int, ...]]:
    """Which node of which run it is."""
    return choice.seed, choice.position.path


def _unvisited(choice: Choice) -> int | None:
    """A legal action without visits; None where each has some."""
    visited = {child.action for child in choice.children if child.visits > 0 or child.is_proven}
    return next(
        (place for place in range(len(choice.position.legal)) if place not in visited), None
    )
