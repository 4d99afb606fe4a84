"""Whether a person's class keeps to what `mcsearch.problem` asks of it, method by method."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from explorer.look.text import number, score
from explorer.session.code import Code, CodeError, fault
from explorer.session.guard import traced
from mcsearch.games import Game
from mcsearch.problem.contract import random_lines
from mcsearch.problem.own_recipe import game_of, recipe_of

State = Literal["held", "failed", "open"]
HELD, FAILED, OPEN = get_args(State)
_NAMES = ("legal_actions", "play", "is_terminal", "returns", "picture", "speed")
GAMES_SECONDS = 0.3  # of games at random, at least one
BRIEF_SECONDS = 0.05  # of them while one types
MOST_SECONDS = 2.0  # of a game while one types
SPEED_SECONDS = 0.25


class Row(NamedTuple):
    """One line: a method, whether it keeps the contract, and what was seen of it."""

    name: str
    state: State = OPEN
    text: str = ""


@dataclass(frozen=True)
class Report:
    """All lines; with `game` when it may be searched, else with what is wrong."""

    rows: list[Row]
    game: Game | None = None
    error: CodeError | None = None

    @property
    def num_held(self) -> int:
        return sum(row.state == HELD for row in self.rows)


class _LongGameError(ValueError):
    """A game takes longer than whoever types can wait."""


def check(
    name: str, title: str, make: Callable[[], Any], code: Code, is_brief: bool = False
) -> Report:
    """Play some games at random and search a little; never raises for what the code does.

    A brief check does not search, and leaves a game that takes too long: the lines that it has not
    come to are open.
    """
    seen: dict[str, str] = {}
    stage = _NAMES[0]

    def note(method: str, text: str) -> None:
        nonlocal stage
        seen[method] = text
        stage = _NAMES[min(_NAMES.index(method) + 1, len(_NAMES) - 1)]

    try:
        with traced():
            game = game_of(name, title, make)
            _play(game, note, is_brief)
        if not is_brief:
            _search(game, note)
    except _LongGameError:
        return Report([_row(each, seen, "") for each in _NAMES])
    except Exception as error:
        wrong = fault(error, code)
        method = _method_of(str(wrong), wrong.line, code) or stage
        seen.pop(method, None)
        return Report([_row(each, seen, method) for each in _NAMES], None, wrong)
    return Report([_row(each, seen, "") for each in _NAMES], game)


def _row(name: str, seen: dict[str, str], wrong: str) -> Row:
    if name == wrong:
        return Row(name, FAILED, "")
    return Row(name, HELD, seen[name]) if name in seen else Row(name)


def _method_of(message: str, line: int, code: Code) -> str:
    """The method of the contract that an error is about, "" when nothing says so."""
    if " has not ended after " in message:
        return "is_terminal"
    named = re.match(r"(\w+)(?:\(.*?\) of| did not return)", message)
    if named and named[1] in _NAMES:
        return named[1]
    defined = ""
    for text in code.text.splitlines()[:line]:
        found = re.match(r"\s+def (\w+)", text)
        defined = found[1] if found else defined
    return defined if defined in _NAMES else ""


def _play(game: Game, note: Callable[[str, str], None], is_brief: bool) -> None:
    begin = time.perf_counter()
    deadline = begin + (BRIEF_SECONDS if is_brief else GAMES_SECONDS)

    def goes_on() -> bool:
        return not is_brief or time.perf_counter() - begin <= MOST_SECONDS

    def told(method: str, text: str, *values: float) -> None:
        write = score if method == "returns" else number
        note(method, text.format(*map(write, values)))

    for _ in random_lines(lambda: game.start("", {}), told, goes_on):
        if time.perf_counter() >= deadline:
            return
    raise _LongGameError


def _search(game: Game, note: Callable[[str, str], None]) -> None:
    search = recipe_of(game).build()
    begin = time.perf_counter()
    search.run(seconds=SPEED_SECONDS)
    seconds = max(time.perf_counter() - begin, 1e-6)
    note("speed", f"{number(_rounded(search.iterations / seconds))} iterations a second")


def _rounded(value: float) -> float:
    """Two digits: it is measured in a moment."""
    digits = len(str(int(value)))
    return float(round(value, min(0, 2 - digits)))
