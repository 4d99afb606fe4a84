"""What an adapter adds to the step cost of the game it wraps.

Random games are played twice, in turns: through the package's own methods (copy where it has one,
play, legal actions, end, player: what any search must ask for) and through the adapter's. Printed
are the medians, in microseconds a step, over the rounds, and the median of the rounds' ratios.

    python tests/core/adapters/measure_overhead.py [rounds] [part of a name]
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from statistics import median

import chess
import numpy as np
import pyspiel
from mcts.example.connectmnk import ConnectMNKState
from mcts.example.naughtsandcrosses import NaughtsAndCrossesState
from mctspy.games.examples.tictactoe import TicTacToeGameState
from pettingzoo.classic import connect_four_v3, tictactoe_v3

from mcsearch.adapters import adapted

_STEPS = 3000  # of a round, at least


def camel_case(state):
    """The shape of the package mcts, which has no games of its own, around one that has."""

    class Camel:
        def __init__(self, state):
            self.state = state

        def getCurrentPlayer(self):  # noqa: N802
            return self.state.currentPlayer

        def getPossibleActions(self):  # noqa: N802
            return self.state.get_possible_actions()

        def takeAction(self, action):  # noqa: N802
            return Camel(self.state.take_action(action))

        def isTerminal(self):  # noqa: N802
            return self.state.is_terminal()

        def getReward(self):  # noqa: N802
            return self.state.get_reward()

    return Camel(state)


def ours(problem, rng):
    """A random game as a search plays it through the adapter."""
    steps = 0
    has_chance = hasattr(problem, "chance_outcomes")
    while not problem.is_terminal():
        outcomes = problem.chance_outcomes() if has_chance else ()
        actions = [pair[0] for pair in outcomes] if outcomes else problem.legal_actions()
        problem = problem.play(actions[rng.randrange(len(actions))])
        problem.to_play  # noqa: B018
        steps += 1
    problem.returns()
    return steps


def openspiel(state, rng):
    steps = 0
    while not state.is_terminal():
        if state.current_player() == -1:
            actions = [pair[0] for pair in state.chance_outcomes()]
        else:
            actions = state.legal_actions()
        state = state.clone()
        state.apply_action(actions[rng.randrange(len(actions))])
        steps += 1
    state.returns()
    return steps


def camel(state, rng):
    steps = 0
    while not state.isTerminal():
        actions = state.getPossibleActions()
        state = state.takeAction(actions[rng.randrange(len(actions))])
        state.getCurrentPlayer()
        steps += 1
    state.getReward()
    return steps


def snake(state, rng):
    steps = 0
    while not state.is_terminal():
        actions = state.get_possible_actions()
        state = state.take_action(actions[rng.randrange(len(actions))])
        state.get_current_player()
        steps += 1
    state.get_reward()
    return steps


def mctspy(state, rng):
    steps = 0
    while not state.is_game_over():
        actions = state.get_legal_actions()
        state = state.move(actions[rng.randrange(len(actions))])
        steps += 1
    _ = state.game_result
    return steps


def python_chess(board, rng):
    steps = 0
    while not board.is_game_over():
        actions = list(board.legal_moves)
        board = board.copy(stack=board.halfmove_clock)
        board.push(actions[rng.randrange(len(actions))])
        steps += 1
    board.outcome()
    return steps


def pettingzoo(env, rng):
    env.reset(seed=0)
    steps = 0
    while not all(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        actions = [action for action, is_legal in enumerate(mask) if is_legal]
        env.step(actions[rng.randrange(len(actions))])
        steps += 1
    return steps


def microseconds(play: Callable, start, seed: int) -> float:
    """A step's processor time."""
    rng, steps = random.Random(seed), 0
    random.seed(seed)  # for those that shuffle
    begin = time.process_time()
    while steps < _STEPS:
        steps += play(start, rng)
    return (time.process_time() - begin) / steps * 1e6


def games():
    """(name, how the package plays it, its start)."""
    for name in (
        "tic_tac_toe",
        "connect_four",
        "breakthrough",
        "othello",
        "backgammon",
        "2048",
        "chess",
    ):
        yield f"OpenSpiel {name}", openspiel, pyspiel.load_game(name).new_initial_state()
    yield "mcts naughts", camel, camel_case(NaughtsAndCrossesState())
    yield "monte-carlo-tree-search naughts", snake, NaughtsAndCrossesState()
    yield "monte-carlo-tree-search connect", snake, ConnectMNKState()
    yield "mctspy tictactoe", mctspy, TicTacToeGameState(np.zeros((3, 3)))
    yield "python-chess", python_chess, chess.Board()
    yield "PettingZoo connect_four_v3", pettingzoo, connect_four_v3.env()
    yield "PettingZoo tictactoe_v3", pettingzoo, tictactoe_v3.env()


def main(rounds: str = "7", part: str = "") -> None:
    print(f"{'':34} {'package':>9} {'adapter':>9} {'more':>7}")
    for name, theirs, start in games():
        if part not in name:
            continue
        problem = adapted(start)
        pairs = [
            (microseconds(theirs, start, seed), microseconds(ours, problem, seed))
            for seed in range(int(rounds))
        ]
        alone, wrapped = (median(column) for column in zip(*pairs, strict=True))
        more = median(b / a for a, b in pairs) - 1.0
        print(f"{name:34} {alone:9.2f} {wrapped:9.2f} {more:7.1%}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
