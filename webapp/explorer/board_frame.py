"""What the board card draws: one position, its candidate moves, the playout played on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from explorer import text
from explorer.detail import Actions
from explorer.positions import Positions, all_groups
from explorer.strip_frame import Line, group_lines


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
    context: str  # "playout from the new node, depth 8"
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
    ghost_cells: np.ndarray  # int [num_ghosts] stones the playout put
    ghost_players: np.ndarray  # int [num_ghosts]
    facts: tuple[tuple[str, str], ...]  # ("Score so far", "123"), large first
    tile_counts: tuple[tuple[int, int], ...]  # (cell value, cells left)
    tabu: int  # the cell value that the playout keeps for last, 0: none
    bars: np.ndarray  # float64 [num_moves] points of each playout move
    bar_current: int  # index of the shown move, -1: none


class Shown(NamedTuple):
    """Which moment the card shows."""

    selected: Actions
    node: int  # of the selected position
    chosen: int | None  # the action that the current path takes there
    start: Actions  # where the line of moves begins
    line: Line  # the playout, or the best sequence
    in_playout: bool  # the board shows a position of the line, not the selected one
    move: int  # index of the shown move of the line, -1: none


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
    ghosts = shown.line.actions if shown.in_playout and kind == "stones" else ()
    first_mover = shown.line.states[0].to_play if ghosts else 0
    return BoardFrame(
        kind=kind,
        shape=geometry.shape,
        width=float(geometry.width),
        height=float(geometry.height),
        x=geometry.x,
        y=geometry.y,
        values=values,
        search_player=root.to_play,
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
        ghost_cells=np.asarray([state.action_cells(a)[0] for a in ghosts], dtype=np.int64),
        ghost_players=(first_mover + np.arange(len(ghosts))) % 2,
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


def _children_on_board(
    search: Any, shown: Shown, geometry: Any, chosen: int | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, int]:
    """Stones: x, y, win rate of the search, share of the visits of the visited children; and which
    of them the path takes."""
    tree = search.tree
    children = np.asarray(tree.children(shown.node), dtype=np.int64)
    if search.root.num_players == 1 or shown.in_playout or not children.size:
        empty = np.zeros(0)
        return empty, empty, empty, empty, -1
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
    return geometry.x[cells], geometry.y[cells], mean, share, index


def _context(shown: Shown) -> str:
    depth = len(shown.start if shown.in_playout else shown.selected)
    if shown.in_playout:
        return f"playout from the new node, depth {depth}"
    return f"selected node, depth {depth}" if depth else "start position"


def _badge(shown: Shown, kind: str) -> str:
    if not shown.in_playout:
        return ""
    num_moves = len(shown.line.actions)
    if not num_moves:
        return "position is over"
    if kind == "stones":
        return text.plural(num_moves, "move")
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
    end = shown.line.states[-1] if shown.in_playout else state
    if end.is_terminal():
        own = end.returns() if root_player == 0 else 1.0 - end.returns()
        outcome = "draws" if own == 0.5 else "wins" if own > 0.5 else "loses"
        return (("The search", outcome),)
    tree = search.tree
    mean = tree.mean(shown.node)
    rate = mean if len(shown.selected) % 2 == 1 else 1.0 - mean
    return (
        ("Search wins", text.percent(rate)),
        ("To move", "search" if state.to_play == root_player else "opponent"),
        ("Candidates", text.plural(legal, "move")),
    )
