"""Whether a person's class keeps to what `mcsearch.problem` asks of it, method by method."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from explorer.look.text import number, plural, score
from explorer.session.code import Code, CodeError, fault
from explorer.session.guard import traced
from mcsearch.engine.picture import Picture
from mcsearch.games import Game
from mcsearch.problem import ProblemState
from mcsearch.problem.own_recipe import game_of, recipe_of

HELD, FAILED, OPEN = "held", "failed", "open"
_NAMES = ("legal_actions", "play", "is_terminal", "returns", "picture", "speed")
GAMES_SECONDS = 0.3  # of games at random, at least one
BRIEF_SECONDS = 0.05  # of them while one types
MOST_SECONDS = 2.0  # of a game while one types
SPEED_SECONDS = 0.25
_MOST_PARTS = 20_000  # of what a state stores, compared before and after `play`
_SHOWN = 40  # characters of a value


@dataclass(frozen=True)
class Row:
    """One line: a method, whether it keeps the contract, and what was seen of it."""

    name: str
    state: str = OPEN
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


class _BreachError(ValueError):
    """The contract is broken in a way that no search notices at once."""


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
    rng = random.Random(0)
    begin = time.perf_counter()
    deadline = begin + (BRIEF_SECONDS if is_brief else GAMES_SECONDS)
    lengths: list[int] = []
    while not lengths or time.perf_counter() < deadline:
        state: ProblemState = game.start("", {})
        plies = 0
        is_first = not lengths
        while not state.is_terminal():
            legal = state.legal_actions()
            _check_hashable(legal, state)
            if is_first and not plies:
                what = "outcome" if state.is_chance else "action"
                note("legal_actions", f"returns {plural(len(legal), what)}")
            if is_first and (plies < 20 or plies % 10 == 0):
                state = _played(state, rng.choice(legal))
            else:
                state = state.play(rng.choice(legal))
            plies += 1
            if is_brief and time.perf_counter() - begin > MOST_SECONDS:
                raise _LongGameError
        if is_first:
            note("play", "leaves the state unchanged")
            note("is_terminal", f"after {plural(plies, 'random move')}")
        result = state.returns()
        if is_first:
            note("returns", f"{score(result)} at the end")
            _check_picture(game.start("", {}), note)
        _ = state.picture
        lengths.append(plies)


def _check_hashable(legal: list, state: ProblemState) -> None:
    for action in legal:
        try:
            hash(action)
        except TypeError:
            raise _BreachError(
                f"legal_actions() of {state.class_name()} gave {_short(action)}, which can't be "
                "hashed; give a number, a text or a tuple"
            ) from None


def _played(state: ProblemState, action: Any) -> ProblemState:
    """The state after an action; refuses a `play` that changes what it is called on."""
    problem = state.problem
    before = _stored(problem)
    after = state.play(action)
    if after.problem is problem:
        raise _BreachError(
            f"play({_short(action)}) of {state.class_name()} gave the state itself back; leave it "
            "as it is, and return a new one"
        )
    now = _stored(problem)
    changed = [name for name in now if now[name] != before.get(name, now[name])]
    if changed:
        raise _BreachError(
            f"play({_short(action)}) of {state.class_name()} changed the state that it was called "
            f"on: {changed[0]} was {_short(before[changed[0]])}, is {_short(now[changed[0]])}; "
            "return a new one, and leave this as it is"
        )
    return after


class _Printed(str):
    """How a value prints, printed without quotes."""

    def __repr__(self) -> str:
        return str(self)


def _stored(problem: Any) -> dict[str, _Printed]:
    """What a state stores under public names, as it prints: a copy that no change reaches."""
    names = [*getattr(problem, "__dict__", ())]
    for kind in type(problem).__mro__:
        slots = getattr(kind, "__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    return {
        name: _Printed(_printed(getattr(problem, name), [_MOST_PARTS]))
        for name in names
        if not name.startswith("_") and hasattr(problem, name)
    }


def _printed(value: Any, left: list[int]) -> str:
    """A value as text; of objects without one what they store, not where they are."""
    left[0] -= 1
    if left[0] < 0:
        return "..."
    if isinstance(value, dict):
        pairs = (f"{_printed(k, left)}: {_printed(v, left)}" for k, v in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(_printed(each, left) for each in value)) + "}"
    if isinstance(value, (list, tuple)):
        inside = ", ".join(_printed(each, left) for each in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if type(value).__repr__ is object.__repr__ and hasattr(value, "__dict__"):
        return f"{type(value).__name__}{_printed(vars(value), left)}"
    return value.tobytes().hex() if hasattr(value, "tobytes") else repr(value)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _check_picture(state: ProblemState, note: Callable[[str, str], None]) -> None:
    shown: Picture | None = state.picture
    if shown is None:
        note("picture", "none: the text is shown")
    elif shown.svg:
        note("picture", "a drawing")
    else:
        note("picture", f"{plural(shown.height, 'row')} of {plural(shown.width, 'cell')}")


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
