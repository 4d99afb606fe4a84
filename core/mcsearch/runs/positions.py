"""Positions that are the same for who plays: by other moves, or in a mirror."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Any

import numpy as np

from mcsearch.recipe import Recipe

_TURNS = 12  # of 30 degrees: those of squares and of hexagons are among them
_NEAR = 1e-6


def position_key(recipe: Recipe, state: Any) -> Hashable:
    """What a position of a game of the engine shares with its mirror images alone.

    A person's own position has none: it is equal to itself by what Python prints of it.
    """
    game = recipe.record
    if getattr(game, "mirrors", ""):
        cells = np.asarray(state.cells())
        orders = _orders(game.mirrors, _places(state.board))
        return int(state.to_play), min(cells[list(order)].tobytes() for order in orders)
    return str(state)


def _places(board: Any) -> tuple[tuple[float, float], ...]:
    return tuple(
        (round(float(x), 9), round(float(y), 9)) for x, y in zip(board.x, board.y, strict=True)
    )


@cache
def _orders(mirrors: str, places: tuple[tuple[float, float], ...]) -> tuple[tuple[int, ...], ...]:
    """The orders of the cells that the board's reflections and turns make, as they are first.

    "sides": those that leave every cell at its height; "turn": half a turn.
    """
    x, y = np.array(places).T
    points = (x - (x.min() + x.max()) / 2) + 1j * (y - (y.min() + y.max()) / 2)
    found: dict[tuple[int, ...], None] = {}
    for turn in np.exp(2j * np.pi * np.arange(_TURNS) / _TURNS):
        for image in (points * turn, np.conj(points) * turn):
            if not _keeps(mirrors, image, points):
                continue
            distance = np.abs(image[:, None] - points)
            if (distance.min(1) < _NEAR).all():
                found[tuple(int(cell) for cell in distance.argmin(1))] = None
    return tuple(found)


def _keeps(mirrors: str, image: np.ndarray, points: np.ndarray) -> bool:
    """Whether the game is the same with each point where it is in an image of the board."""
    if mirrors == "sides":
        return bool(np.abs(image.imag - points.imag).max() < _NEAR)
    if mirrors == "turn":
        return any(np.abs(image - sign * points).max() < _NEAR for sign in (1, -1))
    return True
