"""The review of a game: what its moves are worth in truth, and what a search believes of them.

The positions are gone through from the last to the first, in slices that the caller drives. Where
the game has an exact solver (`mcsearch.games.SOLVERS`) a move's mark follows the exact values;
elsewhere, and where they take too long, the search's win rates and what it proves. What a later
position proves is known to the earlier ones.

Where chance acts, what it has brought is nobody's mistake: a move is judged by the position after
it and before chance, whose search gives the mean of what may come.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from mcsearch.engine.bounds import ANY_RETURN, Bounds
from mcsearch.play.history import History
from mcsearch.play.levels import find_level
from mcsearch.play.setting import Setting
from mcsearch.play.truth import Truth, best_actions, value_of
from mcsearch.play.values import MoveValue, names_along, values_of
from mcsearch.recipe import Recipe

PLAYOUTS = 100_000
"""With which a position is searched."""

_MORE_BESIDE_PROVEN = 3  # times the playouts, for a position whose next one is proven
MISTAKE_LOSS = 0.1
"""Of the win rate: a move that loses less is none; what is exact loses half or all of a game."""
_LARGE = 0.3
_LINE = 8  # moves of perfect play that are told

MISTAKE, LARGE_MISTAKE = "?", "??"


@dataclass(frozen=True)
class ReviewedPosition:
    """What is known of a position of the game, for the player to move.

    `win_rate` is what the search believes, `believed` the move that it would play; `bounds` are
    what is certain. With `is_solved` the exact values of all moves are known: `best` is then a move
    of perfect play and `line` that of both sides; else they are the search's. `values` are those of
    all legal moves. At the end of the game there are none, nor where chance acts.
    """

    player: int
    win_rate: float
    bounds: Bounds
    visits: int
    best: str
    line: tuple[str, ...]
    values: tuple[MoveValue, ...]
    believed: str = ""
    is_solved: bool = False

    def win_rate_of(self, player: int) -> float:
        return self.win_rate if player == self.player else 1.0 - self.win_rate

    def bounds_of(self, player: int) -> Bounds:
        return self.bounds.seen_by(int(player != self.player))

    @property
    def is_choice(self) -> bool:
        """Whether a move could give something away, as far as that is known."""
        outcomes = {value.bounds[:2] for value in self.values}
        return len(outcomes) > 1 if self.is_solved else len(self.values) > 1

    def loss_of(self, action: Any) -> float:
        """What a move gives away of what the best one is worth, from 0 to 1."""
        worth = {value.action: value for value in self.values}
        tried, best = worth[action], max(self.values, key=lambda value: value.name == self.best)
        if self.is_solved:
            return best.bounds.lower - tried.bounds.lower
        if tried.win_rate != tried.win_rate:
            return 1.0  # the search has not looked at it
        return max(0.0, best.win_rate - tried.win_rate)


@dataclass(frozen=True)
class ReviewedMove:
    """A move of the game, numbered from 1; win rates and bounds are those of its player.

    `before` and `after` are the win rates that the search believed in, `bounds_before` and
    `bounds_after` what is certain; with `is_solved` both are exact. `believed` is the move that the
    search would have played. With `is_drawn` it is what chance has brought, and nobody's.
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
    believed: str = ""
    is_solved: bool = False
    is_choice: bool = True
    is_drawn: bool = False

    @property
    def loss(self) -> float:
        """What the move has given away, from 0 to 1: of the result, or else of the win rate."""
        if self.is_solved:
            return max(0.0, self.bounds_before.lower - self.bounds_after.lower)
        return 0.0 if self.is_drawn or self.name == self.best else self.believed_loss

    @property
    def believed_loss(self) -> float:
        """How much the search's win rate has fallen."""
        return max(0.0, self.before - self.after)

    @property
    def mark(self) -> str:
        """ "??" for a result given away, or more than 30 points of the win rate; "?" for 10 to 30.

        Win rates count only where the exact values are not known.
        """
        is_exact = self.bounds_before.is_exact and self.bounds_after.is_exact
        if self.is_solved or (is_exact and not self.is_drawn):
            return LARGE_MISTAKE if self.loss > 0 else ""
        return _mark(self.loss)

    @property
    def believed_mark(self) -> str:
        """The mark that the search's win rates alone would give."""
        is_right = self.is_drawn or self.name == self.believed
        return "" if is_right else _mark(self.believed_loss)


def _mark(loss: float) -> str:
    if loss > _LARGE:
        return LARGE_MISTAKE
    return MISTAKE if loss >= MISTAKE_LOSS else ""


@dataclass(frozen=True)
class Accuracy:
    """How much of what was to be kept a player has kept.

    `num_moves`: those with which something could be given away; `lost`: what they gave away, a win
    is 1 and a draw 0.5; where the exact values are not known, the fall of the search's win rate.
    """

    num_moves: int
    lost: float

    @property
    def share(self) -> float:
        """1 - lost / num_moves, from 0 to 1; 1 where there was no choice."""
        return 1.0 - self.lost / self.num_moves if self.num_moves else 1.0


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
        self._truth = Truth(setting)
        self._is_asked = False  # for the truth of the position at hand
        self._exact: dict[Any, Bounds] | None = None  # the answer
        self._is_beyond = not self._truth.is_there  # earlier positions take too long
        self._line: Iterator[None] | None = None

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

    @property
    def is_solving(self) -> bool:
        """Whether the exact values of a position are being looked for."""
        return self._is_asked and self._exact is None and not self._is_beyond

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
        if self._is_solved(ply) or after is None or self.state(ply + 1).is_terminal():
            return self.playouts
        return self.playouts * (_MORE_BESIDE_PROVEN if after.bounds.is_exact else 1)

    def _is_solved(self, ply: int) -> bool:
        known = self.positions[ply]
        return self._exact is not None if known is None else known.is_solved

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
            self.positions[ply] = ReviewedPosition(
                int(state.to_play), value, known, 0, "", (), (), is_solved=not self._is_beyond
            )
            return self.is_finished
        if not self._is_beyond and not self._is_asked:
            self._truth.ask(state)
            self._is_asked = True
        if self.is_solving:
            if self._truth.advance(seconds):
                self._exact = self._truth.values
                self._is_beyond = self._exact is None
            return False
        if self._line is not None:
            self._advance_line(seconds)
            return self.is_finished
        if self._search is None:
            self._search = self.search_of(ply)
        self._search.run(seconds=seconds)
        if self._search.stopped:
            found = self._believed(ply, self._search)
            self._search = None
            if self._exact is None:
                after = self.positions[ply + 1] if ply < self.num_moves else None
                if after is not None and not self._game.is_drawn(ply):
                    found = self._with_played(found, ply, after)
                self._settle(ply, found)
            else:
                self._line = self._perfect_line(ply, self._solved(found, self._exact))
        return self.is_finished

    def _settle(self, ply: int, found: ReviewedPosition) -> None:
        self.positions[ply] = found
        self._is_asked = False
        self._exact = None
        self._line = None

    def _believed(self, ply: int, search: Any) -> ReviewedPosition:
        if self._game.is_drawn(ply):
            player, visits = int(self.state(ply).to_play), int(search.iterations)
            rate = float(search.best_score)
            return ReviewedPosition(player, rate, ANY_RETURN, visits, "", (), ())
        sequence = search.best_sequence
        name = search.root.action_name(sequence[0])
        return ReviewedPosition(
            int(self.state(ply).to_play),
            search.best_score,
            search.bounds,
            sum(child.visits for child in search.root_children()),
            name,
            tuple(names_along(search.root, sequence)),
            values_of(search),
            name,
        )

    def _solved(self, found: ReviewedPosition, exact: dict[Any, Bounds]) -> ReviewedPosition:
        """What the search believes of a position, and what its moves are worth in truth."""
        best = best_actions(exact)
        # of equal ones the search's own, if it has found one
        chosen = max(
            (value for value in found.values if value.action in best),
            key=lambda value: (value.name == found.believed, value.visits),
        )
        values = tuple(
            replace(
                value,
                bounds=exact[value.action],
                win_rate=exact[value.action].clip(value.win_rate),
            )
            for value in found.values
        )
        return replace(
            found,
            bounds=value_of(exact),
            best=chosen.name,
            line=(chosen.name,),
            values=values,
            is_solved=True,
        )

    def _perfect_line(self, ply: int, found: ReviewedPosition) -> Iterator[None]:
        """The moves of both sides' perfect play, one after another; the last step settles it."""
        state, line = self.state(ply), [found.best]
        state = state.play(state.parse_action(found.best))
        while len(line) < _LINE and not state.is_terminal():
            self._truth.ask(state)
            while not self._truth.advance(0.0):
                yield
            values = self._truth.values
            if values is None:
                break
            action = best_actions(values)[0]
            line.append(state.action_name(action))
            state = state.play(action)
            yield
        self._settle(ply, replace(found, line=tuple(line)))

    def _advance_line(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        for _ in self._line or ():
            if time.perf_counter() >= end:
                return

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
        if played.name == found.best:
            # the later search looked deeper; another move is worth what the earlier one saw in it
            others = [value.win_rate for value in values if value.win_rate == value.win_rate]
            rate = bounds.clip(min(rate, max(others)))
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
        if self._game.is_drawn(number - 1):
            name, rate = self._game.name_at(number - 1), after.win_rate_of(player)
            known = before.bounds, after.bounds_of(player)
            rates = before.win_rate, rate
            drawn = ReviewedMove(number, player, name, *rates, *known, "", (), is_choice=False)
            return replace(drawn, is_drawn=True)
        # what is known of it before the move counts, too: by the solver, or proven by the search
        tried = next(value for value in before.values if value.action == action)
        believed = after.win_rate_of(player)
        if before.is_solved:
            bounds = tried.bounds
        else:
            bounds = after.bounds_of(player).met_with(tried.bounds)
            believed = bounds.clip(believed)
        return ReviewedMove(
            number,
            player,
            state.action_name(action),
            before.win_rate,
            believed,
            before.bounds,
            bounds,
            before.best,
            before.line,
            before.believed,
            before.is_solved,
            before.is_choice,
        )

    def moves(self) -> list[ReviewedMove | None]:
        """All moves of the game."""
        return [self.move(number) for number in range(1, self.num_moves + 1)]

    def mistakes(self) -> list[ReviewedMove]:
        """The moves with a mark, the largest loss first."""
        marked = [move for move in self.moves() if move is not None and move.mark]
        return sorted(marked, key=lambda move: -move.loss)

    def accuracy(self, player: int) -> Accuracy:
        """How well a player has played, by the moves that are reviewed."""
        counted = [
            move
            for move in self.moves()
            if move is not None and move.player == player and move.is_choice
        ]
        return Accuracy(len(counted), sum(move.loss for move in counted))

    def curve(self, player: int) -> list[float | None]:
        """The win rate of a player at every position, as the search believes; None before that."""
        return [
            None if position is None else position.win_rate_of(player)
            for position in self.positions
        ]

    def bounds_at(self, ply: int, player: int) -> Bounds:
        """What is certain for a player after so many moves."""
        position = self.positions[ply]
        return ANY_RETURN if position is None else position.bounds_of(player)
