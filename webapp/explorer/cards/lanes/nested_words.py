"""What a level of a nested search makes of a result, in two short sentences."""

from __future__ import annotations

import math

from explorer.game.positions import Positions
from explorer.look import text
from explorer.moment.levels import Step

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def counted(count: int, one: str, many: str) -> str:
    """ "one action", "seven actions", "38 actions"."""
    number = _NUMBERS[count] if count < len(_NUMBERS) else text.number(count)
    return f"{number} {one if count == 1 else many}"


def verdict(
    step: Step, positions: Positions, phase: int, climbed: bool, improved: bool, memory: bool
) -> tuple[str, str]:
    """Headline and explanation of a level's present step.

    `climbed`: a result has come up to the level in this iteration; `improved`: it is remembered
    now; `memory`: what is remembered outlives the step.
    """
    num_results = sum(tried.result is not None for tried in step.tries)
    num_actions = len(step.actions)
    if num_actions == 0:
        return "No moves: the position is over", ""
    if phase == 0 or not step.tries:
        return f"{counted(num_actions, 'action', 'actions').capitalize()} to try", ""
    tried = step.tries[-1]
    name = positions.name((*step.path, tried.action))
    standing = f"{num_results} of {text.plural(num_actions, 'action')} have a result"
    if not climbed or tried.result is None:
        known = "" if math.isnan(step.best_score) else f"; {_best(step.best_score, memory)}"
        below = f"Level {step.level - 1} searches below" if step.level > 1 else "A playout below"
        return f"{below} {name}", f"{standing}{known}."
    headline = _headline(step, tried.result, improved, memory)
    return headline, _follows(step, positions, improved, memory, standing)


def _best(score: float, memory: bool) -> str:
    return f"{text.score(score)} is {'remembered' if memory else 'the best of this step'}"


def _headline(step: Step, result: float, improved: bool, memory: bool) -> str:
    shown = text.score(result)
    if improved and math.isnan(step.replaced_score):
        return f"{shown} is the first result"
    other = text.score(step.replaced_score if improved else step.best_score)
    whose = f"the remembered {other}" if memory else f"{other}, the best of this step"
    if improved:
        return f"{shown} {'equals' if result == step.replaced_score else 'beats'} {whose}"
    return f"{shown} {'equals' if result == step.best_score else 'does not beat'} {whose}"


def _follows(step: Step, positions: Positions, improved: bool, memory: bool, standing: str) -> str:
    """What the level does next."""
    if step.chosen is None:
        return f"so level {step.level} remembers it; {standing}." if improved else f"{standing}."
    name = positions.name((*step.path, step.chosen))
    if step.best_sequence[len(step.path) : len(step.path) + 1] != [step.chosen]:
        whose = "an action that it explores"
    elif improved:
        whose = "the first move of the new sequence"
    else:
        whose = "the next move of the remembered sequence" if memory else "the best of this step"
    end = "; there the game is over" if step.is_over else ""
    return f"so level {step.level} plays {name}, {whose}{end}."
