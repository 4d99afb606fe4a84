"""One player with chance: every entrant plays whole games, the same draws for all, in step.

The playhead counts the moves of a game, each of which has the budget, and the lines are the points
made so far. How long games get nobody knows: the axis grows with the longest.
"""

from __future__ import annotations

from typing import Any

from explorer.pages.race.board_run import BoardRun, Ended, Place, Run
from explorer.pages.race.lines import Lines, axis
from mcsearch import Recipe
from mcsearch.engine.clock import processor_seconds
from mcsearch.play.solo import Solo, solo_of

_FIRST_MOVES = 256.0
"""At which the axis ends before there are longer games."""


class GameRun(Run):
    """One entrant's game on one board in one round; its place on the axis are its moves."""

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(recipe, counts_seconds=False)
        self.num_moves = 0
        self._solo: Solo | None = None

    @property
    def at(self) -> float:
        return float(self.num_moves)

    def advance(self, to: float, seconds: float) -> bool:
        """Play on to a move, for at most so long; whether it has come there."""
        if self.is_over:
            return True
        if self._solo is None:
            self._solo = solo_of(self.recipe)
        solo = self._solo
        solo.run(seconds, processor_seconds, int(to))
        if len(solo.moves) >= self.num_moves:  # else played again after a rest
            self._note_game(solo)
        return self.is_over or self.at >= to

    def rest(self) -> None:
        self._solo = None

    def _note_game(self, solo: Solo) -> None:
        for number in range(self.num_moves, len(solo.moves)):
            self.samples.append((number + 1.0, solo.scores[solo.moves[number] + 1]))
        self.num_moves, self.moves = len(solo.moves), list(solo.actions)
        self.iterations, self.seconds = solo.iterations, solo.seconds
        self.best = solo.scores[-1]
        if solo.stopped:
            self.is_over = True
            self.ended = Ended(solo.iterations, "over")
            self._solo = None  # its tree would stay in memory


class GamesRun(BoardRun):
    """A race of whole games being played."""

    unit = "moves"

    @property
    def is_whole(self) -> bool:
        return True

    def _first_end(self) -> float:
        return _FIRST_MOVES

    def _begun(self, place: Place) -> Run:
        return GameRun(self.race.recipe(*place))

    def from_row(self, recipe: Recipe, row: Any, course: Any) -> Run:
        run = GameRun(recipe)
        state = recipe.start()
        for action in row.sequence:
            is_move = not state.is_chance
            state = state.play(action)
            if is_move:
                run.num_moves += 1
                run.samples.append((float(run.num_moves), float(state.returns())))
        run.best, run.moves, run.is_over = row.score, list(row.sequence), True
        run.iterations, run.seconds = row.iterations, row.seconds
        self._make_room(run.at)
        return run

    def _present_over(self) -> bool:
        runs = [self.runs.get(place) for place in self._present(self.race.racing)]
        return all(run is not None and run.is_over for run in runs)

    def _begin_sweep(self, room: float) -> None:
        if self.at > 0.0 and not self._is_at_end and self._present_over():
            room = self._step = self.end
        super()._begin_sweep(room)

    def _end_round(self) -> bool:
        if self.at >= self.end and not self._present_over():
            self._make_room(self.at + 1.0)  # a game goes on, by a move at least
        return super()._end_round()

    def _make_room(self, at: float) -> None:
        """Let the axis reach so far, and count all runs anew on it."""
        if at <= self.end:
            return
        while self.end < at:
            self.end *= 2.0
        passed = self.lines.passed > 0
        self.lines = Lines(*self.lines.best.shape[:3], axis(self.end, True))
        for place, run in self.runs.items():
            self._sample(place, run)
        if passed:
            self.lines.advance(self.race.racing, self.number, self.at)
        self._recount()
