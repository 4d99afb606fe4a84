"""Positions with exact values and something to lose, for the strength of a search."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from mcsearch.check.game import Game, Position
from mcsearch.check.offered import OfferedState

_MOST = 431  # as many as Tic-Tac-Toe has
_TURNS = [
    np.rot90(board, turn).ravel()
    for board in (np.arange(9).reshape(3, 3), np.arange(9).reshape(3, 3).T)
    for turn in range(4)
]


def with_something_to_lose(game: Game, seed: int, most: int = _MOST) -> list[Position]:
    """Positions in which some move keeps the exact outcome and another does not, in random order.

    Of Tic-Tac-Toe all, one for each that are alike by reflections and turns. Of other games those
    on random lines whose exact values are found in time.
    """
    found: list[Position] = []
    seen = set()
    misses = 0
    for position in _in_order(game, seed):
        likeness = _likeness(position)
        if likeness in seen:
            continue
        seen.add(likeness)
        values = position.values
        if any(value is None for value in values):
            misses += 1
            if game.is_spent or (misses > 20 and len(found) < misses // 10):
                break
            continue
        if len(set(values)) > 1:
            found.append(position)
            if len(found) >= most:
                break
    return found


def _in_order(game: Game, seed: int) -> Any:
    if not _is_tictactoe(game):
        yield from game.random_positions(seed)
        return
    waiting, seen, every = [game.start], {id(game.start)}, []
    while waiting:
        position = waiting.pop()
        every.append(position)
        for place in range(len(position.legal)):
            after = position.after(place)
            if not after.is_terminal and id(after) not in seen:
                seen.add(id(after))
                waiting.append(after)
    random.Random(seed).shuffle(every)  # a page's numpy has no generators
    yield from every


def _is_tictactoe(game: Game) -> bool:
    given = game.start.given
    return isinstance(given, OfferedState) and getattr(given.state, "solver", "") == "tictactoe"


def _likeness(position: Position) -> Any:
    """The same for positions that are alike."""
    if not _is_tictactoe(position.game):
        return id(position)
    cells = position.given.state.cells()
    return min(cells[turn].tobytes() for turn in _TURNS)
