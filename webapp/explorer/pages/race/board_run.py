"""One player: every entrant on every board of a round, all in step, in slices.

The round has a playhead: how far all its runs have come, in iterations or seconds of processor
time. A slice takes runs on, one after the other, to the next place of the playhead, which is near
enough to be reached in a few frames.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from explorer.pages.race.lines import Lines, axis, sampled
from explorer.session.own_games import is_own
from mcsearch import Recipe
from mcsearch.engine.clock import processor_seconds
from mcsearch.runs.race import BoardRace, Equal
from mcsearch.runs.statistics.differences import Difference

SWEEP_SECONDS = 0.024
"""In which all runs come one step further, so that the lines grow smoothly."""
_FIRST_STEP = 1 / 10_000  # of the budget
_LEAST_SECONDS = 1e-4  # of a step of processor time

Place = tuple[int, int, int]
"""Entrant, board and round."""


def _built(recipe: Recipe) -> Any:
    """The search of a recipe, its pool no larger than its iterations can fill.

    A browser gives every part of a pool its memory at once, and a race has many.
    """
    values = recipe.values
    if recipe.search != "spmcts" or values["seconds"]:
        return recipe.build()
    needed = int(values["iterations"]) + 2
    return recipe.with_parameters({"nodes": min(int(values["nodes"]), needed)}).build()


class Ended(NamedTuple):
    """What a database keeps of a run that has ended, besides what the page shows."""

    playouts: int = 0
    stopped: str = ""
    improvements: tuple[tuple[int, float], ...] = ()
    """Iterations and score of every new best."""


class Run:
    """One entrant on one board in one round."""

    def __init__(self, recipe: Recipe, counts_seconds: bool) -> None:
        self.recipe = recipe
        self.is_over = False
        self.best = float("nan")
        self.moves: list[Any] = []  # the best sequence's actions
        self.samples: list[tuple[float, float]] = []  # place on the axis and score of every best
        self.iterations = 0
        self.seconds = 0.0
        self.ended = Ended()
        self._counts_seconds = counts_seconds
        self._search: Any = None

    @property
    def at(self) -> float:
        """How far it has come on the axis."""
        return self.seconds if self._counts_seconds else float(self.iterations)

    def advance(self, to: float, seconds: float) -> bool:
        """Search on to a place of the axis, for at most so long; whether it has come there."""
        if self._search is None and not self.is_over:
            self._begin()
        search = self._search
        if search is None:
            return True
        if self._counts_seconds:
            if search.seconds < to:
                # in less time than that there is no iteration
                left = max(min(to - search.seconds, seconds), _LEAST_SECONDS)
                search.run(seconds=left, clock=processor_seconds)
        elif search.iterations < to:
            search.run(int(to) - search.iterations, seconds, clock=processor_seconds)
        self._note()
        return self.is_over or self.at >= to

    def _begin(self) -> None:
        self._search = _built(self.recipe)
        if self._counts_seconds:  # another search would find other things in the same time
            self.best, self.moves, self.samples = float("nan"), [], []
            self.iterations, self.seconds = 0, 0.0

    def rest(self) -> None:
        """Let the search go, and keep what it has found; to go on it is done again."""
        self._search = None

    def _note(self) -> None:
        search = self._search
        if search.iterations < self.iterations:
            return  # done again after a rest, it has found all this before
        self.iterations, self.seconds = search.iterations, search.seconds
        best = float(search.best_score)
        if best != self.best and not np.isnan(best):
            self.best = best
            self.moves = search.best_sequence
            if self._counts_seconds:
                self.samples.append((self.seconds, best))
            else:
                self.samples = [(float(at), score) for at, score in search.improvements]
        if search.stopped:
            self.is_over = True
            course = tuple((int(at), float(score)) for at, score in search.improvements)
            self.ended = Ended(int(search.playouts), str(search.stopped), course)
            self._search = None  # its tree would stay in memory


class BoardRun:
    """A race on boards being run: `race` has the results, `lines` how they came about.

    `end`: of the axis, in its `unit`.
    """

    unit = "playouts"
    """What the axis counts where it counts anything whole."""

    def __init__(
        self,
        race: BoardRace,
        equal: Equal,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.race = race
        self.equal = equal
        self.number = 0
        """The present round, from 0."""
        self.at = 0.0
        """The playhead of the present round."""
        self.left_out: set[int] = set()
        """Entrants that have failed and will not be tried again."""
        self.runs: dict[Place, Run] = {}
        self.made: list[Run] = []
        """The runs that have ended here, for a database to keep."""
        self.source: Any = None
        """The database that it is from, see `source.Source`."""
        self.end = self._first_end()
        shape = (len(race.entrants), len(race.boards), len(race.seeds))
        self.lines = Lines(*shape, axis(self.end, self.is_whole))
        self._clock = clock
        self._step = max(self.end * _FIRST_STEP, 1.0 if self.is_whole else _LEAST_SECONDS)
        self._target = 0.0
        self._queue: list[Place] = []
        self._swept_seconds = 0.0
        self._is_joined = False  # an entrant races again that the lines do not count yet
        self._compared: tuple[object, ...] = ()
        self._differences: list[Difference] = []

    # --- reading ---

    @property
    def is_whole(self) -> bool:
        """Whether the axis counts iterations, and not seconds."""
        return self.equal.by == "iterations"

    def _first_end(self) -> float:
        return self.equal.amount

    @property
    def is_over(self) -> bool:
        """Whether all rounds are done, or no entrant is left to race."""
        return not self.race.racing or (self._is_at_end and not self._missing())

    @property
    def _is_at_end(self) -> bool:
        return self.number == len(self.race.seeds)

    def _missing(self) -> list[Place]:
        """Runs of earlier rounds that an entrant which is tried again has to catch up on."""
        places = itertools.product(
            range(self.number), range(len(self.race.boards)), self.race.racing
        )
        return [
            (entrant, board, number)
            for number, board, entrant in places
            if (run := self.runs.get((entrant, board, number))) is None or not run.is_over
        ]

    @property
    def behind(self) -> list[int]:
        """The entrants that have to catch up."""
        return sorted({entrant for entrant, _, _ in self._missing()})

    @property
    def has_begun(self) -> bool:
        return self.number > 0 or self.at > 0.0 or (self.source is not None and bool(self.runs))

    @property
    def shown_round(self) -> int:
        """The present round, after the end the last one."""
        return min(self.number, len(self.race.seeds) - 1)

    def run(self, entrant: int, board: int, number: int) -> Run | None:
        """A run that has begun."""
        return self.runs.get((entrant, board, number))

    def present_scores(self) -> np.ndarray:
        """Best-so-far of the present round: float64 [entrants, boards], nan for none yet."""
        number = self.shown_round
        scores = np.full((len(self.race.entrants), len(self.race.boards)), np.nan)
        for entrant, board in np.ndindex(*scores.shape):
            run = self.runs.get((entrant, board, number))
            if run is not None:
                scores[entrant, board] = run.best
        return scores

    def rate(self, entrant: int) -> float:
        """Playouts a second of processor time, of the present round; nan before the first."""
        number = self.shown_round
        places = ((entrant, board, number) for board in range(len(self.race.boards)))
        runs = [self.runs[place] for place in places if place in self.runs]
        seconds = sum(run.seconds for run in runs)
        return sum(run.iterations for run in runs) / seconds if seconds > 0.0 else float("nan")

    def differences(self) -> list[Difference]:
        """Every two racing entrants over the finished rounds.

        Counted only when another round is done, when others race, or when another scope is judged.
        """
        compared = (self.race.scope, self.race.num_finished, *self.race.racing)
        if compared != self._compared:
            self._compared, self._differences = compared, self.race.differences()
        return self._differences

    # --- going on ---

    def work(self, seconds: float, most: float) -> float:
        """Race on for so long, the playhead at most so far; how far it has come.

        Stops at the end of a round.
        """
        deadline = self._clock() + seconds
        begun = self.at
        while not self.is_over:
            if not self._queue:
                if self.at >= self._target > 0.0 and not self._is_at_end and self._end_round():
                    break
                room = most - (self.at - begun)
                if room < (1.0 if self.is_whole else _LEAST_SECONDS):
                    break
                self._begin_sweep(room)
            started = self._clock()
            self._advance(self._queue[-1], deadline - started)
            now = self._clock()
            self._swept_seconds += now - started
            if not self._queue:
                self._end_sweep()
            if now >= deadline:
                break
        return self.at - begun if self.at >= begun else self.end - begun + self.at

    def _begin_sweep(self, room: float) -> None:
        """All runs of the round go on to the next place of the playhead."""
        step = min(self._step, room)
        target = min(self.at + step, self.end)
        self._target = float(np.floor(target)) if self.is_whole else target
        self._swept_seconds = 0.0
        missing = self._missing()
        self._is_joined |= bool(missing)
        self._queue = [*missing, *self._present(self.race.racing)]

    def _advance(self, place: Place, seconds: float) -> None:
        entrant, _, number = place
        to = self._target if number == self.number else self.end
        try:
            run = self.runs.get(place)
            if run is None:
                run = self.runs[place] = self._begun(place)
            if not run.advance(to, max(seconds, _LEAST_SECONDS)):
                return
        except Exception as error:  # whatever a game, a rule or the memory says: the others go on
            if is_own(self.race.entrants[entrant].recipe):  # whose code it may well have been
                raise
            self._fail(entrant, error)
            return
        if run.is_over and np.isnan(self.race.scores[place]):
            self.race.add(run.recipe.to_json(), run.best)
            if self.source is not None:
                self.made.append(run)
        self._queue.pop()
        if number < self.number:  # an entrant that is tried again catches up
            self._sample(place, run)

    def _begun(self, place: Place) -> Run:
        return Run(self.race.recipe(*place), not self.is_whole)

    def from_row(self, recipe: Recipe, row: Any, course: Any) -> Run:
        """A run that has ended elsewhere, of a database's row and its course, None for none."""
        made = Run(recipe, not self.is_whole)
        # where seconds are counted, when each was found is known in iterations alone
        share = 1.0 if self.is_whole else row.seconds / max(row.iterations, 1)
        found = course or [(row.iterations, row.score)]
        made.samples = [(at * share, score) for at, score in found]
        made.best, made.moves = row.score, list(row.sequence)
        made.iterations, made.seconds = row.iterations, row.seconds
        made.is_over = True
        return made

    def _present(self, entrants: Sequence[int]) -> list[Place]:
        """The runs of the present round; after the end there are none."""
        if self._is_at_end:
            return []
        boards = range(len(self.race.boards))
        return [(entrant, board, self.number) for board in boards for entrant in entrants]

    def _end_sweep(self) -> None:
        self.at = self._target
        if self._is_joined or self.lines.reaches(self.at):
            for place in self._present(self.race.racing):
                self._sample(place, self.runs[place])
            self.lines.advance(self.race.racing, self.number, self.at)
        if self._is_joined:
            self._is_joined = False
            self._recount()
        if self._swept_seconds > 0.0:
            change = min(max(SWEEP_SECONDS / self._swept_seconds, 0.5), 2.0)
            least = 1.0 if self.is_whole else _LEAST_SECONDS
            self._step = max(self._step * change, least)

    def _sample(self, place: Place, run: Run) -> None:
        self.lines.best[place] = sampled(self.lines.x, run.samples, run.at, run.is_over)

    def _end_round(self) -> bool:
        """Begin the next round if this one has come to its end; whether it has."""
        if self.at < self.end:
            return False
        self.number += 1
        self._target = 0.0
        self.differences()  # here, where it holds up no frame
        if self.number < len(self.race.seeds):
            self.at = 0.0
            self._step = max(self._step / 8.0, 1.0 if self.is_whole else _LEAST_SECONDS)
            self.lines.begin_round()
        return True

    # --- an entrant that fails, more rounds ---

    def _fail(self, entrant: int, error: Exception) -> None:
        self.race.failures[entrant] = str(error) or type(error).__name__
        self._queue = [place for place in self._queue if place[0] != entrant]
        if not self._queue and self.race.racing:
            self._end_sweep()
        self._recount()

    def _recount(self) -> None:
        if self.race.racing:
            self.lines.recount(self.race.racing, self.number)

    def leave_out(self, entrant: int) -> None:
        """Go on without an entrant that has failed."""
        if entrant in self.race.failures:
            self.left_out.add(entrant)

    def try_again(self, entrant: int) -> None:
        """Let an entrant that has failed catch up with the others, from where it began to fail."""
        if self.race.failures.pop(entrant, None) is None:
            return
        self.left_out.discard(entrant)
        for place in [place for place in self.runs if place[0] == entrant]:
            if np.isnan(self.race.scores[place]):
                del self.runs[place]
        self._is_joined = True
        if self._queue:
            self._queue += self._present([entrant])

    def take(self, rows: Sequence[tuple[Place, Run]], is_running: bool) -> bool:
        """Take runs that have ended elsewhere; whether there were any.

        While the race is running the playhead stays: it finds them done.
        """
        for place, run in rows:
            self.runs[place] = run
            self.race.scores[place] = run.best
            self._sample(place, run)
        if rows and not is_running:
            done = self.race.num_finished
            if done > self.number or done == len(self.race.seeds):
                self.number, self._target, self._queue = done, 0.0, []
                self.at = self.end if self._is_at_end else 0.0
                self.lines.begin_round()
        if rows:
            self._recount()
        return bool(rows)

    def rest(self) -> None:
        """Let all searches go; what they have found stays, and the race can go on."""
        for run in self.runs.values():
            run.rest()

    def extend(self, race: BoardRace) -> None:
        """Go on with a race that has the same rounds and more."""
        done = self.race.scores.shape[2]
        race.scores[:, :, :done] = self.race.scores
        race.failures = self.race.failures
        self.race = race
        self.lines.extended(len(race.seeds))
        self.lines.begin_round()
        self.at, self._target, self._queue = 0.0, 0.0, []
