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
from mcsearch.check.node import Node, walk
from mcsearch.check.offered import OfferedState
from mcsearch.check.reading import find
from mcsearch.check.runner import Answer, RunError, Runner
from mcsearch.check.steps import Choice, Step, step_of
from mcsearch.problem import search_for

_FIRST_ITERATIONS = 60
_NUM_ROOTS = 6
_FEWEST_ACTIONS = 3  # of a root
_MOST_LATE = 40  # positions, of which the latest is a root
_MOST_TREES = 110  # of a root
_FEWEST_TREES = 12
_FEWEST_ESTIMATES = 5  # that are not the same
_FEWEST_SHARED = 5  # positions that are met in several ways
_FEWEST_NEW = 10
_NEARLY = 0.9  # of new nodes
_CLOSE = 1e-6


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
        return [choice for step in self.steps if step.missing == 0 for choice in step.choices]

    @cached_property
    def begins_with(self) -> int:
        """How many visits a node has before any: 1 where nearly every new one gains one more."""
        new = [
            step.way[-1].gained
            for step in self.steps
            if len(step.way) > 1 and step.way[-1].before is None and step.way[0].gained == 1
        ]
        return int(
            len(new) >= _FEWEST_NEW and sum(gained == 2 for gained in new) > _NEARLY * len(new)
        )

    @cached_property
    def first_visits(self) -> list[tuple[Step, float]]:
        """Iterations that end with the first visit of a position that is not over, and its return.

        The return is the first player's, 0 to 1.
        """
        found = []
        for step in self.steps:
            if len(step.way) < 2 or step.apart or step.way[-1].gained != 1 + self.begins_with:
                continue
            leaf, parent = step.way[-1], step.way[-2].position
            if leaf.position is None or parent is None or math.isnan(leaf.after.value):
                continue
            if leaf.position.is_terminal:
                continue
            gained = self.convention.total(leaf.after) - self.convention.total(leaf.before)
            viewed = self.convention.seen_by(0, gained, parent.to_play, step.root.to_play)
            found.append((step, self.convention.share(viewed)))
        return found

    @cached_property
    def are_estimates(self) -> bool:
        """Whether new nodes gain numbers that no game of it ends with: those of an evaluation."""
        if self.game.num_players != 2 or not self.convention.has_value:
            return False
        known = {0.0, 0.5, 1.0} | {
            end.position.returns or 0.0 for end in convention.ended(self.trees)
        }
        odd = [
            value
            for _, value in self.first_visits
            if all(abs(value - result) > _CLOSE for result in known)
        ]
        return len(set(odd)) >= _FEWEST_ESTIMATES and 2 * len(odd) > len(self.first_visits)

    @cached_property
    def shared(self) -> str:
        """How nodes have their numbers in common, "" where each has its own.

        A tree that is written out of a table of positions has the same numbers wherever a position
        is met; with a tree's own that happens by chance only.
        """
        groups: dict[tuple[int, int], list[Node]] = {}
        for number, tree in enumerate(self.trees):
            for node, path in walk(tree.node):
                if node.is_shared:
                    return "nodes are shared by several parents"
                if any(child.visits for child in node.children):
                    position = tree.root.at(path)
                    if position is not None:
                        groups.setdefault((number, id(position)), []).append(node)
        several = [group for group in groups.values() if len(group) > 1]
        same = sum(len({_numbers(node) for node in group}) == 1 for group in several)
        if same < _FEWEST_SHARED or same < len(several):
            return ""
        return "positions that are met in several ways share their numbers, as in a table of them"

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


def _numbers(node: Node) -> tuple[tuple[int, float], ...]:
    """Of the children, in any order."""
    return tuple(sorted((child.action, child.visits) for child in node.children))


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
    plain = "uct" if position.game.num_players == 2 else "spmcts"
    if isinstance(given, OfferedState):
        search: Any = given.recipe.with_parameters(parameters).search_from(given.state, seed=seed)
    else:
        search = search_for(given, plain, parameters, seed, check=False)
    search.run()
    return search


def ours(position: Position, iterations: int, seed: int) -> tuple[int, list[Child]]:
    """The action that our plain UCT plays, and what it has of each."""
    search = our_search(position, iterations, seed)
    children = [
        Child(find(child.action, position.legal), child.visits, child.mean)
        for child in search.root_children()
    ]
    return find(search.best_action(), position.legal), children
