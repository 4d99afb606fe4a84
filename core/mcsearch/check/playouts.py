"""Playouts: what a new node first gains, against the expectation of uniformly random play from it.

In a small game that expectation is added up exactly. A playout policy of one's own differs, and
that is no fault; a return from another position than the node's differs, too.
"""

from __future__ import annotations

import math
from typing import Any

from mcsearch.check import example
from mcsearch.check.evidence import Evidence
from mcsearch.check.report import (
    RIGHT,
    SUSPICIOUS,
    WRONG,
    Counterexample,
    Heading,
    Line,
)
from mcsearch.engine.wording import counted

HEADING = Heading("playouts", "Playouts", "four-phases")
_FEWEST = 40
_GROUP = 15  # first visits below a root by one player, that are looked at by themselves
_NUM_ROOTS, _NUM_SEEDS = 2, 90
_CALL_SECONDS = 0.004
_APART_SEEDS = 50_000  # from those of other runs
_SURPRISING = 4.5  # standard deviations: one in 150,000 by chance


def examine(evidence: Evidence) -> Line:
    """The returns of all first visits, together and by depth."""
    reason = evidence.reason(
        of_value=True, one_player="scores of one player are on a scale of their own"
    )
    if not reason and evidence.are_estimates:
        reason = "a new node gains an estimate and no result of a game"
    if reason:
        return HEADING.not_examined(reason)
    above = below = spread = 0.0
    groups: dict[Any, list[float]] = {}
    count = impossible = 0
    examples: list[Counterexample] = []
    for step, value in evidence.first_visits:
        leaf, parent = step.way[-1].position, step.way[-2].position
        assert leaf is not None
        assert parent is not None
        expected = evidence.game.expected(leaf)
        if expected is None:
            return HEADING.not_examined("the game is too large for its expectations")
        count += 1
        above += value
        below += expected[0]
        spread += expected[1]
        group = groups.setdefault((step.root.path, parent.to_play), [0.0, 0.0, 0.0])
        group[0] += value - expected[0]
        group[1] += expected[1]
        group[2] += 1
        if expected[1] == 0.0 and abs(value - expected[0]) > 1e-6:
            impossible += 1
            examples.append(
                example.at(
                    leaf,
                    f"every game from here gives the first player {expected[0]:g}; the node "
                    f"gained {value:g}",
                    iterations=step.iterations,
                    seed=step.seed,
                )
            )
    groups.update(_of_many_seeds(evidence))
    if count < _FEWEST:
        return HEADING.not_examined(f"{count} first visits are too few")
    z = (above - below) / math.sqrt(spread) if spread > 0 else 0.0
    figures = {"first_visits": count, "mean": above / count, "expected": below / count, "z": z}
    said = f"{count} first visits: {above / count:.3f} for the first player"
    if impossible:
        return HEADING.line(
            WRONG,
            f"{counted(impossible, 'return')} that no playout from the node gives; {said}",
            tuple(examples[:20]),
            "the playout begins at another position than the node's, or its result is given to the "
            "wrong player",
            figures,
        )
    if abs(z) > _SURPRISING or _apart(list(groups.values())) > _SURPRISING:
        return HEADING.line(
            SUSPICIOUS,
            f"{said}, uniformly random playouts give {below / count:.3f} ({z:+.1f} standard "
            "deviations)",
            (),
            "the playout is not uniformly random: meant so, or some moves are never played, or it "
            "begins at another position",
            figures,
        )
    return HEADING.line(
        RIGHT, f"{said}, uniformly random playouts give {below / count:.3f}", (), "", figures
    )


def _of_many_seeds(evidence: Evidence) -> dict[Any, list[float]]:
    """The first returns of short runs with many seeds, by the root and the first action."""
    groups: dict[Any, list[float]] = {}
    convention = evidence.convention
    affordable = int(evidence.seconds / max(evidence.seconds_an_iteration, _CALL_SECONDS))
    for root in evidence.roots[:_NUM_ROOTS]:
        for number in range(min(_NUM_SEEDS, affordable)):
            answer = evidence.call(root, 2, evidence.seed + _APART_SEEDS + number)
            if answer is None or answer.tree is None:
                return groups
            for node in answer.tree.children:
                position = root.at((node.action,))
                expected = evidence.game.expected(position) if position else None
                if node.visits != 1 or node.children or expected is None or math.isnan(node.value):
                    continue
                viewed = convention.seen_by(0, convention.total(node), root.to_play, root.to_play)
                group = groups.setdefault((root.path, node.action, "seeds"), [0.0, 0.0, 0.0])
                group[0] += convention.share(viewed) - expected[0]
                group[1] += expected[1]
                group[2] += 1
    return groups


def _apart(groups: list[list[float]]) -> float:
    """How far groups of returns are off together, in standard deviations of a normal variable.

    Their squared deviations add up to chi squared, made normal by Wilson and Hilferty (1931).
    """
    squares = [
        off * off / spread for off, spread, count in groups if count >= _GROUP and spread > 1
    ]
    k = len(squares)
    if not k:
        return 0.0
    return ((sum(squares) / k) ** (1 / 3) - (1 - 2 / (9 * k))) / math.sqrt(2 / (9 * k))
