"""What the page says: whose turn it is, what the search thinks, which buttons work."""

from __future__ import annotations

import math
from dataclasses import dataclass

from explorer.look.boards import aside_of
from explorer.look.text import in_points, number, percent, plural
from explorer.pages.play import reviewed
from explorer.pages.play.attempt_words import (
    PlayAttempt,
    advised,
    attempt_shown,
    attempt_told,
)
from explorer.pages.play.frame import best_name
from explorer.pages.play.game import Game
from explorer.pages.play.reviewed import PlayReview
from explorer.pages.play.strengths import asked
from explorer.pages.play.thinking import PlayThinking
from explorer.pages.play.tree import why_none
from explorer.pages.play.viewpoint import (
    bounds_of,
    end_told,
    name_of,
    persons_side,
    rate_of,
    search_player,
    viewpoint,
)
from explorer.session.game_link import to_query
from explorer.session.problems import is_edited
from explorer.session.work import Message
from mcsearch.engine.search import TREE
from mcsearch.play.match import Match
from mcsearch.play.review import Review
from mcsearch.play.values import MoveValue, outcome_in_words, score_of

_MORE = 1.2  # times the limit: so much more was thought, since that was on the opponent's time
_NUM_TOLD = 8  # moves of a line in words


@dataclass(frozen=True, slots=True)
class PlayAside:
    """The move that is no place of the board, which has a button of its own."""

    action: int
    label: str


@dataclass(frozen=True, slots=True)
class PlayDemonstration:
    """A game that plays itself."""

    is_still: bool


@dataclass(frozen=True, slots=True)
class PlayGame:
    """How the whole game has ended, or how long it is."""

    number: int  # of the games of this visit
    told: str


@dataclass(frozen=True, slots=True)
class PlayHelp:
    """A hint, or what the search would do."""

    lead: str
    text: str


@dataclass(frozen=True, slots=True)
class PlayPool:
    """The nodes of the tree."""

    kept: int
    new: int
    freed: int
    capacity: int
    texts: tuple[str, str, str]
    text: str
    playouts: int
    is_full: bool


@dataclass(frozen=True, slots=True)
class PlayResult:
    """How the game has ended, and each side's marks, beside a review."""

    title: str
    why: str
    summary: str


@dataclass(frozen=True, slots=True)
class PlayStatus:
    """Words and buttons."""

    busy: bool
    title: str
    turn: str
    count: str
    lead: str
    narration: str
    can_undo: bool
    can_redo: bool
    can_hint: bool
    can_now: bool
    can_pause: bool
    can_review: bool
    is_over: bool
    review_label: str
    no_tree: str
    has_tree: bool
    aside: PlayAside | None
    ponders: bool
    hides: bool
    paused: bool
    progress: float
    help: PlayHelp | None
    query: str
    demonstration: PlayDemonstration | None
    game: PlayGame
    message: Message | None
    pool: PlayPool | None
    thinking: PlayThinking | None
    review: PlayReview | None
    result: PlayResult | None  # beside a review
    attempt: PlayAttempt | None
    is_edited: bool


def status(game: Game, has_tree: bool) -> PlayStatus:
    """What the page says."""
    played, reviewing = game.played, game.reviewing
    alone = game.attempt is not None
    lead, narration = _narration(game)
    live = reviewing is None
    two = live and not alone
    own = not alone and not played.is_over and not game.match.waits_for_person
    return PlayStatus(
        busy=game.busy,
        title=played.setting.title,
        turn=_turn(game),
        count=_count(game),
        lead=lead,
        narration=narration,
        can_undo=live and game.demonstration is None and played.ply > 0,
        can_redo=live and played.num_taken_back > 0,
        can_hint=live and not played.is_over,
        can_now=live and own,
        can_pause=two and not played.is_over,
        can_review=two and played.ply + played.num_taken_back > 0,
        is_over=live and game.demonstration is None and bool(played.is_over),
        review_label=_review_label(game),
        no_tree=why_none(game),
        has_tree=has_tree,
        aside=_aside(game.match) if two and not played.is_over else None,
        ponders=not alone and game.match.ponders,
        hides=game.hides,
        paused=game.paused,
        progress=_progress(game, own),
        help=_help(game),
        query=to_query(game.place()),
        demonstration=_demonstration(game),
        game=PlayGame(game.number, _outcome(game)),
        message=game.message,
        pool=_pool(game.match) if two else None,
        thinking=game.thinking.shown(game.match, search_player(game.match))
        if two and game.shows_values
        else None,
        review=None if reviewing is None else reviewed.shown(reviewing, game.match),
        result=_result(game),
        attempt=attempt_shown(game),
        is_edited=game.own is not None and is_edited(game.own),
    )


def _aside(match: Match) -> PlayAside | None:
    action = aside_of(match.state)
    if action is None:
        return None
    return PlayAside(action, match.state.action_name(action).capitalize())


def _review_label(game: Game) -> str:
    """What a review is called: at the end what a player would want of it."""
    if game.attempt is not None or not game.match.is_over or not game.match.ply:
        return "Review"
    player = persons_side(game.match)
    if player is not None and game.match.winner == 1 - player:
        return "See where you lost it"
    return "Review the game"


def _progress(game: Game, own: bool) -> float:
    if game.reviewing is not None:
        review = game.reviewing.review
        return 1.0 - review.num_left / len(review.positions) if review.num_left else 0.0
    thinker = game.match.thinker if own else None
    return 0.0 if thinker is None else min(1.0, thinker.progress)


def _pool(match: Match) -> PlayPool | None:
    thinker = match.thinker
    if thinker is None or TREE not in thinker.search.shows:
        return None
    tree, kept = thinker.search.tree, thinker.kept
    old = min(kept.kept, tree.size)
    new = tree.size - old
    size = tree.num_pool_bytes / 1e6
    return PlayPool(
        kept=old,
        new=new,
        freed=kept.freed,
        capacity=tree.capacity,
        texts=(f"{number(old)} kept", f"{number(new)} new", f"{number(kept.freed)} freed"),
        text=f"{number(tree.size)} of {plural(tree.capacity, 'node')}, "
        f"{size * tree.size / tree.capacity:.1f} of {size:.1f} MB",
        playouts=thinker.playouts,
        is_full=bool(tree.full),
    )


def _turn(game: Game) -> str:
    if game.demonstration is not None and not game.played.is_over:
        return "Drop a disc" if game.match.waits_for_person else "Search to move"
    if game.reviewing is not None:
        reviewing = game.reviewing
        if reviewing.shown == 0:
            return "The beginning"
        move = game.match.name_at(reviewing.ply)
        if reviewing.retry is not None:
            return f"Before move {reviewing.shown} of {reviewing.review.num_moves}"
        if game.match.is_drawn(reviewing.ply):
            move = f"drawn: {move}"
        return f"Move {reviewing.shown} of {reviewing.review.num_moves}, {move}"
    if game.played.is_over:
        return "Over"
    if game.attempt is not None:
        score = game.attempt.score
        return "Your move" if math.isnan(score) else in_points(score)
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
            what = "solving" if review.is_solving else "reviewing"
            return f"{what}, {done} of {len(review.positions)}"
        return f"reviewed, {_playouts_of(review)}"
    if game.attempt is not None or game.played.is_over:
        return ""
    match = game.match
    thinker = match.thinker
    if thinker is None:
        return _drawn(match)
    if game.demonstration is not None:
        return plural(thinker.playouts, "playout")
    if match.waits_for_person:
        return f"thinks on, {plural(thinker.playouts, 'playout')}" if game.busy else _drawn(match)
    if thinker.limit.seconds:
        return f"thinking, {thinker.spent_seconds:.1f} of {thinker.limit.seconds:g} s"
    return f"thinking, {number(thinker.playouts)} of {number(thinker.limit.playouts)} playouts"


def _playouts_of(review: Review) -> str:
    """How many playouts the positions got: a proof ends a search, beside one it goes on longer."""
    made = [found.visits for found in review.positions if found is not None and found.visits]
    least, most = min(made), max(made)
    several = f"{number(least)} to " if least < most else ""
    return f"{several}{plural(most, 'playout')} a move"


def _narration(game: Game) -> tuple[str, str]:
    """The first word or two, and the sentence."""
    if game.reviewing is not None:
        return reviewed.told(game.reviewing, game.match)
    if game.attempt is not None:
        return attempt_told(game)
    match = game.match
    if game.demonstration is not None:
        return _demonstrated(match)
    if match.is_over:
        won, why = end_told(match, match.sides)
        if not match.ply:
            ended = ", ".join(filter(None, (won.lower(), why)))
            return "No move is left.", f"The game is over where it begins: {ended}."
        return f"{won}.", f"{why[:1].upper()}{why[1:]}." if why else ""
    if match.waits_for_person and match.pie_swap is not None:
        return "The pie rule.", (
            "The first stone may be taken over: Swap makes it yours and the other side moves next. "
            "So nobody gains by too strong a first move. Or just play."
        )
    if match.waits_for_person and aside_of(match.state) in match.state.legal_actions()[:1]:
        return "Pass.", "You can put no stone, so the turn goes back to the other side."
    thinker = match.thinker
    told = f"{_moved(match)} " if match.drawn else ""
    if thinker is None:
        return "Two people play.", f"{told}Hint {asked(match)}."
    if match.waits_for_person:
        return "Your move.", _waits(game, match)
    best = best_name(match)
    if not best:
        return "Thinking.", told.strip()
    value = next(value for value in match.values() if value.name == best)
    return "Thinking.", f"{told}{_valued(value, match)}{_kept(match)}"


def _demonstration(game: Game) -> PlayDemonstration | None:
    demonstration = game.demonstration
    if demonstration is None:
        return None
    return PlayDemonstration(is_still=game.paused or demonstration.is_filled)


def _demonstrated(match: Match) -> tuple[str, str]:
    if match.is_over:
        told = match.result()
        return "Drop a disc.", f"This one is over, {told}; the next begins."
    best = best_name(match)
    value = next((value for value in match.values() if value.name == best), None)
    if not match.waits_for_person:
        return "The search thinks.", "" if value is None else f"Column {_valued(value, match)}."
    asked = "You take over the orange discs; until then the game plays itself, slowed down."
    return "Drop a disc.", asked


def _valued(value: MoveValue, match: Match) -> str:
    """What a search says of a move: from the side whose win rates are told everywhere."""
    player = search_player(match)
    proven = outcome_in_words(bounds_of(value.bounds, match.player, player), 1)
    if proven:
        return f"{value.name} is a proven {proven} for {viewpoint(match)}"
    rate = rate_of(value.win_rate, match.player, player)
    won = "" if rate is None else f" and a win rate of {percent(rate)} for {viewpoint(match)}"
    return f"{value.name} has {percent(value.share)} of the visits{won}"


def _kept(match: Match) -> str:
    thinker = match.thinker
    if thinker is None or not match.ply or not thinker.kept.kept:
        return "."
    kept, freed = thinker.kept
    move = " ".join([match.name_at(match.last_move), *match.drawn])
    return (
        f"; after {move} it kept {number(kept)} of {plural(kept + freed, 'node')}, so it did not "
        "start from nothing."
    )


def _drawn(match: Match) -> str:
    """What chance has brought since the last move, "" for nothing."""
    return f"drawn: {' '.join(match.drawn)}" if match.drawn else ""


def _moved(match: Match) -> str:
    """Who has moved last, and what chance has brought, in a sentence."""
    if match.last_move < 0:
        return f"{_drawn(match).capitalize()}." if match.drawn else "The board is yours."
    mover = match.state_at(match.last_move).to_play
    who = name_of(match.sides, int(mover))
    drawn = f"; {_drawn(match)}" if match.drawn else ""
    return f"{who} played {match.name_at(match.last_move)}{drawn}."


def _waits(game: Game, match: Match) -> str:
    told = _moved(match)
    thinker, playouts = match.thinker, match.reply_playouts
    asked = thinker.limit.playouts if thinker is not None else 0
    if asked and playouts > _MORE * asked:
        told = (
            f"{told[:-1]}, which rests on {number(playouts)} playouts instead of {number(asked)}."
        )
    if game.busy and match.ponders:
        told += " The search goes on thinking."
    if not game.shows_values:
        told += " Its view is hidden until you have moved."
    return told


def _help(game: Game) -> PlayHelp | None:
    if game.awaits_help:
        return PlayHelp("Hint.", "The search looks …")
    if not game.has_help:
        return None
    if game.attempt is not None:
        advice = game.attempt.advice
        if advice is None:
            return None
        line = " ".join(advice.line[:_NUM_TOLD])
        more = " …" if len(advice.line) > _NUM_TOLD else "."
        text = f"{advised(game.attempt, advice.score, line)}{more}"
        return PlayHelp(f"The search would play {advice.name}.", text)
    hint = game.match.hint
    if hint is None:
        return None
    line = " ".join(hint.line[:_NUM_TOLD])
    text = f"{_valued(hint.best, game.match)}. Expected play {line}."
    return PlayHelp(f"Hint: {hint.best.name}.", text)


def _outcome(game: Game) -> str:
    """How the whole game has ended, with what was taken back, or how long it is."""
    played = game.played
    last = played.ply + played.num_taken_back
    state = played.state_at(last)
    if game.attempt is not None and not math.isnan(score_of(state)):
        return in_points(score_of(state))
    if game.attempt is not None or not state.is_terminal():
        return plural(last, "move")
    match = game.match
    value = state.returns()
    if value == 0.5:
        return "draw"
    winner = int(value < 0.5)
    if match.sides[0].is_person == match.sides[1].is_person:
        return ("first won", "second won")[winner]
    return "you won" if match.sides[winner].is_person else "search won"


def _result(game: Game) -> PlayResult | None:
    if game.reviewing is None:
        return None
    title, why = end_told(game.reviewing.ended, game.match.sides)
    return PlayResult(title or "Not over yet", why, reviewed.summary(game.reviewing))
