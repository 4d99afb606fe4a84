"""What "Why this child?" shows: the selection rule's terms for every child, and its formula."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.tree_frame import Actions


@dataclass(frozen=True, slots=True)
class WhyRow:
    """One child of the selected node."""

    actions: Actions
    name: str  # "L4"
    tile: int  # cell value removed by the action, 0 for stones
    cells: int  # how many cells it removes
    visits: int
    terms: tuple[float, ...]
    total: float
    chosen: bool  # the child on the path, or (off the path) the one selection would take
    mean: float
    top: float  # nan where a tree keeps no top scores


@dataclass(frozen=True, slots=True)
class FormulaTerm:
    """One term of the chosen child's score: its expression, variables and value."""

    label: str
    expression: str  # Python syntax
    value: float


@dataclass(frozen=True, slots=True)
class WhyFrame:
    """The table (best total first) and the formula card."""

    context: str  # "step 4 of 8 on the path"
    count: str  # "top 5 of 38"
    labels: tuple[str, ...]  # of the term columns
    rows: tuple[WhyRow, ...]
    num_children: int
    formula: tuple[FormulaTerm, ...]  # empty where there is no rule or no child
    variables: dict[str, float]
    total: float
    previous: Actions | None  # what the arrows select
    following: Actions | None
    message: str  # why the table is empty, else ""
    percent: bool
