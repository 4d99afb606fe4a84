"""Environments of Gymnasium for one player, such as `gymnasium.make("CliffWalking-v1")`.

The search begins where the environment stands (at `reset(seed=0)` where none has been), on a copy
(`copy.deepcopy`) with its wrappers; the given one stays where it is. A state is led to by its
actions: a copy is stepped on, and one of the beginning where another way is taken. Actions are
the numbers of a Discrete action space, those that `info["action_mask"]` allows where it is given
(where the environment stands already, nothing tells it: all). The score is the sum of the rewards
from there on. An episode ends when it is terminated or truncated, so that a `TimeLimit` bounds it.

Refused with the reason: other action spaces, environments that can't be copied, several in one
vector, and those that chance acts in: copies with other random numbers are led along the same
actions, and must see and earn the same. A plan made for one throw of the dice is none for the next;
give a class with `chance_outcomes()` instead (see `mcsearch.problem`), or, where one throw known
beforehand is what you want, `wrap(env, with_chance=True)`.

Source: Towers et al. (2024), Gymnasium: A Standard Interface for Reinforcement Learning
Environments, and its documentation of `Env` (release 1.2).
"""

from __future__ import annotations

import copy
import threading
from typing import Any

import numpy as np

from mcsearch.adapters.adapter import Adapter, has_methods
from mcsearch.engine.problem_error import ProblemError

_SEED = 0
_TRIED_STEPS = 60  # along which copies are compared
_TRIES = 4
_MOST_STEPS = 1_000  # of an episode that nothing bounds


class _Line:
    """A copy of the environment where a search begins, and one that its actions have led on."""

    def __init__(self, begun: Any, name: str, limit: int) -> None:
        self.begun = begun
        self.name = name
        self.limit = limit
        self.lock = threading.Lock()
        self.env = copy.deepcopy(begun)
        self.actions: tuple[int, ...] = ()

    def lead_to(self, actions: tuple[int, ...]) -> None:
        known = len(self.actions)
        if actions[:known] != self.actions:
            self.env, self.actions, known = copy.deepcopy(self.begun), (), 0
        for action in actions[known:]:
            self.step(action)

    def step(self, action: int) -> Any:
        self.actions = (*self.actions, action)
        return self.env.step(action)


class Episode:
    """A state of an environment as a problem: the actions that lead to it, and what was earned."""

    __slots__ = ("_line", "_mask", "actions", "is_over", "score")

    num_players = 1

    def __init__(
        self,
        line: _Line,
        actions: tuple[int, ...] = (),
        score: float = 0.0,
        is_over: bool = False,
        mask: Any = None,
    ) -> None:
        self._line = line
        self.actions = actions
        self.score = score
        self.is_over = is_over
        self._mask = mask

    @property
    def class_name(self) -> str:
        return self._line.name

    @property
    def max_plies(self) -> int:
        return self._line.limit

    @property
    def max_actions(self) -> int:
        return int(self._line.env.action_space.n)

    def legal_actions(self) -> list[int]:
        first = int(self._line.env.action_space.start)
        if self._mask is None:
            return [*range(first, first + self.max_actions)]
        return (np.flatnonzero(self._mask) + first).tolist()

    def play(self, action: int) -> Episode:
        line = self._line
        with line.lock:
            line.lead_to(self.actions)
            _, reward, terminated, truncated, info = line.step(action)
        actions = (*self.actions, action)
        is_over = bool(terminated or truncated)
        if not is_over and len(actions) >= line.limit:
            raise ProblemError(
                f"an episode of {line.name} has not ended after {len(actions)} steps; give "
                "gymnasium.wrappers.TimeLimit(env, max_episode_steps=100), or another bound"
            )
        return Episode(line, actions, self.score + float(reward), is_over, info.get("action_mask"))

    def is_terminal(self) -> bool:
        return self.is_over

    def returns(self) -> float:
        return self.score

    def __str__(self) -> str:
        return f"{self.class_name} after {len(self.actions)} steps, score {self.score:g}"


def wrap(env: Any, alternates: bool = False, with_chance: bool = False) -> Episode:
    """The environment from where it stands; ProblemError with the reason for what is refused.

    `alternates` means nothing with one player.
    """
    spec = getattr(env, "spec", None)
    name = str(getattr(spec, "id", None) or type(getattr(env, "unwrapped", env)).__name__)
    if hasattr(env, "num_envs"):
        raise ProblemError(f"{name} is a vector of environments; search one of them")
    space = env.action_space
    if not hasattr(space, "n") or np.ndim(space.n):
        raise ProblemError(
            f"the actions of {name} are {space}, and a search needs a list of them; give them a "
            "Discrete space, by a gymnasium.ActionWrapper"
        )
    try:
        begun = copy.deepcopy(env)
    except Exception as error:
        raise ProblemError(
            f"{name} can't be copied ({type(error).__name__}: {error}), and a search needs copies; "
            "make it without a render_mode, or give it a __deepcopy__"
        ) from None
    mask = None
    if not _has_begun(begun):
        _, info = begun.reset(seed=_SEED)
        mask = info.get("action_mask")
    limits = (getattr(part, "_max_episode_steps", None) for part in _parts(begun))
    limit = min((int(limit) for limit in limits if limit), default=_MOST_STEPS)
    if not with_chance:
        _refuse_chance(begun, name, mask)
    return Episode(_Line(begun, name, limit), mask=mask)


def _parts(env: Any) -> list[Any]:
    """The environment's wrappers from the outside in, and itself."""
    parts = [env]
    while hasattr(parts[-1], "env") and parts[-1].env is not parts[-1]:
        parts.append(parts[-1].env)
    return parts


def _has_begun(env: Any) -> bool:
    """Whether it was reset: a wrapper of `make` says so; else a step of a copy does."""
    for part in _parts(env):
        if hasattr(part, "_has_reset"):
            return bool(part._has_reset)
    try:
        copy.deepcopy(env).step(int(env.action_space.start))
    except Exception:
        return False
    return True


def _refuse_chance(begun: Any, name: str, mask: Any) -> None:
    """ProblemError when copies that draw other random numbers do not go the same way."""
    draw = np.random.default_rng(_SEED)
    space = begun.action_space
    for number in range(1, _TRIES + 1):
        pair = [copy.deepcopy(begun) for _ in range(2)]
        pair[1].unwrapped.np_random = np.random.default_rng(number)
        allowed = mask
        for _ in range(_TRIED_STEPS):
            places = np.arange(int(space.n)) if allowed is None else np.flatnonzero(allowed)
            action = int(draw.choice(places)) + int(space.start)
            *first, info = pair[0].step(action)
            *second, _ = pair[1].step(action)
            if not _same(first, second):
                raise ProblemError(
                    f"chance acts in {name}: the same actions led to different states; make it "
                    "deterministic (is_slippery=False for FrozenLake), or give a class with "
                    "chance_outcomes(), see mcsearch.problem"
                )
            if first[2] or first[3]:
                break
            allowed = info.get("action_mask")


def _same(first: Any, second: Any) -> bool:
    """Whether two steps saw and earned the same."""
    try:
        np.testing.assert_equal(first, second)
    except AssertionError:
        return False
    return True


def _fits(thing: Any) -> bool:
    has_agents = hasattr(thing, "possible_agents")  # PettingZoo's
    return not has_agents and _has_methods(thing) and all(hasattr(thing, name) for name in _HAS)


_has_methods = has_methods("reset", "step")
_HAS = ("action_space", "observation_space", "unwrapped")

ADAPTER = Adapter(name="gymnasium", package="gymnasium", fits=_fits, wrap=wrap)
