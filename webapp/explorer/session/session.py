"""The view-model: what the page shows and what can be done to it, without a single widget.

Every click ends in a method here or of its `Player`; every change is told to the listeners, who
draw it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from explorer.cards.frame import Frame
from explorer.game.line import Actions
from explorer.game.positions import positions_below
from explorer.moment.branches import UNTOUCHED
from explorer.moment.course import Course, History
from explorer.moment.detail import Detail, Opening
from explorer.moment.path import has_levels
from explorer.moment.steps import PHASES
from explorer.session.frames import make_frame
from explorer.session.limits import LIMITS, check
from explorer.session.permalink import LANES, TREE, WHOLE, Place
from explorer.session.player import Player, always
from explorer.session.walk import Walk, jump_to_steps
from mcsearch import Recipe
from mcsearch.engine.tree import NONE
from mcsearch.presets import PRESETS

_UNDO_DEPTH = 20
# the frames of a fast search bring the tree alone: nobody reads a table faster than this,
_KEPT_SECONDS = 0.2
_MOST_KEPT = 8  # where a screen is slow the tree has most of its time,
_MOST_KEPT_SECONDS = 0.6  # and nothing is older


class Session(Player):
    """One visitor's search: recipe, moment, selected node, playing state and speed."""

    def __init__(
        self,
        preset: str,
        clock: Callable[[], float] = time.perf_counter,
        screen_ready: Callable[[float], bool] = always,
    ) -> None:
        self.detail = Detail()
        self.view = LANES  # how a search with levels is shown
        self.max_rows = 5  # of the table of children
        self.preset = preset
        self.on_error: Callable[[Exception], str] = lambda error: ""
        """Says of an error what there is to say, "" for the usual."""
        self._undo: list[tuple[Place, Course]] = []
        self._frame: Frame | None = None
        self._framed: tuple[Any, ...] = ()
        self._num_kept = 0  # frames whose board, strip and table are those of one before
        self._beside_at = 0.0  # when those were made, by the clock
        self.recipe = PRESETS[preset].recipe
        super().__init__(Walk(self.recipe), clock, screen_ready)

    # -- reading ------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    @property
    def preset_recipe(self) -> Recipe:
        """The recipe the present one is compared with; without a preset all values' defaults."""
        if not self.preset:
            return self.recipe.replace(position="", parameters={}, seed=0)
        return PRESETS[self.preset].recipe

    @property
    def num_players(self) -> int:
        return int(self.search.root.num_players)

    def fail(self, error: Exception) -> None:
        """Rest after an error in the search or in a picture of it, and say so."""
        self._halt()
        self.say(
            self.on_error(error)
            or f"The search has stopped with an error: {str(error) or type(error).__name__}. "
            "Step back, or change the recipe, to go on."
        )

    def _fell_asleep(self) -> None:
        minutes = f"{self.patience / 60:.0f} minutes"
        self.say(f"Paused after {minutes} without a visitor; Play goes on.", is_error=False)

    def _arrived(self) -> None:
        self._keep_selected()

    def frame(self) -> Frame:
        """The present moment as a picture; the same object until the moment or the view changes."""
        view = (
            *(self.selected, self.branches, self.callouts, self.max_rows),
            *(self.detail, self.playout_move, self.pinned),
        )
        moment = (self._walk, self.steps, *view)
        goes_on = self.is_fast and (self._walk, *self._framed[1:2], *view) == self._framed
        if self._frame is None or moment != self._framed or (self._num_kept and not goes_on):
            beside = self._frame if goes_on and self._keeps_beside() else None
            self._framed = moment
            if beside is None:
                self._num_kept = 0
                self._beside_at = self._clock()
            else:
                self._num_kept += 1
            self._frame = make_frame(
                self.search,
                selected=self.selected,
                hovered=self.hovered,
                branches=self.branches,
                detail=self.detail,
                playout_move=self.playout_move,
                pinned=self.pinned,
                callouts=self.callouts,
                max_rows=self.max_rows,
                beside=beside,
            )
        elif self._frame.hovered != self.hovered:
            self._frame = replace(self._frame, hovered=self.hovered)
        return self._frame

    def _keeps_beside(self) -> bool:
        """Whether the next frame of a fast search brings the tree alone."""
        age = self._clock() - self._beside_at
        return age < (_KEPT_SECONDS if self._num_kept >= _MOST_KEPT else _MOST_KEPT_SECONDS)

    @property
    def course(self) -> Course:
        """What has been seen of this search."""
        return self._walk.course

    def history(self) -> History:
        """The course of the search so far, for the scrub bar."""
        published = self.recipe.record.published(self.search.root)
        return replace(self.course.history(self.search), marks=published)

    # -- recipes ------------------------------------------------------------------------------

    def _take(self, recipe: Recipe, search: Any = None) -> None:
        """Start a recipe from iteration 0, or from where a search of it is.

        Raises RecipeError for one that can't be searched, and keeps everything as it is.
        """
        self._set_out(Walk(recipe, search))
        self.recipe = recipe

    def _set_out(self, walk: Walk) -> None:
        super()._set_out(walk)
        self.selected: Actions = ()
        self.hovered: Actions | None = None
        self.pinned: Actions | None = None  # the position whose policy is shown, if chosen
        self.branches = UNTOUCHED
        self.window = WHOLE  # the part of the tree that is seen
        self.callouts: tuple[Actions, ...] = ()  # the nodes that a text speaks of

    def place(self) -> Place:
        """The moment and the view, as a link names them."""
        return Place(
            self.recipe,
            self.preset,
            self.steps,
            self.selected,
            self.branches,
            self.window,
            self.view,
            self.pinned,
        )

    def _now(self) -> tuple[Place, Course]:
        """What `undo` needs to come back."""
        return self.place(), self.course

    def _remember(self, before: tuple[Place, Course]) -> None:
        self._undo = [*self._undo[-_UNDO_DEPTH + 1 :], before]

    def load(self, recipe: Recipe, preset: str | None = None) -> None:
        """Start another recipe from iteration 0; `undo` brings the present one back."""
        if recipe == self.recipe and preset in (None, self.preset):
            return
        check(recipe)
        before = self._now()
        self._take(recipe)  # which may refuse it: then there is nothing to undo
        self._remember(before)
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
        place, course = self._undo.pop()
        self._visit(place, course)

    def go_to(self, place: Place) -> None:
        """Visit a place that a link names; `undo` comes back."""
        check(place.recipe)
        before = self._now() if self.steps else None
        self._halt()
        self._visit(place, Course())
        if before:
            self._remember(before)

    def stand_at(self, place: Place, search: Any, callouts: tuple[Actions, ...] = ()) -> None:
        """Be at a place whose search has been walked there already; nothing is left to undo.

        `callouts` are the nodes that a text speaks of, in the order of their numbers.
        """
        check(place.recipe)
        self._halt()
        self._take(place.recipe, search)
        self.preset, self.view, self._opening = place.preset, place.shown, False
        self.branches = place.branches
        self.selected, self.callouts = place.selected, callouts
        self._keep_selected()
        self._changed()

    def _visit(self, place: Place, course: Course) -> None:
        self._take(place.recipe)
        self.preset, self._walk.course = place.preset, course
        self.branches = place.branches
        self.window, self.view = place.window, place.shown
        self.pinned = self._legal(place.pinned)
        self._opening = False
        jump = jump_to_steps(self._walk, place.steps)
        self._start(replace(jump, arrived=lambda: self._arrive(place)))

    def _arrive(self, place: Place) -> None:
        """Select what the place has selected, and say so when the search did not come so far."""
        self.selected = place.selected
        self._keep_selected()
        if self.steps < place.steps:
            self.say(
                f"The search ends at iteration {self.search.iterations:,}, before the moment "
                f"asked for, iteration {place.steps // PHASES:,}."
            )
        elif self.selected != place.selected:
            self.say(
                "The selected node is not in the tree at this moment: its nearest ancestor is "
                "shown."
            )

    def extend_budget(self) -> None:
        """Double the limits of a search that has used them up, and go on."""
        limits = {
            name: min(2 * value, LIMITS[name])
            for name in ("iterations", "nodes")
            if (value := self._limit(name)) is not None
        }
        recipe = self.recipe.replace(parameters={**self.recipe.parameters, **limits})
        before = place, course = self._now()
        self._visit(replace(place, recipe=recipe), course)
        self._remember(before)
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

    # -- the selected node --------------------------------------------------------------------

    def select(self, actions: Actions) -> None:
        """Show this node on the board and its children in the table."""
        if self.search.find(list(actions)) == NONE:
            return
        self.selected = tuple(actions)
        self.branches = self.branches.down_to(self.selected)
        self._changed()

    def hover(self, actions: Actions | None) -> None:
        """Note the node under the pointer, None for none: every view marks it.

        An untried move of a node in the tree may be pointed at too.
        """
        if actions is not None and self.search.find(list(actions[:-1])) == NONE:
            actions = None
        if actions != self.hovered:
            self.hovered = actions
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
        """Show more children of a node in the tree, or those of a collapsed one again."""
        self.branches = self.branches.with_more(opening)
        self._changed()

    def collapse(self, actions: Actions) -> None:
        """Hide everything below a node, or show it again."""
        self.branches = self.branches.toggled(actions)
        if self.selected[: len(actions)] == actions:
            self.selected = actions
        self._changed()

    def set_view(self, view: str) -> None:
        """Show a search with levels as LANES or as TREE."""
        self.view = view if view in (LANES, TREE) else LANES
        self._changed()

    @property
    def has_lanes(self) -> bool:
        """Whether the search has levels, which are shown as lanes."""
        return has_levels(self.search)

    @property
    def shown_view(self) -> str:
        """TREE or LANES; a search without levels has a tree only."""
        return self.view if self.has_lanes else TREE

    def pin(self, actions: Actions | None) -> None:
        """Show the policy at this position whatever the search does; None: where it is at work."""
        self.pinned = self._legal(actions)
        self._changed()

    def _legal(self, actions: Actions | None) -> Actions | None:
        """The actions, None when they can't be played."""
        if actions is None:
            return None
        try:
            positions_below(self.search.root).state(actions)
        except ValueError:
            return None
        return actions

    def set_detail(self, detail: Detail) -> None:
        """How much of the tree is drawn, and how large."""
        self.detail = detail
        self._changed()

    def _keep_selected(self) -> None:
        """After a walk back the selected node may not be there yet: its nearest ancestor is."""
        while self.search.find(list(self.selected)) == NONE:
            self.selected = self.selected[:-1]
