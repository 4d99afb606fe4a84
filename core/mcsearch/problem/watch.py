"""What all states of one problem share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from mcsearch.engine import biases, checks
from mcsearch.engine.persons_code import PersonsCode
from mcsearch.engine.picture import Picture
from mcsearch.engine.problem_error import ProblemError
from mcsearch.numerics.rng import PythonRandom
from mcsearch.problem import picture as pictures

_MOST_PLIES = 30_000


class Watch(PersonsCode):
    """The name of a problem, what its methods give once it is checked, and the first exception."""

    def __init__(self, problem: Any) -> None:
        super().__init__()
        self.name = checks.class_name(problem)
        self.num_players = checks.num_players(problem)
        self.has_playout = hasattr(problem, "playout")
        self.has_to_play = hasattr(problem, "to_play")
        self.has_names = hasattr(problem, "action_name")
        self.has_chance = hasattr(problem, "chance_outcomes")
        self.turns_are_free = self.has_chance or (
            self.num_players == 2 and not checks.read(problem, "alternates", True)
        )
        self.has_keys = hasattr(problem, "key")
        self.has_evaluations = hasattr(problem, "evaluations")
        self.has_priors = hasattr(problem, "prior") or self.has_evaluations
        self._has_codes = hasattr(problem, "code")
        self._has_evaluation = hasattr(problem, "evaluation")
        self.has_heuristic = hasattr(problem, "heuristic")
        self.has_bias = hasattr(problem, "bias")
        self.bias_names: tuple[str, ...] | None = None  # None before they are known
        self.learns_biases = False
        self._has_picture = hasattr(problem, "picture")
        self._random = PythonRandom()

    def serve(self, search: Any) -> None:
        """Tell this search of an exception; ProblemError when it would never call `playout`."""
        super().serve(search)
        if not self.has_playout:
            return
        if not search.uses_policy:
            self._refuse_playout(f"search {search.name!r} draws its moves itself")
        if search.values.get("cutoff_plies") or search.values.get("cutoff_lead"):
            self._refuse_playout("a playout that may be cut off is made move by move")

    def _refuse_playout(self, why: str) -> None:
        raise ProblemError(
            f"{why} and never calls playout() of {self.name}; search a class without it, or "
            "choose another search"
        )

    def actions(self, problem: Any, ply: int, max_plies: int, max_actions: int) -> tuple:
        """(actions, []), or (outcomes, their probabilities) where chance acts; empty at the end."""
        if problem.is_terminal():
            return [], []
        found: list = []
        chances: list[float] = []
        if self.has_chance:
            found, chances = checks.outcomes(self.name, problem.chance_outcomes(), max_actions)
        if not found:
            found = checks.actions(self.name, problem.legal_actions(), max_actions)
        if ply >= max_plies:
            raise ProblemError(
                f"{self.name} has not ended after {max_plies} actions; give it an attribute "
                "max_plies that bounds them"
            )
        return found, chances

    def codes(self, problem: Any, legal: list) -> list[int]:
        """What a learning playout knows each action by, never 0."""
        remedy = f"give {self.name} a method code(action) that gives a number, a string or a tuple"
        method = "code()" if self._has_codes else "legal_actions()"
        found = []
        for action in legal:
            code = problem.code(action) if self._has_codes else action
            found.append(checks.digest(checks.text(self.name, method, code, remedy)) | 1)
            if self._has_codes and self.refuses():
                return []
        return found

    def ask_biases(self, problem: Any, legal: list) -> None:
        """Learn the names of the biases from those of one action."""
        value = problem.bias(legal[0])
        self.bias_names = biases.names_of(self.name, value)
        self.learns_biases = isinstance(value, Mapping)

    def biases(self, problem: Any, legal: list) -> list[list[float]]:
        """The biases of each action, in the order of `bias_names`."""
        names = self.bias_names or ()
        return [biases.row(self.name, problem.bias(action), names) for action in legal]

    def playout(self, problem: Any, rng: Any) -> list:
        """The actions of the problem's own playout, not checked one by one."""
        self._random.source = rng
        moves = problem.playout(self._random)
        if not isinstance(moves, Iterable):
            raise ProblemError(f"playout() of {self.name} gave {moves!r}; give a list of actions")
        return list(islice(moves, _MOST_PLIES + 1))  # some never end

    def priors(self, problem: Any, legal: list) -> list[float]:
        """A probability for each action."""
        return checks.priors(self.name, problem.prior(), legal)

    def evaluations(self, problem: Any, states: list) -> tuple[list[float], list]:
        """The first player's return of each of some states as it is estimated, and their priors."""
        return checks.evaluated(self.name, problem.evaluations(states), len(states))

    def own_priors(self, given: Any, legal: list) -> list[float]:
        """A probability for each action, from what `evaluations` gave for its state."""
        if given is None:
            return [1.0 / len(legal)] * len(legal)
        return checks.priors(self.name, given, legal, "evaluations()")

    def key(self, problem: Any, to_play: int, legal: list) -> int:
        """64 bits that tell positions apart.

        Those of different players to move, and those with different actions: positions that share
        their children share the numbers of their actions.
        """
        key = checks.text(
            self.name, "key()", problem.key(), "give a number, a string or a tuple of them"
        )
        remedy = "give the actions a __repr__ that tells them apart, or leave out key()"
        actions = [checks.text(self.name, "legal_actions()", action, remedy) for action in legal]
        return checks.digest(f"{to_play} {key} {actions}")

    def heuristic(self, problem: Any) -> float:
        """What the state promises."""
        return checks.estimate(self.name, "heuristic()", problem.heuristic(), 1)

    def evaluation(self, problem: Any, is_terminal: bool) -> float:
        """An estimate of the return; two players: a draw for a problem without one."""
        if is_terminal:
            return self.returns(problem)
        if self.has_evaluations:
            return self.evaluations(problem, [problem])[0][0]
        if self._has_evaluation:
            value = problem.evaluation()
            return checks.estimate(self.name, "evaluation()", value, self.num_players)
        if self.num_players == 1:
            raise ProblemError(
                f"{self.name} has no evaluation() that a playout could be cut off with; give it "
                "one, or no cut-off"
            )
        return 0.5

    def picture(self, problem: Any) -> Picture | None:
        """How a state looks, None for a problem that does not say; no search ever asks."""
        return pictures.picture(self.name, problem.picture()) if self._has_picture else None

    def returns(self, problem: Any) -> float:
        return checks.estimate(self.name, "returns()", problem.returns(), self.num_players)
