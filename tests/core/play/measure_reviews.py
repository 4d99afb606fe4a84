"""Are the marks of reviews right? `PYTHONPATH=tests/core python ...measure_reviews.py [GAMES]`.

Plays games of levels against levels, reviews them from the tenth move on, and compares every mark
with exact values: those of a solver that knows nothing of the review, and for the last plies those
of minimax in plain Python. Prints the marks that are wrong, the mistakes that have none, and how
often the search alone would have been wrong; with --moves each game and its marks. The games are
numbered: --first begins at one that nobody has looked at.
"""

from __future__ import annotations

import argparse
import itertools
import time

from exact_values import Rows, minimax

from mcsearch.games import SOLVERS
from mcsearch.play.levels import LEVELS
from mcsearch.play.match import Match, Side
from mcsearch.play.review import Review
from mcsearch.play.setting import Setting

FIRST = {"connect4": 10, "tictactoe": 0}  # ply from which on everything must be known
RULES = {"connect4": Rows(7, 6, 4, falls=True), "tictactoe": Rows(3, 3, 3, falls=False)}
MINIMAX = {game: minimax(rules) for game, rules in RULES.items()}
MOST_FREE = {"connect4": 12, "tictactoe": 9}  # cells, for minimax in Python


def played(game: str, number: int) -> list[str]:
    """The moves of a game between two levels, by its number."""
    pairs = list(itertools.product(LEVELS, LEVELS))
    first, second = pairs[number % len(pairs)]
    sides = (Side.of_level(first, game, 2 * number), Side.of_level(second, game, 2 * number + 1))
    match = Match(Setting(game), sides)
    while match.advance(1.0) != "over":
        pass
    return match.move_names


def values(game: str, state) -> dict[int, float]:
    """What each action is worth to its player, exactly."""
    solver = SOLVERS[game].build(state)
    solver.begin(state)
    while not solver.is_settled:
        solver.run(1_000_000)
    found = {action: bounds.lower for action, bounds in solver.bounds.items()}
    if (state.cells() == 0).sum() <= MOST_FREE[game]:
        rules, position = RULES[game], plain(game, state)
        for action, value in found.items():
            other = MINIMAX[game](rules.play(position, action))
            assert value == (other if state.to_play == 0 else 1 - other)
    return found


def plain(game: str, state) -> tuple[int, int]:
    """The position as the plain rules have it: the bits of both players."""
    bits = [0, 0]
    for cell, mark in enumerate(state.cells().tolist()):
        if mark:
            bits[mark - 1] |= 1 << (cell if game == "connect4" else RULES[game].bit(cell))
    return (bits[0], bits[1])


def main() -> None:
    parser = argparse.ArgumentParser(description="Are the marks of reviews right?")
    parser.add_argument("games", nargs="?", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=2_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--moves", action="store_true")
    arguments = parser.parse_args()
    for game in FIRST:
        started = time.monotonic()
        told = {"moves": 0, "mistakes": 0, "wrong": 0, "missed": 0, "advice": 0, "unknown": 0}
        alone = {"wrong": 0, "missed": 0}
        for number in range(arguments.first, arguments.first + arguments.games):
            moves = played(game, number)
            review = Review(Setting(game), moves, arguments.playouts)
            while not review.advance(1.0):
                pass
            marks = []
            for move in review.moves()[FIRST[game] :]:
                state = review.state(move.number - 1)
                exact = values(game, state)
                best = max(exact.values())
                lost = best - exact[state.parse_action(move.name)]
                told["moves"] += 1
                told["mistakes"] += lost > 0
                told["unknown"] += not move.is_solved
                told["wrong"] += bool(move.mark) and lost == 0
                told["missed"] += not move.mark and lost > 0
                told["advice"] += exact[state.parse_action(move.best)] < best
                alone["wrong"] += bool(move.believed_mark) and lost == 0
                alone["missed"] += not move.believed_mark and lost > 0
                marks.append(move.name + move.mark)
            if arguments.moves:
                print(game, " ".join(moves[: FIRST[game]]), "|", " ".join(marks), flush=True)
        print(
            f"{game}: {arguments.games} games, {told['moves']} moves, {told['mistakes']} mistakes; "
            f"{told['wrong']} wrong marks, {told['missed']} mistakes without one, {told['advice']} "
            f"wrong advice, {told['unknown']} not known exactly; the search alone: "
            f"{alone['wrong']} wrong, {alone['missed']} missed; {time.monotonic() - started:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
