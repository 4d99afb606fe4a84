"""What the cards that Panel and Bokeh draw have in common when they stand alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import panel as pn
import param

from explorer.look.palette import PALETTES, Palette, host_variables


class View(Protocol):
    """What draws a card, on the page as well."""

    root: Any

    def set_palette(self, palette: Palette) -> None:
        """Draw in another theme from now on."""


class FigureCard(pn.viewable.Viewer):
    """Shows moments, in a notebook or in anybody's application; whoever makes them draws them.

    `refresh` draws the moment at which `source` is then, at the `selected` position.
    """

    selected: Any = param.List(
        default=[], item_type=int, doc="Actions from the root to the position."
    )
    theme: Any = param.Selector(default="light", objects=["light", "dark"])

    def __init__(self, source: Any, view: View, draw: Callable[[], None], **params: Any) -> None:
        super().__init__(**params)
        self.source = source
        self._draw = draw
        self._root = view.root
        self._root.stylesheets = [*self._root.stylesheets, host_variables()]
        self._dress(view)
        self.param.watch(lambda event: self.refresh(), "selected")
        self.param.watch(lambda event: self._dress(view), "theme")
        self.refresh()

    def refresh(self) -> None:
        """Draw the present moment."""
        # Panel may call without the document's lock, where another change has come just before
        with pn.io.hold():
            self._draw()

    def _dress(self, view: View) -> None:
        with pn.io.hold():
            view.set_palette(PALETTES[self.theme])
            self._root.css_classes = [self.theme]

    def __panel__(self) -> Any:
        return self._root
