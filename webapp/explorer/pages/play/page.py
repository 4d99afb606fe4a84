"""The Play page: a game, what is shown of it, and what a visitor does with it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import panel as pn

from explorer.moment.detail import Detail
from explorer.pages.page import Line, Page
from explorer.pages.play import frame, link
from explorer.pages.play.game import Game, new_match
from mcsearch import RecipeError
from mcsearch.play import record
from mcsearch.play.levels import LEVELS
from mcsearch.play.record import GameRecord
from mcsearch.play.thinker import Limit
from mcsearch.recipe import GAMES

_LARGEST_CARD = 4000  # pixels


class Play(Page):
    """A game and the line to the browser, kept in step."""

    name = "play"
    title = "Play"
    order = 30
    pictures = ("table", "tree")
    keys = (
        (("1", "to", "7"), "drop a disc into a column"),
        (("→", "←", "↑", "↓"), "on the board: to another cell; Enter plays"),
        (("U", "R"), "undo, redo"),
        (("H",), "hint"),
        (("N",), "move now"),
        (("M",), "in a review: the next mistake"),
    )
    games = tuple(game for game in GAMES.values() if game.num_players == 2)
    levels = tuple(LEVELS.values())

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self.game = Game(line.is_ready)
        self._detail = Detail(600.0, 500.0)
        self._drawn = 0
        line.run(self.game)
        self.game.watch(self._draw)
        self._connect()

    def _connect(self) -> None:
        line, game = self.line, self.game
        line.on("size", self._set_size)
        line.on("new", self._new)
        line.on("move", lambda action: game.do(lambda: game.match.play(int(action))))
        line.on("undo", lambda value: game.do(game.match.undo_turn))
        line.on("redo", lambda value: game.do(game.match.redo_turn))
        line.on("goto", lambda ply: game.do(lambda: self._go_to(int(ply))))
        line.on("now", lambda value: game.do(game.match.move_now))
        line.on("swap-sides", lambda value: game.do(game.match.swap_sides))
        line.on("hint", lambda value: game.ask_hint())
        line.on("pause", lambda value: self._set(paused=bool(value)))
        line.on("ponder", lambda value: game.do(lambda: self._ponder(bool(value))))
        line.on("hide", lambda value: self._set(hides=bool(value)))
        line.on("limit", lambda value: game.do(lambda: self._limit(value)))
        line.on("review", lambda value: game.do(game.start_review))
        line.on("play-on", lambda value: game.do(game.play_on))
        line.on("save", lambda value: line.answer("file", text=str(game.record())))
        line.on_upload(self._load)

    def _go_to(self, ply: int) -> None:
        if self.game.review is not None:
            self.game.show_move(ply)
        else:
            self.game.match.go_to(ply)

    def _set(self, **values: bool) -> None:
        for name, value in values.items():
            setattr(self.game, name, value)
        self.game.do(lambda: None)

    def _ponder(self, value: bool) -> None:
        self.game.match.ponders = value

    def _limit(self, value: dict[str, Any]) -> None:
        limit = Limit(int(value.get("playouts") or 0), float(value.get("seconds") or 0.0))
        match = self.game.match
        for player, side in enumerate(match.sides):
            if not side.is_person:
                link.check(replace(side, limit=limit))
                match.set_limit(player, limit)

    def _new(self, value: dict[str, Any]) -> None:
        def begin() -> None:
            fields = {name: str(value.get(name, "")) for name in ("game", "level", "first")}
            position, pie = str(value.get("position", "")), bool(value.get("pie"))
            self.game.begin(new_match(**fields, position=position, pie=pie))

        self.game.do(begin)

    def _load(self, text: str) -> None:
        def load() -> None:
            found: GameRecord = record.parse(text)
            if found.setting.num_players != 2:
                raise RecipeError(f"{found.setting.title} is for one player; load it in a terminal")
            self.game.take(link.GamePlace(found, len(found.moves)))

        self.game.do(load)

    # -- what the browser says ----------------------------------------------------------------

    def welcome(self, value: dict[str, Any]) -> None:
        """Begin the game of the address, or the first one."""
        with pn.io.hold():
            if "size" in value:
                self._set_size(value["size"])
            self.game.paused = False
            try:
                place = link.from_query(str(value["query"]))
                if place is not None:
                    self.game.take(place)
                    return
            except ValueError as error:
                self.game.say(f"link: {error}")
            self._draw()

    def _set_size(self, size: Any) -> None:
        width, height = (min(_LARGEST_CARD, max(100, int(side))) for side in size)
        self._detail = replace(self._detail, width=float(width), height=float(height))
        self.game.do(lambda: None)

    # -- what the game says -------------------------------------------------------------------

    def _draw(self) -> None:
        with pn.io.hold():
            self._drawn += 1
            self.line.show("table", json.dumps(frame.table(self.game), allow_nan=False))
            tree = frame.tree(self.game, self._detail, self._drawn)
            if tree is not None:
                self.line.show("tree", tree)
            self.line.send({**frame.status(self.game), "hasTree": tree is not None})
