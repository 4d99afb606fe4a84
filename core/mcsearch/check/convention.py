"""How a program stores returns: as a sum or a mean, on which scale, and of which player.

Found out from its trees. An ended game has one return, so the mean of its node is that return as
the node's viewer has it; nodes of one visit tell the scale.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcsearch.check.game import Position
from mcsearch.check.node import Node, walk
from mcsearch.check.shape import Shape
from mcsearch.check.steps import Step

_CLOSE = 1e-6
_ENOUGH_VISITS = 4
WHOSE = ("mover", "to_move", "root", "first", "second", "root's opponent")
WORDS = {
    "mover": "of the player who has moved into the node",
    "to_move": "of the player to move at the node",
    "root": "of the root's player",
    "first": "of the first player",
    "second": "of the second player",
    "root's opponent": "of the root's opponent",
}


@dataclass(frozen=True)
class Tree:
    """A tree that was read, with where it begins and how it was made."""

    root: Position
    node: Node
    iterations: int
    seed: int


@dataclass(frozen=True)
class Ended:
    """A node of an ended game: its mean, who moved into it, who won (None: a draw)."""

    tree: Tree
    node: Node
    path: tuple[int, ...]
    position: Position
    mover: int
    winner: int | None


@dataclass(frozen=True)
class Convention:
    """`low` and `high`: the values of a loss and a win. `whose` is one of WHOSE.

    `num_ended`: how many nodes of decided games say whose, of which `num_against` say another.
    """

    has_value: bool
    is_mean: bool
    low: float
    high: float
    whose: str
    num_ended: int
    num_against: int

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2.0

    @property
    def span(self) -> float:
        return self.high - self.low

    def mean(self, node: Node) -> float:
        """The mean as the program has it; nan without visits."""
        if node.visits <= 0:
            return math.nan
        return node.value if self.is_mean else node.value / node.visits

    def total(self, node: Node | None) -> float:
        """The sum of the returns as the program has it; 0 without visits."""
        if node is None or node.visits <= 0:
            return 0.0
        return node.value * node.visits if self.is_mean else node.value

    def viewer(self, mover: int, root_player: int) -> int:
        """The player whose returns a node has that `mover` has moved into."""
        return {
            "mover": mover,
            "to_move": 1 - mover,
            "root": root_player,
            "first": 0,
            "second": 1,
            "root's opponent": 1 - root_player,
        }[self.whose]

    def turned(self, value: float) -> float:
        """A value as the other player has it."""
        return self.low + self.high - value

    def seen_by(self, player: int, mean: float, mover: int, root_player: int) -> float:
        """A node's mean as a player has it, on the program's scale."""
        same = self.viewer(mover, root_player) == player
        return mean if same else self.turned(mean)

    def share(self, value: float) -> float:
        """A value on the scale from 0 for a loss to 1 for a win."""
        return (value - self.low) / self.span

    def words(self) -> str:
        if not self.has_value:
            return "no value is read"
        kind = "a mean" if self.is_mean else "a sum"
        return f"{kind}, {self.low:g} to {self.high:g} a playout, {WORDS[self.whose]}"


def find(
    trees: Sequence[Tree], shape: Shape, num_players: int, steps: Sequence[Step] = ()
) -> Convention:
    """The convention of some trees.

    Ended games of which none speaks against several conventions (all of them just below their
    roots, say) leave it open which it is: then that one is taken by which the nodes on the way of
    an iteration, in `steps`, gain the same return most often.
    """
    values = [
        (node, node.value)
        for tree in trees
        for node, _ in walk(tree.node)
        if node.visits > 0 and not math.isnan(node.value)
    ]
    if not values:
        return Convention(False, False, 0.0, 1.0, "mover", 0, 0)
    singles = [value for node, value in values if node.visits == 1] or [0.0, 1.0]
    low, high = _scale(singles, num_players)
    is_mean = shape.value_is == "mean" or (not shape.value_is and _is_mean(values, low, high))
    if num_players != 2:
        return Convention(True, is_mean, low, high, "mover", 0, 0)
    bare = Convention(True, is_mean, low, high, "mover", 0, 0)
    if shape.whose:
        scored = {shape.whose: _against(bare, shape.whose, trees)}
    else:
        scored = {whose: _against(bare, whose, trees) for whose in WHOSE}
    fewest = min(against for against, _ in scored.values())
    equal = [name for name, (against, _) in scored.items() if against == fewest]
    if len(equal) > 1:
        bad = {name: _num_apart(replace(bare, whose=name), steps) for name in equal}
        whose = min(equal, key=lambda name: bad[name])
    else:
        whose = equal[0]
    against, count = scored[whose]
    return Convention(True, is_mean, low, high, whose, count, against)


def returns_of(step: Step, convention: Convention) -> list[float]:
    """What each node below the root gained, as the root's player has it; nan where unknown."""
    found = []
    for above, passed in zip(step.way, step.way[1:], strict=False):
        if above.position is None or math.isnan(passed.after.value) or passed.after.is_proven:
            found.append(math.nan)
            continue
        gained = convention.total(passed.after) - convention.total(passed.before)
        mover, root = above.position.to_play, step.root.to_play
        found.append(convention.seen_by(root, gained, mover, root))
    return found


def are_apart(returns: Sequence[float], convention: Convention) -> bool:
    """Whether returns of one iteration are not the same."""
    known = [value for value in returns if not math.isnan(value)]
    return bool(known) and max(known) - min(known) > _CLOSE * max(1.0, convention.span) * 100


def _num_apart(convention: Convention, steps: Sequence[Step]) -> int:
    return sum(
        are_apart(returns_of(step, convention), convention) for step in steps if not step.apart
    )


def _scale(singles: Sequence[float], num_players: int) -> tuple[float, float]:
    """The values of a loss and of a win, as single visits have them."""
    lowest, highest = min(singles), max(singles)
    if num_players != 2:
        return lowest, highest if highest > lowest else lowest + 1.0
    most = max(abs(lowest), abs(highest), _CLOSE)
    unit = 1.0 if most <= 1.0 + _CLOSE else most
    return (-unit, unit) if lowest < -_CLOSE else (0.0, unit)


def _is_mean(values: Sequence[tuple[Node, float]], low: float, high: float) -> bool:
    """Whether values are means: none leaves the scale though there are many visits."""
    many = [(node, value) for node, value in values if node.visits >= _ENOUGH_VISITS]
    slack = _CLOSE * (high - low)
    if not many or any(not low - slack <= value <= high + slack for _, value in many):
        return False
    # sums of many returns between the bounds would be near nothing, and a whole number of halves
    grid = (high - low) / 2.0
    whole = sum(abs(value / grid - round(value / grid)) < 1e-6 for _, value in many)
    return whole < len(many)


def ended(trees: Sequence[Tree]) -> list[Ended]:
    """The nodes of ended games that have visits."""
    found = []
    for tree in trees:
        for node, path in walk(tree.node):
            if not path or node.visits <= 0 or math.isnan(node.value):
                continue
            position = tree.root.at(path)
            if position is None or position.returns is None:
                continue
            above = tree.root.at(path[:-1])
            assert above is not None
            winner = {1.0: 0, 0.0: 1}.get(position.returns)
            found.append(Ended(tree, node, path, position, above.to_play, winner))
    return found


def says_against(convention: Convention, end: Ended) -> bool:
    """Whether the node of a decided game does not have the winner's return as its viewer has it."""
    mean = convention.mean(end.node)
    viewer = convention.viewer(end.mover, end.tree.root.to_play)
    wanted = convention.high if viewer == end.winner else convention.low
    return abs(mean - wanted) > abs(mean - convention.turned(wanted))


def _against(bare: Convention, whose: str, trees: Sequence[Tree]) -> tuple[int, int]:
    """How many nodes of decided games speak against a convention, and of how many."""
    convention = Convention(True, bare.is_mean, bare.low, bare.high, whose, 0, 0)
    decided = [end for end in ended(trees) if end.winner is not None]
    return sum(says_against(convention, end) for end in decided), len(decided)
