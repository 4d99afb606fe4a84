"""A nested search as lanes: what each level has tried, with which results, and what it remembers.

The lowest level of 2 or more is unfolded: one column an action, with the playouts of the level-1
search that tries it. A level-1 search on its own has its playouts as columns. Every score comes
with the sequence that it is the score of.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.cards.lanes.memory_frame import Memory, build_memory, position_after
from explorer.cards.lanes.nested_words import verdict
from explorer.game.line import Actions
from explorer.look import text
from explorer.look.boards import board_of, shown_of
from explorer.moment.gather import Moment
from explorer.moment.levels import Nesting, Step, Try
from explorer.moment.steps import BACKPROPAGATION, SIMULATION
from mcsearch.engine.board import Board

COLUMN_WIDTH = 118.0  # pixels; a column is at least so wide
LABEL_WIDTH = 104.0
STRIP_WIDTH = 100.0  # of a board of the memory with its arrow
_FEWEST_COLUMNS = 6  # on a phone the lanes scroll sideways
_MOST_COLUMNS = 12
_MOST_REPLY_BOARDS = 8
_MOST_REPLIES = 60


@dataclass(frozen=True, slots=True, eq=False)
class Reply:
    """A playout below a column's position."""

    name: str
    actions: Actions  # from the root to the position it starts from
    cells: str  # of that position, "" when there are too many to draw
    score: float | None  # None: not played yet
    sequence: Actions  # () before the score, and when the search had no room to keep it
    now: bool  # this iteration plays it


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """An action of the unfolded step and the search that tries it."""

    name: str
    size: int  # cells of the group it removes
    actions: Actions  # from the root to the position it leads to
    cells: str
    result: float | None  # None: not tried, or still being tried
    sequence: Actions
    now: bool  # this iteration searches it
    best: bool  # the remembered sequence begins with it
    replies: tuple[Reply, ...]
    reply_step: int  # which step of its search the replies are, from 1; 0 without replies
    walk: tuple[float, ...]  # remembered score after each step of its search


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A result on a lane's number line."""

    name: str
    actions: Actions
    value: float
    sequence: Actions
    new: bool  # it has come in this iteration
    best: bool


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """One level's step."""

    level: int
    step: int  # from 1
    num_actions: int
    memory: bool  # results are compared with a sequence that outlives the step
    path: Actions
    cells: str
    groups: tuple[tuple[int, ...], ...]  # the cells of each action
    trying: int  # index of the action that this iteration is below, -1: none
    marks: tuple[Mark, ...]
    remembered: float  # the score to beat, or beaten just now; nan: none
    remembered_sequence: Actions
    climbed: bool  # a result has come up to this level in this iteration
    improved: bool  # and is remembered now
    position: str
    headline: str
    more: str


@dataclass(frozen=True, slots=True, eq=False)
class NestedFrame:
    """The present steps of a nested search."""

    level: int  # of the whole search
    board: Board
    phase: int
    lanes: tuple[Lane, ...]  # the top level first
    columns: tuple[Column, ...]  # of the last lane, in the order of its actions
    num_hidden: int  # columns left out
    memories: tuple[Memory, ...]  # the remembered sequence, then the one it has replaced
    low: float  # ends of the scale of scores
    high: float
    playouts: int

    @property
    def has_scores(self) -> bool:
        return bool(self.memories)


class _Builder:
    """The steps of one moment with the positions below its root."""

    def __init__(self, moment: Moment, nesting: Nesting) -> None:
        self.moment, self.nesting = moment, nesting
        self.positions = moment.positions
        self.steps = nesting.steps
        self.phase = moment.phase
        self.line: Actions = ()
        if self.phase == SIMULATION:
            self.line = (*moment.path_actions, *moment.playout_actions)

    def cells(self, actions: Actions) -> str:
        return shown_of(self.positions.state(actions))

    def group(self, actions: Actions, action: int) -> tuple[int, ...]:
        return tuple(self.positions.state(actions).action_cells(action))

    def result(self, tried: Try, is_lowest: bool, is_last: bool) -> tuple[float | None, Actions]:
        """A try's result and sequence; a playout's is known before it climbs."""
        if tried.result is None and is_lowest and is_last and self.phase == SIMULATION:
            return self.moment.playout_return, self.line
        return tried.result, tuple(tried.sequence)

    # -- lanes ---------------------------------------------------------------------------------

    def lane(self, index: int) -> Lane:
        step = self.steps[index]
        is_lowest = index == len(self.steps) - 1
        path = tuple(step.path)
        climbed = self.phase == BACKPROPAGATION and (
            is_lowest or self.steps[index + 1].level in self.nesting.completed
        )
        improved = climbed and step.improved_at == self.moment.iteration
        remembered, sequence = step.best_score, step.best_sequence
        if improved and not math.isnan(step.replaced_score):
            remembered, sequence = step.replaced_score, step.replaced_sequence
        last = len(step.tries) - 1
        # an action is being tried from the phase that tries it on; then its result is in
        trying = last if self.phase and step.tries else -1
        best = step.best_sequence[len(path) : len(path) + 1]
        marks = []
        for number, tried in enumerate(step.tries):
            value, line = self.result(tried, is_lowest and step.level == 1, number == last)
            if value is not None:
                marks.append(
                    Mark(
                        self.positions.name((*path, tried.action)),
                        (*path, tried.action),
                        value,
                        line,
                        number == last and (climbed or tried.result is None),
                        tried.result is not None
                        and best == [tried.action]
                        and value == step.best_score,
                    )
                )
        above = len(self.steps[index - 1].path) + 1 if index else 0
        state = self.positions.state(path)
        memory = self.nesting.has_memory
        headline, more = verdict(step, self.positions, self.phase, climbed, improved, memory)
        return Lane(
            level=step.level,
            step=len(path) - above + 1,
            num_actions=len(step.actions),
            memory=memory,
            path=path,
            cells=self.cells(path),
            groups=tuple(self.group(path, action) for action in step.actions),
            trying=trying,
            marks=tuple(marks),
            remembered=remembered,
            remembered_sequence=tuple(sequence),
            climbed=climbed,
            improved=improved,
            position=position_after(len(path), state.score) if path else "Start position",
            headline=headline,
            more=more,
        )

    # -- columns -------------------------------------------------------------------------------

    def columns(self, index: int, room: int) -> tuple[tuple[Column, ...], int]:
        """The columns of a step as far as there is room: the present one, then the best results.

        Actions that are not tried yet come last.
        """
        step = self.steps[index]
        lower = self.steps[index + 1] if index + 1 < len(self.steps) else None
        best = step.best_sequence[len(step.path) : len(step.path) + 1]
        tries = {tried.action: tried for tried in step.tries}
        last = step.tries[-1].action if step.tries and self.phase else None

        def rank(place: int) -> tuple[int, float, int]:
            action = step.actions[place]
            tried = tries.get(action)
            if action == last:
                return (0, 0.0, place)
            if [action] == best:
                return (1, 0.0, place)
            if tried is None or tried.result is None:
                return (3, 0.0, place)
            return (2, -tried.result, place)

        places = sorted(sorted(range(len(step.actions)), key=rank)[:room])
        columns = tuple(
            self.column(step, step.actions[p], tries.get(step.actions[p]), last, lower)
            for p in places
        )
        return columns, len(step.actions) - len(columns)

    def column(
        self, step: Step, action: int, tried: Try | None, last: int | None, lower: Step | None
    ) -> Column:
        path = tuple(step.path)
        actions = (*path, action)
        now = action == last
        result: float | None = None
        sequence: Actions = ()
        replies: tuple[Reply, ...] = ()
        reply_step = 0
        walk: tuple[float, ...] = ()
        if tried is not None:
            result, sequence = self.result(tried, lower is None and step.level == 1, now)
            walk = tuple(tried.walk)
            if now and lower is not None and lower.level == 1:
                replies = self.present_replies(lower)
                reply_step = len(lower.path) - len(actions) + 1
            else:
                replies = tuple(
                    self.reply((*actions, r.action), r.score, tuple(r.sequence), False)
                    for r in tried.replies[:_MOST_REPLIES]
                )
                reply_step = 1 if replies else 0
            replies = self.with_boards(replies)
        return Column(
            name=self.positions.name(actions),
            size=len(self.group(path, action)),
            actions=actions,
            cells=self.cells(actions),
            result=result,
            sequence=sequence,
            now=now,
            best=(
                result is not None
                and result == step.best_score
                and step.best_sequence[: len(actions)] == list(actions)
            ),
            replies=replies,
            reply_step=reply_step,
            walk=walk,
        )

    def present_replies(self, step: Step) -> tuple[Reply, ...]:
        """The actions of level 1's present step, tried or not."""
        replies = []
        last = len(step.tries) - 1
        for number, action in enumerate(step.actions[:_MOST_REPLIES]):
            value: float | None = None
            line: Actions = ()
            if number <= last:
                value, line = self.result(step.tries[number], True, number == last)
            now = number == last and self.phase > 1
            replies.append(self.reply((*step.path, action), value, line, now))
        return tuple(replies)

    def reply(self, actions: Actions, score: float | None, sequence: Actions, now: bool) -> Reply:
        return Reply(self.positions.name(actions), actions, "", score, sequence, now)

    def with_boards(self, replies: tuple[Reply, ...]) -> tuple[Reply, ...]:
        if len(replies) > _MOST_REPLY_BOARDS:
            return replies
        return tuple(
            Reply(r.name, r.actions, self.cells(r.actions), r.score, r.sequence, r.now)
            for r in replies
        )

    # -- memory --------------------------------------------------------------------------------

    def memories(self, room: int) -> tuple[Memory, ...]:
        """What the highest level that remembers anything remembers, and what that has replaced."""
        for step in self.steps:
            if math.isnan(step.best_score):
                continue
            new = step.improved_at == self.moment.iteration and self.phase == BACKPROPAGATION
            kept = "remembered" if self.nesting.has_memory else "of this step"
            note = "new best" if new else kept
            found = [self.memory(step, step.best_score, step.best_sequence, note, room)]
            if not math.isnan(step.replaced_score):
                found.append(
                    self.memory(step, step.replaced_score, step.replaced_sequence, "before", room)
                )
            return tuple(found)
        return ()

    def memory(self, step: Step, score: float, sequence: list[int], note: str, room: int) -> Memory:
        here = len(step.path)
        walked = here + (step.chosen is not None)
        return build_memory(self.positions, step.level, score, sequence, note, room, here, walked)


def build_nested(moment: Moment, width: float) -> NestedFrame:
    """The lanes of a nested search for a card `width` pixels wide."""
    nesting = moment.nesting
    assert nesting is not None
    builder = _Builder(moment, nesting)
    lanes = tuple(builder.lane(i) for i, step in enumerate(builder.steps) if step.level > 1)
    room = int((width - LABEL_WIDTH) / COLUMN_WIDTH)
    room = min(max(room, _FEWEST_COLUMNS), _MOST_COLUMNS)
    columns: tuple[Column, ...] = ()
    num_hidden = 0
    if not lanes and builder.steps:
        lanes = (builder.lane(0),)
    if lanes:
        columns, num_hidden = builder.columns(len(lanes) - 1, room)
    room = max(int((max(width, 720.0) - LABEL_WIDTH - 90) / STRIP_WIDTH), 4)
    memories = builder.memories(room)
    if not builder.steps:
        memories = _single(moment, builder, room)
    low, high = _scale(lanes, columns, memories)
    return NestedFrame(
        level=nesting.level,
        board=board_of(moment.root),
        phase=moment.phase,
        lanes=lanes,
        columns=columns,
        num_hidden=num_hidden,
        memories=memories,
        low=low,
        high=high,
        playouts=nesting.playouts,
    )


def _single(moment: Moment, builder: _Builder, room: int) -> tuple[Memory, ...]:
    """Level 0 is one playout: its sequence, as soon as it is played."""
    if moment.phase < SIMULATION:
        return ()
    line = [*moment.path_actions, *moment.playout_actions]
    nan = float("nan")
    step = Step(0, [], [], [], None, True, nan, [], nan, [], 0)
    return (builder.memory(step, moment.playout_return, line, "its score", room),)


def _scale(
    lanes: tuple[Lane, ...], columns: tuple[Column, ...], memories: tuple[Memory, ...]
) -> tuple[float, float]:
    """Round ends of the scale that holds every score on show."""
    values = [mark.value for lane in lanes for mark in lane.marks]
    values += [lane.remembered for lane in lanes if not math.isnan(lane.remembered)]
    values += [memory.score for memory in memories]
    for column in columns:
        values += column.walk
        values += [reply.score for reply in column.replies if reply.score is not None]
    return text.round_ends(values)
