"""The games: one module or package each, found by listing this folder; each has a `GAME` record.

A game may import the engine and numerics, and what games share here. Where perfect play can be
computed, a module beside the game has a `SOLVER` record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from mcsearch.engine.bounds import Bounds
from mcsearch.engine.parameter import Parameter
from mcsearch.engine.registry import Registry
from mcsearch.games.file_format import FileFormat

PIE_RULE = Parameter(
    "pie_rule", "bool", False, "Pie rule", "the second player may take over the first stone"
)


@dataclass(frozen=True)
class RecordGame:
    """A published game of one player: the `moves` from a `position`'s text, as the game names them.

    `author` is who found it, `source` where it was published.
    """

    author: str
    score: float
    position: str
    moves: tuple[str, ...]
    source: str


@dataclass(frozen=True)
class Game:
    """What the rest of the program knows of a game.

    `kind` is what lies on its board, "tiles" or "stones": so a position is set up. `start` reads a
    position's text, with the values of `parameters`, and returns the state; it raises RecipeError.
    `default_rule` is the selection rule whose constants suit the game's scores; "": the search's.
    `rules` are what a person who plays it has to know, in about three sentences. `mirrors`: which
    reflections and turns of the board leave the game the same: "sides" (left and right), "turn"
    (half a turn), "all" that its cells allow, or none. `has_chance`: between moves outcomes come
    about that nobody chooses. `formats`: the files of other programs in which its games travel.
    `published`: one player: the best scores published for a position's board, the highest first,
    each with what it is called. `positions`: the texts of those that are offered to begin with,
    which `positions_label` is a word for; what comes after a colon in a position's text says more
    of the board, or has been played from there. `record_games`: one player: games that others have
    published.
    """

    name: str
    title: str
    num_players: int
    kind: str
    has_kinds: bool
    default_position: str
    position_help: str
    source: str
    start: Callable[[str, Mapping[str, Any]], Any]
    parameters: tuple[Parameter, ...] = ()
    default_rule: str = ""
    rules: str = ""
    mirrors: str = ""
    has_chance: bool = False
    formats: tuple[FileFormat, ...] = ()
    published: Callable[[Any], tuple[tuple[str, float], ...]] = lambda state: ()
    positions: tuple[str, ...] = ()
    positions_label: str = ""
    record_games: Callable[[], tuple[RecordGame, ...]] = tuple

    @property
    def searched_as(self) -> int:
        """For how many players its searches are, 1 or 2.

        Where chance acts there is no best sequence to look for: one player's game is searched for
        the best move, as those of two players are.
        """
        return 2 if self.has_chance else self.num_players

    def offered(self, position: str) -> str:
        """Which of `positions` a position's text begins with; "": none."""
        beginning = (position or self.default_position).partition(":")[0].strip()
        return beginning if beginning in self.positions else ""

    def choices(self, position: str) -> tuple[str, ...]:
        """`positions`, and "" for another where a position's text begins with none of them."""
        is_other = bool(self.positions) and not self.offered(position)
        return (*self.positions, "") if is_other else self.positions


GAMES = Registry(__name__, lambda module: [module.GAME] if hasattr(module, "GAME") else [])
"""Empty until its `load`: a game's module imports this package."""


class ExactSolver(Protocol):
    """Finds the exact values of a position's moves, in slices; what it learns stays for the next.

    `begin` takes a position, `run` looks at up to so many positions and returns whether everything
    is known. `bounds` are those of each legal action for the player to move, `plies` those of the
    position after it. `is_settled`: it is known for every action who wins. `at_work` is the action
    that is looked at next; None when everything is known. `copy_from` takes over what a solver for
    the same size knows, and where it is.
    """

    @property
    def num_nodes(self) -> int: ...
    @property
    def bounds(self) -> dict[Any, Bounds]: ...
    @property
    def is_settled(self) -> bool: ...
    @property
    def is_finished(self) -> bool: ...
    @property
    def at_work(self) -> Any: ...
    @property
    def num_bytes(self) -> int: ...
    def begin(self, state: Any) -> None: ...
    def run(self, nodes: int) -> bool: ...
    def copy_from(self, other: Any) -> None: ...


@dataclass(frozen=True)
class SolverRecord:
    """A game's solver: `name` is the game's, `build` makes one for positions like the given one.

    `budget`: how many nodes it is worth to know who wins in a position, a few seconds' at most.
    """

    name: str
    build: Callable[[Any], ExactSolver]
    budget: Callable[[Any], int]


SOLVERS = Registry(__name__, lambda module: [module.SOLVER] if hasattr(module, "SOLVER") else [])
"""The solvers, by the names of their games; empty until its `load`."""
