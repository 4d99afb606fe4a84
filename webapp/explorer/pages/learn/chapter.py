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

from explorer.pages.learn import chapters, mistakes
from explorer.pages.learn.checks import ChapterError, Fields, Place
from explorer.pages.learn.judges import JUDGES
from explorer.pages.learn.measures import MEASURES, Event
from explorer.session.walk import PHASES
from mcsearch import Recipe, RecipeError
from mcsearch.selection import RULES

MOST_CALLOUTS = 3
MOST_PARAGRAPHS = 4
STEPS = (4, 8)
"""How few and how many steps a chapter has."""
CARDS = ("tree", "board", "why")
PARTS = ("Foundations", "Two players", "One player")
PLACES = ("tree", "board")
END = PHASES * 10_000_000
"""The moment at which a search ends by itself, as `at = "end"` names it."""
SEED = "{seed}"
"""In a recipe's position: the seed, for a board of its own for each of a claim's seeds."""

RULES.add(mistakes.Unturned)


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
    question: Question | None


@dataclass(frozen=True)
class Row:
    """One of the searches that a claim compares."""

    name: str
    label: str
    recipe: str
    found: int  # for how many of the seeds it was so when the chapter was written
    least: int  # for how many it must be so
    most: int
    is_trap: bool


@dataclass(frozen=True)
class Claim:
    """What every reader can check: counts of an event over seeds, for two searches or more."""

    text: str
    seeds: tuple[int, ...]
    measure: str  # of MEASURES: a number for each search
    arguments: Mapping[str, Any]
    event: Event  # what of that number is counted
    counted: str  # the event in words
    other: str  # and what is not counted
    rows: tuple[Row, ...]


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
    source: Source

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
        question=None if asked is None else _question(asked, recipes),
    )
    for paragraph in (*text, *([step.question.ask] if step.question else [])):
        for called in re.findall(r"\{(\d+)\}", paragraph):
            if not 1 <= int(called) <= len(callouts):
                raise ChapterError(f"{fields.place}: text calls {{{called}}}, which is no callout")
    return step


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
    first, _, last = fields.text("seeds", default="1-20").partition("-")
    if not (first.isdigit() and last.isdigit() and int(last) - int(first) >= 19):
        raise ChapterError(f"{fields.place}: seeds must be at least 20, such as 1-20")
    seeds = tuple(range(int(first), int(last) + 1))
    measure = fields.choice("measure", MEASURES)
    event = Event.parse(fields.text("event", default="yes"))
    if event is None:
        raise ChapterError(f'{fields.place}: event must be "yes", "largest" or as ">= 100"')
    rows = tuple(_row(table, recipes, len(seeds)) for table in fields.list("rows", low=2, high=4))
    if {row.is_trap for row in rows} != {True, False}:
        raise ChapterError(f"{fields.place}: rows must have a trap and a row without it")
    claim = Claim(
        text=fields.text("text"),
        seeds=seeds,
        measure=measure,
        arguments=fields.mapping("arguments"),
        event=event,
        counted=fields.text("counted"),
        other=fields.text("other"),
        rows=rows,
    )
    fields.end()
    return claim


def _row(fields: Fields, recipes: Mapping[str, Recipe], num_seeds: int) -> Row:
    needs = fields.text("needs")
    match = re.fullmatch(r"(at least|at most) (\d+)", needs)
    if match is None or int(match[2]) > num_seeds:
        raise ChapterError(
            f'{fields.place}: needs is {needs!r}; give "at least" or "at most" and a number of '
            f"seeds up to {num_seeds}"
        )
    bound = int(match[2])
    row = Row(
        name=fields.text("name"),
        label=fields.text("label"),
        recipe=fields.choice("recipe", recipes),
        found=fields.whole("found", low=0, high=num_seeds),
        least=bound if match[1] == "at least" else 0,
        most=bound if match[1] == "at most" else num_seeds,
        is_trap=fields.flag("trap"),
    )
    if not row.least <= row.found <= row.most:
        raise ChapterError(f"{fields.place}: found is {row.found}, but needs is {needs!r}")
    fields.end()
    return row


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
