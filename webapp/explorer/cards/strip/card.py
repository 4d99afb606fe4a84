"""The strip alone: a line of moves as small boards."""

from __future__ import annotations

from typing import Any, ClassVar

import param
from panel.custom import JSComponent

from explorer.cards.strip.frame import build_strip
from explorer.cards.strip.picture import strip_picture
from explorer.look.boards import is_drawn
from explorer.look.component import read, styles
from explorer.look.scripts import as_module
from explorer.moment.detail import STRIP_HEIGHT, slots_in
from explorer.moment.focus import Focus
from explorer.moment.source import source_of
from explorer.schema.pack import plain

WIDTH = 766  # pixels


class StripCard(JSComponent):
    """Shows the playout that a search has just done, or its best sequence.

    `width` is in pixels; `refresh` draws the search as it is then. ValueError for a search whose
    positions have no boards and no pictures.
    """

    selected = param.List(
        default=[], item_type=int, doc="Actions from the root to the chosen node."
    )
    theme: Any = param.Selector(default="light", objects=["light", "dark"])
    frame = param.Dict(default={}, doc="What is drawn, as plain values.")

    _esm = as_module("cards/strip/card.js", read, "render")
    _stylesheets: ClassVar[list[str]] = [styles("look/position.css", "cards/strip/strip.css")]

    def __init__(self, shown: Any, width: int = WIDTH, **params: Any) -> None:
        source = source_of(shown)
        if not is_drawn(source.root):
            raise ValueError(f"strip: {source.game} has no board to draw; give it a picture()")
        super().__init__(width=width, height=int(STRIP_HEIGHT), **params)
        self.source = source
        self.param.watch(lambda event: self.refresh(), "selected")
        self.refresh()

    def refresh(self) -> None:
        """Draw the present moment."""
        focus = Focus(selected=tuple(self.selected), parts=frozenset())
        slots = slots_in(float(self.param.values()["width"]))
        strip = build_strip(self.source.moment(focus), slots)
        self.frame = plain(strip_picture(strip, slots))
