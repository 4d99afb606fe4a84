"""The tree as the browser draws it: a frame as one JSON text of plain numbers and short texts.

The scripts beside this file draw it on a canvas and lead smoothly from one to the next; what is
drawn, where, and with which numbers, is decided here and in `frame`.
"""

from __future__ import annotations

import json
import math
from dataclasses import fields
from typing import Any

import numpy as np

from explorer.cards.tree.bracket import Box, Bracket, Row
from explorer.cards.tree.frame import TreeFrame
from explorer.look.boards import plain_board
from explorer.moment.detail import slot_centre


def picture(tree: TreeFrame, has_playout: bool, steps: int, pace_ms: float) -> str:
    """A tree as JSON; see `plain`."""
    values = plain(tree, has_playout, steps, pace_ms)
    return json.dumps(values, separators=(",", ":"), allow_nan=False, default=_exact)


def plain(tree: TreeFrame, has_playout: bool, steps: int, pace_ms: float) -> dict[str, Any]:
    """A tree as named values and arrays; `steps` names the moment: the phases done so far.

    `has_playout`: the strip below shows a playout, which hangs on the path's end. `pace_ms` is the
    time until the next frame, which motion must not exceed; 0: no motion.
    """
    return {
        "steps": steps,
        "pace": round(pace_ms, 1),
        "phase": tree.phase,
        "width": tree.width,
        "height": tree.height,
        "parent": tree.parent,
        "action": [name[-1] if name else -1 for name in tree.actions],
        "name": tree.names,
        "tiles": tree.tiles,
        "x": _rounded(tree.x, 1),
        "y": _rounded(tree.y, 1),
        "r": _rounded(tree.radius, 2),
        "edge": _rounded(tree.edge_width, 2),
        "n": tree.visits,
        # what is read as a number is rounded once, where it is written
        "mean": tree.mean,
        "top": tree.top,
        "path": tree.path,
        "pathWidth": _rounded(tree.path_width, 2),
        "best": tree.best,
        "bestTitle": tree.best_title,
        "hasStar": tree.ends[1],
        "boards": _boards(tree),
        "fresh": tree.new,
        "selected": tree.selected,
        "isCollapsed": tree.actions[tree.selected] in tree.collapsed,
        "proven": tree.proven,
        "twins": tree.twins,
        "notes": tree.notes,
        "callouts": tree.callouts,
        "kept": tree.kept,
        "lender": tree.lender,
        "bracket": _bracket(tree.bracket),
        "pills": _pills(tree),
        "rows": _rounded(tree.row_y, 1),
        "rowStep": round(float(np.diff(tree.row_y).min(initial=tree.height)), 1),
        "hasMeans": tree.has_means,
        "low": tree.low,
        "high": tree.high,
        "meanTitle": tree.mean_title,
        "percent": tree.percent,
        "title": tree.title,
        "caption": tree.caption,
        "captioned": tree.captioned,
        "result": tree.result,
        "connector": slot_centre(0, tree.card_width) if has_playout and tree.ends[0] else None,
    }


def _rounded(values: np.ndarray, decimals: int) -> np.ndarray:
    """Places and sizes: shorter numbers are a shorter message."""
    return np.round(values, decimals)


def _exact(values: np.ndarray) -> list[float | None]:
    """JSON has no arrays and no nan."""
    if values.dtype.kind != "f" or not np.isnan(values).any():
        return values.tolist()
    return [None if math.isnan(value) else value for value in values.tolist()]


def _bracket(bracket: Bracket | None) -> dict[str, Any] | None:
    """The rounds, or null."""
    if bracket is None:
        return None
    return {
        "top": round(bracket.top, 1),
        "bottom": round(bracket.bottom, 1),
        "hasLabels": bracket.has_labels,
        "rows": [_numbers(row) for row in bracket.rows],
        "boxes": [_numbers(box) for box in bracket.boxes],
        "undrawn": bracket.undrawn,
    }


def _numbers(part: Row | Box) -> dict[str, Any]:
    """A part by its fields; JSON has no nan."""
    found = {field.name: getattr(part, field.name) for field in fields(part)}
    for name, value in found.items():
        if isinstance(value, float):
            found[name] = None if math.isnan(value) else round(value, 3)
    return found


def _pills(tree: TreeFrame) -> list[dict[str, Any]]:
    return [
        {"parent": parent, "x": round(x, 1), "y": round(y, 1), "text": text, "opens": opens}
        for parent, x, y, text, opens in zip(
            tree.pill_parent.tolist(),
            tree.pill_x.tolist(),
            tree.pill_y.tolist(),
            tree.pill_text,
            (opening.num_children for opening in tree.pill_openings),
            strict=True,
        )
    ]


def _boards(tree: TreeFrame) -> dict[str, Any] | None:
    """Small boards beside nodes, cells row by row from below, with the cells' colours."""
    if not tree.boards or tree.board is None:
        return None
    return {
        "board": plain_board(tree.board),
        "searchPlayer": tree.search_player,
        "nodes": [[node, cells] for node, cells in tree.boards],
    }
