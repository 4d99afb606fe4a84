"""What a search that learns a policy has just done, in sentences with the actual numbers."""

from __future__ import annotations

import math
from typing import Any

from explorer.cards.frame import Frame
from explorer.cards.lanes.improvement_words import told
from explorer.cards.lanes.nrpa_frame import LevelLane, NrpaFrame
from explorer.cards.lanes.nrpa_policy import PolicyFrame, PolicyMove
from explorer.cards.lanes.nrpa_words import of_beam, outcome, unit
from explorer.look.text import chance, in_points, number, plural, score, signed
from explorer.words.pieces import Pieces, strong

_NAMED_MOVES = 3


# -- narration -----------------------------------------------------------------------------------


def tell(search: Any, frame: Frame) -> Pieces:
    """What the last phase did."""
    assert frame.nrpa is not None
    if frame.nrpa.improvement is not None:
        return (_change, _record, _replay, _accept)[frame.phase - 1](search, frame.nrpa)
    return (_follow, _new, _playout, _adapt)[frame.phase - 1](search, frame.nrpa)


def _follow(search: Any, nrpa: NrpaFrame) -> Pieces:
    lane = nrpa.lanes[-1]
    pieces: Pieces = [strong("Level 1")]
    if lane.entered and len(nrpa.lanes) > 1:
        weights = f"{plural(lane.num_weights, 'weight')}," if lane.num_weights else "empty policy,"
        pieces.append(f" begins with a copy of level 2's {weights}")
    pieces.append(f" playout {number(lane.done + 1)} of {number(lane.repeats)}: ")
    moves = nrpa.playout.moves
    if not moves:
        return [*pieces, "no move drawn leads to a recorded position."]
    shown = moves[-_NAMED_MOVES:]
    named = ", ".join(f"{move.name} ({chance(move.probability)})" for move in shown)
    return [
        *pieces,
        "its policy draws ",
        strong(("… " if len(moves) > len(shown) else "") + named),
        f", {plural(len(moves), 'move')} to recorded positions.",
    ]


def _new(search: Any, nrpa: NrpaFrame) -> Pieces:
    move = nrpa.policy.marked
    if not nrpa.playout.num_new:
        return ["No position is added: the game is over there, or the record is full."]
    if move is None or nrpa.policy.pinned:
        drawn = nrpa.playout.moves[-1]
        return ["The policy draws ", strong(drawn.name), f" with {chance(drawn.probability)}."]
    bias = f" and bias {number(move.bias, 2)} give it " if move.bias else " gives it "
    return [
        "The policy draws ",
        strong(move.name),
        f": weight {number(move.weight, 2)}{bias}",
        strong(chance(move.probability)),
        "; a position that is not yet recorded.",
    ]


def _playout(search: Any, nrpa: NrpaFrame) -> Pieces:
    drawn = [move.probability for move in nrpa.playout.moves if move.phase == 3]
    value = search.playout_return
    best = nrpa.lanes[-1].best_score
    how = (
        f"The policy draws {plural(len(drawn), 'move')} to the end, "
        f"with {chance(min(drawn))} to {chance(max(drawn))} each: "
        if drawn
        else "The game is over here: "
    )
    known = "it is the first result" if math.isnan(best) else f"the best is {score(best)}"
    return [how, strong(score(value)), f" points; in this level-1 search {known}."]


def _adapt(search: Any, nrpa: NrpaFrame) -> Pieces:
    climbed = [lane for lane in nrpa.lanes if lane.climbed]
    lane = climbed[0]  # the highest
    pieces: Pieces = []
    if len(climbed) > 1:
        ends = " and ".join(f"level {done.level}" for done in reversed(climbed[1:]))
        pieces.append(f"The result ends {ends}. ")
    pieces += [strong(outcome(lane)), f" at level {lane.level}"]
    policy = nrpa.policy
    stays = " and stays in its beam" if lane.kept and not lane.improved else ""
    if not policy.adapted or search.adapted != lane.level:
        adapts = "policies adapt" if len(lane.beam) > 1 else "policy adapts"
        more = "playouts" if lane.level == 1 else "searches"
        return [*pieces, f"{stays}; its {adapts} after more {more}."]
    pieces.append(f"{stays}: {_moves(lane)}")
    move = policy.marked
    if move is None or policy.pinned:
        return [*pieces, "."]
    return [
        *pieces,
        ", the best one's most at " if len(lane.beam) > 1 else ", most at ",
        strong(f"{move.name}, {chance(move.old_probability)} → {chance(move.probability)}"),
        f" (weight {number(move.old_weight, 2)} → {number(move.weight, 2)}).",
    ]


def _moves(lane: LevelLane) -> str:
    """What an adaptation does to the level's policy, or to each of its beam."""
    if len(lane.beam) > 1:
        return f"{len(lane.beam)} policies move towards their sequences"
    return "the policy moves " + (
        "towards its sequence" if lane.improved else "towards the best again"
    )


def _change(search: Any, nrpa: NrpaFrame) -> Pieces:
    now = search.improvement
    return [
        strong(f"Change {number(now.num_changes + 1)} of {number(now.most_changes)}"),
        f" of the sequence of {in_points(now.score)}: its first {plural(now.cut, 'move')} ",
        "stays as it is." if now.cut == 1 else "stay as they are.",
    ]


def _record(search: Any, nrpa: NrpaFrame) -> Pieces:
    if nrpa.playout.num_new:
        return ["The next position of the changed sequence is not yet recorded."]
    return ["No position is added: it is known, the game is over there, or the record is full."]


def _replay(search: Any, nrpa: NrpaFrame) -> Pieces:
    now = search.improvement
    if not math.isnan(now.most):
        return [
            "What can still be played of the changed sequence is, and it is given up here: ",
            strong(f"{score(now.most)} points at most"),
            f" could still come of it, after {score(now.score)} before.",
        ]
    return [
        "What can still be played of the changed sequence is, then random moves to the end: ",
        strong(score(search.playout_return)),
        f" points after {score(now.score)} before.",
    ]


def _accept(search: Any, nrpa: NrpaFrame) -> Pieces:
    now = search.improvement
    lost = now.before - search.playout_return
    if not math.isnan(now.most):
        least = (
            f": at least {score(now.before - now.most)} points less are more than the threshold."
        )
        return [strong("Refused"), least]
    if not now.accepted:
        return [strong("Refused"), f": {score(lost)} points less are more than the threshold."]
    if lost > 0:
        return [strong("Accepted"), f": {score(lost)} points less are within the threshold."]
    return [strong("Accepted"), f": {score(-lost)} points more." if lost else ": no points less."]


# -- the moment in words ---------------------------------------------------------------------------


def in_words(nrpa: NrpaFrame) -> str:
    """Levels and policy, for whoever reads instead of looking."""
    levels = "; ".join(_level(lane) for lane in nrpa.lanes)
    change = f" {told(nrpa.improvement)}" if nrpa.improvement else ""
    return f"{levels}.{change} {_policy(nrpa.policy)}"


def _level(lane: LevelLane) -> str:
    best = "" if math.isnan(lane.best_score) else f", best {score(lane.best_score)}"
    if len(lane.beam) > 1:
        best += f", beam of {len(lane.beam)}: " + "; ".join(map(of_beam, lane.beam))
    what = unit(lane.level)
    plurals = {"playout": "playouts", "search": "searches"}
    return (
        f"Level {lane.level}: {number(lane.done)} of {number(lane.repeats)} {plurals[what]}{best}"
    )


def _policy(policy: PolicyFrame) -> str:
    where = f"Policy of level {policy.level} after {plural(len(policy.actions), 'move')}"
    if not policy.moves:
        return f"{where}: no moves"
    moves = [_move(move) for move in policy.moves]
    if policy.num_rest:
        others = plural(policy.num_rest, "other")
        moves.append(f"{others} {chance(policy.rest_probability)}")
    return f"{where}: {', '.join(moves)}"


def _move(move: PolicyMove) -> str:
    weight = f"weight {number(move.weight, 2)}"
    if move.adjustments:
        weight = f"weight {number(move.old_weight, 2)} {signed(move.change)}"
    return f"{move.name} {chance(move.probability)} ({weight})"
