"""The examples: the search that is right passes, each fault is found by its own line."""

import pytest

from mcsearch import check

EXAMPLES = check.examples()


def report_of(example, seed=1):
    names = {}
    exec(compile(example.code, example.name, "exec"), names)
    game = check.offered(example.game)
    return check.search(names["run"], game, seconds=2.0, strong=False, seed=seed)


def test_there_is_one_right_search_and_seven_with_a_fault():
    assert [example.fault is None for example in EXAMPLES] == [True] + 7 * [False]
    assert len({example.name for example in EXAMPLES}) == 8
    right = EXAMPLES[0].code.splitlines()
    for example in EXAMPLES[1:]:
        changed = set(example.code.splitlines()) ^ set(right)
        assert 1 <= len(changed) <= 4, example.name
        # without the lines that are named nothing is left that the right one has not
        lines = example.code.splitlines()
        assert 1 <= len(example.fault_lines) <= 2, example.name
        rest = [line for at, line in enumerate(lines, 1) if at not in example.fault_lines]
        right_lines = iter(right)
        assert all(line in right_lines for line in rest), example.name


@pytest.mark.parametrize("seed", [1, 2])
def test_the_right_search_passes(seed):
    report = report_of(EXAMPLES[0], seed)
    assert [str(line) for line in report.lines if line.verdict != check.RIGHT] == []


@pytest.mark.parametrize("example", EXAMPLES[1:], ids=lambda example: example.name)
def test_a_fault_is_wrong_by_its_own_line(example):
    line = report_of(example).line(example.fault)
    assert line.verdict == check.WRONG
    assert line.counterexamples
    assert line.cause
    assert line.chapter
