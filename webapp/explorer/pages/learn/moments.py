"""The moments of steps: their searches walked to, their texts filled and their answers judged.

All of it is work that can be done ahead, in slices, while the reader reads the step before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

from explorer.look import text
from explorer.pages.learn import evidence
from explorer.pages.learn.chapter import END, Chapter, Question, Step
from explorer.pages.learn.checks import ChapterError
from explorer.pages.learn.judges import JUDGES, Lines, best_at
from explorer.pages.learn.measures import SLICE_SECONDS
from explorer.pages.learn.numbers import actions_of, fill, name_of, state_at
from explorer.session.permalink import TREE, Place
from explorer.session.walk import Walk
from mcsearch.engine.tree import NONE
from mcsearch.recipe import GAMES

MOST_READY = 12
UNKNOWN = "?"
"""Instead of a count that nobody has made."""
Actions = tuple[int, ...]
Key = tuple[str, int]  # of a chapter, and the index of a step


@dataclass(frozen=True)
class Ready:
    """A step that can be shown at once."""

    place: Place
    search: Any  # at the step's moment; a copy of it goes on the stage
    callouts: tuple[Actions, ...]
    lit: frozenset[int]  # cells
    title: str
    paragraphs: tuple[str, ...]  # filled, callouts as {1}
    ask: str
    why: str
    answers: Mapping[int, Actions]  # the right actions at the place's node, and what follows them
    names: Mapping[int, str]  # of the actions that may be answered


def prepare(chapter: Chapter, index: int, earlier: Any = None) -> Generator[None, None, Ready]:
    """The work for one step, in slices; `earlier`: a search of its recipe at an earlier moment."""
    step = chapter.steps[index]
    recipe = chapter.recipes[step.recipe]
    walk = Walk(recipe, None if earlier is None else earlier.copy())
    while not walk.go_to(step.steps, SLICE_SECONDS):
        yield
    search = walk.search
    where = f"{chapter.name}.toml: steps {index + 1}"
    if walk.steps != step.steps and step.steps != END:
        raise ChapterError(f"{where}: the search ends at iteration {search.iterations}, before at")
    node = _actions(search, step.node, f"{where}, node")
    if search.find(list(node)) == NONE:
        raise ChapterError(f"{where}, node: {' '.join(step.node)!r} is not in the tree by then")
    callouts = tuple(_actions(search, names, f"{where}, callouts") for names in step.callouts)
    yield
    known = counted(chapter)
    answers, names, ask, why = Lines(), {}, "", ""
    if step.question is not None:
        answers = _right(chapter, step.question, search, node, where)
        names = _choices(step.question, search, node)
        yield
        told = {"answer": " or ".join(sorted(names.get(a, "") for a in answers))}
        ask = fill(step.question.ask, search, known, f"{where}, question")
        why = fill(step.question.why, search, known | told, f"{where}, question")
    return Ready(
        Place(recipe, steps=walk.steps, selected=node, shown=TREE),
        search,
        callouts,
        _lit(step, recipe.game, search, callouts, node, where),
        fill(step.title, search, {}, where),
        tuple(fill(paragraph, search, known, where) for paragraph in step.text),
        ask,
        why,
        answers,
        names,
    )


def counted(chapter: Chapter) -> dict[str, str]:
    """What the texts may tell of many searches, by the name of a row or a fact.

    {count:name} is "17 of 100" and {number:name} 17; {iterations:name} what each of them had.
    """
    told = {}
    rows = [*chapter.claim.rows, *(fact.row for fact in chapter.facts.values())]
    for row in rows:
        iterations = chapter.recipe_of(row, 1).values["iterations"]
        told[f"iterations:{row.name}"] = text.number(float(iterations))
        told[f"number:{row.name}"] = told[f"count:{row.name}"] = UNKNOWN
    for name, (count, total) in evidence.counts(chapter).items():
        told[f"number:{name}"] = text.number(count)
        told[f"count:{name}"] = f"{text.number(count)} of {text.number(total)}"
    return told


def _actions(search: Any, names: tuple[str, ...], where: str) -> Actions:
    try:
        return actions_of(search.root, names)
    except ValueError as error:
        raise ChapterError(f"{where}: {' '.join(names)!r}: {error}") from None


def _lit(
    step: Step,
    game_name: str,
    search: Any,
    callouts: tuple[Actions, ...],
    node: Actions,
    where: str,
) -> frozenset[int]:
    """The cells of the named stones and of the callouts; none: no stone steps back."""
    if not step.lit:
        return frozenset()
    game = GAMES[game_name]
    empty = game.start(game.default_position, {p.name: p.default for p in game.parameters})
    cells: set[int] = set()
    for name in step.lit:
        try:
            cells.update(empty.action_cells(empty.parse_action(name))[:1])
        except ValueError as error:
            raise ChapterError(f"{where}: lit names {name!r}: {error}") from None
    for actions in (*callouts, node):
        if actions:
            cells.update(state_at(search.root, actions[:-1]).action_cells(actions[-1])[:1])
    return frozenset(cells)


def _right(chapter: Chapter, question: Question, search: Any, node: Actions, where: str) -> Lines:
    judge = JUDGES[question.judge]
    recipe = chapter.recipes[question.recipe] if judge.runs_recipe else None
    right = judge.right(search, node, recipe)
    if not right:
        raise ChapterError(f"{where}, question: the search has no answer at this moment")
    return right


def _choices(question: Question, search: Any, node: Actions) -> dict[int, str]:
    """What may be answered: the legal actions on the board, or the children in the tree."""
    state = state_at(search.root, node)
    if question.on == "tree":
        tree = search.tree
        actions = [tree.action_of(child) for child in tree.children(search.find(list(node)))]
    else:
        actions = state.numbers_of(state.legal_actions())
    return {action: name_of(search.root, (*node, action)) for action in actions}


def told_of(chapter: Chapter, step: Step, ready: Ready, given: int) -> tuple[str, int | None]:
    """What is told after a wrong answer, and the move that the other side makes of it, if any."""
    question = step.question
    assert question is not None
    node, reply = ready.place.selected, None
    known = {"given": ready.names[given]}
    if "{reply}" in question.wrong:
        after = state_at(ready.search.root, (*node, given))
        if after.is_terminal():  # there is no reply
            return f"{ready.names[given]} ends the game: {after.ending()}.", None
        best = best_at(ready.search, (*node, given), chapter.recipes[question.recipe])
        reply = best[0]
        known["reply"] = name_of(ready.search.root, (*node, given, reply))
    return fill(question.wrong, ready.search, known, f"{chapter.name}.toml"), reply


class Shelf:
    """The steps that are ready, the newest `MOST_READY` of them."""

    def __init__(self) -> None:
        self._ready: OrderedDict[Key, Ready] = OrderedDict()

    def get(self, key: Key) -> Ready | None:
        found = self._ready.get(key)
        if found is not None:
            self._ready.move_to_end(key)
        return found

    def put(self, key: Key, ready: Ready) -> None:
        self._ready[key] = ready
        while len(self._ready) > MOST_READY:
            self._ready.popitem(last=False)

    def earlier(self, place: Place) -> Any:
        """The search of this recipe that is nearest before a moment, if one is ready."""
        nearest, steps = None, -1
        for ready in self._ready.values():
            if ready.place.recipe == place.recipe and steps < ready.place.steps <= place.steps:
                nearest, steps = ready.search, ready.place.steps
        return nearest
