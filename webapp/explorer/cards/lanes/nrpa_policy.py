"""What a level's policy makes of one position, and how an adaptation has changed it.

Weights, biases and probabilities are the engine's; nothing is computed here but the sums of what
is not shown one by one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.game.line import Actions
from explorer.game.positions import Positions
from explorer.look.boards import has_tiles, shown_of
from explorer.moment.levels import Adjustment, Learning

_LARGEST_EXPONENT = 700.0


@dataclass(frozen=True, slots=True, eq=False)
class PolicyMove:
    """A legal move as the policy sees it."""

    actions: Actions  # from the root to the position it leads to
    name: str
    tile: int  # colour of its group
    size: int  # cells of its group
    weight: float
    biases: tuple[float, ...]  # by name as in `PolicyFrame.bias_names`
    probability: float
    old_weight: float  # before the adaptation; the same without one
    old_probability: float
    adjustments: tuple[Adjustment, ...]  # what has changed the weight, step by step
    marked: bool  # drawn by the playout, or played by the best sequence

    @property
    def bias(self) -> float:
        return math.fsum(self.biases)

    @property
    def share(self) -> float:
        """exp(weight + bias), inf where a person's biases make it too large for a float."""
        exponent = self.weight + self.bias
        return math.exp(exponent) if exponent < _LARGEST_EXPONENT else math.inf

    @property
    def change(self) -> float:
        return self.weight - self.old_weight


@dataclass(frozen=True, slots=True, eq=False)
class PolicyFrame:
    """A position, and its moves by a level's policy."""

    level: int
    actions: Actions  # from the root to the position
    pinned: bool  # by the visitor, who may go back to what the phase is about
    drawn: bool  # the marked move is the playout's; else the best sequence's
    num_steps: int  # moves of the line that the position lies on; 0 when it lies on none
    score: float  # of the position, nan where it has none before its end
    cells: str
    groups: tuple[tuple[int, ...], ...]  # the cells of each move
    played: tuple[int, ...]  # of the marked one
    moves: tuple[PolicyMove, ...]  # the most probable first, as many as there is room for
    num_rest: int  # the others ...
    rest_probability: float  # ... together
    rest_old_probability: float
    total: float  # sum of exp(weight + bias) of all moves
    adapted: bool  # the policy has changed in this iteration
    alpha: float
    bias_names: tuple[str, ...]

    @property
    def marked(self) -> PolicyMove | None:
        return next((move for move in self.moves if move.marked), None)


def build_policy(learning: Learning, positions: Positions, room: int) -> PolicyFrame:
    """The policy where it is looked at, with up to `room` moves."""
    look, now = learning.look, learning.choices
    state = positions.state(look.actions)
    values = state.cells().tolist()
    changed = {choice.action: state.action_cells(choice.action) for choice in now}
    moves = [
        PolicyMove(
            actions=(*look.actions, choice.action),
            name=positions.name((*look.actions, choice.action)),
            tile=values[changed[choice.action][0]] if has_tiles(state) else 0,
            size=len(changed[choice.action]),
            weight=choice.weight,
            biases=choice.biases,
            probability=choice.probability,
            old_weight=old.weight,
            old_probability=old.probability,
            adjustments=learning.adjustments.get(choice.code, ()),
            marked=choice.action == look.action,
        )
        for choice, old in zip(now, learning.choices_before, strict=True)
    ]
    order = sorted(range(len(moves)), key=lambda i: (-moves[i].probability, i))
    shown = order if len(order) <= room else order[: room - 1]
    for i in order[len(shown) :]:
        if moves[i].marked:
            shown[-1] = i
    rest = [moves[i] for i in order if i not in shown]
    return PolicyFrame(
        level=learning.level,
        actions=look.actions,
        pinned=look.pinned,
        drawn=look.drawn,
        num_steps=look.num_steps,
        score=float(state.score),
        cells=shown_of(state),
        groups=tuple(tuple(cells) for cells in changed.values()),
        played=tuple(state.action_cells(look.action)) if look.action is not None else (),
        moves=tuple(moves[i] for i in shown),
        num_rest=len(rest),
        rest_probability=math.fsum(move.probability for move in rest),
        rest_old_probability=math.fsum(move.old_probability for move in rest),
        total=math.fsum(move.share for move in moves),
        adapted=learning.adapted > 0,
        alpha=learning.alpha,
        bias_names=learning.bias_names,
    )
