"""What the column of text shows, as it is sent to `page.js`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from explorer.look import text
from explorer.pages.learn import checking, evidence
from explorer.pages.learn.chapter import Chapter, Question
from explorer.pages.learn.moments import Ready, counted
from explorer.pages.learn.numbers import PLACEHOLDER, name_of, state_at
from mcsearch.recipe import GAMES

State = Literal["open", "wrong", "right", "skipped"]
"""How far a question has been answered."""
OPEN: Final = "open"
WRONG: Final = "wrong"
RIGHT: Final = "right"
SKIPPED: Final = "skipped"

_MARKED = re.compile(r"\{(\d+)\}|\*\*(.+?)\*\*|`(.+?)`|\[([^]]+)\]\((\?[^)]+)\)")

Pieces = tuple[tuple[str, str], ...]
"""Text, and what it is: "", "call", "bold", "code", or the page's address that it leads to."""


@dataclass(frozen=True, slots=True)
class LearnChoice:
    """An answer, with where it is on the board, for the arrow keys; y upwards."""

    action: int
    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class LearnQuestion:
    """What a step asks, and how far it is answered."""

    ask: Pieces
    on: str
    state: State
    said: Pieces
    answer: str
    choices: tuple[LearnChoice, ...]


@dataclass(frozen=True, slots=True)
class LearnContrast:
    """Two searches of a claim."""

    more: str
    less: str
    claimed: int | None  # points of 100


@dataclass(frozen=True, slots=True)
class LearnClaim:
    """What a chapter claims of its searches."""

    text: Pieces
    block: int  # seeds of a press
    rows: tuple[str, ...]  # the searches
    contrasts: tuple[LearnContrast, ...]
    counted: str
    other: str


@dataclass(frozen=True, slots=True)
class LearnSource:
    """The public question that a chapter answers."""

    title: str
    address: str
    answer: tuple[Pieces, ...]


@dataclass(frozen=True, slots=True)
class LearnFollowing:
    """The chapter after this one."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class LearnLesson:
    """A step of a chapter."""

    chapter: str
    number: int
    part: str
    game: str
    name: str
    step: int  # from 1
    of: int
    title: str
    paragraphs: tuple[Pieces, ...]
    calls: tuple[tuple[int, ...], ...]  # the actions of the callouts
    names: tuple[str, ...]  # what the called things are
    node: tuple[int, ...]
    show: str  # the card that the step is about
    question: LearnQuestion | None
    claim: LearnClaim | None  # with a chapter's last step
    source: LearnSource
    following: LearnFollowing | None  # with its last step


def pieces(paragraph: str) -> Pieces:
    """A text in pieces: callouts as {1}, **bold** and `code` words, [links](?view=race)."""
    found: list[tuple[str, str]] = []
    end = 0
    for match in _MARKED.finditer(paragraph):
        if match.start() > end:
            found.append((paragraph[end : match.start()], ""))
        texts = match.groups()[:4]
        place = next(i for i, text in enumerate(texts) if text)
        found.append((texts[place], ("call", "bold", "code", match[5])[place]))
        end = match.end()
    if end < len(paragraph):
        found.append((paragraph[end:], ""))
    return tuple(found)


def _bound(chapter: Chapter) -> str:
    """The number that the claim's event passes, for its texts; "" where it passes none."""
    bounds = [row.event.bound for row in chapter.claim.rows if row.event.bound]
    return text.number(bounds[0]) if bounds else ""


def claim_text(chapter: Chapter) -> str:
    """The claim with the counts that were found, and with what is the same for all its searches."""
    claim = chapter.claim
    first = claim.rows[0]
    told = counted(chapter)
    known = {row.name: told[f"number:{row.name}"] for row in claim.rows}
    for row in claim.rows:
        numbers = {name: n for name, n in row.arguments.items() if isinstance(n, int)}
        known |= {name: text.number(number) for name, number in numbers.items()}
    known |= told | {
        "bound": _bound(chapter),
        "seeds": text.number(len(evidence.SEEDS)),
        "iterations": text.number(float(chapter.recipe_of(first, 1).values["iterations"])),
    }

    def filled(match: re.Match[str]) -> str:
        return known.get(match[1], match[0])

    return PLACEHOLDER.sub(filled, claim.text)


def _claim(chapter: Chapter) -> LearnClaim:
    claim = chapter.claim
    claimed = evidence.pairs(chapter)
    return LearnClaim(
        text=pieces(claim_text(chapter)),
        block=checking.BLOCK,
        rows=tuple(row.label for row in claim.rows),
        contrasts=tuple(
            LearnContrast(
                claim.rows[each.more].label,
                claim.rows[each.less].label,
                None if claimed is None else round(100 * claimed[i].difference),
            )
            for i, each in enumerate(claim.contrasts)
        ),
        counted=claim.counted.replace("{bound}", _bound(chapter)),
        other=claim.other,
    )


def _choices(ready: Ready) -> tuple[LearnChoice, ...]:
    state = state_at(ready.search.root, ready.place.selected)
    found = []
    for number, (action, name) in enumerate(sorted(ready.names.items())):
        x, y = float(number), 0.0
        if state.board is not None and (
            cells := state.pointed_cells(action) or state.action_cells(action)
        ):
            x, y = float(state.board.x[cells[0]]), float(state.board.y[cells[0]])
        found.append(LearnChoice(action, name, x, y))
    return tuple(found)


def _question(question: Question, ready: Ready, state: State, said: str) -> LearnQuestion:
    answers = sorted(ready.names.get(action, "") for action in ready.answers)
    is_known = state in (RIGHT, SKIPPED)
    return LearnQuestion(
        ask=pieces(ready.ask),
        on=question.on,
        state=state,
        said=pieces(said),
        answer=" or ".join(answers) if is_known else "",
        choices=_choices(ready),
    )


def _following(chapter: Chapter) -> LearnFollowing:
    return LearnFollowing(chapter.name, chapter.title)


def lesson(
    chapter: Chapter, index: int, ready: Ready, state: State, said: str, following: Chapter | None
) -> LearnLesson:
    """A step; `state` and `said`: how far its question is answered, and what is said of that."""
    step, source = chapter.steps[index], chapter.source
    is_last = index == len(chapter.steps) - 1
    return LearnLesson(
        chapter=chapter.name,
        number=chapter.number,
        part=chapter.part,
        game=GAMES[chapter.recipes[step.recipe].game].title,
        name=chapter.title,
        step=index + 1,
        of=len(chapter.steps),
        title=ready.title,
        paragraphs=tuple(map(pieces, ready.paragraphs)),
        calls=tuple(tuple(actions) for actions in ready.callouts),
        names=tuple(name_of(ready.search.root, actions) for actions in ready.callouts if actions),
        node=tuple(ready.place.selected),
        show=step.question.on if step.question else step.show,
        question=_question(step.question, ready, state, said) if step.question else None,
        claim=_claim(chapter) if is_last else None,
        source=LearnSource(source.title, source.address, tuple(map(pieces, source.answer))),
        following=_following(following) if following and is_last else None,
    )
