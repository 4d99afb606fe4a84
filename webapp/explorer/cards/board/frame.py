"""What the board card draws: one position, its candidate moves, the playout played on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from explorer.game.line import Actions, Line, group_lines
from explorer.game.positions import (
    NOTHING,
    Meant,
    Positions,
    all_groups,
    meant_in,
    positions_below,
)
from explorer.look import text
from explorer.look.boards import board_of, has_cells, has_tiles, is_problem
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
    selected: Actions = ()  # the node whose moves can be chosen
    context: str = ""  # "playout from depth 8"
    badge: str = ""  # "move 35 of 51", "" when no playout is shown
    phase: int = 0  # whose colour the badge and the played group have
    candidate_xs: tuple[np.ndarray, ...] = ()  # outlines of the legal groups
    candidate_ys: tuple[np.ndarray, ...] = ()
    played_xs: tuple[np.ndarray, ...] = ()  # outline of the group being played
    played_ys: tuple[np.ndarray, ...] = ()
    played_text: str = ""  # "+1 764", "" when nothing is being played
    played_at: tuple[float, float] = (0.0, 0.0)
    child_x: np.ndarray = field(default_factory=_none)  # float64 [num_shown] children, on cells
    child_y: np.ndarray = field(default_factory=_none)
    child_mean: np.ndarray = field(
        default_factory=_none
    )  # float64 [num_shown] win rate of the search
    child_share: np.ndarray = field(default_factory=_none)  # float64 [num_shown] of the visits
    child_text: tuple[str, ...] = ()  # [num_shown]
    child_chosen: int = -1  # index of the child that the current path takes, -1: none
    child_proven: tuple[int, ...] = ()  # [num_shown] 0 unknown, 1 lost, 2 drawn, 3 won
    ghost_cells: np.ndarray = field(default_factory=_none)  # int [num_ghosts] stones to come
    ghost_players: np.ndarray = field(default_factory=_none)  # int [num_ghosts]
    ghost_plies: tuple[int, ...] = ()  # [num_ghosts] from 1
    last_cell: int = -1  # of the last stone put, -1: unknown
    ending_cells: tuple[int, ...] = ()  # those that have ended the game
    notes: tuple[tuple[float, float, str], ...] = ()  # x, y, text, over all that lies there
    meant: Meant = NOTHING  # what pointing at a cell means
    callouts: tuple[tuple[int, int], ...] = ()  # (cell, the number that a text calls it by)
    lit: frozenset[int] = frozenset()  # the cells that a text speaks of; the others step back
    facts: tuple[tuple[str, str], ...] = ()  # ("Score so far", "123"), large first
    text: str = ""  # the position in words, where the game has no board
    svg: str = ""  # the position as a drawing, which is not to be trusted
    cells: tuple[Cell, ...] = ()  # [num_cells] what the cells show, where the position says so
    candidate_cells: tuple[int, ...] = ()  # those that mean a legal action
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
_SAID = {"win": "wins", "draw": "draws", "loss": "loses"}


class Shown(NamedTuple):
    """Which moment the card shows."""

    selected: Actions
    node: int  # of the selected position
    chosen: int | None  # the action that the current path takes there
    start: Actions  # where the line of moves begins
    line: Line  # the playout, or the best sequence
    in_playout: bool  # the board shows a position of the line, not the selected one
    move: int  # index of the shown move of the line, -1: none
    callouts: tuple[Actions, ...] = ()  # the nodes that a text speaks of

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
            moment.callouts,
        )


def show_position(state: Any, search_player: int = 0, **more: Any) -> BoardFrame:
    """The picture of a position without a search; `more` are fields of the frame."""
    if "meant" not in more:
        more["meant"] = meant_in(state)
    if "ending_cells" not in more:
        more["ending_cells"] = tuple(state.ending_cells())
    return BoardFrame(
        board=board_of(state),
        values=state.cells().astype(np.int64),
        search_player=search_player,
        num_players=state.num_players,
        text=str(state) if state.board is None else "",
        svg="" if state.picture is None else state.picture.svg,
        cells=state.shown_cells if has_cells(state) else (),
        **more,
    )


def build_board(search: Any, positions: Positions, shown: Shown) -> BoardFrame:
    """The picture of the selected position, or of a moment of the playout."""
    root = search.root
    state = positions.state(shown.selected)
    if shown.in_playout:
        state = shown.line.states[_shown_ply(root, shown)]
    children = _children_on_board(search, shown)
    more: dict[str, Any] = {}
    if has_tiles(root):
        more = _tiles(search, positions, shown, state)
    elif has_cells(root):
        more = _cells(positions, shown, state)
    elif root.board is not None:
        more = _stones(search, positions, shown, state)
    return show_position(
        state,
        root.to_play,
        selected=shown.selected,
        context=_context(shown),
        badge=_badge(shown),
        phase=search.phase,
        **children,
        meant=NOTHING if shown.in_playout else positions.meant(shown.selected),
        facts=_facts(search, shown, state),
        bars=shown.line.bars if root.num_players == 1 else np.zeros(0),
        bar_current=shown.move,
        callouts=_called(positions, shown),
        **more,
    )


def _shown_ply(root: Any, shown: Shown) -> int:
    """Which position of the playout lies on the board.

    Tiles are shown as they are taken, a person's picture as the move has left it, stones as ghosts
    on the board where the playout begins.
    """
    if has_tiles(root):
        return max(shown.move, 0)
    return shown.move + 1 if is_problem(root) else 0


def _called(positions: Positions, shown: Shown) -> tuple[tuple[int, int], ...]:
    """The cells of the called moves that lie on the board, or can be played on it."""
    found = []
    for called, actions in enumerate(shown.callouts, start=1):
        before = actions[:-1]
        stands = shown.selected[: len(actions)] == actions or before == shown.selected
        if not actions or not stands or shown.in_playout:
            continue
        if cells := positions.state(before).action_cells(actions[-1]):
            found.append((cells[0], called))
    return tuple(found)


def _tiles(search: Any, positions: Positions, shown: Shown, state: Any) -> dict[str, Any]:
    """What is particular to tiles: groups, what the played one scores, how many are left."""
    action = shown.chosen
    tabu = 0
    if shown.in_playout:
        action = shown.line.actions[shown.move] if shown.line.actions else None
        candidates = all_groups(state)
        tabu = max(search.policy.avoided_kind(shown.line.states[0]), 0)
    else:
        candidates = positions.candidates(shown.selected)
    values = state.cells()
    more: dict[str, Any] = {
        "candidate_xs": candidates[0],
        "candidate_ys": candidates[1],
        "tabu": tabu,
        "tile_counts": tuple(
            (colour, int(np.count_nonzero(values == colour)))
            for colour in np.unique(search.root.cells()).tolist()
            if colour
        ),
    }
    if action is not None:
        played = group_lines(state, action)
        points = state.play(action).score - state.score
        more["played_xs"], more["played_ys"] = played
        more["played_text"] = f"+{text.number(points)}"
        more["played_at"] = _badge_place(state.board, state.action_cells(action))
    return more


def _cells(positions: Positions, shown: Shown, state: Any) -> dict[str, Any]:
    """What is particular to a person's picture: the cells that actions change, and that one has."""
    before, action = positions.state(shown.selected), shown.chosen
    if shown.in_playout:
        candidates = all_groups(state)
        before = shown.line.states[max(shown.move, 0)]
        action = shown.line.actions[shown.move] if shown.line.actions else None
    else:
        candidates = positions.candidates(shown.selected)
    cells = {cell for legal in state.legal_actions() for cell in state.pointed_cells(legal)}
    more: dict[str, Any] = {
        "candidate_xs": candidates[0],
        "candidate_ys": candidates[1],
        "candidate_cells": tuple(sorted(cells)),
    }
    if action is not None:
        more["played_xs"], more["played_ys"] = group_lines(before, action)
    return more


def _stones(search: Any, positions: Positions, shown: Shown, state: Any) -> dict[str, Any]:
    """What is particular to stones: those to come as ghosts, the last one, those that decided."""
    moves, plies = _ghosts(search, shown)
    end = moves[-1][0].play(moves[-1][1]) if moves and shown.in_playout else state
    ghosts = [
        (cells[0], at.to_play, ply)
        for (at, action), ply in zip(moves, plies, strict=True)
        if (cells := at.action_cells(action))  # a pass has no cell
    ]
    return {
        "ghost_cells": np.asarray([cell for cell, _, _ in ghosts], dtype=np.int64),
        "ghost_players": np.asarray([player for _, player, _ in ghosts], dtype=np.int64),
        "ghost_plies": tuple(ply for _, _, ply in ghosts),
        "last_cell": _last_cell(positions, shown, ghosts),
        "ending_cells": tuple(end.ending_cells()),
    }


def _badge_place(board: Board, cells: list[int]) -> tuple[float, float]:
    """Where the points stand: above the right end of the group, or below it at the board's top."""
    x, y = board.x[cells], board.y[cells]
    right = x >= x.max() - 1
    above = float(y[right].max()) + 1.1
    below = float(y[right].min()) - 1.1
    return float(x[right].mean()), above if above <= board.height - 0.4 else below


def _ghosts(search: Any, shown: Shown) -> tuple[list[tuple[Any, int]], list[int]]:
    """Positions and moves whose stones are drawn as ghosts, and their plies.

    The playout as far as it is shown; else the expected play after its first move, which is
    among the candidates.
    """
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


def _last_cell(positions: Positions, shown: Shown, ghosts: list[tuple[int, int, int]]) -> int:
    """The cell of the last stone: of the playout, or of the move into the selected position."""
    if shown.in_playout and ghosts:
        return ghosts[-1][0]
    actions = shown.start if shown.in_playout else shown.selected
    cells = positions.state(actions[:-1]).action_cells(actions[-1]) if actions else []
    return cells[0] if cells else -1


def _children_on_board(search: Any, shown: Shown) -> dict[str, Any]:
    """Two players: the visited children on the cells of their moves, as far as these have one."""
    if search.root.num_players == 1 or shown.in_playout or is_problem(search.root):
        return {}
    tree = search.tree
    state = search.state_of(shown.node)
    everyone = np.asarray(tree.children(shown.node), dtype=np.int64)
    cells: dict[int, int] = {}
    for child in everyone.tolist():
        if tree.visits[child] and (changed := state.action_cells(int(tree.action[child]))):
            cells[child] = changed[0]
    children = np.asarray([*cells], dtype=np.int64)
    visits = tree.visits[children]
    mean = tree.value_sum[children] / visits
    if len(shown.selected) % 2 == 1:
        mean = 1.0 - mean  # the opponent moves into these
    actions = tree.action[children].tolist()
    at = np.asarray([*cells.values()], dtype=np.int64)
    player = search.root.to_play
    return {
        "child_x": state.board.x[at] if cells else np.zeros(0),
        "child_y": state.board.y[at] if cells else np.zeros(0),
        "child_mean": mean,
        "child_share": visits / max(int(tree.visits[everyone].sum()), 1),
        "child_text": tuple(text.percent(value) for value in mean.tolist()),
        "child_chosen": actions.index(shown.chosen) if shown.chosen in actions else -1,
        "child_proven": tuple(
            text.proven_mark(tree.bounds_of(child).seen_by(player)) for child in children.tolist()
        ),
    }


def _context(shown: Shown) -> str:
    depth = len(shown.start if shown.in_playout else shown.selected)
    if shown.in_playout:
        return f"playout from depth {depth}"
    return f"selected node, depth {depth}" if depth else "start position"


def _badge(shown: Shown) -> str:
    if not shown.in_playout:
        return ""
    num_moves = len(shown.line.actions)
    if not num_moves:
        return "position is over"
    return f"move {shown.move + 1} of {num_moves}"


def _facts(search: Any, shown: Shown, state: Any) -> tuple[tuple[str, str], ...]:
    if is_problem(search.root):
        return _problem_facts(search, shown, state)
    legal = len(state.legal_actions())
    root_player = search.root.to_play
    word = "group" if has_tiles(state) else "move"
    if state.num_players == 1:
        return (
            ("Score so far", text.number(state.score)),
            ("Candidates", text.plural(legal, word) if legal else "none: it is over"),
            ("Best so far", text.score(search.best_score)),
        )
    end = shown.line.states[shown.move + 1] if shown.in_playout else state
    if end.is_terminal():
        own = end.returns() if root_player == 0 else 1.0 - end.returns()
        said = _SAID.get(text.outcome(own)) or f"gets {text.percent(own)}"
        return (("The search", said),)
    if shown.in_playout:
        return (("To move", "search" if end.to_play == root_player else "opponent"),)
    tree = search.tree
    mean = tree.mean(shown.node)
    rate = mean if len(shown.selected) % 2 == 1 else 1.0 - mean
    return (
        ("Search wins", text.percent(rate)),
        ("To move", "search" if state.to_play == root_player else "opponent"),
        ("Candidates", text.plural(legal, word)),
    )


def _problem_facts(search: Any, shown: Shown, state: Any) -> tuple[tuple[str, str], ...]:
    """Of a person's problem: what it comes to is known at its end alone."""
    num_moves = len(shown.selected)
    last = shown.selected[-1:]
    before = shown.selected[:-1]
    if shown.in_playout:
        num_moves = len(shown.start) + shown.move + 1
        line = (*shown.start, *shown.line.actions)
        last, before = line[num_moves - 1 : num_moves], line[: max(num_moves - 1, 0)]
    name = positions_below(search.root).name((*before, *last)) if last else ""
    legal = len(state.legal_actions())
    what = "outcome" if state.is_chance else "action"
    facts = [
        _result(search, shown),
        ("Last action", name),
        ("Candidates", text.plural(legal, what) if legal else "none: it is over"),
        ("Moves so far", text.number(num_moves)),
    ]
    if search.root.num_players == 1:
        # where chance acts, nothing is sure but a mean
        best = "Best mean" if search.root.has_chance else "Best so far"
        facts.append((best, text.own_score(search.best_score)))
    elif legal:
        facts.append(("To move", "search" if state.to_play == search.root.to_play else "opponent"))
    return tuple(fact for fact in facts if fact[1])


def _result(search: Any, shown: Shown) -> tuple[str, str]:
    """What the playout comes to, or what the selected node has come to so far."""
    own = search.root.num_players == 2 and search.root.to_play == 1
    if shown.in_playout:
        value = 1.0 - search.playout_return if own else search.playout_return
        if search.root.num_players == 1:
            return "Result at the end", text.own_score(value)
        return "The search", _SAID.get(text.outcome(value)) or f"gets {text.percent(value)}"
    mean = search.tree.mean(shown.node)
    if search.root.num_players == 1:
        return "Mean result", text.own_score(mean)
    return "Search wins", text.percent(mean if len(shown.selected) % 2 == 1 else 1.0 - mean)
