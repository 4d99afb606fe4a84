"""The transport alone: the buttons that move a search, and where it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import jinja2
import param
from panel.custom import JSComponent

from explorer.look.component import read, styles
from explorer.look.icons import ICONS
from explorer.look.scripts import as_module


def _markup() -> str:
    """What is said of the moment, the slider, and the buttons as on the page."""
    template = jinja2.Template(read("cards/transport/alone.html"), trim_blocks=True)
    buttons = jinja2.Template(read("cards/transport/transport.html"), trim_blocks=True)
    return template.render(transport=buttons.render(icons=ICONS, prefix=""))


class TransportCard(JSComponent):
    """Buttons and a slider for a search; what they are to do, `on_event` is told by their names.

    The names are those of `transport.html`: step-phase, back-phase, step-iteration, back-iteration,
    reset, to-budget, next-best, run-on (with a number of iterations), and jump (with an iteration);
    and stop, where a jump on its way is to end.
    While it plays, the card asks for the next phase when the last one has been shown. Once Python
    has answered, the element sends the event `search-alive` up through the document.
    """

    moment = param.Integer(default=0, doc="Phases done: a change lets a playing card ask again.")
    iteration = param.Integer(default=0, doc="Where the slider is.")
    end = param.Integer(default=1, doc="Of the slider, in iterations.")
    told = param.Dict(default={}, doc="Texts by the name in `data-text`.")
    sentence = param.List(default=[], doc="What happens now: texts and how they are set.")
    phase = param.Integer(default=0, bounds=(0, 4))
    progress: Any = param.Number(
        default=None, allow_None=True, doc="Share of a long jump that is done; None without one."
    )
    disabled = param.List(default=[], item_type=str, doc="Names of buttons that do nothing now.")
    hidden = param.List(default=[], item_type=str, doc="Names of buttons without any sense.")
    theme: Any = param.Selector(default="light", objects=["light", "dark"])
    answers = param.Integer(default=0, doc="To scripts that have asked whether Python runs.")
    markup = param.String(default="", constant=True, doc="The HTML of the card.")

    _esm = as_module("cards/transport/card.js", read, "render")
    _stylesheets: ClassVar[list[str]] = [
        styles("cards/transport/transport.css", "cards/transport/alone.css")
    ]

    def __init__(self, on_event: Callable[[str, Any], None], **params: Any) -> None:
        super().__init__(markup=_markup(), **{"sizing_mode": "stretch_width", **params})
        self._on_event = on_event

    def _handle_msg(self, data: Any) -> None:
        """A visitor's click; what a browser sends is not to be trusted."""
        if data["name"] == "hello":
            self.answers += 1
        else:
            self._on_event(str(data["name"]), data["value"])
