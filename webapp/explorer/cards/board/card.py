"""The board card alone: the position of a search in a notebook, or in anybody's application."""

from __future__ import annotations

from typing import Any

import panel as pn
import param

from explorer.cards.board.frame import Shown, build_board
from explorer.cards.board.view import SIDE, BoardView
from explorer.look.palette import LIGHT, PALETTES, host_variables
from explorer.moment.detail import Actions
from explorer.moment.gather import gather
from mcsearch.engine.tree import NONE


class BoardCard(pn.viewable.Viewer):
    """Shows the selected position of a search, or the playout that it has just done.

    `refresh` draws the search as it is then; a click on a cell selects the position behind it.
    """

    selected: Any = param.List(
        default=[], item_type=int, doc="Actions from the root to the position."
    )
    theme: Any = param.Selector(default="light", objects=["light", "dark"])

    def __init__(self, search: Any, side: int = SIDE, **params: Any) -> None:
        super().__init__(**params)
        self.search = search
        self._view = BoardView(LIGHT, side)
        self._view.root.stylesheets = [*self._view.root.stylesheets, host_variables()]
        self._view.on_select(self._select)
        self.param.watch(lambda event: self.refresh(), "selected")
        self.param.watch(lambda event: self._dress(), "theme")
        self.refresh()
        self._dress()

    def refresh(self) -> None:
        """Draw the search at this moment."""
        moment = gather(self.search, tuple(self.selected))
        frame = build_board(self.search, moment.positions, Shown.at(moment))
        self._view.show(frame, (0.0, 1.0), None)

    def _select(self, actions: Actions) -> None:
        if self.search.find(list(actions)) != NONE:
            self.selected = list(actions)

    def _dress(self) -> None:
        self._view.set_palette(PALETTES[self.theme])
        self._view.root.css_classes = [self.theme]

    def __panel__(self) -> Any:
        return self._view.root
