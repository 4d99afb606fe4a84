"""What "Why this child?" shows: the selection rule's terms for every child, and its formula."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.game.line import Actions
from explorer.look import text
from explorer.look.boards import board_of, has_tiles
from explorer.moment.gather import Moment
from mcsearch.engine.bounds import Bounds
from mcsearch.engine.search import SELECTION


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
    chosen: bool  # the child on the path; where the path goes elsewhere, the best total
    mean: float
    top: float  # nan where a tree keeps no top scores
    callout: int  # the number that a text calls it by, 0: none
    certain: str  # "loss", "0.5 to 1": what is proven for the player who moves here, "" if nothing


@dataclass(frozen=True, slots=True)
class FormulaTerm:
    """One term of the chosen child's score: its expression, variables and value."""

    label: str
    expression: str  # Python syntax
    value: float


@dataclass(frozen=True, slots=True)
class WhyFrame:
    """The table (best total first) and the formula card."""

    selecting: bool  # the selection is what the search has just done
    context: str  # "path step 4 of 8"
    count: str  # "5 of 38"
    labels: tuple[str, ...]  # of the term columns; without a rule none
    decimals: tuple[int, ...]  # of the term columns
    rows: tuple[WhyRow, ...]
    num_children: int
    formula: tuple[FormulaTerm, ...]  # empty where there is no rule or no child
    variables: dict[str, float]  # what the names in the formula stand for
    total: float
    total_decimals: int
    previous: Actions | None  # what the arrows select
    following: Actions | None
    message: str  # why the table is empty, else ""
    mover: int  # the player who moves here, whose results the means are; -1: one player
    mark: str  # on that player's stones
    search_player: int


NOT_SHOWN = WhyFrame(
    *(False, "", "", (), (), (), 0, (), {}, math.nan, 0, None, None, "", -1, "", 0),
)
"""Where nobody looks at the table."""


def build_why(moment: Moment, max_rows: int) -> WhyFrame:
    """The children of the selected node, best total first."""
    search, positions, path, actions = (
        moment.search,
        moment.positions,
        moment.path,
        moment.selected,
    )
    tree, rule = search.tree, search.rule
    node = moment.nodes[-1]
    state = positions.state(actions)
    children = tree.children(node)
    step = len(moment.nodes)
    on_path = path[:step] == moment.nodes
    chosen = path[step] if on_path and len(path) > step else None
    if rule is None:
        labels: tuple[str, ...] = ()
        values = np.zeros((len(children), 0))
        keys = np.asarray([[tree.top(c), tree.mean(c)] for c in children]).reshape(-1, 2)
        # the child with the best result first; those without one last
        order = np.lexsort((-keys[:, 1], -keys[:, 0])).tolist() if children else []
        total = np.full(len(children), np.nan)
    else:
        terms = rule.terms(tree, node)
        labels, values = tuple(terms.names), terms.values
        # a child that was never visited is taken before all others
        total = np.where(np.isnan(terms.total), np.inf, terms.total)
        order = np.argsort(-total, kind="stable").tolist()
    if chosen is None and children:
        chosen = children[order[0]]
    shown = order[: max_rows if labels else 2 * max_rows]  # without a formula there is more room
    if chosen is not None and children.index(chosen) not in shown:
        shown[-1] = children.index(chosen)
    numbers = {name: number for number, name in enumerate(moment.callouts, start=1)}
    called = [i for i in order if (*actions, tree.action_of(children[i])) in numbers]
    if missing := [i for i in called if i not in shown]:
        kept = [i for i in shown if i in called or children[i] == chosen]
        kept += missing[: max(len(shown) - len(kept), 0)]
        others = [i for i in shown if i not in kept]
        shown = [i for i in order if i in {*kept, *others[: len(shown) - len(kept)]}]
    changed = {i: state.action_cells(tree.action_of(children[i])) for i in shown}
    lying = state.cells().tolist()
    mover = state.to_play if state.num_players == 2 else -1
    rows = tuple(
        WhyRow(
            actions=(*actions, tree.action_of(children[i])),
            name=positions.name((*actions, tree.action_of(children[i]))),
            tile=lying[changed[i][0]] if has_tiles(state) else 0,
            cells=len(changed[i]),
            visits=tree.visits_of(children[i]),
            terms=tuple(values[i].tolist()),
            total=float(total[i]),
            chosen=children[i] == chosen,
            mean=tree.mean(children[i]),
            top=tree.top(children[i]),
            callout=numbers.get((*actions, tree.action_of(children[i])), 0),
            certain=_certain(tree.bounds_of(children[i]).seen_by(max(mover, 0))),
        )
        for i in shown
    )
    has_formula = rule is not None and chosen is not None and tree.visits_of(chosen) > 0
    formula: tuple[FormulaTerm, ...] = ()
    if has_formula:
        row = values[children.index(chosen)].tolist()
        formula = tuple(
            FormulaTerm(term.name, term.expression, value)
            for term, value in zip(rule.terms_at(tree, node), row, strict=True)
        )
    decimals = tuple(_decimals(values[shown, i]) for i in range(len(labels)))
    return WhyFrame(
        selecting=search.phase == SELECTION,
        context=_context(search, state, on_path, step, len(path) - 1),
        count=_count(len(shown), len(children)),
        labels=labels,
        decimals=decimals,
        rows=rows,
        num_children=len(children),
        formula=formula,
        variables=dict(rule.variables(tree, node, chosen)) if has_formula else {},
        total=math.fsum(term.value for term in formula),
        total_decimals=min(decimals, default=0),
        previous=actions[:-1] if actions else None,
        following=None if chosen is None else (*actions, tree.action_of(chosen)),
        message=_message(state, children),
        mover=mover,
        mark=board_of(state).marks[mover] if mover >= 0 else "",
        search_player=search.root.to_play,
    )


def shown_total(terms: Iterable[float], why: WhyFrame) -> float:
    """The sum of the terms as they are written: what a reader gets who adds them up.

    It has the decimals of the coarsest term and is within one unit of the exact total there.
    """
    rounded = [
        round(term, decimals) if math.isfinite(term) else term
        for term, decimals in zip(terms, why.decimals, strict=True)
    ]
    return sum(rounded)


def _certain(bounds: Bounds) -> str:
    if bounds.is_open:
        return ""
    if bounds.is_exact:
        return bounds.outcome or f"{bounds.lower:g}"
    return f"{bounds.lower:g} to {bounds.upper:g}"


def _decimals(column: np.ndarray) -> int:
    return text.decimals_for(float(np.abs(column[np.isfinite(column)]).max(initial=0.0)))


def _context(search: Any, state: Any, on_path: bool, step: int, path_steps: int) -> str:
    """Where the table stands, for two players also whose results it has."""
    if on_path and step <= path_steps:
        place = f"step {step} of {path_steps}"
    else:
        place = f"depth {step - 1}, off the path" if step > 1 else "at the root"
    if state.num_players == 1:
        return f"path {place}" if place[0] == "s" else place
    mover = "search" if state.to_play == search.root.to_play else "opponent"
    return f"{place}, {mover} moves"


def _count(shown: int, children: int) -> str:
    if children == 0:
        return ""
    if shown == children:
        return "1 child" if children == 1 else f"all {children} children"
    return f"{shown} of {children}"


def _message(state: Any, children: list[int]) -> str:
    if children:
        return ""
    if state.is_terminal():
        return "No moves: the position is over."
    return "No child has been tried here yet."
