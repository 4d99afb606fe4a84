"""A recipe describes a run: the same fields and the same checks for Python, command line, links and
stored rows."""

from __future__ import annotations

import dataclasses
import difflib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mcsearch import games
from mcsearch.mcts import SpMcts, UctSearch
from mcsearch.nmcs import Nmcs
from mcsearch.parameter import Parameter, RecipeError, Value
from mcsearch.playout import POLICIES
from mcsearch.search import Search
from mcsearch.selection import RULES

SEARCHES: dict[str, type[Search]] = {search.name: search for search in (SpMcts, UctSearch, Nmcs)}
GAMES = games.load()

MAX_SEED = 2**63 - 1

_SELECTION = Parameter("selection", "choice", "", "Selection rule", "how a child is chosen")
_POLICY = Parameter("policy", "choice", "", "Playout policy", "how a game is played to its end")


@dataclass(frozen=True)
class Recipe:
    """A game, a position's text ("" for the game's default), a search, its parameters and a seed.

    Parameters that are not given have their defaults (`values`). Everything is checked at once:
    RecipeError names the value, the place and the remedy.
    """

    game: str = "samegame"
    position: str = ""
    search: str = ""
    parameters: Mapping[str, Value] = field(default_factory=dict)
    seed: int = 0

    def __post_init__(self) -> None:
        choose("game", self.game, GAMES)
        if not isinstance(self.position, str):
            raise RecipeError(f"position: {self.position!r} is not valid; give it as text")
        game = GAMES[self.game]
        fitting = [s.name for s in SEARCHES.values() if game.num_players in s.num_players]
        if not self.search:
            object.__setattr__(self, "search", fitting[0])
        choose("search", self.search, SEARCHES)
        if self.search not in fitting:
            raise RecipeError(
                f"search: {self.search!r} does not play {self.game}; choose one of "
                + ", ".join(fitting)
            )
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise RecipeError(f"seed: {self.seed!r} is not valid; give a whole number")
        if not 0 <= self.seed <= MAX_SEED:
            raise RecipeError(f"seed: {self.seed} is not valid; give 0 to {MAX_SEED}")
        if not isinstance(self.parameters, Mapping):
            raise RecipeError(
                f"parameters: {self.parameters!r} is not valid; give name: value pairs"
            )
        declared = {p.name: p for p in self.declarations}
        for name in self.parameters:
            choose(f"parameter of {self.search} on {self.game}", name, declared)
        parsed = {name: declared[name].parse(value) for name, value in self.parameters.items()}
        object.__setattr__(self, "parameters", parsed)
        self.start()

    def __hash__(self) -> int:
        return hash(self.to_json())

    @property
    def declarations(self) -> tuple[Parameter, ...]:
        """Every parameter that this game, search, selection rule and playout policy take."""
        game, search = GAMES[self.game], SEARCHES[self.search]
        found = [*game.parameters]
        if search.uses_rule:
            rules = tuple(r.name for r in RULES.values() if r.num_players == game.num_players)
            selection = dataclasses.replace(_SELECTION, default=rules[0], choices=rules)
            found += [selection, *RULES[str(self._given(selection))].parameters]
        policies = tuple(p.name for p in POLICIES.values() if game.has_kinds or not p.needs_kinds)
        default = search.default_policy if search.default_policy in policies else policies[0]
        policy = dataclasses.replace(_POLICY, default=default, choices=policies)
        found += [policy, *POLICIES[str(self._given(policy))].parameters]
        return (*found, *search.parameters)

    def _given(self, parameter: Parameter) -> Value:
        return parameter.parse(self.parameters.get(parameter.name, parameter.default))

    @property
    def values(self) -> dict[str, Value]:
        """The value of every declared parameter, given or default."""
        return {p.name: self.parameters.get(p.name, p.default) for p in self.declarations}

    def start(self) -> Any:
        """The state at the position."""
        game = GAMES[self.game]
        return game.start(self.position or game.default_position, self.values)

    def build(self) -> Search:
        """A search that has not begun."""
        return SEARCHES[self.search](self.start(), self.values, self.seed)

    def replace(self, **fields: Any) -> Recipe:
        """A recipe with other values in some fields."""
        return dataclasses.replace(self, **fields)

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "position": self.position,
            "search": self.search,
            "parameters": dict(self.parameters),
            "seed": self.seed,
        }

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), sort_keys=True)

    @classmethod
    def from_dict(cls, fields: Any) -> Recipe:
        """The recipe of a mapping as from `to_dict`; RecipeError for anything else."""
        if not isinstance(fields, Mapping):
            raise RecipeError(f"recipe: {fields!r} is not valid; give an object of named fields")
        names = {f.name: f for f in dataclasses.fields(cls)}
        for name in fields:
            choose("recipe field", name, names)
        return cls(**fields)

    @classmethod
    def from_json(cls, text: str) -> Recipe:
        """The recipe of a JSON text; RecipeError when it is none."""
        try:
            fields = json.loads(text)
        except ValueError as error:
            raise RecipeError(
                f"recipe: {text[:40]!r} is no JSON ({error}); copy it whole"
            ) from None
        return cls.from_dict(fields)


def choose(what: str, value: Any, known: Iterable[str]) -> None:
    """Raise RecipeError, with the nearest name, for a value that is not a known name."""
    names = list(known)
    if value in names:
        return
    close = difflib.get_close_matches(str(value), names, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise RecipeError(f"{what}: {value!r} is not known; {hint}choose one of {', '.join(names)}")
