"""The board card alone: the position of a search in a notebook, or in anybody's application."""

from __future__ import annotations

from typing import Any

from explorer.cards.board.frame import Shown, build_board
from explorer.cards.board.view import SIDE, BoardView
from explorer.game.line import Actions
from explorer.look.figure_card import FigureCard
from explorer.look.palette import LIGHT
from explorer.moment.gather import gather
from mcsearch.engine.tree import NONE
from mcsearch.problem.numbered import in_numbers


class BoardCard(FigureCard):
    """Shows the selected position of a search, or the playout that it has just done.

    A click on a cell selects the position behind it. `side` is that of the board in pixels.
    """

    def __init__(self, search: Any, side: int = SIDE, **params: Any) -> None:
        self._view = BoardView(LIGHT, side)
        self._view.on_select(self._select)
        super().__init__(search, self._view, self._show, **params)

    def _show(self) -> None:
        moment = gather(self.search, tuple(self.selected))
        frame = build_board(moment.search, moment.positions, Shown.at(moment))
        self._view.show(frame, (0.0, 1.0), None)

    def _select(self, actions: Actions) -> None:
        if in_numbers(self.search).find(list(actions)) != NONE:
            self.selected = list(actions)
