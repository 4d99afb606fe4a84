"""A recipe describes a run: the same fields and the same checks for Python, command line, links and
stored rows."""

from __future__ import annotations

import dataclasses
import difflib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mcsearch.engine.limits import MAX_ITERATIONS, SECONDS
from mcsearch.engine.parameter import Parameter, RecipeError, Value
from mcsearch.engine.search import Search
from mcsearch.games import GAMES, SOLVERS, Game
from mcsearch.playout import POLICIES
from mcsearch.searches import SEARCHES, root_parallel
from mcsearch.selection import RULES

GAMES.load()
SOLVERS.load()

_DEFAULT_SEARCHES = {1: "spmcts", 2: "uct"}
"""By the number of players."""

MAX_SEED = 2**63 - 1

_SELECTION = Parameter("selection", "choice", "", "Selection rule", "how a child is chosen")
_POLICY = Parameter("policy", "choice", "", "Playout policy", "how a game is played to its end")


@dataclass(frozen=True)
class Recipe:
    """A game, a position's text ("" for the game's default), a search, its parameters and a seed.

    Parameters that are not given have their defaults (`values`); but `seconds` without `iterations`
    come with as many iterations as there can be, so that the clock ends the search. Everything is
    checked at once: RecipeError names the value, the place and the remedy.

    >>> search = Recipe("tictactoe", "xx. / oo. / ...", parameters={"iterations": 500}).build()
    >>> search.run()
    500
    >>> search.root.action_name(search.best_action())
    'c3'
    """

    game: str = "samegame"
    position: str = ""
    search: str = ""
    parameters: Mapping[str, Value] = field(default_factory=dict)
    seed: int = 0

    def __post_init__(self) -> None:
        game = self.record
        if not isinstance(self.position, str):
            raise RecipeError(f"position: {self.position!r} is not valid; give it as text")
        search = fitting_search(self.search, game.searched_as, self.game, game.has_chance)
        object.__setattr__(self, "search", search)
        check_seed(self.seed)
        check_mapping(self.parameters)
        parsed = parse(self.parameters, self.declarations, f"{self.search} on {self.game}")
        object.__setattr__(self, "parameters", parsed)
        self.start()

    def __hash__(self) -> int:
        return hash(self.to_json())

    @property
    def record(self) -> Game:
        """What is known of the game; RecipeError for a name that no game has."""
        choose("game", self.game, GAMES)
        found: Game = GAMES[self.game]
        return found

    @property
    def algorithm(self) -> Any:
        """The class of the search, with its title and its own parameters."""
        return SEARCHES[self.search]

    @property
    def declarations(self) -> tuple[Parameter, ...]:
        """Every parameter that this game, search, selection rule and playout policy take."""
        game = self.record
        found = declared(
            self.search,
            game.searched_as,
            game.has_kinds,
            self.parameters,
            game.default_rule,
            game.has_chance,
        )
        return (*game.parameters, *found)

    @property
    def values(self) -> dict[str, Value]:
        """The value of every declared parameter, given or default."""
        return {p.name: self.parameters.get(p.name, p.default) for p in self.declarations}

    def start(self) -> Any:
        """The state at the position."""
        game = self.record
        return game.start(self.position or game.default_position, self.values)

    def build(self) -> Search:
        """A search that has not begun; an ensemble of searches when there are several `trees`."""
        return root_parallel.build(self._member, self.values, self.seed)

    def search_from(
        self, state: Any, values: Mapping[str, Value] | None = None, seed: int | None = None
    ) -> Search:
        """A search of the recipe that begins with another position of its game.

        `values` and `seed` stand for the recipe's own.
        """

        def member(values: Mapping[str, Any], seed: int) -> Search:
            found: Search = self.algorithm(state.apart(), values, seed)
            return found

        given = self.values if values is None else values
        return root_parallel.build(member, given, self.seed if seed is None else seed)

    def _member(self, values: Mapping[str, Any], seed: int) -> Search:
        found: Search = self.algorithm(self.start(), values, seed)
        return found

    def replace(self, **fields: Any) -> Recipe:
        """A recipe with other values in some fields."""
        return dataclasses.replace(self, **fields)

    def with_parameters(self, parameters: Mapping[str, Value]) -> Recipe:
        """A recipe with other values of some parameters.

        `seconds` without `iterations` are searched to their end, whatever the iterations here.
        """
        kept = dict(self.parameters)
        if _is_limited_by_time_alone(parameters):
            kept.pop("iterations", None)
        return self.replace(parameters={**kept, **parameters})

    def to_dict(self) -> dict[str, Any]:
        """What `from_dict` reads; plain values that JSON can hold."""
        return {
            "game": self.game,
            "position": self.position,
            "search": self.search,
            "parameters": dict(self.parameters),
            "seed": self.seed,
        }

    def to_json(self) -> str:
        """One line of JSON, the same for equal recipes; the key of a stored run."""
        return json.dumps(self.to_dict(), sort_keys=True)

    @classmethod
    def from_dict(cls, fields: Any) -> Recipe:
        """The recipe of a mapping as from `to_dict`; RecipeError for anything else.

        Only what an older version has stored has `seconds` without `iterations`; the default of
        these was in force, and is.
        """
        if not isinstance(fields, Mapping):
            raise RecipeError(f"recipe: {fields!r} is not valid; give an object of named fields")
        names = {f.name: f for f in dataclasses.fields(cls)}
        for name in fields:
            choose("recipe field", name, names)
        recipe = cls(**fields)
        if "iterations" in recipe.parameters and "iterations" not in fields["parameters"]:
            default = next(p.default for p in recipe.declarations if p.name == "iterations")
            recipe = recipe.with_parameters({"iterations": default})
        return recipe

    @classmethod
    def from_json(cls, text: str) -> Recipe:
        """The recipe of a JSON text; RecipeError when it is none."""
        return cls.from_dict(_fields_of(text))

    def like(self, text: str) -> Recipe:
        """The recipe of a JSON text for the very game of this one, which no name may find.

        RecipeError for another game's, and when it is none.
        """
        fields = _fields_of(text)
        if not isinstance(fields, Mapping) or fields.get("game") != self.game:
            raise RecipeError(f"recipe: {text[:40]!r} is none of {self.game}; give one of it")
        names = {f.name: f for f in dataclasses.fields(Recipe)}
        for name in fields:
            choose("recipe field", name, names)
        return self.replace(**fields)


def _fields_of(text: str) -> Any:
    try:
        fields = json.loads(text)
        repr(fields)  # as an error that names a value does
    except RecursionError:
        raise RecipeError(
            f"recipe: {text[:40]!r} is nested too deeply; give one object of plain values"
        ) from None
    except ValueError as error:
        raise RecipeError(f"recipe: {text[:40]!r} is no JSON ({error}); copy it whole") from None
    return fields


def fitting_searches(num_players: int, has_chance: bool = False) -> list[str]:
    """The names of the searches for so many players, the default first."""
    fitting = [
        name
        for name, search in SEARCHES.items()
        if num_players in search.num_players and (search.takes_chance or not has_chance)
    ]
    return sorted(fitting, key=lambda name: name != _DEFAULT_SEARCHES[num_players])


def fitting_search(name: str, num_players: int, game: str, has_chance: bool = False) -> str:
    """The name of a search for a game, the default for ""; or RecipeError."""
    fitting = fitting_searches(num_players, has_chance)
    if not name:
        return fitting[0]
    choose("search", name, SEARCHES)
    if name not in fitting:
        raise RecipeError(
            f"search: {name!r} does not play {game}; choose one of " + ", ".join(fitting)
        )
    return name


def check_seed(seed: Any) -> None:
    """Raise RecipeError for what is no seed."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise RecipeError(f"seed: {seed!r} is not valid; give a whole number")
    if not 0 <= seed <= MAX_SEED:
        raise RecipeError(f"seed: {seed} is not valid; give 0 to {MAX_SEED}")


def check_mapping(parameters: Any) -> None:
    """Raise RecipeError for parameters that are no mapping."""
    if not isinstance(parameters, Mapping):
        raise RecipeError(f"parameters: {parameters!r} is not valid; give name: value pairs")


def declared(
    search_name: str,
    num_players: int,
    has_kinds: bool,
    parameters: Mapping[str, Value],
    default_rule: str = "",
    has_chance: bool = False,
) -> list[Parameter]:
    """The parameters of a search, and of the selection rule and the playout policy it is given.

    Where chance acts, policies that reckon with an opponent's replies don't play. RecipeError for a
    rule or policy that is not known, or that the search does not take.
    """

    def given(parameter: Parameter) -> str:
        return str(parameter.parse(parameters.get(parameter.name, parameter.default)))

    search = SEARCHES[search_name]
    found: list[Parameter] = []
    if search.uses_rule:
        default = default_rule or search.default_rule
        asked = parameters.get(_SELECTION.name)
        fitting = (name for name, rule in RULES.items() if rule.num_players == num_players)
        others = [name for name in fitting if RULES[name].is_offered or name == asked]
        others.remove(default)
        rules = (default, *others)
        selection = dataclasses.replace(_SELECTION, default=default, choices=rules)
        found += [selection, *RULES[given(selection)].parameters]
    if not search.uses_policy:
        if _POLICY.name in parameters:
            raise RecipeError(
                f"policy: search {search_name!r} plays by what it learns and takes no policy; "
                "leave it out"
            )
        return [*found, *search.parameters, root_parallel.TREES]
    policies = tuple(
        policy.name
        for policy in POLICIES.values()
        if (1 if has_chance else num_players) in policy.num_players
        and (has_kinds or not policy.needs_kinds)
    )
    default = search.default_policy if search.default_policy in policies else policies[0]
    policy = dataclasses.replace(_POLICY, default=default, choices=policies)
    found += [policy, *POLICIES[given(policy)].parameters]
    return [*found, *search.parameters, root_parallel.TREES]


def parse(
    parameters: Mapping[str, Value], declarations: Iterable[Parameter], where: str
) -> dict[str, Value]:
    """Parameters with their values as declared; RecipeError for an unknown name or wrong value.

    The default of iterations limits no search that is limited by time alone.
    """
    by_name = {parameter.name: parameter for parameter in declarations}
    for name in parameters:
        choose(f"parameter of {where}", name, by_name)
    parsed = {name: by_name[name].parse(value) for name, value in parameters.items()}
    if _is_limited_by_time_alone(parsed) and by_name["iterations"].default != MAX_ITERATIONS:
        parsed["iterations"] = MAX_ITERATIONS
    return parsed


def _is_limited_by_time_alone(parameters: Mapping[str, Value]) -> bool:
    return "iterations" not in parameters and bool(SECONDS.parse(parameters.get("seconds", 0)))


def choose(what: str, value: Any, known: Iterable[str]) -> None:
    """Raise RecipeError, with the nearest name, for a value that is not a known name."""
    names = list(known)
    if value in names:
        return
    close = difflib.get_close_matches(str(value), names, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    raise RecipeError(f"{what}: {value!r} is not known; {hint}choose one of {', '.join(names)}")
