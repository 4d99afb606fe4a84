"""One moment of a search, gathered once for all cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from explorer.game.line import Actions, Line
from explorer.game.positions import Positions, positions_below
from explorer.look.boards import has_score, has_tiles
from explorer.moment.children import Children, gather_children
from explorer.moment.cut import Cut, cut_of
from explorer.moment.focus import Focus, Part
from explorer.moment.levels import Learning, Nesting, gather_learning, gather_nesting
from explorer.moment.path import chain, has_best, mean_of, playout_line, recorded
from explorer.moment.steps import SIMULATION
from explorer.moment.tree import NONE, TreePart, gather_tree
from mcsearch.engine.search import DEEPENING, PROOF, ROUNDS
from mcsearch.problem.numbered import in_numbers
from mcsearch.selection.bracket import Rounds


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """Where a search is, which node is looked at, and the line of moves that belongs to it.

    It stays as it is when the search goes on. What the game itself says of positions (`root`,
    `positions`, `line`) is the same whatever searches it. A part that nobody looks at is None.
    """

    positions: Positions  # below the root
    num_players: int
    search_player: int  # which player the search is, 0 for one player
    iteration: int  # completed ones
    phase: int  # the last phase done, 1..4; 0 before the first
    phase_names: tuple[str, ...]
    num_nodes: int
    stopped: str  # "" while the search can go on
    best_score: float  # nan before the first result
    has_best: bool  # the search keeps a best result; else the best score is the best move's mean
    mean: float  # of all results; for two players the win rate of the search
    averages: bool  # means are of playouts; else they are scores that are no means
    best_sequence: Actions
    path_actions: Actions  # of this iteration's path, whether recorded or not
    path_steps: int  # as far as the tree has them
    new_actions: int  # how many of them the last expansion has made
    playout_actions: Actions
    playout_return: float  # nan before a simulation; for player 0
    selected: Actions  # the wanted node, or its nearest ancestor in the tree
    selected_mean: float  # return for who moved into it; nan without visits
    on_path: bool  # the selected node is on the path
    chosen: int | None  # the action that the path takes at the selected node
    has_playout: bool  # the line is this iteration's playout, else the best sequence
    start: Actions  # where the line begins
    line: Line
    in_playout: bool  # it is the playout's moment, and followed
    move: int  # index of the shown move of the line, -1: none
    callouts: tuple[Actions, ...]  # the nodes that a text speaks of, in the order of their numbers
    cut: Cut | None  # of the line: the moves before it are those of the sequence that is changed
    avoided: int  # the kind of tile that the playout keeps for last, 0: none
    tree: TreePart | None
    children: Children | None
    rounds: Rounds | None  # of the root's actions; None also for a search without rounds
    nesting: Nesting | None  # None also for a search without steps
    learning: Learning | None  # None also for one that learns no policy

    @property
    def root(self) -> Any:
        """The position that is searched."""
        return self.positions.root


def gather(search: Any, focus: Focus | None = None) -> Moment:
    """What the cards show of a search at this moment, as far as `focus` looks at it.

    The search stays as it is. One for a person's problem is gathered in numbers.
    """
    search, focus = in_numbers(search), focus or Focus()
    parts, root = focus.parts, search.root
    path_actions = tuple(search.path_actions)
    path = recorded(search.tree, search.path, path_actions)
    nodes = chain(search.tree, focus.selected)
    step = len(nodes)
    on_path = path[:step] == nodes
    positions = positions_below(root)
    start, line = path_actions, playout_line(search, positions)
    has_playout = line is not None
    if line is None:
        start = ()
        line = positions.line((), tuple(search.best_sequence))
    in_playout = has_playout and search.phase == SIMULATION and focus.follows_playout
    children = None
    if Part.SCORES in parts or (Part.CHILDREN in parts and root.num_players == 2):
        below = path[step] if on_path and len(path) > step else NONE
        children = gather_children(search, nodes[-1], below, Part.SCORES in parts)
    return Moment(
        positions=positions,
        num_players=root.num_players,
        search_player=root.to_play,
        iteration=search.iterations,
        phase=search.phase,
        phase_names=tuple(search.phase_names),
        num_nodes=search.tree.size,
        stopped=search.stopped,
        best_score=float(search.best_score),
        has_best=has_best(search),
        mean=mean_of(search),
        averages=not {DEEPENING, PROOF} & search.shows,
        best_sequence=tuple(search.best_sequence),
        path_actions=path_actions,
        path_steps=len(path) - 1,
        new_actions=len(search.new_nodes),
        playout_actions=tuple(search.playout_actions),
        playout_return=search.playout_return,
        selected=tuple(focus.selected[: step - 1]),
        selected_mean=search.tree.mean(nodes[-1]),
        on_path=on_path,
        chosen=path_actions[step - 1] if on_path and len(path_actions) >= step else None,
        has_playout=has_playout,
        start=start,
        line=line,
        in_playout=in_playout,
        move=_shown_move(root, line, focus.playout_move) if in_playout else -1,
        callouts=focus.callouts,
        cut=_cut_of_line(search, len(start)) if has_playout else None,
        avoided=_avoided(search, line) if in_playout else 0,
        tree=gather_tree(search, focus, path, nodes) if Part.TREE in parts else None,
        children=children,
        rounds=search.rounds if ROUNDS in search.shows else None,
        nesting=gather_nesting(search) if Part.LEVELS in parts else None,
        learning=gather_learning(search, focus, positions) if Part.LEVELS in parts else None,
    )


def _shown_move(root: Any, line: Line, wanted: int | None) -> int:
    """Index of the move of a playout that is shown, -1 without moves."""
    if wanted is not None and line.actions:
        return min(max(wanted, 0), len(line.actions) - 1)
    return line.best_move if has_score(root) else len(line.actions) - 1


def _avoided(search: Any, line: Line) -> int:
    """The kind of tile that a playout keeps for last, 0: none."""
    return max(search.policy.avoided_kind(line.states[0]), 0) if has_tiles(search.root) else 0


def _cut_of_line(search: Any, before: int) -> Cut | None:
    """The cut of a changed sequence, counted from the line that begins after so many moves."""
    cut = cut_of(search)
    return cut and replace(cut, kept=cut.kept - before)
