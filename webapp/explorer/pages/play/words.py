"""What the page says: whose turn it is, what the search thinks, which buttons work."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from explorer.look.text import number, percent, plural
from explorer.pages.play import reviewed
from explorer.pages.play.frame import best_name
from explorer.pages.play.game import Game
from explorer.pages.play.viewpoint import search_player
from explorer.session.game_link import to_query
from explorer.session.problems import is_edited
from mcsearch.play.match import Match
from mcsearch.play.values import MoveValue

_NUM_TOLD = 8  # moves of a line in words

Words = dict[str, Any]


def status(game: Game) -> Words:
    """Words and buttons."""
    played, reviewing = game.played, game.reviewing
    alone = game.attempt is not None
    lead, narration = _narration(game)
    live = reviewing is None
    own = not alone and not played.is_over and not game.match.waits_for_person
    words: Words = {
        "busy": game.busy,
        "title": played.setting.title,
        "turn": _turn(game),
        "count": _count(game),
        "lead": lead,
        "narration": narration,
        "canUndo": live and played.ply > 0,
        "canRedo": live and played.num_taken_back > 0,
        "canHint": live and not played.is_over,
        "canNow": live and own,
        "canPause": live and not alone,
        "canReview": live and not alone and played.ply + played.num_taken_back > 0,
        "pie": game.match.pie_swap if live and not alone and not played.is_over else None,
        "ponders": not alone and game.match.ponders,
        "hides": game.hides,
        "paused": game.paused,
        "progress": _progress(game, own),
        "help": _help(game),
        "query": to_query(game.place()),
        "game": {"number": game.number, "told": _outcome(game)},
        "message": asdict(game.message) if game.message else None,
        "pool": None,
        "thinking": None,
        "review": None,
        "result": _result(game),
        "attempt": _attempt(game),
        "reviewPlayouts": game.review_playouts,
        "isEdited": game.own is not None and is_edited(game.own),
    }
    if reviewing is not None:
        words["review"] = reviewed.shown(reviewing, game.match)
    elif not alone:
        words["pool"] = _pool(game.match)
        if game.shows_values:
            words["thinking"] = game.thinking.shown(game.match, search_player(game.match))
    return words


def _progress(game: Game, own: bool) -> float:
    if game.reviewing is not None:
        review = game.reviewing.review
        return 1.0 - review.num_left / len(review.positions) if review.num_left else 0.0
    thinker = game.match.thinker if own else None
    return 0.0 if thinker is None else min(1.0, thinker.progress)


def _pool(match: Match) -> Words | None:
    thinker = match.thinker
    if thinker is None or not hasattr(thinker.search, "tree"):
        return None
    tree, kept = thinker.search.tree, thinker.kept
    old = min(kept.kept, tree.size)
    new = tree.size - old
    size = tree.num_pool_bytes / 1e6
    return {
        "kept": old,
        "new": new,
        "freed": kept.freed,
        "capacity": tree.capacity,
        "texts": [f"{number(old)} kept", f"{number(new)} new", f"{number(kept.freed)} freed"],
        "text": f"{number(tree.size)} of {plural(tree.capacity, 'node')}, "
        f"{size * tree.size / tree.capacity:.1f} of {size:.1f} MB",
        "playouts": thinker.playouts,
        "isFull": bool(tree.full),
    }


def _turn(game: Game) -> str:
    if game.reviewing is not None:
        reviewing = game.reviewing
        if reviewing.shown == 0:
            return "The beginning"
        move = game.match.state_at(reviewing.ply).action_name(game.match.action_at(reviewing.ply))
        return f"Move {reviewing.shown} of {reviewing.review.num_moves}, {move}"
    if game.played.is_over:
        return "Over"
    if game.attempt is not None:
        return f"{number(game.attempt.score)} points"
    match = game.match
    if match.sides[0].is_person == match.sides[1].is_person:
        return ("First to move", "Second to move")[match.player]
    return "You to move" if match.waits_for_person else "Search to move"


def _count(game: Game) -> str:
    """At the right of the board's head."""
    if game.reviewing is not None:
        review = game.reviewing.review
        if review.num_left:
            done = len(review.positions) - review.num_left
            return f"reviewing, {done} of {len(review.positions)}"
        return f"reviewed, {number(game.reviewing.playouts)} playouts a move"
    if game.attempt is not None or game.played.is_over:
        return ""
    match = game.match
    thinker = match.thinker
    if thinker is None:
        return ""
    if match.waits_for_person:
        return f"thinks on, {plural(thinker.playouts, 'playout')}" if game.busy else ""
    if thinker.limit.seconds:
        return f"thinking, {thinker.spent_seconds:.1f} of {thinker.limit.seconds:g} s"
    return f"thinking, {number(thinker.playouts)} of {number(thinker.limit.playouts)} playouts"


def _narration(game: Game) -> tuple[str, str]:
    """The first word or two, and the sentence."""
    if game.reviewing is not None:
        return reviewed.told(game.reviewing, game.match)
    if game.attempt is not None:
        return _attempt_told(game)
    match = game.match
    if match.is_over:
        told = match.result()
        return "The end.", f"{told[:1].upper()}{told[1:]}."
    if match.waits_for_person and match.pie_swap is not None:
        return "The pie rule.", (
            "The first stone may be taken over: Swap makes it yours and the other side moves next. "
            "So nobody gains by too strong a first move. Or just play."
        )
    thinker = match.thinker
    if thinker is None:
        return "Two people play.", "Hint asks the search at full strength."
    if match.waits_for_person:
        return "Your move.", _waits(game, match)
    best = best_name(match)
    if not best:
        return "Thinking.", ""
    value = next(value for value in match.values() if value.name == best)
    return "Thinking.", f"{_valued(value)}{_kept(match)}"


def _valued(value: MoveValue) -> str:
    if value.proven:
        return f"{value.name} is a proven {value.proven}"
    return (
        f"{value.name} has {percent(value.share)} of the visits and wins "
        f"{percent(value.win_rate)} of its playouts"
    )


def _kept(match: Match) -> str:
    thinker = match.thinker
    if thinker is None or not match.ply or not thinker.kept.kept:
        return "."
    kept, freed = thinker.kept
    move = match.move_names[-1]
    return (
        f"; after {move} it kept {number(kept)} of {plural(kept + freed, 'node')}, so it did not "
        "start from nothing."
    )


def _waits(game: Game, match: Match) -> str:
    told = f"The search played {match.move_names[-1]}." if match.ply else "The board is yours."
    if game.busy and match.ponders:
        told += " The search goes on thinking."
    if not game.shows_values:
        told += " Its view is hidden until you have moved."
    return told


def _help(game: Game) -> Words | None:
    if game.awaits_help:
        return {"lead": "Hint.", "text": "The search looks …"}
    if not game.has_help:
        return None
    if game.attempt is not None:
        advice = game.attempt.advice
        if advice is None:
            return None
        line = " ".join(advice.line[:_NUM_TOLD])
        return {
            "lead": f"The search would play {advice.name}.",
            "text": f"It expects {number(advice.score)} points in the end: {line}"
            + (" …" if len(advice.line) > _NUM_TOLD else "."),
        }
    hint = game.match.hint
    if hint is None:
        return None
    line = " ".join(hint.line[:_NUM_TOLD])
    return {
        "lead": f"Hint: {hint.best.name}.",
        "text": f"{_valued(hint.best)}; expected play {line}.",
    }


def _attempt_told(game: Game) -> tuple[str, str]:
    attempt = game.attempt
    assert attempt is not None
    if attempt.is_over:
        yours, its = attempt.score, attempt.rival_total
        if not attempt.rival_is_done:
            return "No move is left.", f"You have {number(yours)} points; the search still looks."
        who = "You won" if yours > its else "The search won" if its > yours else "A draw"
        return f"{who}.", f"{number(yours)} points against {number(its)}."
    return "Your move.", (
        "Take away a group of at least two; n tiles score (n − 2)². Hint asks what the search "
        "would do."
    )


def _attempt(game: Game) -> Words | None:
    """Both scores side by side, move by move."""
    attempt = game.attempt
    if attempt is None:
        return None
    last = attempt.ply + attempt.num_taken_back
    return {
        "yours": [attempt.state_at(ply).returns() for ply in range(last + 1)],
        "its": list(attempt.rival_scores),
        "ply": attempt.ply,
        "texts": {
            "yours": number(attempt.score),
            "its": number(attempt.rival_score()),
            "total": number(attempt.rival_total),
        },
        "done": attempt.rival_is_done,
    }


def _outcome(game: Game) -> str:
    """How the whole game has ended, with what was taken back, or how long it is."""
    played = game.played
    last = played.ply + played.num_taken_back
    state = played.state_at(last)
    if game.attempt is not None:
        return plural(state.returns(), "point")
    if not state.is_terminal():
        return plural(last, "move")
    match = game.match
    value = state.returns()
    if value == 0.5:
        return "draw"
    winner = int(value < 0.5)
    if match.sides[0].is_person == match.sides[1].is_person:
        return ("first won", "second won")[winner]
    return "you won" if match.sides[winner].is_person else "search won"


def _result(game: Game) -> Words | None:
    """How the game has ended, and each side's marks, beside a review."""
    if game.reviewing is None:
        return None
    title, _, why = game.reviewing.result.partition(": ")
    return {
        "title": f"{title[:1].upper()}{title[1:]}" if title else "Not over yet",
        "why": why,
        "summary": reviewed.summary(game.reviewing),
    }
