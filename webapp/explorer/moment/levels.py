"""The levels of a nested search, and of one that learns a policy, read off once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explorer.game.line import Actions
from explorer.game.positions import Positions
from explorer.moment.cut import Cut, cut_of
from explorer.moment.focus import Focus
from mcsearch.engine.search import CHANGES, POLICY, SIMULATION, STEPS
from mcsearch.searches.nested.beams import Element
from mcsearch.searches.nested.course import Certainty, Result
from mcsearch.searches.nested.policy import Adjustment
from mcsearch.searches.nested.record import Step, Try
from mcsearch.searches.nrpa import Choice

__all__ = [
    "Adjustment",
    "Certainty",
    "Choice",
    "Element",
    "Learning",
    "LearntLevel",
    "Look",
    "Nesting",
    "Result",
    "Step",
    "Try",
    "gather_learning",
    "gather_nesting",
]


@dataclass(frozen=True, slots=True, eq=False)
class Nesting:
    """The present steps of a nested search."""

    level: int  # of the whole search
    has_memory: bool  # what is remembered outlives a step
    steps: tuple[Step, ...]  # the top level first
    completed: tuple[int, ...]  # levels that the last result has completed, from below
    playouts: int


@dataclass(frozen=True, slots=True)
class Look:
    """Where a policy is looked at: a position, the move that is played there, and on what line."""

    actions: Actions
    action: int | None
    num_steps: int  # moves of the line that the position lies on; 0 when it lies on none
    drawn: bool  # the move is the playout's
    pinned: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LearntLevel:
    """One level of a search that learns a policy: how far it is and what it has learnt."""

    level: int
    repeats: int  # searches of the level below that it makes
    num_weights: int  # moves that its policy at work has a weight for
    best_score: float  # nan before the first result
    best_sequence: Actions
    results: tuple[Result, ...]  # oldest first; the latest, when there are many
    beam: tuple[Element, ...]  # best first; one or none where there is no beam
    certainty: tuple[float, ...]  # probability of each move of the best sequence, by its policy
    has_entered: bool  # this iteration's selection has entered it
    has_completed: bool  # the last result has completed it


@dataclass(frozen=True, slots=True, eq=False)
class Learning:
    """Where a search that learns a policy is."""

    levels: tuple[LearntLevel, ...]  # all of them, the top level first
    adapted: int  # the level that has adapted in this iteration, 0: none
    cut: Cut | None  # None unless this iteration changes a sequence
    improvement: Any  # how far the changes of the sequence are, None where there are none
    drawn: tuple[float, ...]  # probability with which each move of the line was drawn
    shown: int  # the move of the line that the phase is about, -1 without moves
    unrolls: bool  # the playout is shown move by move and has not come to its end
    look: Look
    choices: tuple[Choice, ...]  # the moves there, by the policy of the level looked at
    choices_before: tuple[Choice, ...]  # the same before the last adaptation
    adjustments: dict[int, tuple[Adjustment, ...]]  # by a move's code: what has changed its weight
    course: int  # the level whose certainties are told, 0: none knows a sequence yet
    certainties: tuple[Certainty, ...]  # of its best sequence, before each adaptation
    alpha: float  # step of an adaptation
    bias_names: tuple[str, ...]  # of the biases that moves may have
    playouts: int

    @property
    def level(self) -> int:
        """Whose policy is looked at."""
        return self.adapted or 1

    def best_of(self, level: int) -> Actions:
        """The best sequence of a level, () without one."""
        return next((known.best_sequence for known in self.levels if known.level == level), ())


def gather_nesting(search: Any) -> Nesting | None:
    """None unless the search has steps."""
    if STEPS not in search.shows:
        return None
    return Nesting(
        level=search.values["level"],
        has_memory=bool(search.values["memory"]),
        steps=tuple(search.steps),
        completed=tuple(search.completed),
        playouts=search.playouts,
    )


def gather_learning(search: Any, focus: Focus, positions: Positions) -> Learning | None:
    """None unless the search learns a policy."""
    if POLICY not in search.shows:
        return None
    levels = tuple(_learnt(search, level) for level in search.nesting)
    adapted = search.adapted
    adjustments = search.adjustments() if adapted else {}
    followed = tuple(search.path_actions)
    line = (*followed, *search.playout_actions)
    shown = _shown_move(search, positions, followed, line, focus.playout_move)
    bests = {level.level: level.best_sequence for level in levels}
    look = _look_at(focus.pinned, bests, adapted, line, shown)
    if look is None:
        ply = _most_changed(adjustments, len(bests[adapted]))
        action = bests[adapted][ply] if bests[adapted] else None
        look = Look(bests[adapted][:ply], action, len(bests[adapted]), False)
    at, ply = positions.state(look.actions), len(look.actions)
    choices = tuple(search.policy_at(at, adapted or 1, ply=ply))
    before = choices
    if adapted:
        before = tuple(search.policy_at(at, adapted, before=True, ply=ply))
    known = [level.level for level in levels if level.best_sequence]
    course = adapted or (known[-1] if known else 0)
    return Learning(
        levels=levels,
        adapted=adapted,
        cut=cut_of(search),
        improvement=search.improvement if CHANGES in search.shows else None,
        drawn=tuple(search.drawn),
        shown=shown,
        unrolls=(
            search.phase == SIMULATION and focus.playout_move is not None and shown < len(line) - 1
        ),
        look=look,
        choices=choices,
        choices_before=before,
        adjustments={code: tuple(steps) for code, steps in adjustments.items()},
        course=course,
        certainties=tuple(search.lessons.certainties(course)) if course else (),
        alpha=search.values["alpha"],
        bias_names=search.bias_names,
        playouts=search.playouts,
    )


def _learnt(search: Any, level: Any) -> LearntLevel:
    return LearntLevel(
        level=level.level,
        repeats=level.repeats,
        num_weights=level.num_weights,
        best_score=level.best_score,
        best_sequence=tuple(level.best_sequence),
        # of a top level that begins anew the last run's, until the next playout
        results=tuple(search.lessons.results(level.level)),
        beam=tuple(search.beam(level.level)),
        certainty=tuple(search.certainty(level.level)),
        has_entered=level.level in search.entered,
        has_completed=level.level in search.completed,
    )


def _shown_move(
    search: Any, positions: Positions, followed: Actions, line: Actions, move: int | None
) -> int:
    """The move of the line that the phase is about; -1 without moves.

    In its simulation the one that the playout has come to, or that scores most.
    """
    if search.phase == SIMULATION and len(line) > len(followed):
        if move is None:
            move = positions.line(followed, line[len(followed) :]).best_move
        return min(len(followed) + move, len(line) - 1)
    return len(line) - 1


def _look_at(
    pinned: Actions | None, bests: dict[int, Actions], adapted: int, line: Actions, shown: int
) -> Look | None:
    """Where the policy is shown: what the phase is about, unless the visitor has chosen.

    None after an adaptation: at the move of the best sequence that has changed most.
    """
    if pinned is None:
        if adapted:
            return None
        ply = max(shown, 0)
        return Look(line[:ply], line[ply] if line else None, len(line), True)
    lines = [(bests[adapted], False)] if adapted else [(line, True)]
    lines += [(best, False) for _, best in sorted(bests.items())]
    for known, drawn in lines:
        if len(known) > len(pinned) and known[: len(pinned)] == pinned:
            return Look(pinned, known[len(pinned)], len(known), drawn, pinned=True)
    return Look(pinned, None, 0, False, pinned=True)


def _most_changed(adjustments: dict[int, Any], length: int) -> int:
    """The step of the best sequence whose move has gained most in the last adaptation."""
    gains = [0.0] * length
    for steps in adjustments.values():
        for step in steps:
            if step.chosen:
                gains[step.ply] = step.change
    return max(range(length), key=lambda ply: (gains[ply], -ply)) if length else 0
