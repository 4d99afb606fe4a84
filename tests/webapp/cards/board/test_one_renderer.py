"""Boards are drawn by one script, whoever shows them."""

from __future__ import annotations

import re
from pathlib import Path

EXPLORER = Path(__file__).parents[4] / "webapp/explorer"
PIECES = re.compile(r"\bstonesOf\b|import \{[^}]*\bMARKS\b")
"""What a script that draws stones or tiles itself cannot do without."""

RENDERER = {"look/boards.js", "look/small_board.js", "look/position.js"}  # and look/stones.js
OTHERS = {
    "cards/editor/editor.js",  # what may be put is chosen by its mark, a character there
    "cards/tree/paint.js",  # on the tree's canvas, with whose nodes the boards move
    "pages/play/picture.js",  # puts the renderer's parts together, with buttons between them
}
CHARTS = {"cards/scrub/view.py", "look/canvas.py"}


def test_no_other_script_draws_what_lies_on_a_board() -> None:
    found = {
        path.relative_to(EXPLORER).as_posix()
        for path in EXPLORER.rglob("*.js")
        if PIECES.search(path.read_text(encoding="utf-8"))
    }
    assert found == RENDERER | OTHERS


def test_trees_alone_are_drawn_on_a_canvas() -> None:
    texts = {
        path.relative_to(EXPLORER).as_posix(): path.read_text(encoding="utf-8")
        for path in EXPLORER.rglob("*.js")
    }
    drawn = {name for name, text in texts.items() if re.search(r"getContext|penOf", text)}
    copies = {"alone/widget.js", "look/picture.js", "pages/explore/animation.js"}
    assert drawn == {"cards/tree/tree.js", "look/dom.js"} | copies
    assert "look/boards.js" not in "".join(texts[name] for name in drawn)


def test_bokeh_draws_charts_alone() -> None:
    found = {
        path.relative_to(EXPLORER).as_posix()
        for path in EXPLORER.rglob("*.py")
        if "bokeh.models.glyphs" in path.read_text(encoding="utf-8")
    }
    assert found == CHARTS
