"""The command `mcsearch tune`: the best values of a search's parameters, and a verdict on them."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from mcsearch.cli import own_problem, workers
from mcsearch.cli.flags import whole_number
from mcsearch.cli.racing import Running
from mcsearch.engine.parameter import RecipeError
from mcsearch.games.samegame import board_text
from mcsearch.problem.named import recipe_named
from mcsearch.recipe import GAMES, Recipe
from mcsearch.runs import race_report, worker
from mcsearch.runs.charts import write_chart
from mcsearch.runs.entrants import entrants_of
from mcsearch.runs.pool import PoolError, outcomes
from mcsearch.runs.race import Equal
from mcsearch.runs.statistics.sprt import Sprt
from mcsearch.runs.store import Store
from mcsearch.runs.text_file import read_text
from mcsearch.runs.tuning import report
from mcsearch.runs.tuning.space import Space, space_of, split_ranges
from mcsearch.runs.tuning.trials import VERDICT, BoardTrials, PairTrials
from mcsearch.runs.tuning.tuner import FIRST, Tuner

_BUDGET = 2000
_VERDICT_PAIRS = 2000
_SPRT = ("0", "20")
_DEFAULT_EQUAL = {1: "iterations=10000", 2: "iterations=1000"}
_DEFAULT_OF_OWN = {1: "iterations=1000", 2: "iterations=200"}  # whose playouts Python makes
_VERDICT_BATCH = 20


def add_command(commands: Any) -> None:
    """Add `tune` to the command line."""
    parser = commands.add_parser(
        "tune",
        help="find the best values of a search's parameters",
        description="Tune a search's parameters: pairs of games against its default (two players), "
        "or runs on the same boards (one player), where a model of the response may have its "
        "maximum; then a verdict on the best values against the default by an SPRT on fresh "
        "openings or boards. What is finished is stored: stop it as you like, the same command "
        "goes on where it was, and a larger --budget goes on where a smaller one ended.",
    )
    parser.add_argument(
        "search",
        metavar="SEARCH",
        help="a preset or a search, with ranges: uct:exploration=0.1..3, or several as in "
        "uct:exploration=0.1..3,cutoff_lead=0..0.9,solver=on; a range over a factor of 10 or "
        "more is one of ratios",
    )
    parser.add_argument("--game", help="by default that of the search: " + ", ".join(GAMES))
    own_problem.add_flag(parser, "tune on")
    parser.add_argument(
        "--budget",
        metavar="N",
        help=f"games or runs of the tuning, two a trial; by default {_BUDGET}",
    )
    parser.add_argument(
        "--equal",
        metavar="BUDGET",
        help="of a run or a move, as for race; by default 10000 iterations a run, 1000 a move",
    )
    parser.add_argument("--seed", metavar="N", help="of all that is drawn, by default 1")
    parser.add_argument(
        "--sprt",
        nargs=2,
        default=_SPRT,
        metavar=("ELO0", "ELO1"),
        help="of the verdict, normalized Elo; by default 0 20",
    )
    parser.add_argument(
        "--verdict-pairs",
        metavar="N",
        help=f"at most, of the verdict; 0: none; by default {_VERDICT_PAIRS}",
    )
    parser.add_argument(
        "--chart",
        metavar="FILE",
        help="the course as a picture: FILE.html, .svg or .png (these two by an installed browser)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as a JSON object")
    boards = parser.add_argument_group("SameGame")
    boards.add_argument("--board", metavar="FILE", help="text file of boards, one after the other")
    boards.add_argument("--size", metavar="WxH", help="of random boards, by default 15x15")
    boards.add_argument("--colours", metavar="N", help="of random boards, by default 5")
    workers.add_flags(parser)
    parser.set_defaults(command=_tune)


def _tune(arguments: argparse.Namespace) -> int:
    own = None
    if arguments.problem is not None:
        own_problem.refuse_games(arguments)
        own = recipe_named(arguments.problem)
    text, ranges = split_ranges(arguments.search)
    wanted = arguments.game if own is None else own.game
    (entrant,) = entrants_of([text], wanted, own=own)
    if entrant.recipe.record.has_chance:
        raise RecipeError(
            f"{entrant.recipe.game}: chance acts in it, and no search is tuned for that; compare "
            "searches by mcsearch race"
        )
    players = entrant.recipe.record.num_players
    budget = _DEFAULT_EQUAL if own is None else _DEFAULT_OF_OWN
    equal = Equal.from_text(arguments.equal or budget[players])
    default = entrant.recipe.with_parameters(equal.parameters).replace(seed=0)
    return _Tuning(arguments, space_of(default, ranges), equal).go()


class _Tuning(Running):
    """The tuning, then the verdict."""

    command = "tune"
    unit = "trial"

    def __init__(self, arguments: argparse.Namespace, space: Space, equal: Equal) -> None:
        super().__init__(arguments)
        self.space = space
        budget = whole_number("--budget", arguments.budget or str(_BUDGET), 2 * FIRST)
        pairs = arguments.verdict_pairs or str(_VERDICT_PAIRS)
        self._most = whole_number("--verdict-pairs", pairs, 0)
        seed = 1 if arguments.seed is None else whole_number("--seed", arguments.seed, 0)
        low, high = (_number(text) for text in arguments.sprt)
        self.sprt = Sprt(low, high)
        self.is_match = space.default.record.num_players == 2
        self.noun = "games" if self.is_match else "runs"
        self.function: Callable[[str], Any] = worker.play if self.is_match else worker.solve
        self.trials: PairTrials | BoardTrials
        if self.is_match:
            self._refuse_boards()
            self.trials = PairTrials(space.default, seed)
        else:
            self.trials = BoardTrials(space.default, self._boards(), seed)
        places, self.values = space.places()
        self.tuner = Tuner(places, budget // 2, seed)
        self.verdict = report.Verdict(self.sprt)
        each = "a move" if self.is_match else "a run"
        self.words = f"{space.default.game}, {equal} {each}, seed {seed}"

    def _refuse_boards(self) -> None:
        for name in ("board", "size", "colours"):
            if getattr(self.arguments, name) is not None:
                raise RecipeError(f"--{name}: two players need no boards; leave it out")

    def _boards(self) -> Callable[[int], str]:
        arguments = self.arguments
        if arguments.problem is not None:
            return lambda number: ""
        if arguments.board is None:
            size, colours = arguments.size or "15x15", arguments.colours or "5"
            return lambda number: f"{size}x{colours}:{number + 1}"
        found = board_text.boards_in(read_text("--board", arguments.board))
        if not found:
            raise RecipeError(f"--board: {arguments.board!r} holds no board; give rows of colours")
        return lambda number: found[number % len(found)]

    # --- what is run ---

    def _run(self, store: Store) -> None:
        with closing(_Pool(self)) as pool, self._told() as tell:
            while waiting := self.tuner.waiting():
                asked = [(n, self.space.recipe(self.values[place])) for n, place in waiting]
                for number, values in pool.results(store, asked, tell):
                    self.tuner.add(number, self.trials.result(values))
                    tell()
            best = self.space.recipe(self.values[self.tuner.best().place])
            self.verdict.recipe = best
            if best == self.space.default:
                return
            while not self.verdict.is_over(self._most):
                first = self.verdict.num_pairs
                batch = range(first, min(first + _VERDICT_BATCH, self._most))
                asked = [(VERDICT + n, best) for n in batch]
                scores = {
                    number: self.trials.score(values)
                    for number, values in pool.results(store, asked, tell)
                }
                for number in sorted(scores):
                    self.verdict.add(scores[number])
                tell()

    def stored(self, store: Store, job: str) -> float | None:
        """What has come out of a job before; None when it is still to be done."""
        if not self.is_match:
            return store.find_score(job)
        played = store.find_game(job)
        return None if played is None else played.returns

    def take(self, store: Store, outcome: Any) -> None:
        add = store.add_game if self.is_match else store.add
        self.num_new += add(outcome)

    def failed(self, job: str, error: Exception) -> None:
        raise PoolError(f"a trial fails ({type(error).__name__}: {error}): {job}") from error

    def jobs(self, store: Store) -> Iterator[str]:
        """The jobs of the present batch."""
        for number, place in self.tuner.waiting():
            yield from self.trials.jobs(number, self.space.recipe(self.values[place]))

    def is_over(self) -> bool:
        return self.tuner.is_over and self.verdict.is_over(self._most)

    def progress(self) -> tuple[int, int, str]:
        done, total = len(self.tuner.results), self.tuner.num_trials
        words = ""
        if self.verdict.num_pairs:
            words = f"verdict: {self.verdict.num_pairs} trials, LLR {self.verdict.ratio:.2f}"
        elif done >= FIRST:
            words = "best " + report.in_words(self.values[self.tuner.surface().best])
        return done, total, words

    def result(self, store: Store, as_json: bool) -> str:
        document = report.document(
            self.tuner, self.space, self.values, self.verdict, self.words, self.trials.noun
        )
        if self.arguments.chart is not None:
            write_chart(self.arguments.chart, document)
        return race_report.as_json(document) if as_json else report.text(document)


class _Pool:
    """Workers that start with the first job that is not stored, and stay for the whole tuning."""

    def __init__(self, running: _Tuning) -> None:
        self._running = running
        self._workers: Any = None

    def results(
        self, store: Store, asked: list[tuple[int, Recipe]], tell: Callable[[], None]
    ) -> Iterator[tuple[int, list[float]]]:
        """The numbers of trials with the values of their jobs, as they are complete."""
        running = self._running
        jobs = {number: running.trials.jobs(number, recipe) for number, recipe in asked}
        known = {
            job: running.stored(store, job)
            for job in dict.fromkeys(itertools.chain.from_iterable(jobs.values()))
        }
        missing = [job for job, value in known.items() if value is None]
        if missing:
            self._workers = self._workers or running.workers.start()
            for outcome in outcomes(missing, self._workers, running.function, running.failed):
                running.take(store, outcome)
                tell()
        for number, own in jobs.items():
            values = [running.stored(store, job) for job in own]
            yield number, [value for value in values if value is not None]

    def close(self) -> None:
        if self._workers is not None:
            self._workers.close()


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise RecipeError(f"--sprt: {text!r} is not valid; give a number") from None
