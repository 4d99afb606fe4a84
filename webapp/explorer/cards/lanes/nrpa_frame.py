"""A search that learns a policy as lanes: its levels, the playout and what the policy has learnt.

Every level shows the results of its searches and its best sequence; the last lane the playout's
moves with the probabilities they were drawn with. Every score comes with the sequence that it is
the score of.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from explorer.cards.lanes.improvement_frame import ImprovementFrame, build_improvement
from explorer.cards.lanes.memory_frame import Memory, build_memory, cells_text
from explorer.cards.lanes.nrpa_policy import Look, PolicyFrame, build_policy, most_changed
from explorer.game.line import Actions
from explorer.game.positions import Positions
from explorer.look import text
from explorer.look.boards import board_of
from mcsearch.engine.board import Board
from mcsearch.searches.nested.beams import Element
from mcsearch.searches.nested.course import Certainty, Result

_NARROW = 768.0  # pixels; a card below has its parts below each other
_BESIDE = 584.0  # pixels of a wide card beside its charts and its strips of boards ...
_STRIP = 9 / 14  # ... and the share of the strips in the others
_BOARD = (96.0, 96.0, 96.0, 78.0)  # pixels of a board with its arrow, by the number of levels
_ALONG = 570.0  # pixels of a wide card beside the boards of a sequence that is changed ...
_ALONG_BOARD = (84.0, 76.0, 64.0, 46.0)  # ... and of one of them, by the number of levels
_MOST_BOARDS = 8
_MOST_MOVES = 10  # rows of the policy's table
_FEWEST_MOVES = 7

SELECTION, EXPANSION, SIMULATION, BACKPROPAGATION = 1, 2, 3, 4


@dataclass(frozen=True, slots=True, eq=False)
class LevelLane:
    """One level: its searches so far and the best of them."""

    level: int
    done: int
    repeats: int
    num_weights: int
    results: tuple[Result, ...]  # the latest, when there are many
    climbed: bool  # a result has come up to the level in this iteration
    improved: bool  # and is its best sequence now
    kept: bool  # and is in its beam
    before: float  # the best before that result; nan: none
    completed: bool  # its search has ended with it
    entered: bool  # its search has begun in this iteration
    best_score: float  # nan before the first result
    beam: tuple[Element, ...]  # best first; one or none where there is no beam
    memory: Memory | None
    certainty: tuple[float, ...]  # probability of each move of the best sequence, by its policy


@dataclass(frozen=True, slots=True, eq=False)
class DrawnMove:
    """A move of the playout."""

    name: str
    at: Actions  # the position it is played in
    probability: float
    phase: int  # that has drawn it
    points: float
    shown: bool  # the board stands before it
    pending: bool  # an unrolling playout has not come to it yet


@dataclass(frozen=True, slots=True, eq=False)
class PlayoutLane:
    """The playout as far as it has come."""

    number: int
    at: Actions  # the position on the board
    cells: str
    group: tuple[int, ...]  # the cells of the move that is played there, () at the end
    moves: tuple[DrawnMove, ...]
    num_followed: int  # moves to recorded positions
    num_new: int
    score: float  # nan before the end, and while the playout unrolls
    sequence: Actions  # the whole line, () without a score


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """How sure a level has been of its best sequence before each adaptation, and is now."""

    level: int  # 0: no level has a sequence yet
    rows: tuple[Certainty, ...]
    now: tuple[float, ...]
    names: tuple[str, ...]  # of the sequence's moves
    sequence: Actions
    here: int  # the step whose policy is on show, -1: none


@dataclass(frozen=True, slots=True, eq=False)
class NrpaFrame:
    """The present moment of a search that learns a policy."""

    board: Board
    phase: int
    lanes: tuple[LevelLane, ...]  # the top level first
    playout: PlayoutLane
    policy: PolicyFrame
    course: Course
    improvement: ImprovementFrame | None  # None when this iteration changes no sequence
    low: float  # ends of the scale of scores
    high: float
    playouts: int

    @property
    def has_scores(self) -> bool:
        return self.high > self.low and any(lane.results for lane in self.lanes)


class _Builder:
    """The search of one frame with the positions below its root."""

    def __init__(self, search: Any, positions: Positions, playout_move: int | None) -> None:
        self.search = search
        self.positions = positions
        self.phase: int = search.phase
        self.nesting = search.nesting
        # an iteration that changes a sequence has no level
        self.changes = getattr(search, "is_change", False)
        self.followed: Actions = tuple(search.path_actions)
        self.line: Actions = (*self.followed, *search.playout_actions)
        self.shown = self.shown_move(playout_move)
        self.unrolls = (
            self.phase == SIMULATION
            and playout_move is not None
            and self.shown < len(self.line) - 1
        )

    def shown_move(self, playout_move: int | None) -> int:
        """The move of the line that the phase is about; -1 without moves.

        In its simulation the one that the playout has come to, or that scores most.
        """
        if self.phase == SIMULATION and len(self.line) > len(self.followed):
            move = playout_move
            if move is None:
                move = self.positions.line(self.followed, self.line[len(self.followed) :]).best_move
            return min(len(self.followed) + move, len(self.line) - 1)
        return len(self.line) - 1

    # -- levels --------------------------------------------------------------------------------

    def lane(self, level: Any, room: int) -> LevelLane:
        search = self.search
        # of a top level that begins anew the last run's, until the next playout
        results = search.lessons.results(level.level)
        climbed = (
            self.phase == BACKPROPAGATION
            and not self.changes
            and bool(results)
            and (level.level == 1 or level.level - 1 in search.completed)
        )
        before = results[-2].best if climbed and len(results) > 1 else float("nan")
        improved = climbed and not results[-1].score < before
        beam = search.beam(level.level)
        found = self.line if level.level == 1 else self.best_of(level.level - 1)
        done = results[-1].number if results else 0
        memory = None
        if level.best_sequence:
            note = "new best" if improved else "best"
            memory = build_memory(
                self.positions, level.level, level.best_score, level.best_sequence, note, room
            )
        return LevelLane(
            level=level.level,
            done=done,
            # the last run's beam may have made more than a level that begins anew knows of
            repeats=max(level.repeats, done),
            num_weights=level.num_weights,
            results=tuple(results),
            climbed=climbed,
            improved=improved,
            kept=climbed and any(tuple(element.sequence) == found for element in beam),
            before=before,
            completed=level.level in search.completed,
            entered=level.level in search.entered and self.phase < BACKPROPAGATION,
            best_score=level.best_score,
            beam=tuple(beam),
            memory=memory,
            certainty=tuple(search.certainty(level.level)),
        )

    # -- the playout ---------------------------------------------------------------------------

    def playout(self) -> PlayoutLane:
        search = self.search
        line = self.positions.line((), self.line)
        num_new = len(search.new_nodes) if self.phase >= EXPANSION else 0
        num_followed = len(self.followed) - num_new
        moves = tuple(
            DrawnMove(
                name=self.positions.name(self.line[: ply + 1]),
                at=self.line[:ply],
                probability=probability,
                phase=1 if ply < num_followed else 2 if ply < len(self.followed) else 3,
                points=float(line.points[ply]),
                shown=self.phase < BACKPROPAGATION and ply == self.shown,
                pending=self.unrolls and ply > self.shown,
            )
            for ply, probability in enumerate(search.drawn)
        )
        over = self.phase >= SIMULATION and not self.unrolls
        place = self.shown if self.phase < BACKPROPAGATION and moves else len(self.line)
        state = line.states[place]
        return PlayoutLane(
            number=search.iterations + (self.phase not in (0, BACKPROPAGATION)),
            at=self.line[:place],
            cells=cells_text(state),
            group=tuple(state.action_cells(self.line[place])) if place < len(self.line) else (),
            moves=moves,
            num_followed=num_followed,
            num_new=num_new,
            score=search.playout_return if over else float("nan"),
            sequence=self.line if over else (),
        )

    # -- the policy ----------------------------------------------------------------------------

    def best_of(self, level: int) -> Actions:
        return next((tuple(x.best_sequence) for x in self.nesting if x.level == level), ())

    def look(self, pinned: Actions | None) -> Look:
        """Where the policy is shown: what the phase is about, unless the visitor has chosen."""
        adapted = self.search.adapted
        best = self.best_of(adapted)
        lines = [(best, False)] if adapted else [(self.line, True)]
        if pinned is None:
            if adapted:
                ply = most_changed(self.search, len(best))
                return Look(best[:ply], best[ply] if best else None, len(best), False)
            ply = max(self.shown, 0)
            action = self.line[ply] if self.line else None
            return Look(self.line[:ply], action, len(self.line), True)
        lines += [(tuple(level.best_sequence), False) for level in reversed(self.nesting)]
        for line, drawn in lines:
            if len(line) > len(pinned) and line[: len(pinned)] == pinned:
                return Look(pinned, line[len(pinned)], len(line), drawn, pinned=True)
        return Look(pinned, None, 0, False, pinned=True)

    def course(self, look: Look) -> Course:
        """The course of the level that has adapted, else of the lowest that knows a sequence."""
        known = [x for x in self.nesting if x.best_sequence]
        level = self.search.adapted or (known[-1].level if known else 0)
        sequence = self.best_of(level)
        here = len(look.actions)
        on_it = here < len(sequence) and sequence[:here] == look.actions
        return Course(
            level=level,
            rows=tuple(self.search.lessons.certainties(level)) if level else (),
            now=tuple(self.search.certainty(level)) if level else (),
            names=tuple(self.positions.name(sequence[: ply + 1]) for ply in range(len(sequence))),
            sequence=sequence,
            here=here if on_it else -1,
        )


def build_nrpa(
    search: Any,
    positions: Positions,
    width: float,
    pinned: Actions | None = None,
    playout_move: int | None = None,
) -> NrpaFrame:
    """The lanes of a search that learns a policy, for a card `width` pixels wide."""
    builder = _Builder(search, positions, playout_move)
    look = builder.look(pinned)
    is_narrow = width < _NARROW
    levels = min(len(builder.nesting), len(_BOARD)) - 1
    strip = width - 40.0 if is_narrow else _STRIP * (width - _BESIDE)
    room = min(max(int(strip / (68.0 if is_narrow else _BOARD[levels])), 3), _MOST_BOARDS)
    along = strip / 60.0 if is_narrow else (width - _ALONG) / _ALONG_BOARD[levels]
    lanes = tuple(builder.lane(level, room) for level in builder.nesting)
    playout = builder.playout()
    rows = _FEWEST_MOVES if is_narrow else _MOST_MOVES
    values = [result.score for lane in lanes for result in lane.results]
    values += [lane.best_score for lane in lanes if not math.isnan(lane.best_score)]
    values += [playout.score] if not math.isnan(playout.score) else []
    low, high = text.round_ends(values)
    return NrpaFrame(
        board=board_of(search.root),
        phase=search.phase,
        lanes=lanes,
        playout=playout,
        policy=build_policy(search, positions, search.adapted or 1, look, rows),
        course=builder.course(look),
        improvement=build_improvement(search, positions, min(max(int(along), 3), _MOST_BOARDS)),
        low=low,
        high=high,
        playouts=search.playouts,
    )
