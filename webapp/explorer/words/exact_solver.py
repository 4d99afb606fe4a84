"""What an exact solver has just done, in sentences with the actual numbers."""

from __future__ import annotations

from typing import Any

from explorer.look.text import number, plural
from explorer.words.pieces import Pieces, strong
from mcsearch.engine.bounds import Bounds
from mcsearch.engine.search import EXPANSION, SELECTION, SIMULATION
from mcsearch.engine.tree import ROOT


def tell(search: Any) -> Pieces:
    """What the last phase did."""
    if search.phase == SELECTION:
        known, count = _known(search)
        return [
            "Of ",
            strong(f"{known} of {count} moves"),
            " it is known who wins; the next one is looked at from the centre outwards.",
        ]
    name = search.root.action_name(search.path_actions[0])
    if search.phase == EXPANSION:
        return ["The position after ", strong(name), " is the one to look at."]
    looked: Pieces = [
        "By now ",
        strong(plural(search.num_positions, "position")),
        " have been looked at: ",
    ]
    if search.phase == SIMULATION:
        return [*looked, "a value counts once it is proven, and is not guessed before."]
    child = search.tree.child_by(ROOT, search.root.number_of(search.path_actions[0]))
    return [*looked, strong(name), f" is {_in_words(search.bounds_of(child))}."]


def standing(search: Any) -> Pieces:
    """What the root is worth, as far as that is proven."""
    known, count = _known(search)
    found = f"{number(known)} of {plural(count, 'move')} known after "
    return [found, strong(plural(search.num_positions, "position")), "."]


def _known(search: Any) -> tuple[int, int]:
    """Of how many moves it is known who wins, and how many there are."""
    children = search.root_children()
    known = sum(child.bounds.is_exact for child in children)
    return known, len(children) or len(search.root.legal_actions())


def _in_words(bounds: Bounds) -> str:
    return bounds.in_words() or "still open"
