"""The view-model: what the page shows and what can be done to it, without a single widget.

Every click ends in a method here; every change is told to the listeners, who draw it. The search
moves in `tick`, which is called again and again and never works longer than a slice.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from explorer import opening
from explorer.course import Course
from explorer.frame import Actions, Detail, Frame, History, Opening, make_frame
from explorer.gate import FrameGate
from explorer.walk import (
    PHASES,
    Jump,
    Walk,
    jump_back,
    jump_forward,
    jump_to_budget,
    jump_to_next_best,
    jump_to_steps,
)
from mcsearch import Recipe, RecipeError
from mcsearch.presets import PRESETS
from mcsearch.recipe import GAMES
from mcsearch.search import BACKPROPAGATION, SIMULATION
from mcsearch.tree import NONE

SLOWEST, FASTEST = 0.5, 1_000_000.0  # phases a second
ANIMATED_SPEED = 30.0  # up to here every phase is drawn, above whole iterations
UNROLLED_SPEED = 3.0  # up to here the playout is shown move by move
SEARCH_SECONDS = 0.012  # of search between two frames
JUMP_SECONDS = 0.04  # of search between two frames while only a progress bar moves
AT_ONCE_SECONDS = 0.05  # jumps shorter than this show no progress bar at all
LIMITS = {"iterations": 1_000_000, "nodes": 1_000_000, "level": 3}
"""The most a session may ask for, so that no link can freeze a browser or a shared server."""

_CATCH_UP_SECONDS = 0.25  # after a stall the search does not race to make up for lost time
_UNDO_DEPTH = 20
_UNROLLED_SHARE = 0.85  # of a phase's time; the rest shows the playout's end


@dataclass(frozen=True)
class _Memory:
    """What undo goes back to."""

    recipe: Recipe
    preset: str
    steps: int
    selected: Actions
    course: Course


class Session:
    """One visitor's search: recipe, moment, selected node, playing state and speed."""

    def __init__(self, preset: str, clock: Callable[[], float] = time.perf_counter) -> None:
        self.gate = FrameGate()
        self.speed = 2.0
        self.playing = False
        self.jump: Jump | None = None
        self.detail = Detail()
        self.still = False  # the visitor prefers reduced motion
        self.playout_move: int | None = None  # the move of the playout on show; None: the best one
        self.preset = preset
        self._clock = clock
        self._listeners: list[Callable[[], None]] = []
        self._undo: list[_Memory] = []
        self._last_tick = clock()
        self._credit = 0.0  # phases that the speed allows and that are not done yet
        self._opening = False
        self._frame: Frame | None = None
        self._framed: tuple[Any, ...] = ()
        self._begin(PRESETS[preset].recipe)

    # -- reading ------------------------------------------------------------------------------

    @property
    def search(self):
        """The search at the moment that is shown."""
        return self._walk.search

    @property
    def steps(self) -> int:
        """Phases done since the beginning: the name of the moment that is shown."""
        return self._walk.steps

    @property
    def busy(self) -> bool:
        """Whether `tick` has anything to do."""
        return self.playing or self.jump is not None

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    @property
    def preset_recipe(self) -> Recipe:
        """The recipe the present one is compared with."""
        return PRESETS[self.preset].recipe

    @property
    def num_players(self) -> int:
        return GAMES[self.recipe.game].num_players

    @property
    def playing_speed(self) -> float:
        """Phases a second at this moment: the chosen speed, or the opening's."""
        if not self._opening:
            return self.speed
        plan = opening.NESTED if self.search.rule is None else opening.TREE
        return plan.speed(self.search.iterations, self.speed)

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change."""
        self._listeners.append(listener)

    def touch(self) -> None:
        """Tell the listeners to look again."""
        self._changed()

    def _changed(self) -> None:
        for listener in self._listeners:
            listener()

    def frame(self) -> Frame:
        """The present moment as a picture."""
        search = self.search
        frame = make_frame(search, selected=self.selected, detail=self.detail, opened=self.opened)
        self.course.record(frame, search.playout_return, search.improvements)
        return frame

    def history(self) -> History:
        """The course of the search so far, for the scrub bar."""
        return self.course.history(self.search.iterations, percent=self.num_players == 2)

    # -- recipes ------------------------------------------------------------------------------

    def _begin(self, recipe: Recipe) -> None:
        """Start a recipe from iteration 0; on an error nothing has changed."""
        self._check(recipe)
        walk = Walk(recipe)
        self.recipe = recipe
        self._walk = walk
        self.course = Course()
        self.selected: Actions = ()
        self.opened: frozenset[Opening] = frozenset()
        self.jump = None
        self.playout_move = None
        self._credit = 0.0
        self._opening = self.playing

    @staticmethod
    def _check(recipe: Recipe) -> None:
        for name, limit in LIMITS.items():
            value = recipe.parameters.get(name)
            if isinstance(value, int) and value > limit:
                raise RecipeError(
                    f"{name} is {value:,}; the page takes at most {limit:,}. "
                    "For longer runs use `mcsearch solve`."
                )

    def _remember(self) -> _Memory:
        return _Memory(self.recipe, self.preset, self.steps, self.selected, self.course)

    def load(self, recipe: Recipe, preset: str | None = None) -> None:
        """Start another recipe from iteration 0; `undo` brings the present one back."""
        if recipe == self.recipe and preset in (None, self.preset):
            return
        memory = self._remember()
        self._begin(recipe)
        self._undo = [*self._undo[-_UNDO_DEPTH + 1 :], memory]
        if preset is not None:
            self.preset = preset
        self._changed()

    def load_preset(self, name: str) -> None:
        """Start a named recipe as it was published."""
        self.load(PRESETS[name].recipe, name)

    def undo(self) -> None:
        """Back to the recipe before the last change, and to the moment it had reached."""
        if not self._undo:
            return
        memory = self._undo.pop()
        self._begin(memory.recipe)
        self.preset = memory.preset
        self.course = memory.course
        self.selected = memory.selected
        self._opening = False
        self._start(jump_to_steps(self.recipe, memory.steps))

    def extend_budget(self) -> None:
        """Double the limits of a search that has used them up, and go on."""
        limits = {
            name: min(2 * value, LIMITS[name])
            for name in ("iterations", "nodes")
            if (value := self._limit(name)) is not None
        }
        recipe = self.recipe.replace(parameters={**self.recipe.parameters, **limits})
        memory = self._remember()
        self._begin(recipe)
        self._undo.append(memory)
        self.course, self.selected = memory.course, memory.selected
        self._opening = False
        self._start(jump_to_steps(recipe, memory.steps))
        self.play()

    @property
    def can_extend(self) -> bool:
        """Whether the search stopped at a limit that may still be raised."""
        reason = self.search.stopped
        limit = self._limit(reason)
        return reason in ("iterations", "nodes") and limit is not None and limit < LIMITS[reason]

    def _limit(self, name: str) -> int | None:
        """The recipe's own limit of iterations or nodes."""
        value = self.recipe.values.get(name)
        return value if isinstance(value, int) else None

    # -- transport ----------------------------------------------------------------------------

    def play(self) -> None:
        if self.search.stopped and self.jump is None:
            return
        self.playing = True
        self._last_tick = self._clock()
        self._credit = 0.0
        self._changed()

    def pause(self) -> None:
        """Stop at this very moment, long jumps included."""
        self._halt()
        self._changed()

    def open(self) -> None:
        """The first arrival: the search starts by itself."""
        self._opening = self.steps == 0
        self.play()

    def _halt(self) -> None:
        self.playout_move = None
        self.playing = False
        self._opening = False
        self.jump = None  # a walk forward ends where it is, a walk back is dropped

    def set_speed(self, phases_a_second: float) -> None:
        self.speed = min(FASTEST, max(SLOWEST, phases_a_second))
        self._opening = False
        self._changed()

    def step_phase(self) -> None:
        self._halt()
        self._walk.advance(1, AT_ONCE_SECONDS)
        self._changed()

    def step_iteration(self) -> None:
        self.jump_to(self.search.iterations + 1)

    def back_phase(self) -> None:
        self._halt()
        if self.steps:
            self._start(jump_to_steps(self.recipe, self.steps - 1))

    def back_iteration(self) -> None:
        """To the beginning of this iteration, from there to the one before."""
        search = self.search
        begun = search.phase not in (0, BACKPROPAGATION)
        self.jump_to(max(0, search.iterations - (0 if begun else 1)))

    def jump_to(self, iterations: int) -> None:
        """To the end of an iteration, forward or back."""
        self._halt()
        if iterations > self.search.iterations:
            self._start(jump_forward(self._walk, iterations))
        elif iterations < self.search.iterations or self.search.phase != BACKPROPAGATION:
            self._start(jump_back(self.recipe, iterations))

    def run_on(self, iterations: int) -> None:
        """Some more iterations as fast as possible."""
        self.jump_to(self.search.iterations + iterations)

    def run_to_next_best(self) -> None:
        self._halt()
        self._start(jump_to_next_best(self._walk))

    def run_to_budget(self) -> None:
        self._halt()
        self._start(jump_to_budget(self._walk, self.search.values["iterations"]))

    def reset(self) -> None:
        """Back to the empty tree."""
        self._halt()
        self._walk = Walk(self.recipe)
        self.selected = ()
        self._changed()

    # -- time ---------------------------------------------------------------------------------

    def tick(self, now: float) -> bool:
        """Move on by one slice; returns whether there was anything new to show."""
        if not self.busy or not self.gate.is_open(now):
            return False
        elapsed = min(now - self._last_tick, _CATCH_UP_SECONDS)
        self._last_tick = now
        moved = self._work(JUMP_SECONDS) if self.jump is not None else self._play(elapsed)
        if moved:
            self._changed()
        return moved

    def _start(self, jump: Jump) -> None:
        """Begin a jump; a short one is over when this returns."""
        self.jump = jump
        self._work(AT_ONCE_SECONDS)
        self._changed()

    def _work(self, seconds: float) -> bool:
        jump = self.jump
        assert jump is not None
        if jump.go(seconds):
            self._walk = jump.walk
            self.jump = None
            self._keep_selected()
        return True

    def _play(self, elapsed: float) -> bool:
        speed = self.playing_speed
        self._credit += elapsed * speed
        phases = int(self._credit)
        if phases == 0:
            return self._unroll(speed)
        self._credit -= phases
        self.playout_move = None
        self._walk.advance(phases, SEARCH_SECONDS)
        if speed > ANIMATED_SPEED:
            self._finish_iteration()
        if self.search.stopped:
            self._halt()
        return True

    def _unroll(self, speed: float) -> bool:
        """Slow enough, a playout is shown move by move until its phase's time is nearly over."""
        search = self.search
        if search.phase != SIMULATION or speed > UNROLLED_SPEED or self.still:
            return False
        moves = len(search.playout_actions)
        move = min(moves - 1, int(moves * self._credit / _UNROLLED_SHARE))
        if move == self.playout_move:
            return False
        self.playout_move = move if moves else None
        return True

    def _finish_iteration(self) -> None:
        """At high speed only whole iterations are drawn: single phases would only flicker."""
        search = self.search
        if search.phase != BACKPROPAGATION:
            self._walk.advance(PHASES - search.phase, SEARCH_SECONDS)

    # -- the selected node --------------------------------------------------------------------

    def select(self, actions: Actions) -> None:
        """Show this node on the board and its children in the table."""
        if self.search.find(list(actions)) == NONE:
            return
        self.selected = tuple(actions)
        self._changed()

    def select_parent(self) -> None:
        self.select(self.selected[:-1])

    def select_child(self) -> None:
        child = self.child_of_selected()
        if child is not None:
            self.select(child)

    def child_of_selected(self) -> Actions | None:
        """One down from the selected node: along the current path, else the most visited child."""
        depth = len(self.selected)
        path = tuple(self.search.path_actions)
        if len(path) > depth and path[:depth] == self.selected:
            return path[: depth + 1]
        tree = self.search.tree
        children = tree.children(self.search.find(list(self.selected)))
        if not children:
            return None
        return (*self.selected, tree.action_of(max(children, key=tree.visits_of)))

    def open_more(self, opening: Opening) -> None:
        """Show more children of a node in the tree."""
        self.opened |= {opening}
        self._changed()

    def set_detail(self, detail: Detail) -> None:
        """How much of the tree is drawn, and how large."""
        self.detail = detail
        self._changed()

    def _keep_selected(self) -> None:
        """After a walk back the selected node may not be there yet: its nearest ancestor is."""
        while self.search.find(list(self.selected)) == NONE:
            self.selected = self.selected[:-1]
