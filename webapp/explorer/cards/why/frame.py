"""What "Why this child?" shows: the selection rule's terms for every child, and its formula."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.cards.why.advice import Advice, advise
from explorer.game.line import Actions
from explorer.look import text
from explorer.look.boards import board_of, has_tiles
from explorer.moment.children import FormulaTerm
from explorer.moment.gather import Moment
from explorer.moment.steps import SELECTION
from explorer.moment.tree import NONE
from mcsearch.engine.bounds import Bounds


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the rounds have let an action of the root come."""

    playouts: int  # of this move's rounds
    last: int  # round that it is in, from 1; 0: none
    rank: int  # in it, 1 for the best
    note: str  # "out", "stays", "wins", "playing", "not drawn"


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
    standing: Standing | None  # in the rounds of the root's actions; None where there are none
    certain: str  # "loss", "0.5 to 1": what is proven for the player who moves here, "" if nothing


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
    advice: Advice | None  # what the numbers say about the exploration constant
    remark: str = ""  # what else there is to say of the scores


NOT_SHOWN = WhyFrame(
    *(False, "", "", (), (), (), 0, (), {}, math.nan, 0, None, None, "", -1, "", 0, None),
)
"""Where nobody looks at the table."""


def build_why(moment: Moment, max_rows: int) -> WhyFrame:
    """The children of the selected node, best total first."""
    children, positions, actions = moment.children, moment.positions, moment.selected
    assert children is not None
    assert children.scores is not None
    scores, chosen = children.scores, children.chosen
    labels, values = scores.labels, scores.values
    standings = _standings(moment)
    order = list(scores.order)
    if standings is not None:
        order.sort(key=lambda i: _place_of(standings[children.actions[i]]))
    state = positions.state(actions)
    # without a formula there is more room, with a remark less
    shown = order[: max_rows - bool(scores.remark) if labels else 2 * max_rows]
    if chosen != NONE and chosen not in shown:
        shown[-1] = chosen
    names = [(*actions, action) for action in children.actions]
    numbers = {name: number for number, name in enumerate(moment.callouts, start=1)}
    called = [i for i in order if names[i] in numbers]
    if missing := [i for i in called if i not in shown]:
        kept = [i for i in shown if i in called or i == chosen]
        kept += missing[: max(len(shown) - len(kept), 0)]
        others = [i for i in shown if i not in kept]
        shown = [i for i in order if i in {*kept, *others[: len(shown) - len(kept)]}]
    changed = {i: state.action_cells(children.actions[i]) for i in shown}
    lying = state.cells().tolist()
    mover = state.to_play if state.num_players == 2 else -1
    rows = tuple(
        WhyRow(
            actions=names[i],
            name=positions.name(names[i]),
            tile=lying[changed[i][0]] if has_tiles(state) else 0,
            cells=len(changed[i]),
            visits=int(children.visits[i]),
            terms=tuple(values[i].tolist()),
            total=float(scores.total[i]),
            chosen=i == chosen,
            mean=children.mean[i],
            top=children.top[i],
            callout=numbers.get(names[i], 0),
            standing=None if standings is None else standings[children.actions[i]],
            certain=_certain(children.bounds[i].seen_by(max(mover, 0))),
        )
        for i in shown
    )
    decimals = _decimals(values[shown])
    return WhyFrame(
        selecting=moment.phase == SELECTION,
        context=_context(moment, state),
        count=_count(len(shown), len(names)),
        labels=labels,
        decimals=decimals,
        rows=rows,
        num_children=len(names),
        formula=() if standings is not None and not _ranks_by_formula(moment) else scores.formula,
        variables=scores.variables,
        total=math.fsum(term.value for term in scores.formula),
        total_decimals=min(decimals, default=0),
        previous=actions[:-1] if actions else None,
        following=None if chosen == NONE else names[chosen],
        message=_message(state, len(names)),
        mover=mover,
        mark=board_of(state).marks[mover] if mover >= 0 else "",
        search_player=moment.search_player,
        advice=advise(children, lambda i: positions.name(names[i])),
        remark=_remark(moment),
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


def _standings(moment: Moment) -> dict[int, Standing] | None:
    """By action of the root: its standing; None away from the root, or without rounds."""
    if moment.rounds is None or moment.selected:
        return None
    found = {action: Standing(0, 0, 0, "not drawn") for action in moment.rounds.undrawn}
    for number, each in enumerate(moment.rounds.rounds, start=1):
        is_last = number == len(moment.rounds.rounds)
        for entry in each.entries:
            note = "playing"
            if each.is_over:
                note = ("wins" if is_last else "stays") if entry.stays else "out"
            found[entry.action] = Standing(entry.playouts, number, entry.rank, note)
    return found


def _ranks_by_formula(moment: Moment) -> bool:
    """Whether the rounds' ranks are by the scores of the rule's formula, and not by the means."""
    assert moment.rounds is not None
    entries = (entry for each in moment.rounds.rounds for entry in each.entries)
    return not any(math.isnan(entry.noise) for entry in entries)


def _place_of(standing: Standing) -> tuple[int, int]:
    """Rows in order: the furthest round first, by rank."""
    return -standing.last, standing.rank


def _remark(moment: Moment) -> str:
    """Whose statistics the scores have, by name; else what the rule says of them."""
    assert moment.children is not None
    scores = moment.children.scores
    assert scores is not None
    if scores.lender is None:
        return scores.remark
    name = moment.positions.name(scores.lender) if scores.lender else "the root"
    visits = text.plural(scores.lender_visits, "visit")
    return f"AMAF of {name}, {visits}: this node has too few of its own"


def _certain(bounds: Bounds) -> str:
    if bounds.is_open:
        return ""
    if bounds.is_exact:
        return bounds.outcome or f"{bounds.lower:g}"
    return f"{bounds.lower:g} to {bounds.upper:g}"


def _decimals(terms: np.ndarray) -> tuple[int, ...]:
    """Those of each column, by its largest number: more than three where the whole table is small.

    terms: float64 [rows, terms]
    """
    sizes = np.abs(np.where(np.isfinite(terms), terms, 0.0)).max(axis=0, initial=0.0)
    finest = max(3, text.decimals_for(float(sizes.max(initial=0.0))))
    return tuple(min(text.decimals_for(size), finest) for size in sizes.tolist())


def _context(moment: Moment, state: Any) -> str:
    """Where the table stands, for two players also whose results it has."""
    step = len(moment.selected) + 1
    if moment.on_path and step <= moment.path_steps:
        place = f"step {step} of {moment.path_steps}"
    else:
        place = f"depth {step - 1}, off the path" if step > 1 else "at the root"
    if state.num_players == 1:
        return f"path {place}" if place[0] == "s" else place
    mover = "search" if state.to_play == moment.search_player else "opponent"
    return f"{place}, {mover} moves"


def _count(shown: int, children: int) -> str:
    if children == 0:
        return ""
    if shown == children:
        return "1 child" if children == 1 else f"all {children} children"
    return f"{shown} of {children}"


def _message(state: Any, num_children: int) -> str:
    if num_children:
        return ""
    if state.is_terminal():
        return "No moves: the position is over."
    return "No child has been tried here yet."
