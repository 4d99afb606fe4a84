"""What a search says of the moves of a position; all win rates are those of the side to move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from mcsearch.engine.bounds import ANY_RETURN, Bounds


@dataclass(frozen=True)
class MoveValue:
    """A legal move as a search sees it.

    `win_rate` is the mean return for the player who makes the move, as far as `bounds` allow it;
    nan where nothing is known. `share` is that of the root's visits.
    """

    action: Any
    name: str
    visits: int
    share: float
    win_rate: float
    bounds: Bounds = ANY_RETURN

    @property
    def proven(self) -> str:
        """ "win in 5", "draw in 3", "loss in 4" where that is certain, else "".

        The number is that of plies to the end, this move included.
        """
        return outcome_in_words(self.bounds, 1)


def outcome_in_words(bounds: Bounds, more_plies: int = 0) -> str:
    """ "win in 5" where bounds are exact, with the plies to the end; "" where they are not."""
    if bounds.outcome is None:
        return ""
    plies = bounds.plies + more_plies
    return f"{bounds.outcome} in {plies}" if plies and bounds.plies >= 0 else bounds.outcome


def score_of(state: Any) -> float:
    """One player's points in a position; nan where only the end tells, as in a person's problem."""
    is_known = has_points(state) or state.is_terminal()
    return float(state.returns()) if is_known else float("nan")


def has_points(state: Any) -> bool:
    """Whether positions have points before the end: a person's problem has none."""
    return bool(getattr(state, "has_points", True))


def values_of(search: Any) -> tuple[MoveValue, ...]:
    """All legal moves of a search's root in the game's order, known or not."""
    root = search.root
    known = {child.action: child for child in search.root_children()}
    total = sum(child.visits for child in known.values())
    found = []
    for action in root.legal_actions():
        name = root.action_name(action)
        child = known.get(action)
        if child is None:
            found.append(MoveValue(action, name, 0, 0.0, float("nan")))
            continue
        share = child.visits / total if total else 0.0
        found.append(MoveValue(action, name, child.visits, share, child.value, child.bounds))
    return tuple(found)


@dataclass(frozen=True)
class Hint:
    """The move that a search would make now, and why: its values and the expected play.

    `line` are the names of the moves of the principal variation, the best one first.
    """

    best: MoveValue
    line: tuple[str, ...]
    values: tuple[MoveValue, ...]


def hint_of(search: Any) -> Hint | None:
    """What a search advises; None before it knows anything."""
    actions = search.best_sequence
    if not actions:
        return None
    values = values_of(search)
    best = next(value for value in values if value.action == actions[0])
    return Hint(best, tuple(names_along(search.root, actions)), values)


def word_of(state: Any, action: Any) -> str:
    """A legal action as game files and links have it, in one word: its name.

    The names of a person's own game may be anything; its states have `words` in their place.
    """
    words = getattr(state, "words", None)
    return str(
        state.action_name(action) if words is None else words[state.legal_actions().index(action)]
    )


def action_of(state: Any, word: str) -> Any:
    """The legal action that a word, or a name, means; ValueError when there is none."""
    words = getattr(state, "words", ())
    return state.legal_actions()[words.index(word)] if word in words else state.parse_action(word)


def words_along(state: Any, actions: Iterable[Any]) -> list[str]:
    """The words of actions that follow one another from a state."""
    words = []
    for action in actions:
        words.append(word_of(state, action))
        state = state.play(action)
    return words


def names_along(state: Any, actions: list[Any]) -> list[str]:
    """The names of actions that follow one another from a state."""
    names = []
    for action in actions:
        names.append(state.action_name(action))
        state = state.play(action)
    return names


def actions_along(state: Any, names: Iterable[str]) -> list[Any]:
    """The actions of names that follow one another from a state."""
    actions = []
    for name in names:
        actions.append(state.parse_action(name))
        state = state.play(actions[-1])
    return actions
