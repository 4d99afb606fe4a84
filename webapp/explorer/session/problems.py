"""People's problems beside the engine's games: the examples, the classes of files, edited code.

Of files that have a search, a function `run`, the code is kept for who examines it.

What a visitor may ask for by a name is in `PROBLEMS`. Edited code has no name that others know:
its recipe carries it, and no link does.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

from explorer.session.code import Code, CodeError, defined, problem_classes
from mcsearch import Recipe, RecipeError
from mcsearch.check.tree_recipe import NAME as TREE_NAME
from mcsearch.games import Game
from mcsearch.problem.own_recipe import game_of, recipe_of
from mcsearch.recipe import GAMES

EDITED = "your-game"
"""The name of edited code in recipes, links and files."""

_EXAMPLES = "mcsearch.examples"
_SHORT = 14  # letters


@dataclass
class Problem:
    """A problem by its name; `text` is its source where it may be read, `make` gives one."""

    name: str
    title: str
    text: str
    make: Callable[[], Any]
    file: str = ""

    @property
    def code(self) -> Code:
        """The source with the name that its exceptions have it under."""
        return Code(self.text, self.file)

    @property
    def short(self) -> str:
        """The title where there is little room."""
        title = self.title.partition(" with ")[0]
        return title if len(title) <= _SHORT else title.split()[-1].capitalize()

    @cached_property
    def game(self) -> Game:
        return game_of(self.name, self.title, self.make)


class Problems(dict[str, Problem]):
    """The problems of this process: the examples, and the classes of the files it was given."""

    def __init__(self) -> None:
        super().__init__()
        self._files: tuple[tuple[str, int], ...] = ()
        self.searches: list[Code] = []

    @cached_property
    def examples(self) -> list[Problem]:
        """Those that come with the package, in the order of their files; read when asked for."""
        files = (file for file in resources.files(_EXAMPLES).iterdir() if _is_module(file.name))
        texts = {file.name: file.read_text("utf-8") for file in sorted(files, key=str)}
        # beside the problems there is a program that plays by a protocol
        return [_example(*each) for each in texts.items() if "def legal_actions" in each[1]]

    def offered(self) -> list[Problem]:
        """All, the examples first."""
        return [*self.examples, *self.values()]

    def find(self, name: str) -> Problem | None:
        return next((problem for problem in self.offered() if problem.name == name), None)

    def add_files(self, paths: list[str]) -> None:
        """Offer the classes and searches of files, read anew when they have changed.

        CodeError for a file that has neither, or whose code raises anything.
        """
        given = tuple((path, _changed(path)) for path in paths)
        if given == self._files:
            return
        files = [_in_file(Path(path)) for path in paths]
        found = [problem for problems, _ in files for problem in problems]
        known = {*GAMES, *(problem.name for problem in self.examples)}
        for problem in found:
            if problem.name in known:
                raise CodeError(f"two games are called {problem.name!r}; rename the class")
            known.add(problem.name)
        self.clear()
        self.update({problem.name: problem for problem in found})
        self.searches = [code for _, code in files if code is not None]
        self._files = given


def _is_module(name: str) -> bool:
    return name.endswith(".py") and not name.startswith("_")


def _example(file: str, text: str) -> Problem:
    stem = file.removesuffix(".py")
    # of the docstring, which a compiled module may not have
    head = text.removeprefix('"""').partition(":")[0].removeprefix("The ")

    def make() -> Any:
        module = importlib.import_module(f"{_EXAMPLES}.{stem}")
        return problem_classes(vars(module), module.__name__)[-1]()

    title = head[0].upper() + head[1:]
    path = resources.files(_EXAMPLES) / file
    return Problem(stem.replace("_", "-"), title, text, make, str(path))


def _changed(path: str) -> int:
    """When a file was changed (ns), 0 for one that is not there."""
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return 0


def _in_file(path: Path) -> tuple[list[Problem], Code | None]:
    """The problems of a file, and its code if it has a search."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CodeError(f"can't read {str(path)!r} ({reason}); give a Python file") from None
    code = Code(text, str(path.resolve()))
    try:
        classes, has_run = defined(code, is_search=True)
    except CodeError as error:
        place = f"{path.name}, line {error.line}" if error.line else path.name
        raise CodeError(f"{place}: {error}", error.line) from error
    problems = [Problem(each.__name__, each.__name__, text, each, code.file) for each in classes]
    return problems, code if has_run else None


PROBLEMS = Problems()


def recipe_with(game: str, **fields: Any) -> Recipe:
    """The recipe for a game or a problem by its name; RecipeError when there is none."""
    if game in GAMES:
        return Recipe(game, **fields)
    if game == EDITED:
        raise RecipeError(
            "game: this is somebody's own game, whose code travels in no link; ask for its file"
        )
    if game == TREE_NAME:
        raise RecipeError(
            "game: this is a program's own tree, which travels in no link; ask for its file"
        )
    problem = PROBLEMS.find(game)
    return Recipe(game, **fields) if problem is None else recipe_of(problem.game, **fields)


def is_edited(recipe: Recipe) -> bool:
    """Whether the recipe is for code that a visitor has given."""
    return recipe.game == EDITED
