"""What an adapter is, and what adapters of plain Python classes share."""

from __future__ import annotations

import math
import numbers
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import cython

from mcsearch.engine.problem_error import ProblemError

_TEXT = itemgetter(0)
_MOST = 1 << 16  # actions kept: of those whose attributes are never the same there is no end
_TRIED_PLIES = 4
_TWINS = 8


@dataclass(frozen=True)
class Adapter:
    """What the rest of the program knows of an adapter.

    `package` is its name for pip. `fits` looks at a thing's shape alone; `wrap` makes it a problem
    and raises ProblemError with the reason when no search here can take it.
    """

    name: str
    package: str
    fits: Callable[[Any], bool]
    wrap: Callable[[Any], Any]


def has_methods(*names: str) -> Callable[[Any], bool]:
    """Whether a thing has methods of all of these names."""
    return lambda thing: all(callable(getattr(thing, name, None)) for name in names)


def first_players_return(what: str, reward: Any) -> float:
    """A reward from -1 to 1, as the first player has it, on the scale from 0 to 1."""
    if not isinstance(reward, numbers.Real) or not -1.0 <= float(reward) <= 1.0:
        raise ProblemError(
            f"{what} gave {reward!r}; give the first player's reward, from -1 for a loss to 1 for "
            "a win"
        )
    return (float(reward) + 1.0) / 2.0


class Shape:
    """A state of a plain Python class as a problem; a subclass gives its methods other names.

    `max_plies` and `max_actions`, where the class has them, bound its problem too.
    """

    __slots__ = ("alternates", "state")

    num_players = 2
    sign_name = ""  # of what gives the sign of the player to move

    def __init__(self, state: Any, alternates: bool = False) -> None:
        self.state = state
        self.alternates = alternates

    @property
    def class_name(self) -> str:
        return type(self.state).__name__

    # an AttributeError here is the default of whoever asks

    @property
    def max_plies(self) -> Any:
        return self.state.max_plies

    @property
    def max_actions(self) -> Any:
        return self.state.max_actions

    def _player(self, sign: Any) -> int:
        """The player, 0 or 1, that other packages call 1, who wants large rewards, and -1."""
        if sign == 1:
            return 0
        if sign == -1:
            return 1
        raise ProblemError(
            f"{self.sign_name} of {self.class_name} gave {sign!r}; give 1 for the first "
            "player, -1 for the second"
        )

    def __str__(self) -> str:
        return str(self.state)


@cython.cclass
class Actions:
    """The actions of all states of one game, each as the object that was seen first.

    For classes that shuffle their actions, or whose actions do not equal those of the same state
    made anew. Those with the same class and attributes are one, and `in_order` puts them in the
    order of their text.
    """

    in_order: cython.bint
    _seen: dict  # by class and attributes: (text, action)

    def __init__(self, in_order: cython.bint) -> None:
        self.in_order = in_order
        self._seen = {}

    def listed(self, actions: Iterable[Any]) -> list:
        """The actions of a state, as they are whenever it is asked."""
        entries = [self._entry(action) for action in actions]
        if self.in_order:
            entries.sort(key=_TEXT)
        return [entry[1] for entry in entries]

    @cython.cfunc
    def _entry(self, action: Any) -> tuple:
        try:
            own = action.__dict__
            key = (type(action), *own, *own.values())
            found = self._seen.get(key)
        except (AttributeError, TypeError):  # a plain value, or attributes that can't be hashed
            return _text_of(action), action
        if found is None:
            found = (_text_of(action), action)
            if len(self._seen) < _MOST:
                found = self._seen.setdefault(key, found)
        return found


def _text_of(action: Any) -> str:
    """What tells an action from others in each run; "", for the order given, when nothing does."""
    if type(action).__repr__ is not object.__repr__:
        return repr(action)
    return repr(getattr(action, "__dict__", ""))


def _texts_of(actions: Iterable[Any]) -> list:
    return [_text_of(action) for action in actions]


class ShapeWithActions(Shape, ABC):
    """Shared by the packages whose actions are objects of the person's.

    The packages' own searches ask a state for its actions once and keep them; ours ask states that
    are made anew each time, for the same actions in the same order. `wrap` finds out whether a
    class gives them so; where it does not, `Actions` does.
    """

    __slots__ = ("_actions",)

    @classmethod
    def wrap(cls, state: Any, alternates: bool = False) -> ShapeWithActions:
        """The state as a problem."""
        problem = cls(state, alternates)
        if problem._gives_again(list):
            return problem
        in_order = not problem._gives_again(_texts_of)
        return cls(state, alternates, Actions(in_order))

    def _gives_again(self, kept: Callable[[Iterable[Any]], list]) -> bool:
        """Whether states of the first plies, each made several times, give the same of actions.

        That three actions or more in random order go unseen has a chance below 1 in 10 ** 5.
        """
        state: ShapeWithActions = self
        for _ in range(_TRIED_PLIES):
            legal = [] if state.is_terminal() else list(state.legal_actions())
            if not legal:
                break
            twins = [state.play(legal[0]) for _ in range(_TWINS)]
            if twins[0].is_terminal():
                break
            first, *others = (kept(twin.legal_actions()) for twin in twins)
            if any(other != first for other in others):
                return False
            state = twins[0]
        return True

    def __init__(
        self, state: Any, alternates: bool = False, actions: Actions | None = None
    ) -> None:
        self.state = state
        self.alternates = alternates
        self._actions = actions

    @abstractmethod
    def _legal_actions(self) -> Iterable[Any]:
        """The state's actions, in the order in which it gives them."""

    @abstractmethod
    def _after(self, action: Any) -> Any:
        """The state after an action, not yet a problem."""

    @abstractmethod
    def is_terminal(self) -> Any:
        """Whether the state is the end."""

    def legal_actions(self) -> Any:
        found = self._legal_actions()
        return found if self._actions is None else self._actions.listed(found)

    def play(self, action: Any) -> ShapeWithActions:
        return type(self)(self._after(action), self.alternates, self._actions)


class RewardedShape(ShapeWithActions):
    """Shared by the two packages whose states have a reward and players 1 and -1.

    `num_players` of the class decides; without it there are two where the state tells whose turn
    it is, else one, whose score the reward is.
    """

    __slots__ = ()

    reward_method = ""

    @property
    def num_players(self) -> Any:  # type: ignore[override]
        given = getattr(self.state, "num_players", None)
        if given is None:
            return 2 if hasattr(self.state, self.sign_name.removesuffix("()")) else 1
        return given() if callable(given) else given

    @abstractmethod
    def _sign(self) -> Any:
        """1 for the first player's turn, -1 for the second's."""

    @property
    def to_play(self) -> int:
        return self._player(self._sign())

    def returns(self) -> Any:
        reward = getattr(self.state, self.reward_method)()
        if self.num_players == 1:
            return reward
        what = f"{self.reward_method}() of {self.class_name}"
        if isinstance(reward, numbers.Real) and 1.0 < abs(float(reward)) < math.inf:
            raise ProblemError(
                f"{what} gave {reward!r}; divide rewards by the largest, so that they are from -1 "
                "to 1, or give the class an attribute num_players = 1 when they are one player's"
            )
        return first_players_return(what, reward)
