"""A search that learns a policy as lanes: its levels, the playout and what the policy has learnt.

Every level shows the results of its searches and its best sequence; the last lane the playout's
moves with the probabilities they were drawn with. Every score comes with the sequence that it is
the score of.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.cards.lanes.improvement_frame import ImprovementFrame, build_improvement
from explorer.cards.lanes.memory_frame import Memory, build_memory
from explorer.cards.lanes.nrpa_policy import PolicyFrame, build_policy
from explorer.game.line import Actions
from explorer.look import text
from explorer.look.boards import board_of, shown_of
from explorer.moment.gather import Moment
from explorer.moment.levels import Certainty, Element, Learning, LearntLevel, Result
from explorer.moment.steps import BACKPROPAGATION, EXPANSION, SIMULATION
from mcsearch.engine.board import Board
from mcsearch.play.values import has_points

_NARROW = 768.0  # pixels; a card below has its parts below each other
_BESIDE = 584.0  # pixels of a wide card beside its charts and its strips of boards ...
_STRIP = 9 / 14  # ... and the share of the strips in the others
_BOARD = (96.0, 96.0, 96.0, 78.0)  # pixels of a board with its arrow, by the number of levels
_ALONG = 570.0  # pixels of a wide card beside the boards of a sequence that is changed ...
_ALONG_BOARD = (84.0, 76.0, 64.0, 46.0)  # ... and of one of them, by the number of levels
_MOST_BOARDS = 8
_MOST_MOVES = 10  # rows of the policy's table
_FEWEST_MOVES = 7


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
    """The levels of one moment with the positions below its root."""

    def __init__(self, moment: Moment, learning: Learning) -> None:
        self.moment, self.learning = moment, learning
        self.positions = moment.positions
        self.phase = moment.phase
        self.line: Actions = (*moment.path_actions, *moment.playout_actions)

    # -- levels --------------------------------------------------------------------------------

    def lane(self, level: LearntLevel, room: int) -> LevelLane:
        learning, results = self.learning, level.results
        climbed = (
            self.phase == BACKPROPAGATION
            and learning.cut is None  # such an iteration has no level
            and bool(results)
            and (level.level == 1 or self.has_completed(level.level - 1))
        )
        before = results[-2].best if climbed and len(results) > 1 else float("nan")
        improved = climbed and not results[-1].score < before
        found = self.line if level.level == 1 else learning.best_of(level.level - 1)
        done = results[-1].number if results else 0
        memory = None
        if level.best_sequence:
            note = "new best" if improved else "best"
            best = list(level.best_sequence)
            memory = build_memory(self.positions, level.level, level.best_score, best, note, room)
        return LevelLane(
            level=level.level,
            done=done,
            # the last run's beam may have made more than a level that begins anew knows of
            repeats=max(level.repeats, done),
            num_weights=level.num_weights,
            results=results,
            climbed=climbed,
            improved=improved,
            kept=climbed and any(tuple(element.sequence) == found for element in level.beam),
            before=before,
            completed=level.has_completed,
            entered=level.has_entered and self.phase < BACKPROPAGATION,
            best_score=level.best_score,
            beam=level.beam,
            memory=memory,
            certainty=level.certainty,
        )

    def has_completed(self, level: int) -> bool:
        return any(x.has_completed for x in self.learning.levels if x.level == level)

    # -- the playout ---------------------------------------------------------------------------

    def playout(self) -> PlayoutLane:
        moment, shown, unrolls = self.moment, self.learning.shown, self.learning.unrolls
        line = self.positions.line((), self.line)
        followed = len(moment.path_actions)
        num_new = moment.new_actions if self.phase >= EXPANSION else 0
        num_followed = followed - num_new
        makes_points = has_points(line.states[0])
        moves = tuple(
            DrawnMove(
                name=self.positions.name(self.line[: ply + 1]),
                at=self.line[:ply],
                probability=probability,
                phase=1 if ply < num_followed else 2 if ply < followed else 3,
                points=float(line.points[ply]) if makes_points else math.nan,
                shown=self.phase < BACKPROPAGATION and ply == shown,
                pending=unrolls and ply > shown,
            )
            for ply, probability in enumerate(self.learning.drawn)
        )
        over = self.phase >= SIMULATION and not unrolls
        place = shown if self.phase < BACKPROPAGATION and moves else len(self.line)
        state = line.states[place]
        return PlayoutLane(
            number=moment.iteration + (self.phase not in (0, BACKPROPAGATION)),
            at=self.line[:place],
            cells=shown_of(state),
            group=tuple(state.action_cells(self.line[place])) if place < len(self.line) else (),
            moves=moves,
            num_followed=num_followed,
            num_new=num_new,
            score=moment.playout_return if over else float("nan"),
            sequence=self.line if over else (),
        )

    # -- the policy ----------------------------------------------------------------------------

    def course(self) -> Course:
        """The course of the level that has adapted, else of the lowest that knows a sequence."""
        learning, at = self.learning, self.learning.look.actions
        sequence = learning.best_of(learning.course)
        here = len(at)
        on_it = here < len(sequence) and sequence[:here] == at
        now = (level.certainty for level in learning.levels if level.level == learning.course)
        return Course(
            level=learning.course,
            rows=learning.certainties,
            now=next(now, ()),
            names=tuple(self.positions.name(sequence[: ply + 1]) for ply in range(len(sequence))),
            sequence=sequence,
            here=here if on_it else -1,
        )


def build_nrpa(moment: Moment, width: float) -> NrpaFrame:
    """The lanes of a search that learns a policy, for a card `width` pixels wide."""
    learning = moment.learning
    assert learning is not None
    builder = _Builder(moment, learning)
    is_narrow = width < _NARROW
    levels = min(len(learning.levels), len(_BOARD)) - 1
    strip = width - 40.0 if is_narrow else _STRIP * (width - _BESIDE)
    room = min(max(int(strip / (68.0 if is_narrow else _BOARD[levels])), 3), _MOST_BOARDS)
    along = strip / 60.0 if is_narrow else (width - _ALONG) / _ALONG_BOARD[levels]
    lanes = tuple(builder.lane(level, room) for level in learning.levels)
    playout = builder.playout()
    rows = _FEWEST_MOVES if is_narrow else _MOST_MOVES
    values = [result.score for lane in lanes for result in lane.results]
    values += [lane.best_score for lane in lanes if not math.isnan(lane.best_score)]
    values += [playout.score] if not math.isnan(playout.score) else []
    low, high = text.round_ends(values)
    return NrpaFrame(
        board=board_of(moment.root),
        phase=moment.phase,
        lanes=lanes,
        playout=playout,
        policy=build_policy(learning, moment.positions, rows),
        course=builder.course(),
        improvement=build_improvement(moment, min(max(int(along), 3), _MOST_BOARDS)),
        low=low,
        high=high,
        playouts=learning.playouts,
    )
