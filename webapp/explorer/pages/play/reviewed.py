"""What the page shows of a game that is reviewed: marks, the curve, two strips of boards, words."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from explorer.cards.board.plain import PlainPosition, plain_own
from explorer.look.boards import has_own_picture, outlined_cells
from explorer.look.text import percent, plural
from explorer.moment.steps import PHASES
from explorer.pages.play.retry import Retry
from explorer.pages.play.reviewing import Reviewing
from explorer.pages.play.viewpoint import (
    Outcome,
    name_of,
    persons_side,
    rate_of,
    search_player,
    viewpoint,
)
from explorer.session.permalink import Place
from explorer.session.permalink import to_query as explore_query
from mcsearch import Recipe
from mcsearch.engine.bounds import Bounds
from mcsearch.play.match import Match, ends_by_line
from mcsearch.play.review import LARGE_MISTAKE, MISTAKE, Review, ReviewedMove
from mcsearch.play.values import actions_along, outcome_in_words

_NUM_BOARDS = 6
_TRUTHS = {"win": 1.0, "draw": 0.5, "loss": 0.0}
_UNSEEN = 0.3  # of the win rate, from the truth
_EXPLORED = 2_000  # iterations that are done already where a position is opened in Explore


@dataclass(frozen=True, slots=True)
class PlayMoveReview:
    """A move's mark and what it is worth."""

    mark: str
    rate: float | None
    before: str
    after: str
    best: str
    proven: str
    outcome: Outcome  # "": not certain


@dataclass(frozen=True, slots=True)
class PlayRetry:
    """A mistake that is played again."""

    is_answered: bool
    is_last: bool


@dataclass(frozen=True, slots=True)
class PlayCount:
    """The mistakes of a side, and the share of what could be kept, "" before all is reviewed."""

    small: int
    large: int
    accuracy: str


@dataclass(frozen=True, slots=True)
class PlayStripBoard:
    """A position after a move."""

    number: int
    name: str
    cells: str
    shown: PlainPosition | None  # of a game of people's own
    last: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayStrip:
    """The boards of a line."""

    title: str
    value: str
    note: str
    boards: tuple[PlayStripBoard, ...]


@dataclass(frozen=True, slots=True)
class PlayReview:
    """The curve, the strips and the counts."""

    done: int
    of: int
    playouts: int
    curve: tuple[float | None, ...]
    truth: tuple[float | None, ...]  # rates that are certain
    viewpoint: str
    outcomes: tuple[Outcome, ...]
    mistakes: tuple[int, ...]
    belief: str
    retry: PlayRetry | None
    retry_label: str
    can_retry: bool
    counts: tuple[PlayCount, ...]
    strips: tuple[PlayStrip, ...]
    explore: str


def move_shown(reviewing: Reviewing, number: int, player: int) -> PlayMoveReview | None:
    """None before the move is reviewed."""
    review, retry = reviewing.review, reviewing.retry
    move = review.move(number)
    if move is None:
        return None
    before, after = _told_values(move, player)
    return PlayMoveReview(
        # whose answer is asked for, or will be
        mark="" if retry is not None and number in retry.hidden else move.mark,
        rate=rate_of(move.after, move.player, player),
        before=before,
        after=after,
        best=move.best,
        proven=outcome_in_words(review.bounds_at(number, player), 1),
        outcome=review.bounds_at(number, player).outcome or "",
    )


def shown(reviewing: Reviewing, match: Match) -> PlayReview:
    """What the page shows beside the moves."""
    review, player = reviewing.review, search_player(match)
    plies = range(review.num_moves + 1)
    outcomes = tuple(review.bounds_at(ply, player).outcome or "" for ply in plies)
    mistakes = review.mistakes()
    return PlayReview(
        done=len(review.positions) - review.num_left,
        of=len(review.positions),
        playouts=reviewing.playouts,
        curve=tuple(map(_known, review.curve(player))),
        truth=tuple(map(_TRUTHS.get, outcomes)),
        viewpoint=viewpoint(match),
        outcomes=outcomes,
        mistakes=tuple(sorted(move.number for move in mistakes)),
        belief=_belief(reviewing, match),
        retry=_retry(reviewing),
        retry_label=f"Retry {'the' if persons_side(match) is None else 'my'} mistakes",
        can_retry=review.is_finished and bool(mistakes_of(reviewing, match)),
        counts=tuple(_count(review, mistakes, who) for who in (0, 1)),
        strips=_strips(reviewing, match),
        explore=_explore(reviewing),
    )


def mistakes_of(reviewing: Reviewing, match: Match) -> list[ReviewedMove]:
    """The mistakes that are to be retried: a person's own."""
    player = persons_side(match)
    return [move for move in reviewing.review.mistakes() if player in (None, move.player)]


def _retry(reviewing: Reviewing) -> PlayRetry | None:
    retry = reviewing.retry
    if retry is None:
        return None
    return PlayRetry(retry.is_answered, is_last=retry.place + 1 == len(retry.numbers))


def _accuracy(review: Review, player: int) -> str:
    """The share of what could be kept, and how it was counted."""
    accuracy = review.accuracy(player)
    if not review.is_finished or not accuracy.num_moves:
        return ""
    # what has lost something has not kept all
    return f"{min(99, round(100 * accuracy.share)) if accuracy.lost else 100}%"


def _known(rate: float | None) -> float | None:
    return None if rate is None or math.isnan(rate) else round(rate, 4)


def _count(review: Review, mistakes: list[ReviewedMove], player: int) -> PlayCount:
    marks = [move.mark for move in mistakes if move.player == player]
    return PlayCount(marks.count(MISTAKE), marks.count(LARGE_MISTAKE), _accuracy(review, player))


def _explore(reviewing: Reviewing) -> str:
    """The address in Explore of the position that the move on show was made in."""
    review, ply = reviewing.review, reviewing.ply
    if review.setting.own is not None or review.state(ply).is_terminal():
        return ""  # no address says a position of a game of people's own
    recipe = review.recipe_of(ply)
    return explored(recipe, PHASES * min(_EXPLORED, int(recipe.values["iterations"])))


def explored(recipe: Recipe, steps: int = 0) -> str:
    """The address in Explore of a recipe after so many phases, without a clock and in one tree."""
    given = {k: v for k, v in recipe.parameters.items() if k not in ("seconds", "trees")}
    return "?" + explore_query(Place(recipe.replace(parameters=given), steps=steps))


def _strips(reviewing: Reviewing, match: Match) -> tuple[PlayStrip, ...]:
    """The boards of the best line, and those of the game from the same move on."""
    review, ply = reviewing.review, reviewing.ply
    move = review.move(ply + 1) if ply < review.num_moves else None
    if move is None or move.is_drawn or reviewing.is_hidden:
        return ()
    state = review.state(ply)
    best = actions_along(state, move.line[:_NUM_BOARDS])
    ahead = range(ply, min(review.num_moves, ply + _NUM_BOARDS))
    played = [match.action_at(place) for place in ahead]
    before, after = _told_values(move, search_player(match))
    note = "perfect play" if move.is_solved else "expected"
    return (
        PlayStrip("Best", before, note, _boards(state, best, ply)),
        PlayStrip("Played", after, "the game", _boards(state, played, ply)),
    )


def _boards(state: Any, actions: list[Any], ply: int) -> tuple[PlayStripBoard, ...]:
    boards = []
    for number, action in enumerate(actions, ply + 1):
        after = state.play(action)
        is_own = has_own_picture(after)
        boards.append(
            PlayStripBoard(
                number=number,
                name=state.action_name(action),
                cells="" if is_own else "".join(map(str, after.cells().tolist())),
                shown=plain_own(after) if is_own else None,
                last=tuple(outlined_cells(state, action)),
            )
        )
        state = after
    return tuple(boards)


def told(reviewing: Reviewing, match: Match) -> tuple[str, str]:
    """The lead and the sentence about the move on show: what is true of it, as far as is known."""
    review, number = reviewing.review, reviewing.shown
    if reviewing.retry is not None:
        return _retry_told(reviewing.retry, review, match)
    if number == 0:
        return "The beginning.", "Step through the moves, or go to a mistake."
    move = review.move(number)
    lead = f"Move {number}."
    if move is None:
        return lead, "This move is not reviewed yet."
    if move.is_drawn:
        told = f"Drawn: {move.name}; {_went(move, match, ' by it')}."
        unsure = "" if move.bounds_after.is_exact else f" {_NOT_EXACT}"
        return lead, f"{told} That is chance, and nobody's mistake.{unsure}"
    who = name_of(match.sides, move.player)
    if move.name == "pass":
        played = f"{who} passed"
    elif move.name == "swap":
        played = f"{who} took over the first stone (swap)"
    else:
        played = f"{who} played {move.name}"
    best = "" if move.best == move.name else f" Best was {move.best}."
    row = _row_that_loses(review, number)
    if row:
        return lead, f"{played} and made {row}.{best}"
    if move.is_solved:
        return lead, _truth_told(played, move, best)
    if move.bounds_after.is_exact:
        known = f"{played}: {_certain(move.bounds_after, number, review)}."
    elif move.mark:
        known = f"{played}, and {_went(move, match)}."
    else:
        _, after = _told_values(move, search_player(match))
        known = f"{played}; the win rate of {viewpoint(match)} is {after}."
        best = ""
    if not move.bounds_after.is_exact:
        return lead, f"{known}{best if move.mark else ''} {_NOT_EXACT}"
    # what was best is a belief still where nothing is proven of the position before
    if move.mark and best and not move.bounds_before.is_exact:
        best = f" Best was {move.best}, as the search believes."
    return lead, f"{known}{best if move.mark else ''}"


_NOT_EXACT = "Not known exactly: this is what the search believes."


def _went(move: ReviewedMove, match: Match, by: str = "") -> str:
    """What a move has made of the win rate of the page's viewpoint, or of what is certain."""
    before, after = _told_values(move, search_player(match))
    whose = viewpoint(match)
    if not (move.bounds_before.outcome or move.bounds_after.outcome):
        went = f"stays {after}" if before == after else f"went from {before} to {after}{by}"
        return f"the win rate of {whose} {went}"
    had, has = (
        f"a proven {told}" if bounds.outcome else f"a win rate of {told}"
        for told, bounds in ((before, move.bounds_before), (after, move.bounds_after))
    )
    return f"{whose} has {has} instead of {had}{by}"


def _certain(bounds: Bounds, number: int, review: Review) -> str:
    """What a proof says of a position for the player who has moved."""
    is_over = review.state(number).is_terminal()
    if bounds.outcome is None:  # between a win and a loss, in a game of people's own
        worth = f"return of {percent(bounds.lower)} for that side"
    else:
        worth = bounds.outcome if is_over else f"{outcome_in_words(bounds, 1)} for that side"
    return f"the end, a {worth}" if is_over else f"a proven {worth}"


def _truth_told(played: str, move: ReviewedMove, best: str) -> str:
    """What exact values say of a move, for its player."""
    had, has = outcome_in_words(move.bounds_before), outcome_in_words(move.bounds_after, 1)
    if move.mark:
        return f"{played} and gave away a {had}: with best play it is now a {has}.{best}"
    outcome = move.bounds_after.outcome
    if move.bounds_after.plies == 0:
        return f"{played}: the end, a {outcome}."
    if outcome == "loss":
        return f"{played}. Every move loses here, this one with best play in {_plies(has)}."
    keeps = "keeps" if move.is_choice else "leaves"
    return f"{played}, which {keeps} the {outcome}: with best play a {has}."


def _plies(told: str) -> str:
    """The number of "loss in 12"."""
    return f"{told.rpartition(' ')[2]} plies" if " in " in told else "the end"


def _belief(reviewing: Reviewing, match: Match) -> str:
    """What the search believed of the move on show, and what it did not see; "" while hidden."""
    number = reviewing.shown
    move = reviewing.review.move(number) if number else None
    if move is None or not move.is_solved or reviewing.is_hidden:
        return ""
    player = search_player(match)
    turned = move.player != player
    before, after = (1.0 - rate if turned else rate for rate in (move.before, move.after))
    own = "the same move" if move.believed == move.name else move.believed
    said = (
        f"in a win rate of {percent(before)} for {viewpoint(match)} before the move and of "
        f"{percent(after)} after it, and would have played {own}."
    )
    return f"{said} {_unseen(reviewing.review, move, match)}".rstrip()


def _unseen(review: Review, move: ReviewedMove, match: Match) -> str:
    """Where the search and the truth differ."""
    position = review.positions[move.number - 1]
    assert position is not None
    own = next(value.action for value in position.values if value.name == move.believed)
    found = []
    if move.mark and not move.believed_mark:
        found.append("it did not see the mistake")
    elif move.believed_mark and not move.mark:
        found.append("it took the move for a mistake, which it is not")
    if position.loss_of(own) > 0:
        worth = next(value.bounds for value in position.values if value.action == own)
        found.append(f"it did not see that its own {move.believed} is a {worth.outcome}")
    value = move.bounds_before.lower
    if not found and abs(move.before - value) > _UNSEEN:
        who = name_of(match.sides, move.player).lower()
        told = {"win": f"{who} could win", "loss": f"{who} had lost", "draw": "this is a draw"}
        found.append(f"it did not see that {told[str(move.bounds_before.outcome)]}")
    if not found:
        return ""
    return f"So {' and '.join(found)}."


def _retry_told(retry: Retry, review: Review, match: Match) -> tuple[str, str]:
    move = review.move(retry.number)
    assert move is not None
    lead = f"Retry {retry.place + 1} of {len(retry.numbers)}."
    who = name_of(match.sides, move.player)
    had = outcome_in_words(move.bounds_before) if move.is_solved else ""
    best = f"{move.best}{f', a {had}' if had else ''}"
    last = retry.place + 1 == len(retry.numbers)
    found = f" {retry.num_found} of {len(retry.numbers)} found at once." if last else ""
    if retry.is_answered and retry.found:
        also = "" if retry.found == move.best else f" Best is {best}."
        kept = f"keeps the {move.bounds_before.outcome}" if had else "loses nothing to speak of"
        return lead, f"Right: {retry.found} {kept}.{also}{found}"
    if retry.is_answered:
        return lead, f"The best move is {best}.{found}"
    given = f"gave away a {had}" if had else "lost much of the win rate"
    asked = f"{who} played {move.name} here and {given}. Find a better move on the board."
    if not retry.wrong:
        return lead, asked
    wrong = ", ".join(retry.wrong)
    gives = "gives" if len(retry.wrong) == 1 else "give"
    told = f"{wrong} {gives} it away as well"
    if not retry.is_sure:
        told += ", as far as the search has looked"
    return lead, f"No: {told}. Try another, or show the answer."


def _told_values(move: ReviewedMove, player: int) -> tuple[str, str]:
    """What the best move and the one that was made are worth for a player.

    Both count the plies from the position before the move, as the values over the board do.
    """
    turned = int(move.player != player)
    found = []
    for rate, bounds, more in (
        (move.before, move.bounds_before, 0),
        (move.after, move.bounds_after, 1),
    ):
        seen = 1.0 - rate if turned else rate
        found.append(outcome_in_words(bounds.seen_by(turned), more) or f"{100 * seen:.0f}%")
    return found[0], found[1]


def _row_that_loses(review: Review, number: int) -> str:
    """What a move has made that loses at once, such as three in a row; "" for any other."""
    state, after = review.state(number - 1), review.state(number)
    if not after.is_terminal() or not ends_by_line(after) or after.returns() == 0.5:
        return ""
    won = int(after.returns() < 0.5)
    return "" if won == int(state.to_play) else str(after.ending())


def summary(reviewing: Reviewing) -> str:
    """The marks of the whole game in words; "" as long as moves are not reviewed."""
    if not reviewing.review.is_finished:
        return ""
    marks = [move.mark for move in reviewing.review.mistakes()]
    large, small = marks.count(LARGE_MISTAKE), marks.count(MISTAKE)
    return f"{plural(large, 'large mistake')}, {plural(small, 'mistake')}"
