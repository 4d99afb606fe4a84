"""Whether a person's class keeps to what `mcsearch.problem` asks of it, by playing it at random.

What no search notices at once is looked for: a `play` that changes the state it is called on, and
methods that answer the same question in two ways.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from mcsearch.adapters import adapted
from mcsearch.engine import checks
from mcsearch.engine.picture import Picture
from mcsearch.engine.problem_error import BreachError
from mcsearch.engine.wording import spaced
from mcsearch.problem.state import ProblemState, begin

GAMES_SECONDS = 0.3
_SEARCH_SECONDS = 0.02  # before a search
_SEARCH_LINES = 3
_EACH_PLY = 20  # up to here the states are compared before and after each action, then each tenth
_SHOWN = 40  # characters of a value

Note = Callable[..., None]
"""Called with a method's name, what was seen of it, and the numbers for the {} in that."""


def check_problem(problem: Any, seconds: float = GAMES_SECONDS) -> dict[str, str]:
    """Play random lines of a problem, at least one, and compare what its methods say.

    `problem` is what `search_for` takes, also a state of a package that `mcsearch.adapters` knows.
    New lines begin for so many seconds. Returns what was seen of each method, by its name: how many
    actions there are, how long the first line was, what it returned. The lines are the same in
    every run.

    Raises ProblemError that names the method, the value and the remedy: for a value that no search
    can use; for a `play` that changes its state, or gives the state itself; for actions that can't
    be hashed or are equal; when the same actions from the beginning lead to another list of
    actions, another end or another return. An exception of the class's own code is raised as it
    is. What is seen on no line is not found: a problem that passes may still be wrong elsewhere.
    """
    seen: dict[str, str] = {}

    def note(method: str, text: str, *values: float) -> None:
        seen[method] = text.format(*(spaced(value, ".12g") for value in values))

    problem = adapted(problem)
    end = time.perf_counter() + seconds
    for _ in random_lines(lambda: begin(problem), note):
        if time.perf_counter() >= end:
            break
    return seen


def check_briefly(problem: Any) -> None:
    """Play a few random lines for a moment, the last not always to its end.

    Raises ProblemError for what a search does not notice; all else is raised where it meets it.
    """
    end = time.perf_counter() + _SEARCH_SECONDS
    lines = random_lines(lambda: begin(problem), _ignore, lambda: time.perf_counter() < end)
    try:
        for _ in zip(range(_SEARCH_LINES), lines, strict=False):
            pass
    except BreachError:
        raise
    except Exception:
        return


def _ignore(method: str, text: str, *values: float) -> None:
    """For who only wants to know whether anything is wrong."""


def random_lines(
    start: Callable[[], ProblemState], note: Note, goes_on: Callable[[], bool] = lambda: True
) -> Iterator[int]:
    """Play one line at random after another and check it; yields the plies of each.

    What the first line shows of each method is noted. Before each action `goes_on` is asked, and
    the lines end where it denies. Raises ProblemError, and whatever the problem's code raises.
    """
    rng = random.Random(0)
    is_first = True
    while True:
        root = start()
        line = _Line(root, note if is_first else _ignore, is_first)
        while not line.is_over:
            if not goes_on():
                line.repeat(goes_on)
                return
            line.play_on(rng)
        line.end()
        line.repeat(goes_on)
        yield len(line.actions)
        is_first = False


class _Line:
    """One line from a root, with what has been seen along it."""

    def __init__(self, root: ProblemState, note: Note, is_first: bool) -> None:
        self.root = root
        self.state = root
        self.note = note
        self.is_first = is_first
        self.actions: list[Any] = []
        self.places: list[int] = []  # of the actions among those that were legal
        self.legal: list[list] = []  # at each ply
        self.result: float | None = None  # once it is over

    @property
    def is_over(self) -> bool:
        return self.state.is_terminal()

    def play_on(self, rng: random.Random) -> None:
        state = self.state
        legal = state.legal_actions()
        if self.is_first and not self.actions:
            what = "outcome" if state.is_chance else "action"
            self.note("legal_actions", f"returns {{}} {what}{'s' * (len(legal) > 1)}", len(legal))
        place = rng.choice(range(len(legal)))
        action = legal[place]
        ply = len(self.actions)
        looks = self.is_first and (ply < _EACH_PLY or ply % 10 == 0)
        self.state = _played(state, action) if looks else state.play(action)
        self.legal.append(legal)
        self.actions.append(action)
        self.places.append(place)

    def end(self) -> None:
        """Ask the last state what it is worth, and the first how it looks."""
        plies = len(self.actions)
        self.note("play", "leaves the state unchanged")
        self.note("is_terminal", f"after {{}} random move{'s' * (plies != 1)}", plies)
        self.result = self.state.returns()
        again = self.state.returns()
        if again != self.result:
            raise BreachError(
                f"returns() of {self.state.class_name()} gave {self.result!r} at the end, and "
                f"{again!r} when asked again; {checks.IMPURE}"
            )
        self.note("returns", "{} at the end", self.result)
        if self.is_first:
            _note_picture(self.root.picture, self.note)
        _ = self.state.picture

    def repeat(self, goes_on: Callable[[], bool]) -> None:
        """Play the same actions from the same root: everything must be as it was."""
        state = self.root.asked_anew()
        name = state.class_name()
        for ply, (place, legal) in enumerate(zip(self.places, self.legal, strict=True)):
            if not goes_on():
                return
            again = state.legal_actions()
            if not _is_same(again, legal):
                raise BreachError(
                    f"legal_actions() of {name} gave {_short(legal)} after {ply} actions, and "
                    f"{_short(again)} when the same were played again; {checks.IMPURE}"
                )
            # actions of other packages may be equal to nothing but themselves
            state = state.play(again[place]).asked_anew()
        if self.result is None:
            return
        if not state.is_terminal():
            raise BreachError(
                f"is_terminal() of {name} was true after {len(self.actions)} actions, and is not "
                f"when the same are played again; {checks.IMPURE}"
            )
        if state.returns() != self.result:
            raise BreachError(
                f"returns() of {name} gave {self.result!r} at the end, and {state.returns()!r} "
                f"when the same {len(self.actions)} actions were played again; {checks.IMPURE}"
            )


def _played(state: ProblemState, action: Any) -> ProblemState:
    """The state after an action; refuses a `play` that changes what it is called on."""
    problem = state.problem
    name = state.class_name()
    before = _stored(problem)
    after = state.play(action)
    if after.problem is problem:
        raise BreachError(
            f"play({_short(action)}) of {name} gave the state itself back; leave it "
            "as it is, and return a new one"
        )
    now = _stored(problem)
    changed = [each for each in now if now[each] != before.get(each, now[each])]
    if changed:
        raise BreachError(
            f"play({_short(action)}) of {name} changed the state that it was called "
            f"on: {changed[0]} was {_short(before[changed[0]])}, is {_short(now[changed[0]])}; "
            "return a new one, and leave this as it is"
        )
    again = state.asked_anew().legal_actions()
    if not _is_same(again, state.legal_actions()):
        raise BreachError(
            f"legal_actions() of {name} gave {_short(state.legal_actions())} before "
            f"play({_short(action)}), and {_short(again)} after it; give the same list for the "
            "same state, and let play() return a new one"
        )
    return after


def _is_same(actions: list, others: list) -> bool:
    return actions == others or checks.printed(actions) == checks.printed(others)


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
        name: _Printed(checks.printed(getattr(problem, name)))
        for name in names
        if not name.startswith("_") and hasattr(problem, name)
    }


def _short(value: Any) -> str:
    return checks.short(value, _SHOWN)


def _note_picture(shown: Picture | None, note: Note) -> None:
    if shown is None:
        note("picture", "none: the text is shown")
    elif shown.svg:
        note("picture", "a drawing")
    else:
        rows = "row" if shown.height == 1 else "rows"
        cells = "cell" if shown.width == 1 else "cells"
        note("picture", f"{{}} {rows} of {{}} {cells}", shown.height, shown.width)
