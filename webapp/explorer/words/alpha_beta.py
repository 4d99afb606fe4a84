"""What an alpha-beta search has just done, in sentences with the actual numbers."""

from __future__ import annotations

from typing import Any

from explorer.cards.frame import Frame
from explorer.look.text import number, percent, plural
from explorer.words.pieces import Pieces, strong
from mcsearch.engine.search import BACKPROPAGATION, EXPANSION, SELECTION


def _plies(count: int) -> str:
    return f"{number(count)} {'ply' if count == 1 else 'plies'}"


def tell(search: Any, frame: Frame) -> Pieces:
    """What the last phase did."""
    said = {SELECTION: _next_move, EXPANSION: _new_positions, BACKPROPAGATION: _back_up}
    return said.get(search.phase, _evaluation)(search)


def standing(search: Any) -> Pieces:
    """What the root is worth, as far as it is known."""
    done = search.deepening.completed
    if search.best_score != search.best_score:
        return ["no move has a score yet."]
    how = f", {_plies(done)} searched to their end" if done else ""
    return ["the score is ", strong(percent(search.best_score)), f" for the search{how}."]


def _own(search: Any, value: float) -> str:
    return percent(value if search.root.to_play == 0 else 1.0 - value)


def _next_move(search: Any) -> Pieces:
    deepening = search.deepening
    depth = len(search.path) - 1
    limit: Pieces = ["Limit ", strong(_plies(deepening.limit)), ": "]
    if not deepening.windows:
        return [*limit, "the search begins again at the root, a ply deeper than before."]
    where = f"the position {_plies(depth)} down" if depth else "the root"
    window = deepening.windows[-1]
    low, high = _own(search, window.low), _own(search, window.high)
    if search.root.to_play == 1:
        low, high = high, low
    return [
        *limit,
        f"the last position with a move left is {where}; only a score between ",
        strong(low),
        " and ",
        strong(high),
        " would matter there.",
    ]


def _new_positions(search: Any) -> Pieces:
    plies = len(search.path_actions) + len(search.playout_actions)
    ends = {
        "end": "where the game is over",
        "table": "which the table knows well enough",
        "evaluation": "the limit",
    }
    added = len(search.new_nodes)
    return [
        f"Down to {_plies(plies)}, {ends[search.deepening.leaf]}; ",
        strong(plural(added, "new node")),
        "." if added or not search.tree.full else ", since the pool is full.",
    ]


def _evaluation(search: Any) -> Pieces:
    who = {
        "end": "The game is over here: ",
        "table": "The table remembers: ",
        "evaluation": "The game's evaluation says: ",
    }
    value = strong(_own(search, search.playout_return))
    return [who[search.deepening.leaf], value, " for the search."]


def _back_up(search: Any) -> Pieces:
    deepening = search.deepening
    cut = f"{number(deepening.num_cut_offs)} cut-off{'s' * (deepening.num_cut_offs != 1)} so far"
    found: Pieces = [f"{_own(search, search.playout_return)} goes up; {cut}"]
    if search.best_sequence:
        name = search.root.action_name(search.best_sequence[0])
        found += ["; the best move is ", strong(name), f" with {percent(search.best_score)}"]
    return [*found, "."]
