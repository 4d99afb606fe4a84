"""Environments of PettingZoo where agents take turns (AEC), such as `connect_four_v3.env()`.

Where an environment stands can't be copied. A new one of the same settings is led to a state by
`reset(seed)` and the state's actions, only by the rest of them where it stands at a state before;
one that can't be made anew (`copy.deepcopy`) is handed over to the search itself. A state's legal
actions (the places of its `action_mask`, in the observation or in `infos`), its player and rewards
are read once, when it is made; so trees in threads share the environment. What chance does in it
the seed decides for good, and the search knows it.

The agents of `possible_agents` are the players in that order. An agent's return is the sum of its
rewards: one agent's score, or of two, whose rewards add up to 0 and are from -1 to 1, the first
one's made 0 to 1.

Nearly all the time goes into the environment's own steps, hardly any into replays: a playout of
chess takes some 300 steps of 6 to 8 ms, in each of which the package copies its board with all its
past and builds an observation. `cutoff_plies` makes playouts shorter; a board of python-chess is
searched without all that, see `mcsearch.adapters.chess`.

Refused with the reason: parallel environments, more than two agents, agents that do not see all
there is (by name, since nothing else tells), no action mask, and an environment that was stepped
before, whose actions nobody knows: give a fresh one and use `advance_root(action)`.

Source: Terry et al. (2021), PettingZoo: Gym for Multi-Agent Reinforcement Learning, and its
documentation of the AEC API (release 1.27).
"""

from __future__ import annotations

import copy
import threading
from typing import Any

import numpy as np

from mcsearch.adapters.adapter import Adapter, first_players_return, has_methods
from mcsearch.engine.problem_error import ProblemError

_SEED = 0
_HIDDEN = ("gin_rummy", "hanabi", "leduc_holdem", "rps", "texas_holdem")
_SMALLEST_SUM = 1e-9
_CHECKS = (
    "AssertOutOfBoundsWrapper",
    "CaptureStdoutWrapper",
    "OrderEnforcingWrapper",
    "TerminateIllegalWrapper",
)


class _Line:
    """An environment and the actions that have led it to where it stands."""

    def __init__(self, env: Any, seed: int) -> None:
        self.env = env
        self.seed = seed
        self.agents = tuple(env.possible_agents)
        self.name = str(getattr(env, "metadata", {}).get("name", type(env).__name__))
        self.lock = threading.Lock()
        self.actions: tuple[int, ...] = ()

    def reset(self) -> None:
        self.env.reset(seed=self.seed)
        self.actions = ()

    def lead_to(self, actions: tuple[int, ...]) -> None:
        known = len(self.actions)
        if actions[:known] != self.actions:
            self.reset()
            known = 0
        for action in actions[known:]:
            self.step(action)

    def step(self, action: int) -> None:
        self.env.step(action)
        self.actions = (*self.actions, action)

    def is_over(self) -> bool:
        env = self.env
        ended, cut_off = env.terminations, env.truncations
        return all(ended[agent] or cut_off[agent] for agent in env.agents)

    def legal_actions(self) -> list[int]:
        agent = self.env.agent_selection
        seen = self.env.observe(agent)
        mask = seen.get("action_mask") if isinstance(seen, dict) else None
        if mask is None:
            mask = self.env.infos[agent].get("action_mask")
        if mask is None:
            raise ProblemError(
                f"{self.name} has no action_mask, neither in its observations nor in infos; search "
                "an environment that tells its legal actions"
            )
        return np.flatnonzero(mask).tolist()


class Environment:
    """A state of an environment as a problem: the actions that lead to it, and what is seen there.

    `rewards` are the sums by player.
    """

    __slots__ = ("_actions", "_legal", "_line", "alternates", "rewards", "to_play")

    def __init__(
        self,
        line: _Line,
        actions: tuple[int, ...],
        rewards: tuple[float, ...],
        to_play: int,
        alternates: bool,
    ) -> None:
        """Read the environment where it stands."""
        self._line = line
        self._actions = actions
        self._legal = [] if line.is_over() else line.legal_actions()
        self.rewards = rewards
        self.to_play = line.agents.index(line.env.agent_selection) if self._legal else to_play
        self.alternates = alternates

    @property
    def num_players(self) -> int:
        return len(self._line.agents)

    @property
    def class_name(self) -> str:
        return self._line.name

    def legal_actions(self) -> list[int]:
        return self._legal

    def play(self, action: int) -> Environment:
        line = self._line
        with line.lock:
            line.lead_to(self._actions)
            line.step(action)
            given = line.env.rewards
            rewards = tuple(
                sum_ + given.get(agent, 0)
                for sum_, agent in zip(self.rewards, line.agents, strict=True)
            )
            return Environment(line, line.actions, rewards, self.to_play, self.alternates)

    def is_terminal(self) -> bool:
        return not self._legal

    def returns(self) -> float:
        if len(self.rewards) == 1:
            return float(self.rewards[0])
        if abs(sum(self.rewards)) > _SMALLEST_SUM:
            raise ProblemError(
                f"the rewards of {self.class_name} are {self.rewards!r}, which do not add up to 0; "
                "two players are searched only when what one wins the other loses"
            )
        return first_players_return(f"{self._line.agents[0]} of {self.class_name}", self.rewards[0])

    def __str__(self) -> str:
        return f"{self.class_name} after {list(self._actions)}"


def wrap(env: Any, alternates: bool = False, seed: int = _SEED) -> Environment:
    """The environment from `reset(seed)` on; ProblemError with the reason for what is refused."""
    line = _Line(env, seed)
    if not callable(getattr(env, "agent_iter", None)):
        raise ProblemError(
            f"the agents of {line.name} act at once (it is a parallel environment); search one "
            "whose agents take turns"
        )
    if len(line.agents) > 2:
        raise ProblemError(
            f"{line.name} has {len(line.agents)} agents; no search here plays for more than 2"
        )
    if line.name.startswith(_HIDDEN):
        raise ProblemError(
            f"in {line.name} agents do not see all there is (imperfect information); no search "
            "here takes it"
        )
    before = _seen(env)
    line.env = _driven(_twin(env))
    line.reset()
    if before is not None and before != _seen(line.env):
        raise ProblemError(
            f"{line.name} was stepped before, and its actions can't be read from it; give a fresh "
            "environment and play them with advance_root(action)"
        )
    return Environment(line, (), (0.0,) * len(line.agents), 0, alternates)


def _driven(env: Any) -> Any:
    """What is below the wrappers that check or print: only legal actions come, and in turn."""
    while type(env).__name__ in _CHECKS and hasattr(env, "env"):
        env = env.env
    return env


def _twin(env: Any) -> Any:
    """A new environment of the same settings, or the same one where none can be made."""
    try:
        return copy.deepcopy(env)
    except Exception:
        return env


def _seen(env: Any) -> str | None:
    """What is seen of where an environment stands; None before its first reset."""
    try:
        return f"{env.agent_selection} {env.terminations} {env.observe(env.agent_selection)!r}"
    except (AttributeError, AssertionError):
        return None


def _fits(thing: Any) -> bool:
    return _has_methods(thing) and hasattr(thing, "possible_agents")


_has_methods = has_methods("reset", "step", "action_space", "observation_space")

ADAPTER = Adapter(name="pettingzoo", package="pettingzoo", fits=_fits, wrap=wrap)
