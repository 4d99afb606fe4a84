"""A playout, or the best sequence, as a line of moves and as a strip of small boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.look import text
from explorer.look.boards import has_tiles
from explorer.moment.detail import SLOTS
from explorer.moment.line import Line, group_lines
from mcsearch.engine.board import Board


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnail:
    """One small board."""

    values: np.ndarray  # int [num_cells]
    outline_xs: tuple[np.ndarray, ...]  # in cell units: the group played next
    outline_ys: tuple[np.ndarray, ...]
    cell: int  # stones: where the next one is put, -1: none
    name: str  # "move 14"
    value: str  # its score so far, or the action played next; may be empty
    current: bool

    @property
    def caption(self) -> str:
        """Both, as "move 14 · 56"."""
        return f"{self.name} · {self.value}" if self.value else self.name


@dataclass(frozen=True, slots=True, eq=False)
class StripFrame:
    """Up to SLOTS boards of a line; None where an unrolling playout has not come yet."""

    title: str  # "Playout", "Best sequence" or "Expected play"
    board: Board
    search_player: int
    phase: int  # whose colour the strip has; 0: the best sequence's
    thumbnails: tuple[Thumbnail | None, ...]


def _outcome(state: Any, search_player: int) -> str:
    """What a line comes to, for the search."""
    if not state.is_terminal():
        return "and so on"
    own = state.returns() if search_player == 0 else 1.0 - state.returns()
    said = {"win": "search wins", "draw": "draw", "loss": "search loses"}
    outcome = text.outcome(own)
    return said[outcome] if outcome else f"search: {text.percent(own)}"


def build_strip(
    line: Line, phase: int, shown: int, unrolling: bool, search_player: int = 0
) -> StripFrame:
    """The strip of a line whose move `shown` (-1: none) is on the board.

    While a playout unrolls, what comes after the shown move is not drawn yet.
    """
    board = line.states[0].board
    two_players = line.states[0].num_players == 2
    first = "start" if phase == 0 else "new node"
    thumbnails: list[Thumbnail | None] = []
    num_moves = len(line.actions)
    moves = np.unique(np.linspace(0, max(num_moves - 1, 0), SLOTS - 1).round().astype(int)).tolist()
    current = -1
    if shown >= 0:
        # the shown move takes the place of the last one before it
        current = max(i for i, move in enumerate(moves) if move <= shown)
        moves[current] = shown
    for slot, move in enumerate(moves if num_moves else []):
        if unrolling and move > shown:
            thumbnails.append(None)
            continue
        state = line.states[move]
        action = line.actions[move]
        name = first if move == 0 else f"move {move + 1}"
        value = state.action_name(action) if two_players else text.number(state.score)
        lines: tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...]] = ((), ())
        cell = -1
        if has_tiles(state):
            lines = group_lines(state, action)
        elif cells := state.action_cells(action):
            cell = cells[0]
        thumbnails.append(Thumbnail(state.cells(), *lines, cell, name, value, slot == current))
    if unrolling:
        thumbnails.append(None)
    elif num_moves or phase:
        end = line.states[-1]
        name = "★ best" if phase == 0 else "end" if num_moves else "over"
        value = text.number(end.returns())
        if two_players:
            name, value = _outcome(end, search_player), ""
        thumbnails.append(Thumbnail(end.cells(), (), (), -1, name, value, False))
    best = "Expected play" if two_players else "Best sequence"
    return StripFrame(
        title=best if phase == 0 else "Playout",
        board=board,
        search_player=search_player,
        phase=phase,
        thumbnails=tuple(thumbnails),
    )
