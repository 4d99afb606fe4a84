"""What the page shows of a game that is reviewed: marks, the curve, two strips of boards, words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from explorer.cards.board.plain import plain_own
from explorer.look.boards import is_problem
from explorer.look.text import plural
from explorer.moment.steps import PHASES
from explorer.pages.play.reviewing import Reviewing
from explorer.pages.play.viewpoint import rate_of, search_player
from explorer.session.permalink import Place
from explorer.session.permalink import to_query as explore_query
from mcsearch.play.match import Match
from mcsearch.play.review import LARGE_MISTAKE, MISTAKE, Review, ReviewedMove
from mcsearch.play.values import outcome_in_words

_NUM_BOARDS = 6
_EXPLORED = 2_000  # iterations that are done already where a position is opened in Explore


def actions_of(state: Any, names: Iterable[str]) -> list[Any]:
    """The actions of moves that follow one another."""
    actions = []
    for name in names:
        action = state.parse_action(name)
        actions.append(action)
        state = state.play(action)
    return actions


def move_shown(review: Review, number: int, player: int) -> dict[str, Any]:
    """A move's mark and the win rate after it; nothing before it is reviewed."""
    move = review.move(number)
    if move is None:
        return {}
    before, after = _told_values(move, player)
    return {
        "mark": move.mark,
        "rate": rate_of(move.after, move.player, player),
        "before": before,
        "after": after,
        "best": move.best,
        "proven": outcome_in_words(review.bounds_at(number, player)),
        "outcome": review.bounds_at(number, player).outcome or "",
    }


def shown(reviewing: Reviewing, match: Match) -> dict[str, Any]:
    """The curve, the strips and the counts."""
    review, player = reviewing.review, search_player(match)
    plies = range(review.num_moves + 1)
    outcomes = [review.bounds_at(ply, player).outcome or "" for ply in plies]
    mistakes = review.mistakes()
    return {
        "done": len(review.positions) - review.num_left,
        "of": len(review.positions),
        "playouts": reviewing.playouts,
        "curve": [_known(rate) for rate in review.curve(player)],
        "outcomes": outcomes,
        "mistakes": sorted(move.number for move in mistakes),
        "counts": [_count(mistakes, who) for who in (0, 1)],
        "strips": _strips(reviewing, match),
        "explore": _explore(reviewing),
    }


def _known(rate: float | None) -> float | None:
    return None if rate is None or math.isnan(rate) else round(rate, 4)


def _count(mistakes: list[ReviewedMove], player: int) -> dict[str, int]:
    marks = [move.mark for move in mistakes if move.player == player]
    return {"small": marks.count(MISTAKE), "large": marks.count(LARGE_MISTAKE)}


def _explore(reviewing: Reviewing) -> str:
    """The address in Explore of the position that the move on show was made in."""
    review, ply = reviewing.review, reviewing.ply
    if review.setting.own is not None or review.state(ply).is_terminal():
        return ""  # no address says a position of a game of people's own
    recipe = review.recipe_of(ply)
    # Explore searches without a clock and in one tree
    given = {k: v for k, v in recipe.parameters.items() if k not in ("seconds", "trees")}
    steps = PHASES * min(_EXPLORED, int(recipe.values["iterations"]))
    return "?" + explore_query(Place(recipe.replace(parameters=given), steps=steps))


def _strips(reviewing: Reviewing, match: Match) -> list[dict[str, Any]]:
    """The boards of the best line, and those of the game from the same move on."""
    review, ply = reviewing.review, reviewing.ply
    move = review.move(ply + 1) if ply < review.num_moves else None
    if move is None:
        return []
    state = review.state(ply)
    best = actions_of(state, move.line[:_NUM_BOARDS])
    ahead = range(ply, min(review.num_moves, ply + _NUM_BOARDS))
    played = [match.action_at(place) for place in ahead]
    before, after = _told_values(move, search_player(match))
    return [
        {
            "title": "Best",
            "value": before,
            "note": "expected",
            "boards": _boards(state, best, ply),
        },
        {
            "title": "Played",
            "value": after,
            "note": "the game",
            "boards": _boards(state, played, ply),
        },
    ]


def _boards(state: Any, actions: list[Any], ply: int) -> list[dict[str, Any]]:
    boards = []
    for number, action in enumerate(actions, ply + 1):
        after = state.play(action)
        boards.append(
            {
                "number": number,
                "name": state.action_name(action),
                **_looks(after),
                "last": state.action_cells(action),
            }
        )
        state = after
    return boards


def _looks(state: Any) -> dict[str, Any]:
    """What lies on a small board; of a game of people's own its picture."""
    if is_problem(state):
        return {"cells": "", "shown": plain_own(state)}
    return {"cells": "".join(map(str, state.cells().tolist()))}


def told(reviewing: Reviewing, match: Match) -> tuple[str, str]:
    """The lead and the sentence about the move on show."""
    review, number = reviewing.review, reviewing.shown
    if number == 0:
        return "The beginning.", "Step through the moves, or go to a mistake."
    move = review.move(number)
    lead = f"Move {number}."
    if move is None:
        return lead, "This move is not reviewed yet."
    player = search_player(match)
    who = _name(match, move.player)
    if move.name == "swap":
        played = f"{who} took over the first stone (swap)"
    else:
        played = f"{who} played {move.name}"
    best = "" if move.best == move.name else f" Best was {move.best}."
    row = _row_that_loses(review, number)
    if row:
        return lead, f"{played} and made {row}.{best}"
    before, after = _told_values(move, player)
    if not move.mark:
        return lead, f"{played}; the win rate of {_name(match, player).lower()} is {after}."
    if move.player == player:
        its = "your" if who == "You" else "its"
        return lead, f"{played} and {its} win rate fell from {_an(before)} to {_an(after)}.{best}"
    whose = _name(match, player).lower()
    return (
        lead,
        f"{played}, and the win rate of {whose} rose from {_an(before)} to {_an(after)}.{best}",
    )


def _an(value: str) -> str:
    """ "36%", but "a win in 5"."""
    return value if value.endswith("%") else f"a {value}"


def _name(match: Match, player: int) -> str:
    """Who plays a side: "You", "The search", or by their order where both are alike."""
    if match.sides[0].is_person == match.sides[1].is_person:
        return ("The first player", "The second player")[player]
    return "You" if match.sides[player].is_person else "The search"


def _told_values(move: ReviewedMove, player: int) -> tuple[str, str]:
    """What a move was worth for a player before it was made, and after."""
    turned = int(move.player != player)
    found = []
    for rate, bounds in ((move.before, move.bounds_before), (move.after, move.bounds_after)):
        seen = 1.0 - rate if turned else rate
        found.append(outcome_in_words(bounds.seen_by(turned)) or f"{100 * seen:.0f}%")
    return found[0], found[1]


def _row_that_loses(review: Review, number: int) -> str:
    """What a move has made that loses at once, such as three in a row; "" for any other."""
    state, after = review.state(number - 1), review.state(number)
    if not after.is_terminal() or after.returns() == 0.5:
        return ""
    won = int(after.returns() < 0.5)
    return "" if won == int(state.to_play) else str(after.ending())


def summary(reviewing: Reviewing) -> str:
    """The marks of the whole game in words."""
    marks = [move.mark for move in reviewing.review.mistakes()]
    large, small = marks.count(LARGE_MISTAKE), marks.count(MISTAKE)
    return f"{plural(large, 'large mistake')}, {plural(small, 'mistake')}"
