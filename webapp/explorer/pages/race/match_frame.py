"""Two players: a game as plain numbers and texts; pure functions of the run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.cards.board.plain import plain_own
from explorer.look.boards import board_of, digits_of, is_problem, joined_told, plain_board
from explorer.look.text import number, percent
from explorer.pages.race.match_run import FinishedGame, MatchRun
from mcsearch.engine.board import NO_STEPS
from mcsearch.runs.match import Fixture

_MOST_GHOSTS = 3
_MOST_CANDIDATES = 7


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
) -> list[Any]:
    """For each of the two: how it saw the first one's chance, as (ply, value)."""
    own: list[list[list[float]]] = [[], []]
    pair = run.meeting(game_number)
    begins_first = run.entrant_of(0, game_number) == pair[0]
    for ply, value in zip(_acted(states, opening)[: len(values)], values, strict=True):
        mover = run.entrant_of(int(states[ply].to_play), game_number)
        own[pair.index(mover)].append([ply, round(value if begins_first else 1.0 - value, 4)])
    return own


def _common(
    run: MatchRun, game_number: int, fixture: Fixture, states: list[Any], names: Sequence[str]
) -> dict[str, Any]:
    state = states[-1]
    first, second = (names[run.entrant_of(player, game_number)] for player in (0, 1))
    return {
        "board": plain_board(board_of(state)),
        "joined": joined_told(board_of(state), (first, second)),
        "drops": bool(state.board is not None and state.board.drops),
        "cells": digits_of(state),
        "shown": plain_own(state) if is_problem(state) else None,
        "text": " / ".join(str(state).split("\n")),
        "pair": list(run.meeting(game_number)),
        "sides": [run.entrant_of(0, game_number), run.entrant_of(1, game_number)],
        "title": f"Game {game_number + 1}",
        "context": f"pair {game_number // 2 + 1}, "
        f"{'first' if game_number % 2 == 0 else 'second'} game",
        "opening": len(fixture.opening),
        "won": list(map(int, state.ending_cells())),
        "forbidden": list(map(int, state.forbidden_cells())),
    }


def _moves(
    run: MatchRun,
    game_number: int,
    fixture: Fixture,
    actions: Sequence[int],
    states: list[Any],
) -> list[Any]:
    return [
        {
            "entrant": run.entrant_of(int(states[ply].to_play), game_number),
            "name": name,
            "isBook": ply < len(fixture.opening),
            "isDrawn": bool(states[ply].is_chance),
        }
        for ply, name in enumerate(move_names(fixture, actions))
    ]


def _last_cells(states: list[Any], actions: Sequence[int]) -> list[int]:
    return list(map(int, states[-2].action_cells(actions[-1])))[:1] if actions else []


def _last_way(states: list[Any], actions: Sequence[int]) -> list[int]:
    """From where to where the last stone has gone; [] where it was put."""
    steps = states[-2].steps(actions[-1]) if actions else NO_STEPS
    return list(map(int, steps.cells)) if steps.in_order else []


def present_game(run: MatchRun, names: Sequence[str]) -> dict[str, Any]:
    """The game that is being played; before the first move its opening."""
    live = run.game
    fixture = run.fixture() if live is None else live.fixture
    actions = list(fixture.opening) if live is None else list(live.actions)
    game_number = len(run.games)
    states = _positions(fixture, actions)
    state = states[-1]
    search = None if live is None else live.search
    mover = run.entrant_of(int(state.to_play), game_number)
    values = [] if live is None else live.values
    limit = run.entrants[mover].recipe.values
    share, told = 0.0, ""
    if search is not None:
        if limit.get("seconds"):
            share = min(1.0, search.seconds / float(limit["seconds"]))
            told = f"{search.seconds:.2f} of {float(limit['seconds']):g} s"
        else:
            share = search.iterations / int(limit["iterations"])
            told = f"{number(search.iterations)} of {number(int(limit['iterations']))}"
    return {
        **_common(run, game_number, fixture, states, names),
        "last": _last_cells(states, actions),
        "way": _last_way(states, actions),
        "moves": _moves(run, game_number, fixture, actions, states),
        "turn": None
        if state.is_terminal()
        else {"entrant": mover, "text": f"{names[mover]} to move{', ' + told if told else ''}"},
        "thinking": round(share, 3),
        "players": _players(run, game_number, values, states, len(fixture.opening), search, mover),
        "candidates": _candidates(state, search),
        "ghosts": _ghosts(state, search, run, game_number),
        "seen": _seen(run, game_number, values, states, len(fixture.opening)),
        "result": "",
    }


def finished_game(run: MatchRun, game: FinishedGame, names: Sequence[str]) -> dict[str, Any]:
    """A game that is over."""
    states = _positions(game.fixture, game.actions)
    winner = winner_of(run, game)
    opening = len(game.fixture.opening)
    return {
        **_common(run, game.number, game.fixture, states, names),
        "last": _last_cells(states, game.actions),
        "way": _last_way(states, game.actions),
        "moves": _moves(run, game.number, game.fixture, game.actions, states),
        "turn": None,
        "thinking": 0.0,
        "players": _players(run, game.number, game.values, states, opening, None, -1),
        "candidates": [],
        "ghosts": [],
        "seen": _seen(run, game.number, game.values, states, opening),
        "result": "draw" if winner is None else f"{names[winner]} won",
    }


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
) -> list[dict[str, Any]]:
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
        found.append({"entrant": entrant, "text": told, "isProven": proven == "win"})
    return found


def _candidates(state: Any, search: Any) -> list[dict[str, Any]]:
    """The most visited moves of the present search: share of visits and mean."""
    if search is None or search.iterations == 0:
        return []
    children = sorted(search.root_children(), key=lambda child: -child.visits)[:_MOST_CANDIDATES]
    total = max(1, sum(child.visits for child in children))
    return [
        {
            "name": state.action_name(child.action),
            "cell": (list(map(int, state.action_cells(child.action))) or [-1])[0],
            "visits": child.visits,
            "share": round(child.visits / total, 4),
            "mean": round(child.value_sum / child.visits, 4) if child.visits else None,
            "text": percent(child.value_sum / child.visits) if child.visits else "",
            "isBest": place == 0,
        }
        for place, child in enumerate(children)
    ]


def _ghosts(state: Any, search: Any, run: MatchRun, game_number: int) -> list[dict[str, Any]]:
    """The stones that the search expects next."""
    if search is None or search.iterations == 0:
        return []
    found = []
    for place, action in enumerate(search.best_sequence[:_MOST_GHOSTS]):
        if state.is_terminal():
            break
        cells = list(map(int, state.action_cells(action)))
        entrant = run.entrant_of(int(state.to_play), game_number)
        if cells:
            found.append({"cell": cells[0], "text": str(place + 1), "entrant": entrant})
        state = state.play(action)
    return found


def row_of(run: MatchRun, game: FinishedGame) -> dict[str, Any]:
    """A game in the list."""
    names = move_names(game.fixture, game.fixture.opening)
    return {
        "number": game.number,
        "opening": " ".join(names) or "–",
        "first": run.entrant_of(int(game.fixture.sides[0].start().to_play), game.number),
        "winner": winner_of(run, game),
        "plies": len(game.actions),
    }
