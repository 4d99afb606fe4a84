"""A game as a text file: lines that say what is played, and the moves as the game writes them.

    game: yavalath
    pie_rule: on
    first: person
    second: level full, seed 7

    1. e5 swap
    2. d4 c3

    first wins: four in a row

A search that is of no level is written as its limit and its recipe, `search 2 seconds {...}`. What
comes after a line's `#` is a comment; the line that tells the result is one that is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from mcsearch.engine.parameter import RecipeError, Value
from mcsearch.play.match import Match, Side
from mcsearch.play.setting import Setting
from mcsearch.play.thinker import Limit
from mcsearch.recipe import GAMES, Recipe, choose

MOST_CHARACTERS = 100_000
_RESULT = re.compile(r"(first|second) wins|draw|unfinished")
_PEOPLE = (Side.person(), Side.person())


@dataclass(frozen=True)
class GameRecord:
    """A game for two players up to a position: its setting, its sides, its moves' names."""

    setting: Setting
    sides: tuple[Side, Side] = _PEOPLE
    moves: tuple[str, ...] = field(default=())

    @classmethod
    def of(cls, match: Match) -> GameRecord:
        """The record of a match up to its present position."""
        return cls(match.setting, match.sides, tuple(match.move_names))

    def match(self) -> Match:
        """The match at the record's last move; RecipeError for a move that is not legal."""
        return Match(self.setting, self.sides, self.moves)

    def __str__(self) -> str:
        """The text of a file, see `parse`."""
        lines = [f"game: {self.setting.game}"]
        if self.setting.position:
            lines.append(f"position: {self.setting.position}")
        lines += [f"{name}: {_text(value)}" for name, value in self.setting.parameters.items()]
        lines += [f"{name}: {_side_text(side)}" for name, side in self._named_sides()]
        match = Match(self.setting, _PEOPLE, self.moves)
        # who moves first at a position that is set up may be the second player
        begun = match.setting.start().to_play
        turns = ["..."] * begun + list(self.moves)
        lines.append("")
        for number in range(0, len(turns), 2):
            lines.append(f"{number // 2 + 1}. {' '.join(turns[number : number + 2])}")
        lines += ["", match.result() or "unfinished", ""]
        return "\n".join(lines)

    def _named_sides(self) -> Iterator[tuple[str, Side]]:
        yield from zip(("first", "second"), self.sides, strict=True)


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _side_text(side: Side) -> str:
    if side.recipe is None:
        return "person"
    if side.level:
        return f"level {side.level}, seed {side.recipe.seed}"
    return f"search {side.limit} {side.recipe.to_json()}"


def parse(text: str) -> GameRecord:
    """The game of a file's text; RecipeError names the line and the remedy.

    The moves have been played through: those of the result are legal.
    """
    if len(text) > MOST_CHARACTERS:
        raise RecipeError(
            f"game file: {len(text)} characters; a game has at most {MOST_CHARACTERS}"
        )
    heads: dict[str, tuple[int, str]] = {}
    moves: list[str] = []
    for number, line in _lines(text):
        head = re.fullmatch(r"([a-z_]+)\s*:\s*(.*)", line)
        if head and head[1] != "draw":
            if moves:
                raise _error(number, f"{head[1]!r} comes after the moves; put it before them")
            if head[1] in heads:
                raise _error(number, f"{head[1]!r} was given in line {heads[head[1]][0]}")
            heads[head[1]] = (number, head[2])
        elif not _RESULT.match(line):
            words = re.sub(r"(^|\s)\d+\.+", " ", line).split()
            moves += [word for word in words if word != "..."]
    record = _record(heads, tuple(moves))
    Match(record.setting, _PEOPLE, record.moves)
    return record


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.split("#")[0].strip()
        if stripped:
            yield number, stripped


def _error(number: int, message: str) -> RecipeError:
    return RecipeError(f"game file, line {number}: {message}")


def _record(heads: dict[str, tuple[int, str]], moves: tuple[str, ...]) -> GameRecord:
    if "game" not in heads:
        raise RecipeError(
            f"game file: no line says which game; begin with such as 'game: {next(iter(GAMES))}'"
        )
    game = _checked(heads, "game")
    own = {parameter.name: parameter for parameter in GAMES[game].parameters}
    known = ("game", "position", "first", "second", *own)
    for name, (number, _) in heads.items():
        try:
            choose("field", name, known)
        except RecipeError as error:
            raise _error(number, str(error)) from None
    parameters: dict[str, Value] = {}
    for name in own:
        if name in heads:
            number, value = heads[name]
            try:
                parameters[name] = own[name].parse(value)
            except RecipeError as error:
                raise _error(number, str(error)) from None
    number, position = heads.get("position", (heads["game"][0], ""))
    try:
        setting = Setting(game, position, parameters)
    except RecipeError as error:
        raise _error(number, str(error)) from None
    sides = (_side(heads, "first", setting), _side(heads, "second", setting))
    return GameRecord(setting, sides, moves)


def _checked(heads: dict[str, tuple[int, str]], name: str) -> str:
    number, game = heads[name]
    try:
        choose("game", game, GAMES)
    except RecipeError as error:
        raise _error(number, str(error)) from None
    if GAMES[game].num_players != 2:
        raise _error(number, f"{game} is for one player; a game file holds a game of two")
    return game


def _side(heads: dict[str, tuple[int, str]], name: str, setting: Setting) -> Side:
    """The side of a line such as "person", "level full, seed 3" or "search 2 seconds {...}"."""
    if name not in heads:
        return Side.person()
    number, text = heads[name]
    try:
        return side_of(text, setting)
    except RecipeError as error:
        raise _error(number, str(error)) from None


def side_of(text: str, setting: Setting) -> Side:
    """The side that a text describes, for a setting's game; RecipeError for anything else."""
    text = text.strip()
    if text == "person":
        return Side.person()
    level = re.fullmatch(r"level (\S+?)(?:, seed (\d+))?", text)
    if level:
        return Side.of_level(level[1], setting.game, int(level[2] or 0))
    search = re.fullmatch(r"search (\S+ \S+) (\{.*\})", text)
    if search is None:
        raise RecipeError(
            f"side: {text[:40]!r} is not valid; give 'person', such as 'level full', or such as "
            "'search 2 seconds' and a recipe"
        )
    recipe = Recipe.from_json(search[2])
    setting.recipe_for(recipe)
    return replace(Side.of_recipe(recipe), limit=Limit.parse(search[1]))
