"""A game as a text file: lines that say what is played, and the moves as the game writes them.

    game: yavalath
    pie_rule: on
    first: person
    second: level full, seed 7

    1. e5 swap
    2. d4 c3

    first wins: four in a row

Where chance acts, what it has brought stands among the moves, and `draws: 7` says what it brings
from there on. A search that is of no level is written as its limit and its recipe, `search 2
seconds {...}`; its name, where it has one, comes last: `search 2 seconds {...} as UCT`. What comes
after a line's `#` is a comment; the line that tells the result is one that is not read.

Files of other programs, see `mcsearch.games.file_format`, are read and written as well.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from mcsearch.engine.parameter import RecipeError, Value
from mcsearch.engine.wording import NUMBERING, text_of
from mcsearch.play.attempt import Attempt
from mcsearch.play.match import Match, Side
from mcsearch.play.setting import Setting, draws_of
from mcsearch.play.thinker import Limit
from mcsearch.recipe import GAMES, Recipe, choose

MOST_CHARACTERS = 100_000
_MOVES_A_LINE = 10  # of one player
_RESULT = re.compile(r"(first|second) wins|draw|unfinished|score ")
_PEOPLE = (Side.person(), Side.person())


@dataclass(frozen=True)
class GameRecord:
    """A game up to a position: its setting, its sides (unused with one player) and its moves."""

    setting: Setting
    sides: tuple[Side, Side] = _PEOPLE
    moves: tuple[str, ...] = field(default=())

    @classmethod
    def of(cls, game: Match | Attempt) -> GameRecord:
        """The record of a match or an attempt up to its present position."""
        sides = game.sides if isinstance(game, Match) else _PEOPLE
        return cls(game.setting, sides, game.words[: game.ply])

    def match(self) -> Match:
        """The match at the record's last move; RecipeError for a move that is not legal."""
        return Match(self.setting, self.sides, self.moves)

    def attempt(self, recipe: Recipe | None = None, seed: int = 0) -> Attempt:
        """One player: the attempt at the record's last move; RecipeError for an illegal move."""
        return Attempt(self.setting, recipe, seed, self.moves)

    def __str__(self) -> str:
        """The text of a file, see `parse`."""
        lines = [f"game: {self.setting.game}"]
        if self.setting.position:
            lines.append(f"position: {self.setting.position}")
        lines += [f"{name}: {text_of(value)}" for name, value in self.setting.parameters.items()]
        if self.setting.draws:
            lines.append(f"draws: {self.setting.draws}")
        if self.setting.num_players == 1:
            return "\n".join([*lines, "", *self._lines_of_moves(_MOVES_A_LINE, 0), ""])
        for name, side in zip(("first", "second"), self.sides, strict=True):
            lines.append(f"{name}: {side_text(side)}")
        # who moves first at a position that is set up may be the second player
        begun = int(self.setting.start().to_play)
        columns = self._lines_of_moves(2, begun)
        if self.setting.record.has_chance:  # whose outcomes are nobody's column
            columns = self._lines_of_moves(_MOVES_A_LINE, 0)
        return "\n".join([*lines, "", *columns, ""])

    def _lines_of_moves(self, length: int, begun: int) -> Iterator[str]:
        """Numbered lines of so many moves, and the result."""
        turns = ["..."] * begun + list(self.moves)
        for place in range(0, len(turns), length):
            number = place + 1 if length > 2 else place // 2 + 1
            yield f"{number}. {' '.join(turns[place : place + length])}"
        yield ""
        yield self._result()

    def _result(self) -> str:
        if self.setting.num_players == 1:
            attempt = self.attempt()
            if math.isnan(attempt.score):
                return "unfinished"
            over = "" if attempt.is_over else ", unfinished"
            return f"score {attempt.score:g} in {attempt.num_moves} moves{over}"
        return replace(self, sides=_PEOPLE).match().result() or "unfinished"


def saved(game: GameRecord, file: str) -> str:
    """The text of a file of this name: by its ending one of another program's, else as `parse` has
    it. RecipeError where that program has no such game."""
    for each in game.setting.record.formats:
        if file.lower().endswith(each.ending):
            return written(game, each.name)
    return str(game)


def written(game: GameRecord, name: str) -> str:
    """A game of one player in another program's format; RecipeError where it has no such game."""
    formats = {each.name: each for each in game.setting.record.formats}
    choose("format", name, formats)
    return str(formats[name].write(game.attempt().state))


def of_other_program(text: str) -> GameRecord | None:
    """The game of a text in another program's format, its moves played through; None for a text
    that is none. RecipeError names the line or the move and the remedy."""
    for game in GAMES.values():
        for each in game.formats:
            if each.is_like(text):
                position, moves = each.read(text)
                return GameRecord(Setting(game.name, position), moves=moves)
    return None


def words_of(setting: Setting, text: str) -> tuple[str, ...]:
    """The moves of a text: words, or where every name is one character, also without spaces."""
    if setting.own is None:
        start = setting.start()
        if all(len(start.action_name(action)) == 1 for action in start.legal_actions()):
            return tuple("".join(text.split()))
    return tuple(text.split())


def side_text(side: Side) -> str:
    """A side as a game file has it, see `side_of`."""
    if side.recipe is None:
        return "person"
    if side.level:
        return f"level {side.level}, seed {side.recipe.seed}"
    name = f" as {side.name}" if side.name else ""
    return f"search {side.limit} {side.recipe.to_json()}{name}"


def parse(text: str, own: Mapping[str, Recipe] | None = None) -> GameRecord:
    """The game of a file's text; RecipeError names the line and the remedy.

    `own`: a recipe of each person's own game that may be meant, by its name. The moves have been
    played through: those of the result are legal.
    """
    if len(text) > MOST_CHARACTERS:
        raise RecipeError(
            f"game file: {len(text)} characters; a game has at most {MOST_CHARACTERS}"
        )
    if (other := of_other_program(text)) is not None:
        return other
    heads: dict[str, tuple[int, str]] = {}
    lines: list[str] = []
    for number, line in _lines(text):
        head = re.fullmatch(r"([a-z_]+)\s*:\s*(.*)", line)
        if head and head[1] != "draw":
            if lines:
                raise _error(number, f"{head[1]!r} comes after the moves; put it before them")
            if head[1] in heads:
                raise _error(number, f"{head[1]!r} was given in line {heads[head[1]][0]}")
            heads[head[1]] = (number, head[2])
        elif not _RESULT.match(line):
            lines.append(line)
    own = {} if own is None else own
    told = "\n".join(lines)
    if heads.get("game", (0, ""))[1] not in own:  # where a person may call an action "1.5"
        told = re.sub(r"(^|\s)\d+\.+", " ", told)  # also of "1.e5"
    moves = [word for word in told.split() if not NUMBERING.fullmatch(word)]
    record = _record(heads, tuple(moves), own)
    if record.setting.num_players == 1:
        record.attempt()
    else:
        replace(record, sides=_PEOPLE).match()
    return record


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.split("#")[0].strip()
        if stripped:
            yield number, stripped


def _error(number: int, message: str) -> RecipeError:
    return RecipeError(f"game file, line {number}: {message}")


def _record(
    heads: dict[str, tuple[int, str]], moves: tuple[str, ...], people: Mapping[str, Recipe]
) -> GameRecord:
    if "game" not in heads:
        # a file of nothing but columns is a game of Connect Four
        game = _game_of(moves)
        if not heads and game:
            setting = Setting(game)
            return GameRecord(setting, moves=words_of(setting, " ".join(moves)))
        raise RecipeError(
            f"game file: no line says which game; begin with such as 'game: {next(iter(GAMES))}'"
        )
    game = _checked(heads, "game", people)
    record = people[game].record if game in people else GAMES[game]
    own = {parameter.name: parameter for parameter in record.parameters}
    sides = ("first", "second") if record.num_players == 2 else ()
    chance = ("draws",) if record.has_chance else ()
    known = ("game", "position", *chance, *sides, *own)
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
        setting = Setting(game, position, parameters, people.get(game))
    except RecipeError as error:
        raise _error(number, str(error)) from None
    if "draws" in heads:
        number, text = heads["draws"]
        try:
            setting = replace(setting, draws=draws_of(text))
        except RecipeError as error:
            raise _error(number, str(error)) from None
    players = (_side(heads, "first", setting), _side(heads, "second", setting))
    return GameRecord(setting, players, words_of(setting, " ".join(moves)))


def _game_of(moves: tuple[str, ...]) -> str:
    """The game whose moves have names of one character such as these; "" where none has."""
    letters = set("".join(moves))
    for name, game in GAMES.items():
        start = Setting(name).start() if game.num_players == 2 else None
        if start is not None and letters:
            names = {start.action_name(action) for action in start.legal_actions()}
            if letters <= names:
                return str(name)
    return ""


def _checked(heads: dict[str, tuple[int, str]], name: str, people: Mapping[str, Recipe]) -> str:
    number, game = heads[name]
    try:
        choose("game", game, (*GAMES, *people))
    except RecipeError as error:
        raise _error(number, str(error)) from None
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
        return Side.of_level(level[1], setting.game, int(level[2] or 0), setting.own)
    search = re.fullmatch(r"search (\S+ \S+) (\{.*\})(?: as ([^{}]{1,80}))?", text)
    if search is None:
        raise RecipeError(
            f"side: {text[:40]!r} is not valid; give 'person', such as 'level full', or such as "
            "'search 2 seconds' and a recipe"
        )
    recipe = setting.read_recipe(search[2])
    setting.recipe_for(recipe)
    side = Side.of_recipe(recipe, (search[3] or "").strip())
    return replace(side, limit=Limit.parse(search[1]))
