"""How often faults are found and right searches passed, and how near C is found.

    PYTHONPATH=. python check/measure_check.py faults | right 200 | c 30

Run from tests/core. `faults` puts each of FAULTS in and prints which line says what; `right N`
examines the search that is right with N seeds in three conventions of values; `c N` finds ten
values of C with each of N seeds.
"""

import math
import random
import re
import sys

from reference_faults import CONVENTIONS, FAULTS, runner

from mcsearch import check
from mcsearch.check import selection

LEAST_C, MOST_C = 0.1, 3.0


def faults():
    missed = []
    for fault, name in FAULTS.items():
        report = examined(runner(fault), 1)
        verdict = report.line(name).verdict
        if verdict not in (check.WRONG, check.SUSPICIOUS):
            missed.append(fault)
        print(f"{fault:<42} {name:<16} {verdict}", flush=True)
    print(f"{len(FAULTS) - len(missed)} of {len(FAULTS)} found; missed: {missed}")


def right(num_seeds):
    found = []
    for seed in range(num_seeds):
        for name, convention in CONVENTIONS.items():
            report = examined(runner(**convention), seed + 1)
            found += [(seed, name, str(x)) for x in report.lines if x.verdict != check.RIGHT]
    print(f"{num_seeds * len(CONVENTIONS)} reports; lines that are not right: {found}")


def ten_values(seed):
    """One C from each tenth of the range, in its logarithm."""
    chance = random.Random(seed)
    return [LEAST_C * (MOST_C / LEAST_C) ** ((i + chance.random()) / 10) for i in range(10)]


def c_told(c, seed, trees=110):
    """The C that the line on selection tells of a search; nan where it tells none.

    110 trees of each root are what a check takes by itself of a search that is not too slow.
    """
    game = check.offered("tictactoe")
    evidence = check.Examination(runner(c=c), game, seed=seed, trees=trees).evidence
    for _ in evidence.gather():
        pass
    line = selection.examine(evidence)
    told = re.search(r" with C = ([\d.]+), as all", line.summary)
    return float(told[1]) if told and line.verdict == check.RIGHT else math.nan


def c(num_seeds):
    errors = []
    for seed in range(2, num_seeds + 2):  # the first is the tests'
        for value in ten_values(seed):
            told = c_told(value, seed)
            errors.append(abs(told / value - 1.0))
            print(f"seed {seed}: C = {value:.4f}, told {told:.4g}", flush=True)
    found = sorted(error for error in errors if not math.isnan(error))
    near = sum(error <= 0.02 for error in found)
    print(
        f"{near} of {len(errors)} within 2 %, none told of {len(errors) - len(found)}; "
        f"median error {found[len(found) // 2]:.2%}, worst {found[-1]:.2%}"
    )


def examined(run, seed):
    game = check.offered("tictactoe")
    return check.search(run, game, exploration=1.4, strong=False, seconds=30.0, seed=seed, trees=60)


if __name__ == "__main__":
    what, *count = sys.argv[1:]
    {"faults": faults, "right": right, "c": c}[what](*map(int, count))
