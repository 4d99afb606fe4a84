"""A recipe whose search is somebody's program, and that search: it asks the program for moves."""

from __future__ import annotations

import shlex
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from mcsearch.engine.limits import ITERATIONS, MAX_ITERATIONS, SECONDS
from mcsearch.engine.parameter import Parameter, RecipeError, Value
from mcsearch.engine.wording import text_of
from mcsearch.games import Game
from mcsearch.play.values import word_of
from mcsearch.problem import named
from mcsearch.recipe import Recipe, check_mapping, check_seed, parse
from mcsearch.runs.programs.process import ProgramError, program_of

SEARCH = "program"

PATIENCE = Parameter(
    "patience",
    "float",
    30.0,
    "Patience",
    "seconds beyond its limit after which a silent program has failed",
    low=0.1,
    high=86_400.0,
    log=True,
)


@dataclass(frozen=True)
class ProgramRecipe(Recipe):
    """A recipe for the program of a command, see `mcsearch.runs.programs`.

    `digest` is that of the files that the command names, so that what is stored of another program
    is never taken for this one's. `own`: a recipe of a person's own game, which no name finds.
    `Recipe.from_dict` knows none of this: only `from_command` and `read` make such a recipe.
    """

    command: str = ""
    digest: str = ""
    own: Recipe | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "search", SEARCH)
        check_seed(self.seed)
        check_mapping(self.parameters)
        parsed = parse(self.parameters, self.declarations, f"{SEARCH} on {self.game}")
        object.__setattr__(self, "parameters", parsed)
        self.start()

    __hash__ = Recipe.__hash__

    @classmethod
    def from_command(
        cls, command: str, game: str, own: Recipe | None = None, **parameters: Value
    ) -> ProgramRecipe:
        """The recipe of a command line; RecipeError where nothing can be started by it."""
        words = words_of(command)
        if not words:
            raise RecipeError("program: no command; give such as 'program:python3 my_bot.py'")
        if shutil.which(words[0]) is None:
            raise RecipeError(f"program: {words[0]!r} is no program here; give its path")
        return cls(game, "", SEARCH, parameters, 0, shlex.join(words), _digest(words), own)

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> ProgramRecipe:
        """The recipe of a mapping as from `to_dict`; RecipeError where the files are others now.

        Its program may be started then: never read what somebody else has made.
        """
        game = str(fields["game"])
        own = named.recipe_named(game) if ":" in game else None
        recipe = cls(**{**fields, "game": own.game if own else game}, own=own)
        if _digest(words_of(recipe.command)) != recipe.digest:
            raise RecipeError(
                f"program: {recipe.command} has changed since this was begun; begin it again"
            )
        return recipe

    @property
    def record(self) -> Game:
        return super().record if self.own is None else self.own.record

    @property
    def declarations(self) -> tuple[Parameter, ...]:
        return (*self.record.parameters, ITERATIONS, SECONDS, PATIENCE)

    def start(self) -> Any:
        if self.own is None:
            return super().start()
        if self.position:
            raise RecipeError("position: a person's problem takes none; leave it out")
        return self.own.start()

    def build(self) -> Any:
        return ProgramSearch(self, self.start(), self.values, self.seed)

    def search_from(
        self, state: Any, values: Mapping[str, Value] | None = None, seed: int | None = None
    ) -> Any:
        given = self.values if values is None else values
        return ProgramSearch(self, state, given, self.seed if seed is None else seed)

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "command": self.command, "digest": self.digest}


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command, as a shell parts them; RecipeError for open quotes."""
    try:
        words = shlex.split(command)
        if len(words) == 1 and " " in words[0] and not Path(words[0]).exists():
            words = shlex.split(words[0])  # quotes that no shell has taken away
    except ValueError as error:
        raise RecipeError(f"program: {command!r} is not valid ({error}); close it") from None
    return tuple(words)


def _digest(words: tuple[str, ...]) -> str:
    """That of the files that a command names; "" where it names none."""
    files = [Path(word) for word in words if Path(word).is_file()]
    if not files:
        return ""
    found = blake2b(digest_size=4)
    for file in files:
        found.update(blake2b(file.read_bytes()).digest())
    return found.hexdigest()


class ProgramSearch:
    """A program that is asked: once where two play, and until the game is over where one plays.

    What whoever plays games and makes runs asks of a search, and nothing else of it.
    """

    shows: frozenset[str] = frozenset()  # its tree, if it has one, is its own

    def __init__(
        self, recipe: ProgramRecipe, root: Any, values: Mapping[str, Any], seed: int
    ) -> None:
        self.root = root
        self.stopped = ""
        self.iterations = 0
        self.seconds = 0.0
        self.best_score = float("nan")
        self.best_sequence: list[int] = []
        self.clock: tuple[float, float] | None = None
        """What is left on a clock for the whole game, and what each move adds, seconds."""
        self._recipe = recipe
        self._words = words_of(recipe.command)
        self._values = dict(values)
        self._seed = seed
        self._state = root

    @property
    def playouts(self) -> int:
        return self.iterations

    @property
    def improvements(self) -> list[tuple[int, float]]:
        """A program tells of no result on the way: the end of the game is its one."""
        return [(self.iterations, self.best_score)] if self.stopped else []

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> int:
        """Ask until it has stopped; how many iterations the program tells of.

        A program is not divided: `iterations`, `seconds` and `clock` of a slice are not for it.
        ProgramError when it fails.
        """
        before = self.iterations
        while not self.stopped:
            self._ask()
        return self.iterations - before

    def best_action(self) -> int:
        """The first move of the answer; ValueError before there is one."""
        if not self.best_sequence:
            raise ValueError("the program has not been asked; run it first")
        return self.best_sequence[0]

    def _ask(self) -> None:
        state = self._state
        actions = {word_of(state, action): action for action in state.legal_actions()}
        limit = max(float(self._values["seconds"]) - self.seconds, 0.0)
        if self.clock is not None:
            limit = self.clock[0]
        begun = time.monotonic()
        answer = program_of(self._words).ask(
            self._question(list(actions), limit), limit + float(self._values["patience"])
        )
        self.seconds += time.monotonic() - begun
        if answer.move not in actions:
            raise ProgramError(f"{answer.move[:40]!r} is no legal move")
        self.iterations += _told(answer.told, "iterations", int, 0)
        self.best_score = _told(answer.told, "value", float, float("nan"))
        if state.num_players == 2 and state.to_play == 1:
            self.best_score = 1.0 - self.best_score  # searches tell player 0's
        action = actions[answer.move]
        self.best_sequence.append(action)
        self._state = state.play(action)
        if state.num_players == 2:
            self.stopped = "finished"
        elif self._state.is_terminal():
            self.best_score = float(self._state.returns())
            self.stopped = "finished"

    def _question(self, moves: list[str], seconds: float) -> list[str]:
        recipe, state = self._recipe, self._state
        position = getattr(getattr(state, "state", state), "problem", state)
        lines = [f"game {recipe.game.partition('@')[0]}"]
        for parameter in recipe.record.parameters:
            lines.append(f"{parameter.name} {text_of(self._values[parameter.name])}")
        text = " / ".join(str(position).splitlines())
        lines += [f"position {text}", f"player {state.to_play + 1}"]
        lines += [f"legal {move}" for move in moves]
        if self._values["seconds"] and self.clock is None:
            lines.append(f"limit seconds {seconds:g}")
        if self._values["iterations"] != MAX_ITERATIONS:
            left = max(int(self._values["iterations"]) - self.iterations, 1)
            lines.append(f"limit iterations {left}")
        if self.clock is not None:
            lines.append(f"clock {self.clock[0]:g} {self.clock[1]:g}")
        return [*lines, f"seed {self._seed}", "go"]


def _told(told: Mapping[str, str], name: str, kind: Callable[[str], Any], default: Any) -> Any:
    """A number that a program tells of itself; ProgramError for what is none."""
    try:
        return kind(told[name]) if name in told else default
    except ValueError:
        raise ProgramError(f"{name} {told[name]!r} is no number") from None


def read_recipe(fields: Any) -> Recipe:
    """The recipe of a mapping as from `to_dict`: a game's, a person's problem's or a program's.

    What it names is run then: never read a mapping that somebody else has made.
    """
    if isinstance(fields, Mapping) and fields.get("search") == SEARCH:
        return ProgramRecipe.read(fields)
    return named.read_recipe(fields)
