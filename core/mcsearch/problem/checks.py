"""The contract of a person's problem: what each method may give, and what is said when it does not.

Every message names the method, the value and the remedy.
"""

from __future__ import annotations

import hashlib
import math
import numbers
import re
from collections.abc import Iterable, Mapping
from typing import Any

from mcsearch.engine.problem_error import ProblemError

_LARGEST_BOUND = 30_000  # a tree stores actions in 16 bits
_DEFAULT_BOUND = 1_000
_MAX_SUM_ERROR = 1e-9
_ADDRESS = re.compile(r"<[^<>]* at 0x[0-9a-fA-F]+>")


def read(problem: Any, name: str, default: Any) -> Any:
    """An optional value of a problem, given as a method or as an attribute."""
    value = getattr(problem, name, default)
    return value() if callable(value) else value


def class_name(problem: Any) -> str:
    """What messages call a problem: its class, or the one that an adapter stands for."""
    return str(read(problem, "class_name", type(problem).__name__))


def bound(problem: Any, name: str) -> int:
    """`max_plies` or `max_actions`."""
    value = read(problem, name, _DEFAULT_BOUND)
    if not isinstance(value, numbers.Integral) or not 1 <= int(value) <= _LARGEST_BOUND:
        raise ProblemError(
            f"{name} of {class_name(problem)} is {value!r}; give a whole number from 1 to "
            f"{_LARGEST_BOUND}"
        )
    return int(value)


def num_players(problem: Any) -> int:
    value = read(problem, "num_players", 1)
    if value not in (1, 2):
        raise ProblemError(
            f"num_players of {class_name(problem)} is {value!r}; give 1 or 2: no search here "
            "plays for more"
        )
    return int(value)


def player(name: str, value: Any, when: str = "") -> int:
    """`to_play`."""
    if value not in (0, 1):
        raise ProblemError(f"to_play of {name} is {value!r}{when}; give 0 or 1")
    return int(value)


def actions(name: str, value: Any, most: int) -> list:
    """What `legal_actions` gave, as a list; a set's members by their text."""
    if not isinstance(value, Iterable):
        raise ProblemError(
            f"legal_actions() of {name} gave {value!r}; give a list or another iterable"
        )
    if isinstance(value, (set, frozenset)):
        found = sorted(
            value, key=lambda action: text(name, "legal_actions()", action, "give a list")
        )
    else:
        found = list(value)
    if not found:
        raise ProblemError(
            f"legal_actions() of {name} gave no action, and is_terminal() is not true; give "
            "an action, or end the problem there"
        )
    return fitting(name, "legal_actions()", "actions", found, most)


def fitting(name: str, method: str, what: str, found: list, most: int) -> list:
    """A list that is no longer than `max_actions`."""
    if len(found) > most:
        raise ProblemError(
            f"{method} of {name} gave {len(found)} {what}, more than {most}; give {name} an "
            "attribute max_actions that bounds them"
        )
    return found


def outcomes(name: str, value: Any, most: int) -> tuple[list, list]:
    """What `chance_outcomes` gave as (outcomes, probabilities); ([], []) where a player acts."""
    pairs = [] if value is None else value
    if not isinstance(pairs, Iterable):
        raise ProblemError(
            f"chance_outcomes() of {name} gave {value!r}; give a list of (outcome, probability), "
            "[] where a player acts"
        )
    found: list = []
    chances: list[float] = []
    for pair in pairs:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise ProblemError(
                f"chance_outcomes() of {name} gave {pair!r} in its list; give (outcome, "
                "probability) pairs"
            )
        outcome, chance = pair
        if not isinstance(chance, numbers.Real) or not 0.0 < float(chance) <= 1.0:
            raise ProblemError(
                f"chance_outcomes() of {name} gave {outcome!r} the probability {chance!r}; give "
                "one above 0 and up to 1, and leave out what can't happen"
            )
        found.append(outcome)
        chances.append(float(chance))
    total = math.fsum(chances)
    if found and abs(total - 1.0) > _MAX_SUM_ERROR:
        raise ProblemError(
            f"chance_outcomes() of {name} gave probabilities that add up to {total!r}; they must "
            "add up to 1"
        )
    return fitting(name, "chance_outcomes()", "outcomes", found, most), chances


def priors(name: str, value: Any, legal: list) -> list[float]:
    """What `prior` gave as a probability for each legal action."""
    if isinstance(value, Mapping):
        missing = [action for action in legal if action not in value]
        if missing or len(value) > len(legal):
            legal_text = f"the {len(legal)} legal actions"
            wrong = f"no weight for {missing[0]!r}" if missing else f"{len(value)} weights"
            raise ProblemError(f"prior() of {name} gave {wrong}; give one for each of {legal_text}")
        weights = [value[action] for action in legal]
    elif isinstance(value, Iterable):
        weights = list(value)
    else:
        raise ProblemError(
            f"prior() of {name} gave {value!r}; give a weight for each legal action: a list in "
            "their order, or a dict"
        )
    if len(weights) != len(legal):
        raise ProblemError(
            f"prior() of {name} gave {len(weights)} weights for {len(legal)} legal actions; give "
            "one for each, in the order of legal_actions()"
        )
    for action, weight in zip(legal, weights, strict=True):
        if not isinstance(weight, numbers.Real) or not 0.0 <= float(weight) < math.inf:
            raise ProblemError(
                f"prior() of {name} gave {action!r} the weight {weight!r}; give a finite number "
                "that is not negative"
            )
    total = math.fsum(weights)
    if not 0.0 < total < math.inf:
        raise ProblemError(
            f"prior() of {name} gave weights that add up to {total!r}; give at least one action a "
            "weight above 0"
        )
    return [float(weight) / total for weight in weights]


def estimate(name: str, method: str, value: Any, num_players: int) -> float:
    """A score (one player) or the first player's return (two), or an estimate of it."""
    an = "" if method == "returns()" else "an estimate of "
    if num_players == 2:
        if not isinstance(value, numbers.Real) or not 0.0 <= float(value) <= 1.0:
            raise ProblemError(
                f"{method} of {name} gave {value!r}; give {an}the first player's return, from 0 "
                "for a loss to 1 for a win"
            )
    elif not isinstance(value, numbers.Real) or not math.isfinite(value):
        raise ProblemError(
            f"{method} of {name} gave {value!r}; give {an}the score, a finite number"
        )
    return float(value)


def text(name: str, method: str, value: Any, remedy: str) -> str:
    """The value as text, the same in every run: members of sets in order, and no addresses."""
    printed = repr(value)
    if "{" not in printed and "set(" not in printed and "<" not in printed:
        return printed
    if type(value) in (tuple, list):
        return f"({', '.join(text(name, method, member, remedy) for member in value)})"
    if isinstance(value, (set, frozenset)):
        members = sorted(text(name, method, member, remedy) for member in value)
        return f"{{{', '.join(members)}}}"
    if not isinstance(value, str) and _ADDRESS.search(printed):
        raise ProblemError(
            f"{method} of {name} gave {printed}, which prints with its address and so is "
            f"different in every run; {remedy}"
        )
    return printed


def digest(printed: str) -> int:
    """64 bits that tell texts apart."""
    return int.from_bytes(hashlib.blake2b(printed.encode(), digest_size=8).digest(), "little")
