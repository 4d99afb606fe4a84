"""The board card alone: the position of a search in a notebook, or in anybody's application."""

from __future__ import annotations

from typing import Any

from explorer.cards.board.frame import build_board
from explorer.cards.board.view import SIDE, BoardView
from explorer.game.line import Actions
from explorer.look.figure_card import FigureCard
from explorer.look.palette import LIGHT
from explorer.moment.focus import Focus, Part
from explorer.moment.source import source_of


class BoardCard(FigureCard):
    """Shows the selected position of a search, or the playout that it has just done.

    A click on a cell selects the position behind it. `side` is that of the board in pixels.
    """

    def __init__(self, shown: Any, side: int = SIDE, **params: Any) -> None:
        self._view = BoardView(LIGHT, side)
        self._view.on_select(self._select)
        super().__init__(source_of(shown), self._view, self._show, **params)

    def _show(self) -> None:
        focus = Focus(selected=tuple(self.selected), parts=frozenset({Part.CHILDREN}))
        self._view.show(build_board(self.source.moment(focus)), (0.0, 1.0), None)

    def _select(self, actions: Actions) -> None:
        if self.source.has(actions):
            self.selected = list(actions)
