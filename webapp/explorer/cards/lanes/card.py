"""The lanes alone: the levels of a nested search, or how a policy is learned."""

from __future__ import annotations

from typing import Any, ClassVar

import param
from panel.custom import JSComponent

from explorer.cards.lanes.nested_frame import build_nested
from explorer.cards.lanes.nested_view import nested_lanes
from explorer.cards.lanes.nrpa_frame import build_nrpa
from explorer.cards.lanes.nrpa_view import nrpa_lanes
from explorer.look.component import actions_of, read, styles
from explorer.look.scripts import as_module
from explorer.moment.focus import Focus, Part
from explorer.moment.source import source_of
from explorer.schema.pack import plain

SIZE = {"width": 1080, "height": 620}  # pixels


class LanesCard(JSComponent):
    """Shows a search by levels, NMCS or NRPA: its results, best sequences and what it learns.

    `refresh` draws the search as it is then. ValueError for a search that has no levels.
    """

    selected = param.List(
        default=[], item_type=int, doc="Actions from the root to the chosen node."
    )
    pinned: Any = param.List(
        default=None, allow_None=True, item_type=int, doc="To the position whose policy is shown."
    )
    theme: Any = param.Selector(default="light", objects=["light", "dark"])
    frame = param.Dict(default={}, doc="What is drawn, as plain values.")

    _esm = as_module("cards/lanes/card.js", read, "render")
    _stylesheets: ClassVar[list[str]] = [
        styles("cards/lanes/nested.css", "cards/lanes/nrpa.css"),
    ]

    def __init__(self, shown: Any, **params: Any) -> None:
        source = source_of(shown)
        if not source.has_levels:
            raise ValueError(f"lanes: {source.name} has no levels; take nmcs or nrpa")
        super().__init__(**{**SIZE, **params})
        self.source = source
        self.param.watch(lambda event: self.refresh(), ["selected", "pinned"])
        self.refresh()

    def refresh(self) -> None:
        """Draw the present moment."""
        pinned = None if self.pinned is None else tuple(self.pinned)
        focus = Focus(tuple(self.selected), pinned=pinned, parts=frozenset({Part.LEVELS}))
        moment = self.source.moment(focus)
        width = float(self.param.values()["width"] or SIZE["width"])
        if moment.learning is not None:
            self.frame = plain(nrpa_lanes(build_nrpa(moment, width)))
        else:
            self.frame = plain(nested_lanes(build_nested(moment, width)))

    def _handle_msg(self, data: Any) -> None:
        value = data["value"]
        if data["name"] == "pin":
            self.pinned = None if value is None else actions_of(value)
        elif self.source.has(actions_of(value)):
            self.selected = actions_of(value)
