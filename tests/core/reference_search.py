"""The searches once more in plain Python: recursion and dictionaries, written for reading.

They draw random numbers in the same order as the engine, so that their results must be equal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mcsearch.numerics.rng import Rng


@dataclass
class Node:
    visits: int = 0
    value_sum: float = 0.0
    square_sum: float = 0.0
    top: float = -math.inf
    children: dict[int, Node] = field(default_factory=dict)


def mcts(root: Any, policy: Any, seed: int, iterations: int, score: Any) -> Node:
    """A tree after some iterations; `score(parent, child)` is the selection rule."""
    rng = Rng(seed)
    tree = Node()
    for _ in range(iterations):
        node, state, path = tree, root, [tree]
        while True:
            legal = state.legal_actions()
            if not legal or len(node.children) < len(legal):
                break
            parent = node
            action, node = max(parent.children.items(), key=lambda item: score(parent, item[1]))
            state = state.play(action)
            path.append(node)
        if legal:
            action = legal[len(legal) - 1 - len(node.children)]
            node.children[action] = Node()
            node = node.children[action]
            state = state.play(action)
            path.append(node)
        _, end = policy.play_out(state, rng)
        for depth, node in enumerate(path):
            value = end.returns()
            if root.num_players == 2 and (root.to_play + depth) % 2 == 0:
                value = 1.0 - value  # the player who moved into the node is player 1
            node.visits += 1
            node.value_sum += value
            node.square_sum += value * value
            node.top = max(node.top, value)
    return tree


@dataclass(eq=False)
class Position:
    """What nodes of the same position share; without transpositions every node has its own.

    `lower` and `upper` bound the exact return of player 0.
    """

    visits: int = 0
    value_sum: float = 0.0
    lower: float = 0.0
    upper: float = 1.0
    to_play: int = 0
    legal: list[int] | None = None
    children: dict[int, Way] = field(default_factory=dict)
    above: list[Position] = field(default_factory=list)
    amaf: dict[Any, list[float]] = field(default_factory=dict)

    def is_proven(self) -> bool:
        return self.lower == self.upper

    def worth(self, player: int) -> tuple[float, float]:
        """The least and the most that the position may bring a player."""
        if player == 0:
            return self.lower, self.upper
        return 1.0 - self.upper, 1.0 - self.lower


@dataclass(eq=False)
class Way:
    """A node: a way to reach a position."""

    position: Position
    visits: int = 0
    value_sum: float = 0.0
    is_refuted: bool = False
    worth: float = 0.0  # what a rule has learnt of it
    prior: float = 0.0
    move: Any = None  # what the move to it is known by


def move_of(state: Any, action: int) -> tuple[int, Any]:
    """What learning knows a move by: who plays it and where, the action itself without a board."""
    cells = [] if state.board is None else state.action_cells(action)[:1]
    return state.to_play, tuple(state.steps(action).cells or cells) or action


class UctWithOptions:
    """UCT for two players with all its options but cut-offs, reuse and a full pool.

    Without a `rule`, see `reference_rules`, it selects as UCT does.
    """

    def __init__(
        self,
        root: Any,
        policy: Any,
        seed: int,
        exploration: float,
        expansion: str = "one",
        rule: Any = None,
        tree_plies: int = 0,
        widening: float = 0.0,
        widening_power: float = 0.5,
        **options: bool,
    ) -> None:
        self.rule = rule
        self.tree_plies = tree_plies
        self.widening = widening
        self.widening_power = widening_power
        self.policy = policy
        self.rng = Rng(seed)
        self.exploration = exploration
        self.expands_all = expansion == "all" or (rule is not None and rule.opens)
        self.options = options
        self.positions: dict[str, Position] = {}
        self.state = root
        self.root = Way(self.position_of(root))
        self.iterations = 0

    def has(self, option: str) -> bool:
        return self.options.get(option, False)

    def position_of(self, state: Any) -> Position:
        if not self.has("transpositions"):
            return Position(to_play=state.to_play)
        key = f"{state} {state.to_play}"
        return self.positions.setdefault(key, Position(to_play=state.to_play))

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iterate()
            self.iterations += 1
            if self.root.position.is_proven():
                break

    def iterate(self) -> None:
        path, states, actions, expanded = self.descend()
        noted: list[Position] = []
        if self.stands(path):
            played, value = [], path[-1].position.lower
        else:
            played, end = self.policy.play_out(states[-1], self.rng)
            value = end.returns()
            if not played and self.has("solver"):
                path[-1].position.lower = path[-1].position.upper = value
                noted.append(path[-1].position)
        self.back_up(path, value)
        self.teach(path, states, [*actions, *played], value)
        if self.has("solver") and self.has("transpositions"):
            if self.meets_known:
                self.prove(expanded, noted)
            for way, before in zip(path[:0:-1], path[-2::-1], strict=True):
                if way.visits == 1 and (way.position.lower, way.position.upper) != (0.0, 1.0):
                    self.prove(before.position, noted)
            self.prove_above(noted)
        elif self.has("solver"):
            for way in path[-2::-1]:
                self.prove(way.position, [])

    def stands(self, path: list[Way]) -> bool:
        return path[-1].position.is_proven() and len(path) > 1

    def descend(self) -> tuple[list[Way], list[Any], list[Any], Any]:
        """The ways, states and actions to a leaf, expanded, and the position that was expanded."""
        path, states, actions, expanded = [self.root], [self.state], [], None

        def go(action: int) -> None:
            actions.append(action)
            path.append(path[-1].position.children[action])
            states.append(states[-1].play(action))

        while path[-1].position.children and not self.may_grow(path[-1]) and not self.stands(path):
            go(self.select(path[-1].position))
        self.meets_known = False
        if not path[-1].position.is_proven() and not 0 < self.tree_plies < len(path):
            expanded = path[-1].position
            new = self.expand(path[-1].position, states[-1])
            if new is not None:
                go(new)
        return path, states, actions, expanded

    def teach(self, path: list[Way], states: list[Any], actions: list[int], value: float) -> None:
        """Tell the policy and the rule of the line, its states and moves."""
        for action in actions[len(states) - 1 :]:
            states.append(states[-1].play(action))
        moves = [move_of(state, action) for state, action in zip(states, actions, strict=False)]
        if hasattr(self.policy, "learn"):
            self.policy.learn(states, actions, moves, value)
        if hasattr(self.rule, "learn"):
            self.rule.learn(path, moves, value)

    def select(self, position: Position) -> int:
        is_root = position is self.root.position

        def score(way: Way) -> float:
            if way.visits == 0:
                return math.inf if self.rule is None else self.rule.first(way, position.visits)
            if way.is_refuted:
                return -1e30
            known: Any = way.position if self.has("transpositions") else way
            mean = float(np.float32(known.value_sum / known.visits))
            if self.rule is not None and hasattr(self.rule, "at_root") and is_root:
                return mean
            if self.rule is not None:
                return self.rule.score(way, mean, max(position.visits, 1), self.rng)
            return mean + self.exploration * math.sqrt(math.log(position.visits)) * (
                1.0 / math.sqrt(way.visits)
            )

        if hasattr(self.rule, "look_at"):
            self.rule.look_at(position, is_root)
        if hasattr(self.rule, "choose"):
            return self.rule.choose(position, is_root)
        if is_root and hasattr(self.rule, "at_root"):
            return self.rule.at_root(position.children, score)
        if len(position.children) == 1:
            return next(iter(position.children))
        return max(position.children, key=lambda action: score(position.children[action]))

    def may_grow(self, way: Way) -> bool:
        """Whether a node gets another child; by its own visits, or those of a shared position."""
        position = way.position
        if len(position.children) == len(position.legal):
            return False
        visits = (position if self.has("transpositions") else way).visits
        most = self.widening * visits**self.widening_power
        if not self.widening or len(position.children) < most - 1e-7 * most:
            return True
        known = [child.position.is_proven() for child in position.children.values()]
        return self.has("solver") and all(known)

    def expand(self, position: Position, state: Any) -> int | None:
        """Give the position one child or all; return the action to go on with."""
        if position.legal is None:
            decisive = state.decisive_actions() if self.has("decisive") else []
            position.legal = decisive or state.legal_actions()
        untried = [action for action in position.legal if action not in position.children][::-1]
        if not untried:
            return None
        if self.widening:
            left = [action for action in position.legal if action in untried]
            untried = [left[self.rng.draws(len(left), 1)[0]]]
        for action in untried if self.expands_all else untried[:1]:
            way = Way(self.position_of(state.play(action)))
            way.move = move_of(state, action)
            if self.rule is not None:
                self.rule.evaluated(way, state.play(action))
            self.meets_known |= bool(way.position.above) or way.position is self.root.position
            way.position.above.append(position)
            position.children[action] = way
        if hasattr(self.rule, "opened"):
            self.rule.opened(position, position is self.root.position, self.rng)
        if self.rule is not None and self.rule.opens:
            return self.select(position)
        if self.expands_all:
            return list(position.children)[self.rng.draws(len(position.children), 1)[0]]
        return untried[0]

    def back_up(self, path: list[Way], value: float) -> None:
        for depth, way in enumerate(path):
            mover = (1 - self.state.to_play + depth) % 2  # who moved there
            for counts in (way, way.position):
                counts.visits += 1
                counts.value_sum += value if mover == 0 else 1.0 - value
        if self.rule is not None:
            self.rule.backed_up(path)

    def prove_above(self, noted: list[Position]) -> None:
        """Give what is new of some positions to those above them, on whichever way."""
        while noted:
            position = noted.pop()
            for above in [*position.above[:1], *position.above[:0:-1]]:
                self.prove(above, noted)

    def has_more_to_prove(self) -> bool:
        """Whether a look at all positions would find anything new."""
        known = [position for position in self.positions.values() if position.children]
        return any(self.prove(position, []) for position in known)

    def prove(self, position: Position, noted: list[Position]) -> bool:
        """Bounds by those of all children; an untried action may bring anything.

        Whether that is new; it is noted then.
        """
        player, before = position.to_play, (position.lower, position.upper)
        ways = position.children.values()
        worth = [way.position.worth(player) for way in ways]
        least = max(lower for lower, _ in worth)
        most = max(upper for _, upper in worth) if len(ways) == len(position.legal) else 1.0
        lower, upper = (least, most) if player == 0 else (1.0 - most, 1.0 - least)
        position.lower, position.upper = max(position.lower, lower), min(position.upper, upper)
        best = worth.index(max(worth))
        for place, way in enumerate(ways):
            if place != best and way.visits and worth[place][1] <= least:
                way.is_refuted = True
        is_new = before != (position.lower, position.upper)
        if is_new and position not in noted:
            noted.append(position)
        return is_new


class TreeParallel(UctWithOptions):
    """Batches of `descents` with virtual losses: a visit without a return until that is known."""

    descents = 8

    def run(self, iterations: int) -> None:
        while self.iterations < iterations and not self.root.position.is_proven():
            self.do_batch(min(self.descents, iterations - self.iterations))

    def do_batch(self, size: int) -> None:
        batch = []
        for _ in range(size):
            path, states, _, _ = self.descend()
            draws = Rng(bits(self.rng))
            is_known = self.has("solver") and self.stands(path)
            batch.append((path, states[-1], draws, path[-1].position.lower if is_known else None))
            for way in path:
                way.visits += 1
                way.position.visits += 1
            if self.rule is not None:
                self.rule.backed_up(path)
        for path, leaf, draws, known in batch:
            played, end = self.policy.play_out(leaf, draws)
            value = end.returns() if known is None else known
            if known is None and not played and self.has("solver"):
                path[-1].position.lower = path[-1].position.upper = value
            for depth, way in enumerate(path):
                mover = (1 - self.state.to_play + depth) % 2
                way.value_sum += value if mover == 0 else 1.0 - value
                way.position.value_sum = way.value_sum
            if self.rule is not None:
                self.rule.backed_up(path)
            if self.has("solver"):
                for way in path[-2::-1]:
                    self.prove(way.position, [])
            self.iterations += 1


def uct(exploration: float) -> Any:
    def score(parent: Node, child: Node) -> float:
        mean = float(np.float32(child.value_sum / child.visits))
        return mean + exploration * math.sqrt(math.log(parent.visits)) * (
            1.0 / math.sqrt(child.visits)
        )

    return score


def uct_top(exploration: float, deviation: float, top_weight: float) -> Any:
    def score(parent: Node, child: Node) -> float:
        n = child.visits
        mean = child.value_sum / n
        squares = max(child.square_sum - n * mean * mean, 0.0)
        base = (
            (1.0 - top_weight) * mean
            + top_weight * child.top
            + math.sqrt((squares + deviation) / n)
        )
        return float(np.float32(base)) + exploration * math.sqrt(math.log(parent.visits)) * (
            1.0 / math.sqrt(n)
        )

    return score


def bits(rng: Rng) -> int:
    """The generator's next 64 bits: SplitMix64 once more."""
    mask = 2**64 - 1
    rng.state = z = (rng.state + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


def uniform(rng: Rng) -> float:
    """The generator's next float in [0, 1)."""
    return (bits(rng) >> 11) / 2**53


class Nested:
    """NMCS by recursion (Cazenave 2009); the first of equal results is kept, or the last.

    With probability `explore` a walk goes on with another action than its best sequence's. With
    `evaluations` playouts it is Lazy NMCS, pruned below a `ratio` of the best mean at each ply.
    """

    def __init__(
        self,
        policy: Any,
        seed: int,
        memory: bool,
        ties: str,
        explore: float = 0.0,
        evaluations: int = 0,
        ratio: float = 0.0,
    ) -> None:
        self.explore = explore
        self.evaluations = evaluations
        self.ratio = ratio
        self.best_means: dict[int, float] = {}
        self.pruned = 0
        self.policy = policy
        self.rng = Rng(seed)
        self.memory = memory
        self.ties = ties
        self.playouts = 0

    def play_out(self, state: Any) -> tuple[float, list[int]]:
        self.playouts += 1
        actions, end = self.policy.play_out(state, self.rng)
        return end.returns(), actions

    def is_pruned(self, state: Any, ply: int) -> bool:
        """Whether a position after so many plies is not worth a search."""
        if not self.evaluations or state.is_terminal():
            return False
        mean = sum(self.play_out(state)[0] for _ in range(self.evaluations)) / self.evaluations
        best = self.best_means[ply] = max(self.best_means.get(ply, mean), mean)
        is_below = mean < best - (1 - self.ratio) * abs(best)
        self.pruned += is_below
        return is_below

    def search(self, state: Any, level: int, ply: int = 0) -> tuple[float, list[int]]:
        """The score and the actions of a search of a level, after so many plies."""
        if level == 0 or state.is_terminal():
            return self.play_out(state)
        played: list[int] = []
        best, best_actions = -math.inf, []
        left, left_actions = -math.inf, []
        while not state.is_terminal():
            if not self.memory:
                best = -math.inf
            legal = state.legal_actions()
            for action in legal:
                after = state.play(action)
                down = level - 1
                if down and self.is_pruned(after, ply + len(played)):
                    down = 0
                result, below = self.search(after, down, ply + len(played) + 1)
                if result > best or (result == best and self.ties == "last"):
                    best, best_actions = result, [*played, action, *below]
            action = best_actions[len(played)]
            if self.explore and len(legal) > 1 and uniform(self.rng) < self.explore:
                if best > left and self.memory:
                    left, left_actions = best, best_actions
                best = -math.inf
                drawn = legal[self.rng.draws(len(legal) - 1, 1)[0]]
                action = legal[-1] if drawn == action else drawn
            played.append(action)
            state = state.play(action)
        return (left, left_actions) if left > state.returns() else (state.returns(), played)
