"""Anyone's problem as a game: a plain Python class with four methods runs in every search.

The class needs no base class, no registration and no compiling:

- `legal_actions()`: the actions in this state, any hashable values of which no two are equal (1 and
  True are): a list, or anything else that can be gone through (of a set, whose order means nothing,
  they are sorted by their text)
- `play(action)`: the state after an action; this one stays as it is
- `is_terminal()`: whether the problem ends here
- `returns()`: at the end, the score (one player), or the first player's return, from 0 for a loss
  to 1 for a win (two players)

Everything that a search for a problem takes or gives as an action is an action of the problem, an
equal one will do: `best_action()` (None when there is none), `best_sequence`, `root_children()`,
`advance_root(action)`, `path_actions`, `playout_actions`, `actions_to(node)`, `find(actions)`, and
all of `search.root`. Numbers are for the machine: the tree's column of actions, and the frames of
nested searches (`levels`, `steps`), which are its working memory. An action's number is its place
in `legal_actions()` of its own state; `search.root.actions_of(numbers)` reads a sequence of them.

A class may have more, as methods, the numbers also as plain attributes:

- `num_players`: 1, the default, or 2; nothing here plays for more
- `to_play`: 0 or 1; by default the players alternate, and without chance they must
- `alternates`: False where a player may act twice in turn, as `to_play` then says in every state:
  such problems are searched as those with chance are, by "uct" and without its solver
- `max_plies` and `max_actions`: bounds of the actions to the end and of those in one state, by
  default 1000 each; outcomes count as actions
- `chance_outcomes()`: where chance acts, (outcome, probability) pairs whose probabilities add up to
  1; [] where a player acts. `play(outcome)` is the state after it. Search "uct" takes such
  problems, of one player as well as of two: the outcomes of a state are its children in the tree,
  drawn by their probabilities and chosen by no rule, so that means go to the expectation of good
  play (expectimax). `advance_root` takes the outcome that has come about; `best_sequence` ends
  where chance acts, since what is best then depends on it.
- `prior()`: before any search, how good each legal action looks: weights in the order of
  `legal_actions()`, or a dict action -> weight. Search "uct" then selects by rule "puct", search
  "spmcts" by "puct-range", unless told otherwise.
- `evaluations(states)`: two players, a value and priors of many states at once, as a network gives
  them: a tuple of their values, each an estimate of `returns()`, and of their priors, each as
  `prior()` has them; None for those of a state, or of all, is uniform. Search "uct" then selects by
  "puct" and plays no random ply (`leaf=evaluation`), unless told otherwise: an iteration asks once,
  for its leaf with all states after it that are not over.
- `evaluation()`: an estimate of `returns()`, for playouts that are cut off
- `heuristic()`: one player, what a state promises, for rule "uct-heuristic"
- `key()`: what tells states apart that play on differently, for transpositions; states with the
  same key, the same player to move and the same actions in the same order are taken for one. Where
  positions recur a key need not tell how often they have; but what the rules count, as plies up to
  a limit or repetitions, belongs in it.
- `playout(rng)`: the actions, and outcomes, of a playout to the end, for policy "random"; `rng` is
  a `random.Random`
- `code(action)`: what search "nrpa" learns a weight for, by default the action itself, for example
  (town, next town) of a tour
- `bias(action)`: one player, how good an action looks before anything is learnt; search "nrpa" adds
  it to the weight of the action (GNRPA, Cazenave 2020). A number is taken as it is. Of a dict,
  several numbers by name, such as `{"value": 3.0, "weight": -1.5}`, the search adds each times a
  coefficient, which begins at 1 and is learnt with the weights (Sentuc, Ellouze, Lucas and Cazenave
  2023); the names are the same for every action.
- `action_name(action)`: an action as a person writes it
- `picture()`: how a state looks, for the explorer, which else shows its text; no search calls it.
  Rows of cells, the top one first and all of one length, or an SVG text. A cell is None (empty), a
  number, which shades the cell from the least in the picture to the largest, a text of up to 4
  characters, or (text, colour) or (text, colour, mark): the colour from 1 to 9, the mark "circle",
  "cross", "diamond", "hex", "plus", "ring", "square", "star" or "triangle", each may be None. A row
  may be a string, each character a cell. An SVG text begins with <svg and has a viewBox; what it
  draws in currentColor, or in no colour at all, is in the ink of the page.

`check_problem(problem)` plays random lines and says what breaks this contract: above all a `play`
that changes its own state, which makes the results of any search wrong. `search_for` does it for a
moment before every search, and every search replays a best sequence before it tells its score.

States of other packages (OpenSpiel, python-chess, PettingZoo, mcts and others) run as they are: see
`mcsearch.adapters`.

>>> class Halves:  # take one or half of what is left, rounded up: the fewer steps the better
...     max_plies = 20
...     def __init__(self, left=20, steps=0):
...         self.left, self.steps = left, steps
...     def legal_actions(self):
...         return ["one", "half"]
...     def play(self, action):
...         taken = 1 if action == "one" else (self.left + 1) // 2
...         return Halves(self.left - taken, self.steps + 1)
...     def is_terminal(self):
...         return self.left == 0
...     def returns(self):
...         return -self.steps
>>> search = search_for(Halves(), parameters={"iterations": 200}, seed=1)
>>> search.run()
200
>>> search.best_score, search.best_sequence[0]
(-5.0, 'half')

Values that stand for something, as codes and keys do, are told apart by how they print: numbers,
strings, tuples and sets of them. An object that prints with its address is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcsearch import recipe
from mcsearch.adapters import adapted
from mcsearch.engine.problem_error import ProblemError
from mcsearch.engine.search import Search
from mcsearch.problem.contract import check_briefly, check_problem
from mcsearch.problem.state import ProblemState, begin
from mcsearch.searches import root_parallel

__all__ = ["ProblemError", "ProblemState", "check_problem", "search_for", "state_of"]


def state_of(problem: Any) -> ProblemState:
    """The state that a search begins with; ProblemError when the problem lacks something."""
    return begin(adapted(problem))


def _needs_turns(parameters: Mapping[str, Any]) -> bool:
    """Whether parameters ask for what takes players to alternate, see `Mcts`."""
    asked = ("solver", "decisive", "transpositions")
    is_on = any(str(parameters.get(name, "")).lower() in ("true", "on", "1") for name in asked)
    return is_on or parameters.get("policy") == "decisive"


def search_for(
    problem: Any,
    search: str = "",
    parameters: Mapping[str, Any] | None = None,
    seed: int = 0,
    check: bool = True,
) -> Search:
    """A search for a person's problem that has not begun; see the module for what a problem is.

    A state of a package that `mcsearch.adapters` knows by its shape is taken as it is. With `check`
    a few random lines are played first, for 0.02 s, as `check_problem` does; ProblemError for what
    would make the results wrong without a word.

    An exception of the problem's code ends the search and is raised by `run` and `advance`. Raises
    ProblemError for a problem that lacks something, RecipeError for a wrong search, parameter or
    seed.
    """
    given = {} if parameters is None else parameters
    recipe.check_mapping(given)
    problem = adapted(problem, _needs_turns(given))
    root = state_of(problem)
    name = root.class_name()
    # where chance acts there is no best sequence to look for, one player or two
    num_players = 2 if root.has_chance else root.num_players
    search = recipe.fitting_search(search, num_players, name)
    recipe.check_seed(seed)
    if root.has_evaluations and root.num_players != 2:
        raise ProblemError(
            f"evaluations() of {name} is for games of two players; give it prior() and evaluation()"
        )
    if root.has_evaluations and recipe.SEARCHES[search].uses_rule:
        given = {"selection": "puct", "leaf": "evaluation", **given}
    elif root.has_priors and not root.has_evaluations:
        if not recipe.SEARCHES[search].uses_rule:
            raise ProblemError(
                f"search {search!r} selects by no rule and never calls prior() of {name}; search a "
                "class without it, or choose another search"
            )
        given = {"selection": "puct" if num_players == 2 else "puct-range", **given}
    declared = recipe.declared(search, num_players, False, given)
    parsed = recipe.parse(given, declared, f"{search} on {name}")
    values = {p.name: parsed.get(p.name, p.default) for p in declared}

    def member(values: Mapping[str, Any], seed: int) -> Search:
        return recipe.SEARCHES[search](state_of(problem), values, seed)

    if check:
        check_briefly(problem)
    return root_parallel.build(member, values, seed)
