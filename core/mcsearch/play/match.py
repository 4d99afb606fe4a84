"""A game for two players, each a person or a search; slices of it are driven by the caller."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from mcsearch.engine.parameter import RecipeError
from mcsearch.play.history import History
from mcsearch.play.levels import find_level
from mcsearch.play.setting import Setting
from mcsearch.play.thinker import Limit, Thinker
from mcsearch.play.values import Hint, MoveValue, hint_of, values_of
from mcsearch.recipe import Recipe

ADVICE = Limit(playouts=20_000)
"""How long is thought about a hint."""
ADVICE_OF_OWN = Limit(playouts=4_000)
"""The same in a game of a person's own, whose playouts take longer."""

_NAMES = ("first", "second")


@dataclass(frozen=True)
class Side:
    """Who plays: a person (without a recipe), or a search with its limit of thinking.

    `level` is the name of the level that the search is of, "" for another recipe. `name` is what
    another recipe is called, such as an entrant of a race; "" for nothing in particular.
    """

    recipe: Recipe | None = None
    limit: Limit | None = None
    level: str = ""
    name: str = ""

    @property
    def is_person(self) -> bool:
        return self.recipe is None

    @classmethod
    def person(cls) -> Side:
        return cls()

    @classmethod
    def of_level(cls, name: str, game: str, seed: int = 0, own: Recipe | None = None) -> Side:
        """The search of a named level; RecipeError for an unknown name.

        `own` is any recipe of a person's own game, which no name finds.
        """
        recipe = find_level(name).recipe(game, seed, own)
        return cls(recipe, Limit.of(recipe), name)

    @classmethod
    def of_recipe(cls, recipe: Recipe, name: str = "") -> Side:
        """A search that thinks as long about each move as its recipe says."""
        return cls(recipe, Limit.of(recipe), name=name)

    def __str__(self) -> str:
        if self.recipe is None:
            return "person"
        return f"search, {find_level(self.level).title if self.level else str(self.limit)}"


def ends_by_line(state: Any) -> bool:
    """Whether a game that is over has ended by a line of stones, which somebody has made."""
    return state.board is not None and bool(state.board.row_lengths)


class Match(History):
    """A game from a setting between two sides, at one of its positions.

    The caller calls `advance` again and again; it thinks for at most a slice, plays the search's
    move when its thinking has come to its end, and ponders while a person is to move. Where chance
    acts it does at once after a move.
    """

    def __init__(
        self,
        setting: Setting,
        sides: tuple[Side, Side],
        moves: Iterable[str] = (),
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        if setting.num_players != 2:
            raise RecipeError(f"match: {setting.game} is for one player; play an Attempt at it")
        super().__init__(setting)
        self.ponders = False
        self._clock = clock
        self._told: list[tuple[MoveValue, ...]] = []  # before each move, at the moment it was made
        self._sides = list(sides)
        self._thinkers: list[Thinker | None] = [self._thinker(side) for side in sides]
        self._adviser: Thinker | None = None
        self._replied = (-1, 0)  # the ply after a search's last move, and its playouts
        self.play_through(moves)

    def _thinker(self, side: Side) -> Thinker | None:
        if side.recipe is None or side.limit is None:
            return None
        recipe = self.setting.recipe_for(side.recipe)
        thinker = Thinker(recipe, self._states[0], side.limit, clock=self._clock)
        if self.ply:
            thinker.go_to(self.ply, self.state)
        return thinker

    # --- reading ---

    @property
    def sides(self) -> tuple[Side, Side]:
        return (self._sides[0], self._sides[1])

    @property
    def player(self) -> int:
        """The player to move, 0 for who has begun."""
        return int(self.state.to_play)

    @property
    def has_person(self) -> bool:
        """Whether a person plays either side."""
        return any(side.is_person for side in self._sides)

    @property
    def waits_for_person(self) -> bool:
        """Whether it is a person's turn."""
        return not self.is_over and self._sides[self.player].is_person

    @property
    def thinker(self) -> Thinker | None:
        """The search of the side to move, or the other side's while a person is to move."""
        return self._thinkers[self.player] or self._thinkers[1 - self.player]

    @property
    def winner(self) -> int | None:
        """The player who has won; None while the game goes on and for a draw."""
        value = self.state.returns() if self.is_over else 0.5
        return None if value == 0.5 else int(value < 0.5)

    def result(self) -> str:
        """How the game has ended: "first wins: four in a row"; "" while it goes on.

        A person's own game does not say why it is over.
        """
        if not self.is_over:
            return ""
        reason = self.reason(_NAMES)
        told = "draw" if self.winner is None else f"{_NAMES[self.winner]} wins"
        return f"{told}: {reason}" if reason else told

    def reason(self, names: tuple[str, str]) -> str:
        """Why the game is over, "" where that is not known; `names` are those of the players.

        A line that loses is told as made by the player who has lost by it.
        """
        ending = str(self.state.ending())
        made_by = 1 - self.player if self.last_move < 0 else self._states[self.last_move].to_play
        if not ending or not ends_by_line(self.state) or self.winner in (None, made_by):
            return ending
        return f"{names[made_by]} made {ending}"

    @property
    def pie_swap(self) -> Any:
        """The action that swaps sides by the pie rule, where it is offered; else None."""
        return self.state.pie_swap

    def values(self) -> tuple[MoveValue, ...]:
        """What the search of `thinker` says of the legal moves; () without a search."""
        thinker = self.thinker
        return () if thinker is None or self.is_over else values_of(thinker.search)

    def values_before(self, number: int) -> tuple[MoveValue, ...]:
        """What `values` said when a move was made; the plies are numbered from 1."""
        return self._told[number - 1]

    # --- moves ---

    def play(self, action: Any) -> None:
        """A person's move; ValueError for an illegal one or out of turn."""
        if self.is_over:
            raise ValueError("the game is over; take moves back or begin a new one")
        if not self.waits_for_person:
            raise ValueError("it is the search's turn; let it move, or take a move back")
        self._play(action)
        self._throw()

    def play_named(self, name: str) -> None:
        """A person's move by its name; ValueError for one that is not legal."""
        self.play(self.state.parse_action(name))

    def _play(self, action: Any) -> None:
        told = () if self.is_drawn(self.ply) else self.values()
        action, after = self._append(action)
        self._told[self.ply - 1 :] = [told]
        for thinker in self._followers():
            thinker.follow(action, after)

    def _make(self, action: Any) -> None:
        self._play(action)

    def _followers(self) -> list[Thinker]:
        thinkers = [*self._thinkers, self._adviser]
        return list({id(t): t for t in thinkers if t is not None}.values())

    def undo_turn(self) -> int:
        """Take moves back until a person is to move, or to the beginning; return how many.

        Where no person plays, it is one move.
        """
        return -self.go_to(self._turn(range(self.ply - 1, -1, -1), 0))

    def redo_turn(self) -> int:
        """Play again until a person is to move, or to the last move; return how many.

        Where no person plays, it is one move.
        """
        last = len(self._actions)
        return self.go_to(self._turn(range(self.ply + 1, last + 1), last))

    def _turn(self, plies: Iterable[int], otherwise: int) -> int:
        turns = (ply for ply in plies if not self.is_drawn(ply))
        if not self.has_person:
            return next(turns, otherwise)
        persons = (ply for ply in turns if self._sides[self._states[ply].to_play].is_person)
        return next(persons, otherwise)

    def _arrived(self) -> None:
        for thinker in self._followers():
            thinker.go_to(self.ply, self.state)

    # --- sides ---

    def swap_sides(self) -> None:
        """Each side goes on with what was the other's; the searches keep their trees."""
        self._sides.reverse()
        self._thinkers.reverse()

    def set_side(self, player: int, side: Side) -> None:
        """Let another side go on for a player, with a new tree; RecipeError for a wrong recipe."""
        thinker = self._thinker(side)
        self._sides[player] = side
        self._thinkers[player] = thinker

    def set_limit(self, player: int, limit: Limit) -> None:
        """Let a search think longer or shorter, also about the move it thinks about now."""
        thinker = self._thinkers[player]
        if thinker is None:
            raise ValueError(f"the {_NAMES[player]} player is a person, whom no limit binds")
        thinker.limit = limit
        side = self._sides[player]
        self._sides[player] = replace(side, limit=limit, level="", name="")

    # --- slices ---

    def advance(self, seconds: float = 0.01) -> str:
        """Do a slice of whatever is to do and say what it was.

        "thinking", "moved" (the search has played), "pondering", "waiting" (for a person, or with
        nothing more to ponder) or "over".
        """
        if self.is_over:
            return "over"
        own = self._thinkers[self.player]
        if own is not None:
            if not own.think(seconds):
                return "thinking"
            self._reply(own)
            return "moved"
        other = self._thinkers[1 - self.player]
        if not self.ponders or other is None or other.ponder(seconds):
            return "waiting"
        return "pondering"

    def move_now(self) -> None:
        """End the search's thinking and play what it has found; ValueError on a person's turn."""
        own = None if self.is_over else self._thinkers[self.player]
        if own is None:
            raise ValueError("no search is to move")
        self._reply(own)

    def _reply(self, thinker: Thinker) -> None:
        playouts = thinker.playouts
        self._play(thinker.best())
        self._throw()
        self._replied = (self.ply, playouts)

    @property
    def reply_playouts(self) -> int:
        """On how many playouts the search's move that led here rests; 0 where it is not known."""
        ply, playouts = self._replied
        return playouts if ply == self.ply else 0

    # --- hints ---

    @property
    def advice(self) -> Limit:
        """How long is thought about a hint."""
        return ADVICE if self.setting.own is None else ADVICE_OF_OWN

    def advise(self, seconds: float = 0.01) -> bool:
        """Think for a slice about what the side to move should do; return whether it is known.

        It is a search at full strength that thinks, and it keeps its tree from hint to hint.
        """
        if self.is_over:
            raise ValueError("the game is over; there is nothing to advise")
        if self._adviser is None:
            setting = self.setting
            side = Side.of_level("full", setting.game, own=setting.own)
            self._adviser = self._thinker(replace(side, limit=self.advice))
        assert self._adviser is not None
        return self._adviser.think(seconds)

    @property
    def hint(self) -> Hint | None:
        """What the adviser has found so far about the present position; None before `advise`."""
        return None if self._adviser is None else hint_of(self._adviser.search)
