"""The lanes of a nested search for `nested.js`, which draws them.

Colours of scores are chosen here, from the same scale as the means of the tree; everything else
that depends on the theme is left to the style sheet.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.cards.lanes.nested_frame import Column, Lane, NestedFrame, Reply
from explorer.cards.lanes.nested_words import counted
from explorer.cards.lanes.view import MemoryStrip, Scale, Score, joined, memory_strip
from explorer.look import text
from explorer.look.boards import ShownBoard, shown_board
from explorer.schema.contract import Share

_TICKS = 4  # at least so many round values stand on a number line


@dataclass(frozen=True, slots=True, eq=False)
class NestedMark:
    """A result on a number line."""

    name: str
    at: str
    x: Share
    score: Score
    new: bool
    best: bool


@dataclass(frozen=True, slots=True, eq=False)
class NestedKept:
    """The score to beat on a number line."""

    x: Share
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class NestedLane:
    """One level's step."""

    level: int
    step: str
    actions: str
    title: str
    at: str
    cells: str
    groups: tuple[tuple[int, ...], ...]
    trying: int  # a group, -1: none
    marks: tuple[NestedMark, ...]
    ticks: tuple[tuple[str, float], ...]  # with their places
    kept: NestedKept | None
    climbed: bool
    improved: bool
    position: str
    headline: str
    more: str


@dataclass(frozen=True, slots=True, eq=False)
class NestedReply:
    """A playout below a column's position."""

    name: str
    at: str
    cells: str
    score: Score | None
    share: float
    now: bool
    best: bool


@dataclass(frozen=True, slots=True, eq=False)
class NestedColumn(NestedReply):
    """An action of the unfolded step and the search that tries it."""

    size: str
    step: int
    replies: tuple[NestedReply, ...]
    walk: tuple[tuple[float, str], ...]  # shares and colours
    walked: str


@dataclass(frozen=True, slots=True, eq=False)
class NestedLanes:
    """A nested search."""

    level: int
    board: ShownBoard
    phase: int
    lanes: tuple[NestedLane, ...]  # the outermost level first; one at least
    columns: tuple[NestedColumn, ...]
    hidden: int  # columns that are left out
    memories: tuple[MemoryStrip, ...]
    playouts: int


def nested_lanes(frame: NestedFrame) -> NestedLanes:
    """What `nested.js` shows."""
    scale = Scale(frame.low, frame.high)
    return NestedLanes(
        level=frame.level,
        board=shown_board(frame.board),
        phase=frame.phase,
        lanes=tuple(_lane(lane, scale) for lane in frame.lanes),
        columns=tuple(_column(column, scale) for column in frame.columns),
        hidden=frame.num_hidden,
        memories=tuple(memory_strip(memory) for memory in frame.memories),
        playouts=frame.playouts,
    )


def _lane(lane: Lane, scale: Scale) -> NestedLane:
    values = [mark.value for mark in lane.marks]
    if not math.isnan(lane.remembered):
        values.append(lane.remembered)
    low, high = _ends(values)
    below = (
        counted(lane.num_actions, f"level-{lane.level - 1} search", "level-{} searches")
        if lane.level > 1
        else counted(lane.num_actions, "playout", "playouts")
    ).format(lane.level - 1)
    return NestedLane(
        level=lane.level,
        step=f"step {lane.step}",
        actions=text.plural(lane.num_actions, "action") + " to try",
        title=f"Results of the {below}",
        at=joined(lane.path),
        cells=lane.cells,
        groups=lane.groups,
        trying=lane.trying,
        marks=tuple(
            NestedMark(
                name=mark.name,
                at=joined(mark.actions),
                x=(mark.value - low) / (high - low),
                score=scale.score(mark.value),
                new=mark.new,
                best=mark.best,
            )
            for mark in lane.marks
        ),
        ticks=_ticks(low, high) if values else (),
        kept=None
        if math.isnan(lane.remembered)
        else NestedKept((lane.remembered - low) / (high - low), _remembered(lane)),
        climbed=lane.climbed,
        improved=lane.improved,
        position=lane.position,
        headline=lane.headline,
        more=lane.more,
    )


def _remembered(lane: Lane) -> str:
    """The score to beat in words."""
    equal = [m.name for m in lane.marks if m.value == lane.remembered and not m.new]
    kept = "remembered" if lane.memory else "best of this step:"
    equals = f", {equal[0]} equals it" if len(equal) == 1 else ""
    return f"{kept} {text.score(lane.remembered)}{equals}"


def _column(column: Column, scale: Scale) -> NestedColumn:
    scores = [reply.score for reply in column.replies if reply.score is not None]
    best = max(scores) if scores else None
    return NestedColumn(
        name=column.name,
        size=f"×{column.size}" if column.size else "",
        at=joined(column.actions),
        cells=column.cells,
        score=None if column.result is None else scale.score(column.result),
        share=0 if column.result is None else scale.share(column.result),
        now=column.now,
        best=column.best,
        step=column.reply_step,
        replies=tuple(_reply(reply, best, scale) for reply in column.replies),
        walk=tuple((scale.share(value), scale.score(value)[1]) for value in column.walk),
        walked=text.score(column.walk[-1]) if column.walk else "",
    )


def _reply(reply: Reply, best: float | None, scale: Scale) -> NestedReply:
    return NestedReply(
        name=reply.name,
        at=joined(reply.actions),
        cells=reply.cells,
        score=None if reply.score is None else scale.score(reply.score),
        share=0 if reply.score is None else scale.share(reply.score),
        now=reply.now,
        best=reply.score is not None and reply.score == best,
    )


def _ends(values: list[float]) -> tuple[float, float]:
    """Ends of a number line with some air around its values."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    are_whole = all(value.is_integer() for value in values)
    air = max(0.06 * (high - low), 0.02 * abs(high), float(are_whole)) or 1.0
    return low - air, high + air


def _ticks(low: float, high: float) -> tuple[tuple[str, float], ...]:
    """The round values of a number line, and where each is, from 0 at its low end to 1."""
    step = text.nice_step(high - low, _TICKS)
    places = (step * n for n in range(math.ceil(low / step), math.floor(high / step) + 1))
    return tuple((text.tick(at, step), round((at - low) / (high - low), 4)) for at in places)
