"""The record games of Morpion Solitaire, of C. Boyer's collection (morpionsolitaire.com)."""

from __future__ import annotations

import functools
from importlib.resources import files

from mcsearch.games import RecordGame
from mcsearch.games.morpion.frame import DIRECTIONS, FramedMove, played
from mcsearch.games.morpion.state import beginning


@functools.cache
def record_games() -> tuple[RecordGame, ...]:
    """The games of `record_games.txt`, whose first lines say its form, the longest first."""
    text = files(__package__).joinpath("record_games.txt").read_text(encoding="utf-8")
    games = [_game(line) for line in text.splitlines() if not line.startswith("#")]
    return tuple(sorted(games, key=lambda game: -game.score))


def _game(line: str) -> RecordGame:
    variant, score, author, source, moves = (part.strip() for part in line.split("|"))
    framed = (_move(number, move) for number, move in enumerate(moves.split(), 1))
    _, names = played(beginning(variant), framed, "record game")
    return RecordGame(author, float(score), variant, names, source)


def _move(number: int, text: str) -> tuple[str, FramedMove]:
    column, row, direction, place = text.split(",")
    move = FramedMove(int(column), int(row), DIRECTIONS.index(direction), int(place))
    return f"move {number}", move
