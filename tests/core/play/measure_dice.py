"""How well the levels play a game with dice, beside expectimax: run by hand, prints a table.

    python tests/core/play/measure_dice.py [SEEDS]

Pig to 10 of `problems.py` has 149 positions in which rolling and holding differ; exact values come
from an exhaustive expectimax. A line a level: how often its move is the right one where the two
differ by at least 0.02, 0.05 and 0.1 of a game, and what its moves give away in the mean.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from problems import Pig, expectation

from mcsearch.play.levels import LEVELS
from mcsearch.problem.numbered import NumberedState
from mcsearch.problem.numbered_recipe import numbered
from mcsearch.problem.own_recipe import game_of, recipe_of

GAPS = (0.02, 0.05, 0.1)


def positions():
    """Every position in which there is a choice, with what rolling gains over holding."""
    found, ahead = {}, [Pig()]
    while ahead:
        state = ahead.pop()
        if state in found or state.is_terminal():
            continue
        outcomes = list(state.chance_outcomes())
        actions = [outcome for outcome, _ in outcomes] or list(state.legal_actions())
        found[state] = None
        if len(actions) > 1 and not outcomes:
            gain = expectation(state.play("roll")) - expectation(state.play("hold"))
            found[state] = gain if state.to_play == 0 else -gain
        ahead += [state.play(action) for action in actions]
    return {state: gain for state, gain in found.items() if gain is not None}


def main(seeds):
    known = positions()
    print(f"{len(known)} positions with a choice, {seeds} seeds")
    own = numbered(recipe_of(game_of("pig", "Pig", Pig)))
    for level in LEVELS.values():
        right, counts, lost = dict.fromkeys(GAPS, 0), dict.fromkeys(GAPS, 0), 0.0
        for state, gain in known.items():
            made = recipe_of(game_of("pig", "Pig", lambda state=state: state))
            root = numbered(made).start()
            assert isinstance(root, NumberedState)
            for seed in range(1, seeds + 1):
                search = level.recipe("pig", seed, own).search_from(root)
                search.run()
                is_right = (root.action_name(search.best_action()) == "roll") == (gain > 0)
                lost += 0.0 if is_right else abs(gain)
                for gap in (gap for gap in GAPS if abs(gain) >= gap):
                    counts[gap] += 1
                    right[gap] += is_right
        told = ", ".join(f"{right[gap]} of {counts[gap]} from {gap}" for gap in GAPS)
        print(f"{level.name:>7}: {told}; gives away {lost / len(known) / seeds:.4f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
