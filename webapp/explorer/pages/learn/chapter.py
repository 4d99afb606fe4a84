"""What a chapter is, and its file: text, moments of searches, questions, and a claim to check.

A chapter is a TOML file in `chapters/`; its name is the chapter's in addresses. Every field is
checked when the chapters are read, and ChapterError names the file and the field.
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from explorer.pages.learn import chapters
from explorer.pages.learn.checks import ChapterError, Fields, Place
from explorer.pages.learn.judges import JUDGES
from explorer.pages.learn.measures import MEASURES, Event
from explorer.session.walk import PHASES
from mcsearch import Recipe, RecipeError

MOST_CALLOUTS = 3
MOST_PARAGRAPHS = 4
MOST_ROWS = 5
MOST_FACTS = 6
STEPS = (4, 8)
"""How few and how many steps a chapter has."""
CARDS = ("tree", "board", "why")
PARTS = ("Foundations", "Two players", "One player")
PLACES = ("tree", "board")
END = PHASES * 10_000_000
"""The moment at which a search ends by itself, as `at = "end"` names it."""
SEED = "{seed}"
"""In a recipe's position: the seed, for a board of its own for each of a claim's seeds."""


@dataclass(frozen=True)
class Question:
    """What the reader is asked before going on."""

    ask: str
    judge: str  # of JUDGES: what says which answer is right
    recipe: str  # that the judge runs, "" for the step's own search
    on: str  # "board" or "tree": where it is answered
    why: str  # told when the answer is known
    wrong: str  # told after a wrong answer


@dataclass(frozen=True)
class Row:
    """One of the searches that a claim compares, and what is counted of it."""

    name: str
    label: str
    recipe: str
    parameters: Mapping[str, Any]  # other than the recipe's
    measure: str  # of MEASURES: a number for each search
    arguments: Mapping[str, Any]
    event: Event  # what of that number is counted
    is_trap: bool


@dataclass(frozen=True)
class Change:
    """A parameter that the reader may change at a step: to one of `values`, or between two ends."""

    parameter: str
    label: str
    values: tuple[Any, ...]  # (): any number from `low` to `high`
    low: float
    high: float

    def checked(self, value: Any) -> Any:
        """The value as the recipe takes it; ChapterError for one that is not offered."""
        if self.values:
            if value in self.values:
                return self.values[self.values.index(value)]
        elif isinstance(value, int | float) and self.low <= value <= self.high:
            return float(value)
        raise ChapterError(f"{self.label} can't be {str(value)[:40]!r} here")


@dataclass(frozen=True)
class Curve:
    """How often an event happens over the values of a parameter."""

    parameter: str
    values: tuple[float, ...]
    counted: str  # the event in words
    row: Row


@dataclass(frozen=True)
class Step:
    """A few sentences beside a moment of a search. Nodes are the names of the actions to them."""

    title: str
    text: tuple[str, ...]  # paragraphs
    recipe: str
    steps: int  # phases since the search's beginning, or END
    node: tuple[str, ...]
    callouts: tuple[tuple[str, ...], ...]
    lit: tuple[str, ...]  # names of cells whose stones do not step back
    show: str  # of CARDS: what a phone shows, where no question is answered on another one
    path: bool  # whether the iteration's path and the best sequence are drawn
    lanes: bool  # whether the stage is the lanes of a search with levels, and no tree
    question: Question | None
    changes: tuple[Change, ...]  # what the reader may change of the search
    result: str  # what is said of the changed search
    curve: Curve | None


@dataclass(frozen=True)
class Contrast:
    """The event happens in more searches of one row than of another; both are indexes of rows."""

    more: int
    less: int


@dataclass(frozen=True)
class Claim:
    """What every reader can check: the differences between counts of an event over seeds."""

    text: str
    counted: str  # the event in words
    other: str  # and what is not counted
    rows: tuple[Row, ...]
    contrasts: tuple[Contrast, ...]


@dataclass(frozen=True)
class Fact:
    """A count that the texts tell and no contrast needs: of an event over the first seeds."""

    row: Row
    num_seeds: int


@dataclass(frozen=True)
class Source:
    """The public question that a chapter answers."""

    title: str
    address: str
    answer: tuple[str, ...]


@dataclass(frozen=True)
class Chapter:
    name: str
    number: int
    title: str
    subject: str
    part: str
    recipes: Mapping[str, Recipe]
    positions: Mapping[str, str]  # of the recipes, with SEED where there is one
    labels: Mapping[str, str]  # of the recipes
    steps: tuple[Step, ...]
    claim: Claim
    facts: Mapping[str, Fact]
    source: Source

    def recipe_of(self, row: Row, seed: int) -> Recipe:
        """The recipe of a claim's row, with a seed."""
        recipe = self.recipe_with(row.recipe, seed)
        return recipe.replace(parameters={**recipe.parameters, **row.parameters})

    def recipe_with(self, name: str, seed: int) -> Recipe:
        """A recipe with another seed, on the board of this seed if each has its own."""
        position = self.positions[name].replace(SEED, str(seed))
        return self.recipes[name].replace(seed=seed, position=position)


def read(path: Path) -> Chapter:
    """The chapter in a file; ChapterError when something in it is missing or wrong."""
    place = Place(path.name)
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ChapterError(f"{path.name}: it is no TOML ({error})") from None
    fields = Fields(place, values)
    recipes, labels, positions = {}, {}, {}
    for name, table in fields.tables("recipes").items():
        labels[name], positions[name], recipes[name] = _recipe(table)
    number = fields.whole("number", low=1)
    chapter = Chapter(
        name=path.stem,
        number=number,
        title=fields.text("title"),
        subject=fields.text("subject"),
        part=fields.choice("part", PARTS),
        recipes=recipes,
        positions=positions,
        labels=labels,
        steps=_steps(fields, recipes),
        claim=_claim(fields.table("claim"), recipes),
        facts=_facts(fields, recipes),
        source=_source(fields.table("source")),
    )
    fields.end()
    return chapter


def _paragraphs(text: str) -> tuple[str, ...]:
    parts = re.split(r"\n\s*\n", text.strip())
    return tuple(" ".join(part.split()) for part in parts)


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _recipe(fields: Fields) -> tuple[str, str, Recipe]:
    label = fields.text("label")
    position = fields.text("position", default="")
    seed = fields.whole("seed", low=0, default=0)
    values = {
        "game": fields.text("game"),
        "position": position.replace(SEED, str(seed)),
        "search": fields.text("search", default=""),
        "parameters": fields.mapping("parameters"),
        "seed": seed,
    }
    fields.end()
    try:
        return label, position, Recipe.from_dict(values)
    except RecipeError as error:
        raise ChapterError(f"{fields.place}: {error}") from None


def _steps(fields: Fields, recipes: Mapping[str, Recipe]) -> tuple[Step, ...]:
    tables = fields.list("steps", *STEPS)
    recipe = next(iter(recipes), "")
    steps = []
    for table in tables:
        recipe = table.choice("recipe", recipes, default=recipe)
        steps.append(_step(table, recipe, recipes))
        table.end()
    return tuple(steps)


def _step(fields: Fields, recipe: str, recipes: Mapping[str, Recipe]) -> Step:
    at = fields.text("at", default="0")
    match = re.fullmatch(r"(\d{1,7})(?:\.([0-3]))?|end", at)
    if match is None:
        raise ChapterError(
            f"{fields.place}: at is {at!r}; give iterations and phases of the next one, as 1400.3, "
            'or "end"'
        )
    text = _paragraphs(fields.text("text"))
    if len(text) > MOST_PARAGRAPHS:
        raise ChapterError(
            f"{fields.place}: text has {len(text)} paragraphs; give at most {MOST_PARAGRAPHS}"
        )
    callouts = tuple(map(_names, fields.texts("callouts")))
    if len(callouts) > MOST_CALLOUTS:
        raise ChapterError(
            f"{fields.place}: callouts has {len(callouts)}; give at most {MOST_CALLOUTS}"
        )
    asked = fields.table("question", required=False)
    changes = fields.list("changes", low=1, high=MOST_CALLOUTS, required=False)
    curve = fields.table("curve", required=False) if changes else None
    step = Step(
        title=fields.text("title"),
        text=text,
        recipe=recipe,
        steps=END if at == "end" else PHASES * int(match[1]) + int(match[2] or 0),
        node=_names(fields.text("node", default="")),
        callouts=callouts,
        lit=_names(fields.text("lit", default="")),
        show=fields.choice("show", CARDS, default="tree"),
        path=fields.flag("path"),
        lanes=fields.flag("lanes"),
        question=None if asked is None else _question(asked, recipes),
        changes=tuple(_change(each) for each in changes),
        result=fields.text("result") if changes else "",
        curve=None if curve is None else _curve(curve, recipes),
    )
    if step.lanes and step.question:
        raise ChapterError(f"{fields.place}: lanes would show the answer; ask beside a tree")
    for paragraph in (*text, *([step.question.ask] if step.question else [])):
        for called in re.findall(r"\{(\d+)\}", paragraph):
            if not 1 <= int(called) <= len(callouts):
                raise ChapterError(f"{fields.place}: text calls {{{called}}}, which is no callout")
    return step


def _change(fields: Fields) -> Change:
    values = fields.values("values")
    low = 0.0 if values else fields.number("low")
    change = Change(
        parameter=fields.text("parameter"),
        label=fields.text("label"),
        values=tuple(values),
        low=low,
        high=low if values else fields.number("high"),
    )
    fields.end()
    return change


def _curve(fields: Fields, recipes: Mapping[str, Recipe]) -> Curve:
    row = _row(fields, recipes, None)
    low, high = fields.number("low"), fields.number("high")
    count = fields.whole("count", low=2, high=20)
    ratio = (high / low) ** (1 / (count - 1))
    curve = Curve(
        parameter=fields.text("parameter"),
        values=tuple(float(f"{low * ratio**i:.2g}") for i in range(count)),
        counted=fields.text("counted"),
        row=row,
    )
    fields.end()
    return curve


def _question(fields: Fields, recipes: Mapping[str, Recipe]) -> Question:
    judge = fields.choice("judge", JUDGES)
    recipe = ""
    if JUDGES[judge].runs_recipe:
        recipe = fields.choice("recipe", recipes)
    question = Question(
        ask=fields.text("ask"),
        judge=judge,
        recipe=recipe,
        on=fields.choice("on", PLACES, default="board"),
        why=fields.text("why"),
        wrong=fields.text("wrong"),
    )
    fields.end()
    return question


def _claim(fields: Fields, recipes: Mapping[str, Recipe]) -> Claim:
    shared = _Counting(fields, None)
    rows = tuple(
        _row(table, recipes, shared) for table in fields.list("rows", low=2, high=MOST_ROWS)
    )
    names = [row.name for row in rows]
    contrasts = []
    for table in fields.list("contrasts", low=1, high=MOST_ROWS):
        more, less = (names.index(table.choice(end, names)) for end in ("more", "less"))
        if rows[more].is_trap == rows[less].is_trap:
            raise ChapterError(f"{table.place}: one row must be a trap and the other none")
        contrasts.append(Contrast(more, less))
        table.end()
    claim = Claim(
        text=fields.text("text"),
        counted=fields.text("counted"),
        other=fields.text("other"),
        rows=rows,
        contrasts=tuple(contrasts),
    )
    fields.end()
    return claim


class _Counting:
    """What is counted: a row's own, or what a claim says of all its rows."""

    measure: str

    def __init__(self, fields: Fields, shared: _Counting | None) -> None:
        known = shared.measure if shared else ""
        self.measure = fields.choice("measure", MEASURES, default=known)
        common = shared.arguments if shared else {}
        self.arguments: dict[str, Any] = {**common, **fields.mapping("arguments")}
        self.event: Event = shared.event if shared else Event("yes")
        text = fields.text("event", default="")
        if text:
            event = Event.parse(text)
            if event is None:
                raise ChapterError(f'{fields.place}: event must be "yes", "largest" or as ">= 100"')
            self.event = event


def _row(fields: Fields, recipes: Mapping[str, Recipe], shared: _Counting | None) -> Row:
    counting = _Counting(fields, shared)
    row = Row(
        name=fields.text("name"),
        label=fields.text("label", default=fields.text("name")),
        recipe=fields.choice("recipe", recipes),
        parameters=fields.mapping("parameters"),
        measure=counting.measure,
        arguments=counting.arguments,
        event=counting.event,
        is_trap=fields.flag("trap"),
    )
    recipe = recipes[row.recipe]
    try:
        recipe.replace(parameters={**recipe.parameters, **row.parameters})
    except RecipeError as error:
        raise ChapterError(f"{fields.place}: {error}") from None
    if shared is not None:
        fields.end()
    return row


def _facts(fields: Fields, recipes: Mapping[str, Recipe]) -> dict[str, Fact]:
    facts = {}
    for table in fields.list("facts", low=0, high=MOST_FACTS, required=False):
        row = _row(table, recipes, None)
        if row.event.kind == "largest":
            raise ChapterError(f"{table.place}: a single search can't have the largest number")
        facts[row.name] = Fact(row, table.whole("seeds", low=20, high=1000, default=1000))
        table.end()
    return facts


def _source(fields: Fields) -> Source:
    address = fields.text("address")
    if not re.fullmatch(r"https://[\w.-]+/\S+", address):
        raise ChapterError(f"{fields.place}: address is {address!r}; give one with https://")
    source = Source(fields.text("title"), address, _paragraphs(fields.text("answer")))
    fields.end()
    return source


@cache
def read_all(folders: tuple[str, ...]) -> tuple[Chapter, ...]:
    """The chapters of some folders, by their numbers."""
    files = [path for folder in folders for path in sorted(Path(folder).glob("*.toml"))]
    found = sorted((read(path) for path in files), key=lambda chapter: chapter.number)
    for first, second in itertools.pairwise(found):
        if first.number == second.number:
            raise ChapterError(
                f"{second.name}.toml: number is {second.number}, which {first.name}.toml has too"
            )
    return tuple(found)


def all_chapters() -> tuple[Chapter, ...]:
    """The chapters of all folders that `chapters.__path__` names."""
    return read_all(tuple(chapters.__path__))
