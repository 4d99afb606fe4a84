"""The games of people's own that one visitor has: on every page the same.

Those of the process (`PROBLEMS`), and the code that the visitor has run in Explore and that was
found to keep the contract. Play and Race take both, by their names, as recipes in numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from explorer.session.code import Code, CodeError, fault
from explorer.session.problems import EDITED, PROBLEMS, Problem, recipe_with
from mcsearch import Recipe
from mcsearch.problem.numbered_recipe import numbered
from mcsearch.problem.own_recipe import ProblemRecipe
from mcsearch.recipe import GAMES


class OwnGames:
    """What `find` takes by a name; `edited` is the visitor's own code, None before it has run."""

    def __init__(self) -> None:
        self.edited: Recipe | None = None
        self._code: Code | None = None
        self._listeners: list[Callable[[], None]] = []

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever other code has run."""
        self._listeners.append(listener)

    def put(self, recipe: Recipe, code: Code) -> None:
        """Take code that keeps the contract for the visitor's own."""
        self.edited, self._code = numbered(recipe), code
        for listener in self._listeners:
            listener()

    def find(self, name: str) -> Recipe | None:
        """The recipe of a game of people's own; None for a name of the engine's games, or none's.

        RecipeError for the visitor's own code before it has run.
        """
        if name in GAMES:
            return None
        if name == EDITED and self.edited is not None:
            return self.edited
        found = recipe_with(name) if name == EDITED or PROBLEMS.find(name) else None
        return None if found is None else numbered(found)

    def among(self, names: Iterable[str]) -> dict[str, Recipe]:
        """The recipes of those names that are games of people's own; RecipeError as in `find`."""
        recipes = {name: self.find(name) for name in names}
        return {name: recipe for name, recipe in recipes.items() if recipe is not None}

    def blame(self, recipe: Recipe, error: Exception) -> CodeError:
        """An error in the game's code as it is shown, with the line to blame where one is known."""
        if recipe.game == EDITED and self._code is not None:
            return fault(error, self._code)
        problem = PROBLEMS.find(recipe.game)
        return fault(error, Code("", "") if problem is None else problem.code)


def offered(num_players: int | None = None) -> list[Problem]:
    """The problems for a Game menu: of so many players, or for any."""
    return [
        problem for problem in PROBLEMS.offered() if num_players in (None, _players_of(problem))
    ]


def _players_of(problem: Problem) -> int:
    """Of a problem; 0 for one that can't begin."""
    try:
        return int(problem.game.num_players)
    except Exception:
        return 0


def is_own(recipe: Recipe) -> bool:
    """Whether a recipe is for a game of people's own."""
    return isinstance(recipe, ProblemRecipe)


def place_of(error: CodeError) -> str:
    """Where the error is: " in line 7", "" where no line is to blame."""
    return f" in line {error.line}" if error.line else ""
