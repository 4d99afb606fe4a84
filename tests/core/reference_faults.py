"""A plain search by recursion over dicts of numbers, with conventions and single faults put in.

It shares nothing with the searches of the package: nodes are found by the actions to them. Each
fault of FAULTS changes one thing; it is named with the line of the report that is to find it.
"""

import math
import random

FAULTS = {
    # whose reward
    "same sign at every level": "reward",
    "loser rewarded": "reward",
    "opponent helps the root": "reward",
    "root chooses for the opponent": "reward",
    "sign by the first player": "reward",
    "ended games turned": "reward",
    "draw counts as a win": "reward",
    "draw counts as a loss": "reward",
    "sign kept at depth 2": "reward",  # which is the root's view, as far as depth 2
    # backpropagation
    "sign of even depths only": "backpropagation",
    "result decays": "backpropagation",
    "middle is left out": "backpropagation",
    "siblings gain a visit": "backpropagation",
    "another playout for the root's child": "backpropagation",
    # visits
    "visits replaced by the children's most": "visits",
    "visit counted twice below the root": "visits",
    "root is left out": "visits",
    "leaf is left out": "visits",
    "iteration lost every third time": "visits",
    # range of the mean
    "result added twice": "range",
    "value without a visit": "range",
    "mean over the visits before": "range",
    # selection
    "no square root": "selection",
    "no logarithm": "selection",
    "logarithm of the child": "selection",
    "root's visits": "selection",
    "C squared": "selection",
    "no exploration": "selection",
    "sum in place of the mean": "selection",
    "mean over the parent's visits": "selection",
    "least in place of greatest": "selection",
    "exploration subtracted": "selection",
    "logarithm to base 10": "selection",
    "whole division": "selection",
    "mean is one visit old": "selection",
    # unvisited first
    "last action never tried": "unvisited",
    "second visit before the others": "unvisited",
    # legal moves
    "ended games expanded": "legal_moves",
    "expanded again": "legal_moves",
    "child has the parent's state": "legal_moves",
    # playouts
    "first move in playouts": "playouts",
    "playout from the root": "playouts",
    # final move
    "final move by mean": "final_move",
    "final move with exploration": "final_move",
    "final move least visited": "final_move",
    # state
    "given state changed": "state",
    "seed not used": "state",
    "generator anew each iteration": "state",
}


class Node:
    """`n` visits, `w` the value as the convention has it."""

    def __init__(self, state, parent=None, action=None):
        self.state, self.parent, self.action = state, parent, action
        self.kids, self.n, self.total = [], 0, 0.0
        self.old_mean = 0.0
        self.left = [] if state.is_terminal() else state.legal_actions()
        self.is_mean = False

    @property
    def w(self):
        if self.is_mean:
            return self.total / self.n if self.n else 0.0
        return self.total


class Search:
    def __init__(self, c=1.4, value="sum", whose="mover", scale=(0.0, 1.0), fault=""):
        assert fault in ("", *FAULTS)
        self.c, self.value, self.whose, self.scale, self.fault = c, value, whose, scale, fault

    def has(self, fault):
        return self.fault == fault

    def run(self, state, iterations, seed):
        rng = random.Random(None if self.has("seed not used") else seed)
        if self.has("seed not used"):
            rng = random.Random(7)
        if self.has("given state changed"):
            given, state = state, state.play(state.legal_actions()[0])
            given.state, given.to_play = state.state, state.to_play
        self.rng, self.state = rng, state
        self.root = self.node(state)
        self.player = state.to_play
        for count in range(1, iterations + 1):
            if self.has("generator anew each iteration"):
                self.rng = random.Random(5)
            if self.has("iteration lost every third time") and count % 3 == 0:
                continue
            self.iterate()
        if self.fault.startswith("final move"):
            return self.root, self.final()
        return self.root

    def node(self, *arguments):
        node = Node(*arguments)
        node.is_mean = self.value == "mean"
        if self.has("last action never tried"):
            node.left = node.left[1:] or node.left
        if self.has("ended games expanded") and node.state.is_terminal():
            node.left = [action for action in range(9) if action % 4 == 0]
        return node

    def final(self):
        kids = self.root.kids
        if not kids:
            return self.state.legal_actions()[0]
        key = {
            "final move by mean": lambda kid: self.mean(self.root, kid),
            "final move with exploration": lambda kid: (
                self.mean(self.root, kid) + 8.0 * math.sqrt(math.log(self.root.n) / kid.n)
            ),
            "final move least visited": lambda kid: -kid.n,
        }[self.fault]
        return max(kids, key=key).action

    def iterate(self):
        node, depth = self.root, 0
        while not node.left and node.kids:
            node, depth = self.select(node), depth + 1
            if self.has("second visit before the others") and node.n == 1 and depth == 1:
                break
        if node.left and not (
            self.has("second visit before the others")
            and node.kids
            and node.parent is None
            and len(node.left) == 1
            and node.n < 40
        ):
            node = self.expand(node)
        elif node.left:
            node = node.kids[0]
        self.back_up(node, self.play_out(node))

    def expand(self, node):
        place = self.rng.randrange(len(node.left))
        action = node.left[place]
        if not self.has("expanded again") or self.rng.random() < 0.7:
            node.left.pop(place)
        after = node.state
        if not self.has("child has the parent's state") and not after.is_terminal():
            after = node.state.play(action)
        kid = self.node(after, node, action)
        node.kids.append(kid)
        return kid

    def mean(self, parent, kid):
        """As the player to move at the parent has it."""
        mean = kid.old_mean if self.has("mean is one visit old") else kid.total / kid.n
        chooser = parent.state.to_play
        flips = self.viewer(kid) != chooser
        if self.has("same sign at every level") and self.whose == "root":
            flips = False
        if self.has("loser rewarded"):
            flips = not flips
        if self.has("opponent helps the root") and chooser != self.player:
            flips = not flips
        if self.has("root chooses for the opponent") and chooser == self.player:
            flips = not flips
        if self.has("sign by the first player") and chooser == 1:
            flips = not flips
        return sum(self.scale) - mean if flips else mean

    def viewer(self, node):
        mover = node.parent.state.to_play if node.parent else 1 - node.state.to_play
        return {"mover": mover, "to_move": 1 - mover, "root": self.player, "first": 0}[self.whose]

    def score(self, node, kid):
        if kid.n == 0:
            return math.inf
        big, n, c = node.n, kid.n, self.c
        mean = self.mean(node, kid)
        if self.has("root's visits"):
            big = self.root.n
        if self.has("sum in place of the mean"):
            mean *= n
        if self.has("mean over the parent's visits"):
            mean *= n / big
        if self.has("whole division"):
            mean = mean // 1
        ratio = math.log(max(big, 1)) / n
        if self.has("no logarithm"):
            ratio = big / n
        if self.has("logarithm of the child"):
            ratio = math.log(n) / n
        if self.has("logarithm to base 10"):
            ratio = math.log10(max(big, 1)) / n
        term = ratio if self.has("no square root") else math.sqrt(ratio)
        if self.has("C squared"):
            c *= c
        if self.has("no exploration"):
            c = 0.0
        if self.has("exploration subtracted"):
            c = -c
        return mean + c * term

    def select(self, node):
        pick = min if self.has("least in place of greatest") else max
        return pick(node.kids, key=lambda kid: self.score(node, kid))

    def play_out(self, node):
        """The first player's return, 0 to 1."""
        state = node.state
        if self.has("playout from the root") and node.parent is not None:
            state = self.state
        while not state.is_terminal():
            actions = state.legal_actions()
            action = self.rng.choice(actions)
            if self.has("first move in playouts"):
                action = actions[0]
            state = state.play(action)
        return state.returns()

    def back_up(self, node, result):
        leaf, way = node, []
        while node is not None:
            way.append(node)
            node = node.parent
        for height, node in enumerate(way):
            depth = len(way) - 1 - height
            if self.has("leaf is left out") and height == 0 and depth > 1:
                continue
            if self.has("middle is left out") and height > 0 and depth == 1:
                continue
            if self.has("root is left out") and depth == 0:
                continue
            told = result
            if self.has("another playout for the root's child") and depth == 1 and height:
                told = self.play_out(leaf)
            self.add(node, told, depth, height)
        if self.has("siblings gain a visit") and len(way) > 2:
            for kid in way[1].kids:
                if kid is not leaf:
                    kid.n += 1

    def add(self, node, result, depth, height):
        node.old_mean = node.total / node.n if node.n else self.scale[0]
        node.n += 1
        if self.has("visit counted twice below the root") and depth == 1:
            node.n += 1
        if self.has("visits replaced by the children's most") and node.kids and depth:
            node.n = max(kid.n for kid in node.kids) + 1
        low, high = self.scale
        viewed = result if self.viewer(node) == 0 else 1.0 - result
        if self.has("sign kept at depth 2") and depth == 2:
            viewed = 1.0 - viewed
        if self.has("sign of even depths only") and depth % 2 == 0 and depth:
            viewed = 0.5
        if self.has("ended games turned") and node.state.is_terminal():
            viewed = 1.0 - viewed
        if viewed == 0.5 and self.fault.startswith("draw counts"):
            viewed = 1.0 if self.has("draw counts as a win") else 0.0
        value = low + (high - low) * viewed
        if self.has("result decays"):
            value *= 0.9**height
        if self.has("result added twice"):
            value *= 2.0
        node.total += value
        if self.has("value without a visit") and depth == 1 and height:
            node.total += value
        if self.has("mean over the visits before") and node.n > 1 and height:
            node.total += node.total / node.n


CONVENTIONS = {
    "a sum, of who has moved": {},
    "a mean, of who is to move, -1 to 1": {
        "value": "mean",
        "whose": "to_move",
        "scale": (-1.0, 1.0),
    },
    "a sum, of the root's player": {"whose": "root"},
}


def runner(fault="", c=1.4, **convention):
    """`run` of a search with a fault."""
    if fault == "same sign at every level":
        convention = {**convention, "whose": "root"}
    search = Search(c, fault=fault, **convention)
    return search.run
