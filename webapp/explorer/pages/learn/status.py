"""What is said around the text: of the search on the stage, and of a step on its way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LearnStage:
    """Words and buttons of the stage."""

    steps: int
    busy: bool
    changed: bool  # by the reader: it is not as the step has it
    view: str
    moves: int  # shown that have not been played
    aimed: str  # the move that a finger has chosen
    hovered: str | None  # a node's name
    texts: dict[str, str]  # by the name in `data-told`


@dataclass(frozen=True, slots=True)
class LearnStatus:
    """The step that is wanted, and what is on the stage meanwhile."""

    waiting: bool
    problem: str  # why the step can't be shown
    step: int
    stage: LearnStage | None  # as soon as there is a step to show
