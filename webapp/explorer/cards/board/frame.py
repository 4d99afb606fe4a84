"""What the board card draws: one position, its candidate moves, the playout played on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from explorer.look import text
from explorer.moment.detail import Actions
from explorer.moment.gather import Moment
from explorer.moment.line import Line, group_lines
from explorer.moment.positions import Positions, all_groups


@dataclass(frozen=True, slots=True, eq=False)
class BoardFrame:
    """One position in cell units, y upwards."""

    kind: str  # "tiles" or "stones"
    shape: str  # "square" or "hex"
    width: float
    height: float
    x: np.ndarray  # float64 [num_cells] centres
    y: np.ndarray  # float64 [num_cells]
    values: np.ndarray  # int64 [num_cells] 0 empty, else colour or player + 1
    search_player: int  # which player the search is, 0 for one player
    selected: Actions  # the node whose moves can be chosen
    context: str  # "playout from depth 8"
    badge: str  # "move 35 of 51", "" when no playout is shown
    phase: int  # whose colour the badge and the played group have
    candidate_xs: tuple[np.ndarray, ...]  # outlines of the legal groups
    candidate_ys: tuple[np.ndarray, ...]
    played_xs: tuple[np.ndarray, ...]  # outline of the group being played
    played_ys: tuple[np.ndarray, ...]
    played_text: str  # "+1 764", "" when nothing is being played
    played_at: tuple[float, float]
    child_x: np.ndarray  # float64 [num_shown] stones: children drawn in their cells
    child_y: np.ndarray
    child_mean: np.ndarray  # float64 [num_shown] win rate of the search
    child_share: np.ndarray  # float64 [num_shown] share of the visits
    child_text: tuple[str, ...]  # [num_shown]
    child_chosen: int  # index of the child that the current path takes, -1: none
    child_proven: tuple[int, ...]  # [num_shown] 0 unknown, 1 lost, 2 drawn, 3 won for the search
    drops: bool  # stones: a move names a column, the stone falls
    labels: tuple[tuple[float, float, str], ...]  # x, y, name of a column or a row
    ghost_cells: np.ndarray  # int [num_ghosts] stones of the playout, or of the expected play
    ghost_players: np.ndarray  # int [num_ghosts]
    ghost_plies: tuple[int, ...]  # [num_ghosts] from 1
    last_cell: int  # of the last stone put, -1: unknown
    line_cells: tuple[int, ...]  # the stones in a row that have ended the game
    cell_actions: np.ndarray  # int [num_cells] the action that a click on a cell means, -1: none
    facts: tuple[tuple[str, str], ...]  # ("Score so far", "123"), large first
    tile_counts: tuple[tuple[int, int], ...]  # (cell value, cells left)
    tabu: int  # the cell value that the playout keeps for last, 0: none
    bars: np.ndarray  # float64 [num_moves] points of each playout move
    bar_current: int  # index of the shown move, -1: none


_EXPECTED_PLIES = 6


class Shown(NamedTuple):
    """Which moment the card shows."""

    selected: Actions
    node: int  # of the selected position
    chosen: int | None  # the action that the current path takes there
    start: Actions  # where the line of moves begins
    line: Line  # the playout, or the best sequence
    in_playout: bool  # the board shows a position of the line, not the selected one
    move: int  # index of the shown move of the line, -1: none

    @classmethod
    def at(cls, moment: Moment) -> Shown:
        """What a moment of a search shows."""
        return cls(
            moment.selected,
            moment.nodes[-1],
            moment.chosen,
            moment.start,
            moment.line,
            moment.in_playout,
            moment.move,
        )


def build_board(search: Any, positions: Positions, shown: Shown) -> BoardFrame:
    """The picture of the selected position, or of a moment of the playout."""
    root = search.root
    kind = "tiles" if root.num_players == 1 else "stones"
    state = positions.state(shown.selected)
    action = shown.chosen
    if shown.in_playout and kind == "tiles":
        state = shown.line.states[shown.move]
        action = shown.line.actions[shown.move] if shown.line.actions else None
    elif shown.in_playout:
        state = shown.line.states[0]
        action = None
    geometry = state.geometry
    values = state.cells().astype(np.int64)
    candidates: tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...]] = ((), ())
    played: tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...]] = ((), ())
    played_text, played_at, tabu = "", (0.0, 0.0), 0
    if kind == "tiles":
        candidates = all_groups(state) if shown.in_playout else positions.candidates(shown.selected)
        if action is not None:
            cells = state.action_cells(action)
            played = group_lines(state, action)
            points = state.play(action).score - state.score
            played_text = f"+{text.number(points)}"
            played_at = _badge_place(geometry, cells)
        if shown.in_playout:
            tabu = max(search.policy.avoided_kind(shown.line.states[0]), 0)
    children = _children_on_board(search, shown, geometry, action)
    ghosts, plies = _ghosts(search, shown, kind)
    ghost_cells = [_cell_of(at, move) for at, move in ghosts]
    end = ghosts[-1][0].play(ghosts[-1][1]) if ghosts and shown.in_playout else state
    drops = kind == "stones" and root.max_actions < len(values)
    return BoardFrame(
        kind=kind,
        shape=geometry.shape,
        width=float(geometry.width),
        height=float(geometry.height),
        x=geometry.x,
        y=geometry.y,
        values=values,
        search_player=root.to_play,
        selected=shown.selected,
        context=_context(shown),
        badge=_badge(shown, kind),
        phase=search.phase,
        candidate_xs=candidates[0],
        candidate_ys=candidates[1],
        played_xs=played[0],
        played_ys=played[1],
        played_text=played_text,
        played_at=played_at,
        child_x=children[0],
        child_y=children[1],
        child_mean=children[2],
        child_share=children[3],
        child_text=tuple(text.percent(mean) for mean in children[2].tolist()),
        child_chosen=children[4],
        child_proven=children[5],
        drops=drops,
        labels=_labels(root, geometry, drops) if kind == "stones" else (),
        ghost_cells=np.asarray(ghost_cells, dtype=np.int64),
        ghost_players=np.asarray([at.to_play for at, _ in ghosts], dtype=np.int64),
        ghost_plies=tuple(plies),
        last_cell=_last_cell(positions, shown, ghost_cells) if kind == "stones" else -1,
        line_cells=final_line(end) if kind == "stones" else (),
        cell_actions=(
            np.full(len(values), -1)
            if shown.in_playout
            else positions.cell_actions(shown.selected, drops)
        ),
        facts=_facts(search, shown, state, kind),
        tile_counts=tuple(
            (colour, int(np.count_nonzero(values == colour)))
            for colour in np.unique(root.cells()).tolist()
            if colour and kind == "tiles"
        ),
        tabu=tabu,
        bars=shown.line.points if kind == "tiles" else np.zeros(0),
        bar_current=shown.move,
    )


def _badge_place(geometry: Any, cells: list[int]) -> tuple[float, float]:
    """Where the points stand: above the right end of the group, or below it at the board's top."""
    x, y = geometry.x[cells], geometry.y[cells]
    right = x >= x.max() - 1
    above = float(y[right].max()) + 1.1
    below = float(y[right].min()) - 1.1
    return float(x[right].mean()), above if above <= geometry.height - 0.4 else below


def _cell_of(state: Any, action: int) -> int:
    """Where an action puts its stone."""
    return int(state.action_cells(action)[0])


def _ghosts(search: Any, shown: Shown, kind: str) -> tuple[list[tuple[Any, int]], list[int]]:
    """Positions and moves whose stones are drawn as ghosts, and their plies.

    The playout as far as it is shown; else the expected play after its first move, which is
    among the candidates.
    """
    if kind != "stones":
        return [], []
    line = shown.line
    if shown.in_playout:
        count = shown.move + 1
        return list(zip(line.states, line.actions[:count], strict=False)), [*range(1, count + 1)]
    expected = tuple(search.best_sequence)
    depth = len(shown.selected)
    if expected[:depth] != shown.selected:
        return [], []
    moves: list[tuple[Any, int]] = []
    state = search.root
    for ply, action in enumerate(expected[: depth + _EXPECTED_PLIES]):
        if ply > depth:
            moves.append((state, action))
        state = state.play(action)
    return moves, [*range(2, len(moves) + 2)]


def _last_cell(positions: Positions, shown: Shown, ghost_cells: list[int]) -> int:
    """The cell of the last stone: of the playout, or of the move into the selected position."""
    if shown.in_playout and ghost_cells:
        return ghost_cells[-1]
    actions = shown.start if shown.in_playout else shown.selected
    return _cell_of(positions.state(actions[:-1]), actions[-1]) if actions else -1


def _labels(root: Any, geometry: Any, drops: bool) -> tuple[tuple[float, float, str], ...]:
    """Names of the columns under a board whose stones fall, of the rows beside a board of hexes."""
    if drops:
        columns = range(int(geometry.width))
        return tuple((column + 0.5, -0.35, str(column + 1)) for column in columns)
    if geometry.shape != "hex":
        return ()
    rows = sorted(set(geometry.y.round(6).tolist()))
    return tuple(
        (float(geometry.x[np.isclose(geometry.y, y)].min()) - 0.85, y, "abcdefghijklmnop"[row])
        for row, y in enumerate(rows)
    )


def final_line(state: Any) -> tuple[int, ...]:
    """The longest rows of the stones whose last one has ended the game; () without an outcome."""
    if not state.is_terminal() or state.returns() == 0.5:
        return ()
    geometry, values = state.geometry, state.cells()
    mine = 2 - state.to_play  # the cell value of the player who has moved last
    place = {
        (round(2 * x), round(2 * y)): cell
        for cell, (x, y) in enumerate(zip(geometry.x.tolist(), geometry.y.tolist(), strict=True))
    }
    hexes = ((1.0, 0.0), (0.5, 0.75**0.5), (-0.5, 0.75**0.5))
    squares = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, -1.0))
    best: list[list[int]] = []
    for start in np.flatnonzero(values == mine).tolist():
        for dx, dy in hexes if geometry.shape == "hex" else squares:
            row = [start]
            x, y = float(geometry.x[start]), float(geometry.y[start])
            while True:
                x, y = x + dx, y + dy
                cell = place.get((round(2 * x), round(2 * y)), -1)
                if cell < 0 or values[cell] != mine:
                    break
                row.append(cell)
            if not best or len(row) > len(best[0]):
                best = [row]
            elif len(row) == len(best[0]):
                best.append(row)
    return tuple(sorted({cell for row in best for cell in row})) if len(best[0]) >= 3 else ()


def _children_on_board(
    search: Any, shown: Shown, geometry: Any, chosen: int | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, int, tuple[int, ...]]:
    """Stones: x, y, win rate of the search, share of the visits of the visited children; which of
    them the path takes; and what is proven of each, for the search."""
    tree = search.tree
    children = np.asarray(tree.children(shown.node), dtype=np.int64)
    if search.root.num_players == 1 or shown.in_playout or not children.size:
        empty = np.zeros(0)
        return empty, empty, empty, empty, -1, ()
    children = children[tree.visits[children] > 0]
    visits = tree.visits[children]
    mean = tree.value_sum[children] / visits
    if len(shown.selected) % 2 == 1:
        mean = 1.0 - mean  # the opponent moves into these
    state = search.state_of(shown.node)
    actions = tree.action[children].tolist()
    cells = [state.action_cells(action)[0] for action in actions]
    share = visits / max(int(visits.sum()), 1)
    index = actions.index(chosen) if chosen in actions else -1
    player = search.root.to_play
    proven = tuple(
        text.proven_mark(tree.bounds_of(child).seen_by(player)) for child in children.tolist()
    )
    return geometry.x[cells], geometry.y[cells], mean, share, index, proven


def _context(shown: Shown) -> str:
    depth = len(shown.start if shown.in_playout else shown.selected)
    if shown.in_playout:
        return f"playout from depth {depth}"
    return f"selected node, depth {depth}" if depth else "start position"


def _badge(shown: Shown, kind: str) -> str:
    if not shown.in_playout:
        return ""
    num_moves = len(shown.line.actions)
    if not num_moves:
        return "position is over"
    return f"move {shown.move + 1} of {num_moves}"


def _facts(search: Any, shown: Shown, state: Any, kind: str) -> tuple[tuple[str, str], ...]:
    legal = len(state.legal_actions())
    root_player = search.root.to_play
    if kind == "tiles":
        best = text.score(search.best_score)
        return (
            ("Score so far", text.number(state.score)),
            ("Candidates", text.plural(legal, "group") if legal else "none: it is over"),
            ("Best so far", best),
        )
    end = shown.line.states[shown.move + 1] if shown.in_playout else state
    if end.is_terminal():
        own = end.returns() if root_player == 0 else 1.0 - end.returns()
        outcome = "draws" if own == 0.5 else "wins" if own > 0.5 else "loses"
        return (("The search", outcome),)
    if shown.in_playout:
        return (("To move", "search" if end.to_play == root_player else "opponent"),)
    tree = search.tree
    mean = tree.mean(shown.node)
    rate = mean if len(shown.selected) % 2 == 1 else 1.0 - mean
    return (
        ("Search wins", text.percent(rate)),
        ("To move", "search" if state.to_play == root_player else "opponent"),
        ("Candidates", text.plural(legal, "move")),
    )
