"""The presets of the CMPUT 657 report against the top scores in the logs of its program.

At the whole budget and on all ten boards the sums lie within 2 %; here one board, a smaller budget.
"""

import csv

import pytest

from mcsearch.presets import PRESETS

COLUMNS = {
    "spmcts-uct": "modUCT_TCR",
    "spmcts-uct-top": "modUCTtop_TCR",
    "spmcts-static": "statNorm_TCR",
    "spmcts-heuristic": "heur_TCR",
    "spmcts-selectivity": "crazystone_TCR",
    "spmcts-uct-top-tabu-random": "modUCTtop_TabuRandom",
    "spmcts-uct-top-random": "modUCTtop_Random",
}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_preset_reaches_about_the_score_of_the_report(name, data):
    text = (data / "samegame_cmput657.txt").read_text(encoding="utf-8")
    board = text.split("# board 0\n")[1].split("# board 1\n")[0].strip()
    with open(data / "samegame_cmput657_scores.csv", encoding="utf-8") as file:
        reported = float(next(csv.DictReader(file))[COLUMNS[name]])
    recipe = PRESETS[name].recipe
    search = recipe.replace(position=board, seed=1).build()
    search.run(60_000)
    assert search.best_score == pytest.approx(reported, rel=0.12)


def test_each_variant_has_each_playout_policy():
    names = [name for name in PRESETS if name.startswith("spmcts-")]
    pairs = {
        (PRESETS[name].recipe.values["selection"], PRESETS[name].recipe.values["policy"])
        for name in names
    }
    assert len(pairs) == len(names) == 15
