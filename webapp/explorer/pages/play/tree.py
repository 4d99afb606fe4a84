"""The picture of the tree: of the present position, or of the one that a review shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from explorer.cards.tree import view
from explorer.cards.tree.frame import TreeFrame, build_tree
from explorer.look.text import plural
from explorer.moment.branches import Branches
from explorer.moment.detail import Detail
from explorer.moment.focus import Focus, Part
from explorer.moment.gather import gather
from explorer.pages.play.game import Game
from explorer.pages.play.viewpoint import search_player
from mcsearch.engine.search import TREE

_TREE_ALONE = frozenset({Part.TREE})

PACE_MS = 1_000.0
"""A tree that has changed glides for as long as its motions are meant to take."""


def shown_search(game: Game) -> Any:
    """The search whose tree is on show, None where there is none."""
    if game.attempt is not None:
        return None
    if game.reviewing is not None:
        return None if game.reviewing.is_hidden else game.reviewing.search
    thinker = game.match.thinker
    if thinker is None or not game.shows_values:
        return None
    # at the end the tree in which the last move was chosen stays, if there was one and it is kept
    search = thinker.search_before if game.match.is_over else thinker.search
    return search if search is not None and TREE in search.shows else None


def why_none(game: Game) -> str:
    """What stands in the place of a tree that is not there."""
    if game.reviewing is not None:
        return "The answer is hidden until you have found it." if game.reviewing.is_hidden else ""
    if game.played.is_over:
        return "The game is over."
    if game.attempt is not None or game.match.thinker is None:
        return "No search plays: a hint asks one."
    return "" if game.shows_values else "The search's view is hidden until you have moved."


def picture(game: Game, detail: Detail, steps: int, branches: Branches) -> str | None:
    """The tree as JSON, with win rates of the search; None where there is none."""
    search = shown_search(game)
    if search is None:
        return None
    match = game.match
    is_slow = game.motion.shows_phases and game.reviewing is None and game.demonstration is None
    focus = Focus(branches=branches, detail=detail, shows_path=is_slow, parts=_TREE_ALONE)
    drawn = build_tree(gather(search, focus), detail)
    title, caption = _how_it_came(game) or (drawn.title, "")
    drawn = replace(drawn, title=title, caption=caption, kept=_kept(game, drawn))
    if not is_slow:  # nobody steps here: what the last phase did is not on show
        drawn = replace(drawn, phase=0, result="")
    if int(search.root.to_play) != search_player(match):
        drawn = replace(
            drawn,
            mean=1.0 - drawn.mean,
            low=1.0 - drawn.high,
            high=1.0 - drawn.low,
            proven=tuple((node, 4 - result) for node, result in drawn.proven),
        )
    pace = 0.0 if game.busy and game.reviewing is None else PACE_MS
    if is_slow and game.busy:
        pace = game.motion.phase_ms
    return view.picture(drawn, False, steps, pace)


def _how_it_came(game: Game) -> tuple[str, str] | None:
    """The move that has led to the position, and what it has kept of the tree; None for nothing."""
    match, thinker = game.match, game.match.thinker
    if game.reviewing is not None or thinker is None or match.ply == 0:
        return None
    if match.is_over:
        return "before the last move", ""
    if not thinker.kept.kept:
        return None
    before = match.state_at(match.last_move)
    name = match.name_at(match.last_move)
    if match.drawn:
        name += f", drawn: {' '.join(match.drawn)}"
    who = "you" if match.sides[before.to_play].is_person else "search"
    if game.demonstration is not None:
        who = ("first", "second")[before.to_play]
    return f"{who} played {name}", f"{plural(thinker.kept.kept, 'node')} kept"


def _kept(game: Game, drawn: TreeFrame) -> tuple[int, ...]:
    """The drawn nodes that the tree has from before the last move."""
    thinker = game.match.thinker
    if game.reviewing is not None or thinker is None or game.match.is_over:
        return ()
    return tuple(i for i, actions in enumerate(drawn.actions) if thinker.has_kept(actions))
