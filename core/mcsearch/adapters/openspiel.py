# cython: nonecheck=True
# a state that was made without __init__ has no rules
"""States of OpenSpiel, or of its shape: sequential games with perfect information.

`current_player, legal_actions, apply_action, clone, is_terminal, returns`, and `chance_outcomes`
where its game has explicit chance. One player's score is its return. Of two players the first one's
return, from the game's `min_utility()` to its `max_utility()` (-1 to 1 for states without
`get_game`), is stretched to 0 to 1. Actions are OpenSpiel's numbers, named by `action_to_string`.
Games are searched with free turns, since nothing tells whether players alternate.

Refused with the reason: players who move at once, imperfect information, chance that the game draws
itself (sampled), more than two players, and two whose returns do not add up to a constant.

Source: Lanctot et al. (2019), OpenSpiel: A Framework for Reinforcement Learning in Games, sections
2 and 3.1, and open_spiel/spiel.h of release 2.0 (`PlayerId`, `GameType`).
"""

from __future__ import annotations

from typing import Any

import cython

from mcsearch.adapters.adapter import Adapter, has_methods
from mcsearch.engine.problem_error import ProblemError

_CHANCE = cython.declare(cython.int, -1)
_TERMINAL = cython.declare(cython.int, -4)
_MOST = 30_000  # plies and actions that a problem may declare
_OPPOSED = ("ZERO_SUM", "CONSTANT_SUM")


@cython.cclass
class Rules:
    """What all states of a game share; the bounds are None where the shape has no `get_game`."""

    name = cython.declare(object, visibility="readonly")
    num_players = cython.declare(cython.int, visibility="readonly")
    low = cython.declare(cython.double, visibility="readonly")
    high = cython.declare(cython.double, visibility="readonly")
    max_plies = cython.declare(object, visibility="readonly")
    max_actions = cython.declare(object, visibility="readonly")
    alternates = cython.declare(cython.bint, visibility="readonly")
    tells_end = cython.declare(cython.bint, visibility="readonly")

    def __init__(
        self,
        name: str,
        num_players: cython.int,
        low: cython.double,
        high: cython.double,
        max_plies: Any,
        max_actions: Any,
        alternates: cython.bint,
    ) -> None:
        self.name = name
        self.num_players = num_players
        self.low = low
        self.high = high
        self.max_plies = max_plies
        self.max_actions = max_actions
        self.alternates = alternates
        self.tells_end = max_plies is not None  # OpenSpiel's own `current_player` does


@cython.cclass
class OpenSpielState:
    """A state of a game without chance as a problem."""

    state = cython.declare(object, visibility="readonly")
    rules = cython.declare(Rules, visibility="readonly")
    to_play = cython.declare(cython.int, visibility="readonly")
    _player: cython.int

    def __init__(self, state: Any, rules: Rules, to_play: cython.int = 0) -> None:
        """`to_play` is who has moved last, for states in which nobody does."""
        self.state = state
        self.rules = rules
        self._player = state.current_player()
        self.to_play = self._player if self._player >= 0 else to_play
        if self._player < _CHANCE and self._player != _TERMINAL:
            raise ProblemError(
                f"a state of {rules.name} has current_player() {self._player}: it is neither one "
                "player's nor chance's turn; no search here plays moves made at once"
            )

    def legal_actions(self) -> list:
        return self.state.legal_actions()

    def play(self, action: Any) -> OpenSpielState:
        after = self.state.clone()
        after.apply_action(action)
        return type(self)(after, self.rules, self.to_play)

    def is_terminal(self) -> bool:
        if self.rules.tells_end:
            return self._player == _TERMINAL
        return self.state.is_terminal()

    def returns(self) -> float:
        value: cython.double = self.state.returns()[0]
        if self.rules.num_players == 1:
            return value
        return (value - self.rules.low) / (self.rules.high - self.rules.low)

    def action_name(self, action: Any) -> str:
        name = getattr(self.state, "action_to_string", str)
        return name(action)

    @property
    def num_players(self) -> int:
        return self.rules.num_players

    @property
    def alternates(self) -> bool:
        return self.rules.alternates

    @property
    def class_name(self) -> str:
        return self.rules.name

    @property
    def max_plies(self) -> int:
        return _known(self.rules.max_plies)

    @property
    def max_actions(self) -> int:
        return _known(self.rules.max_actions)

    def __str__(self) -> str:
        return str(self.state)


@cython.cclass
class OpenSpielChanceState(OpenSpielState):
    """A state of a game with explicit chance as a problem."""

    def chance_outcomes(self) -> list:
        if self._player != _CHANCE:
            return []
        return [pair for pair in self.state.chance_outcomes() if pair[1] > 0.0]


def _known(bound: int | None) -> int:
    """A bound; AttributeError, for the default of whoever asks, when there is none."""
    if bound is None:
        raise AttributeError("a state without get_game() has no bounds")
    return bound


def _refuse(name: str, why: str) -> None:
    raise ProblemError(f"OpenSpiel's {name}: {why}")


def _rules_of(state: Any, alternates: bool) -> tuple[Rules, bool]:
    """What a state's game says of itself, and whether it has chance."""
    game = state.get_game()
    kind = game.get_type()
    name = kind.short_name
    if game.num_players() > 2:
        _refuse(name, f"it has {game.num_players()} players; no search here plays for more than 2")
    if kind.dynamics.name != "SEQUENTIAL":
        _refuse(name, "its players move at once (simultaneous moves); no search here takes it")
    if kind.information.name != "PERFECT_INFORMATION":
        _refuse(
            name, "its players do not see all there is (imperfect information); no search takes it"
        )
    if kind.chance_mode.name == "SAMPLED_STOCHASTIC":
        _refuse(
            name,
            "it draws chance itself (sampled) and tells no probabilities; load it with explicit "
            "chance, if it has that",
        )
    if game.num_players() == 2 and kind.utility.name not in _OPPOSED:
        _refuse(
            name,
            "the returns of its players do not add up to a constant (general sum); two players are "
            "searched only when what one wins the other loses",
        )
    has_chance = kind.chance_mode.name == "EXPLICIT_STOCHASTIC"
    plies = game.max_game_length()
    outcomes = 0
    if has_chance:
        # not every game tells it; an outcome may then come before each of the players' actions
        try:
            plies += game.max_chance_nodes_in_history()
        except Exception:
            plies += plies + 1
        outcomes = game.max_chance_outcomes()
    return Rules(
        name,
        game.num_players(),
        game.min_utility(),
        game.max_utility(),
        max(min(plies, _MOST), 1),
        max(min(max(game.num_distinct_actions(), outcomes), _MOST), 1),
        alternates,
    ), has_chance


def wrap(state: Any, alternates: bool = False) -> OpenSpielState:
    """A clone of the state as a problem; ProblemError with the reason for a game that is refused.

    `alternates`: that its players do, from action to action; the solver and transpositions need it.
    """
    if hasattr(state, "get_game"):
        rules, has_chance = _rules_of(state, alternates)
    else:
        name = type(state).__name__
        has_chance = callable(getattr(state, "chance_outcomes", None))
        num_players = len(state.returns())
        if num_players > 2:
            _refuse(name, f"it has {num_players} players; no search here plays for more than 2")
        rules = Rules(name, num_players, -1.0, 1.0, None, None, alternates)
    return (OpenSpielChanceState if has_chance else OpenSpielState)(state.clone(), rules)


ADAPTER = Adapter(
    name="openspiel",
    package="open_spiel",
    fits=has_methods(
        "current_player", "legal_actions", "apply_action", "clone", "is_terminal", "returns"
    ),
    wrap=wrap,
)
