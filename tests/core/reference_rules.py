"""The rules that score a child by its own formula once more, for `UctWithOptions`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from reference_search import uniform


def single(value: float) -> float:
    """A number as a column of single precision keeps it."""
    return float(np.float32(value))


class Plain:
    """UCT; `unvisited` is the score of a child without visits, `opens` gives a leaf all children
    and goes on by the rule."""

    unvisited = math.inf
    opens = False

    def __init__(self, **parameters: float) -> None:
        self.given = parameters

    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        return mean + self.given["exploration"] * math.sqrt(math.log(parent) / way.visits)

    def first(self, way: Any, parent: int) -> float:
        """The score of a child without visits."""
        return self.unvisited

    def evaluated(self, way: Any, state: Any) -> None:
        """Look at the state of a new node."""

    def backed_up(self, path: list[Any]) -> None:
        """Look at a path after its counts have changed."""


class Tuned(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        share = math.log(parent) / way.visits
        variance = mean - mean**2 + math.sqrt(2 * share)
        return mean + self.given["exploration"] * math.sqrt(share * min(0.25, variance))


class UcbV(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        e = self.given["zeta"] * math.log(parent)
        spread = math.sqrt(2 * max(mean * (1 - mean), 0.0) * e / way.visits)
        return mean + spread + 3 * self.given["range_weight"] * e / way.visits


class KlUcb(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        def divergence(q: float) -> float:
            won = mean * math.log(mean / q) if mean > 0 else 0.0
            return won + ((1 - mean) * math.log((1 - mean) / (1 - q)) if mean < 1 else 0.0)

        low, high = mean, 1.0
        for _ in range(32):
            q = (low + high) / 2
            if way.visits * divergence(q) > self.given["exploration"] * math.log(parent):
                high = q
            else:
                low = q
        return low


def gamma(shape: float, rng: Any) -> float:
    d = shape - 1 / 3
    while True:
        x = normal(rng)
        v = (1 + x / math.sqrt(9 * d)) ** 3
        if v > 0 and math.log(uniform(rng)) < x * x / 2 + d * (1 - v + math.log(v)):
            return d * v


def normal(rng: Any) -> float:
    while True:
        x, y = 2 * uniform(rng) - 1, 2 * uniform(rng) - 1
        if 0 < x * x + y * y < 1:
            return x * math.sqrt(-2 * math.log(x * x + y * y) / (x * x + y * y))


class Thompson(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        wins = gamma(1 + way.visits * mean, rng)
        return wins / (wins + gamma(1 + way.visits * (1 - mean), rng))


class Puct(Plain):
    """Priors in proportion to what `weigh` says of the states after; noise at the root."""

    opens = True
    weigh: Any = staticmethod(lambda state: 1.0)

    def evaluated(self, way: Any, state: Any) -> None:
        way.worth = self.weigh(state)

    def opened(self, position: Any, is_root: bool, rng: Any) -> None:
        ways = position.children.values()
        total = sum(way.worth for way in ways)
        for way in ways:
            way.prior = single(way.worth / total)
        if is_root:
            self.begin_at_root(position, rng)

    def begin_at_root(self, position: Any, rng: Any) -> None:
        share, shape = self.given["root_noise"], self.given["noise_shape"]
        if not share:
            return
        logs = []
        for _ in position.children:
            log = math.log(gamma(shape + 1, rng))
            logs.append(log + math.log(1 - uniform(rng)) / shape)
        drawn = np.exp(np.array(logs) - max(logs))
        for way, eta in zip(position.children.values(), drawn / drawn.sum(), strict=True):
            way.prior = (1 - share) * way.prior + share * float(eta)

    def first(self, way: Any, parent: int) -> float:
        return self.score(way, self.given["unvisited"], max(parent, 1), None)

    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        explore = self.given["exploration"] * way.prior * math.sqrt(parent)
        return mean + explore / (1 + way.visits)


class FirstPlay(Plain):
    opens = True

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self.unvisited = parameters["urgency"]


class ProgressiveBias(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        bias = self.given["bias_weight"] * way.worth / (way.visits + 1)
        return super().score(way, mean, parent, rng) + bias

    def evaluated(self, way: Any, state: Any) -> None:
        ended = state.is_terminal()
        estimate = state.returns() if ended else state.problem.evaluation()  # player 0's
        way.worth = single(estimate if state.to_play == 1 else 1 - estimate)


class ImplicitMinimax(ProgressiveBias):
    opens = True

    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        share = self.given["minimax_weight"]
        mixed = (1 - share) * mean + share * way.worth
        return Plain.score(self, way, mixed, parent, rng)

    def backed_up(self, path: list[Any]) -> None:
        for way in path[::-1]:
            if way.position.children:
                most = max(child.worth for child in way.position.children.values())
                way.worth = single(1 - most)


class ProofNumber(Plain):
    """Proof numbers by recursion from the bounds, once an iteration for each position."""

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self.known: dict[Any, float] = {}

    def backed_up(self, path: list[Any]) -> None:
        self.known.clear()

    def look_at(self, position: Any, is_root: bool) -> None:
        self.mover = position.to_play
        numbers = [self.number(way.position, self.mover) for way in position.children.values()]
        self.ranks = sorted(set(numbers))

    def number(self, position: Any, player: int) -> float:
        """How many leaves a win of a player needs at least."""
        if (position, player) not in self.known:
            self.known[position, player] = self.count(position, player)
        return self.known[position, player]

    def count(self, position: Any, player: int) -> float:
        least, most = position.worth(player)
        if least == 1 or most < 1:
            return 0 if least == 1 else math.inf
        if not position.children:
            return 1
        below = [self.number(way.position, player) for way in position.children.values()]
        below += [1] * (len(position.legal) - len(below))
        return min(below) if position.to_play == player else sum(below)

    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        rank = self.ranks.index(self.number(way.position, self.mover)) + 1
        bias = self.given["proof_weight"] * (1 - rank / len(self.ranks))
        return super().score(way, mean, parent, rng) + bias


class Uniform(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        return -way.visits


class SequentialHalving(Plain):
    """Rounds of equal playouts at the root; `budget` is that of the search."""

    budget = 150

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self.left: list[int] = []

    def at_root(self, ways: dict[int, Any], mean: Any) -> int:
        if not self.left:
            self.reached = dict.fromkeys(ways, 0)
            self.rounds = math.ceil(math.log2(len(ways)))
            self.target = 0
            self.begin_round(list(ways))
        while len(self.left) > 1 and not any(
            ways[a].visits < self.target and not ways[a].is_refuted for a in self.left
        ):
            better = sorted(self.left, key=lambda a: mean(ways[a]), reverse=True)
            better = better[: math.ceil(len(better) / 2)]
            for action in better:
                self.reached[action] += 1
            self.begin_round([a for a in self.left if a in better])
        open_to = [a for a in ways if not ways[a].is_refuted]
        return min(open_to, key=lambda a: (-self.reached[a], ways[a].visits))

    def begin_round(self, left: list[int]) -> None:
        self.left = left
        if len(left) > 1:
            self.target += max((self.budget - 1) // (self.rounds * len(left)), 1)


class Shot(SequentialHalving):
    """Sequential halving at every node: a call is (visits granted, children, actions left)."""

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self.calls: dict[Any, tuple[int, int, list[int]]] = {}

    def choose(self, position: Any, is_root: bool) -> int:
        def mean(way: Any) -> float:
            return -1e30 if way.is_refuted else single(way.value_sum / way.visits)

        ways = position.children
        played = sum(way.visits for way in ways.values())
        if is_root:
            action = self.at_root(ways, mean)
            rest, aim, left = max(self.budget - played, 1), self.target, self.left
        else:
            granted = max(self.granted, position.visits + 1)
            rest = granted - position.visits
            action, aim, left = self.at_node(position, granted, played + rest, mean)
        self.granted = aim if len(left) > 1 else ways[action].visits + rest
        return action

    def at_node(self, position: Any, granted: int, total: int, mean: Any) -> Any:
        ways = position.children
        before = self.calls.get(position)
        is_known = before is not None and before[:2] == (granted, len(ways))
        left = before[2] if before and is_known else list(ways)
        while len(left) > 1 and all(
            ways[a].visits >= self.aim(total, len(ways), len(left)) or ways[a].is_refuted
            for a in left
        ):
            better = sorted(left, key=lambda a: mean(ways[a]), reverse=True)
            better = better[: math.ceil(len(left) / 2)]
            left = [a for a in left if a in better]
        self.calls[position] = granted, len(ways), left
        open_to = [a for a in left if not ways[a].is_refuted]
        open_to = open_to or [a for a in ways if not ways[a].is_refuted] or list(ways)[:1]
        action = min(open_to, key=lambda a: ways[a].visits)
        return action, self.aim(total, len(ways), len(left)), left

    def aim(self, total: int, count: int, left: int) -> int:
        """The visits of each of those left at the end of their round."""
        rounds, aim, size = math.ceil(math.log2(count)) if count > 1 else 1, 0, count
        while size > 1 and size >= left:
            aim += max(total // (rounds * size), 1)
            size = math.ceil(size / 2)
        return aim


class Gumbel(Plain):
    """Danihelka et al. 2022: the table of the playouts that are considered, and improved policies.

    `budget` is that of the search; `prior` gives the priors of a position's legal actions.
    `shares`: means are those of positions.
    """

    opens = True
    budget = 150
    shares = False

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self.noise: list[float] = []
        self.prior: Any = lambda actions: [1 / len(actions)] * len(actions)

    def opened(self, position: Any, is_root: bool, rng: Any) -> None:
        for way, prior in zip(position.children.values(), self.priors(position), strict=True):
            way.worth = single(prior)
        if is_root and self.given["gumbel_noise"]:
            draws = [max(uniform(rng), 1e-30) for _ in position.children]
            self.noise = [-math.log(max(-math.log(draw), 1e-30)) for draw in draws]
        elif is_root:
            self.noise = [0.0] * len(position.children)

    def priors(self, position: Any) -> list[float]:
        """In the order of expansion, from the last legal action to the first."""
        return self.prior(position.legal)[::-1]

    def values(self, position: Any) -> tuple[list[float], np.ndarray]:
        """The children's completed values, scaled, and their visits."""
        ways = list(position.children.values())
        visits = np.array([way.visits for way in ways])

        def mean(way: Any) -> float:
            known = way.position if self.shares else way
            return known.value_sum / known.visits

        own = position.visits - visits.sum()
        raw = None
        if own > 0:
            lost = position.value_sum - sum(way.visits - way.value_sum for way in ways)
            raw = 1 - lost / own
        live = [way for way in ways if way.visits and not way.is_refuted]
        weights = [max(way.worth, 1e-30) for way in live]
        mixed = 0.5 if raw is None else raw
        if live:
            weighted = sum(w * mean(way) for w, way in zip(weights, live, strict=True))
            weighted /= sum(weights)
            total = visits.sum()
            mixed = weighted if raw is None else (raw + total * weighted) / (1 + total)
        scale = (self.given["visit_weight"] + visits.max()) * self.given["value_weight"]
        return [scale * (mean(way) if way.visits else mixed) for way in ways], visits

    def choose(self, position: Any, is_root: bool) -> int:
        actions, ways = list(position.children), list(position.children.values())
        if len(actions) == 1:
            return actions[0]
        scaled, visits = self.values(position)
        with np.errstate(divide="ignore"):
            logits = np.log(np.maximum([way.worth for way in ways], 1e-30))
        live = [place for place, way in enumerate(ways) if not way.is_refuted]
        if is_root:
            due = considered(min(self.given["considered"], len(ways)), self.budget, visits.sum())
            scores = np.array(self.noise) + logits + scaled
            apart = {place: abs(4 * (visits[place] - due) - 1) for place in live}
            return actions[min(live, key=lambda place: (apart[place], -scores[place]))]
        policy = np.full(len(ways), -math.inf)
        policy[live] = (logits + scaled)[live]
        policy = np.exp(policy - policy.max())
        policy /= policy.sum()
        scores = policy - visits / (1 + visits.sum())
        return actions[max(live, key=lambda place: (scores[place], -place))]


def considered(size: int, budget: int, played: int) -> int:
    """How many playouts the action of the next playout has had: entry `played` of the table."""
    if size == 1:
        return played
    log_size = math.ceil(math.log2(size))
    table: list[int] = []
    visits = [0] * size
    left = size
    while len(table) <= played:
        for _ in range(max(1, int(budget / (log_size * left)))):
            table += visits[:left]
            visits[:left] = [n + 1 for n in visits[:left]]
        left = max(2, left // 2)
    return table[played]


class Grave(Plain):
    """AMAF statistics in every position, by who plays a move and the move itself."""

    opens = True
    amaf: dict[Any, list[float]]

    def look_at(self, position: Any, is_root: bool) -> None:
        if is_root or position.visits > self.given.get("ref", 0):
            self.amaf = position.amaf

    def explore(self, way: Any, parent: int) -> float:
        return self.given["exploration"] * math.sqrt(math.log(max(parent, 1)) / (way.visits + 1))

    def first(self, way: Any, parent: int) -> float:
        if way.move not in self.amaf:
            return math.inf
        count, total = self.amaf[way.move]
        return total / count + self.explore(way, parent)

    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        if way.move not in self.amaf:
            return mean + self.explore(way, parent)
        count, total = self.amaf[way.move]
        beta = count / (count + way.visits + self.given["amaf_bias"] * count * way.visits)
        return (1 - beta) * mean + beta * (total / count) + self.explore(way, parent)

    def learn(self, path: list[Any], moves: list[Any], value: float) -> None:
        for depth, way in enumerate(path):
            for move in dict.fromkeys(moves[depth:]):
                known = way.position.amaf.setdefault(move, [0, 0.0])
                known[0] += 1
                known[1] += value if move[0] == 0 else 1 - value


RULES: dict[str, type[Plain]] = {
    "ucb1-tuned": Tuned,
    "ucb-v": UcbV,
    "kl-ucb": KlUcb,
    "thompson": Thompson,
    "puct": Puct,
    "uct-first-play": FirstPlay,
    "progressive-bias": ProgressiveBias,
    "implicit-minimax": ImplicitMinimax,
    "proof-number": ProofNumber,
    "uniform": Uniform,
    "sequential-halving": SequentialHalving,
    "shot": Shot,
    "gumbel": Gumbel,
    "rave": Grave,
    "grave": Grave,
}
