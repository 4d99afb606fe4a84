"""Nested Rollout Policy Adaptation (Rosin 2011), generalized by a bias (Cazenave 2020).

A playout draws each move with a probability proportional to exp(weight + bias). A search of level n
runs a number of searches of level n - 1, each from a copy of its weights, and after each moves its
weights towards the best sequence it knows; a search of level 0 is a playout. A level may also keep
a beam of several sequences and policies. The positions that playouts pass through are recorded in
the tree, as long as it has room, for reading only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import cython
import numpy as np

from mcsearch.engine.search import POLICY, TREE
from mcsearch.numerics.views import view
from mcsearch.searches.nested.nrpa_parameters import PARAMETERS, check
from mcsearch.searches.nested.tabu_turns import TabuTurns

if cython.compiled:
    from cython.cimports.mcsearch.engine.halt import ANYTHING
    from cython.cimports.mcsearch.engine.policy import Policy
    from cython.cimports.mcsearch.engine.search import FINISHED, Search
    from cython.cimports.mcsearch.engine.state import Choices, State
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT
    from cython.cimports.mcsearch.searches.nested.beams import Beams
    from cython.cimports.mcsearch.searches.nested.course import Lessons
    from cython.cimports.mcsearch.searches.nested.policy import Sequences
    from cython.cimports.mcsearch.searches.nested.weights import Weights
else:
    from mcsearch.engine.halt import ANYTHING
    from mcsearch.engine.policy import Policy
    from mcsearch.engine.search import FINISHED, Search
    from mcsearch.engine.state import Choices, State
    from mcsearch.engine.tree import NONE, ROOT
    from mcsearch.searches.nested.beams import Beams
    from mcsearch.searches.nested.course import Lessons
    from mcsearch.searches.nested.policy import Sequences
    from mcsearch.searches.nested.weights import Weights


_LOG_SLOTS = 14  # of the tables of weights to begin with


class PolicyLevel(NamedTuple):
    """One level of the nesting: how far it is and what it has learnt."""

    level: int
    done: int  # searches of the level below that it has completed
    repeats: int  # how many it makes; more, while its beam grows
    best_score: float  # nan before the first result
    best_sequence: list[int]  # from the root
    num_weights: int  # moves that its policy at work has a weight for


class Choice(NamedTuple):
    """A move as a level's policy sees it."""

    action: int
    code: int  # the same for the same move in any position
    weight: float
    biases: tuple[float, ...]  # by name as in the search's `bias_names`, times their coefficients
    probability: float

    @property
    def bias(self) -> float:
        """What is added to the weight, GNRPA's bias (Cazenave 2020)."""
        return math.fsum(self.biases)


@cython.cclass
class Nrpa(Search):
    """NRPA and GNRPA; an iteration is one playout.

    Selection enters levels down to the first and draws moves while their positions are recorded,
    expansion records the first that is not, simulation draws the rest, and the result climbs as far
    as it completes levels, each adapting its policy. With a bias of 0 for all moves it is NRPA.
    With `tabu` the most frequent colour is kept for last (Cazenave 2016, selective policies), and
    `stability` playouts of level 1 share one adaptation (Cazenave, Sevestre and Toulemont 2020,
    stabilized NRPA).

    With `beam` a level keeps several best sequences, each with its policy (Cazenave and Teytaud
    2012, "Beam Nested Rollout Policy Adaptation"), in which `diversity` limits what they have in
    common (Edelkamp and Cazenave 2016). `repeats` counts its steps then, in each of which every
    policy makes a search of the level below, at level 1 `stability` playouts. The level above gets
    the best sequence alone, where theirs takes over the whole beam. With `warm` a run after the
    first begins with a policy that has been adapted so many times towards the best sequence of the
    runs before.

    What options gain on 100 random boards of SameGame, three seeds, one second of one core a run,
    against level 3 with 15 repeats, stability 4, tabu colour and restarts; points a board with
    their 95 % interval (`notebooks/08_nrpa_options.ipynb`):

    - `warm` 20: +77 (+37 to +117)
    - `beam` 4 with `diversity` by scores: +45 (+2 to +89); by sequences: +11 (-38 to +59), no
      effect shown
    - `repetitions` 4: 0 (-11 to +10), no effect
    - `tabu_size` 2 from `tabu_ply` 5: -233 (-293 to -173)
    - `clamp` 3: -307 (-352 to -262)
    """

    name = "nrpa"
    title = "NRPA"
    num_players = (1,)
    uses_policy = False
    shows = frozenset({TREE, POLICY})
    phase_names = ("Follow the policy", "New position", "Playout", "Adapt")
    code = (
        "enter level: π ← copy; move ~ exp(w + bias)",
        "position ← play(move)",
        "r ← playout(π)",
        "if r ≥ best: remember; π\u00a0←\u00a0adapt(π,\u00a0best)",
    )
    parameters = PARAMETERS

    rule = None

    def __init__(self, root: State, values: Mapping[str, Any], seed: int) -> None:
        super().__init__(root, Policy(), values, seed)
        level = values["level"]
        self._level = level
        self._current = level
        self._began_at = level
        self._num_completed = 0
        self.adapted = 0
        self._repeats = values["repeats"]
        self._stability = values["stability"]
        self._restarts = values["restarts"]
        tabu_size = values["tabu_size"] if values["tabu"] else 0
        # with a size the sequences choose among all moves: the game only knows the strict rule
        kinds = root.frequent_kinds()[: values["tabu_colours"]] if values["tabu"] else []
        self._turns = TabuTurns(kinds)
        self._tabu = kinds[0] if kinds else NONE
        self._avoided = NONE if tabu_size else self._tabu
        self._repetitions = values["repetitions"]
        self._next = NONE
        self.runs = 0
        self.beams = Beams(
            level, values["beam"], values["beam_level"], values["diversity"], self._stability
        )
        self._warm = values["warm"] if self._restarts else 0
        self._known_best = -math.inf
        num_rows = self.beams.num_rows + (self._warm > 0)
        check(values, num_rows, root.max_plies, root.max_actions)
        begin = [values.get(f"{name}_bias", values["bias"]) for name in root.bias_names]
        learns = root.learns_biases and any(begin)
        self._learns_biases = learns
        self._shown_biases = [i for i, coefficient in enumerate(begin) if learns or coefficient]
        self.bias_names = tuple(root.bias_names[i] for i in self._shown_biases)
        self.weights = Weights(
            self.beams.num_rows, _LOG_SLOTS, values["clamp"], begin if self.bias_names else ()
        )
        self._sequences = Sequences(
            root,
            num_rows,
            values["alpha"],
            len(begin) if self.bias_names else 0,
            learns,
            tabu_size,
            values["tabu_ply"],
        )
        self.lessons = Lessons(level, root.max_plies + 1)
        self._done = view(np.zeros(level + 1, np.int32))
        self._num_met = view(np.zeros(level + 1, np.int32))

    # --- C level ---

    def _select(self):
        self._num_new = 0
        self._num_completed = 0
        self.adapted = 0
        self._trail.clear()
        self._line.clear()
        self._began_at = self._current
        self._enter_levels(self.weights, self.lessons, self.beams)
        self._scratch.copy_from(self.root)
        self._follow_record(self.tree, self._scratch, self._sequences, self._sequences.choices)

    def _enter_levels(self, weights, lessons, beams):
        source: cython.int
        if self._done[self._level] == 0:
            lessons.begin(self._level)
        while self._current > 1:
            source = beams.at_work(self._current)
            self._current -= 1
            beams.begin(self._current)
            weights.copy(source, beams.at_work(self._current))
            lessons.begin(self._current)
            self._done[self._current] = 0
            self._num_met[self._current] = 0

    def _follow_record(self, tree, state, sequences, choices):
        """Draw and play moves as long as they lead to recorded positions."""
        node: cython.int = ROOT
        child: cython.int
        action: cython.int
        self._depth = 0
        self._path[0] = ROOT
        sequences.begin(self.beams.at_work(1))
        state.begin_choices(choices, self._avoided)
        while True:
            self._next = sequences.draw(state, self.rng, self.weights)
            self._note_legal(tree, state, node, choices)
            if self._next == NONE:
                return
            action = choices.items[choices.legal[self._next]]
            child = tree.find_child(node, action)
            if child == NONE:
                return
            state.play_choice(choices, self._next, self._avoided)
            self._line.append(action)
            node = child
            self._depth += 1
            self._path[self._depth] = node

    def _expand(self):
        if self._next != NONE and not self.tree.full:
            self._record(self.tree, self._scratch, self._sequences, self._sequences.choices)

    def _record(self, tree, state, sequences, choices):
        action: cython.int = choices.items[choices.legal[self._next]]
        child: cython.int = tree.add_child(self._path[self._depth], action)
        if child != NONE:
            state.play_choice(choices, self._next, self._avoided)
            self._line.append(action)
            self._depth += 1
            self._path[self._depth] = child
            self._num_new = 1
            self._next = sequences.draw(state, self.rng, self.weights)
            self._note_legal(tree, state, child, choices)

    def _note_legal(self, tree, state, node, choices):
        """Note how many actions are legal in a new node, those that are avoided too."""
        if tree._num_legal[node] != NONE:
            return
        if self._avoided == NONE:
            tree.set_num_legal(node, choices.count)
        else:
            tree.set_num_legal(node, state.fill_actions(self._legal))

    def _simulate(self):
        self._play_out(self._scratch, self._sequences, self._sequences.choices)

    def _play_out(self, state, sequences, choices):
        while self._next != NONE:
            self._trail.append(choices.items[choices.legal[self._next]])
            state.play_choice(choices, self._next, self._avoided)
            self._next = sequences.draw(state, self.rng, self.weights)
            if self.halt.has_hooks and self._pauses(ANYTHING):
                return
        self.playout_return = state.value()

    def _backpropagate(self):
        self._add_return(self.tree, self._depth)
        if not self._has_result or self.playout_return > self._best_score:
            self._remember(self._depth)
        self._climb(self.playout_return, self.beams, self._sequences, self.lessons)

    def _climb(self, result, beams, sequences, lessons):
        """Give a result to level 1, and on to the levels that it completes."""
        level: cython.int = 1
        source: cython.int = 0
        while True:
            self._done[level] += 1
            if self._repetitions:
                self._count_met(level, result, source, beams, sequences)
            beams.admit(level, result, source, sequences)
            lessons.put(level, result, beams.best_score(level))
            if beams.ends_step(level):
                self._adapt_beam(level, beams, self.weights)
            if not self._has_ended(level, beams):
                break
            self._num_completed += 1
            if level == self._level:
                self._finish(self.weights)
                break
            result = beams.best_score(level)
            source = beams.row(level, 0)
            level += 1
        self._current = level

    def _adapt_beam(self, level, beams, weights):
        """Adapt the policy of each element of a level's beam.

        The best comes last: it is the one that is shown, and the only one whose course is kept.
        """
        rank: cython.int
        row: cython.int
        beams.settle(level, weights)
        for rank in range(beams._count[level] - 1, -1, -1):
            row = beams.row(level, rank)
            self._adapt(row, beams._table[row], 0 if rank else level, beams._score[row])
        self.adapted = level

    def _adapt(self, row, table, level, score):
        """Adapt the weights of a table to a sequence, with room for every move of it."""
        self._make_room_for(table, self.weights, self._sequences._known[row])
        self._sequences.adapt(row, self.weights, table, self.lessons, level, score)

    def _has_ended(self, level, beams):
        """Whether a level has completed.

        With a limit of repetitions also when its policy finds nothing else any more (Cazenave 2024,
        limited repetitions).
        """
        if self._repetitions and self._num_met[level] >= self._repetitions:
            return True
        return beams._steps[level] >= self._repeats

    def _count_met(self, level, result, source, beams, sequences):
        """Note whether a result, in a row of the sequences, is a level's best sequence again."""
        if beams._count[level] == 0 or result > beams.best_score(level):
            self._num_met[level] = 0
        elif result == beams.best_score(level) and sequences.is_same(source, beams.row(level, 0)):
            self._num_met[level] += 1

    def _make_room_for(self, table, weights, count):
        """Let a table have room for so many more moves."""
        if not weights.has_room(table, count):
            with cython.gil:
                try:
                    weights.make_room(table, count)
                except MemoryError as error:
                    self.fail(error)

    def _finish(self, weights):
        self.runs += 1
        if self._restarts:
            if self._tabu != NONE:
                with cython.gil:
                    self._take_turn()
            self._begin_anew(weights, self.beams, self._sequences)
        else:
            self._stop_code = FINISHED

    def _begin_anew(self, weights, beams, sequences):
        """Begin another run, adapted to the best sequence of all runs so far if it starts warm."""
        best: cython.int = beams.num_rows  # the row after those of the beams
        table: cython.int
        _i: cython.int
        if self._warm > 0 and beams.best_score(self._level) > self._known_best:
            self._known_best = beams.best_score(self._level)
            sequences.copy(beams.row(self._level, 0), best)
        beams.begin(self._level)
        table = beams.at_work(self._level)
        weights.clear(table)
        for _i in range(self._warm):
            self._adapt(best, table, 0, self._known_best)
        self.adapted = 0
        self._done[self._level] = 0
        self._num_met[self._level] = 0

    # --- Python level ---

    def _run_score(self) -> float:
        """The best score of the run that has just ended."""
        return self.beams.best_score(self._level)

    def _take_turn(self) -> None:
        """Let the next run keep its own colour for last."""
        self._set_tabu(self._turns.next(self._run_score()))

    def _set_tabu(self, kind: int) -> None:
        self._tabu = self._sequences.choices.frequent = kind
        if self._avoided != NONE:
            self._avoided = kind

    def _most_on_path(self, root: State) -> int:
        return 0  # it plays from the root with states of its own

    def _become(self, other: Nrpa) -> None:
        super()._become(other)
        self.runs = other.runs
        self.adapted = other.adapted
        self.weights.copy_from(other.weights)
        self.lessons.copy_from(other.lessons)
        self.beams.copy_from(other.beams)
        self._current = other._current
        self._began_at = other._began_at
        self._num_completed = other._num_completed
        self._sequences.copy_from(other._sequences)
        self._next = other._next
        self._done[:] = other._done
        self._num_met[:] = other._num_met
        if self._tabu != NONE:
            self._turns.copy_from(other._turns)
            self._set_tabu(other._tabu)
        self._known_best = other._known_best

    @property
    def num_bytes(self) -> int:
        learnt = self._sequences.num_bytes + self.weights.num_bytes + self.lessons.num_bytes
        return Search.num_bytes.__get__(self) + learnt

    @property
    def entered(self) -> list:
        """The levels that this iteration's selection has entered, from above."""
        return list(range(self._began_at - 1, 0, -1)) if self.phase else []

    @property
    def completed(self) -> list:
        """The levels that the last result has completed, from below."""
        return list(range(1, 1 + self._num_completed))

    @property
    def levels(self) -> list:
        """The levels from the top down to the one that goes on."""
        return [self._at_level(level) for level in range(self._level, self._current - 1, -1)]

    @property
    def nesting(self) -> list:
        """All levels from the top down to the first, those that have completed as they ended."""
        return [self._at_level(level) for level in range(self._level, 0, -1)]

    @property
    def drawn(self) -> list:
        """The probability with which each move of the path and the playout was drawn."""
        count = self._depth + self._trail.count if self.phase else 0
        return self._sequences.drawn(count)

    def _at_level(self, level: int) -> PolicyLevel:
        beam = self.beam(level)
        done = self._done[level]
        return PolicyLevel(
            level,
            done,
            self.beams.num_searches(level, done, self._repeats),
            beam[0].score if beam else float("nan"),
            beam[0].sequence if beam else [],
            self.weights.count(self.beams.at_work(level)),
        )

    def beam(self, level: int) -> list:
        """[Element], best first: the best sequences of a level, one without a beam.

        The current one is that from whose policy the level's present search has begun, or its next
        one will. There is none when a result has taken its place meanwhile.
        """
        return self.beams.elements(level, self._sequences)

    def certainty(self, level: int) -> list:
        """The probability of each move of a level's best sequence, by its policy."""
        for row in self.beams.rows(level)[:1]:
            return self._sequences.certainty(row, self.weights, self.beams.table(row))
        return []

    def adjustments(self) -> dict:
        """{code: [Adjustment]} of the last adaptation, to the best sequence of level `adapted`.

        {} without one.
        """
        rows = self.beams.rows(self.adapted) if self.adapted else []
        return self._sequences.adjustments(rows[0]) if rows else {}

    def policy_at(
        self, state: State, level: int | None = None, before: bool = False, ply: int = 0
    ) -> list:
        """The moves that a level's policy at work draws from, so many plies after the root.

        [Choice], in the order of the legal actions, of the current level when none is given; []
        when the game is over. With `before` as they were before the last adaptation, if the level
        has adapted in this iteration.
        """
        choices: Choices = state.new_choices(0)
        choices.frequent = self._sequences.choices.frequent
        state.begin_choices(choices, self._avoided)
        state.note_biases(choices, 0)
        level = self._current if level is None else level
        table = self.beams.at_work(level)
        earlier = {}
        coefficients = [self.weights.coefficient(table, i) for i in self._shown_biases]
        if before and level == self.adapted:
            earlier = self._sequences.weights_before(self.beams.rows(level)[0])
            if self._learns_biases:
                coefficients = self._sequences.coefficients_before()
        legal = [choices.legal[i] for i in range(choices.count)]
        kinds = [choices.kinds[number] for number in legal]
        sizes = [choices.sizes[number] for number in legal]
        permitted = self._sequences.permitted(kinds, sizes, ply)
        found = []
        for i, number in enumerate(legal):
            if permitted[i]:
                code = choices.codes[number]
                weight = earlier.get(code, self.weights.weight(table, code))
                at = number * choices.num_biases
                known = [choices.biases[at + k] for k in self._shown_biases]
                biases = tuple(a * b for a, b in zip(coefficients, known, strict=True))
                found.append(Choice(choices.items[number], code, weight, biases, 0.0))
        most = max((choice.weight + choice.bias for choice in found), default=0.0)
        found = [
            choice._replace(probability=math.exp(choice.weight + choice.bias - most))
            for choice in found
        ]
        total = math.fsum(choice.probability for choice in found)
        return [choice._replace(probability=choice.probability / total) for choice in found]
