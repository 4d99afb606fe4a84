"""What comes of the advice on C: the search run again with it, from the same seed.

    .venv/bin/python tests/webapp/cards/why/measure_advice.py 40 1000

Each preset with a C in its score, on so many fresh boards and seeds, for so many iterations. Told
is of how many runs the advice speaks, and of those in how many the visits of the root's children
are then spread otherwise: less concentrated on one where it has said "hardly counts", more where it
has said "outweighs". The spread is 1 - sum of squared shares of the visits (Gini, Simpson).
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from explorer.cards.why.advice import Advice, advise
from explorer.moment.children import gather_children
from mcsearch import Recipe
from mcsearch.engine.tree import NONE, ROOT
from mcsearch.presets import PRESETS

# C = 30 of Connect Four and 500 of Tic-Tac-Toe: what nobody wants, so that it can be said
EXTREMES = {
    "tictactoe-uct": {"exploration": 500.0},
    "connect4-engine": {"exploration": 30.0},
    "uct-robust": {"exploration": 60.0},
}


class Tried(NamedTuple):
    """An advice, and the spread of the root's visits before and after it was taken."""

    advice: Advice
    before: float
    after: float

    @property
    def holds(self) -> bool:
        """Whether the visits are spread as the sentence lets expect."""
        more = self.advice.title == "Exploration hardly counts"
        return self.after > self.before if more else self.after < self.before


def recipes(seed: int) -> list[tuple[str, Recipe]]:
    """Every preset with a rule that has a C, on a board of this seed."""
    found = []
    for name, preset in PRESETS.items():
        recipe = preset.recipe.replace(seed=seed)
        if recipe.game == "samegame":
            recipe = recipe.replace(position=f"15x15x5:{seed}")
        found.append((name, recipe))
        if name in EXTREMES:
            changed = {**recipe.parameters, **EXTREMES[name]}
            found.append((f"{name} {EXTREMES[name]}", recipe.replace(parameters=changed)))
    return [(name, recipe) for name, recipe in found if _has_constant(recipe)]


def _has_constant(recipe: Recipe) -> bool:
    return "exploration" in {parameter.name for parameter in recipe.declarations}


def advice_at_root(search: Any) -> Advice | None:
    children = gather_children(search, ROOT, NONE, with_scores=True)
    return advise(children, lambda i: str(children.actions[i]))


def spread(search: Any) -> float:
    """1 - sum of squared shares of the visits of the root's children."""
    visits = np.asarray([search.tree.visits_of(c) for c in search.tree.children(ROOT)], float)
    return 1.0 - float(((visits / visits.sum()) ** 2).sum())


def tried(recipe: Recipe, iterations: int) -> Tried | None:
    """The advice after so many iterations, taken; None where nothing is said."""
    search = recipe.build()
    if search.rule is None:
        return None
    search.run(iterations)
    advice = advice_at_root(search)
    if advice is None:
        return None
    again = recipe.replace(
        parameters={**recipe.parameters, "exploration": advice.exploration}
    ).build()
    again.run(iterations)
    return Tried(advice, spread(search), spread(again))


def main(num_seeds: int, iterations: int) -> None:
    said: Counter[tuple[str, str]] = Counter()
    wrong: Counter[tuple[str, str]] = Counter()
    asked: Counter[str] = Counter()
    spreads: dict[str, list[Tried]] = {}
    for seed in range(50_000, 50_000 + num_seeds):
        for name, recipe in recipes(seed):
            asked[name] += 1
            result = tried(recipe, iterations)
            if result is None:
                continue
            key = name, result.advice.title
            said[key] += 1
            wrong[key] += not result.holds
            spreads.setdefault(result.advice.title, []).append(result)
    for (name, title), count in sorted(said.items()):
        print(f"{name}: {title}: said {count} of {asked[name]}, wrong {wrong[name, title]}")
    for title, results in spreads.items():
        before, after = (np.median([each[i] for each in results]) for i in (1, 2))
        failed = sum(not each.holds for each in results)
        print(
            f"{title}: {len(results)} of {asked.total()} runs, otherwise than told {failed}; "
            f"spread (median) {before:.3f} before, {after:.3f} after"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
