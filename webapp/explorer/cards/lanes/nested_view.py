"""The lanes of a nested search as plain values for `nested.js`, which draws them.

Colours of scores are chosen here, from the same scale as the means of the tree; everything else
that depends on the theme is left to the style sheet.
"""

from __future__ import annotations

import math

from explorer.cards.lanes.nested_frame import Column, Lane, NestedFrame, Reply
from explorer.cards.lanes.nested_words import counted
from explorer.cards.lanes.view import Plain, Scale, joined, plain_memory
from explorer.look import text
from explorer.look.boards import plain_board

_TICKS = 4  # at least so many round values stand on a number line


def plain_lanes(frame: NestedFrame | None) -> Plain:
    """What `nested.js` shows; {} without a nested search."""
    return _Plain(frame).all() if frame is not None else {}


class _Plain:
    def __init__(self, frame: NestedFrame) -> None:
        self.frame = frame
        self.scale = Scale(frame.low, frame.high)

    def all(self) -> Plain:
        frame = self.frame
        return {
            "level": frame.level,
            "board": plain_board(frame.board),
            "phase": frame.phase,
            "lanes": [self.lane(lane) for lane in frame.lanes],
            "columns": [self.column(column) for column in frame.columns],
            "hidden": frame.num_hidden,
            "memories": [plain_memory(memory) for memory in frame.memories],
            "playouts": frame.playouts,
        }

    def score(self, value: float) -> list[str]:
        return self.scale.score(value)

    def share(self, value: float) -> float:
        return self.scale.share(value)

    def lane(self, lane: Lane) -> Plain:
        values = [mark.value for mark in lane.marks]
        if not math.isnan(lane.remembered):
            values.append(lane.remembered)
        low, high = _ends(values)
        below = (
            counted(lane.num_actions, f"level-{lane.level - 1} search", "level-{} searches")
            if lane.level > 1
            else counted(lane.num_actions, "playout", "playouts")
        ).format(lane.level - 1)
        equal = [m.name for m in lane.marks if m.value == lane.remembered and not m.new]
        kept = "remembered" if lane.memory else "best of this step:"
        return {
            "level": lane.level,
            "step": f"step {lane.step}",
            "actions": text.plural(lane.num_actions, "action") + " to try",
            "title": f"Results of the {below}",
            "at": joined(lane.path),
            "cells": lane.cells,
            "groups": [list(group) for group in lane.groups],
            "trying": lane.trying,
            "marks": [
                {
                    "name": mark.name,
                    "at": joined(mark.actions),
                    "x": round((mark.value - low) / (high - low), 4),
                    "score": self.score(mark.value),
                    "new": mark.new,
                    "best": mark.best,
                }
                for mark in lane.marks
            ],
            "ticks": [
                [text.score(t), round((t - low) / (high - low), 4)] for t in _ticks(low, high)
            ]
            if values
            else [],
            "kept": None
            if math.isnan(lane.remembered)
            else {
                "x": round((lane.remembered - low) / (high - low), 4),
                "text": f"{kept} {text.score(lane.remembered)}"
                + (f", {equal[0]} equals it" if len(equal) == 1 else ""),
            },
            "climbed": lane.climbed,
            "improved": lane.improved,
            "position": lane.position,
            "headline": lane.headline,
            "more": lane.more,
        }

    def column(self, column: Column) -> Plain:
        scores = [reply.score for reply in column.replies if reply.score is not None]
        best = max(scores) if scores else None
        return {
            "name": column.name,
            "size": f"×{column.size}" if column.size else "",
            "at": joined(column.actions),
            "cells": column.cells,
            "score": None if column.result is None else self.score(column.result),
            "share": 0 if column.result is None else self.share(column.result),
            "now": column.now,
            "best": column.best,
            "step": column.reply_step,
            "replies": [self.reply(reply, best) for reply in column.replies],
            "walk": [[self.share(value), self.score(value)[1]] for value in column.walk],
            "walked": text.score(column.walk[-1]) if column.walk else "",
        }

    def reply(self, reply: Reply, best: float | None) -> Plain:
        return {
            "name": reply.name,
            "at": joined(reply.actions),
            "cells": reply.cells,
            "score": None if reply.score is None else self.score(reply.score),
            "share": 0 if reply.score is None else self.share(reply.score),
            "now": reply.now,
            "best": reply.score is not None and reply.score == best,
        }


def _ends(values: list[float]) -> tuple[float, float]:
    """Ends of a number line with some air around its values."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    air = max(0.06 * (high - low), 0.02 * abs(high), 1.0)
    return low - air, high + air


def _ticks(low: float, high: float) -> list[float]:
    step = text.nice_step(high - low, _TICKS)
    first = math.ceil(low / step)
    return [step * n for n in range(first, math.floor(high / step) + 1)]
