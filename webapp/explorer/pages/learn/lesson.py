"""What the column of text shows, as plain values for the page's script."""

from __future__ import annotations

import re
from typing import Any

from explorer.look import text
from explorer.pages.learn import checking, evidence
from explorer.pages.learn.chapter import Chapter, Step
from explorer.pages.learn.moments import Ready, counted
from explorer.pages.learn.numbers import PLACEHOLDER, name_of, state_at
from mcsearch.recipe import GAMES

OPEN, WRONG, RIGHT, SKIPPED = "open", "wrong", "right", "skipped"
"""How far a question has been answered."""

_MARKED = re.compile(r"\{(\d+)\}|\*\*(.+?)\*\*|`(.+?)`|\[([^]]+)\]\((\?[^)]+)\)")

Pieces = list[tuple[str, str]]
"""Text, and what it is: "", "call", "bold", "code", or the page's address that it leads to."""


def pieces(paragraph: str) -> Pieces:
    """A text in pieces: callouts as {1}, **bold** and `code` words, [links](?view=race)."""
    found: Pieces = []
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
    return found


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


def plain_claim(chapter: Chapter) -> dict[str, Any]:
    claim = chapter.claim
    claimed = evidence.pairs(chapter)
    return {
        "text": pieces(claim_text(chapter)),
        "seeds": [evidence.SEEDS[0], evidence.SEEDS[-1]],
        "block": checking.BLOCK,
        "rows": [{"label": row.label} for row in claim.rows],
        "contrasts": [
            {
                "more": claim.rows[each.more].label,
                "less": claim.rows[each.less].label,
                "claimed": None if claimed is None else round(100 * claimed[i].difference),
            }
            for i, each in enumerate(claim.contrasts)
        ],
        "counted": claim.counted.replace("{bound}", _bound(chapter)),
        "other": claim.other,
    }


def plain_source(chapter: Chapter) -> dict[str, Any]:
    source = chapter.source
    return {
        "title": source.title,
        "address": source.address,
        "answer": [pieces(paragraph) for paragraph in source.answer],
    }


def _choices(ready: Ready) -> list[dict[str, Any]]:
    """The answers, with where they are on the board, for the arrow keys; y upwards."""
    state = state_at(ready.search.root, ready.place.selected)
    found = []
    for number, (action, name) in enumerate(sorted(ready.names.items())):
        x, y = float(number), 0.0
        if state.board is not None and (
            cells := state.pointed_cells(action) or state.action_cells(action)
        ):
            x, y = float(state.board.x[cells[0]]), float(state.board.y[cells[0]])
        found.append({"action": action, "name": name, "x": x, "y": y})
    return found


def _question(step: Step, ready: Ready, state: str, said: str) -> dict[str, Any]:
    assert step.question is not None
    answers = sorted(ready.names.get(action, "") for action in ready.answers)
    is_known = state in (RIGHT, SKIPPED)
    return {
        "ask": pieces(ready.ask),
        "on": step.question.on,
        "state": state,
        "said": pieces(said),
        "answer": " or ".join(answers) if is_known else "",
        "choices": _choices(ready),
    }


def plain(
    chapter: Chapter, index: int, ready: Ready, state: str, said: str, following: Chapter | None
) -> dict[str, Any]:
    """A step; `state` and `said`: how far its question is answered, and what is said of that."""
    step = chapter.steps[index]
    is_last = index == len(chapter.steps) - 1
    return {
        "chapter": chapter.name,
        "number": chapter.number,
        "part": chapter.part,
        "game": GAMES[chapter.recipes[step.recipe].game].title,
        "name": chapter.title,
        "step": index + 1,
        "of": len(chapter.steps),
        "title": ready.title,
        "paragraphs": [pieces(paragraph) for paragraph in ready.paragraphs],
        "calls": [list(actions) for actions in ready.callouts],
        "names": [name_of(ready.search.root, actions) for actions in ready.callouts if actions],
        "node": list(ready.place.selected),
        "show": step.question.on if step.question else step.show,
        "question": _question(step, ready, state, said) if step.question else None,
        "claim": plain_claim(chapter) if is_last else None,
        "source": plain_source(chapter),
        "following": {"name": following.name, "title": following.title}
        if following and is_last
        else None,
    }
