"""What all searches share: a resumable machine whose one primitive is a phase.

`advance()` does one phase and leaves what it did readable on the search; `run()` is the compiled
loop over the same four phase methods, in slices short enough that a deadline, `cancel()` and Ctrl-C
are honoured between them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import cython
import numpy as np

from mcsearch.engine.bounds import Bounds
from mcsearch.engine.final_move import RootChild, in_actions
from mcsearch.engine.parameter import Parameter
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
    from cython.cimports.mcsearch.engine.copied import Copied
    from cython.cimports.mcsearch.engine.halt import ANYTHING, ITS_END, NOTHING, Halt
    from cython.cimports.mcsearch.engine.policy import Policy
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.state_stack import StateStack
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, Tree
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.copied import Copied
    from mcsearch.engine.halt import ANYTHING, ITS_END, NOTHING, Halt
    from mcsearch.engine.policy import Policy
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.state_stack import StateStack
    from mcsearch.engine.tree import NONE, ROOT, Tree
    from mcsearch.numerics.rng import Rng

SELECTION, EXPANSION, SIMULATION, BACKPROPAGATION = 1, 2, 3, 4

# what a search may have to show, each with what is read of it then
TREE = "tree"  # tree, path, new_nodes
STEPS = "steps"  # of the levels of a nested search: steps, entered, completed
POLICY = "policy"  # that it learns: nesting, lessons, beam, drawn, adapted, policy_at, ...
CHANGES = "changes"  # of a finished sequence: is_change, improvement
ROUNDS = "rounds"  # that some rules divide a move's playouts into: rounds
PROOF = "proof"  # of an exact solver, whose values are bounds and no means: num_positions
DEEPENING = "deepening"  # of alpha-beta, whose values are scores and no means: deepening

_MAX_VISITS = 2**31 - 1
_SLICE_SECONDS = 0.01
_MAX_SLICE = 1 << 16

# why compiled code has ended a search; the words by number
if not cython.compiled:
    GOES_ON, FINISHED, FULL, ON_TARGET, OVER, PROVEN, FAILED = range(7)
COMPILED_METHODS = frozenset(
    {"_select", "_expand", "_simulate", "_backpropagate", "_do", "_iterate", "_remember"}
    | {"_add_return", "_pauses", "_keep_path", "_take_back_path"}
)
_STOPS = ("", "finished", "nodes", "target", "over", "proven", "error")


@cython.cclass
class Search(Copied):
    """A search from a root state, with the values of all its parameters and a seed.

    A subclass states `name`, `title`, `num_players`, `phase_names`, `code` (a line of pseudo-code a
    phase) and `parameters`, and overrides the four phase methods. `shows` says what there is to see
    of it beside that: TREE, STEPS, POLICY, CHANGES, ROUNDS, PROOF,
    DEEPENING.
    """

    not_pickled = (
        "a search can't be pickled; its recipe and seed repeat it anywhere, and copy() gives "
        "another one in the same process"
    )
    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    num_players: ClassVar[tuple[int, ...]] = ()
    phase_names: ClassVar[tuple[str, ...]] = (
        "Selection",
        "Expansion",
        "Simulation",
        "Backpropagation",
    )
    code: ClassVar[tuple[str, ...]] = ()
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    shows: ClassVar[frozenset[str]] = frozenset({TREE})
    uses_rule: ClassVar[bool] = False
    takes_chance: ClassVar[bool] = False  # whether it searches games where chance acts
    uses_policy: ClassVar[bool] = True
    default_policy: ClassVar[str] = "random"
    default_rule: ClassVar[str] = "uct"
    rule: ClassVar[Any] = None  # the selection rule of a search that uses one
    repeatable: ClassVar[frozenset[int]] = frozenset()  # phases that can be done again, see `Halt`
    final_move: ClassVar[Any] = None  # that of a search whose result is an action, not a sequence

    def __init__(
        self,
        root: State,
        policy: Policy,
        values: Mapping[str, Any],
        seed: int,
        whole_runs: bool = False,
    ) -> None:
        self.values = dict(values)
        self.root = root.copy()
        self.rng = Rng(seed)
        self.seed: Any = seed  # None for a search that has begun with the tree of another root
        self.policy = policy
        self.tree = Tree(values["nodes"], root.num_players == 1, whole_runs)
        self.phase = 0
        self.iterations = 0
        self.seconds = 0.0
        self.stopped = ""
        self.playout_return = float("nan")
        self._stop_code = GOES_ON
        self.halt = Halt()
        self._num_replayed = 0
        self._has_result = False
        self._best_score = float("nan")
        self._target_score = values.get("target", 0.0)
        self._num_players = root.num_players
        self._depth = 0
        self._num_new = 0
        self._path = view(np.zeros(root.max_plies + 2, np.int32))
        self._kept_depth = 0
        self._kept_new = 0
        self._kept_path = view(np.zeros(root.max_plies + 2, np.int32))
        self._kept_line = Actions(root.max_plies + 1)
        self._stack = StateStack(root, self._most_on_path(root))
        self._scratch = root.copy()
        self._legal = Actions(root.max_actions)
        self._line = Actions(root.max_plies + 1)
        self._trail = Actions(root.max_plies + 1)
        self._best = Actions(root.max_plies + 1)
        self._num_improvements = 0
        self._stops_at_best = False
        self._improved: list = []
        self._error: Any = None
        self.root.attach(self)
        self.policy.attach_to(self)

    # --- the four phases, overridden ---

    def _select(self):
        """Choose the path to the leaf where this iteration learns something."""

    def _expand(self):
        """Add to the tree what the leaf has not tried yet."""

    def _simulate(self):
        """Play from the leaf to the end of the game."""
        if not self.halt.kept:  # else it goes on from where it has paused
            self._stack.copy_to(self._depth, self._scratch)
            self._trail.clear()
        self.policy.playout(self._scratch, self.rng, self._trail)
        self.playout_return = self._scratch.value()

    def _backpropagate(self):
        """Tell the nodes of the path what the playout returned."""

    # --- the machine ---

    def _do(self, phase):
        if phase == 1:
            self._select()
        elif phase == 2:
            self._expand()
        elif phase == 3:
            self._simulate()
        else:
            self._backpropagate()
            self.iterations += 1
        self.phase = phase

    def _pauses(self, may):
        """Whether the phase is to stop here, by what it may, and to go on from here later."""
        if not self.halt.has_hooks:
            return False
        with cython.gil:
            before: cython.int = self.halt.may
            self.halt.may = may
            self.halt.pauses()
            self.halt.may = before
        return self.halt.halted

    def _iterate(self, count):
        _i: cython.int
        known: cython.int = self._num_improvements
        for _i in range(count):
            self._select()
            self._expand()
            self._simulate()
            self._backpropagate()
            self.iterations += 1
            if self._stop_code != GOES_ON or self.halt.cancelled:
                break
            if self._stops_at_best and self._num_improvements > known:
                break
        if count > 0:
            self.phase = 4

    def _keep_path(self, line, kept):
        """Note the path of the last iteration, which a selection writes over."""
        i: cython.int
        self._kept_depth = self._depth
        self._kept_new = self._num_new
        for i in range(self._depth + 1):
            self._kept_path[i] = self._path[i]
        for i in range(self._depth):
            kept.items[i] = line.items[i]

    def _take_back_path(self, line, kept):
        """Show the path of the last iteration again."""
        i: cython.int
        self._depth = self._kept_depth
        self._num_new = self._kept_new
        for i in range(self._depth + 1):
            self._path[i] = self._kept_path[i]
        for i in range(self._depth):
            line.items[i] = kept.items[i]

    def _remember(self, plies):
        """Keep the first plies of the line and the playout as the best sequence so far."""
        i: cython.int
        self._best.clear()
        for i in range(plies):
            self._best.append(self._line.items[i])
        for i in range(self._trail.count):
            self._best.append(self._trail.items[i])
        self._best_score = self.playout_return
        self._has_result = True
        with cython.gil:
            self._improved.append((self.iterations + 1, self.playout_return))
        self._num_improvements += 1
        if self._target_score > 0.0 and self.playout_return >= self._target_score:
            self._stop_code = ON_TARGET

    def _add_return(self, tree, depth):
        """Count the playout's return in the nodes of the path down to a depth; one player."""
        score: cython.double = self.playout_return
        square: cython.double = score * score
        node: cython.int
        i: cython.int
        for i in range(depth + 1):
            node = self._path[i]
            if node == NONE:
                continue  # nested searches may have no room for it
            tree._visits[node] += 1
            tree._value_sum[node] += score
            tree._square_sum[node] += square
            if score > tree._top_score[node]:
                tree._top_score[node] = score

    def advance(self) -> int:
        """Do one phase and return its code, SELECTION to BACKPROPAGATION; 0 when stopped.

        RuntimeError while the search is at work elsewhere.
        """
        if self.halt.is_busy:
            self.halt.enter()  # which says so
        self.halt.is_busy = True
        try:
            return self._advance(time.perf_counter)
        finally:
            self.halt.is_busy = False

    def _advance(self, clock: Callable[[], float], is_limited: bool = True) -> int:
        begins = self.phase in (0, BACKPROPAGATION)
        if (begins or self._error is not None) and self._is_over():
            return 0
        started = clock()
        if self.halt.has_hooks:
            if is_limited:
                self._set_limit(clock)
            self._do_guarded()
        else:
            self._do(self.phase % 4 + 1)
        self._count_time(clock() - started)
        self.halt.pass_on()
        if self.phase == BACKPROPAGATION or self._error is not None or self.halt.halted:
            self._is_over()
        return 0 if self.halt.halted else self.phase

    def _set_limit(self, clock: Callable[[], float]) -> None:
        """Let the recipe's limit of seconds end an iteration before its end."""
        limit = self.values["seconds"]
        if limit > 0:
            self.halt.end_after(limit - self.seconds, clock)

    def _count_time(self, seconds: float) -> None:
        self.seconds += seconds
        if self.halt.halted and self.halt.is_past_end():
            self.seconds = max(self.seconds, self.values["seconds"])

    def _do_guarded(self) -> None:
        """Do the next phase where it calls a person's code, which may be refused: see `Halt`."""
        before = self.phase
        phase: cython.int = before % 4 + 1
        draws = self.rng.state
        count: cython.int = self._trail.count
        has_paused = self.halt.kept and phase == SIMULATION
        self.halt.kept = has_paused
        self.halt.halted = False
        self.halt.may = NOTHING
        if phase == SELECTION:
            self._keep_path(self._line, self._kept_line)
        if phase in self.repeatable and not self.halt.given_up:
            self.halt.may = ANYTHING
        elif phase in self.repeatable or phase in (SELECTION, SIMULATION):
            self.halt.may = ITS_END
        with cython.nogil:
            self._do(phase)
        self.halt.may = NOTHING
        if not self.halt.halted:
            self.halt.kept = False
            self.halt.given_up = False
            return
        self.phase = before
        self.halt.kept = self.halt.kept or has_paused  # a call was refused before it began
        if not self.halt.kept:
            self.halt.given_up = self.halt.interrupt is None
            self.rng.state = draws
            self._trail.count = count
            if phase == SELECTION:  # what is on show is still the iteration before
                self._take_back_path(self._line, self._kept_line)
                self._line.count = 0  # the states along it are not all what they should be

    def _iterate_guarded(self, count: int) -> None:
        known = self._num_improvements
        for _ in range(count):
            self._do_guarded()
            while self.phase != BACKPROPAGATION and not self.halt.halted and self._error is None:
                self._do_guarded()
            if self.halt.halted or self._stop_code != GOES_ON:
                break
            if self._stops_at_best and self._num_improvements > known:
                break

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        to_next_best: bool = False,
        clock: Callable[[], float] = time.perf_counter,
    ) -> int:
        """Do whole iterations until the given number or time, or the recipe's budget, is used up.

        With `to_next_best` also until an iteration has found a new best score (one player). An
        iteration that `advance` has begun is finished first and counts. Returns the number of
        iterations completed. Other threads run meanwhile and may read what has been done, but
        RuntimeError is raised for who runs, advances or copies the search meanwhile. The recipe's
        own limit of seconds counts those of `clock`.

        After `seconds` no more of a person's code is called, but what it takes to end the move at
        work, or the phase where that can neither pause nor be done again; the iteration goes on in
        the next `run`. A phase that is done again is ended, however long it takes. After Ctrl-C,
        which is raised as KeyboardInterrupt, the iteration goes on, too.
        """
        self.halt.enter()
        try:
            return self._run(iterations, seconds, to_next_best, clock)
        finally:
            self.halt.leave()

    def _run(
        self,
        iterations: int | None,
        seconds: float | None,
        to_next_best: bool,
        clock: Callable[[], float],
    ) -> int:
        begin = self.iterations
        known = self._num_improvements
        self._stops_at_best = to_next_best
        deadline = float("inf") if seconds is None else time.perf_counter() + seconds
        self.halt.deadline = deadline
        while self.phase not in (0, BACKPROPAGATION) and self._advance(clock):
            pass
        count: cython.int = 1
        # compiled games always get one iteration, on a busy machine, too: then there is an action
        first: cython.bint = self.iterations == 0 and not self.halt.has_hooks
        while not self._is_over() and (first or time.perf_counter() < deadline):
            first = False
            if to_next_best and self._num_improvements > known:
                break
            left = self._iterations_left()
            if iterations is not None:
                left = min(left, iterations - (self.iterations - begin))
            if left <= 0:
                break
            size: cython.int = min(count, left)
            started = clock()
            if self.halt.has_hooks:
                self._set_limit(clock)
                self._iterate_guarded(size)
            else:
                with cython.nogil:
                    self._iterate(size)
            took = clock() - started
            self._count_time(took)
            self.halt.pass_on()
            if took < _SLICE_SECONDS / 2 and count < _MAX_SLICE:
                count *= 2
            elif took > _SLICE_SECONDS and count > 1:
                count //= 2
            if cython.compiled:
                PyErr_CheckSignals()
        if time.perf_counter() < deadline and self.stopped not in ("cancelled", "seconds"):
            self._replay_best()  # else when it is asked for
        return self.iterations - begin

    def _replay_best(self) -> None:
        """Replay a best sequence that a person's code has led to, once, before it is told.

        ProblemError, which ends the search, when it leads elsewhere now.
        """
        number: cython.int = self._num_improvements + (self._stop_code == FINISHED)
        if number == self._num_replayed or not self.halt.has_hooks or self.final_move is not None:
            return
        try:
            self.root.check_sequence(self._best.to_list(), self._best_score)
        except Exception as error:
            self.fail(error)
            self.stopped = "error"
            raise
        self._num_replayed = number

    def cancel(self) -> None:
        """End the search; safe to call from another thread, and from a person's own code.

        After the current slice of work, some 10 ms, or the current call of a person's code; an
        iteration that has not come to its end then counts for nothing.
        """
        self.halt.cancelled = True

    def fail(self, error: BaseException) -> None:
        """End the search with an exception of the game's code, which `run` and `advance` raise."""
        self._error = error
        self._stop_code = FAILED

    def _is_over(self) -> bool:
        """Set `stopped` when the search may not go on."""
        if self._error is not None:
            self.stopped = "error"
            raise self._error
        if not self.stopped:
            limit = self.values["seconds"]
            if self._stop_code != GOES_ON:
                self.stopped = _STOPS[self._stop_code]
            elif self.halt.cancelled:
                self.stopped = "cancelled"
            elif self.tree.visits_of(ROOT) >= _MAX_VISITS:
                self.stopped = "counters"
            elif self._iterations_left() <= 0:
                self.stopped = "iterations"
            elif 0 < limit <= self.seconds:
                self.stopped = "seconds"
        return self.stopped != ""

    def _iterations_left(self) -> int:
        """How many more iterations the budget and the counters of visits allow."""
        budget = self.values["iterations"] - self.iterations
        return min(budget, _MAX_VISITS - self.tree.visits_of(ROOT))

    def _begin_at(self, root: State) -> None:
        """Go on from another root with all budgets unused; the tree is left as it is."""
        self.root = root
        self.seed = None
        self._stack.copy_from(0, root)
        self._line.clear()
        self._trail.clear()
        self._depth = 0
        self._num_new = 0
        self._stop_code = GOES_ON
        self.halt.cancelled = False
        self.halt.kept = False
        self.halt.given_up = False
        self.phase = 0
        self.iterations = 0
        self.seconds = 0.0
        self.stopped = ""

    def advance_root(self, action: Any) -> int:
        """Play an action at the root and keep its branch of the tree; two players only."""
        raise ValueError(f"{self.name} can't keep its tree from move to move; build a new search")

    # --- copies ---

    def copy(self) -> Any:
        """A search that goes on exactly as this one would; both are independent."""
        make: Any = type(self)  # a subclass takes no policy
        self.halt.enter()
        try:
            twin = make(self.root.apart(), self.values, 0)
            twin._become(self)
        finally:
            self.halt.leave()
        return twin

    def beginning(self) -> Any:
        """A search as this one was before its first iteration, which does the same phases again.

        It has no limit of seconds, which would end it sooner or later than this one. Raises
        ValueError after `advance_root`: the tree that was kept is no more what it was then.
        """
        if self.seed is None:
            raise ValueError(
                f"{self.name} has begun here with a tree kept from the move before, which can't be "
                "had again; build a new search for this position"
            )
        make: Any = type(self)
        return make(self.root.apart(), {**self.values, "seconds": 0.0}, self.seed)

    def _most_on_path(self, root: State) -> int:
        """How many states below the root its path through the tree is given."""
        return min(root.max_plies, root.max_tree_plies) + 1

    def _become(self, other: Search) -> None:
        """Take over all that another search of the same recipe and root has done.

        A subclass adds its own fields: all that change after `__init__`.
        """
        self.rng.state = other.rng.state
        self.seed = other.seed
        self.tree.copy_from(other.tree)
        self.policy.copy_from(other.policy)
        self._error = other._error
        self.phase = other.phase
        self.iterations = other.iterations
        self.seconds = other.seconds
        self.stopped = other.stopped
        self.playout_return = other.playout_return
        self._stop_code = other._stop_code
        self.halt.cancelled = other.halt.cancelled
        self.halt.kept = other.halt.kept
        self.halt.given_up = other.halt.given_up
        self._has_result = other._has_result
        self._best_score = other._best_score
        self._depth = other._depth
        self._num_new = other._num_new
        self._path[:] = other._path
        self._kept_depth = other._kept_depth
        self._kept_new = other._kept_new
        self._kept_path[:] = other._kept_path
        self._kept_line.copy_from(other._kept_line)
        self._stack.copy_entries(other._stack)
        self._scratch.copy_from(other._scratch)
        self._legal.copy_from(other._legal)
        self._line.copy_from(other._line)
        self._trail.copy_from(other._trail)
        self._best.copy_from(other._best)
        self._num_improvements = other._num_improvements
        self._stops_at_best = other._stops_at_best
        self._num_replayed = other._num_replayed
        self._improved = list(other._improved)

    # --- what has been done, for reading ---

    @property
    def num_bytes(self) -> int:
        """Bytes that a copy of the search writes to, but for its positions."""
        return self.tree.num_bytes + 16 * self._num_improvements

    @property
    def playouts(self) -> int:
        """Playouts played so far: one an iteration, and the current one."""
        return self.iterations + (self.phase == SIMULATION)

    @property
    def path(self) -> list:
        """The nodes from the root to the leaf of the current iteration; [] before the first."""
        return [self._path[d] for d in range(self._depth + 1)] if self.phase else []

    @property
    def path_actions(self) -> list:
        """The actions along the path."""
        return self.root.actions_of(self._line.first(self._depth)) if self.phase else []

    @property
    def new_nodes(self) -> list:
        """The nodes that this iteration has added to the tree."""
        return self.path[len(self.path) - self._num_new :] if self._num_new else []

    @property
    def playout_actions(self) -> list:
        """The actions of this iteration's playout; [] before it."""
        path = self._line.first(self._depth)
        return self.root.actions_of([*path, *self._trail.to_list()])[len(path) :]

    @property
    def improvements(self) -> list:
        """One player, no chance: (iteration, score) of every new best, in order."""
        return list(self._improved)

    @property
    def best_score(self) -> float:
        """One player: the best score found. Two players, or chance: the best action's mean return.

        nan before the first result.
        """
        self._replay_if_idle()
        return self._best_score

    @property
    def best_sequence(self) -> list:
        """The best sequence found (one player), or the principal variation (two players)."""
        return self.root.actions_of(self.best_numbers())

    def best_numbers(self) -> list:
        """`best_sequence` as the tree has it: the numbers of the actions."""
        self._replay_if_idle()
        return self._best.to_list()

    def _replay_if_idle(self) -> None:
        if self._error is None and not self.halt.is_busy:
            self._replay_best()

    @property
    def best_moves(self) -> list:
        """The actions of `best_sequence` as results have them, see `State.move_of`."""
        return self.root.moves_of(self.best_sequence)

    def best_action(self) -> Any:
        """The action to play now, the best sequence's first (two players: the most visited).

        NONE, None for a person's problem, when the position is over or nothing has been searched.
        """
        numbers = self.best_numbers()
        return self.root.action_of(numbers[0] if numbers else NONE)

    @property
    def cut_off(self) -> str:
        """What has ended the current playout before the game's end: "plies", "evaluation" or ""."""
        return ""

    @property
    def proven(self) -> str | None:
        """Two players: "win", "draw" or "loss" when that is certain for the side to move."""
        return None

    @property
    def bounds(self) -> Bounds:
        """What is certain of the root's exact value, for the side to move; of its score with one
        player. The plies to the end are known where the value is proven."""
        return self.tree.bounds_of(ROOT)

    def root_children(self) -> list:
        """A RootChild for each child of the root, in the order of expansion."""
        return in_actions(self.root, self.numbered_children())

    def numbered_children(self) -> list:
        """`root_children` with the numbers of the actions."""
        return [RootChild.at(self.tree, child) for child in self.tree.children(ROOT)]

    def actions_to(self, node: int) -> list:
        """The actions from the root to a node; they name it while indexes change."""
        return self.root.actions_of(self.tree.actions_to(node))

    def find(self, actions) -> int:
        """The node that actions lead to from the root, or NONE."""
        return self.tree.find(self.root.numbers_of(actions))

    def state_of(self, node: int) -> State:
        """The position at a node."""
        state = self.root
        for action in self.actions_to(node):
            state = state.play(action)
        return state
