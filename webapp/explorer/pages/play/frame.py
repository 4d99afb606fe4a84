"""What the page shows of a game's board and moves, as plain values for its script."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.cards.board.plain import plain_own
from explorer.look.boards import (
    aside_of,
    board_of,
    has_cells,
    has_own_picture,
    is_problem,
    joined_by_colours,
    marked_cells,
    picture_of,
    plain_board,
    put_cells,
)
from explorer.look.palette import MEANS
from explorer.look.shades import text_on_mean
from explorer.look.svg import drawing
from explorer.pages.play import reviewed
from explorer.pages.play.game import Game
from explorer.pages.play.players import side_words
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
from mcsearch.engine.picture import Picture
from mcsearch.play.history import History
from mcsearch.play.match import Match
from mcsearch.play.values import MoveValue, actions_along, outcome_in_words

NUM_EXPECTED = 5
_SIDE, _LINE = 6.0, 0.3  # of what stands in a board's place, and of its text, in cell widths


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


def table(game: Game) -> dict[str, Any]:
    """The board and the moves: what no search is asked for."""
    attempt, reviewing = game.attempt, game.reviewing
    if attempt is not None:
        return {
            **_board(attempt, attempt.ply),
            "searchPlayer": -1,
            "canMove": not attempt.is_over,
            "hovers": False,
            "isReviewed": False,
            "viewpoint": "",
            "sides": [],
            "moves": _moves(game, 0),
            "line": [],
        }
    match, demonstration = game.match, game.demonstration
    player = search_player(match)
    board = _board(match, match.ply if reviewing is None else reviewing.board_ply)
    if demonstration is not None:
        board["toMove"] = demonstration.person  # also while the search thinks
    return {
        **board,
        "searchPlayer": player,
        "canMove": _can_move(game),
        "hovers": demonstration is not None and match.waits_for_person,
        "isReviewed": reviewing is not None,
        "viewpoint": viewpoint(match),
        "sides": [side_words(match, who) for who in (0, 1)],
        "moves": _moves(game, player),
        "line": [int(match.action_at(place)) for place in range(_root_ply(game))],
    }


def _can_move(game: Game) -> bool:
    """Whether a click on the board is the visitor's move: also into a game that plays itself."""
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
        advised = tuple(attempt.state.action_cells(advice.action))
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


def _board(played: History, ply: int) -> dict[str, Any]:
    state, start = played.state_at(ply), played.setting.start()
    board = board_of(state)
    legal = [] if state.is_terminal() else state.legal_actions()
    looks = _looks(state)
    # which is no place of the board: it has a button of its own
    aside = aside_of(state) if isinstance(played, Match) else None
    targets = [_target(state, action) for action in legal if action != aside]
    if state.board is None and not is_problem(state) and (picture := picture_of(state)):
        _point_out(picture, looks["board"], targets)
    last = played.action_at(ply - 1) if ply else None
    # taken tiles have gone: only stones stay where they were played
    stays = last is not None and board.pieces in ("stones", "cells")
    before = played.state_at(ply - 1) if stays else state
    way = () if not stays or looks["isOwn"] else before.steps(last).cells
    return {
        "game": played.setting.game,
        **looks,
        "drops": board.drops,
        "slides": board.slides,
        "cells": state.cells().tolist(),
        "joined": joined_by_colours(board, search_player(played))
        if isinstance(played, Match)
        else "",
        "names": [start.action_name(a) for a in start.legal_actions()] if board.drops else [],
        "targets": targets,
        "last": [way[-1]] if way else marked_cells(before, last) if stays else [],
        "way": list(way),
        "ending": state.ending_cells() if state.is_terminal() else [],
        "forbidden": state.forbidden_cells(),
        "toMove": int(state.to_play),
        "isOver": bool(state.is_terminal()),
        "ply": ply,
    }


def _target(state: Any, action: Any) -> dict[str, Any]:
    """A legal action: `cells` mean it alone, `steps` one after another."""
    steps = state.steps(action)
    falls = board_of(state).drops
    cells = state.action_cells(action) if falls else state.pointed_cells(action)
    return {
        "action": action,
        "name": state.action_name(action),
        "cells": [] if steps.cells else cells,
        "changed": state.action_cells(action),
        "steps": steps.cells,
        "inOrder": steps.in_order,
    }


def _looks(state: Any) -> dict[str, Any]:
    """The board; also the picture of a position that says itself how it looks."""
    on = board_of(state)
    board = plain_board(on)
    if not has_own_picture(state) and not has_cells(state):
        labels = [[x, on.height - y, name] for x, y, name in on.labels]
        return {"board": board, "isOwn": False, "labels": labels}
    shown = plain_own(state)
    if shown["svg"]:
        board |= {"width": _SIDE, "height": _SIDE}
    elif shown["text"]:
        lines = shown["text"].count("\n") + 1
        board |= {"width": _SIDE, "height": min(_SIDE, max(1.0, _LINE * (lines + 1)))}
    return {"board": board, "isOwn": True, "labels": [], "shown": shown}


def _point_out(picture: Picture, board: dict[str, Any], targets: list[dict[str, Any]]) -> None:
    """Let the places of a drawing be the cells that mean its actions, and their side the unit."""
    image = drawing(picture.svg)
    places = sorted({place for means in picture.places for place in means})
    board["width"], board["height"] = image.width / picture.side, image.height / picture.side
    board["x"] = [x / picture.side for x, _ in places]
    board["y"] = [board["height"] - y / picture.side for _, y in places]
    for target, means in zip(targets, picture.places, strict=True):
        cells = [places.index(place) for place in means]
        target |= {"cells": cells} if len(cells) == 1 else {"steps": cells, "inOrder": True}


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


def _moves(game: Game, player: int) -> list[dict[str, Any]]:
    played, reviewing = game.played, game.reviewing
    found = []
    for place in range(played.ply + played.num_taken_back):
        state = played.state_at(place)
        move: dict[str, Any] = {
            "number": place + 1,
            "player": int(state.to_play),
            "name": played.name_at(place),
            "isDrawn": played.is_drawn(place),
            "isBack": reviewing is None and place >= played.ply,
        }
        if reviewing is not None:
            move |= reviewed.move_shown(reviewing, place + 1, player)
        found.append(move)
    return found


def best_name(match: Match) -> str:
    """The move that the search would make now; "" where it knows none."""
    thinker = match.thinker
    if thinker is None or match.is_over or not thinker.search.best_sequence:
        return ""
    return str(match.state.action_name(thinker.search.best_sequence[0]))
