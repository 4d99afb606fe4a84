"""What the reader tries at a step: its search with other parameters, a curve over one of them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from explorer.pages.learn.chapter import Chapter, Curve, Step
from explorer.pages.learn.checking import BLOCK, FIRST
from explorer.pages.learn.checks import ChapterError
from explorer.pages.learn.errands import Errand, Errands
from explorer.pages.learn.lesson import Pieces, pieces
from explorer.pages.learn.measures import MEASURES, SLICE_SECONDS
from explorer.pages.learn.moments import Key, Ready, counted
from explorer.pages.learn.numbers import fill
from explorer.session.permalink import TREE, Place
from explorer.session.walk import Walk
from mcsearch import RecipeError
from mcsearch.engine.tree import NONE

_TRIED, _DRAWN = 4, 2  # how urgent: before anything else, and as a check
Stood = tuple[Place, Any, str]  # a moment, its search there, and what is said of it
Value = str | bool | float


@dataclass(frozen=True, slots=True)
class LearnControl:
    """A parameter that the reader may change."""

    parameter: str
    label: str
    values: tuple[Value, ...]  # (): a slider
    low: float
    high: float
    value: Value
    own: Value  # as the step has it


@dataclass(frozen=True, slots=True)
class LearnCurve:
    """How often an event happens over the values of the first parameter."""

    values: tuple[float, ...]
    counts: tuple[tuple[int, int], ...]  # by value: of the event and of all searches, () before
    block: int
    counted: str
    running: bool


@dataclass(frozen=True, slots=True)
class LearnTrying:
    """What the reader may try at a step: nothing where there are no controls."""

    controls: tuple[LearnControl, ...] = ()
    said: Pieces = ()
    curve: LearnCurve | None = None


def _altered(
    chapter: Chapter, index: int, ready: Ready, values: dict[str, Any]
) -> Generator[None, None, Stood]:
    """The step's moment in a search with other parameters, in slices."""
    step = chapter.steps[index]
    recipe = ready.place.recipe
    recipe = recipe.replace(parameters={**recipe.parameters, **values})
    walk = Walk(recipe, None)
    while not walk.go_to(step.steps, SLICE_SECONDS):
        yield
    search, node = walk.search, ready.place.selected
    selected = () if search.find(list(node)) == NONE else node
    place = Place(recipe, steps=walk.steps, selected=selected, shown=TREE)
    where = f"{chapter.name}.toml: steps {index + 1}, result"
    return place, search, fill(step.result, search, counted(chapter), where)


class Trying:
    """One step's controls; `stand` puts a search on the stage, `told`: there is more to show."""

    def __init__(
        self, errands: Errands, stand: Callable[[Place, Any], None], told: Callable[[], None]
    ) -> None:
        self._errands = errands
        self._stand = stand
        self._told = told
        self._key: Key | None = None
        self._values: dict[str, Any] = {}  # by parameter: what is not the step's
        self._said = ""
        self._problem = ""
        self._errand: Errand | None = None
        self._drawing: Errand | None = None
        self._counts: list[list[int]] = []  # of the curve: by value, the event and all searches

    def begin(self, key: Key | None) -> None:
        """Another step is shown, or the same as it was."""
        if key != self._key:
            self.stop_curve()
            self._counts = []
        self._key, self._values, self._said, self._problem = key, {}, "", ""
        self._drop()

    def change(self, chapter: Chapter, index: int, ready: Ready, name: str, value: Any) -> None:
        """Try a value; ChapterError for one that the step doesn't offer."""
        known = {each.parameter: each for each in chapter.steps[index].changes}
        if name not in known:
            raise ChapterError(f"{name[:40]!r} can't be changed at this step")
        self._values[name] = known[name].checked(value)
        self._drop()
        self._problem = ""
        try:
            work = _altered(chapter, index, ready, dict(self._values))
        except RecipeError as error:
            self._fail(error)
            return
        self._errand = Errand(work, self._show, _TRIED, failed=self._fail)
        self._errands.add(self._errand)
        self._told()

    def _show(self, stood: Stood) -> None:
        place, search, self._said = stood
        self._errand = None
        self._stand(place, search)

    def _fail(self, error: Exception) -> None:
        self._errand, self._drawing = None, None
        self._problem = str(error)
        self._told()

    def _drop(self) -> None:
        if self._errand is not None:
            self._errands.drop(self._errand)
            self._errand = None

    # -- the curve ----------------------------------------------------------------------------

    def draw_curve(self, chapter: Chapter, curve: Curve) -> None:
        """Begin it anew: every value with the same seeds, a seed at a time for all values."""
        self.stop_curve()
        self._counts = [[0, 0] for _ in curve.values]
        shown = 0

        def progressed() -> None:
            nonlocal shown
            done = sum(total for _, total in self._counts)
            if done > shown:
                shown = done
                self._told()

        self._drawing = Errand(
            self._searches(chapter, curve), self._end, _DRAWN, progressed, failed=self._fail
        )
        self._errands.add(self._drawing)
        self._told()

    def _searches(self, chapter: Chapter, curve: Curve) -> Generator[None, None, None]:
        row = curve.row
        for seed in range(FIRST, FIRST + BLOCK):
            for counts, value in zip(self._counts, curve.values, strict=True):
                recipe = chapter.recipe_of(row, seed)
                recipe = recipe.replace(parameters={**recipe.parameters, curve.parameter: value})
                number = yield from MEASURES[row.measure](recipe, row.arguments)
                counts[0] += row.event.happened(number)
                counts[1] += 1
                yield

    def _end(self, _: None) -> None:
        self._drawing = None
        self._told()

    def stop_curve(self) -> None:
        """Leave it where it is."""
        if self._drawing is not None:
            self._errands.drop(self._drawing)
            self._drawing = None

    def frame(self, step: Step, ready: Ready) -> LearnTrying:
        """What the page draws."""
        if not step.changes:
            return LearnTrying()
        own = ready.search.values
        curve = step.curve
        return LearnTrying(
            controls=tuple(
                LearnControl(
                    parameter=each.parameter,
                    label=each.label,
                    values=each.values,
                    low=each.low,
                    high=each.high,
                    value=self._values.get(each.parameter, own[each.parameter]),
                    own=own[each.parameter],
                )
                for each in step.changes
            ),
            said=pieces(self._problem or self._said),
            curve=None
            if curve is None
            else LearnCurve(
                values=tuple(curve.values),
                counts=tuple((count, total) for count, total in self._counts),
                block=BLOCK,
                counted=curve.counted,
                running=self._drawing is not None,
            ),
        )
