"""What the rules share that divide the playouts of a move into rounds at the root."""

from __future__ import annotations

from typing import Any

import cython
import numpy as np

from mcsearch.engine.parameter import RecipeError
from mcsearch.numerics.views import view
from mcsearch.selection.bracket import Course, Rounds, rounds_in

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import ROOT, Tree
    from cython.cimports.mcsearch.selection.scored import ScoredRule
else:
    from mcsearch.engine.tree import ROOT, Tree
    from mcsearch.selection.scored import ScoredRule

COMPILED_METHODS = frozenset({"mean_of", "begin_rounds", "note_round", "played", "worth"})

# what a budget of time alone has for a number of iterations
_NO_LIMIT = 10**9


@cython.cclass
class RoundRule(ScoredRule):
    """At the root, rounds of equal playouts, each without the worse actions of the one before.

    A subclass calls `begin_rounds` with the first selection at a root, `note_round` when a round is
    over, and states `worth`, which ranks the actions, `sizes` and `reached`. The playouts that a
    kept tree has already count for the means, not for the rounds.
    """

    needs_turns = True

    def __init__(self, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._budget = 1
        self._before = view(np.zeros(1, np.int32))
        self._known_plays = view(np.zeros(1, np.int32))
        self._known_means = view(np.zeros(1))
        self._known_worths = view(np.zeros(1))
        self._count = 0
        self._round = 0

    def attach_to(self, search: Any) -> None:
        """RecipeError for a search whose iterations are not counted, or where chance acts."""
        iterations = search.values["iterations"]
        if iterations >= _NO_LIMIT:
            raise RecipeError(
                f"iterations: {self.name!r} divides their number into rounds, and time alone has "
                "none; give iterations"
            )
        super().attach_to(search)
        self._budget = iterations

    def begin_at_root(self) -> None:
        self._count = 0
        self._round = 0

    def copy_from(self, other: RoundRule) -> None:
        super().copy_from(other)
        self._count = other._count
        self._round = other._round
        self._before = view(np.array(other._before, np.int32))
        self._known_plays = view(np.array(other._known_plays, np.int32))
        self._known_means = view(np.array(other._known_means))
        self._known_worths = view(np.array(other._known_worths))

    # --- C level: all this depends on what the tree counts alone, a selection may be done again ---

    def mean_of(self, tree, child):
        """The mean of a child's position, for who moved there; 0 without visits."""
        if tree.positions is not None:
            position: cython.int = tree._position[child]
            return tree.positions.value_sum[position] / max(tree.positions.visits[position], 1)
        return tree._value_sum[child] / max(tree._visits[child], 1)

    def begin_rounds(self, tree, count, rounds, counted):
        """Begin the rounds of a move's search among the root's children.

        `counted` playouts of each are in the first round already, those of their expansion.
        """
        place: cython.int
        if self._before.shape[0] < count or self._known_plays.shape[0] < count * rounds:
            with cython.gil:
                self._before = view(np.zeros(count, np.int32))
                self._known_plays = view(np.zeros(count * rounds, np.int32))
                self._known_means = view(np.zeros(count * rounds))
                self._known_worths = view(np.zeros(count * rounds))
        for place in range(count):
            self._before[place] = max(tree._visits[tree._first[ROOT] + place] - counted, 0)
        self._count = count
        self._round = 0

    def note_round(self, tree, scale, unvisited):
        """Note what the round has found, and go on to the next."""
        place: cython.int
        at: cython.int = self._round * self._count
        child: cython.int
        for place in range(self._count):
            child = tree._first[ROOT] + place
            self._known_plays[at + place] = self.played(tree, place)
            self._known_means[at + place] = self.mean_of(tree, child)
            self._known_worths[at + place] = self.worth(tree, place, scale, unvisited)
        self._round += 1

    def played(self, tree, place):
        """The playouts of an action in this move's rounds."""
        return tree._visits[tree._first[ROOT] + place] - self._before[place]

    def worth(self, tree, place, scale, unvisited):
        """What ranks an action, by default its mean."""
        return self.mean_of(tree, tree._first[ROOT] + place)

    # --- Python level ---

    def worths(self, tree: Tree) -> list[float]:
        """What ranks the actions now, in the order of the root's children."""
        return [self.worth(tree, place, 0.0, 0.0) for place in range(self._count)]

    def sizes(self) -> list[tuple[int, int]]:
        """(actions, playouts of each) of every round of the move, those to come included."""
        raise NotImplementedError

    def reached(self, tree: Tree) -> list[int]:
        """The last round that each action is in, from 0; -1 for one that is in none."""
        raise NotImplementedError

    def noise(self, place: int) -> float:
        """The Gumbel noise of an action; nan without."""
        return float("nan")

    def standing_of(self, tree: Tree, child: int) -> tuple:
        """How the rounds have left an action: what they prefer to play is the largest."""
        place = child - tree._first[ROOT]
        if place >= self._count:
            return ()
        return self.reached(tree)[place], self.worths(tree)[place]

    def rounds(self, tree: Tree) -> Rounds | None:
        """The rounds as far as they have come; None before the root has children."""
        if not self._count:
            return None
        count, first = self._count, tree._first[ROOT]
        course = Course(
            budget=self._budget,
            sizes=self.sizes(),
            actions=[tree.action_of(first + place) for place in range(count)],
            reached=self.reached(tree),
            noise=[self.noise(place) for place in range(count)],
        )
        known = [range(i * count, (i + 1) * count) for i in range(self._round)]
        for row in known:
            course.plays.append([self._known_plays[i] for i in row])
            course.means.append([self._known_means[i] for i in row])
            course.worths.append([self._known_worths[i] for i in row])
        course.plays.append([self.played(tree, place) for place in range(count)])
        course.means.append([tree.mean(first + place) for place in range(count)])
        course.worths.append(self.worths(tree))
        return rounds_in(course)

    def remark_on_rounds(self) -> str:
        """The rounds in a sentence, and what a budget leaves that is no multiple of them."""
        if not self._count:
            return ""
        sizes = self.sizes()
        rounds = ", ".join(f"{size} × {share}" for size, share in sizes)
        rest = self._budget - sum(size * share for size, share in sizes)
        return f"rounds of {rounds} playouts" + (f", {rest} left over" if rest > 0 else "")
