"""The moment on show in words: what the pictures draw, for whoever reads instead of looking."""

from __future__ import annotations

from typing import Any

from explorer.cards.frame import Frame
from explorer.game.line import Actions
from explorer.game.positions import Positions, positions_below
from explorer.look.text import plural, result, score
from explorer.words import nrpa
from mcsearch.engine.search import BACKPROPAGATION, EXPANSION, SIMULATION
from mcsearch.engine.tree import NONE
from mcsearch.problem.numbered import in_numbers


def in_words(search: Any, frame: Frame) -> dict[str, str]:
    """The path, the new nodes, the playout and what was backpropagated; "" for what is not yet."""
    search = in_numbers(search)
    phase = search.phase
    if phase == 0:
        return nothing_in_words()
    positions = positions_below(search.root)
    actions = tuple(search.path_actions)
    names = _names(positions, (), actions)
    return {
        "told-path": f"Path: {', '.join(['root', *names])}",
        "told-new": _new(search, positions) if phase >= EXPANSION else "",
        "told-playout": _playout(search, frame, positions, actions) if phase >= SIMULATION else "",
        "told-values": _values(search, frame, positions, names) if phase == BACKPROPAGATION else "",
        "told-policy": nrpa.in_words(frame.nrpa) if frame.nrpa else "",
    }


def nothing_in_words() -> dict[str, str]:
    """Nothing is told of a search that has not begun, or that runs too fast to be read."""
    parts = ("path", "new", "playout", "values", "policy")
    return {f"told-{part}": "" for part in parts}


def _names(positions: Positions, start: Actions, actions: Actions) -> list[str]:
    """The names of the actions, played after `start`."""
    line = (*start, *actions)
    return [positions.name(line[: len(start) + n]) for n in range(1, len(actions) + 1)]


def _new(search: Any, positions: Positions) -> str:
    names = [positions.name(tuple(search.actions_to(node))) for node in search.new_nodes]
    return f"New: {', '.join(names)}" if names else "New: nothing"


def _playout(search: Any, frame: Frame, positions: Positions, actions: Actions) -> str:
    names = _names(positions, actions, tuple(search.playout_actions))
    value = search.playout_return
    if frame.num_players == 2 and search.root.to_play:
        value = 1.0 - value  # always the search's own
    return f"Playout: {', '.join(names) or 'no move'}; result {score(value)}"


def _values(search: Any, frame: Frame, positions: Positions, names: list[str]) -> str:
    """Visits and mean of every node of the path that is recorded."""
    tree = search.tree
    told = []
    for depth, node in enumerate(search.path):
        if node == NONE:
            continue
        mean = tree.mean(node)
        if frame.num_players == 2:
            mean = positions.win_rate(tuple(search.path_actions[:depth]), mean)
        name = names[depth - 1] if depth else "root"
        visits = plural(tree.visits_of(node), "visit")
        told.append(f"{name} {visits}, mean {result(mean, frame.num_players == 2)}")
    return f"Backpropagated: {'; '.join(told)}"
