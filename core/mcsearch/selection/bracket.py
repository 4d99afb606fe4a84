"""The rounds of a search's move as plain values: who is in which, with which playouts and rank."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Entry:
    """An action of the root in a round."""

    action: int
    playouts: int  # of this move's search, from its first round on
    added: int  # of them in this round
    mean: float  # of all its playouts, for the side to move; nan without
    rank: int  # 1 for the best of the round
    stays: bool  # in the next round; of the last: it is the move to play. So far, in an open round
    noise: float  # Gumbel noise; nan without


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its entries in the order of the root's children; none before it has begun."""

    size: int  # actions
    share: int  # playouts of each; of the last round: the least
    playouts: int  # that the round is given in all
    played: int
    is_over: bool
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of a move's search, those to come included."""

    budget: int
    rounds: tuple[Round, ...]
    undrawn: tuple[int, ...]  # actions that are in no round


@dataclass(frozen=True, slots=True)
class Course:
    """What a rule knows of its rounds; lists by place, the order of the root's children."""

    budget: int
    sizes: list[tuple[int, int]]  # (actions, playouts of each) of all rounds
    actions: list[int]
    reached: list[int]  # the last round that each is in, from 0; -1: none
    noise: list[float]
    # by round that has begun, the last as it is now: playouts from the first round on, means, and
    # what the ranks go by
    plays: list[list[int]] = field(default_factory=list)
    means: list[list[float]] = field(default_factory=list)
    worths: list[list[float]] = field(default_factory=list)


def rounds_in(course: Course) -> Rounds:
    """The rounds that a course tells of, those to come without entries."""
    rounds: list[Round] = []
    spent = 0
    for number, (size, share) in enumerate(course.sizes):
        is_last = number == len(course.sizes) - 1
        playouts = max(course.budget - spent, 0) if is_last else size * share
        spent += playouts
        if number < len(course.plays):
            rounds.append(_begun(course, number, playouts))
        else:
            rounds.append(Round(size, share, playouts, 0, False, ()))
    undrawn = [a for a, last in zip(course.actions, course.reached, strict=True) if last < 0]
    return Rounds(course.budget, tuple(rounds), tuple(undrawn))


def _begun(course: Course, number: int, playouts: int) -> Round:
    size, share = course.sizes[number]
    is_last = number == len(course.sizes) - 1
    is_open = number == len(course.plays) - 1
    worths = course.worths[number]
    # the winner of the last round has what is left of the budget, too
    now = -1 if is_last else number
    plays, means = course.plays[now], course.means[now]
    before = course.plays[number - 1] if number else [0] * len(plays)
    inside = [place for place, last in enumerate(course.reached) if last >= number]
    order = sorted(inside, key=lambda place: (plays[place] == 0, -worths[place]))
    if is_open:
        staying = set(order[: 1 if is_last else course.sizes[number + 1][0]])
    else:
        staying = {place for place in inside if course.reached[place] > number}
    played = sum(plays[place] - before[place] for place in inside)
    entries = tuple(
        Entry(
            action=course.actions[place],
            playouts=plays[place],
            added=plays[place] - before[place],
            mean=means[place] if plays[place] else float("nan"),
            rank=1 + order.index(place),
            stays=place in staying,
            noise=course.noise[place],
        )
        for place in inside
    )
    return Round(size, share, playouts, played, not is_open or played >= playouts, entries)
