"""The changes of a finished sequence as plain values for `improvement.js`, which draws them."""

from __future__ import annotations

from explorer.cards.lanes.improvement_frame import ImprovementFrame
from explorer.cards.lanes.improvement_words import told, verdict
from explorer.cards.lanes.view import Plain, joined
from explorer.look import text


def plain_improvement(frame: ImprovementFrame) -> Plain:
    """What `improvement.js` shows."""
    headline, more = verdict(frame)
    return {
        "count": f"change {text.number(frame.number)}",
        "of": f"of {text.number(frame.num_changes)}",
        "threshold": f"threshold {text.score(frame.threshold)}",
        "headline": headline,
        "more": more,
        "told": told(frame),
        "outcome": frame.cut.outcome,
        "cut": frame.cut.kept,
        "plies": len(frame.sequence),
        "boards": [
            {
                "at": joined(board.actions),
                "ply": len(board.actions),
                "cells": board.cells,
                "group": list(board.group),
            }
            for board in frame.boards
        ],
        "begun": list(frame.begun),
        "gains": list(frame.gains),
        "mostBegun": text.number(max(frame.begun, default=0)),
        "mostGained": text.score(max(frame.gains, default=0.0)),
    }
