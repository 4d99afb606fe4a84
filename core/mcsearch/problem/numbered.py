"""A person's problem as every game is seen: by the numbers of its actions.

A game of the engine knows an action by its number, and so do the tree, the frames and the browser.
A person's problem speaks in actions of its own, in any of which a number means another one; here
its positions and its search are dressed in numbers. What it looks like, its `picture` says.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, cached_property
from typing import Any

import numpy as np

from mcsearch.engine.board import Board, Steps, grid
from mcsearch.engine.picture import EMPTY, Cell
from mcsearch.engine.tree import NONE
from mcsearch.engine.wording import NUMBERING
from mcsearch.numerics.rng import Rng
from mcsearch.problem import ProblemState

_NO_WORD = re.compile(r"[\s#:]+")  # what parts moves, begins a comment or a head in a game file
_MOST_COMPARED = 40_000  # cells of the positions after all actions, to see what each one changes
_MOST_ROOTS = 4
_MOST_TEXT = 4_000  # characters of a position in words
_NUMBERED, _PLAIN = 2, 8  # colours of cells that have a number or a text alone, on small boards


class NumberedState:
    """A position of a person's problem; its actions are the numbers that it has for them."""

    has_points = False  # what it comes to is known at the end alone

    def __init__(self, state: ProblemState) -> None:
        self.state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    # -- rules -------------------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        return [*range(len(self._legal))]

    def play(self, number: int) -> NumberedState:
        """The position after the action with a number; ValueError when there is none."""
        if not 0 <= number < len(self._legal):
            raise ValueError(f"action {number} is not legal here; there are {len(self._legal)}")
        return NumberedState(self.state.play(self._legal[number]))

    def normalize(self, number: int) -> int:
        self.play(number)
        return number

    def number_of(self, action: Any) -> int:
        """The number of an action of the problem."""
        return int(self.state.number_of(action))

    def numbers_of(self, actions: list) -> list[int]:
        """The numbers of a sequence of the problem's actions from here."""
        return [int(number) for number in self.state.numbers_of(actions)]

    def drawn_outcome(self, rng: Rng) -> int:
        """Where chance acts: the number of an outcome drawn by its probability."""
        return self.number_of(self.state.drawn_outcome(rng))

    def returns(self) -> float:
        """The result; nan before the end, of which the problem need not know anything."""
        return float(self.state.returns()) if self.state.is_terminal() else float("nan")

    @property
    def score(self) -> float:
        return self.returns()

    def action_name(self, number: int) -> str:
        return str(self.state.action_name(self._legal[number]))

    def parse_action(self, name: str) -> int:
        """The number of the action that a name means; ValueError when there is none."""
        return self.number_of(self.state.parse_action(name))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """[num_legal] the names in one word each, no two alike, for game files and links."""
        words: list[str] = []
        for number in self.legal_actions():
            word = _NO_WORD.sub("_", self.action_name(number)).strip("_") or "move"
            word = f"{word}_" if NUMBERING.fullmatch(word) else word
            words.append(word if word not in words else f"{word}~{number + 1}")
        return tuple(words)

    def ending(self) -> str:
        """Why the game is over, of which its code says nothing."""
        return ""

    def apart(self) -> NumberedState:
        return NumberedState(self.state.apart())

    @cached_property
    def _legal(self) -> list:
        return list(self.state.legal_actions())

    # -- looks -------------------------------------------------------------------------------------

    @cached_property
    def picture(self) -> Any:
        return self.state.picture

    @property
    def board(self) -> Board | None:
        """The cells of the picture; None of an SVG text, and without a picture."""
        picture = self.picture
        return _board(picture.width, picture.height) if picture and picture.rows else None

    @cached_property
    def shown_cells(self) -> tuple[Cell, ...]:
        """[num_cells] what the picture's cells show, in the order of the board."""
        if self.board is None:
            return ()
        columns = zip(*reversed(self.picture.rows), strict=True)
        return tuple(cell for column in columns for cell in column)

    def cells(self) -> np.ndarray:
        """int8 [num_cells] the colours of the cells, for boards too small for more."""
        return np.asarray([_value(cell) for cell in self.shown_cells], dtype=np.int8)

    def action_cells(self, number: int) -> list[int]:
        return self._changed[number]

    def pointed_cells(self, number: int) -> list[int]:
        return self._own[number]

    def steps(self, number: int) -> Steps:
        """The cells to point at one after another where pointing at one does not say the action."""
        return self._steps[number]

    def ending_cells(self) -> list[int]:
        return []

    @cached_property
    def _changed(self) -> list[list[int]]:
        """[num_legal] the cells that show something else after each action."""
        now = self.shown_cells
        return [
            [cell for cell, shown in enumerate(then) if shown != now[cell]] for then in self._after
        ]

    @cached_property
    def _after(self) -> list[tuple[Cell, ...]]:
        """[num_legal] what the cells show after each action; nothing where there is no telling."""
        now = self.shown_cells
        if not now or len(now) * len(self._legal) > _MOST_COMPARED:
            return [()] * len(self._legal)
        after = (self.play(number).shown_cells for number in self.legal_actions())
        return [then if len(then) == len(now) else () for then in after]

    @cached_property
    def _own(self) -> list[list[int]]:
        """[num_legal] the cells that mean each action when they are pointed at.

        A cell is the action's that makes something of it which fewest others do; of several such
        (Nim: all that take the match and more) the one that changes least; of equals nobody's.
        """
        changed = self._changed
        own: list[list[int]] = [[] for _ in changed]
        by_cell: dict[int, list[int]] = {}
        for number, cells in enumerate(changed):
            for cell in cells:
                by_cell.setdefault(cell, []).append(number)
        for cell, numbers in by_cell.items():
            made = {number: self._after[number][cell] for number in numbers}
            uses = Counter(made.values())
            best = sorted(numbers, key=lambda n: (uses[made[n]], len(changed[n])))
            first = (uses[made[best[0]]], len(changed[best[0]]))
            second = best[1:2]
            if not second or first < (uses[made[second[0]]], len(changed[second[0]])):
                own[best[0]].append(cell)
        return own

    @cached_property
    def _steps(self) -> list[Steps]:
        """[num_legal] the ways of the pieces; else all that an action changes, if no cell is its.

        Where all pieces go to one place or come from one (a knight's tour, a sliding puzzle), the
        other end says the action.
        """
        ways = [
            _way(self.shown_cells, then, cells)
            for then, cells in zip(self._after, self._changed, strict=True)
        ]
        ends = [{way[end] for way in ways if way} for end in (0, 1)]
        if min(map(len, ends)) < 2:
            ways = [()] * len(ways)
        return [
            Steps(way, True) if way else Steps(() if own else tuple(cells), False)
            for way, own, cells in zip(ways, self._own, self._changed, strict=True)
        ]

    def __str__(self) -> str:
        return _words(self.state.problem)[:_MOST_TEXT]


@cache
def _board(width: int, height: int) -> Board:
    x, y = grid(width, height)
    return Board(x, y, float(width), float(height), pieces="cells", num_values=9)


def _way(
    now: tuple[Cell, ...], then: tuple[Cell, ...], changed: list[int]
) -> tuple[()] | tuple[int, int]:
    """Where a piece stood and where it has gone; () when nothing, or not one piece, has moved."""
    left = [cell for cell in changed if _piece(now[cell]) not in (_NO_PIECE, _piece(then[cell]))]
    ways = {
        (start, end)
        for start in left
        for end in changed
        if end != start and _piece(then[end]) == _piece(now[start])
    }
    if not ways and len(changed) == 2 and len(left) == 1:  # it has become another one on its way
        (end,) = {*changed} - {*left}
        if _piece(then[left[0]]) == _NO_PIECE != _piece(then[end]):
            return left[0], end
    return ways.pop() if len(ways) == 1 else ()


def _piece(cell: Cell) -> tuple[str, str, int]:
    """What stands on a cell, whose colour may be the board's; a colour alone is a piece, too."""
    stands = cell.text or cell.mark
    return cell.text, cell.mark, 0 if stands else cell.colour


_NO_PIECE = _piece(EMPTY)


def _value(cell: Cell) -> int:
    if cell == EMPTY:
        return 0
    return cell.colour or (_PLAIN if cell.number is None else _NUMBERED)


def _words(problem: Any) -> str:
    """The problem's own text; of a class that has none, what it stores, line by line."""
    kind = type(problem)
    if kind.__str__ is not object.__str__ or kind.__repr__ is not object.__repr__:
        return str(problem)
    stored = getattr(problem, "__dict__", {})
    lines = (f"{name}: {value}" for name, value in stored.items() if not name.startswith("_"))
    return "\n".join(lines) or kind.__name__


class NumberedSearch:
    """A search for a person's problem whose actions are numbers; all else is the search's own."""

    def __init__(self, search: Any, root: NumberedState) -> None:
        self.search = search
        self.root = root

    def __getattr__(self, name: str) -> Any:
        return getattr(self.search, name)

    def copy(self) -> NumberedSearch:
        search = self.search.copy()
        return NumberedSearch(search, NumberedState(search.root))

    def advance_root(self, number: int) -> int:
        """Make the position after an action the root; how many nodes are kept."""
        (action,) = self.root.state.actions_of([number])
        kept = int(self.search.advance_root(action))
        self.root = NumberedState(self.search.root)
        return kept

    @property
    def path_actions(self) -> list[int]:
        return self.root.numbers_of(self.search.path_actions)

    @property
    def playout_actions(self) -> list[int]:
        path = self.search.path_actions
        return self.root.numbers_of([*path, *self.search.playout_actions])[len(path) :]

    @property
    def best_sequence(self) -> list[int]:
        return [int(number) for number in self.search.best_numbers()]

    def best_action(self) -> int:
        return next(iter(self.best_sequence), NONE)

    def root_children(self) -> list:
        return list(self.search.numbered_children())

    def actions_to(self, node: int) -> list[int]:
        return [int(number) for number in self.search.tree.actions_to(node)]

    def find(self, actions: list[int]) -> int:
        """The node that numbers lead to from the root, or NONE."""
        return int(self.search.tree.find(list(actions)))

    def state_of(self, node: int) -> NumberedState:
        state = self.root
        for number in self.actions_to(node):
            state = state.play(number)
        return state

    def policy_at(self, state: NumberedState, *arguments: Any, **options: Any) -> list:
        return list(self.search.policy_at(state.state, *arguments, **options))


_roots: list[NumberedState] = []


def in_numbers(search: Any) -> Any:
    """The search as the views see it: one for a person's problem in numbers, any other itself.

    The root is the same object as long as the search's is.
    """
    root = search.root
    if not isinstance(root, ProblemState):
        return search
    found = next((known for known in _roots if known.state is root), None)
    if found is None:
        found = NumberedState(root)
    else:
        _roots.remove(found)
    _roots.insert(0, found)
    del _roots[_MOST_ROOTS:]
    return NumberedSearch(search, found)
