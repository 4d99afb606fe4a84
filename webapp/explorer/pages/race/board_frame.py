"""One player: the boards of a race as they are sent to `boards.js`; pure functions of the run."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.cards.board.plain import PlainPosition, plain_own
from explorer.look.boards import ShownBoard, board_of, digits_of, has_own_picture, shown_board
from explorer.look.text import number, ordinal, score
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.game_run import GamesRun
from explorer.schema.pack import plain
from mcsearch.runs.statistics import aggregates

_SHOWN = {False: "best sequences", True: "the games"}

_LAST_MOVES = 12  # of a game with chance
_MOST_SHOWN = 120_000  # characters of the pictures of a sequence


@dataclass(frozen=True, slots=True)
class RaceBoardFacts:
    """What an entrant has found on the board on show."""

    score: str
    rank: str
    is_first: bool
    rate: str
    won: tuple[bool, ...]
    won_text: str
    failure: str
    is_left_out: bool


@dataclass(frozen=True, slots=True)
class RaceBoards:
    """The board on show in the present round."""

    number: int
    title: str
    context: str
    entrants: tuple[RaceBoardFacts, ...]


@dataclass(frozen=True, slots=True)
class RaceSequence:
    """The positions of a best sequence, and what each move takes away."""

    positions: tuple[str | PlainPosition, ...]
    groups: tuple[tuple[int, ...], ...]
    first: int = 0  # moves before them


@dataclass(frozen=True, slots=True)
class RaceSequences:
    """The best sequence of every entrant."""

    key: str  # another one: of another board or round
    entrants: tuple[RaceSequence, ...]


@dataclass(frozen=True, slots=True)
class RaceThumbnails:
    """The boards as they begin."""

    board: ShownBoard
    cells: tuple[str, ...]
    names: tuple[str, ...]


def boards(run: BoardRun, board: int) -> RaceBoards:
    """What each entrant has found on one board in the present round."""
    race = run.race
    present = run.present_scores()[:, board]
    racing = [i for i in race.racing if not math.isnan(present[i])]
    order = dict(zip(racing, aggregates.ranks(present[racing][:, None]).ravel(), strict=True))
    last = race.num_finished - 1
    won = np.zeros((len(race.entrants), len(race.boards)), bool)
    if last >= 0:
        won[race.racing] = aggregates.ranks(race.scores[race.racing, :, last]) == 1
    entrants = []
    for entrant in range(len(race.entrants)):
        rate, rank = run.rate(entrant), int(order.get(entrant, 0))
        entrants.append(
            RaceBoardFacts(
                score="" if math.isnan(present[entrant]) else score(float(present[entrant])),
                rank=ordinal(rank) if rank else "",
                is_first=rank == 1,
                rate="" if math.isnan(rate) else number(float(f"{rate:.3g}")),
                won=tuple(won[entrant].tolist()),
                won_text=str(int(won[entrant].sum())) if last >= 0 else "",
                failure=race.failures.get(entrant, ""),
                is_left_out=entrant in run.left_out,
            )
        )
    return RaceBoards(
        number=board,
        title=f"Board {list(race.boards)[board]}",
        context=f"{_SHOWN[isinstance(run, GamesRun)]} of round {run.shown_round + 1}"
        if run.has_begun
        else "the boards as they begin",
        entrants=tuple(entrants),
    )


def sequence(run: BoardRun, entrant: int, board: int) -> RaceSequence:
    """The positions of an entrant's best sequence on a board, and what each move takes away."""
    state = run.race.recipe(entrant, board, run.shown_round).start()
    found = run.run(entrant, board, run.shown_round)
    moves = found.moves if found else []
    if isinstance(run, GamesRun):
        return _last_moves(state, moves)
    if has_own_picture(state):
        return _own_sequence(state, moves)
    positions, groups = [digits_of(state)], []
    for action in moves:
        groups.append(tuple(map(int, state.action_cells(action))))
        state = state.play(action)
        positions.append(digits_of(state))
    return RaceSequence(tuple(positions), tuple(groups))


def _last_moves(state: Any, moves: Sequence[Any]) -> RaceSequence:
    """The last positions of a game with chance, in its own pictures; games are long.

    One a move, after what chance has brought.
    """
    states = [state]
    for action in moves:
        after = states[-1].play(action)
        if states[-1].is_chance:
            states[-1] = after
        else:
            states.append(after)
    first = max(0, len(states) - 1 - _LAST_MOVES)
    shown = tuple(map(plain_own, states[first:]))
    return RaceSequence(shown, ((),) * (len(shown) - 1), first)


def _own_sequence(state: Any, moves: Sequence[Any]) -> RaceSequence:
    """Pictures that the positions say themselves; of long sequences the last one alone."""
    shown, groups = [plain_own(state)], []
    for action in moves:
        groups.append(tuple(map(int, state.action_cells(action))))
        state = state.play(action)
        shown.append(plain_own(state))
    if len(json.dumps([plain(each) for each in shown])) > _MOST_SHOWN:
        shown, groups = shown[-1:], []
    return RaceSequence(tuple(shown), tuple(groups))


def thumbnails(run: BoardRun) -> RaceThumbnails:
    """The boards as they begin."""
    states = [run.race.recipe(0, board, 0).start() for board in range(len(run.race.boards))]
    board = shown_board(board_of(states[0]))
    return RaceThumbnails(board, tuple(map(digits_of, states)), tuple(run.race.boards))
