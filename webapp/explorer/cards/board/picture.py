"""The board as it is drawn (position.js): a position, and what a search shows on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from explorer.cards.board.facts import facts
from explorer.cards.board.frame import BoardFrame
from explorer.cards.board.plain import PlainPosition, plain_position
from explorer.game.line import Actions
from explorer.look.boards import BoardTable, joined_by_colours, shown_board
from explorer.look.shades import mean_colors, text_on_mean
from explorer.schema.contract import Ints, Numbers

_PROVEN = ("", "loss", "draw", "win")
_LEAST, _MOST = 0.34, 0.78  # width of a candidate without visits, and of the most visited one
_MOVED = 0.84  # of one to which a stone is moved
Length = Annotated[float, Numbers(3)]


@dataclass(frozen=True, slots=True)
class BoardGhost:
    """A stone to come."""

    cell: int
    player: int
    ply: str


@dataclass(frozen=True, slots=True)
class BoardChild:
    """A candidate of two players, at its place."""

    x: Length
    y: Length
    best: bool  # it has the most visits
    size: Length  # its width
    color: str  # of its mean
    ink: str  # of a text on it
    text: str
    chosen: bool  # the current path takes it
    out: bool  # no more in the rounds of the root's actions
    way: tuple[int, ...]  # of a stone that it moves: from which cell to which


@dataclass(frozen=True, slots=True, eq=False)
class BoardMoment(PlainPosition):
    """A moment on the board."""

    played: tuple[int, ...]  # cells of the group being played, or places of a drawing
    played_text: str  # what it scores
    played_at: Annotated[tuple[float, float], Numbers(3)]  # where that stands
    phase: int  # whose colour they have
    ghosts: tuple[BoardGhost, ...]
    children: tuple[BoardChild, ...]
    to_play: int
    way: tuple[int, ...]  # of the last stone that was moved: from which cell to which
    callouts: tuple[tuple[int, int], ...]  # cells and the numbers by which a text calls them
    lit: tuple[int, ...]  # the cells that a text speaks of; others step back
    bars: Annotated[tuple[float, ...], Numbers(3)]  # points of the playout's moves
    bar: int  # of the move on show, -1: none
    facts: str  # HTML
    context: str
    badge: str


@dataclass(frozen=True, slots=True, eq=False)
class BoardPicture:
    """A moment on a board that can be pointed at."""

    table: BoardTable
    moment: BoardMoment
    groups: tuple[tuple[int, ...], ...]  # cells that mean an action, of tiles and cells
    selected: Actions  # the node whose moves can be chosen
    at: Ints  # [num_places] the action that a place stands for, -1: none
    actions: tuple[int, ...]  # the legal ones
    means: tuple[tuple[int, ...], ...]  # of each the cells that it changes, or places of a drawing
    ways: tuple[tuple[int, ...], ...]  # of each the way of the stone that it moves
    # the places, where they are not the cells
    places: Annotated[tuple[tuple[float, float], ...] | None, Numbers(3)]


def board_table(frame: BoardFrame) -> BoardTable:
    """What is the same at all moments of a search."""
    return BoardTable(
        board=shown_board(frame.board),
        drops=frame.board.drops,
        labels=tuple((x, frame.height - y, name) for x, y, name in frame.board.labels),
        search_player=frame.search_player,
        joined=joined_by_colours(frame.board, frame.search_player),
    )


def board_moment(frame: BoardFrame, ends: tuple[float, float]) -> BoardMoment:
    """A moment on the board; `ends`: of the scale of means."""
    x, y = frame.played_at
    ghosts = zip(
        frame.ghost_cells.tolist(), frame.ghost_players.tolist(), frame.ghost_plies, strict=True
    )
    return BoardMoment(
        **plain_position(frame),
        played=frame.played,
        played_text=frame.played_text,
        played_at=(x, frame.height - y),
        phase=frame.phase,
        ghosts=tuple(BoardGhost(cell, player, str(ply)) for cell, player, ply in ghosts),
        children=_children(frame, ends),
        to_play=frame.to_play,
        way=frame.last_way,
        callouts=frame.callouts,
        lit=tuple(sorted(frame.lit)),
        bars=tuple(frame.bars.tolist()),
        bar=frame.bar_current,
        facts=facts(frame),
        context=frame.context,
        badge=frame.badge,
    )


def board_picture(frame: BoardFrame, ends: tuple[float, float]) -> BoardPicture:
    """A moment on the board, with what pointing at it means."""
    meant = frame.meant
    places = None
    if meant.places is not None:
        x, y = (middles.tolist() for middles in meant.places)
        places = tuple((left, frame.height - up) for left, up in zip(x, y, strict=True))
    return BoardPicture(
        table=board_table(frame),
        moment=board_moment(frame, ends),
        groups=frame.groups,
        selected=frame.selected,
        at=meant.at,
        actions=tuple(meant.cells),
        means=tuple(map(tuple, meant.cells.values())),
        ways=tuple(meant.ways.get(action, ()) for action in meant.cells) if meant.ways else (),
        places=places,
    )


def _children(frame: BoardFrame, ends: tuple[float, float]) -> tuple[BoardChild, ...]:
    """The candidates of two players: where, how good, how often (their size)."""
    if not len(frame.child_x):
        return ()
    share, best = frame.child_share, int(np.argmax(frame.child_share))
    sizes = _LEAST + (_MOST - _LEAST) * np.sqrt(share / max(share.max(initial=0.0), 1e-9))
    if frame.board.moves:  # they are few, and all have their number
        sizes = np.full(len(share), _MOVED)
    colors = mean_colors(frame.child_mean, *ends)
    inks = text_on_mean(frame.child_mean, *ends)
    ways = frame.meant.ways
    return tuple(
        BoardChild(
            x=x,
            y=frame.height - y,
            best=i == best,
            size=size,
            color=colors[i],
            ink=inks[i],
            text=_PROVEN[frame.child_proven[i]] or frame.child_text[i],
            chosen=i == frame.child_chosen,
            out=frame.child_out[i],
            way=ways.get(frame.child_actions[i], ()),
        )
        for i, (x, y, size) in enumerate(
            zip(frame.child_x.tolist(), frame.child_y.tolist(), sizes.tolist(), strict=True)
        )
    )
