"""How often faults are found and right searches passed: python measure_check.py faults | right 200.

Run from tests/core. `faults` puts each of FAULTS in and prints which line says what; `right N`
examines the search that is right with N seeds in three conventions of values.
"""

import sys

from reference_faults import CONVENTIONS, FAULTS, runner

from mcsearch import check


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


def examined(run, seed):
    game = check.offered("tictactoe")
    return check.search(run, game, exploration=1.4, strong=False, seconds=30.0, seed=seed, trees=60)


if __name__ == "__main__":
    faults() if sys.argv[1] == "faults" else right(int(sys.argv[2]))
