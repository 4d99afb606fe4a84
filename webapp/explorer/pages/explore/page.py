"""The Explore page: one search, its cards, and what a visitor does with it."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import replace
from typing import Any

from explorer.cards.board.picture import board_picture
from explorer.cards.frame import Frame
from explorer.cards.lanes.sent import lanes_of
from explorer.cards.scrub.view import ScrubView
from explorer.cards.source import SCRIPTS
from explorer.cards.strip.picture import ShownStrip, strip_picture
from explorer.cards.tree.view import picture
from explorer.cards.why.view import WhyView
from explorer.look.palette import LIGHT, PALETTES
from explorer.moment.detail import ENLARGED, slots_in
from explorer.pages.explore import transport
from explorer.pages.explore.editor import Editor
from explorer.pages.explore.own_code import OwnCode
from explorer.pages.explore.recipe import Controls
from explorer.pages.explore.status import iteration_rate, status
from explorer.pages.page import Line, PlacePage
from explorer.session.exchange import Exchange
from explorer.session.permalink import Place, to_query
from explorer.session.problems import PROBLEMS, Problem
from explorer.session.session import LANES, Session
from mcsearch.presets import PRESETS, Preset
from mcsearch.problem.own_recipe import ProblemRecipe
from mcsearch.recipe import GAMES, SEARCHES

FIRST_PRESET = "spmcts-uct"

_RATE_SAMPLES = 30


class Explore(PlacePage):
    """A session, its views and the line to the browser, kept in step."""

    name = "explore"
    title = "Explore"
    order = 20
    is_home = True
    pictures = ("card", "strip", "board", "tree", "lanes")
    keys = (
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
    )
    games = tuple(GAMES.values())

    def __init__(self, line: Line, preset: str = FIRST_PRESET) -> None:
        super().__init__(line)
        self.session = Session(preset, screen_ready=line.is_ready)
        self._why, self._scrub = WhyView(LIGHT), ScrubView(LIGHT)
        self._views: dict[str, Any] = {"why": self._why, "scrub": self._scrub}
        self._controls = Controls(self.session, line.may_edit)
        self._editor = Editor(self.session, line, self._controls.use_position)
        self._code = OwnCode(self.session, line, self._controls.load)
        self._exchange = Exchange(
            self.session, line, self._controls.clear_error, self._code.defined
        )
        self._frame: Frame | None = None
        self._view_shown = ""
        self._beside: tuple[Any, ...] = ()  # what was drawn last beside the tree
        self._rates: deque[tuple[float, int]] = deque(maxlen=_RATE_SAMPLES)
        self._connect()
        self._draw()

    def _connect(self) -> None:
        session, line = self.session, self.line
        line.run(session)
        session.watch(self._draw)
        transport.connect(line, session)
        line.on("size", self._set_size)
        line.on("preset", self._load_preset)
        line.on("visit", self._arrive)
        line.on("set", self._set)
        line.on("level", self._set_level)
        line.on("play-against", lambda value: self._play_against())

    @property
    def preset_groups(self) -> dict[str, list[Preset]]:
        """The presets by what is searched and how."""
        groups: dict[str, list[Preset]] = {}
        for preset in PRESETS.values():
            recipe = preset.recipe
            name = f"{GAMES[recipe.game].title}: {SEARCHES[recipe.search].title}"
            groups.setdefault(name, []).append(preset)
        return groups

    @property
    def problems(self) -> list[Problem]:
        """People's problems, for the Game menu."""
        return PROBLEMS.offered()

    @property
    def examples(self) -> list[Problem]:
        """Problems whose code the editor begins with."""
        return PROBLEMS.examples

    @property
    def editor_scripts(self) -> tuple[str, ...]:
        """What the editor is made of, below Panel's own files."""
        return SCRIPTS

    @property
    def roots(self) -> dict[str, Any]:
        return {f"{self.prefix}{name}": view.root for name, view in self._views.items()}

    # -- what the browser says ----------------------------------------------------------------

    def welcome(self, value: dict[str, Any]) -> None:
        """The page has arrived: dress it for its theme and size, and start the search."""
        with self.line.together():
            self.set_theme(value["theme"])
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

    def tell(self, text: str) -> None:
        self.session.say(text)

    def set_theme(self, name: str) -> None:
        palette = PALETTES.get(name, LIGHT)
        with self.line.together():
            for view in self._views.values():
                view.set_palette(palette)

    def _set_size(self, size: dict[str, Any]) -> None:
        self.session.set_detail(self.session.detail.sized(size["tree"]))

    def _arrive(self, query: str) -> None:
        self._exchange.arrive(str(query))

    def _set_level(self, level: int) -> None:
        level = min(len(ENLARGED) - 1, max(0, int(level)))
        self.session.set_detail(replace(self.session.detail, level=level))

    def _load_preset(self, name: str) -> None:
        if name in PRESETS:
            self._controls.clear_error()
            self.session.load_preset(name)
            self.session.open()  # which answers the browser, also for the preset on show

    def _set(self, change: dict[str, Any]) -> None:
        """Another value of the form; another game, or a value that was offered, plays at once."""
        session, before = self.session, self.session.recipe
        name, value = change["name"], change["value"]
        self._controls.set(name, value)
        plays = change.get("plays") or (name == "game" and value in GAMES)
        if plays and session.recipe is not before:
            session.open()

    def _play_against(self) -> None:
        session = self.session
        self.line.hand_over("play", session.place(), "")

    # -- what another page hands over ---------------------------------------------------------

    def take(self, place: Place, note: str) -> None:
        """Start a recipe from its beginning, or go to a moment of it."""
        self._controls.clear_error()
        if place.steps:
            self.session.go_to(place)
        else:
            self.session.load(place.recipe, place.preset)
            self.session.open()
        if note:
            self.session.say(note, is_error=False)

    # -- what the session says ----------------------------------------------------------------

    def _draw(self) -> None:
        """One frame: every view once, then the words and the frame's number."""
        session, line = self.session, self.line
        self._rates.append((time.perf_counter(), session.search.iterations))
        frame = self._present()
        with self.line.together():
            if frame is not self._frame or session.shown_view != self._view_shown:
                # a pause, for example, changes words and buttons only, and is over at once
                self._frame = frame
                self._view_shown = session.shown_view
                if session.shown_view == LANES:
                    if (lanes := lanes_of(frame.nested, frame.nrpa)) is not None:
                        self.show("lanes", lanes)
                    self._scrub.show(session.history())
                else:
                    self._draw_tree(frame)
            self.show("card", self._controls.card())
            rate = iteration_rate(list(self._rates)) if session.busy else 0.0
            # once the server is lost, or code does not come back, the browser can't ask for it
            is_told = line.is_served or self._code.is_open
            moment = to_query(session.place()) if is_told else ""
            line.send(status(session, frame, rate, moment))

    def _present(self) -> Frame:
        """The present moment as a picture; of one that a person's code can't give, the last one."""
        session = self.session
        try:
            return session.frame()
        except Exception as error:
            if self._frame is None or not isinstance(session.recipe, ProblemRecipe):
                raise
            if session.busy:
                session.fail(error)  # which draws once more
            return self._frame

    def _draw_tree(self, frame: Frame) -> None:
        session, tree, strip = self.session, frame.tree, frame.strip
        beside = (frame.board, strip, frame.why, tree.low, tree.high)
        if beside != self._beside:
            self._beside = beside
            slots = slots_in(tree.card_width)
            shown = None if strip is None else strip_picture(strip, slots)
            self.show("strip", ShownStrip(shown))
            self.show("board", board_picture(frame.board, (tree.low, tree.high)))
            self._why.show(frame.why)
            self._scrub.show(session.history())
        has_playout = strip is not None and strip.phase > 0
        self.line.show("tree", picture(tree, has_playout, session.steps, session.pace_ms))
