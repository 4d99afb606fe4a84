"""Searches that loop, raise, print, leave threads, die or are slow: told, and no harm done."""

import os
import threading
import time

import pytest

from mcsearch import check
from mcsearch.examples import plain_mcts

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no process of its own here")


def state_line(run, **more):
    more = {"strong": False, "seconds": 1.0, **more}
    return check.search(run, check.offered("tictactoe"), **more).line("state")


@needs_fork
def test_an_endless_search_is_stopped():
    def run(state, iterations, seed):
        while True:
            pass

    began = time.monotonic()
    line = state_line(run, limit=0.5)
    assert line.verdict == check.WRONG
    assert "stopped after 0.5 s" in line.summary
    assert time.monotonic() - began < 10


def test_what_is_raised_is_told_with_its_line():
    def run(state, iterations, seed):
        return 1 / 0

    line = state_line(run)
    assert line.verdict == check.WRONG
    assert "ZeroDivisionError" in line.summary
    assert "return 1 / 0" in line.summary
    assert "test_check_runner.py" in line.summary


@needs_fork
def test_a_process_that_dies_is_told():
    def run(state, iterations, seed):
        os._exit(3)

    assert "ended with code 3" in state_line(run).summary


def test_printing_is_told_and_kept_off(capfd):
    def run(state, iterations, seed):
        print("thinking")
        return plain_mcts.run(state, iterations, seed)

    line = state_line(run)
    assert line.verdict == check.RIGHT
    assert "prints, 9 characters a call" in line.summary
    assert "thinking" not in capfd.readouterr().out


def test_threads_that_go_on_are_told():
    def run(state, iterations, seed):
        threading.Thread(target=time.sleep, args=(0.5,), daemon=True).start()
        return plain_mcts.run(state, iterations, seed)

    line = state_line(run)
    assert line.verdict == check.SUSPICIOUS
    assert "threads" in line.summary


def test_a_slow_search_is_examined_on_fewer_trees():
    def run(state, iterations, seed):
        time.sleep(0.0002 * iterations)
        return plain_mcts.run(state, iterations, seed)

    examination = check.Examination(run, check.offered("tictactoe"), seconds=1.0)
    for _ in examination.lines(strong=False):
        pass
    assert examination.evidence.num_trees < 60
    assert examination.report.line("visits").verdict == check.RIGHT


def test_a_search_without_a_seed_is_seeded_for_it():
    import random

    def run(state, iterations):
        return plain_mcts.run(state, iterations, random.randrange(10**9))

    assert state_line(run).verdict == check.RIGHT


def test_it_runs_where_no_process_can_be_made():
    assert state_line(plain_mcts.run, own_process=False).verdict == check.RIGHT


@needs_fork
def test_who_stops_an_examination_does_not_wait_for_the_search():
    def run(state, iterations, seed):
        while True:
            pass

    examination = check.Examination(run, check.offered("tictactoe"), limit=60.0)
    lines = examination.lines()
    next(lines)
    threading.Timer(0.3, examination.stop).start()
    began = time.monotonic()
    with pytest.raises(check.StoppedError):
        next(lines)
    assert time.monotonic() - began < 10
    assert examination.report.lines == ()


@pytest.mark.parametrize("own_process", [False, pytest.param(True, marks=needs_fork)])
def test_how_the_tree_was_read_is_told_with_and_without_a_process_of_its_own(own_process):
    report = check.search(
        plain_mcts.run, check.offered("tictactoe"), strong=False, seconds=1.0,
        own_process=own_process,
    )  # fmt: skip
    read = dict(report.reading)
    assert (read["children"], read["visits"], read["action"]) == ("children", "visits", "move")


def test_who_looks_at_the_report_while_it_is_made_changes_nothing_in_it():
    (fault,) = (each for each in check.examples() if each.name == "same-sign")
    names: dict = {}
    exec(fault.code, names)
    more = {"seconds": 60.0, "trees": 60, "own_process": False}
    looked_at, alone = (
        check.Examination(names["run"], check.offered("tictactoe"), **more) for _ in range(2)
    )
    for _ in looked_at.lines(strong=False):
        assert looked_at.report.game == "TicTacToe"
    for _ in alone.lines(strong=False):
        pass
    first, second = ([str(line) for line in each.report.lines[:-1]] for each in (looked_at, alone))
    assert first == second
    assert looked_at.report.reading == alone.report.reading
