"""The lanes of a search that learns a policy for `nrpa.js`, which draws them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from explorer.cards.lanes.improvement_view import Improvement, improvement_of
from explorer.cards.lanes.memory_frame import position_after
from explorer.cards.lanes.nrpa_frame import Course, LevelLane, NrpaFrame, PlayoutLane
from explorer.cards.lanes.nrpa_policy import PolicyFrame, PolicyMove
from explorer.cards.lanes.nrpa_words import of_beam, unit, verdict
from explorer.cards.lanes.view import MemoryStrip, Scale, Score, joined, memory_strip
from explorer.look import text
from explorer.look.boards import ShownBoard, shown_board
from explorer.look.marks import MARKS
from explorer.schema.contract import Share

_SHADES = 20  # steps between never and always in the strips of probabilities
_MOST_RESULTS = 1000  # of a level are drawn
_MOST_ELEMENTS = 4  # of a beam have room beside the headline
_NAMED = 24  # so many moves of a playout have room for a name ...
_LETTERS = 3  # ... of so many letters; fewer for longer ones

Direction = Literal[-1, 0, 1]
Step = tuple[int, str, str]
"""Of a sequence: the shade and the text of its probability, the name of its node."""


@dataclass(frozen=True, slots=True, eq=False)
class NrpaElement:
    """An element of a beam."""

    score: Score
    current: bool
    new: bool
    title: str


@dataclass(frozen=True, slots=True, eq=False)
class NrpaBeam:
    """The best elements of a beam, and the one at work."""

    elements: tuple[NrpaElement, ...]
    rest: int


@dataclass(frozen=True, slots=True, eq=False)
class NrpaLane:
    """One level: its searches so far and the best of them."""

    level: int
    count: str
    weights: str
    share: Share  # of its searches, done
    now: Share  # with the one that is under way
    caption: str
    span: int  # searches that the chart has room for
    points: tuple[tuple[float, str, float], ...]  # share, colour, share of the best so far
    ends: tuple[str, ...]  # of the scale, () without scores
    last: Score | None
    climbed: bool
    improved: bool
    headline: str
    more: str
    best: Score | None
    beam: NrpaBeam | None
    memory: MemoryStrip | None
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NrpaDrawn:
    """A move of the playout."""

    name: str
    at: str
    share: Share
    chance: str
    phase: int  # that has drawn it
    points: str
    shown: bool
    pending: bool


@dataclass(frozen=True, slots=True, eq=False)
class NrpaPlayout:
    """The playout as far as it has come."""

    title: str
    counts: tuple[str, ...]
    at: str
    cells: str
    group: tuple[int, ...]
    label: str
    moves: tuple[NrpaDrawn, ...]
    named: bool  # the moves have room for their names
    longest: int  # letters of a name
    score: Score | None


@dataclass(frozen=True, slots=True, eq=False)
class NrpaRest:
    """The moves of a policy that have no row of their own."""

    name: str
    share: Share
    old_share: Share
    chance: str


@dataclass(frozen=True, slots=True, eq=False)
class NrpaMove(NrpaRest):
    """A move of a policy."""

    tile: int  # 0: a stone
    colour: str
    size: str
    weight: str
    old: str
    change: str
    direction: Direction
    biases: tuple[str, ...]
    marked: bool


@dataclass(frozen=True, slots=True, eq=False)
class NrpaSoftmax:
    """p = exp(w + b) / sum, with the numbers."""

    name: str
    symbols: str
    exponent: str
    share: str
    total: str
    chance: str


@dataclass(frozen=True, slots=True, eq=False)
class NrpaSum:
    """A weight's adaptation."""

    name: str
    sum: str
    new: str
    note: str
    direction: Direction


@dataclass(frozen=True, slots=True, eq=False)
class NrpaAdaptation:
    """The step of a weight, for the sequence's move and for the one that loses most."""

    alpha: str
    sums: tuple[NrpaSum, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NrpaPolicy:
    """A position and its moves by a level's policy."""

    title: str
    place: str
    position: str
    pinned: bool
    at: str
    cells: str
    groups: tuple[tuple[int, ...], ...]
    played: tuple[int, ...]
    columns: tuple[str, ...]
    adapted: bool
    moves: tuple[NrpaMove, ...]
    rest: NrpaRest | None
    softmax: NrpaSoftmax | None
    adaptation: NrpaAdaptation


@dataclass(frozen=True, slots=True, eq=False)
class NrpaCertainty:
    """How sure a level was of its best sequence before an adaptation."""

    number: str
    shades: tuple[int, ...]
    new: bool
    score: str
    mean: str


@dataclass(frozen=True, slots=True, eq=False)
class NrpaCourse:
    """How sure a level has been of its best sequence, and is now."""

    level: int  # 0: none yet
    unit: str
    rows: tuple[NrpaCertainty, ...]
    steps: tuple[Step, ...]
    names: tuple[str, ...]
    mean: str
    here: int  # a step, -1: none


@dataclass(frozen=True, slots=True, eq=False)
class NrpaLanes:
    """A search that learns a policy."""

    board: ShownBoard
    phase: int
    lanes: tuple[NrpaLane, ...]  # the outermost level first; one at least
    playout: NrpaPlayout
    policy: NrpaPolicy
    course: NrpaCourse
    improvement: Improvement | None
    playouts: int


def nrpa_lanes(frame: NrpaFrame) -> NrpaLanes:
    """What `nrpa.js` shows."""
    scale = Scale(frame.low, frame.high)
    return NrpaLanes(
        board=shown_board(frame.board),
        phase=frame.phase,
        lanes=tuple(_lane(lane, frame, scale) for lane in frame.lanes),
        playout=_playout(frame.playout, scale),
        policy=_policy(frame.policy),
        course=_course(frame.course),
        improvement=improvement_of(frame.improvement) if frame.improvement else None,
        playouts=frame.playouts,
    )


def _shade(probability: float) -> int:
    """A probability as one of the steps, above the lowest unless it is nearly 0."""
    return round(_SHADES * probability)


def _lane(lane: LevelLane, frame: NrpaFrame, scale: Scale) -> NrpaLane:
    headline, more = verdict(lane)
    is_under_way = frame.phase > 0 and not lane.climbed
    number = min(lane.done + is_under_way, lane.repeats)
    start = max(lane.done - _MOST_RESULTS, 0)
    first = f"results {text.number(start + 1)} on" if start else "results"
    return NrpaLane(
        level=lane.level,
        count=f"{unit(lane.level)} {text.number(number)} of {text.number(lane.repeats)}",
        weights=text.plural(lane.num_weights, "weight"),
        share=lane.done / lane.repeats,
        now=number / lane.repeats,
        caption=f"{first} of its {text.number(lane.repeats)} "
        + ("playouts" if lane.level == 1 else f"level-{lane.level - 1} searches"),
        span=min(lane.repeats, _MOST_RESULTS),
        points=tuple(
            (scale.share(result.score), scale.score(result.score)[1], scale.share(result.best))
            for result in lane.results
        ),
        ends=(text.score(scale.low), text.score(scale.high)) if frame.has_scores else (),
        last=scale.score(lane.results[-1].score) if lane.results else None,
        climbed=lane.climbed,
        improved=lane.improved,
        headline=headline,
        more=more,
        best=None if math.isnan(lane.best_score) else scale.score(lane.best_score),
        beam=_beam(lane, scale) if len(lane.beam) > 1 else None,
        memory=memory_strip(lane.memory) if lane.memory else None,
        steps=_steps(lane.certainty, lane.memory.sequence if lane.memory else ()),
    )


def _beam(lane: LevelLane, scale: Scale) -> NrpaBeam:
    """The best elements of a beam and the one at work, if it is none of them."""
    shown = [
        (rank, element)
        for rank, element in enumerate(lane.beam)
        if rank < _MOST_ELEMENTS or element.is_current
    ]
    if len(shown) > _MOST_ELEMENTS:
        del shown[-2]
    return NrpaBeam(
        elements=tuple(
            NrpaElement(
                score=scale.score(element.score),
                current=element.is_current,
                new=element.is_new,
                title=f"{rank + 1} of {len(lane.beam)}: {of_beam(element)}",
            )
            for rank, element in shown
        ),
        rest=len(lane.beam) - len(shown),
    )


def _steps(probabilities: tuple[float, ...], sequence: tuple[int, ...]) -> tuple[Step, ...]:
    return tuple(
        (_shade(probability), text.chance(probability), joined(sequence[:ply]))
        for ply, probability in enumerate(probabilities)
    )


def _playout(lane: PlayoutLane, scale: Scale) -> NrpaPlayout:
    drawn = len(lane.moves) - lane.num_followed - lane.num_new
    longest = max((len(move.name) for move in lane.moves), default=0)
    return NrpaPlayout(
        title=f"playout {text.number(lane.number)}" if lane.number else "not begun",
        counts=(
            f"{lane.num_followed} followed",
            f"{lane.num_new} new",
            f"{drawn} played out",
        )
        if lane.moves
        else (),
        at=joined(lane.at),
        cells=lane.cells,
        group=lane.group,
        label=f"Position after {text.plural(len(lane.at), 'move')} of the playout",
        moves=tuple(
            NrpaDrawn(
                name=move.name,
                at=joined(move.at),
                share=move.probability,
                chance=text.chance(move.probability),
                phase=move.phase,
                points=text.gained(move.points),
                shown=move.shown,
                pending=move.pending,
            )
            for move in lane.moves
        ),
        named=len(lane.moves) * max(longest, _LETTERS) <= _NAMED * _LETTERS,
        longest=longest,
        score=None if math.isnan(lane.score) else scale.score(lane.score),
    )


def _policy(policy: PolicyFrame) -> NrpaPolicy:
    depth = len(policy.actions)
    whose = "the playout" if policy.drawn else "the best sequence"
    place = f"after {text.plural(depth, 'move')}" if depth else "at the start"
    if policy.num_steps:
        place = f"step {depth + 1} of {policy.num_steps} of {whose}"
    return NrpaPolicy(
        title=f"Policy of level {policy.level}",
        place=place,
        position=position_after(depth, policy.score),
        pinned=policy.pinned,
        at=joined(policy.actions),
        cells=policy.cells,
        groups=policy.groups,
        played=policy.played,
        columns=policy.bias_names,
        adapted=policy.adapted,
        moves=tuple(_move(move, policy) for move in policy.moves),
        rest=_rest(policy),
        softmax=_softmax(policy),
        adaptation=_adaptation(policy),
    )


def _move(move: PolicyMove, policy: PolicyFrame) -> NrpaMove:
    return NrpaMove(
        name=move.name,
        tile=move.tile,
        colour=MARKS[move.tile - 1].name if move.tile else "",
        size=f"×{move.size}" if move.size else "",
        weight=text.number(move.weight, 2),
        old=text.number(move.old_weight, 2),
        change=text.signed(move.change) if policy.adapted else "",
        direction=_direction(move.change),
        biases=tuple(text.number(bias, 2) for bias in move.biases),
        share=move.probability,
        old_share=move.old_probability,
        chance=text.chance(move.probability),
        marked=move.marked,
    )


def _direction(change: float) -> Direction:
    """1 up, -1 down, 0 where two decimals show no change."""
    return 0 if abs(change) < 0.005 else 1 if change > 0 else -1


def _rest(policy: PolicyFrame) -> NrpaRest | None:
    if not policy.num_rest:
        return None
    return NrpaRest(
        name=f"{text.number(policy.num_rest)} more",
        share=policy.rest_probability,
        old_share=policy.rest_old_probability,
        chance=text.chance(policy.rest_probability),
    )


def _formula_move(policy: PolicyFrame) -> PolicyMove | None:
    """The move whose numbers fill in the formulas: the marked one, else the most probable."""
    return policy.marked or (policy.moves[0] if policy.moves else None)


def _softmax(policy: PolicyFrame) -> NrpaSoftmax | None:
    move = _formula_move(policy)
    if move is None:
        return None
    bias = _term(move.bias) if policy.bias_names else ""
    return NrpaSoftmax(
        name=move.name,
        symbols="w + b" if policy.bias_names else "w",
        exponent=text.number(move.weight, 2) + bias,
        share=text.figures(move.share),
        total=text.figures(policy.total),
        chance=text.chance(move.probability),
    )


def _term(value: float, decimals: int = 2) -> str:
    """A further term of a sum: " + 0.50", " − 4.00"."""
    return f" {'−' if value < 0 else '+'} {text.number(abs(value), decimals)}"


def _adaptation(policy: PolicyFrame) -> NrpaAdaptation:
    alpha = text.large(policy.alpha)
    moves: list[PolicyMove] = []
    if policy.adapted:
        moves = [move for move in policy.moves if move.marked and move.adjustments]
        others = [m for m in policy.moves if not m.marked and _direction(m.change) < 0]
        moves += sorted(others, key=lambda move: move.change)[:1]
    return NrpaAdaptation(alpha, tuple(_sum(move, policy, alpha) for move in moves))


def _sum(move: PolicyMove, policy: PolicyFrame, alpha: str) -> NrpaSum:
    """A weight's adaptation as a sum: what this step has changed, and the others together."""
    on_sequence = policy.num_steps and not policy.drawn
    here = [s for s in move.adjustments if on_sequence and s.ply == len(policy.actions)]
    rest = [s for s in move.adjustments if s not in here]
    pieces = [text.number(move.old_weight, 2)]
    for step in here:
        p = text.figures(step.probability)
        pieces.append(f" + {alpha} · (1 − {p})" if step.chosen else f" − {alpha} · {p}")
    if rest:
        pieces.append(_term(math.fsum(step.change for step in rest)))
    note = f"last term: {text.plural(len(rest), 'other step')}" if rest else ""
    return NrpaSum(
        name=move.name,
        sum="".join(pieces),
        new=text.number(move.weight, 2),
        note=note,
        direction=_direction(move.change),
    )


def _course(course: Course) -> NrpaCourse:
    rows = []
    before = math.nan
    for row in course.rows:
        rows.append(
            NrpaCertainty(
                number=text.number(row.number),
                shades=tuple(_shade(p) for p in row.probabilities),
                new=row.best != before and not math.isnan(before),
                score=text.score(row.best),
                mean=_mean(row.probabilities),
            )
        )
        before = row.best
    return NrpaCourse(
        level=course.level,
        unit=unit(course.level),
        rows=tuple(rows),
        steps=_steps(course.now, course.sequence),
        names=course.names,
        mean=_mean(course.now),
        here=course.here,
    )


def _mean(probabilities: list[float] | tuple[float, ...]) -> str:
    """The geometric mean: the same probability at every step would make the whole as likely."""
    if not probabilities or min(probabilities) <= 0.0:
        return ""
    logs = math.fsum(map(math.log, probabilities))
    return text.chance(math.exp(logs / len(probabilities)))
