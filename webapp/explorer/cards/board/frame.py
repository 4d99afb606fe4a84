"""What the board card draws: one position, its candidate moves, the playout played on it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from explorer.cards.board.told import facts_of, still_in
from explorer.game.line import Actions
from explorer.game.positions import NOTHING, Meant, groups_in, meant_in
from explorer.look import text
from explorer.look.boards import (
    board_of,
    has_cells,
    has_own_picture,
    has_tiles,
    pointed_size,
    svg_of,
)
from explorer.moment.gather import Moment
from mcsearch.engine.board import Board
from mcsearch.engine.picture import Cell


def _none() -> np.ndarray:
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class BoardFrame:
    """One position in cell units, y upwards; a board and its cells' values make a picture."""

    board: Board
    values: np.ndarray  # int64 [num_cells] 0 for nothing, else as the board says
    search_player: int = 0  # which player the search is, 0 for one player
    num_players: int = 2
    to_play: int = 0
    selected: Actions = ()  # the node whose moves can be chosen
    context: str = ""  # "playout from depth 8"
    badge: str = ""  # "move 35 of 51", "" when no playout is shown
    phase: int = 0  # whose colour the badge and the played group have
    groups: tuple[tuple[int, ...], ...] = ()  # the cells that mean an action, of each legal one
    played: tuple[int, ...] = ()  # cells of the group being played, or places of a drawing
    played_text: str = ""  # "+1 764", "" when nothing is being played
    played_at: tuple[float, float] = (0.0, 0.0)
    child_x: np.ndarray = field(default_factory=_none)  # float64 [num_shown] children, on cells
    child_y: np.ndarray = field(default_factory=_none)
    child_mean: np.ndarray = field(
        default_factory=_none
    )  # float64 [num_shown] win rate of the search
    child_share: np.ndarray = field(default_factory=_none)  # float64 [num_shown] of the visits
    child_text: tuple[str, ...] = ()  # [num_shown]
    child_actions: tuple[int, ...] = ()  # [num_shown]
    child_chosen: int = -1  # index of the child that the current path takes, -1: none
    child_out: tuple[bool, ...] = ()  # [num_shown] no more in the rounds of the root's actions
    child_proven: tuple[int, ...] = ()  # [num_shown] 0 unknown, 1 lost, 2 drawn, 3 won
    ghost_cells: np.ndarray = field(default_factory=_none)  # int [num_ghosts] stones to come
    ghost_players: np.ndarray = field(default_factory=_none)  # int [num_ghosts]
    ghost_plies: tuple[int, ...] = ()  # [num_ghosts] from 1
    last_cell: int = -1  # of the last stone put, -1: unknown
    last_way: tuple[int, ...] = ()  # of a stone that was moved: from where to where
    ending_cells: tuple[int, ...] = ()  # those that have ended the game
    forbidden_cells: tuple[int, ...] = ()  # free ones where the player to move may put nothing
    meant: Meant = NOTHING  # what pointing at a cell means
    callouts: tuple[tuple[int, int], ...] = ()  # (cell, the number that a text calls it by)
    lit: frozenset[int] = frozenset()  # the cells that a text speaks of; the others step back
    facts: tuple[tuple[str, str], ...] = ()  # ("Score so far", "123"), large first
    text: str = ""  # the position in words, where the game has no board
    svg: str = ""  # the position as a drawing, which is not to be trusted
    cells: tuple[Cell, ...] = ()  # [num_cells] what the cells show, where the position says so
    tile_counts: tuple[tuple[int, int], ...] = ()  # (cell value, cells left)
    tabu: int = 0  # the cell value that the playout keeps for last, 0: none
    bars: np.ndarray = field(
        default_factory=_none
    )  # float64 [num_moves] points of each playout move
    bar_current: int = -1  # index of the shown move, -1: none

    @property
    def x(self) -> np.ndarray:
        return self.board.x

    @property
    def y(self) -> np.ndarray:
        return self.board.y

    @property
    def width(self) -> float:
        return float(self.board.width)

    @property
    def height(self) -> float:
        return float(self.board.height)


_EXPECTED_PLIES = 6


def show_position(state: Any, search_player: int = 0, **more: Any) -> BoardFrame:
    """The picture of a position without a search; `more` are fields of the frame."""
    if "meant" not in more:
        more["meant"] = meant_in(state)
    if "ending_cells" not in more:
        more["ending_cells"] = tuple(state.ending_cells())
    board = board_of(state)
    if size := pointed_size(state):
        board = replace(board, width=size[0], height=size[1])
    return BoardFrame(
        board=board,
        values=state.cells().astype(np.int64),
        search_player=search_player,
        num_players=state.num_players,
        to_play=state.to_play,
        forbidden_cells=tuple(state.forbidden_cells()),
        text=str(state) if state.board is None else "",
        svg=svg_of(state),
        cells=state.shown_cells if has_cells(state) else (),
        **more,
    )


def build_board(moment: Moment) -> BoardFrame:
    """The picture of the selected position, or of a moment of the playout."""
    root, positions = moment.root, moment.positions
    state = positions.state(moment.selected)
    if moment.in_playout:
        state = moment.line.states[_shown_ply(moment)]
    children = _children_on_board(moment)
    more: dict[str, Any] = {}
    if has_tiles(root):
        more = _tiles(moment, state)
    elif has_cells(root):
        more = _cells(moment, state)
    elif root.board is not None:
        more = _moves(moment, state) if root.board.moves else _stones(moment, state)
    elif not moment.in_playout:
        more = _drawing(moment)
    return show_position(
        state,
        moment.search_player,
        selected=moment.selected,
        context=_context(moment),
        badge=_badge(moment),
        phase=moment.phase,
        **children,
        meant=NOTHING if moment.in_playout else positions.meant(moment.selected),
        facts=facts_of(moment, state, len(children.get("child_actions", ()))),
        bars=moment.line.bars if moment.num_players == 1 else np.zeros(0),
        bar_current=moment.move,
        callouts=_called(moment),
        **more,
    )


def _shown_ply(moment: Moment) -> int:
    """Which position of the playout lies on the board.

    Tiles are shown as they are taken, a position's own picture and stones that go from cell to
    cell as the move has left them, other stones as ghosts on the board where the playout begins.
    """
    if has_tiles(moment.root):
        return max(moment.move, 0)
    moves = has_own_picture(moment.root) or board_of(moment.root).moves
    return moment.move + 1 if moves else 0


def _called(moment: Moment) -> tuple[tuple[int, int], ...]:
    """The cells of the called moves that lie on the board, or can be played on it."""
    found = []
    for called, actions in enumerate(moment.callouts, start=1):
        before = actions[:-1]
        stands = moment.selected[: len(actions)] == actions or before == moment.selected
        if not actions or not stands or moment.in_playout:
            continue
        if cells := moment.positions.state(before).action_cells(actions[-1]):
            found.append((cells[0], called))
    return tuple(found)


def _tiles(moment: Moment, state: Any) -> dict[str, Any]:
    """What is particular to tiles: groups, what the played one scores, how many are left."""
    action = moment.chosen
    if moment.in_playout:
        action = moment.line.actions[moment.move] if moment.line.actions else None
    values = state.cells()
    more: dict[str, Any] = {
        "groups": _groups(moment, state),
        "tabu": moment.avoided,
        "tile_counts": tuple(
            (colour, int(np.count_nonzero(values == colour)))
            for colour in np.unique(moment.root.cells()).tolist()
            if colour
        ),
    }
    if action is not None:
        cells = state.action_cells(action)
        points = state.play(action).score - state.score
        more["played"] = tuple(cells)
        more["played_text"] = f"+{text.number(points)}"
        more["played_at"] = _badge_place(state.board, cells)
    return more


def _cells(moment: Moment, state: Any) -> dict[str, Any]:
    """What is particular to cells that say what they show: those that actions change, and that one
    has.
    """
    before, action = moment.positions.state(moment.selected), moment.chosen
    if moment.in_playout:
        before = moment.line.states[max(moment.move, 0)]
        action = moment.line.actions[moment.move] if moment.line.actions else None
    more: dict[str, Any] = {"groups": _groups(moment, state)}
    if action is not None:
        more["played"] = tuple(before.action_cells(action))
    return more


def _groups(moment: Moment, state: Any) -> tuple[tuple[int, ...], ...]:
    """What is outlined as what may be played next."""
    return groups_in(state) if moment.in_playout else moment.positions.groups(moment.selected)


def _stones(moment: Moment, state: Any) -> dict[str, Any]:
    """What is particular to stones: those to come as ghosts, the last one, those that decided."""
    moves, plies = _ghosts(moment)
    if board_of(state).dominoes and not moment.in_playout:
        moves, plies = [], []  # what is to come would lie on the candidates
    end = moves[-1][0].play(moves[-1][1]) if moves and moment.in_playout else state
    ghosts = [
        (cells[0], at.to_play, ply)
        for (at, action), ply in zip(moves, plies, strict=True)
        if (cells := at.action_cells(action))  # a pass has no cell
    ]
    return {
        "ghost_cells": np.asarray([cell for cell, _, _ in ghosts], dtype=np.int64),
        "ghost_players": np.asarray([player for _, player, _ in ghosts], dtype=np.int64),
        "ghost_plies": tuple(ply for _, _, ply in ghosts),
        "last_cell": _last_cell(moment, ghosts),
        "ending_cells": tuple(end.ending_cells()),
    }


def _moves(moment: Moment, state: Any) -> dict[str, Any]:
    """What is particular to stones that go from cell to cell: the way of the last one."""
    actions = moment.selected
    if moment.in_playout:
        actions = (*moment.start, *moment.line.actions[: moment.move + 1])
    way = moment.positions.state(actions[:-1]).steps(actions[-1]).cells if actions else ()
    return {
        "last_way": way,
        "last_cell": way[-1] if way else -1,
        "ending_cells": tuple(state.ending_cells()),
    }


def _drawing(moment: Moment) -> dict[str, Any]:
    """What is particular to a drawing: where the action is that the current path takes."""
    meant = moment.positions.meant(moment.selected)
    if meant.places is None or moment.chosen is None:
        return {}
    return {"played": tuple(meant.cells[moment.chosen])}


def _badge_place(board: Board, cells: list[int]) -> tuple[float, float]:
    """Where the points stand: above the right end of the group, or below it at the board's top."""
    x, y = board.x[cells], board.y[cells]
    right = x >= x.max() - 1
    above = float(y[right].max()) + 1.1
    below = float(y[right].min()) - 1.1
    return float(x[right].mean()), above if above <= board.height - 0.4 else below


def _ghosts(moment: Moment) -> tuple[list[tuple[Any, int]], list[int]]:
    """Positions and moves whose stones are drawn as ghosts, and their plies.

    The playout as far as it is shown; else the expected play after its first move, which is
    among the candidates.
    """
    line = moment.line
    if moment.in_playout:
        count = moment.move + 1
        return list(zip(line.states, line.actions[:count], strict=False)), [*range(1, count + 1)]
    expected = moment.best_sequence
    depth = len(moment.selected)
    if expected[:depth] != moment.selected:
        return [], []
    moves: list[tuple[Any, int]] = []
    state = moment.root
    for ply, action in enumerate(expected[: depth + _EXPECTED_PLIES]):
        if ply > depth:
            moves.append((state, action))
        state = state.play(action)
    return moves, [*range(2, len(moves) + 2)]


def _last_cell(moment: Moment, ghosts: list[tuple[int, int, int]]) -> int:
    """The cell of the last stone: of the playout, or of the move into the selected position."""
    if moment.in_playout and ghosts:
        return ghosts[-1][0]
    actions = moment.start if moment.in_playout else moment.selected
    cells = moment.positions.state(actions[:-1]).action_cells(actions[-1]) if actions else []
    return cells[0] if cells else -1


def _children_on_board(moment: Moment) -> dict[str, Any]:
    """Two players: the visited children on the cells of their moves, as far as these have one."""
    children = moment.children
    if moment.num_players == 1 or moment.in_playout or has_own_picture(moment.root):
        return {}
    assert children is not None
    state = moment.positions.state(moment.selected)
    cells: dict[int, int] = {}
    for child, action in enumerate(children.actions):
        meant = [] if board_of(state).drops else state.pointed_cells(action)
        if children.visits[child] and (at := meant or state.action_cells(action)):
            cells[child] = at[0]
    if board_of(state).dominoes:
        cells = _apart(moment, state, cells)
    shown = np.asarray([*cells], dtype=np.int64)
    visits = children.visits[shown]
    mean = children.value_sum[shown] / visits
    if not moment.positions.is_search_to_move(moment.selected):
        mean = 1.0 - mean  # the opponent moves into these
    actions = [children.actions[child] for child in cells]
    staying = still_in(moment) if not moment.selected else None
    at = np.asarray([*cells.values()], dtype=np.int64)
    middles = [state.board.middle(cell, state.to_play + 1) for cell in at.tolist()]
    child_x, child_y = np.asarray(middles, dtype=float).reshape(-1, 2).T
    return {
        "child_x": child_x,
        "child_y": child_y,
        "child_mean": mean,
        "child_share": visits / max(int(children.visits.sum()), 1),
        "child_text": tuple(text.percent(value) for value in mean.tolist()),
        "child_actions": tuple(actions),
        "child_chosen": actions.index(moment.chosen) if moment.chosen in actions else -1,
        "child_out": tuple(staying is not None and action not in staying for action in actions),
        "child_proven": tuple(
            text.proven_mark(children.bounds[child].seen_by(moment.search_player))
            for child in cells
        ),
    }


def _apart(moment: Moment, state: Any, cells: dict[int, int]) -> dict[int, int]:
    """Of the children on the board those that no child with more visits, or chosen, overlaps."""
    children = moment.children
    assert children is not None
    taken: set[int] = set()
    kept = set()
    for child in sorted(
        cells, key=lambda c: (children.actions[c] != moment.chosen, -children.visits[c])
    ):
        covered = set(state.action_cells(children.actions[child]))
        if not covered & taken:
            taken |= covered
            kept.add(child)
    return {child: cell for child, cell in cells.items() if child in kept}


def _context(moment: Moment) -> str:
    depth = len(moment.start if moment.in_playout else moment.selected)
    if moment.in_playout:
        return f"playout from depth {depth}"
    return f"selected node, depth {depth}" if depth else "start position"


def _badge(moment: Moment) -> str:
    if not moment.in_playout:
        return ""
    num_moves = len(moment.line.actions)
    if not num_moves:
        return "position is over"
    return f"move {moment.move + 1} of {num_moves}"
