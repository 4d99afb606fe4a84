"""The contract of a person's class: what each method may give, and what is said when it does not.

Every message names the method, the value and the remedy.
"""

from __future__ import annotations

import hashlib
import math
import numbers
import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from mcsearch.engine.problem_error import BreachError, ProblemError

_LARGEST_BOUND = 30_000
_LARGEST_NUMBER = 32_767  # a tree stores actions in 16 bits
_DEFAULT_BOUND = 1_000
_MOST_PARTS = 20_000  # of a value that is compared as it prints
_MOST_SCORE = 1e100  # of one player, up or down: squares of scores are added up
_SHOWN = 200  # characters of a value in a message
_MAX_SUM_ERROR = 1e-9
IMPURE = (
    "let play() leave its state as it is and the methods depend on nothing else; chance belongs in "
    "chance_outcomes()"
)
_LOOKED_INTO = re.compile(r"[{<]|set\(|array\(")  # what may print in several ways, or not wholly
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+>")
# how an array prints that leaves out what is in its middle
_LEFT_OUT = re.compile(r"\[[-+\d.e, ]*[\d.],? \.\.\.,? [-\d]|\],?(?:\s|\\n)+\.\.\.,?(?:\s|\\n)+\[")


def short(value: Any, most: int = _SHOWN) -> str:
    """A value as it prints, cut where it is long; its class where it does not print."""
    try:
        printed = repr(value)
    except Exception:  # also a number of too many digits
        return f"a {type(value).__name__} that can't be printed"
    return printed if len(printed) <= most else printed[: most - 1] + "…"


def printed(value: Any) -> str:
    """A value as text that no later change of it reaches, for comparing."""
    return _printed(value, [_MOST_PARTS])


def _printed(value: Any, left: list[int]) -> str:
    """A value as text; of objects without one what they store, not where they are."""
    left[0] -= 1
    if left[0] < 0:
        return "..."
    if isinstance(value, dict):
        pairs = (f"{_printed(k, left)}: {_printed(v, left)}" for k, v in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(_printed(each, left) for each in value)) + "}"
    if isinstance(value, (list, tuple)):
        inside = ", ".join(_printed(each, left) for each in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if type(value).__repr__ is object.__repr__ and hasattr(value, "__dict__"):
        return f"{type(value).__name__}{_printed(vars(value), left)}"
    if hasattr(value, "tobytes"):
        return str(value.tobytes().hex())
    return _ADDRESS.sub(">", repr(value))


def is_one_of(value: Any, known: tuple[int, ...]) -> bool:
    """Whether a value is one of some whole numbers; an array is none."""
    return isinstance(value, numbers.Real) and value in known


def as_float(value: Any) -> float:
    """A real number as a float, infinite where it is too large for one; nan for all else."""
    if not isinstance(value, numbers.Real):
        return math.nan
    known: Any = value
    try:
        return float(known)
    except OverflowError:
        return math.inf if known > 0 else -math.inf


def read(problem: Any, name: str, default: Any) -> Any:
    """An optional value of a problem, given as a method or as an attribute."""
    value = getattr(problem, name, default)
    return value() if callable(value) else value


def class_name(problem: Any) -> str:
    """What messages call a problem: its class, or the one that an adapter stands for."""
    return str(read(problem, "class_name", type(problem).__name__))


def bound(problem: Any, name: str) -> int:
    """`max_plies` or `max_actions`."""
    return bounded(class_name(problem), name, read(problem, name, _DEFAULT_BOUND))


def bounded(of: str, name: str, value: Any) -> int:
    """A bound of the game of that name."""
    if not isinstance(value, numbers.Integral) or not 1 <= int(value) <= _LARGEST_BOUND:
        raise ProblemError(
            f"{name} of {of} is {short(value)}; give a whole number from 1 to {_LARGEST_BOUND}"
        )
    return int(value)


def num_players(problem: Any) -> int:
    return players(class_name(problem), read(problem, "num_players", 1))


def players(name: str, value: Any) -> int:
    """How many a game is for."""
    if not is_one_of(value, (1, 2)):
        raise ProblemError(
            f"num_players of {name} is {short(value)}; give 1 or 2: no search here plays for more"
        )
    return int(value)


def player(name: str, value: Any, when: str = "") -> int:
    """`to_play`."""
    if not is_one_of(value, (0, 1)):
        raise ProblemError(f"to_play of {name} is {short(value)}{when}; give 0 or 1")
    return int(value)


def actions(name: str, value: Any, most: int) -> list:
    """What `legal_actions` gave, as a list; a set's members by their text."""
    if not isinstance(value, Iterable):
        raise ProblemError(
            f"legal_actions() of {name} gave {short(value)}; give a list or another iterable"
        )
    if isinstance(value, (set, frozenset)):
        found = sorted(
            value, key=lambda action: text(name, "legal_actions()", action, "give a list")
        )
    else:
        found = list(islice(value, most + 1))  # some never end
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
            f"{method} of {name} gave more than {most} {what}; give {name} an "
            "attribute max_actions that bounds them"
        )
    return found


def numbered(name: str, value: Any, most: int) -> list[int]:
    """What `legal` gave, as a list of different numbers that a tree can store."""
    if not isinstance(value, Iterable):
        raise ProblemError(f"legal() of {name} gave {short(value)}; give a list of whole numbers")
    found = list(islice(value, most + 1))  # some never end
    if len(found) > most:
        raise ProblemError(
            f"legal() of {name} gave more than {most} actions; give at most {most}, as its "
            "__init__ says, or let that say more"
        )
    if {*map(type, found)} == {int} and min(found) >= 0 and max(found) <= _LARGEST_NUMBER:
        return found if len({*found}) == len(found) else distinct(name, "legal()", found)
    for action in found:
        if not (isinstance(action, numbers.Integral) and 0 <= int(action) <= _LARGEST_NUMBER):
            raise ProblemError(
                f"legal() of {name} gave {short(action)} as an action; give whole numbers from 0 "
                f"to {_LARGEST_NUMBER}"
            )
    if len({*found}) < len(found):
        distinct(name, "legal()", found)
    return [int(action) for action in found]


def distinct(name: str, method: str, found: list) -> list:
    """Actions or outcomes that can be told apart: all hashable, no two equal."""
    try:
        if len({*found}) == len(found):
            return found
    except (TypeError, ValueError) as error:
        for each in found:
            try:
                hash(each)
            except (TypeError, ValueError):
                raise BreachError(
                    f"{method} of {name} gave {short(each, 40)}, which can't be hashed; give a "
                    "number, a text or a tuple"
                ) from None
        raise BreachError(
            f"{method} of {name} gave {short(found[0], 40)} and others that can't be compared "
            f"({error}); give numbers, texts or tuples"
        ) from None
    met: dict[Any, Any] = {}
    for each in found:
        if each in met:
            raise BreachError(
                f"{method} of {name} gave {short(met[each], 40)} and {short(each, 40)}, which are "
                "equal, in one list; give each once, and different values for different ones"
            )
        met[each] = each
    return found


def outcomes(name: str, value: Any, most: int) -> tuple[list, list]:
    """What `chance_outcomes` gave as (outcomes, probabilities); ([], []) where a player acts."""
    pairs = [] if value is None else value
    if not isinstance(pairs, Iterable):
        raise ProblemError(
            f"chance_outcomes() of {name} gave {short(value)}; give a list of (outcome, "
            "probability), [] where a player acts"
        )
    found: list = []
    chances: list[float] = []
    for pair in islice(pairs, most + 1):  # some never end
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise ProblemError(
                f"chance_outcomes() of {name} gave {short(pair)} in its list; give (outcome, "
                "probability) pairs"
            )
        outcome, chance = pair
        if not 0.0 < as_float(chance) <= 1.0:
            raise ProblemError(
                f"chance_outcomes() of {name} gave {short(outcome)} the probability "
                f"{short(chance)}; give one above 0 and up to 1, and leave out what can't happen"
            )
        found.append(outcome)
        chances.append(float(chance))
    fitting(name, "chance_outcomes()", "outcomes", found, most)
    total = math.fsum(chances)
    if found and abs(total - 1.0) > _MAX_SUM_ERROR:
        raise ProblemError(
            f"chance_outcomes() of {name} gave probabilities that add up to {total!r}; they must "
            "add up to 1"
        )
    return found, chances


def priors(name: str, value: Any, legal: list, method: str = "prior()") -> list[float]:
    """What `prior`, or another method, gave as a probability for each legal action."""
    if isinstance(value, Mapping):
        missing = [action for action in legal if action not in value]
        if missing or len(value) > len(legal):
            legal_text = f"the {len(legal)} legal actions"
            wrong = f"no weight for {short(missing[0])}" if missing else f"{len(value)} weights"
            raise ProblemError(
                f"{method} of {name} gave {wrong}; give one for each of {legal_text}"
            )
        weights = [value[action] for action in legal]
    elif isinstance(value, Iterable):
        weights = list(value)
    else:
        raise ProblemError(
            f"{method} of {name} gave {short(value)}; give a weight for each legal action: a list "
            "in their order, or a dict"
        )
    if len(weights) != len(legal):
        raise ProblemError(
            f"{method} of {name} gave {len(weights)} weights for {len(legal)} legal actions; give "
            "one for each, in the order of legal_actions()"
        )
    for action, weight in zip(legal, weights, strict=True):
        if not 0.0 <= as_float(weight) < math.inf:
            raise ProblemError(
                f"{method} of {name} gave {short(action)} the weight {short(weight)}; give a "
                "finite number that is not negative"
            )
    shares = [float(weight) for weight in weights]
    try:
        total = math.fsum(shares)
    except OverflowError:  # of weights near the largest number that there is
        largest = max(shares)
        shares = [share / largest for share in shares]
        total = math.fsum(shares)
    if not total > 0.0:
        raise ProblemError(
            f"{method} of {name} gave weights that add up to {total!r}; give at least one action a "
            "weight above 0"
        )
    return [share / total for share in shares]


def evaluated(name: str, given: Any, count: int) -> tuple[list, list]:
    """The values and the priors of `count` states, as `evaluations` gave them; no priors: Nones."""
    method = f"evaluations() of {name}"
    if not isinstance(given, tuple) or len(given) != 2:
        raise ProblemError(
            f"{method} gave {short(given)}; give a tuple of two: a value for each state, and for "
            "each its priors, or None"
        )
    values = list(given[0])
    all_priors = [None] * count if given[1] is None else list(given[1])
    for what, found in (("values", values), ("priors", all_priors)):
        if len(found) != count:
            raise ProblemError(
                f"{method} gave {what} of {len(found)} states where it was given {count}; give one "
                "for each, in their order"
            )
    return [estimate(name, "evaluations()", value, 2) for value in values], all_priors


def estimate(name: str, method: str, value: Any, num_players: int) -> float:
    """A score (one player) or the first player's return (two), or an estimate of it."""
    an = "" if method in ("returns()", "result()") else "an estimate of "
    if num_players == 2:
        if not 0.0 <= as_float(value) <= 1.0:
            raise ProblemError(
                f"{method} of {name} gave {short(value)}; give {an}the first player's return, from "
                "0 for a loss to 1 for a win"
            )
    elif not abs(as_float(value)) <= _MOST_SCORE:
        raise ProblemError(
            f"{method} of {name} gave {short(value)}; give {an}the score, a finite number between "
            f"{-_MOST_SCORE:g} and {_MOST_SCORE:g}"
        )
    known = float(value)
    if isinstance(value, int) and known != value:
        raise ProblemError(
            f"{method} of {name} gave {short(value)}, which no float stores exactly; give a "
            "smaller number"
        )
    return known


def replayed(name: str, score: float, end: float | None) -> None:
    """What a best sequence has led to and leads to when it is played again; None: to no end."""
    if end is None or not math.isclose(score, end, rel_tol=1e-9, abs_tol=1e-9):
        leads = "to no end" if end is None else f"to {end!r}"
        raise ProblemError(
            f"the best sequence of {name} had the score {score!r}, and played again it leads "
            f"{leads}; {IMPURE}"
        )


def text(name: str, method: str, value: Any, remedy: str) -> str:
    """The value as text, the same in every run: members of sets in order, and no addresses."""
    try:
        printed = repr(value)
    except Exception as error:  # also a number of too many digits
        raise ProblemError(
            f"{method} of {name} gave a {type(value).__name__} that can't be printed ({error}); "
            f"{remedy}"
        ) from None
    if "..." in printed and "array(" not in printed and _LEFT_OUT.search(printed):
        raise ProblemError(
            f"{method} of {name} gave {short(value, 40)}, which leaves out some of what it stands "
            f"for; give the tobytes() of an array, not its text, or {remedy}"
        )
    if type(value) in (int, str):
        return printed
    if not _LOOKED_INTO.search(printed) and not hasattr(value, "shape"):
        return printed
    if type(value) in (tuple, list):
        return f"({', '.join(text(name, method, member, remedy) for member in value)})"
    if isinstance(value, (set, frozenset)):
        members = sorted(text(name, method, member, remedy) for member in value)
        return f"{{{', '.join(members)}}}"
    if getattr(value, "shape", ()) or ("array(" in printed and not isinstance(value, (str, bytes))):
        raise ProblemError(
            f"{method} of {name} gave an array, which does not print all that it holds; give its "
            f"tobytes() instead, or {remedy}"
        )
    if not isinstance(value, str) and _ADDRESS.search(printed):
        raise ProblemError(
            f"{method} of {name} gave {printed}, which prints with its address and so is "
            f"different in every run; {remedy}"
        )
    return printed


def digest(printed: str) -> int:
    """64 bits that tell texts apart."""
    return int.from_bytes(hashlib.blake2b(printed.encode(), digest_size=8).digest(), "little")
