"""The sequences of moves that a nested policy learns from, with all the moves that it could choose.

The playout draws its moves here, a level keeps its best sequences, and adaptation moves a policy's
weights towards one of them without playing it again.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import cython
import numpy as np

from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.numerics.portable_math import exp_small
    from cython.cimports.mcsearch.searches.nested.weights import NONE, Weights
else:
    from mcsearch.engine.state import State
    from mcsearch.numerics.portable_math import exp_small
    from mcsearch.searches.nested.weights import NONE, Weights

_LARGEST_BIAS = cython.declare(cython.double, 230.0)  # e**-230 is the least factor of weights, too
_ANY_SIZE = cython.declare(cython.int, 1 << 30)
_LOWEST = cython.declare(cython.double, float("-inf"))
_LARGEST_STEP = cython.declare(cython.double, 16.0)  # that `exp_small` is good for


class Adjustment(NamedTuple):
    """What one step of the best sequence has done to the weight of a move in an adaptation."""

    ply: int  # of the step
    chosen: bool  # whether the sequence plays the move there
    probability: float  # of the move there, by the policy before the adaptation
    change: float  # of its weight


@cython.final
@cython.cclass
class Sequences:
    """Rows of sequences: the playout's in row 0, and those that are kept in the others.

    A move is known by its number among the moves that came up, each with a code and a bias; a
    ply has the numbers of its legal moves. A bias is what the game tells of the move times the
    coefficients of the policy's table; where these are learnt (Sentuc, Ellouze, Lucas and Cazenave
    2023, "Learning the Bias Weights for GNRPA"), `_values` keeps what was told. Groups stay legal
    for many plies: their weight is looked up once in a playout, and their steps are added up before
    one exponential is taken.
    """

    def __init__(
        self,
        root: State,
        num_rows: int,
        alpha: float,
        num_biases: int,
        learns: bool,
        tabu_size: int = 0,
        tabu_ply: int = 0,
    ) -> None:
        self._plies = root.max_plies + 1
        self._width = root.max_actions
        entries = self._plies * self._width
        self._table = 0
        self._alpha = alpha
        self._num_biases = num_biases
        self._learns = learns
        self._is_relative = not root.moves_stay
        self._tabu_size = tabu_size
        self._tabu_ply = tabu_ply
        self.choices = root.new_choices(root.max_plies)
        self.choices.frequent = root.frequent_kind()
        self._running = view(np.zeros(self._width))
        self._places = view(np.zeros(self._width, np.int32))
        self._drawn = view(np.zeros(self._plies))
        self._length = view(np.zeros(num_rows, np.int32))
        self._entries = view(np.zeros(num_rows, np.int32))
        self._known = view(np.zeros(num_rows, np.int32))
        self._action = view(np.zeros(num_rows * self._plies, np.int32))
        self._place = view(np.zeros(num_rows * self._plies, np.int32))
        self._count = view(np.zeros(num_rows * self._plies, np.int32))
        self._number = view(np.zeros(num_rows * entries, np.int32))
        self._code = view(np.zeros(num_rows * entries, np.uint64))
        self._bias = view(np.zeros(num_rows * entries))
        self._values = view(np.zeros(num_rows * entries * num_biases * learns + 1))
        self._earlier = view(np.zeros(num_biases + 1))
        self._lesson = view(np.zeros(num_biases + 1))
        self._slot = view(np.zeros(entries, np.int32))
        self._share = view(np.zeros(entries))
        self._step = view(np.zeros(entries))

    # --- C level ---

    def begin(self, table):
        """Begin a playout's sequence by the weights of a table; its choices are the root's."""
        self._table = table
        self._length[0] = 0
        self._entries[0] = 0
        self._known[0] = 0

    def draw(self, state, rng, weights):
        """Draw one of a state's choices by the weights and note it in the playout's sequence.

        Returns its place among them, NONE at the game's end.
        """
        at: cython.int = self._entries[0]
        ply: cython.int = self._length[0]
        count: cython.int = self.choices.count
        total: cython.double = 0.0
        number: cython.int
        slot: cython.int
        i: cython.int
        if count == 0:
            return NONE
        if self._num_biases > 0:
            state.note_biases(self.choices, self._known[0])
            self._set_biases(
                weights,
                self._table,
                self.choices.biases,
                self._known[0],
                self.choices.known - self._known[0],
            )
        for number in range(self._known[0], self.choices.known):
            self._code[number] = self.choices.codes[number]
            if self._num_biases == 0:
                self._bias[number] = 1.0
            elif self._learns:
                for i in range(number * self._num_biases, (number + 1) * self._num_biases):
                    self._values[i] = self.choices.biases[i]
            self._share[number] = self._bias[number]
            slot = weights.find(self._table, self._code[number])
            if slot != NONE:
                self._share[number] *= weights._factors[slot]
        self._known[0] = self.choices.known
        if self._tabu_size > 0:
            count = self._permit(ply, at)
        else:
            for i in range(count):
                self._number[at + i] = self.choices.legal[i]
                self._places[i] = i
        for i in range(count):
            total += self._share[self._number[at + i]]
            self._running[i] = total
        total *= rng.uniform()
        i = 0
        while i < count - 1 and total >= self._running[i]:
            i += 1
        number = self._number[at + i]
        self._drawn[ply] = self._share[number] / self._running[count - 1]
        self._action[ply] = self.choices.items[number]
        self._place[ply] = i
        self._count[ply] = count
        self._length[0] = ply + 1
        self._entries[0] = at + count
        return self._places[i]

    def _permit(self, ply, at):
        """Note the choices that the kept colour leaves at a ply; return their number.

        Cazenave 2016, "Nested Rollout Policy Adaptation with Selective Policies", section 4.
        """
        num_kept: cython.int = 0
        largest: cython.int
        count: cython.int = 0
        number: cython.int
        i: cython.int
        for i in range(self.choices.count):
            num_kept += self.choices.kinds[self.choices.legal[i]] == self.choices.frequent
        largest = self._largest_kept(num_kept, ply)
        while True:
            for i in range(self.choices.count):
                number = self.choices.legal[i]
                if (
                    self.choices.kinds[number] != self.choices.frequent
                    or self.choices.sizes[number] <= largest
                ):
                    self._number[at + count] = number
                    self._places[count] = i
                    count += 1
            if count > 0:
                return count
            largest = _ANY_SIZE

    def _largest_kept(self, num_kept, ply):
        """The largest group of the kept colour, of which there are so many, to draw at a ply."""
        if self._tabu_size == 0 or num_kept == 1:
            return _ANY_SIZE
        return self._tabu_size if ply >= self._tabu_ply else 0

    def copy(self, source, target):
        """Copy the sequence of a row into another."""
        i: cython.int
        a: cython.int = source * self._plies
        b: cython.int = target * self._plies
        self._length[target] = self._length[source]
        self._entries[target] = self._entries[source]
        self._known[target] = self._known[source]
        for i in range(self._length[source]):
            self._action[b + i] = self._action[a + i]
            self._place[b + i] = self._place[a + i]
            self._count[b + i] = self._count[a + i]
        a *= self._width
        b *= self._width
        for i in range(self._entries[source]):
            self._number[b + i] = self._number[a + i]
        for i in range(self._known[source]):
            self._code[b + i] = self._code[a + i]
            self._bias[b + i] = self._bias[a + i]
        if self._learns:
            for i in range(self._known[source] * self._num_biases):
                self._values[b * self._num_biases + i] = self._values[a * self._num_biases + i]

    def write(self, row, actions):
        """Write the sequence of a row, from the root."""
        i: cython.int
        actions.clear()
        for i in range(self._length[row]):
            actions.append(self._action[row * self._plies + i])

    def is_same(self, source, target):
        """Whether the sequences of two rows play the same moves."""
        length: cython.int = self._length[source]
        i: cython.int = 0
        a: cython.int = source * self._plies
        b: cython.int = target * self._plies
        while i < length and self._action[a + i] == self._action[b + i]:
            i += 1
        return i == length == self._length[target]

    def adapt(self, row, weights, table, lessons, level, score):
        """Move the weights of a table towards a row's sequence (Rosin 2011, procedure Adapt).

        With the probabilities p of the old weights, every legal move of every position loses
        alpha * p and the move of the sequence, which has this score, gains alpha; a coefficient
        that is learnt gains alpha * (bias of the sequence's move - sum of p * bias). The lessons of
        a level keep the probabilities; those of level 0 are kept by none.
        """
        first: cython.int = row * self._plies * self._width
        at: cython.int = first
        ply: cython.int
        i: cython.int
        count: cython.int
        chosen: cython.int
        total: cython.double
        step: cython.double
        if self._learns:
            self._begin_lesson(row, weights, table)
        for i in range(self._known[row]):
            self._slot[i] = weights.enter(table, self._code[first + i])
            self._share[i] = self._bias[first + i]
            if self._slot[i] != NONE:
                self._share[i] *= weights._factors[self._slot[i]]
            self._step[i] = 0.0
        if level > 0:
            lessons.begin_row(level, score)
        for ply in range(row * self._plies, row * self._plies + self._length[row]):
            count = self._count[ply]
            total = 0.0
            for i in range(at, at + count):
                total += self._share[self._number[i]]
            chosen = self._number[at + self._place[ply]]
            if level > 0:
                lessons.put_probability(level, self._share[chosen] / total)
            total = self._alpha / total
            for i in range(at, at + count):
                self._step[self._number[i]] -= total * self._share[self._number[i]]
            self._step[chosen] += self._alpha
            if self._learns:
                self._learn(first, at, count, chosen, total)
            at += count
        for i in range(self._known[row]):
            if self._slot[i] != NONE:
                step = self._step[i]
                while step < -_LARGEST_STEP:
                    weights.scale(self._slot[i], exp_small(-_LARGEST_STEP))
                    step += _LARGEST_STEP
                while step > _LARGEST_STEP:
                    weights.scale(self._slot[i], exp_small(_LARGEST_STEP))
                    step -= _LARGEST_STEP
                weights.scale(self._slot[i], exp_small(step))
        # not before all steps are taken: a move may have several numbers
        for i in range(self._known[row]):
            if self._slot[i] != NONE:
                weights.clamp(self._slot[i])
        if self._learns:
            for i in range(self._num_biases):
                weights.move_coefficient(table, i, self._lesson[i])

    def _exponent(self, weights, table, values, number):
        """The bias of a move, whose number tells where its values are."""
        total: cython.double = 0.0
        i: cython.int
        for i in range(self._num_biases):
            total += weights.coefficient(table, i) * values[number * self._num_biases + i]
        return total

    def _set_biases(self, weights, table, values, first, count):
        """Set the factors of moves, those of one position where moves do not stay.

        Only there they can be taken relative to the largest, so that none is too large for a float.
        """
        number: cython.int
        x: cython.double
        known: cython.double = 0.0  # the last exponent, and its factor: many are equal
        factor: cython.double = 1.0
        largest: cython.double = _LOWEST if self._is_relative else 0.0
        for number in range(first, first + count):
            self._bias[number] = self._exponent(weights, table, values, number)
            if self._is_relative:
                largest = max(largest, self._bias[number])
        for number in range(first, first + count):
            x = max(self._bias[number] - largest, -_LARGEST_BIAS)
            if x == 0.0:
                self._bias[number] = 1.0
                continue
            if x != known:
                known = x
                factor = 1.0
                while x > _LARGEST_STEP:
                    factor *= exp_small(_LARGEST_STEP)
                    x -= _LARGEST_STEP
                while x < -_LARGEST_STEP:
                    factor *= exp_small(-_LARGEST_STEP)
                    x += _LARGEST_STEP
                factor *= exp_small(x)
            self._bias[number] = factor

    def _begin_lesson(self, row, weights, table):
        """Let a row's biases be those of a table's coefficients, which are to move."""
        i: cython.int
        number: cython.int = row * self._plies * self._width
        for i in range(self._num_biases):
            self._earlier[i] = weights.coefficient(table, i)
            self._lesson[i] = 0.0
        for i in range(row * self._plies, row * self._plies + self._length[row]):
            self._set_biases(weights, table, self._values, number, self._count[i])
            number += self._count[i]

    def _learn(self, first, at, count, chosen, scale):
        """Add the steps of the coefficients at a ply; `scale` times a share is alpha * p."""
        i: cython.int
        k: cython.int
        number: cython.int
        for i in range(at, at + count):
            number = self._number[i]
            for k in range(self._num_biases):
                self._lesson[k] -= (
                    scale
                    * self._share[number]
                    * self._values[(first + number) * self._num_biases + k]
                )
        for k in range(self._num_biases):
            self._lesson[k] += self._alpha * self._values[(first + chosen) * self._num_biases + k]

    # --- Python level ---

    def copy_from(self, other: Sequences) -> None:
        """Become equal to the sequences of a search of the same recipe and root."""
        self.choices.copy_from(other.choices)
        self._table = other._table
        self._running[:] = other._running
        self._places[:] = other._places
        self._drawn[:] = other._drawn
        self._length[:] = other._length
        self._entries[:] = other._entries
        self._known[:] = other._known
        self._action[:] = other._action
        self._place[:] = other._place
        self._count[:] = other._count
        self._number[:] = other._number
        self._code[:] = other._code
        self._bias[:] = other._bias
        self._values[:] = other._values
        self._earlier[:] = other._earlier
        self._lesson[:] = other._lesson
        self._slot[:] = other._slot
        self._share[:] = other._share
        self._step[:] = other._step

    @property
    def num_bytes(self) -> int:
        """Bytes of the sequences and of the moves that they could choose."""
        own = num_bytes(self._number, self._code, self._bias, self._slot, self._share, self._step)
        return int(self.choices.num_bytes) + own + num_bytes(self._values)

    def actions(self, row: int) -> list:
        """The sequence of a row, from the root."""
        start = row * self._plies
        return [self._action[start + i] for i in range(self._length[row])]

    def drawn(self, count: int) -> list:
        """The probability with which each of the playout's first moves was drawn."""
        return [self._drawn[ply] for ply in range(count)]

    def coefficients_before(self) -> list:
        """The coefficient of each bias before the last adaptation, where they are learnt."""
        return list(self._earlier[: self._num_biases])

    def permitted(self, kinds: list, sizes: list, ply: int) -> list:
        """Whether each of a position's moves may be drawn at a ply."""
        kept = self.choices.frequent
        largest = self._largest_kept(kinds.count(kept), ply)
        found = [kind != kept or size <= largest for kind, size in zip(kinds, sizes, strict=True)]
        return found if any(found) else [True] * len(kinds)

    def weights_before(self, row: int) -> dict:
        """{code: weight} before the last adaptation, which was towards the sequence of this row."""
        first = row * self._plies * self._width
        return {
            self._code[first + number]: math.log(self._share[number] / self._bias[first + number])
            for number in range(self._known[row])
        }

    def certainty(self, row: int, weights: Weights, table: int) -> list:
        """The probability of each move of a row's sequence, by the weights of a table."""
        first = row * self._plies * self._width
        start = row * self._plies
        at = first
        found = []
        for ply in range(self._length[row]):
            numbers = [self._number[i] for i in range(at, at + self._count[start + ply])]
            biases = [self._bias[first + i] for i in numbers]
            if self._learns:
                exponents = [
                    self._exponent(weights, table, self._values, first + i) for i in numbers
                ]
                biases = [math.exp(exponent - max(exponents)) for exponent in exponents]
            shares = [
                bias * weights.factor(table, self._code[first + i])
                for bias, i in zip(biases, numbers, strict=True)
            ]
            found.append(shares[self._place[start + ply]] / math.fsum(shares))
            at += len(numbers)
        return found

    def adjustments(self, row: int) -> dict:
        """{code: [Adjustment]} of the last adaptation, which was towards the sequence of this row;
        until a move is drawn again."""
        found: dict[int, list[Adjustment]] = {}
        first = row * self._plies * self._width
        start = row * self._plies
        at = first
        for ply in range(self._length[row]):
            numbers = [self._number[i] for i in range(at, at + self._count[start + ply])]
            total = math.fsum(self._share[number] for number in numbers)
            for place, number in enumerate(numbers):
                if self._slot[number] != NONE:
                    chosen = place == self._place[start + ply]
                    chance = self._share[number] / total
                    step = Adjustment(ply, chosen, chance, self._alpha * (int(chosen) - chance))
                    found.setdefault(self._code[first + number], []).append(step)
            at += len(numbers)
        return found
