"""A search that follows a game: it thinks, it keeps the branch that is played, it goes back."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from mcsearch.engine.limits import MAX_ITERATIONS
from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.tree import NONE, ROOT
from mcsearch.recipe import Recipe

_MOST_BYTES = 64_000_000 if sys.platform == "emscripten" else 256_000_000
_MAX_SECONDS = 3600.0


@dataclass(frozen=True)
class Limit:
    """How long a search thinks about a move: by playouts in its tree, or by seconds.

    Playouts that the tree has kept from the moves before count, so that what was thought on the
    opponent's time makes a search quicker and not stronger.
    """

    playouts: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if (self.playouts > 0) == (self.seconds > 0):
            raise RecipeError(
                f"thinking: {self.playouts} playouts and {self.seconds:g} seconds; "
                "give one of them, more than 0"
            )
        if not 0 <= self.playouts <= MAX_ITERATIONS // 2:
            raise RecipeError(
                f"thinking: {self.playouts} playouts; give 1 to {MAX_ITERATIONS // 2}"
            )
        if not 0 <= self.seconds <= _MAX_SECONDS:
            raise RecipeError(f"thinking: {self.seconds:g} seconds; give up to {_MAX_SECONDS:g}")

    def __str__(self) -> str:
        """As game files have it, see `parse`."""
        if self.playouts:
            return f"{self.playouts} playouts"
        return f"{self.seconds:g} seconds"

    @classmethod
    def parse(cls, text: str) -> Limit:
        """The limit of "16000 playouts" or "2.5 seconds"; or RecipeError."""
        amount, _, unit = text.strip().partition(" ")
        try:
            if unit == "playouts":
                return cls(playouts=int(amount))
            if unit == "seconds":
                return cls(seconds=float(amount))
        except ValueError as error:
            if isinstance(error, RecipeError):
                raise
        raise RecipeError(
            f"thinking: {text[:40]!r} is not valid; give such as '16000 playouts' or '2 seconds'"
        )

    @classmethod
    def of(cls, recipe: Recipe) -> Limit:
        """The limit of a recipe's own budget; its seconds where it has any."""
        values = recipe.values
        if values.get("seconds"):
            return cls(seconds=float(values["seconds"]))
        return cls(playouts=min(int(values["iterations"]), MAX_ITERATIONS // 2))


class Kept(NamedTuple):
    """What became of a tree's nodes when a move was played."""

    kept: int
    freed: int


class Thinker:
    """The search of one recipe at the present position of a game.

    With `remembers` the searches of the positions before are kept too, as many as there is memory
    for, so that a move that is taken back finds its tree again. A recipe with several `trees`
    begins anew at every move. A move's branch is cut out of the tree, and the tree copied, only
    when the search is asked for next: until then following a move takes no time.
    """

    def __init__(
        self,
        recipe: Recipe,
        state: Any,
        limit: Limit,
        remembers: bool = True,
        clock: Callable[[], float] = time.perf_counter,
        most_bytes: int = _MOST_BYTES,
    ) -> None:
        self.recipe = recipe.with_parameters({"iterations": MAX_ITERATIONS, "seconds": 0.0})
        self.limit = limit
        self.spent_seconds = 0.0
        self._kept = Kept(0, 0)
        self._remembers = remembers
        self._clock = clock
        self._most_bytes = most_bytes
        self._ply = 0
        self._searches: dict[int, Any] = {0: self._new(state)}  # by ply
        self._last: list[Any] = []  # the actions that led here: a move, and what chance has brought
        self._came_from: dict[int, int] = {}  # by ply, that of the position before the last move
        self._ahead: list[tuple[Any, Any]] = []  # actions and states that it has yet to follow

    @property
    def search(self) -> Any:
        """The search at the present position."""
        self._catch_up()
        return self._searches[self._ply]

    @property
    def kept(self) -> Kept:
        """What became of the nodes when the last move was played."""
        self._catch_up()
        return self._kept

    @property
    def search_before(self) -> Any:
        """The search of the position before the last move; None where it is not kept."""
        self._catch_up()
        return self._searches.get(self._came_from.get(self._ply, self._ply - 1))

    @property
    def playouts(self) -> int:
        """Playouts in the present position's tree, with those kept from before."""
        return _visits(self.search)

    def _new(self, state: Any) -> Any:
        return self.recipe.search_from(state)

    # --- thinking ---

    @property
    def has_thought(self) -> bool:
        """Whether the limit is reached, or nothing is left to think about."""
        search = self.search
        if search.stopped:
            return True
        if self.limit.seconds:
            used = self.spent_seconds >= self.limit.seconds
        else:
            used = self.playouts >= self.limit.playouts
        if not used or self.playouts == 0:
            return False
        settled = search.final_move.is_settled(search.numbered_children())
        return settled or self.progress >= 2.0

    @property
    def progress(self) -> float:
        """The used share of the limit; up to 2 while a final move asks for more."""
        if self.limit.seconds:
            return self.spent_seconds / self.limit.seconds
        return self.playouts / self.limit.playouts

    def think(self, seconds: float) -> bool:
        """Search for at most so many seconds; return whether the thinking has come to its end."""
        if self.has_thought:
            return True
        if self.limit.seconds:
            left = self.limit.seconds - self.spent_seconds
            self._run(None, min(seconds, left) if left > 0 else seconds)
        else:
            left = self.limit.playouts - self.playouts
            self._run(left if left > 0 else self.limit.playouts // 50 + 1, seconds)
        return self.has_thought

    @property
    def is_exhausted(self) -> bool:
        """Whether more search would add nothing, since all is proven.

        It is not known before a move that was just played is followed.
        """
        return not self._ahead and bool(self.search.stopped)

    def ponder(self, seconds: float) -> bool:
        """Search on the opponent's time; return whether there is nothing more to gain."""
        self._catch_up()
        if self.is_exhausted:
            return True
        self.search.run(seconds=seconds)
        return False

    def _run(self, playouts: int | None, seconds: float) -> None:
        started = self._clock()
        self.search.run(playouts, seconds)
        self.spent_seconds += self._clock() - started

    def best(self) -> Any:
        """The action to play now; a playout is made where nothing is known yet."""
        if not self.search.best_numbers():
            self.search.run(len(self.search.root.legal_actions()))
        return self.search.best_action()

    # --- following a game ---

    def has_kept(self, actions: Sequence[Any]) -> bool:
        """Whether the last move kept the node that actions from the present position lead to.

        It can tell while it remembers the search before the move; else it denies.
        """
        before = self.search_before if self.kept.kept else None
        return before is not None and before.tree.find([*self._last, *actions]) != NONE

    def follow(self, action: Any, state: Any) -> None:
        """The action was played here and led to a state; its branch of the tree is kept."""
        self._ahead.append((action, state))
        self.spent_seconds = 0.0

    def _catch_up(self) -> None:
        while self._ahead:
            count = 1
            while self._ahead[count - 1][1].is_chance and count < len(self._ahead):
                count += 1
            self._advance(self._ahead[:count])
            del self._ahead[:count]  # not before: what could not be followed is tried again

    def _advance(self, steps: list[tuple[Any, Any]]) -> None:
        """Follow a move, and what chance has brought after it."""
        before = self._searches[self._ply]
        self._forget_after(self._ply)
        if hasattr(before, "members") or (len(steps) > 1 and _is_small(before)):
            after, kept = self._new(steps[-1][1]), 0
        else:
            after, kept = before.copy() if self._remembers else before, 0
            for action, _ in steps:
                kept = after.advance_root(action)
        if not self._remembers:
            self._searches.clear()
        self._came_from[self._ply + len(steps)] = self._ply
        self._ply += len(steps)
        self._last = [action for action, _ in steps]
        self._searches[self._ply] = after
        self._kept = Kept(kept, before.tree.size - kept if after is not before else 0)
        self._thin()

    def go_to(self, ply: int, state: Any) -> None:
        """Go back or forth to a position of the game; its search is as it was left, if kept."""
        self._catch_up()
        self._ply = ply
        if ply not in self._searches:
            self._searches[ply] = self._new(state)
        self.spent_seconds = 0.0
        self._kept = Kept(0, 0)
        self._thin()

    def _forget_after(self, ply: int) -> None:
        for later in [known for known in self._searches if known > ply]:
            del self._searches[later]

    def _thin(self) -> None:
        """Drop the searches farthest from the present until the rest fits."""
        while len(self._searches) > 1 and self.num_bytes > self._most_bytes:
            del self._searches[max(self._searches, key=lambda ply: abs(ply - self._ply))]

    @property
    def num_bytes(self) -> int:
        """Bytes of the trees that are kept."""
        return sum(_bytes(search) for search in self._searches.values())


def _members(search: Any) -> list[Any]:
    return list(getattr(search, "members", [search]))


def _is_small(search: Any) -> bool:
    """Whether a tree may have no room for all that chance may bring, and then keeps nothing."""
    return int(search.tree.capacity) <= int(search.root.max_actions)


def _visits(search: Any) -> int:
    return sum(member.tree.visits_of(ROOT) for member in _members(search))


def _bytes(search: Any) -> int:
    """What a search takes; in a browser no part of the pool of nodes comes for nothing."""
    if sys.platform != "emscripten":
        return int(search.num_bytes)
    return sum(member.tree.num_pool_bytes for member in _members(search))
