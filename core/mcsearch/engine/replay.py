"""A line of moves that can be changed anywhere and replayed: what a local search works on.

A move has a name that lasts when moves before it are taken out, put in or shifted, and by which it
is found again in another position. In general the name is the action; a game whose actions mean
other moves elsewhere has a `Replay` of its own, see `State.replay_class`.
"""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.state_stack import StateStack
    from cython.cimports.mcsearch.numerics.rng import next_below
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.state_stack import StateStack
    from mcsearch.numerics.rng import next_below

_INFINITY = cython.declare(cython.double, float("inf"))
_NONE = cython.declare(cython.int, -1)
# of a hundred changes, how many take a move out, shift one or put one in; the others swap two
_OUT = cython.declare(cython.int, 20)
_SHIFT = cython.declare(cython.int, 40)
_IN = cython.declare(cython.int, 30)
_REACH = cython.declare(cython.int, 6)  # plies, of a near change


def replay_of(root: State) -> Replay:
    """What changes lines from a root: the game's own, or the general form."""
    make = root.replay_class or Replay
    return make(root)


@cython.cclass
class Replay:
    """A line from a root, and the same line after one change.

    The changed line keeps the line's first moves, then plays the rest in its new order, leaving out
    what can't be played any more, and goes on at random to the game's end. Where it meets a
    position of the line from which all that is left to play is the line's own, it ends as the line
    does: nothing is played again.
    """

    def __init__(self, root: State) -> None:
        self._plies = root.max_plies + 1
        self.count = 0
        self.kept = 0
        self.num_tried = 0
        self._planned = 0
        self._next = 0
        self._same_from = 0
        self._shift = 0
        self._met_at = _NONE
        self._met_ply = 0
        self.near = 0
        self.names = view(np.zeros(self._plies, np.int32))
        self.actions = view(np.zeros(self._plies, np.int32))
        self.tried_names = view(np.zeros(self._plies, np.int32))
        self.tried_actions = view(np.zeros(self._plies, np.int32))
        self._plan = view(np.zeros(self._plies + 1, np.int32))
        self._prepare(root)

    def _prepare(self, root: State) -> None:
        """Make room for the positions along both lines, with the root as the first."""
        self._stack = StateStack(root, 2 * self._plies)
        self._state = root.copy()
        self._legal = Actions(root.max_actions)

    # --- C level ---

    def begin(self, sequence):
        """Let the line be a sequence of legal actions from the root."""
        i: cython.int
        name: cython.int
        self.kept = 0
        self.num_tried = 0
        self._met_at = _NONE
        self.go_to(0)
        for i in range(sequence.count):
            name = self.name_of(sequence.items[i])
            self.tried_names[i] = name
            self.tried_actions[i] = self.play(name)
            self.num_tried += 1
        self.keep()

    def change(self, rng):
        """Draw a change of the line and go to the first position that it concerns.

        A move is taken out, shifted, put in or swapped with another, all places alike; `near` of a
        hundred shifts and swaps reach a few plies, where the line is met again soon.
        """
        count: cython.int = self.count
        draw: cython.int = next_below(rng, 100)
        first: cython.int = next_below(rng, max(count, 1))
        second: cython.int = next_below(rng, max(count, 1))
        i: cython.int
        name: cython.int
        if self.near > 0 and next_below(rng, 100) < self.near:
            second = first - _REACH + next_below(rng, 2 * _REACH + 1)
            second = max(0, min(second, count - 1))
        self._planned = 0
        self._next = 0
        if draw < _OUT:
            self.kept = first
            self._plan_rest(first + 1, count)
            self._meet_from(0, first + 1)
        elif draw < _OUT + _SHIFT:
            self.kept = min(first, second)
            if first < second:
                self._plan_rest(first + 1, second + 1)
                self._plan_one(self.names[first])
                self._plan_rest(second + 1, count)
            else:
                if count > 0:
                    self._plan_one(self.names[first])
                self._plan_rest(second, first)
                self._plan_rest(first + 1, count)
            self._meet_from(max(first, second) - self.kept + 1, max(first, second) + 1)
        elif draw < _OUT + _SHIFT + _IN:
            self.kept = first
            name = self.any_name(rng, first)
            if name != _NONE:
                self._plan_one(name)
            self._meet_from(self._planned, first)
            self._plan_rest(first, count)
        else:
            self.kept = min(first, second)
            self._plan_rest(self.kept, count)
            if count > 0:
                i = max(first, second) - self.kept
                name = self._plan[i]
                self._plan[i] = self._plan[0]
                self._plan[0] = name
            self._meet_from(max(first, second) - self.kept + 1, max(first, second) + 1)
        self.num_tried = self.kept
        self.go_to(self.kept)

    def _meet_from(self, index, ply):
        """The plan is, from an index on, the line from a ply on."""
        self._same_from = index
        self._shift = ply - index
        self._met_at = _NONE

    def _plan_one(self, name):
        self._plan[self._planned] = name
        self._planned += 1

    def _plan_rest(self, first, end):
        i: cython.int
        for i in range(first, end):
            self._plan_one(self.names[i])

    def step(self, rng, avoid):
        """Play the changed line's next move; return its action, NONE at the game's end.

        Moves of kind `avoid` are drawn only when there are no others.
        """
        action: cython.int = _NONE
        name: cython.int = _NONE
        while action == _NONE and not self._meets_line() and self._next < self._planned:
            name = self._plan[self._next]
            self._next += 1
            action = self.play(name)
        if self._met_at != _NONE:
            if self._met_ply + self.num_tried - self._met_at == self.count:
                return _NONE
            name = self.names[self._met_ply + self.num_tried - self._met_at]
            action = self.actions[self._met_ply + self.num_tried - self._met_at]
        elif action == _NONE:
            name = self.draw_name(rng, avoid)
            if name == _NONE:
                return _NONE
            action = self.play(name)
        self.tried_names[self.num_tried] = name
        self.tried_actions[self.num_tried] = action
        self.num_tried += 1
        return action

    def _meets_line(self):
        """Whether the changed line has met the line, and all that is left to play is the line's."""
        ply: cython.int = self._next + self._shift
        can_meet: cython.bint = self._next >= self._same_from and ply <= self.count
        if self._met_at == _NONE and can_meet and self.meets(ply):
            self._met_at = self.num_tried
            self._met_ply = ply
        return self._met_at != _NONE

    def keep(self):
        """Let the changed line be the line."""
        self.keep_positions()
        self._copy_line(self.kept, self.num_tried)

    def _copy_line(self, first, end):
        i: cython.int
        for i in range(first, end):
            self.names[i] = self.tried_names[i]
            self.actions[i] = self.tried_actions[i]
        self.count = end

    # --- C level, overridden by a game's own ---

    def go_to(self, ply):
        """Let the changed line stand in a position of the line."""
        self._stack.copy_to(ply, self._state)
        self._stack.copy_from(self._plies + ply, self._state)

    def play(self, name):
        """Play a move by its name; return its action, NONE when it can't be played here."""
        i: cython.int
        self._stack.copy_to(self._plies + self.num_tried, self._state)
        for i in range(self._state.fill_actions(self._legal)):
            if self._legal.items[i] == name:
                self._stack.step(self._plies + self.num_tried, name)
                return name
        return _NONE

    def draw_name(self, rng, avoid):
        """The name of a random move where the changed line stands; NONE at the game's end."""
        self._stack.copy_to(self._plies + self.num_tried, self._state)
        return self._state.random_move(rng, avoid)

    def any_name(self, rng, ply):
        """The name of a random move at a ply of the line, NONE when none is found."""
        self._stack.copy_to(ply, self._state)
        return self._state.random_move(rng, _NONE)

    def name_of(self, action):
        """The name of an action where the changed line stands."""
        return action

    def meets(self, ply):
        """Whether the changed line stands in the line's position of a ply, as far as is known."""
        return False

    def keep_positions(self):
        """Let the positions of the changed line be those of the line."""
        ply: cython.int
        for ply in range(self.kept + 1, self.num_tried + 1):
            self._stack.copy_to(self._plies + ply, self._state)
            self._stack.copy_from(ply, self._state)

    def value(self):
        """The value of the position where the changed line stands."""
        return self._stack.value(self._plies + self.num_tried)

    def most(self):
        """What the changed line can be worth in the end at most, as far as is known."""
        return _INFINITY

    def is_over(self):
        """Whether nothing can be played where the changed line stands."""
        self._stack.copy_to(self._plies + self.num_tried, self._state)
        return self._state.fill_actions(self._legal) == 0

    # --- Python level ---

    def copy_from(self, other: Replay) -> None:
        """Become equal to the lines of a search of the same recipe and root."""
        self.count = other.count
        self.kept = other.kept
        self.num_tried = other.num_tried
        self._planned = other._planned
        self._next = other._next
        self._same_from = other._same_from
        self._shift = other._shift
        self._met_at = other._met_at
        self._met_ply = other._met_ply
        self.names[:] = other.names
        self.actions[:] = other.actions
        self.tried_names[:] = other.tried_names
        self.tried_actions[:] = other.tried_actions
        self._plan[:] = other._plan
        self._copy_positions(other)

    def _copy_positions(self, other: Replay) -> None:
        self._stack.copy_entries(other._stack)
        self._state.copy_from(other._state)
        self._legal.copy_from(other._legal)

    @property
    def num_bytes(self) -> int:
        """Bytes that a copy writes to, but for positions."""
        return num_bytes(self.names, self.actions, self.tried_names, self.tried_actions, self._plan)
