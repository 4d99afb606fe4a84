"""Positions of the drawn nodes and their actions' names, kept from frame to frame.

They depend on nothing but the root and the actions, so remembering them changes no picture; asking
a game for them again at every frame would be most of a frame's time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from explorer.game.line import Actions, Line, play_line
from explorer.look.boards import PointedPlaces, board_of, pointed_places

Groups = tuple[tuple[int, ...], ...]
"""The cells of each of several actions."""

_MAX_POSITIONS = 4_000
_MAX_LINES = 8
_MAX_ROOTS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Meant:
    """What pointing at the cells of a position means."""

    at: np.ndarray  # int64 [num_places] the legal action that a place stands for, -1: none
    # of each legal action: the cells that it changes, or the places of a drawing that mean it
    cells: dict[int, list[int]]
    ways: dict[int, tuple[int, int]] = field(default_factory=dict)  # of moves: from where to where
    # float64 [num_places] x and y, in cell widths; None: the places are the cells
    places: tuple[np.ndarray, np.ndarray] | None = None


NOTHING = Meant(np.zeros(0, dtype=np.int64), {})
"""Where nothing is to be chosen."""


def meant_in(state: Any) -> Meant:
    """What pointing at the cells means in a position."""
    if board_of(state).dominoes:
        return _meant_between(state)
    if (places := pointed_places(state)) is not None:
        return _meant_in_drawing(state, places)
    at = np.full(len(state.cells()), -1)
    cells, ways = {}, {}
    for action in state.legal_actions():
        cells[action] = state.action_cells(action)
        at[state.pointed_cells(action)] = action
        if board_of(state).moves and (way := state.steps(action).cells):  # a pass has none
            ways[action] = way
    return Meant(at, cells, ways)


def _meant_between(state: Any) -> Meant:
    """What pointing between two cells means: the domino that would cover both."""
    legal = state.legal_actions()
    cells = {action: state.action_cells(action) for action in legal}
    middles = [state.board.middle(pair[0], state.to_play + 1) for pair in cells.values()]
    x, y = np.asarray(middles, dtype=float).reshape(-1, 2).T
    return Meant(np.asarray(legal, dtype=np.int64), cells, places=(x, y))


def _meant_in_drawing(state: Any, places: PointedPlaces) -> Meant:
    """What pointing at the places of a drawing means: of actions that begin at one, the first."""
    cells = dict(zip(state.legal_actions(), map(list, places.means), strict=True))
    at = np.full(len(places.x), -1)
    for action, means in reversed(cells.items()):
        at[means[:1]] = action
    return Meant(at, cells, places=(places.x, places.y))


class Positions:
    """The positions below one root, made when they are first asked for."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self._states: dict[Actions, Any] = {(): root}
        self._names: dict[Actions, str] = {}
        self._tiles: dict[Actions, int] = {}
        self._lines: dict[tuple[Actions, Actions], Line] = {}
        self._meant: dict[Actions, Meant] = {}
        self._groups: dict[Actions, Groups] = {}

    def state(self, actions: Actions) -> Any:
        """The position after the actions, which must be legal."""
        state = self._states.get(actions)
        if state is None:
            state = self.state(actions[:-1]).play(actions[-1])
            if len(self._states) >= _MAX_POSITIONS:
                self._states = {(): self.root}
            self._states[actions] = state
        return state

    def is_search_to_move(self, actions: Actions) -> bool:
        """Whether the root's player moves there, or where chance acts has moved last.

        Players alternate, but where chance acts: there one may act twice in turn.
        """
        if not self.root.has_chance:
            return len(actions) % 2 == 0
        while (state := self.state(actions)).is_chance:
            if not actions:
                return False
            actions = actions[:-1]
        return bool(state.to_play == self.root.to_play)

    def win_rate(self, actions: Actions, mean: float) -> float:
        """The search's own, of a node's mean, which is that of who has moved into it."""
        return mean if actions and self.is_search_to_move(actions[:-1]) else 1.0 - mean

    def name(self, actions: Actions) -> str:
        """The name of the last of the actions, played in the position after the others."""
        name = self._names.get(actions)
        if name is None:
            if len(self._names) >= _MAX_POSITIONS:
                self._names = {}
            name = self.state(actions[:-1]).action_name(actions[-1])
            self._names[actions] = name
        return name

    def tile(self, actions: Actions) -> int:
        """The cell value that the last of the actions removes."""
        tile = self._tiles.get(actions)
        if tile is None:
            if len(self._tiles) >= _MAX_POSITIONS:
                self._tiles = {}
            state = self.state(actions[:-1])
            tile = int(state.cells()[state.action_cells(actions[-1])[0]])
            self._tiles[actions] = tile
        return tile

    def line(self, start: Actions, actions: Actions) -> Line:
        """The moves `actions`, played after `start`."""
        line = self._lines.get((start, actions))
        if line is None:
            line = play_line(self.state(start), actions)
            while len(self._lines) >= _MAX_LINES:
                del self._lines[next(iter(self._lines))]
            self._lines[start, actions] = line
        return line

    def groups(self, actions: Actions) -> Groups:
        """The cells that mean an action, of each that is legal after the actions."""
        groups = self._groups.get(actions)
        if groups is None:
            groups = groups_in(self.state(actions))
            while len(self._groups) >= _MAX_LINES:
                del self._groups[next(iter(self._groups))]
            self._groups[actions] = groups
        return groups

    def meant(self, actions: Actions) -> Meant:
        """What pointing at the cells means after the actions."""
        meant = self._meant.get(actions)
        if meant is None:
            meant = meant_in(self.state(actions))
            while len(self._meant) >= _MAX_LINES:
                del self._meant[next(iter(self._meant))]
            self._meant[actions] = meant
        return meant


def groups_in(state: Any) -> Groups:
    """The cells that mean an action in a position, of each of its legal actions."""
    return tuple(tuple(state.pointed_cells(action)) for action in state.legal_actions())


_recent: list[Positions] = []


def positions_below(root: Any) -> Positions:
    """The shared memory of this very root object; a few roots are remembered."""
    for index, positions in enumerate(_recent):
        if positions.root is root:
            _recent.insert(0, _recent.pop(index))
            return positions
    _recent.insert(0, Positions(root))
    del _recent[_MAX_ROOTS:]
    return _recent[0]
