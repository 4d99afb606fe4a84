"""The tree card alone: the tree of a search in a notebook, or in anybody's Panel application."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import jinja2
import param
from panel.custom import JSComponent

from explorer.cards.tree.frame import TreeFrame, build_tree
from explorer.cards.tree.view import at_moment
from explorer.look.component import actions_of, read, styles
from explorer.look.icons import ICONS
from explorer.look.scripts import as_module
from explorer.moment.branches import UNTOUCHED
from explorer.moment.detail import ENLARGED, MOST_NODES, Detail, Opening
from explorer.moment.focus import Focus, Part
from explorer.moment.source import source_of
from explorer.schema.pack import packed

SIZE = {"width": 760, "height": 460}  # pixels


def _stage() -> str:
    """What lies over the canvas, as on the page, and the buttons of the page's card."""
    zoom, stage = (
        jinja2.Template(read(f"cards/tree/{name}.html"), trim_blocks=True, lstrip_blocks=True)
        for name in ("zoom", "stage")
    )
    return stage.render(icons=ICONS, label="Search tree", zoom=zoom.render(icons=ICONS))


class TreeCard(JSComponent):
    """Shows the tree of a search: zoomed and moved about, its nodes pointed at and selected.

    It is laid out for the place that the card has in the document. `refresh` draws the search as
    it is then; the search itself stays whoever runs it's:

        card = TreeCard(search)
        search.run(100)
        card.refresh()
    """

    selected = param.List(
        default=[], item_type=int, doc="Actions from the root to the chosen node."
    )
    theme: Any = param.Selector(default="light", objects=["light", "dark"])
    motion_ms = param.Number(default=400.0, bounds=(0, None), doc="From one frame to the next.")
    frame = param.Dict(default={}, doc="What is drawn: values, and arrays as arrays.")
    stage = param.String(default="", constant=True, doc="The HTML over the canvas.")

    _esm = as_module("cards/tree/card.js", read, "render")
    _stylesheets: ClassVar[list[str]] = [styles("cards/tree/tree.css")]

    def __init__(self, shown: Any, **params: Any) -> None:
        mode = params.get("sizing_mode")
        given = {
            side: length
            for side, length in SIZE.items()
            if mode not in ("stretch_both", f"stretch_{side}")
        }
        super().__init__(stage=_stage(), **{**given, **params})
        self.source = source_of(shown)
        size = [self.param.values()[side] or SIZE[side] for side in SIZE]
        self._detail = Detail().sized(size)  # until the browser says what it is
        self._branches = UNTOUCHED
        self.param.watch(lambda event: self.refresh(), "selected")
        self.refresh()

    def refresh(self) -> None:
        """Draw the present moment."""
        self.frame = packed(at_moment(self._tree(), False, self.source.steps, self.motion_ms))

    def _tree(self) -> TreeFrame:
        focus = Focus(
            selected=tuple(self.selected),
            branches=self._branches,
            detail=self._detail,
            parts=frozenset({Part.TREE}),
        )
        return build_tree(self.source.moment(focus), self._detail)

    def _handle_msg(self, data: Any) -> None:
        """What a visitor does in the drawing; what a browser sends is not to be trusted."""
        name, value = data["name"], data["value"]
        if name == "select":
            if self.source.has(actions_of(value)):
                self.selected = actions_of(value)
            return
        if name == "collapse":
            self._branches = self._branches.toggled(tuple(actions_of(value)))
        elif name == "open-more":
            count = min(MOST_NODES, max(1, int(value["count"])))
            opening = Opening(tuple(actions_of(value["actions"])), count)
            self._branches = self._branches.with_more(opening)
        elif name == "size":
            sized = self._detail.sized(value)
            if sized == self._detail:
                return
            self._detail = sized
        elif name == "level":
            self._detail = replace(self._detail, level=min(len(ENLARGED) - 1, max(0, int(value))))
        self.refresh()
