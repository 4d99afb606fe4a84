"""What is raced: the same values as a link, as a command line, and as the race that they mean."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from explorer.look.text import number
from explorer.session.game_link import People
from explorer.session.limits import LIMITS, LINK_CHARACTERS
from explorer.session.problems import is_edited
from mcsearch import Recipe, RecipeError
from mcsearch.engine.parameter import Value
from mcsearch.engine.wording import text_of
from mcsearch.games import Game
from mcsearch.recipe import GAMES, MAX_SEED, choose
from mcsearch.runs.entrants import common_rules, entrants_of
from mcsearch.runs.numbers import whole_numbers
from mcsearch.runs.race import (
    BoardRace,
    Entrant,
    Equal,
    MatchRace,
    drawn_boards,
    has_drawn_boards,
    prepared,
    random_boards,
    usual_size,
)
from mcsearch.runs.statistics.sprt import MODELS, Sprt
from mcsearch.runs.stored_races import StoredRace
from mcsearch.runs.tournament import FORMATS, ROUND_ROBIN, Tournament

VIEW = "race"
NO_RACE = "chance acts in it, and this page races no such game of one player; mcsearch race does"
MOST_BOARDS = 20
MOST_ROUNDS = 20
MOST_PAIRS = 2000
_MOST_SHOWN = 2000
"""Boards, rounds or pairs of a race that is only shown."""
MOST_AT_ONCE = {"iterations": 4_000_000.0, "seconds": 40.0}
"""Of all entrants on all boards of a round: their trees are in memory together."""
MOST_A_MOVE = {"iterations": 100_000.0, "seconds": 10.0}

_BOARD_FLAGS = ("board-seeds", "size", "colours", "seeds", "scope", "target")
_MATCH_FLAGS = (
    "position",
    "pairs",
    "seed",
    "opening-plies",
    "sprt",
    "alpha",
    "beta",
    "model",
    "format",
)
_DRAWN = ("board-seeds", "size", "colours", "scope")
"""Flags of random boards."""
_NOT_OF_OWN = (*_DRAWN, "position")
_MODEL = MODELS[0]
_RISK = 0.05


@dataclass(frozen=True)
class Setup:
    """A race: entrants as `mcsearch race` takes them, their common budget, and what they race on.

    `rules` are the game's own parameters. One player: random boards of SameGame and a seed a round;
    `scope` says what is judged, None for that of `differences.default_scope`, and `target` a score
    of which it is told when runs reached it. Two players: pairs of
    games from openings of `plies` actions, None for as many as needed; more than two meet by
    `format`, without an SPRT. `own` is any recipe of a
    game of people's own, in numbers, which has one board: where it begins. `file_boards` are those
    of a file that a command has named, by their names. `is_limited`: what the page can't run in
    good time is refused; what it only shows may be larger.
    """

    game: str
    entrants: tuple[str, ...]
    equal: Equal
    rules: Mapping[str, Value] = field(default_factory=dict)
    board_seeds: str = "1-10"
    size: str = "15x15"
    colours: str = "5"
    seeds: str = "1-5"
    scope: str | None = None
    target: float | None = None
    position: str = ""
    pairs: int = 200
    seed: int = 1
    plies: int | None = None
    sprt: Sprt | None = None
    format: str = ROUND_ROBIN
    own: Recipe | None = None
    file_boards: tuple[tuple[str, str], ...] = ()
    is_limited: bool = field(default=True, compare=False)

    @property
    def record(self) -> Game:
        found: Game = GAMES[self.game] if self.own is None else self.own.record
        return found

    @property
    def num_players(self) -> int:
        return int(self.record.num_players)

    # --- the race ---

    def named(self) -> list[Entrant]:
        """The entrants with the budgets of their own; RecipeError for a text that is none."""
        return entrants_of(self.entrants, self.game, _no_file, self.own)

    def recipes(self) -> tuple[Entrant, ...]:
        """The entrants with their budget; RecipeError when they can't race, or ask for too much."""
        if self.record.has_chance and self.num_players == 1 and self.own is not None:
            raise RecipeError(f"{self.record.title}: {NO_RACE}")
        named = self.named()
        rules = {**common_rules(self.entrants, named), **self.rules}
        ready = prepared(named, self.equal, self.position, rules)
        for label, recipe in ready if self.is_limited else ():
            for name in ("nodes", "level", "trees"):
                value = recipe.values.get(name, 0)
                if isinstance(value, int) and value > LIMITS[name]:
                    raise RecipeError(
                        f"entrant {label}: {name} is {value:,}; the page takes at most "
                        f"{LIMITS[name]:,}. For larger races use `mcsearch race`."
                    )
        return ready

    def race(self) -> BoardRace | MatchRace | Tournament:
        """The race itself; RecipeError for what is no race, or too much for the page."""
        ready = self.recipes()
        if self.num_players == 2:
            self._check_start(ready[0].recipe)
            self._check_amount("a move", 1, MOST_A_MOVE)
            self._check_count("pairs", self.pairs, MOST_PAIRS)
            if len(ready) > 2:
                return self._tournament(ready)
            match = MatchRace(ready, self.pairs, self.seed, self.sprt, self.plies)
            match.fixtures(0)  # RecipeError where every opening is decided
            return match
        boards = self.boards()
        rounds = self.rounds()
        self._check_count("boards", len(boards), MOST_BOARDS)
        self._check_count("rounds", len(rounds), MOST_ROUNDS)
        runs = len(boards) * len(ready)
        if self.record.has_chance:
            self._check_amount("a move", 1, MOST_A_MOVE)
            if self.target is not None:
                raise RecipeError("target: where chance acts none is sought; leave it out")
        else:
            self._check_amount(f"of {runs} runs in a round", runs, MOST_AT_ONCE)
        race = BoardRace(ready, boards, rounds, self.scope)
        for board in range(len(boards)):
            self._check_start(race.recipe(0, board, 0))  # RecipeError for a board that is none
        return race

    def _tournament(self, ready: tuple[Entrant, ...]) -> Tournament:
        choose("format", self.format, FORMATS)
        if self.sprt is not None:
            raise RecipeError("sprt: it is for a match of two; leave it out")
        found = Tournament(ready, self.format, self.pairs, self.seed, self.plies)
        next(iter(found.matches.values())).fixtures(0)  # as in a match
        return found

    @property
    def has_drawn_boards(self) -> bool:
        """One player: whether the game has random boards; else it has its one position."""
        return has_drawn_boards(self.record, self.position)

    @property
    def searched_as(self) -> int:
        """As of the game: a budget is a move's where it is 2, else that of a run."""
        return self.record.searched_as

    def boards(self) -> dict[str, str]:
        """One player: the positions by their names."""
        if self.file_boards:
            return dict(self.file_boards)
        if not self.has_drawn_boards:
            return {"1": self.position}
        most = MOST_BOARDS if self.is_limited else _MOST_SHOWN
        numbers = whole_numbers("board-seeds", self.board_seeds, 0, MAX_SEED, most)
        if self.record.has_chance:
            return drawn_boards(self.size, numbers)
        return random_boards(self.size, self.colours, numbers)

    def rounds(self) -> list[int]:
        """One player: the seed of each round."""
        most = MOST_ROUNDS if self.is_limited else _MOST_SHOWN
        return whole_numbers("seeds", self.seeds, 0, MAX_SEED, most)

    def _check_start(self, recipe: Recipe) -> None:
        start = recipe.start()
        if self.is_limited and start.is_terminal():
            raise RecipeError(
                f"position: the game is over at {' '.join(str(start).split())[:60]!r}; begin where "
                "a move is left"
            )

    def _check_amount(self, of: str, times: int, most: Mapping[str, float]) -> None:
        by = self.equal.by
        if self.is_limited and times * self.equal.amount > most[by]:
            raise RecipeError(
                f"equal: {number(times * self.equal.amount)} {by} {of}; the page takes at most "
                f"{number(most[by])}. For larger races use `mcsearch race`."
            )

    def _check_count(self, name: str, count: int, most: int) -> None:
        most = most if self.is_limited else _MOST_SHOWN
        if count > most:
            raise RecipeError(
                f"{name}: {count} are too many; the page takes at most {most}. For larger races "
                "use `mcsearch race`."
            )

    # --- as texts ---

    def _flags(self) -> Iterator[tuple[str, list[str]]]:
        """What is said by flags of the command line, and by fields of a link."""
        yield "game", [self.game]
        yield "equal", [f"{self.equal.by}={_plain(self.equal.amount)}"]
        for name, value in self.rules.items():
            yield name.replace("_", "-"), [_plain(value)]
        if self.num_players == 1:
            if not self.has_drawn_boards:
                if self.position:
                    yield "position", [self.position]
            elif not self.file_boards:
                yield "board-seeds", [self.board_seeds]
                yield "size", [self.size]
                if self.record.kind == "tiles":
                    yield "colours", [self.colours]
            yield "seeds", [self.seeds]
            if self.scope is not None:
                yield "scope", [self.scope]
            if self.target is not None:
                yield "target", [_plain(self.target)]
            return
        if self.position:
            yield "position", [self.position]
        yield "pairs", [str(self.pairs)]
        yield "seed", [str(self.seed)]
        if self.format != ROUND_ROBIN:
            yield "format", [self.format]
        if self.plies is not None:
            yield "opening-plies", [str(self.plies)]
        if self.sprt is not None:
            yield "sprt", [_plain(self.sprt.elo0), _plain(self.sprt.elo1)]
            for name in ("alpha", "beta"):
                if getattr(self.sprt, name) != _RISK:
                    yield name, [_plain(getattr(self.sprt, name))]
            if self.sprt.model != _MODEL:
                yield "model", [self.sprt.model]

    def stored(self) -> StoredRace:
        """The race as a database has it."""
        fields = {name: ",".join(values) for name, values in self._flags()}
        return StoredRace(self.entrants, fields, dict(self.file_boards))

    def command(self) -> str:
        """The line that runs the same race in a terminal; of a game that the engine has."""
        words = ["mcsearch", "race", *self.entrants]
        for name, values in self._flags():
            words += [f"--{name}", *values]
        return shlex.join(words)

    def to_query(self) -> str:
        """The link's query, without the question mark; no code travels in it."""
        if (self.own is not None and is_edited(self.own)) or self.file_boards:
            return urlencode({"view": VIEW})
        fields = [("view", VIEW), *(("entrant", text) for text in self.entrants)]
        fields += [(name, ",".join(values)) for name, values in self._flags()]
        return urlencode(fields, safe=":,/;", quote_via=quote)


def from_query(query: str, people: People = lambda names: {}) -> Setup | None:
    """The race that a query names, None where it names none; RecipeError for a wrong one.

    `people`: a recipe of each of some names that is a game of people's own. What can be raced has
    been checked, `Setup.race` raises nothing any more.
    """
    query = query.strip().lstrip("?#")
    if len(query) > LINK_CHARACTERS:
        raise RecipeError(f"link: {len(query):,} characters; give at most {LINK_CHARACTERS:,}")
    pairs = [pair for pair in parse_qsl(query, keep_blank_values=True) if pair[0] != "view"]
    if not pairs:
        return None
    try:
        setup = _setup(pairs, people)
        setup.race()
    except RecipeError as error:
        raise RecipeError(f"link: {error}") from None
    return setup


def from_stored(race: StoredRace) -> Setup:
    """The setup of a race of a database; RecipeError for one that the page can't show."""
    if race.beyond:
        raise RecipeError(
            f"it has {' and '.join(race.beyond)}, which the page does not know; `mcsearch race` "
            "shows it"
        )
    pairs = [("entrant", text) for text in race.entrants]
    found = _setup([*pairs, *race.fields.items()], lambda names: {})
    return replace(found, file_boards=tuple(race.boards.items()), is_limited=False)


def _setup(pairs: Sequence[tuple[str, str]], people: People) -> Setup:
    entrants = tuple(value for name, value in pairs if name == "entrant")
    fields: dict[str, str] = {}
    for name, value in pairs:
        if name in fields:
            raise RecipeError(f"{name} is given twice; leave one out")
        if name != "entrant":
            fields[name] = value
    if not entrants:
        raise RecipeError("entrant: none is given; give two to four")
    named = fields.pop("game", None)
    person = people([named]).get(named) if named else None
    game = entrants_of(entrants, named, _no_file, person)[0].recipe.record
    own = {parameter.name.replace("_", "-"): parameter for parameter in game.parameters}
    flags: tuple[str, ...] = _BOARD_FLAGS if game.num_players == 1 else _MATCH_FLAGS
    if game.has_chance and game.num_players == 1:
        flags = ("position", *(flag for flag in flags if flag not in ("colours", "target")))
        drawn = [name for name in ("board-seeds", "size", "scope") if name in fields]
        if "position" in fields and drawn:
            raise RecipeError(f"{drawn[0]}: the position is given; leave out one of them")
    elif game.num_players == 1 and game.kind != "tiles":
        flags = ("position", *(flag for flag in flags if flag not in _DRAWN))
    if person is not None:
        flags = tuple(flag for flag in flags if flag not in _NOT_OF_OWN)
    for name in fields:
        choose("field", name, ("entrant", "game", "equal", *own, *flags))
    default = "iterations=10000" if game.searched_as == 1 else "iterations=1000"
    values: dict[str, Any] = {
        name.replace("-", "_"): fields[name]
        for name in (*_BOARD_FLAGS, "position")
        if name in fields and name != "target"
    }
    if game.has_chance and game.num_players == 1 and person is None:
        values.setdefault("size", usual_size(game))
    if "format" in fields:
        choose("format", fields["format"], FORMATS)
        values["format"] = fields["format"]
    if "target" in fields:
        values["target"] = finite("target", fields["target"])
    for name, flag, low in (
        ("pairs", "pairs", 1),
        ("seed", "seed", 0),
        ("plies", "opening-plies", 0),
    ):
        if flag in fields:
            values[name] = whole(flag, fields[flag], low)
    return Setup(
        game.name,
        entrants,
        Equal.from_text(fields.get("equal", default)),
        {own[name].name: own[name].parse(fields[name]) for name in own if name in fields},
        sprt=_sprt(fields),
        own=person,
        **values,
    )


def _sprt(fields: Mapping[str, str]) -> Sprt | None:
    if "sprt" not in fields:
        for name in ("alpha", "beta", "model"):
            if name in fields:
                raise RecipeError(f"{name}: it belongs to sprt=ELO0,ELO1; give that too")
        return None
    elos = [finite("sprt", part) for part in fields["sprt"].split(",")]
    if len(elos) != 2:
        raise RecipeError(f"sprt: {fields['sprt']!r} is not valid; give two Elos, such as 0,50")
    risks: Any = {name: finite(name, fields[name]) for name in ("alpha", "beta") if name in fields}
    return Sprt(elos[0], elos[1], model=fields.get("model", _MODEL), **risks)


def whole(name: str, text: str, low: int) -> int:
    """A whole number of a field, at least `low`; RecipeError for anything else."""
    if not re.fullmatch(r"\d{1,19}", text) or int(text) < low:
        raise RecipeError(f"{name}: {text[:40]!r} is not valid; give a whole number from {low}")
    return int(text)


def finite(name: str, text: str) -> float:
    """A number of a field; RecipeError for anything else."""
    if not re.fullmatch(r"[-+]?\d{1,9}(\.\d{1,9})?", text.strip()):
        raise RecipeError(f"{name}: {text[:40]!r} is not valid; give a number")
    return float(text)


def _plain(value: Value) -> str:
    return f"{value:.10g}" if isinstance(value, float) else text_of(value)


def _no_file(name: str) -> str:
    raise RecipeError(
        "the page reads no files; give a preset or a search with its changes, or the recipe itself"
    )
