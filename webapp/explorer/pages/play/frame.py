"""What the page shows of a game's board and moves, as it is sent to `page.js`."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from explorer.cards.board.plain import PlainPosition, plain_own
from explorer.look.boards import (
    PointedPlaces,
    ShownBoard,
    aside_of,
    board_of,
    has_own_picture,
    joined_by_colours,
    marked_cells,
    pointed_places,
    put_cells,
    shown_board,
)
from explorer.look.palette import MEANS
from explorer.look.shades import text_on_mean
from explorer.pages.play import reviewed
from explorer.pages.play.game import Game
from explorer.pages.play.players import PlaySide, side_words
from explorer.pages.play.reviewed import PlayMoveReview
from explorer.pages.play.reviewing import Reviewing
from explorer.pages.play.slow_motion import PlayPlayout, playout_shown
from explorer.pages.play.tree import shown_search
from explorer.pages.play.viewpoint import (
    Outcome,
    bounds_of,
    rate_of,
    search_player,
    viewpoint,
)
from explorer.schema.contract import Ints
from mcsearch.play.match import Match
from mcsearch.play.values import MoveValue, actions_along, outcome_in_words

NUM_EXPECTED = 5
_SIDE, _LINE = 6.0, 0.3  # of what stands in a board's place, and of its text, in cell widths


@dataclass(frozen=True, slots=True)
class PlayTarget:
    """A legal action: `cells` mean it alone, `steps` one after another."""

    action: int
    name: str
    cells: tuple[int, ...]
    changed: tuple[int, ...]
    steps: tuple[int, ...]
    in_order: bool


@dataclass(frozen=True, slots=True)
class PlayMove:
    """A move of the game."""

    number: int
    player: int
    name: str
    is_drawn: bool  # by chance
    is_back: bool  # taken back
    review: PlayMoveReview | None  # as soon as it is reviewed


@dataclass(frozen=True, slots=True, eq=False)
class PlayPosition:
    """The board and the moves: what no search is asked for."""

    number: int  # of the table
    game: str
    board: ShownBoard
    labels: tuple[tuple[float, float, str], ...]  # x, y, name
    is_own: bool  # it looks as it says itself, with its moves on a list
    shown: PlainPosition | None  # of such a one
    drops: bool
    slides: bool
    cells: Ints
    joined: str
    names: tuple[str, ...]  # of the columns in which stones drop
    targets: tuple[PlayTarget, ...]
    last: tuple[int, ...]
    way: tuple[int, ...]  # of the last stone, from cell to cell
    ending: tuple[int, ...]
    forbidden: tuple[int, ...]
    to_move: int
    is_over: bool
    ply: int
    search_player: int  # -1: a game of one
    can_move: bool
    hovers: bool
    is_reviewed: bool
    viewpoint: str
    sides: tuple[PlaySide, ...]
    moves: tuple[PlayMove, ...]
    line: tuple[int, ...]  # the actions to the root of the tree on show


@dataclass(frozen=True, slots=True)
class PlayValue:
    """What the search says of a move; `rate` and `outcome` are for it."""

    action: int
    name: str
    visits: int
    share: float
    rate: float | None
    colour: str | None
    ink: str | None
    outcome: Outcome  # "": not certain
    proven: str
    played: bool


@dataclass(frozen=True, slots=True)
class PlayGhost:
    """A move that is expected."""

    cell: int  # -1: no place of the board
    cells: tuple[int, ...]
    ply: int
    player: int
    name: str


@dataclass(frozen=True, slots=True)
class PlaySaid:
    """What the search says of the moves, on and over the board; of one player's, when asked."""

    number: int  # of the table that it is about
    values: tuple[PlayValue, ...] = ()
    ghosts: tuple[PlayGhost, ...] = ()
    best: str = ""
    mark: str = ""
    advised: tuple[int, ...] = ()
    playout: PlayPlayout | None = None


def table(game: Game, number: int) -> PlayPosition:
    """The board and the moves, with the number of the table."""
    reviewing, demonstration = game.reviewing, game.demonstration
    played, match = game.played, None if game.attempt is not None else game.match
    player = -1 if match is None else search_player(match)
    ply = played.ply if reviewing is None else reviewing.board_ply
    state, start = played.state_at(ply), played.setting.start()
    on = board_of(state)
    board, shown = _looks(state)
    legal = [] if state.is_terminal() else state.legal_actions()
    # which is no place of the board: it has a button of its own
    aside = aside_of(state) if match is not None else None
    targets = tuple(_target(state, action) for action in legal if action != aside)
    # an end alone does not tell whether its drawing could be pointed at
    if (places := pointed_places(state)) and pointed_places(start):
        board, targets = _pointed_out(places, board, targets)
    last = played.action_at(ply - 1) if ply else None
    # taken tiles have gone: only stones stay where they were played
    stays = last is not None and on.pieces in ("stones", "cells")
    before = played.state_at(ply - 1) if stays else state
    way = () if not stays or shown is not None else tuple(before.steps(last).cells)
    return PlayPosition(
        number=number,
        game=played.setting.game,
        board=board,
        labels=()
        if shown is not None
        else tuple((x, on.height - y, name) for x, y, name in on.labels),
        is_own=shown is not None,
        shown=shown,
        drops=on.drops,
        slides=on.slides,
        cells=state.cells(),
        joined="" if match is None else joined_by_colours(on, player),
        names=tuple(map(start.action_name, start.legal_actions())) if on.drops else (),
        targets=targets,
        last=way[-1:] or tuple(marked_cells(before, last) if stays else ()),
        way=way,
        ending=tuple(state.ending_cells() if state.is_terminal() else ()),
        forbidden=tuple(state.forbidden_cells()),
        # also while the search thinks
        to_move=int(state.to_play) if demonstration is None else demonstration.person,
        is_over=bool(state.is_terminal()),
        ply=ply,
        search_player=player,
        can_move=_can_move(game),
        hovers=demonstration is not None and game.match.waits_for_person,
        is_reviewed=reviewing is not None,
        viewpoint="" if match is None else viewpoint(match),
        sides=() if match is None else (side_words(match, 0), side_words(match, 1)),
        moves=_moves(game, player),
        line=()
        if match is None
        else tuple(int(match.action_at(place)) for place in range(_root_ply(game))),
    )


def _can_move(game: Game) -> bool:
    """Whether a click on the board is the visitor's move: also into a game that plays itself."""
    if game.attempt is not None:
        return not game.attempt.is_over
    if game.reviewing is not None:
        return game.reviewing.is_hidden
    match = game.match
    return match.waits_for_person or (game.demonstration is not None and not match.is_over)


def said(game: Game, number: int) -> PlaySaid:
    """What the search says, with the number of the table."""
    attempt = game.attempt
    if attempt is not None:
        advice = attempt.advice if game.has_help else None
        if advice is None:
            return PlaySaid(number)
        advised = _cells_of(attempt.state, advice.action)
        return PlaySaid(number, best=advice.name, advised=advised)
    match = game.match
    player = search_player(match)
    if game.reviewing is not None:
        return _said_by_review(number, game.reviewing, match, player)
    hint = match.hint if game.has_help else None
    if hint is not None:  # what is told and what is drawn come from one search
        values, line = hint.values, actions_along(match.state, hint.line)
    else:
        values = match.values() if game.shows_values else ()
        line = match.thinker.search.best_sequence if match.thinker and values else []
    return PlaySaid(
        number,
        values=values_shown(values, match.state, player),
        ghosts=line_shown(match.state, line[:NUM_EXPECTED]),
        best=match.state.action_name(line[0]) if line else "",
        playout=_playout(game),
    )


def _playout(game: Game) -> PlayPlayout | None:
    """Of a search that thinks slowly enough to be seen."""
    search = shown_search(game)
    is_seen = search is not None and game.busy and game.demonstration is None
    return playout_shown(game.match, search, game.motion) if is_seen else None


def _said_by_review(number: int, reviewing: Reviewing, match: Match, player: int) -> PlaySaid:
    ply, review = reviewing.shown, reviewing.review
    at = review.positions[reviewing.ply] if review.num_moves else None
    if at is None or reviewing.is_hidden:
        return PlaySaid(number)
    played = match.action_at(ply - 1) if ply else None
    before = match.state_at(reviewing.ply)
    move = review.move(ply) if ply and reviewing.retry is None else None
    return PlaySaid(
        number,
        values=values_shown(at.values, before, player, played),
        ghosts=line_shown(before, actions_along(before, at.line[:NUM_EXPECTED])),
        best=at.best,
        mark="" if move is None else move.mark,
    )


def _root_ply(game: Game) -> int:
    """The ply of the position whose tree is on show."""
    return game.match.ply if game.reviewing is None else game.reviewing.ply


def _target(state: Any, action: Any) -> PlayTarget:
    steps, changed = state.steps(action), tuple(state.action_cells(action))
    cells = changed if board_of(state).drops else tuple(state.pointed_cells(action))
    return PlayTarget(
        action=action,
        name=state.action_name(action),
        cells=() if steps.cells else cells,
        changed=changed,
        steps=tuple(steps.cells),
        in_order=steps.in_order,
    )


def _looks(state: Any) -> tuple[ShownBoard, PlainPosition | None]:
    """The board; also the picture of a position that says itself how it looks."""
    board = shown_board(board_of(state))
    if not has_own_picture(state):
        return board, None
    shown = plain_own(state)
    if shown.svg:
        board = replace(board, width=_SIDE, height=_SIDE)
    elif shown.text:
        lines = shown.text.count("\n") + 1
        board = replace(board, width=_SIDE, height=min(_SIDE, max(1.0, _LINE * (lines + 1))))
    return board, shown


def _pointed_out(
    places: PointedPlaces, board: ShownBoard, targets: tuple[PlayTarget, ...]
) -> tuple[ShownBoard, tuple[PlayTarget, ...]]:
    """Let the places of a drawing be the cells that mean its actions, and their side the unit."""
    found = []
    for target, cells in zip(targets, places.means, strict=True):
        told = {"cells": cells} if len(cells) == 1 else {"steps": cells, "in_order": True}
        found.append(replace(target, **told))
    board = replace(board, width=places.width, height=places.height, x=places.x, y=places.y)
    return board, tuple(found)


def _cells_of(state: Any, action: Any) -> tuple[int, ...]:
    """The cells that an action changes, of a drawing the places that mean it."""
    places = pointed_places(state)
    if places is None:
        return tuple(state.action_cells(action))
    return places.means[state.legal_actions().index(action)]


def values_shown(
    values: tuple[MoveValue, ...], state: Any, player: int, played: Any = None
) -> tuple[PlayValue, ...]:
    """The values of the moves; win rates and outcomes are the search's."""
    mover = int(state.to_play)
    rates = [rate_of(value.win_rate, mover, player) for value in values]
    inks = text_on_mean(np.array(rates, dtype=float), 0.0, 1.0)
    found = []
    for value, rate, ink in zip(values, rates, inks, strict=True):
        known = bounds_of(value.bounds, mover, player)
        found.append(
            PlayValue(
                action=value.action,
                name=value.name,
                visits=value.visits,
                share=0.0 if math.isnan(value.share) else round(value.share, 4),
                rate=rate,
                colour=None if rate is None else MEANS[round(rate * (len(MEANS) - 1))],
                ink=None if rate is None else ink,
                outcome=known.outcome or "",
                proven=outcome_in_words(known, 1),
                played=value.action == played,
            )
        )
    return tuple(found)


def line_shown(state: Any, actions: list[Any]) -> tuple[PlayGhost, ...]:
    """Where moves one after another would put stones, with their numbers."""
    ghosts = []
    taken = set(np.flatnonzero(state.cells()).tolist())
    for order, action in enumerate(actions, 1):
        put = put_cells(state, action)
        cells = state.action_cells(action) if put and board_of(state).dominoes else put
        if taken & {*cells}:
            cells = []
        ghosts.append(
            PlayGhost(
                cell=cells[0] if cells else -1,
                cells=tuple(cells),
                ply=order,
                player=int(state.to_play),
                name=state.action_name(action),
            )
        )
        taken |= {*cells}
        state = state.play(action)
    return tuple(ghosts)


def _moves(game: Game, player: int) -> tuple[PlayMove, ...]:
    played, reviewing = game.played, game.reviewing
    return tuple(
        PlayMove(
            number=place + 1,
            player=int(played.state_at(place).to_play),
            name=played.name_at(place),
            is_drawn=played.is_drawn(place),
            is_back=reviewing is None and place >= played.ply,
            review=None if reviewing is None else reviewed.move_shown(reviewing, place + 1, player),
        )
        for place in range(played.ply + played.num_taken_back)
    )


def best_name(match: Match) -> str:
    """The move that the search would make now; "" where it knows none."""
    thinker = match.thinker
    if thinker is None or match.is_over or not thinker.search.best_sequence:
        return ""
    return str(match.state.action_name(thinker.search.best_sequence[0]))
