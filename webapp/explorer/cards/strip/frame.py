"""A playout, or the best sequence, as a line of moves and as a strip of small boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.look import text
from explorer.look.boards import board_of, has_cells, has_score, has_tiles, svg_of
from explorer.moment.cut import Cut, Outcome
from explorer.moment.detail import SLOTS
from explorer.moment.gather import Moment
from mcsearch.check.recorded import RecordedTree
from mcsearch.engine.board import Board
from mcsearch.engine.picture import Cell

_SHORT = 5  # characters of an action that stand beside the number of a move


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnail:
    """One small board."""

    board: Board
    values: np.ndarray  # int [num_cells]
    played: tuple[int, ...]  # tiles and a person's cells: those played next
    cell: int  # stones: where the next one is put, -1: none
    name: str  # "move 14"
    value: str  # its score so far, or the action played next; may be empty
    current: bool
    cells: tuple[Cell, ...] = ()  # [num_cells] of a person's picture
    svg: str = ""  # its drawing, which is not to be trusted

    @property
    def caption(self) -> str:
        """Both, as "move 14 · 56"."""
        return f"{self.name} · {self.value}" if self.value else self.name


@dataclass(frozen=True, slots=True, eq=False)
class StripFrame:
    """Some boards of a line; None where an unrolling playout has not come yet."""

    title: str  # "Playout", "Best sequence" or "Expected play"
    search_player: int
    phase: int  # whose colour the strip has; 0: the best sequence's
    thumbnails: tuple[Thumbnail | None, ...]
    cut: tuple[int, Outcome] | None  # a changed sequence's: boards before it, what comes of it


def _outcome(state: Any, search_player: int) -> str:
    """What a line comes to, for the search."""
    if not state.is_terminal():
        return "and so on"
    own = state.returns() if search_player == 0 else 1.0 - state.returns()
    said = {"win": "search wins", "draw": "draw", "loss": "search loses"}
    outcome = text.outcome(own)
    return said[outcome] if outcome else f"search: {text.percent(own)}"


def _before(state: Any, action: int) -> str:
    """What stands beside the number of a move: the score before it, else the action if short."""
    if has_score(state):
        return text.number(state.score)
    name = str(state.action_name(action))
    return name if len(name) <= _SHORT else ""


def _thumbnail(
    state: Any,
    played: tuple[int, ...],
    cell: int,
    name: str,
    value: str,
    current: bool,
) -> Thumbnail:
    return Thumbnail(
        board_of(state),
        state.cells(),
        played,
        cell,
        name,
        value,
        current,
        cells=state.shown_cells if has_cells(state) else (),
        svg=svg_of(state),
    )


def _boards_before(cut: Cut, places: tuple[int, ...]) -> int:
    return sum(place <= cut.kept for place in places)


def build_strip(moment: Moment, num_slots: int = SLOTS, unrolls: bool = False) -> StripFrame:
    """The strip of a moment's line of moves: at most so many boards.

    While a playout unrolls, what comes after the shown move is not drawn yet. A cut stands after
    the boards that the changed sequence has had before.
    """
    line, shown, cut = moment.line, moment.move, moment.cut
    phase = moment.phase if moment.has_playout else 0
    unrolling = unrolls and moment.in_playout
    two_players = line.states[0].num_players == 2
    first = "start" if phase == 0 else "new node"
    thumbnails: list[Thumbnail | None] = []
    num_moves = len(line.actions)
    places = np.linspace(0, max(num_moves - 1, 0), num_slots - 1)
    moves = np.unique(places.round().astype(int)).tolist() if num_moves else []
    current = -1
    if shown >= 0:
        # the shown move takes the place of the last one before it
        current = max(i for i, move in enumerate(moves) if move <= shown)
        moves[current] = shown
    for slot, move in enumerate(moves):
        if unrolling and move > shown:
            thumbnails.append(None)
            continue
        state = line.states[move]
        action = line.actions[move]
        name = first if move == 0 else f"move {move + 1}"
        value = _before(state, action)
        cells = state.action_cells(action)
        if has_tiles(state) or has_cells(state):
            shown_next: tuple[tuple[int, ...], int] = (tuple(cells), -1)
        else:
            shown_next = (), cells[0] if cells else -1
        thumbnails.append(_thumbnail(state, *shown_next, name, value, slot == current))
    if unrolling:
        thumbnails.append(None)
    elif num_moves or phase:
        end = line.states[-1]
        name = "★ best" if phase == 0 else "end" if num_moves else "over"
        value = ""
        if two_players:
            name = _outcome(end, moment.search_player)
        elif not end.is_terminal():  # chance goes on
            name = "and so on"
        elif has_score(end):
            value = text.number(end.returns())
        elif not isinstance(end.problem, RecordedTree):  # which does not say what it comes to
            value = text.score(end.returns())
        thumbnails.append(_thumbnail(end, (), -1, name, value, False))
    best = "Expected play" if two_players else "Best sequence"
    return StripFrame(
        title=best if phase == 0 else "Playout",
        search_player=moment.search_player,
        phase=phase,
        thumbnails=tuple(thumbnails),
        cut=None if cut is None else (_boards_before(cut, (*moves, num_moves)), cut.outcome),
    )
