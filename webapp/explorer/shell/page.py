"""The page: puts the views into their cards and keeps them in step with the session."""

from __future__ import annotations

import time
import urllib.parse
from collections import deque
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import panel as pn
from bokeh.io import curdoc

from explorer.cards.board.view import BoardView
from explorer.cards.frame import Frame
from explorer.cards.lanes.nested_view import plain_lanes
from explorer.cards.lanes.nrpa_view import plain_nrpa
from explorer.cards.scrub.view import ScrubView
from explorer.cards.strip.view import StripView
from explorer.cards.tree.view import picture
from explorer.cards.why.view import WhyView
from explorer.look.icons import ICONS, LOGO
from explorer.look.palette import LIGHT, PALETTES, css_variables
from explorer.moment.detail import ENLARGED
from explorer.pages.explore import transport
from explorer.pages.explore.editor import Editor
from explorer.pages.explore.recipe import Controls
from explorer.pages.explore.status import iteration_rate, status
from explorer.pages.results import runs, tables
from explorer.session.exchange import Exchange
from explorer.session.permalink import to_query
from explorer.session.session import LANES, Session
from explorer.shell.bus import Bus
from explorer.shell.gate import FrameGate
from explorer.shell.scripts import joined
from explorer.shell.ticker import IN_BROWSER, Ticker
from mcsearch.presets import PRESETS
from mcsearch.recipe import GAMES

TITLE = "Monte Carlo Search Explorer"
FIRST_PRESET = "spmcts-uct"

IDLE_SECONDS = 900.0
"""A served search pauses when its visitor has not done anything for so long."""

_EXPLORER = Path(__file__).parent.parent
_RATE_SAMPLES = 30
_LARGEST_CARD = 4000  # pixels; what a browser says of its size is not to be trusted

SCRIPT = "shell/client.js"
"""The module that imports all others."""

STYLES = (
    "shell/style.css",
    *("cards/lanes/nested.css", "cards/lanes/nrpa.css", "cards/editor/editor.css"),
    "pages/results/results.css",
)

KEYS = (
    (("Space",), "play or pause"),
    (("→", "←"), "one phase on, one back"),
    (("Ctrl", "→", "←"), "one iteration on, one back"),
    (("Home", "End"), "to the empty tree, to the end of the budget"),
    (("↑", "↓"), "in the tree: to the parent, to the child"),
    (("Tab",), "to the children and the “+n” of the selected node; Enter opens"),
    (("C",), "collapse or expand the selected node"),
    (("Z", "Shift Z", "F"), "zoom in, out, fit the whole tree"),
    (("Shift", "→", "←", "↑", "↓"), "move the drawing"),
    (("+", "−"), "faster, slower"),
    (("?",), "these keys"),
)


def _text(name: str) -> str:
    return (_EXPLORER / name).read_text(encoding="utf-8")


class Page:
    """One visitor's page: a session, its views, and the line to the browser."""

    def __init__(self, preset: str = FIRST_PRESET) -> None:
        self._gate = FrameGate()
        self.session = Session(preset, screen_ready=self._gate.is_open)
        self.bus = Bus()
        self._strip, self._board = StripView(LIGHT), BoardView(LIGHT)
        self._why, self._scrub = WhyView(LIGHT), ScrubView(LIGHT)
        self._views: dict[str, Any] = {
            "strip": self._strip,
            "board": self._board,
            "why": self._why,
            "scrub": self._scrub,
        }
        self._controls = Controls(self.session)
        self._exchange = Exchange(self.session, self.bus, self._controls.clear_error)
        self._editor = Editor(self.session, self.bus, self._controls.use_position)
        self._welcomed = False
        self._frame: Frame | None = None
        self._view_shown = ""
        self._card_shown: dict[str, Any] = {}
        self._ticker: Ticker | None = None
        self._rates: deque[tuple[float, int]] = deque(maxlen=_RATE_SAMPLES)
        self._connect()
        self._draw()

    def _connect(self) -> None:
        session, bus = self.session, self.bus
        session.watch(self._draw)
        transport.connect(bus, session)
        runs.connect(bus, session, self._controls.clear_error)
        bus.on("hello", self._welcome)
        bus.on("theme", self._set_theme)
        bus.on("size", self._set_size)
        bus.on("preset", self._load_preset)
        bus.on("set", lambda value: self._controls.set(value["name"], value["value"]))
        bus.on_painted(lambda frame: self._gate.painted(frame, time.perf_counter()))
        bus.on("level", self._set_level)
        self._board.on_select(session.select)
        bus.on_any(lambda: session.visit(time.perf_counter()))

    # -- putting it on the page ---------------------------------------------------------------

    def servable(self) -> Page:
        """Make this the page of the current document."""
        template = pn.Template(
            _template(),
            items={name: view.root for name, view in self._views.items()},
        )
        for name, value in _variables().items():
            template.add_variable(name, value)
        template.servable(title=TITLE)
        document = curdoc()
        document.add_root(self.bus.model)
        self._ticker = Ticker(document, self.session)
        if not IN_BROWSER:
            self.session.patience = IDLE_SECONDS
        return self

    # -- what the browser says ----------------------------------------------------------------

    def _welcome(self, value: dict[str, Any]) -> None:
        """The page has arrived: dress it for its theme and size, and start the search."""
        if self._welcomed:  # a page that waits for the answer says hello again
            return
        self._welcomed = True
        with pn.io.hold():
            self._set_theme(value["theme"])
            self._set_size(value["size"])
            self.session.still = bool(value["still"])
            session = self.session
            # whoever has chosen something while Python loaded means that, not the address any more
            chosen = session.can_undo or session.busy or session.steps > 0
            if not chosen and self._exchange.arrive(str(value["query"])):
                return
            if session.steps == 0 and not session.busy and not value["resting"]:
                session.open()
            else:
                self._draw()

    def _set_theme(self, name: str) -> None:
        palette = PALETTES.get(name, LIGHT)
        with pn.io.hold():
            for view in self._views.values():
                view.set_palette(palette)

    def _set_size(self, size: dict[str, Any]) -> None:
        self._board.set_side(int(size["board"]))
        width, height = (min(_LARGEST_CARD, max(100, int(side))) for side in size["tree"])
        self.session.set_detail(replace(self.session.detail, width=width, height=height))

    def _set_level(self, level: int) -> None:
        level = min(len(ENLARGED) - 1, max(0, int(level)))
        self.session.set_detail(replace(self.session.detail, level=level))

    def _load_preset(self, name: str) -> None:
        if name in PRESETS:
            self._controls.clear_error()
            self.session.load_preset(name)

    # -- what the session says ----------------------------------------------------------------

    def _draw(self) -> None:
        """One frame: every view once, then the words and the frame's number."""
        session = self.session
        if self._ticker is not None:
            self._ticker.set_running(session.busy)
        now = time.perf_counter()
        self._rates.append((now, session.search.iterations))
        frame = session.frame()
        with pn.io.hold():
            if frame is not self._frame or session.shown_view != self._view_shown:
                # a pause, for example, changes words and buttons only, and is over at once
                self._frame = frame
                self._view_shown = session.shown_view
                if session.shown_view == LANES:
                    nrpa = frame.nrpa
                    self.bus.send_lanes(plain_nrpa(nrpa) if nrpa else plain_lanes(frame.nested))
                else:
                    tree, strip = frame.tree, frame.strip
                    self._strip.show(strip, tree.card_width)
                    self._board.show(frame.board, (tree.low, tree.high), frame.hovered)
                    self._why.show(frame.why)
                    has_playout = strip is not None and strip.phase > 0
                    self.bus.send_tree(picture(tree, has_playout, session.steps, session.pace_ms))
                self._scrub.show(session.history())
            card = self._controls.card()
            if card is not self._card_shown:
                self._card_shown = card
                self.bus.send_card(card)
            rate = iteration_rate(list(self._rates)) if session.busy else 0.0
            words = status(session, frame, rate)
            if not IN_BROWSER:
                # once the server is lost, the browser can't ask for it any more
                words["moment"] = to_query(session.place())
            self.bus.send(self._gate.send(now), words)


@cache
def _script() -> str:
    return joined(SCRIPT, _text)


def _template() -> str:
    return _text("shell/page.html")


def _variables() -> dict[str, Any]:
    return {
        "title": TITLE,
        "style": css_variables() + "".join(map(_text, STYLES)),
        "icons": ICONS,
        "presets": list(PRESETS.values()),
        "games": list(GAMES.values()),
        "logo": LOGO,
        "favicon": "data:image/svg+xml," + urllib.parse.quote(_favicon()),
        "keys": KEYS,
        # called when the page is written, which the browser's own Python never does
        "script": _script,
        "results": lambda: tables.stored().for_browser(),
    }


def _favicon() -> str:
    colored = LOGO.replace("var(--ink)", LIGHT.ink).replace("var(--accent)", LIGHT.accent)
    return colored.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
