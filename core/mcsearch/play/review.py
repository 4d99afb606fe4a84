"""The review of a game: every position searched again, the win rates and the mistakes by size.

The positions are searched from the last to the first, in slices that the caller drives. What a
later position proves is known to the earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from mcsearch.engine.bounds import ANY_RETURN, Bounds
from mcsearch.play.history import History
from mcsearch.play.levels import find_level
from mcsearch.play.setting import Setting
from mcsearch.play.values import MoveValue, names_along, values_of
from mcsearch.recipe import Recipe

PLAYOUTS = 100_000
"""With which a position is searched."""

_MORE_BESIDE_PROVEN = 3  # times the playouts, for a position whose next one is proven
_SMALL, _LARGE = 0.1, 0.3  # of the win rate, lost by a move

MISTAKE, LARGE_MISTAKE = "?", "??"


@dataclass(frozen=True)
class ReviewedPosition:
    """What is known of a position of the game; win rates are those of the player to move.

    `line` are the names of the moves of the expected play, the best first; `values` those of all
    legal moves. At the end of the game there are none.
    """

    player: int
    win_rate: float
    bounds: Bounds
    visits: int
    best: str
    line: tuple[str, ...]
    values: tuple[MoveValue, ...]

    def win_rate_of(self, player: int) -> float:
        return self.win_rate if player == self.player else 1.0 - self.win_rate

    def bounds_of(self, player: int) -> Bounds:
        return self.bounds.seen_by(int(player != self.player))


@dataclass(frozen=True)
class ReviewedMove:
    """A move of the game, numbered from 1; win rates and bounds are those of its player.

    `before` is what the best move was worth, `after` what the game was worth once the move was
    made. `mark` is "?" for a loss of 10 to 30 points of the win rate, "??" for more or for a proven
    result given away, else "".
    """

    number: int
    player: int
    name: str
    before: float
    after: float
    bounds_before: Bounds
    bounds_after: Bounds
    best: str
    line: tuple[str, ...]

    @property
    def loss(self) -> float:
        """How much of the win rate the move has given away, from 0 to 1."""
        return max(0.0, self.before - self.after)

    @property
    def mark(self) -> str:
        if self.bounds_before.is_exact and self.bounds_after.is_exact:
            return LARGE_MISTAKE if self.loss > 0 else ""
        if self.loss > _LARGE:
            return LARGE_MISTAKE
        return MISTAKE if self.loss >= _SMALL else ""


class Review:
    """The review of a game's moves from a setting, position by position.

    `recipe` says how a position is searched; by default at full strength. `positions` has a
    position for each moment of the game, the start first; None before it is reviewed.
    """

    def __init__(
        self,
        setting: Setting,
        moves: Iterable[str],
        playouts: int = PLAYOUTS,
        recipe: Recipe | None = None,
    ) -> None:
        given = recipe
        if given is None:
            given = find_level("full").recipe(setting.game, own=setting.own)
        budget = {"iterations": _MORE_BESIDE_PROVEN * playouts, "seconds": 0.0}
        self.setting = setting
        self.playouts = playouts
        self.recipe = setting.recipe_for(given).with_parameters(budget)
        self._game = History(setting)
        self._game.play_through(moves)
        self.positions: list[ReviewedPosition | None] = [None] * (self.num_moves + 1)
        self._search: Any = None

    @property
    def num_moves(self) -> int:
        return self._game.ply

    @property
    def num_left(self) -> int:
        """Positions that are not reviewed yet."""
        return self.positions.count(None)

    @property
    def is_finished(self) -> bool:
        return self.num_left == 0

    def state(self, ply: int) -> Any:
        """The position after so many moves."""
        return self._game.state_at(ply)

    def recipe_of(self, ply: int) -> Recipe:
        """The recipe that searches a position of the game again, with the same result."""
        recipe = self._recipe_with_budget(ply)
        return recipe if ply == 0 else recipe.replace(position=str(self.state(ply)))

    def search_of(self, ply: int) -> Any:
        """The search of a position of the game, not begun, as `recipe_of` describes it."""
        return self._recipe_with_budget(ply).search_from(self.state(ply))

    def _recipe_with_budget(self, ply: int) -> Recipe:
        return self.recipe.with_parameters({"iterations": self._budget(ply)})

    def _budget(self, ply: int) -> int:
        """The playouts of a position: more where a proven result may have been given away."""
        after = self.positions[ply + 1] if ply < self.num_moves else None
        if after is not None and after.bounds.is_exact and not self.state(ply + 1).is_terminal():
            return self.playouts * _MORE_BESIDE_PROVEN
        return self.playouts

    # --- slices ---

    def advance(self, seconds: float = 0.01) -> bool:
        """Search for a slice; return whether the review is finished."""
        if self.is_finished:
            return True
        ply = self.num_left - 1
        state = self.state(ply)
        if state.is_terminal():
            value = state.returns_to_mover()
            known = Bounds(value, value, 0)
            self.positions[ply] = ReviewedPosition(int(state.to_play), value, known, 0, "", (), ())
            return self.is_finished
        if self._search is None:
            self._search = self.search_of(ply)
        self._search.run(seconds=seconds)
        if self._search.stopped:
            self.positions[ply] = self._reviewed(ply, self._search)
            self._search = None
        return self.is_finished

    def _reviewed(self, ply: int, search: Any) -> ReviewedPosition:
        player = int(self.state(ply).to_play)
        sequence = search.best_sequence
        found = ReviewedPosition(
            player,
            search.best_score,
            search.bounds,
            sum(child.visits for child in search.root_children()),
            search.root.action_name(sequence[0]),
            tuple(names_along(search.root, sequence)),
            values_of(search),
        )
        after = self.positions[ply + 1] if ply < self.num_moves else None
        return found if after is None else self._with_played(found, ply, after)

    def _with_played(
        self, found: ReviewedPosition, ply: int, after: ReviewedPosition
    ) -> ReviewedPosition:
        """A position with what the search of the next one knows of the move that was played."""
        action = self._game.actions[ply]
        theirs = after.bounds_of(found.player)
        values = []
        for value in found.values:
            if value.action == action:
                bounds = value.bounds.met_with(theirs)
                rate = bounds.clip(after.win_rate_of(found.player))
                value = replace(value, win_rate=rate, bounds=bounds)
            values.append(value)
        played = next(value for value in values if value.action == action)
        lower = max(found.bounds.lower, played.bounds.lower)
        bounds = Bounds(lower, max(lower, found.bounds.upper), found.bounds.plies)
        if bounds.is_exact and not found.bounds.is_exact:
            bounds = Bounds(lower, lower, played.bounds.plies + 1)
        rate = bounds.clip(found.win_rate)
        if played.win_rate > rate and not found.bounds.is_exact:
            # the later search looked deeper: what was played is the best that is known
            line = (played.name, *after.line)
            return replace(
                found,
                win_rate=bounds.clip(played.win_rate),
                bounds=bounds,
                best=played.name,
                line=line,
                values=tuple(values),
            )
        return replace(found, win_rate=rate, bounds=bounds, values=tuple(values))

    # --- what it tells ---

    def move(self, number: int) -> ReviewedMove | None:
        """A move of the game, from 1; None before both positions around it are reviewed."""
        before, after = self.positions[number - 1], self.positions[number]
        if before is None or after is None:
            return None
        player = before.player
        state, action = self.state(number - 1), self._game.actions[number - 1]
        # what the search before the move has proven of it is known, too
        tried = next(value for value in before.values if value.action == action)
        bounds = after.bounds_of(player).met_with(tried.bounds)
        return ReviewedMove(
            number,
            player,
            state.action_name(action),
            before.win_rate,
            bounds.clip(after.win_rate_of(player)),
            before.bounds,
            bounds,
            before.best,
            before.line,
        )

    def moves(self) -> list[ReviewedMove | None]:
        """All moves of the game."""
        return [self.move(number) for number in range(1, self.num_moves + 1)]

    def mistakes(self) -> list[ReviewedMove]:
        """The moves with a mark, the largest loss first."""
        marked = [move for move in self.moves() if move is not None and move.mark]
        return sorted(marked, key=lambda move: -move.loss)

    def curve(self, player: int) -> list[float | None]:
        """The win rate of a player at every position of the game; None where it is not known."""
        return [
            None if position is None else position.win_rate_of(player)
            for position in self.positions
        ]

    def bounds_at(self, ply: int, player: int) -> Bounds:
        """What is certain for a player after so many moves."""
        position = self.positions[ply]
        return ANY_RETURN if position is None else position.bounds_of(player)
