"""Two players: a game as it is sent to `match.js` and `game.js`; pure functions of the run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from explorer.cards.board.plain import PlainPosition, plain_own
from explorer.look.boards import (
    ShownBoard,
    board_of,
    digits_of,
    has_own_picture,
    joined_told,
    shown_board,
)
from explorer.look.text import number, percent
from explorer.pages.race.match_run import FinishedGame, MatchRun
from explorer.schema.contract import Numbers, Share
from mcsearch.engine.board import NO_STEPS
from mcsearch.runs.match import Fixture

_MOST_GHOSTS = 3
_MOST_CANDIDATES = 7


@dataclass(frozen=True, slots=True)
class RaceMove:
    """A move of a game."""

    entrant: int
    name: str
    is_book: bool
    is_drawn: bool  # by chance


@dataclass(frozen=True, slots=True)
class RaceTurn:
    """Who is to move, and how far its search is."""

    entrant: int
    text: str


@dataclass(frozen=True, slots=True)
class RacePlayer:
    """One of the two, and what it gave itself last."""

    entrant: int
    text: str
    is_proven: bool


@dataclass(frozen=True, slots=True)
class RaceCandidate:
    """A move of the present search."""

    name: str
    cell: int  # -1: none
    visits: int
    share: Share
    mean: Annotated[float, Numbers(4, has_unknown=True)]
    text: str
    is_best: bool


@dataclass(frozen=True, slots=True)
class RaceGhost:
    """A stone that the search expects."""

    cell: int
    text: str
    entrant: int


@dataclass(frozen=True, slots=True)
class RaceShownGame:
    """The game on the board."""

    board: ShownBoard
    joined: str
    drops: bool
    cells: str
    shown: PlainPosition | None  # of a game of people's own
    text: str
    pair: tuple[int, ...]  # the entrants that meet
    sides: tuple[int, int]  # the entrants by player
    title: str
    context: str
    opening: int
    won: tuple[int, ...]
    forbidden: tuple[int, ...]
    last: tuple[int, ...]
    way: tuple[int, ...]  # of the last stone, from cell to cell; none where it was put
    moves: tuple[RaceMove, ...]
    turn: RaceTurn | None
    thinking: Annotated[float, Numbers(3)]
    players: tuple[RacePlayer, ...]
    candidates: tuple[RaceCandidate, ...]
    ghosts: tuple[RaceGhost, ...]
    seen: Annotated[tuple[tuple[tuple[int, float], ...], ...], Numbers(4)]  # plies and chances
    result: str


@dataclass(frozen=True, slots=True)
class RaceGame:
    """A game in the list."""

    number: int
    opening: str
    first: int
    winner: int | None
    plies: int


def move_names(fixture: Fixture, actions: Sequence[int]) -> list[str]:
    """The moves as the game writes them."""
    state, found = fixture.sides[0].start(), []
    for action in actions:
        found.append(state.action_name(action))
        state = state.play(action)
    return found


def _positions(fixture: Fixture, actions: Sequence[int]) -> list[Any]:
    states = [fixture.sides[0].start()]
    for action in actions:
        states.append(states[-1].play(action))
    return states


def _acted(states: list[Any], opening: int) -> list[int]:
    """The plies after an opening in which a player was to act, and not chance."""
    return [ply for ply in range(opening, len(states)) if not states[ply].is_chance]


def _seen(
    run: MatchRun, game_number: int, values: Sequence[float], states: list[Any], opening: int
) -> tuple[tuple[tuple[int, float], ...], ...]:
    """For each of the two: how it saw the first one's chance, as (ply, value)."""
    own: list[list[tuple[int, float]]] = [[], []]
    pair = run.meeting(game_number)
    begins_first = run.entrant_of(0, game_number) == pair[0]
    for ply, value in zip(_acted(states, opening)[: len(values)], values, strict=True):
        mover = run.entrant_of(int(states[ply].to_play), game_number)
        own[pair.index(mover)].append((ply, value if begins_first else 1.0 - value))
    return tuple(map(tuple, own))


def present_game(run: MatchRun, names: Sequence[str]) -> RaceShownGame:
    """The game that is being played; before the first move its opening."""
    live, game_number = run.game, len(run.games)
    if live is None:
        fixture = run.fixture()
        return _game(run, game_number, fixture, fixture.opening, (), None, names)
    return _game(run, game_number, live.fixture, live.actions, live.values, live.search, names)


def finished_game(run: MatchRun, game: FinishedGame, names: Sequence[str]) -> RaceShownGame:
    """A game that is over."""
    winner = winner_of(run, game)
    result = "draw" if winner is None else f"{names[winner]} won"
    return _game(run, game.number, game.fixture, game.actions, game.values, None, names, result)


def _game(
    run: MatchRun,
    game_number: int,
    fixture: Fixture,
    actions: Sequence[int],
    values: Sequence[float],
    search: Any,
    names: Sequence[str],
    result: str = "",
) -> RaceShownGame:
    states, opening = _positions(fixture, actions), len(fixture.opening)
    state = states[-1]
    last = states[-2].action_cells(actions[-1])[:1] if actions else ()
    steps = states[-2].steps(actions[-1]) if actions else NO_STEPS
    first, second = (run.entrant_of(player, game_number) for player in (0, 1))
    is_over = bool(result) or state.is_terminal()
    mover = -1 if is_over else run.entrant_of(int(state.to_play), game_number)
    share, told = _thinking(run, mover, search)
    return RaceShownGame(
        board=shown_board(board_of(state)),
        joined=joined_told(board_of(state), (names[first], names[second])),
        drops=bool(state.board is not None and state.board.drops),
        cells=digits_of(state),
        shown=plain_own(state) if has_own_picture(state) else None,
        text=" / ".join(str(state).split("\n")),
        pair=tuple(run.meeting(game_number)),
        sides=(first, second),
        title=f"Game {game_number + 1}",
        context=f"pair {game_number // 2 + 1}, "
        f"{'first' if game_number % 2 == 0 else 'second'} game",
        opening=opening,
        won=tuple(map(int, state.ending_cells())),
        forbidden=tuple(map(int, state.forbidden_cells())),
        last=tuple(map(int, last)),
        way=tuple(map(int, steps.cells)) if steps.in_order else (),
        moves=tuple(
            RaceMove(
                run.entrant_of(int(before.to_play), game_number),
                name,
                ply < opening,
                bool(before.is_chance),
            )
            for ply, (before, name) in enumerate(
                zip(states, move_names(fixture, actions), strict=False)
            )
        ),
        turn=None if is_over else RaceTurn(mover, f"{names[mover]} to move{told}"),
        thinking=share,
        players=_players(run, game_number, values, states, opening, search, mover),
        candidates=_candidates(state, search),
        ghosts=_ghosts(state, search, run, game_number),
        seen=_seen(run, game_number, values, states, opening),
        result=result,
    )


def _thinking(run: MatchRun, mover: int, search: Any) -> tuple[float, str]:
    """How much of a move's budget is used, as a share of it and in words."""
    if search is None:
        return 0.0, ""
    limit = run.entrants[mover].recipe.values
    if limit.get("seconds"):
        seconds = float(limit["seconds"])
        return min(1.0, search.seconds / seconds), f", {search.seconds:.2f} of {seconds:g} s"
    iterations = int(limit["iterations"])
    told = f", {number(search.iterations)} of {number(iterations)}"
    return search.iterations / iterations, told


def winner_of(run: MatchRun, game: FinishedGame) -> int | None:
    """The entrant that has won a game, None for a draw."""
    if game.returns == 0.5:
        return None
    return run.entrant_of(0 if game.returns > 0.5 else 1, game.number)


def _players(
    run: MatchRun,
    game_number: int,
    values: Sequence[float],
    states: list[Any],
    opening: int,
    search: Any,
    mover: int,
) -> tuple[RacePlayer, ...]:
    """Both sides, who moves first in front, with what each gave itself last."""
    found = []
    begins = int(states[0].to_play)
    for player in (begins, 1 - begins):
        entrant = run.entrant_of(player, game_number)
        acted = _acted(states, opening)[: len(values)]
        movers = [int(states[ply].to_play) for ply in acted]
        own = [value for mine, value in zip(movers, values, strict=True) if mine == player]
        given = None if not own else own[-1] if player == 0 else 1.0 - own[-1]
        proven = search.proven if search is not None and entrant == mover else None
        order = "first" if player == begins else "second"
        told = order if given is None else f"{order}; gives itself {percent(given)}"
        found.append(RacePlayer(entrant, told, proven == "win"))
    return tuple(found)


def _candidates(state: Any, search: Any) -> tuple[RaceCandidate, ...]:
    """The most visited moves of the present search: share of visits and mean."""
    if search is None or search.iterations == 0:
        return ()
    children = sorted(search.root_children(), key=lambda child: -child.visits)[:_MOST_CANDIDATES]
    total = max(1, sum(child.visits for child in children))
    return tuple(
        RaceCandidate(
            name=state.action_name(child.action),
            cell=(list(map(int, state.action_cells(child.action))) or [-1])[0],
            visits=child.visits,
            share=child.visits / total,
            mean=child.value_sum / child.visits if child.visits else math.nan,
            text=percent(child.value_sum / child.visits) if child.visits else "",
            is_best=place == 0,
        )
        for place, child in enumerate(children)
    )


def _ghosts(state: Any, search: Any, run: MatchRun, game_number: int) -> tuple[RaceGhost, ...]:
    """The stones that the search expects next."""
    if search is None or search.iterations == 0:
        return ()
    found = []
    for place, action in enumerate(search.best_sequence[:_MOST_GHOSTS]):
        if state.is_terminal():
            break
        cells = list(map(int, state.action_cells(action)))
        entrant = run.entrant_of(int(state.to_play), game_number)
        if cells:
            found.append(RaceGhost(cells[0], str(place + 1), entrant))
        state = state.play(action)
    return tuple(found)


def row_of(run: MatchRun, game: FinishedGame) -> RaceGame:
    """A game in the list."""
    names = move_names(game.fixture, game.fixture.opening)
    return RaceGame(
        number=game.number,
        opening=" ".join(names) or "–",
        first=run.entrant_of(int(game.fixture.sides[0].start().to_play), game.number),
        winner=winner_of(run, game),
        plies=len(game.actions),
    )
