"""What is gathered once, for all lines: trees, their differences, and our own search's opinion."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from mcsearch.check import convention
from mcsearch.check.convention import Convention, Tree
from mcsearch.check.game import Game, Position
from mcsearch.check.node import NONE, Node, walk
from mcsearch.check.offered import OfferedState
from mcsearch.check.runner import Answer, RunError, Runner
from mcsearch.check.steps import Choice, Step, step_of
from mcsearch.problem import search_for

_FIRST_ITERATIONS = 60
_NUM_ROOTS = 6
_FEWEST_ACTIONS = 3  # of a root
_MOST_LATE = 40  # positions, of which the latest is a root
_MOST_TREES = 110  # of a root
_FEWEST_TREES = 12


@dataclass
class Evidence:
    """`exploration` is the C that the person says is in use, nan where nothing is said.

    `seconds` is about how long gathering trees may take. What went wrong while they were gathered
    is in `errors`.
    """

    runner: Runner
    game: Game
    seed: int
    exploration: float = math.nan
    seconds: float = 8.0
    errors: list[RunError] = field(default_factory=list)
    answers: list[tuple[Position, int, int, Answer]] = field(default_factory=list)
    trees: list[Tree] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    seconds_an_iteration: float = 0.0
    why_no_tree: str = ""
    why_no_steps: str = ""
    num_trees: int = 0  # of a root, that are compared; 0: as many as time allows
    memo: dict[str, Any] = field(default_factory=dict)  # what several lines need

    def call(
        self, position: Position, iterations: int, seed: int, part: str = "tree"
    ) -> Answer | None:
        """An answer that is kept; None where there was none, and `errors` says why."""
        try:
            answer = self.runner.answer(position, iterations, seed, part)
        except RunError as error:
            self.errors.append(error)
            return None
        self.answers.append((position, iterations, seed, answer))
        return answer

    def gather(self) -> Iterator[str]:
        """Run the search and compare its trees; yields what is done, before it is."""
        yield "a first tree"
        first = self.call(self.game.start, _FIRST_ITERATIONS, self.seed)
        if first is None:
            return
        again = self.call(self.game.start, _FIRST_ITERATIONS, self.seed)
        if again is None:
            return
        # the first call also fills what a game and a program keep
        self.seconds_an_iteration = max(again.seconds, 1e-6) / _FIRST_ITERATIONS
        if first.tree is None:
            self.why_no_tree = first.unread or "run returns an action and no tree"
            return
        if again.tree is None or _flat(first.tree) != _flat(again.tree):
            self.why_no_steps = "the same seed gives other trees, so none is the earlier one's next"
        if not self.num_trees:
            num_trees = math.sqrt(2.0 * self.seconds / self.seconds_an_iteration / _NUM_ROOTS)
            self.num_trees = int(min(_MOST_TREES, max(_FEWEST_TREES, num_trees)))
        for number, root in enumerate(self.roots):
            yield f"trees from root {number + 1} of {len(self.roots)}"
            if not self._compare(root, self.seed + number):
                return

    def _compare(self, root: Position, seed: int) -> bool:
        before: Node | None = None
        for iterations in range(1, self.num_trees + 1):
            answer = self.call(root, iterations, seed)
            if answer is None:
                return False
            if answer.tree is not None:
                if before is not None and not self.why_no_steps:
                    self.steps.append(step_of(root, before, answer.tree, iterations, seed))
                if iterations == self.num_trees:
                    self.trees.append(Tree(root, answer.tree, iterations, seed))
            before = answer.tree
        return True

    @cached_property
    def roots(self) -> list[Position]:
        """The start and some positions with three actions or more, of both players; a late one."""
        found = [self.game.start]
        some = zip(range(_MOST_LATE), self.game.random_positions(self.seed + 3), strict=False)
        late = [position for _, position in some if len(position.legal) >= _FEWEST_ACTIONS]
        if late:
            found.append(max(late, key=lambda position: len(position.path)))
        wanted = {0: (_NUM_ROOTS - 2) // 2, 1: (_NUM_ROOTS - 1) // 2}
        if self.game.num_players != 2:
            wanted = {0: _NUM_ROOTS - 2, 1: 0}
        for position in self.game.random_positions(self.seed + 1):
            if position in found or len(position.legal) < _FEWEST_ACTIONS:
                continue
            if not any(wanted.values()):
                break
            if wanted.get(position.to_play, 0) > 0:
                wanted[position.to_play] -= 1
                found.append(position)
        return found

    @cached_property
    def convention(self) -> Convention:
        return convention.find(self.trees, self.runner.shape, self.game.num_players, self.steps)

    @cached_property
    def choices(self) -> list[Choice]:
        """All choices on single ways through trees whose earlier nodes are there as they were."""
        return [
            choice
            for step in self.steps
            if step.apart == 0 and step.missing == 0
            for choice in step.choices
        ]

    def reason(self, *, of_value: bool = False, one_player: str = "") -> str:
        """Why there is nothing to look at, "" where there is.

        With `of_value` trees need values; `one_player` is why one player is not enough.
        """
        if not self.trees and not self.steps:
            if self.errors:
                return self.errors[0].message
            return self.why_no_tree or "there is no tree"
        if one_player and self.game.num_players != 2:
            return one_player
        if of_value and not self.convention.has_value:
            return 'no value of a node was found; name it, as tree=Shape(value="wins")'
        return ""


def _flat(root: Node) -> list[tuple[tuple[int, ...], float]]:
    return sorted((path, node.visits) for node, path in walk(root))


@dataclass(frozen=True)
class Child:
    """What our plain UCT has of an action, as the player to move has it, 0 to 1."""

    place: int
    visits: int
    mean: float


def our_search(position: Position, iterations: int, seed: int) -> Any:
    """Our plain UCT, run from a position."""
    given: Any = position.given
    parameters = {"iterations": iterations}
    if isinstance(given, OfferedState):
        search: Any = given.recipe.with_parameters(parameters).search_from(given.state, seed=seed)
    else:
        search = search_for(given, "uct", parameters, seed, check=False)
    search.run()
    return search


def ours(position: Position, iterations: int, seed: int) -> tuple[int, list[Child]]:
    """The action that our plain UCT plays, and what it has of each."""
    search = our_search(position, iterations, seed)
    children = [
        Child(_place(position, child.action), child.visits, child.mean)
        for child in search.root_children()
    ]
    return _place(position, search.best_action()), children


def _place(position: Position, action: Any) -> int:
    for place, known in enumerate(position.legal):
        if known is action or known == action:
            return place
    return NONE
