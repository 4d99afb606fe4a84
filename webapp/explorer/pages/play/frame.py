"""What the page shows of a game, as plain values for its script; `page.js` draws them."""

from __future__ import annotations

import math
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from explorer.cards.tree.frame import build_tree
from explorer.cards.tree.view import picture
from explorer.look.palette import MEANS
from explorer.look.text import number, plural
from explorer.moment.detail import Detail
from explorer.moment.positions import positions_below
from explorer.pages.play.game import Game
from explorer.pages.play.link import to_query
from mcsearch.play.levels import LEVELS
from mcsearch.play.match import Match
from mcsearch.play.review import Review
from mcsearch.play.values import MoveValue, outcome_in_words
from mcsearch.recipe import GAMES

_NUM_EXPECTED = 8


def search_player(match: Match) -> int:
    """Whose win rates are told: the search's, or those of who has begun."""
    searches = [player for player in (0, 1) if not match.sides[player].is_person]
    return searches[0] if len(searches) == 1 else 0


def table(game: Game) -> dict[str, Any]:
    """The board, the values over it, the moves, and all words."""
    match, review = game.match, game.review
    ply = match.ply if review is None else game.shown
    state = match.state_at(ply)
    player = search_player(match)
    values: tuple[MoveValue, ...] = ()
    shown: dict[str, Any]
    if review is not None:
        shown = _reviewed(review, ply, player, match)
    else:
        values = match.values() if game.shows_values else ()
        shown = {
            "values": _values(values, state, player),
            "ghosts": _ghosts(match, values),
            "best": _best_name(match) if game.shows_values else "",
        }
    return {
        "game": match.setting.game,
        **_board(match, ply),
        **shown,
        "toMove": int(state.to_play),
        "searchPlayer": player,
        "isOver": bool(state.is_terminal()),
        "canMove": review is None and match.waits_for_person,
        "isReviewed": review is not None,
        "ply": ply,
        "moves": _moves(game, player),
        "persons": [side.is_person for side in match.sides],
        "sides": [_side(match, who) for who in (0, 1)],
    }


def _board(match: Match, ply: int) -> dict[str, Any]:
    state, start = match.state_at(ply), match.setting.start()
    board = state.board
    legal = state.legal_actions() if not state.is_terminal() else []
    targets = [
        {"action": action, "name": state.action_name(action), "cells": state.action_cells(action)}
        for action in legal
    ]
    last = match.state_at(ply - 1).action_cells(match.action_at(ply - 1)) if ply else []
    return {
        "shape": board.shape,
        "drops": board.drops,
        "width": board.width,
        "height": board.height,
        "x": np.round(board.x, 3).tolist(),
        "y": np.round(board.y, 3).tolist(),
        "cells": state.cells().tolist(),
        "names": [start.action_name(a) for a in start.legal_actions()],
        "targets": targets,
        "last": last,
    }


def _rate(value: float, mover: int, player: int) -> float | None:
    if math.isnan(value):
        return None
    return round(value if mover == player else 1.0 - value, 4)


def _values(
    values: tuple[MoveValue, ...], state: Any, player: int, played: Any = None
) -> list[dict[str, Any]]:
    """The values of the moves; win rates and outcomes are the search's."""
    mover = int(state.to_play)
    found = []
    for value in values:
        rate = _rate(value.win_rate, mover, player)
        known = value.bounds if mover == player else value.bounds.seen_by(1)
        found.append(
            {
                "action": value.action,
                "name": value.name,
                "visits": value.visits,
                "share": round(value.share, 4),
                "rate": rate,
                "colour": None if rate is None else MEANS[round(rate * (len(MEANS) - 1))],
                "proven": outcome_in_words(known, 1),
                "played": value.action == played,
            }
        )
    return found


def _best_name(match: Match) -> str:
    thinker = match.thinker
    if thinker is None or match.is_over or not thinker.search.best_sequence:
        return ""
    return str(match.state.action_name(thinker.search.best_sequence[0]))


def _ghosts(match: Match, values: tuple[MoveValue, ...]) -> list[dict[str, Any]]:
    """Where the expected play would put stones, with their numbers."""
    thinker = match.thinker
    if thinker is None or match.is_over or not values:
        return []
    return _line_of(match.state, thinker.search.best_sequence[:5])


def _line_of(state: Any, actions: list[Any]) -> list[dict[str, Any]]:
    ghosts = []
    taken = set(np.flatnonzero(state.cells()).tolist())
    for order, action in enumerate(actions, 1):
        cells = state.action_cells(action)
        name = state.action_name(action)
        cell = cells[0] if len(cells) == 1 and cells[0] not in taken else -1
        ghosts.append({"cell": cell, "ply": order, "player": int(state.to_play), "name": name})
        taken.add(cell)
        state = state.play(action)
    return ghosts


def _reviewed(review: Review, ply: int, player: int, match: Match) -> dict[str, Any]:
    """What the review says of the move that led to the position on show."""
    number_shown = max(1, ply)
    at = review.positions[number_shown - 1] if review.num_moves else None
    state = match.state_at(number_shown - 1) if ply else match.state_at(0)
    if at is None:
        return {"values": [], "ghosts": [], "best": ""}
    played = match.action_at(ply - 1) if ply else None
    actions = []
    after = state
    for name in at.line[:5]:
        action = after.parse_action(name)
        actions.append(action)
        after = after.play(action)
    return {
        "values": _values(at.values, state, player, played),
        "ghosts": _line_of(state, actions),
        "best": at.best,
    }


def _moves(game: Game, player: int) -> list[dict[str, Any]]:
    match, review = game.match, game.review
    found = []
    for place in range(match.ply + match.num_taken_back):
        state = match.state_at(place)
        move: dict[str, Any] = {
            "number": place + 1,
            "player": int(state.to_play),
            "name": state.action_name(match.action_at(place)),
            "isBack": review is None and place >= match.ply,
        }
        reviewed = None if review is None else review.move(place + 1)
        if reviewed is not None and review is not None:
            rate = _rate(reviewed.after, reviewed.player, player)
            move |= {
                "mark": reviewed.mark,
                "rate": rate,
                "before": _rate(reviewed.before, reviewed.player, player),
                "best": reviewed.best,
                "proven": outcome_in_words(review.bounds_at(place + 1, player)),
            }
        found.append(move)
    return found


def _side(match: Match, player: int) -> dict[str, str]:
    side = match.sides[player]
    order = "moves first" if player == 0 else "moves second"
    if side.is_person:
        return {"name": "You", "detail": order, "level": "", "limit": ""}
    level = LEVELS[side.level].title if side.level else "own settings"
    return {
        "name": "Search",
        "detail": f"{order}, {level}",
        "level": side.level,
        "limit": str(side.limit),
    }


def tree(game: Game, detail: Detail, steps: int) -> str | None:
    """The picture of the tree of the present position, win rates those of the search."""
    thinker = game.match.thinker
    if thinker is None or game.match.is_over or not game.shows_values:
        return None
    search = thinker.search
    drawn = build_tree(
        search, positions_below(search.root), [], [0], frozenset(), frozenset(), detail
    )
    if game.match.player != search_player(game.match):
        drawn = replace(
            drawn,
            mean=1.0 - drawn.mean,
            low=1.0 - drawn.high,
            high=1.0 - drawn.low,
            proven=tuple((node, 4 - result) for node, result in drawn.proven),
            caption="",
        )
    return picture(drawn, False, steps, 0.0)


def status(game: Game) -> dict[str, Any]:
    """Words and buttons."""
    match, review = game.match, game.review
    thinker = match.thinker
    own = not match.is_over and not match.waits_for_person
    words: dict[str, Any] = {
        "busy": game.busy,
        "title": match.setting.title,
        "turn": _turn(game),
        "narration": _narration(game),
        "about": LEVELS[level].about(match.setting.game) if (level := _level(match)) else "",
        "canUndo": review is None and match.ply > 0,
        "canRedo": review is None and match.num_taken_back > 0,
        "canHint": review is None and not match.is_over,
        "canNow": review is None and own,
        "canReview": review is None and match.ply + match.num_taken_back > 0,
        "pie": review is None and match.waits_for_person and match.pie_swap is not None,
        "ponders": match.ponders,
        "hides": game.hides,
        "paused": game.paused,
        "level": level,
        "limit": _limit(match),
        "progress": min(1.0, thinker.progress) if thinker is not None and own else 0.0,
        "hint": _hint(game),
        "query": to_query(game.place()),
        "message": asdict(game.message) if game.message else None,
        "pool": None,
        "review": None if review is None else _review(review, search_player(match)),
        "games": [g.name for g in GAMES.values() if g.num_players == 2],
    }
    if thinker is not None and review is None:
        size, kept = thinker.search.tree.size, thinker.kept
        words["pool"] = {
            "kept": min(kept.kept, size),
            "new": max(0, size - kept.kept),
            "freed": kept.freed,
            "capacity": thinker.search.tree.capacity,
            "text": f"{number(min(kept.kept, size))} kept, {number(max(0, size - kept.kept))} new, "
            f"{number(kept.freed)} freed; {number(size)} of "
            f"{plural(thinker.search.tree.capacity, 'node')}",
            "playouts": thinker.playouts,
        }
    return words


def _level(match: Match) -> str:
    return next((side.level for side in match.sides if not side.is_person), "")


def _limit(match: Match) -> dict[str, float]:
    limits = [side.limit for side in match.sides if side.limit is not None]
    if not limits:
        return {"playouts": 0, "seconds": 0}
    return {"playouts": limits[0].playouts, "seconds": limits[0].seconds}


def _turn(game: Game) -> str:
    match = game.match
    if game.review is not None:
        return f"Move {game.shown} of {game.review.num_moves}"
    if match.is_over:
        return "Over"
    return "You to move" if match.waits_for_person else "Search to move"


def _who(match: Match, player: int) -> str:
    return "you" if match.sides[player].is_person else "the search"


def _narration(game: Game) -> str:
    match, review = game.match, game.review
    if review is not None:
        return _told_move(game, review)
    if match.is_over:
        return f"{match.result()[:1].upper()}{match.result()[1:]}."
    thinker = match.thinker
    if match.waits_for_person and match.pie_swap is not None:
        return "The pie rule: take over the first stone (Swap), and the other side moves; or move."
    if thinker is None:
        return "Two people play; Hint asks the search."
    playouts = plural(thinker.playouts, "playout")
    best = _best_name(match)
    if match.waits_for_person:
        kept = (
            f"the tree kept {plural(thinker.kept.kept, 'node')} of the last move"
            if match.ply
            else "the board is yours"
        )
        pondering = ", and it goes on thinking" if game.busy else ""
        return f"Your move; {kept}{pondering}."
    return f"Thinking: {playouts}" + (f", {best} is best so far." if best else ".")


def _told_move(game: Game, review: Review) -> str:
    if game.shown == 0:
        return "The beginning of the game. Step through the moves, or go to a mistake."
    move = review.move(game.shown)
    if move is None:
        return f"Move {game.shown} is not reviewed yet."
    who = _who(game.match, move.player)
    told = f"Move {move.number}: {who} played {move.name}"
    before, after = (f"{100 * rate:.0f} %" for rate in (move.before, move.after))
    if not move.mark:
        return f"{told}, win rate {after} for {who}."
    known = outcome_in_words(move.bounds_after)
    ending = f", a proven {known}" if known else ""
    size = "a large mistake" if move.mark == "??" else "a mistake"
    return (
        f"{told}, {size}: the win rate fell from {before} to {after}{ending}. Best was {move.best}."
    )


def _hint(game: Game) -> dict[str, Any] | None:
    if game.awaits_hint:
        return {"text": "Looking for a hint …", "line": ""}
    hint = game.match.hint if game.has_hint else None
    if hint is None:
        return None
    known = f", {hint.best.proven}" if hint.best.proven else ""
    return {
        "text": f"Hint: {hint.best.name}, {100 * hint.best.win_rate:.0f} %{known}",
        "line": " ".join(hint.line[:_NUM_EXPECTED]),
    }


def _review(review: Review, player: int) -> dict[str, Any]:
    marks = {"?": 0, "??": 0}
    for move in review.mistakes():
        marks[move.mark] += 1
    proven = [
        outcome_in_words(review.bounds_at(ply, player)) for ply in range(review.num_moves + 1)
    ]
    return {
        "done": len(review.positions) - review.num_left,
        "of": len(review.positions),
        "curve": [
            None if r is None or math.isnan(r) else round(r, 4) for r in review.curve(player)
        ],
        "proven": proven,
        "mistakes": sorted(move.number for move in review.mistakes()),
        "text": f"{plural(marks['??'], 'large mistake')}, {plural(marks['?'], 'mistake')}",
    }
