"""Unvisited first: no child is visited again while another has never been."""

from __future__ import annotations

import math

from mcsearch.check import example, selection
from mcsearch.check.evidence import Evidence
from mcsearch.check.forms import PUCT
from mcsearch.check.report import RIGHT, SUSPICIOUS, WRONG, Heading, Line
from mcsearch.check.steps import Choice

HEADING = Heading("unvisited", "Unvisited first", "one-or-all")


def examine(evidence: Evidence) -> Line:
    """UCB1 is infinite for a child without visits, so it comes before any other."""
    reason = evidence.reason()
    found = selection.fitted(evidence)
    if not reason and not evidence.choices:
        reason = evidence.why_no_steps or "no iteration passes a node that was there before"
    if not reason and found is not None and found.form is PUCT:
        reason = "PUCT selects by its priors and has no need to"
    if reason:
        return HEADING.not_examined(reason)
    early: list[tuple[Choice, int]] = []
    first_visits = 0
    for choice in evidence.choices:
        if choice.position.is_terminal:
            continue
        if choice.children[choice.chosen].visits <= 0:
            first_visits += 1
            continue
        missing = _unvisited(choice)
        if missing is not None:
            early.append((choice, missing))
    if not early:
        return HEADING.line(
            RIGHT, f"{first_visits} of {first_visits} new nodes before any second visit below them"
        )
    is_ucb1 = not math.isnan(evidence.exploration) or found is not None
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
        WRONG if is_ucb1 else SUSPICIOUS,
        f"{len(early)} second visits while a child had none",
        examples,
        "an untried move is left out by one, or a node without visits has a finite score; "
        "progressive widening and first-play urgency mean it so",
        {"early": len(early), "first_visits": first_visits},
    )


def _unvisited(choice: Choice) -> int | None:
    """A legal action without visits; None where each has some."""
    visited = {child.action for child in choice.children if child.visits > 0 or child.is_proven}
    return next(
        (place for place in range(len(choice.position.legal)) if place not in visited), None
    )
