"""NRPA once more in plain Python: recursion and dictionaries, written for reading.

It draws random numbers in the same order as the engine, so that its results must be equal.
"""

from __future__ import annotations

import math


class SplitMix:
    """The engine's generator (Steele, Lea and Flood 2014)."""

    def __init__(self, seed):
        self.state = seed

    def uniform(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return ((z ^ (z >> 31)) >> 11) / 2**53


class PlainNrpa:
    """The procedures of Rosin 2011 with the biases of Cazenave 2020, recursive, weights in a dict.

    A move is known by the cells and the colour of its group. Of the kept colour small groups may be
    drawn (Cazenave 2016), a level ends that meets its best sequence again and again (Cazenave
    2024), and weights are clamped. A level may keep a beam (Cazenave and Teytaud 2012).
    """

    def __init__(self, search, seed):
        self.values = search.values
        self.root = search.root
        self.rng = SplitMix(seed)
        cells = self.root.cells().tolist()
        self.tabu = max(sorted(set(cells) - {0}), key=cells.count)
        self.playouts = 0

    def moves(self, state, ply):
        found = []
        cells = state.cells()
        for action in state.legal_actions():
            group = state.action_cells(action)
            bias = self.values["size_bias"] * min(len(group) - 2, 8)
            bias += self.values["tabu_bias"] * (cells[action] == self.tabu)
            found.append((action, (frozenset(group), int(cells[action])), bias))
        if not self.values["tabu"]:
            return found
        size = self.values["tabu_size"]
        largest = size if ply >= self.values["tabu_ply"] else 0
        if size and sum(colour == self.tabu for _, (_, colour), _ in found) == 1:
            return found
        others = [move for move in found if move[1][1] != self.tabu or len(move[1][0]) <= largest]
        return others or found

    def shares(self, weights, moves):
        shares = [math.exp(weights.get(code, 0.0) + bias) for _, code, bias in moves]
        return [share / sum(shares) for share in shares]

    def playout(self, weights):
        self.playouts += 1
        state, sequence = self.root, []
        while moves := self.moves(state, len(sequence)):
            shares = self.shares(weights, moves)
            draw = self.rng.uniform()
            i = 0
            while i < len(moves) - 1 and draw >= shares[i]:
                draw -= shares[i]
                i += 1
            sequence.append(moves[i][0])
            state = state.play(moves[i][0])
        return state.returns(), sequence

    def adapt(self, weights, sequence):
        adapted, state = dict(weights), self.root
        for ply, action in enumerate(sequence):
            moves = self.moves(state, ply)
            for (other, code, _), share in zip(moves, self.shares(weights, moves), strict=True):
                step = self.values["alpha"] * ((other == action) - share)
                adapted[code] = adapted.get(code, 0.0) + step
            state = state.play(action)
        if limit := self.values["clamp"]:
            adapted = {code: min(max(w, -limit), limit) for code, w in adapted.items()}
        return adapted

    def search(self, level, weights):
        """The best score and sequence of a level; its whole beam stays in `beam`."""
        if level == 0:
            return self.playout(weights)
        beam, policies, met = [], [weights], 0
        for _ in range(self.values["repeats"]):
            for policy in policies:
                for _ in range(self.values["stability"] if level == 1 else 1):
                    found = self.search(level - 1, policy)
                    if not beam or found[0] > beam[0][0]:
                        met = 0
                    elif found == beam[0][:2]:
                        met += 1
                    beam = self.compete(level, beam, (*found, policy))
                    if 0 < self.values["repetitions"] <= met:
                        return beam[0][:2]
            beam = [(score, line, self.adapt(policy, line)) for score, line, policy in beam]
            policies = [policy for _, _, policy in beam]
        self.beam = beam
        return beam[0][:2]

    def compete(self, level, beam, found):
        """A beam after another result, best first; of equally good ones the latest."""
        score, sequence, _ = found
        if self.values["diversity"] != "none":
            if any((score, sequence) == element[:2] for element in beam):
                return beam
            if self.values["diversity"] == "scores":
                beam = [element for element in beam if element[0] != score]
        width = self.values["beam"] if self.values["beam_level"] in (0, level) else 1
        return sorted([found, *beam], key=lambda element: -element[0])[:width]

    def runs(self, count):
        """The best score of so many runs, and the weights that the next one begins with."""
        best, sequence, weights = -math.inf, [], {}
        for _ in range(count):
            score, tried = self.search(self.values["level"], weights)
            if score > best:
                best, sequence = score, tried
            weights = {}
            for _ in range(self.values["warm"]):
                weights = self.adapt(weights, sequence)
        return best, weights


class PlainGnrpa(PlainNrpa):
    """NRPA of a problem with `code` and `bias`, whose biases have coefficients that are learnt.

    Sentuc, Ellouze, Lucas and Cazenave 2023; a policy is the weights with the coefficients under
    the biases' names.
    """

    def __init__(self, search, seed):
        self.values = search.values
        self.root = search.root.problem
        self.rng = SplitMix(seed)
        self.playouts = 0

    def moves(self, state, ply):
        if state.is_terminal():
            return []
        return [(a, ("code", state.code(a)), state.bias(a)) for a in state.legal_actions()]

    def shares(self, weights, moves):
        exponents = []
        for _, code, bias in moves:
            told = bias if isinstance(bias, dict) else {"bias": bias}
            biases = sum(weights.get(name, 1.0) * value for name, value in told.items())
            exponents.append(weights.get(code, 0.0) + biases)
        shares = [math.exp(exponent - max(exponents)) for exponent in exponents]
        return [share / sum(shares) for share in shares]

    def adapt(self, weights, sequence):
        adapted, state = super().adapt(weights, sequence), self.root
        for ply, action in enumerate(sequence):
            moves = self.moves(state, ply)
            for (other, _, bias), share in zip(moves, self.shares(weights, moves), strict=True):
                step = self.values["alpha"] * ((other == action) - share)
                for name, value in (bias if isinstance(bias, dict) else {}).items():
                    adapted[name] = adapted.get(name, 1.0) + step * value
            state = state.play(action)
        return adapted
