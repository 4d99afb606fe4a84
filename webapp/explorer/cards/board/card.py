"""The board card alone: the position of a search in a notebook, or in anybody's application."""

from __future__ import annotations

from typing import Any, ClassVar

import param
from panel.custom import JSComponent

from explorer.cards.board.frame import build_board
from explorer.cards.board.picture import board_picture
from explorer.look.component import actions_of, read, styles
from explorer.look.scripts import as_module
from explorer.moment.focus import Focus, Part
from explorer.moment.source import source_of
from explorer.schema.pack import plain

SIDE = 286  # pixels
_BESIDE = 164  # pixels: the facts, and what is around them


class BoardCard(JSComponent):
    """Shows the selected position of a search, or the playout that it has just done.

    A click on a cell selects the position behind it. `side` is that of the board in pixels.
    `refresh` draws the search as it is then.
    """

    selected = param.List(default=[], item_type=int, doc="Actions from the root to the position.")
    theme: Any = param.Selector(default="light", objects=["light", "dark"])
    side = param.Integer(
        default=SIDE, bounds=(120, 600), constant=True, doc="Of the board, in pixels."
    )
    frame = param.Dict(default={}, doc="What is drawn, as plain values.")

    _esm = as_module("cards/board/card.js", read, "render")
    _stylesheets: ClassVar[list[str]] = [styles("look/position.css", "cards/board/board.css")]

    def __init__(self, shown: Any, side: int = SIDE, **params: Any) -> None:
        super().__init__(side=side, **{"width": side + _BESIDE, **params})
        self.source = source_of(shown)
        self.param.watch(lambda event: self.refresh(), "selected")
        self.refresh()

    def refresh(self) -> None:
        """Draw the present moment."""
        focus = Focus(selected=tuple(self.selected), parts=frozenset({Part.CHILDREN}))
        board = build_board(self.source.moment(focus))
        self.frame = plain(board_picture(board, (0.0, 1.0)))

    def _handle_msg(self, data: Any) -> None:
        """A click; what a browser sends is not to be trusted."""
        if self.source.has(actions_of(data["value"])):
            self.selected = actions_of(data["value"])
