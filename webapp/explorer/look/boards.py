"""What the views ask of a game's board, and the board as the scripts are told of it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

import numpy as np

from explorer.look.palette import FONT
from explorer.look.svg import INK, drawing
from explorer.schema.contract import Fine, Numbers
from mcsearch.engine.board import Board
from mcsearch.engine.picture import Picture
from mcsearch.play.values import has_points

_MAX_PICTURES = 256
_pictures: dict[int, tuple[Any, Picture]] = {}  # by id, which is its own while it is kept


@dataclass(frozen=True, slots=True)
class ShownEdge:
    """A line along the board that belongs to a player."""

    value: int  # of the player's stones
    points: Annotated[tuple[tuple[float, float], ...], Numbers(4)]


@dataclass(frozen=True, slots=True, eq=False)
class ShownBoard:
    """A game's board for the scripts; lengths in cell widths, y upwards."""

    pieces: str  # stones, tiles or cells
    shape: str  # of a cell: square, hex or crossing
    width: float
    height: float
    x: Fine  # [num_cells] the cells' middles
    y: Fine
    num_values: int  # what lies on a cell is 1 to so many, 0: nothing
    marks: tuple[str, ...]  # cross or ring, on the stones of each value
    edges: tuple[ShownEdge, ...]  # of the board, those that belong to a player
    dominoes: tuple[tuple[float, float], ...]  # by value: from the first to the other cell


@dataclass(frozen=True, slots=True, eq=False)
class BoardTable:
    """What is the same at all moments of a search; lengths in cell widths, y downwards."""

    board: ShownBoard  # its own y is upwards
    drops: bool  # stones fall to the lowest free cell
    labels: tuple[tuple[float, float, str], ...]  # x, y and text of the names around it
    search_player: int
    joined: str  # which edges each player joins, "" on other boards


@dataclass(frozen=True, slots=True, eq=False)
class PointedPlaces:
    """The places of a drawing that mean its actions; their side is the unit, y upwards."""

    width: float  # of the drawing
    height: float
    x: np.ndarray  # float64 [num_places] the places' middles
    y: np.ndarray
    means: tuple[tuple[int, ...], ...]  # of each legal action the places, one after another


NO_BOARD = Board(np.zeros(0), np.zeros(0), 1.0, 1.0)
"""Of a game that has no picture."""


def board_of(state: Any) -> Board:
    """The board that a position is drawn on."""
    return NO_BOARD if state.board is None else state.board


def has_tiles(state: Any) -> bool:
    """Whether a game takes tiles away; else it puts stones, or has no board."""
    return board_of(state).pieces == "tiles"


def has_cells(state: Any) -> bool:
    """Whether the position's own picture says what its cells show."""
    return board_of(state).pieces == "cells"


def picture_of(state: Any) -> Picture | None:
    """The position's own picture, None for none; some are remembered.

    By the very object: positions that are equal may have come about differently, and show it.
    """
    known = _pictures.get(id(state))
    if known is not None:
        return known[1]
    found: Picture | None = state.picture
    if found is not None:
        if len(_pictures) >= _MAX_PICTURES:
            _pictures.clear()
        _pictures[id(state)] = state, found
    return found


def svg_of(state: Any) -> str:
    """The position's own drawing as SVG, "" for none."""
    picture = picture_of(state)
    return "" if picture is None else picture.svg


def pointed_size(state: Any) -> tuple[float, float] | None:
    """Width and height of the position's own drawing in sides of its places; None without places.

    An end has no actions and no places, but the size of its drawing.
    """
    picture = picture_of(state)
    if picture is None or not (picture.places or (picture.svg and state.is_terminal())):
        return None
    image = drawing(picture.svg)
    return image.width / picture.side, image.height / picture.side


def pointed_places(state: Any) -> PointedPlaces | None:
    """Where the actions can be pointed at in the position's own drawing, None: nowhere.

    ValueError where their places are not as many as the legal actions.
    """
    size, picture = pointed_size(state), picture_of(state)
    if size is None or picture is None:
        return None
    legal = state.legal_actions()
    if len(picture.places) != len(legal):
        raise ValueError(
            f"picture: {len(picture.places)} places are given for {len(legal)} legal actions; give "
            "one of each, in their order, () where there is nothing to point at"
        )
    places = sorted({place for means in picture.places for place in means})
    numbers = {place: number for number, place in enumerate(places)}
    x, y = np.array(places, dtype=float).reshape(-1, 2).T / picture.side
    means = tuple(tuple(numbers[place] for place in means) for means in picture.places)
    return PointedPlaces(*size, x, size[1] - y, means)


def is_drawn(state: Any) -> bool:
    """Whether there is a board or a drawing of the position."""
    return state.board is not None or picture_of(state) is not None


def has_own_picture(state: Any) -> bool:
    """Whether it looks as it says itself, with its moves on a list: cells, a drawing or a text.

    Any other has a board of stones or tiles.
    """
    return state.board is None or has_cells(state)


def has_score(state: Any) -> bool:
    """One player: whether points are made before the end, so that a move is worth some."""
    return bool(state.num_players == 1 and has_points(state))


def put_cells(state: Any, action: Any) -> list[int]:
    """The cell where an action puts a new stone; [] where it puts none, or moves a piece."""
    board = board_of(state)
    if board.pieces != "stones" or board.moves:
        return []
    return marked_cells(state, action)


def marked_cells(state: Any, action: Any) -> list[int]:
    """What is marked of an action: where a stone was put or has gone, or all that it changes."""
    cells: list[int] = state.action_cells(action)
    return cells[:1] if board_of(state).pieces == "stones" else cells


def outlined_cells(state: Any, action: Any) -> list[int]:
    """The same with all that a domino covers, for an outline around it."""
    cells: list[int] = state.action_cells(action)
    return cells if board_of(state).dominoes else marked_cells(state, action)


def aside_of(state: Any) -> Any:
    """The legal action that is no place of the board: a swap, a pass; None for none."""
    if has_own_picture(state) or state.pie_swap is not None:
        return state.pie_swap
    for action in state.legal_actions():
        if not state.pointed_cells(action) and not state.steps(action).cells:
            return action
    return None


def digits_of(state: Any) -> str:
    """What lies on the cells of a position, a digit each."""
    return str((state.cells() + ord("0")).astype(np.uint8).tobytes(), "ascii")


def shown_of(state: Any) -> str:
    """What a small board shows of a position: its own drawing as SVG, else its digits."""
    svg = svg_of(state)
    return drawing(svg).text(INK, FONT) if svg else digits_of(state)


def shown_board(board: Board) -> ShownBoard:
    """The board for `boards.js`."""
    names = (field.name for field in fields(ShownBoard) if field.name != "edges")
    return ShownBoard(
        **{name: getattr(board, name) for name in names},
        edges=tuple(ShownEdge(edge.value, edge.points) for edge in board.edges),
    )


def joined_told(board: Board, names: tuple[str, str]) -> str:
    """Which edges each player joins, by what the players are called; "" on other boards."""
    return ", ".join(
        f"{name} {'joins ' if not player else ''}{sides}"
        for player, (name, sides) in enumerate(zip(names, board.joined, strict=False))
    )


def joined_by_colours(board: Board, search_player: int) -> str:
    """The same by the colours of the discs, as every board of the page has them."""
    return joined_told(board, ("Orange", "blue") if search_player else ("Blue", "orange"))
