"""The Play page: a game, what is shown of it, and what a visitor does with it."""

from __future__ import annotations

import logging
import math
import re
import time
from dataclasses import replace
from typing import Any

from explorer.moment.branches import UNTOUCHED
from explorer.moment.detail import ENLARGED, Detail, Opening
from explorer.pages.page import AnyPlace, Line, PlacePage
from explorer.pages.play import frame, tree, words
from explorer.pages.play.game import Game
from explorer.pages.play.new_game import FIRST_LEVEL, new_game, setting_of
from explorer.pages.play.players import Players
from explorer.pages.play.slow_motion import PACES
from explorer.schema import pack
from explorer.session import game_link
from explorer.session.browser import FileAnswer, Handler
from explorer.session.own_games import offered
from explorer.session.problems import Problem
from mcsearch.play import record
from mcsearch.play.attempt import Attempt
from mcsearch.play.levels import LEVELS
from mcsearch.play.match import Match, Side
from mcsearch.play.record import GameRecord
from mcsearch.play.review import PLAYOUTS
from mcsearch.play.setting import Setting
from mcsearch.problem.numbered_recipe import numbered
from mcsearch.recipe import GAMES

logger = logging.getLogger(__name__)

_GAME = re.compile(r"^\s*game\s*:\s*(\S+)", re.MULTILINE)  # in a game's file


class Play(PlacePage):
    """A game and the line to the browser, kept in step."""

    name = "play"
    title = "Play"
    order = 30
    pictures = ("players", "table", "said", "tree")
    keys = (
        (("1", "to", "7"), "drop a disc into a column"),
        (("1", "to", "9"), "in your game: the action in that place of the list"),
        (("→", "←", "↑", "↓"), "on the board: to another cell; Enter plays; in 2048: slide"),
        (("U", "R"), "undo, redo"),
        (("H",), "hint"),
        (("N",), "move now; in a review: play on from here"),
        (("S",), "swap or pass, where the rules offer it"),
        (("V",), "review the game"),
        (("←", "→", "Home", "End"), "in a review: to another move"),
        (("M", "Shift M"), "in a review: the next mistake, the one before"),
        (("E",), "in a review, or alone: explore the position"),
    )
    games = tuple(GAMES.values())
    levels = tuple(LEVELS.values())
    paces = tuple(None if math.isinf(pace) else pace for pace in PACES)
    reviews = (2_000, 20_000, PLAYOUTS, game_link.MOST_REVIEWED)
    most_characters = record.MOST_CHARACTERS

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self.game = Game(self._is_ready, line.own)
        self._players = Players(self.game)
        self._detail = Detail(600.0, 500.0)
        self._branches = UNTOUCHED
        self._about: Any = None  # the position whose tree they are of
        self._drawn = 0
        self._table = ""
        self._num_tables = 0
        self._is_half_drawn = False
        self._is_failing = False
        line.run(self.game)
        self.game.watch(self._draw)
        line.own.watch(self._draw)
        self._connect()

    @property
    def problems(self) -> list[Problem]:
        """People's games for the Game menu."""
        return offered()

    def _connect(self) -> None:
        line, game, players = self.line, self.game, self._players
        events: dict[str, Handler] = {
            "new": self._new,
            "undo": lambda value: game.turn(-1),
            "redo": lambda value: game.turn(1),
            "goto": lambda ply: self._go_to(int(ply)),
            "now": lambda value: self._move_now(),
            "swap-sides": lambda value: game.match.swap_sides(),
            "ponder": self._ponder,
            "level": players.set_level,
            "limit": players.set_limit,
            "set": lambda value: players.set(str(value["name"]), value["value"]),
            "edit-side": lambda player: players.edit(int(player)),
            "review-playouts": self._review_with,
            "record-game": lambda place: self._open_record(int(place)),
        }
        for name, handler in events.items():
            line.on(name, self._doing(handler))
        beside: dict[str, Handler] = {  # what leaves a demonstration running, or ends it itself
            "move": self._move,
            "pause": lambda value: self._set(paused=bool(value)),
            "hide": lambda value: self._set(hides=bool(value)),
            "away": lambda value: self._set(away=bool(value)),
            "start": lambda value: game.start_demonstration(),
            "pace": lambda value: game.set_pace(float(value or math.inf)),
        }
        for name, handler in beside.items():
            line.on(name, self._heard(handler))
        line.on("size", self._set_size)
        line.on("hint", lambda value: game.ask_help())
        line.on("review", lambda value: game.start_review())
        line.on("retry", lambda value: game.retry(str(value)))
        line.on("play-on", lambda value: game.play_on())
        line.on("visit", self._arrive)
        line.on("save", lambda name: game.do(lambda: self._save(str(name or ""))))
        line.on("zoom", self._set_level_of_detail)
        line.on("open-more", self._open_more)
        line.on("collapse", self._collapse)
        line.on_upload(self._load)

    def _doing(self, handler: Handler) -> Handler:
        """The handler, what it can't do told to the visitor, who takes the game over."""

        def do(value: Any) -> None:
            self.game.take_over()
            handler(value)

        return lambda value: self.game.do(lambda: do(value))

    def _heard(self, handler: Handler) -> Handler:
        return lambda value: self.game.do(lambda: handler(value))

    # -- the game -----------------------------------------------------------------------------

    def _move(self, action: Any) -> None:
        self.game.take_over(int(action))
        self.game.play(int(action))

    def _move_now(self) -> None:
        self.game.match.move_now()

    def _go_to(self, ply: int) -> None:
        if self.game.reviewing is not None:
            self.game.show_move(ply)
        else:
            self.game.go_to(ply)

    def _set(self, **values: bool) -> None:
        for name, value in values.items():
            setattr(self.game, name, value)

    def _ponder(self, value: Any) -> None:
        self.game.match.ponders = bool(value)

    def _review_with(self, value: Any) -> None:
        self.game.review_with(max(1, min(game_link.MOST_REVIEWED, int(value))))

    def _new(self, value: dict[str, Any]) -> None:
        name, level, first = (str(value.get(name, "")) for name in ("game", "level", "first"))
        own = self.line.own.find(name)
        if own is not None:
            setting = Setting.of(own)
        else:
            setting = setting_of(name, str(value.get("position", "")), value.get("rules"))
        side = self._players.side
        if side is not None and side.recipe is not None:
            side = side if side.recipe.record is setting.record else None
        self.game.begin(new_game(setting, level or FIRST_LEVEL, first, side))

    def _save(self, name: str) -> None:
        """Give the game away, in another program's format by its name or in our own text."""
        game = self.game.record()
        ending = next((f.ending for f in game.setting.record.formats if f.name == name), ".txt")
        text = record.written(game, name) if name else str(game)
        self.line.answer(FileAnswer(f"game{ending}", text))

    def _open_record(self, place: int) -> None:
        """Open one of the record games of the game that is played."""
        setting = self.game.played.setting
        found = setting.record.record_games()[place]
        moved = GameRecord(Setting(setting.game, found.position), moves=found.moves)
        self.game.take(game_link.GamePlace(moved))

    def _load(self, text: str) -> None:
        def load() -> None:
            named = _GAME.findall(text[: record.MOST_CHARACTERS])
            found: GameRecord = record.parse(text, self.line.own.among(named))
            self.game.take(game_link.GamePlace(found))

        self.game.do(load)

    # -- the tree -----------------------------------------------------------------------------

    def _set_size(self, size: Any) -> None:
        self._detail = self._detail.sized(size)
        self._draw()

    def _set_level_of_detail(self, level: Any) -> None:
        level = min(len(ENLARGED) - 1, max(0, int(level)))
        self._detail = replace(self._detail, level=level)
        self._draw()

    def _open_more(self, value: dict[str, Any]) -> None:
        actions = tuple(map(int, value["actions"]))
        self._branches = self._branches.with_more(Opening(actions, int(value["count"])))
        self._draw()

    def _collapse(self, actions: list[int]) -> None:
        self._branches = self._branches.toggled(tuple(map(int, actions)))
        self._draw()

    # -- what the browser says ----------------------------------------------------------------

    def welcome(self, value: dict[str, Any]) -> None:
        """Begin the game of the address, or the first one."""
        with self.line.together():
            if "size" in value:
                self._set_size(value["size"])
            self.game.paused = False
            self._arrive(value["query"])
            if not self._has_game:
                self.game.demonstrate(bool(value.get("still")))

    @property
    def _has_game(self) -> bool:
        """Whether the visitor, a link or another page has begun one, or was refused it."""
        return self.game.number > 1 or self.game.played.ply > 0 or self.game.message is not None

    def _arrive(self, query: Any) -> None:
        """Take the game of an address, if it names one."""
        try:
            place = game_link.from_query(str(query), self.line.own.among)
        except Exception as error:
            self.game.say(f"link: {str(error) or type(error).__name__}")
            return
        if place is not None:
            self.game.do(lambda: self.game.take(place))
        else:
            self._draw()

    def take(self, place: AnyPlace, note: str) -> None:
        """Play against a recipe that another page hands over, or take a game."""

        def begin() -> None:
            if isinstance(place, game_link.GamePlace):
                self.game.take(place)
                return
            recipe = numbered(place.recipe)
            setting = Setting.of(recipe)
            if setting.num_players == 1:
                self.game.begin(Attempt(setting, recipe))
            else:
                self.game.begin(Match(setting, (Side.person(), Side.of_recipe(recipe))))

        self.game.do(begin)
        if note:
            self.game.say(note, is_error=False)

    # -- what the game says -------------------------------------------------------------------

    def _is_ready(self, now: float) -> bool:
        """Whether the screen can take another frame."""
        return not self._is_half_drawn and self.line.is_ready(now)

    def _draw(self) -> None:
        """The board first: what the search says of it takes longer, and is drawn after it."""
        try:
            table = frame.table(self.game, self._num_tables)
        except Exception as error:
            if self.game.own is None or self._is_failing:
                raise
            self._fail(error)
            return
        packed = pack.packed(table)
        if pack.text(packed) == self._table:
            if not self._is_half_drawn:
                self._draw_search()
            return
        self._num_tables += 1
        self._table = pack.text({**packed, "number": self._num_tables})
        self.line.show("table", self._table)
        if not self._is_half_drawn:
            self._is_half_drawn = True
            self.line.later(self._draw_the_rest)

    def _fail(self, error: Exception) -> None:
        """The game's own code can't tell of a position: it is left, and what went wrong is told."""
        self._is_failing = True
        try:
            self.game.fail(error)
        finally:
            self._is_failing = False

    def _draw_the_rest(self) -> None:
        """After the board; an error has nobody else to tell the visitor of it."""
        try:
            self._draw_search()
        except Exception as error:
            logger.exception("the search can't be drawn")
            self.game.fail(error)

    def _draw_search(self) -> None:
        """What the search says, its tree, and all words."""
        start = time.perf_counter()
        self._is_half_drawn = False
        self._drawn += 1
        self.game.note_thinking()
        with self.line.together():
            self.show("players", self._players.frame())
            self.show("said", frame.said(self.game, self._num_tables))
            search = tree.shown_search(self.game)
            root = None if search is None else search.root
            if root is not self._about:
                self._about = root
                self._branches = UNTOUCHED
            picture = tree.picture(self.game, self._detail, self._drawn, self._branches)
            if picture is not None:
                self.line.show("tree", picture)
            self.line.send(words.status(self.game, picture is not None))
        self.game.note_drawing(time.perf_counter() - start + self.line.frame_seconds)
