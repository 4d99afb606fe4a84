"""Searches that loop, raise, print, leave threads, die or are slow: told, and no harm done."""

import functools
import gc
import os
import random
import subprocess
import sys
import threading
import time
import tracemalloc
import types
from pathlib import Path
from unittest.mock import Mock

import pytest

from mcsearch import check
from mcsearch.check.game import Game
from mcsearch.check.runner import Runner
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


def raised(run, **more):
    examination = check.Examination(run, check.offered("tictactoe"), seconds=1.0, **more)
    assert list(examination.lines(strong=False))
    (error,) = examination.evidence.errors
    return error, examination.report.line("state")


@pytest.mark.parametrize("own_process", [False, pytest.param(True, marks=needs_fork)])
def test_the_line_to_blame_is_that_of_the_search_whatever_it_calls(own_process):
    def run(state, iterations, seed):
        return random.Random(seed).choice([])

    error, line = raised(run, own_process=own_process)
    assert (error.kind, error.line) == ("raised", run.__code__.co_firstlineno + 1)
    assert f"test_check_runner.py, line {error.line}: return random" in line.summary
    # nor is a package's search to blame for its own line
    error, line = raised(functools.partial(run), own_process=own_process)
    assert (error.line, "random.py" in line.summary) == (0, True)


@pytest.mark.parametrize("own_process", [False, pytest.param(True, marks=needs_fork)])
def test_a_tree_that_cannot_be_read_is_told_with_and_without_a_process_of_its_own(own_process):
    class Node:
        visits = 60

        @property
        def children(self):
            raise ValueError("no kids")

    error, line = raised(lambda state, iterations, seed: Node(), own_process=own_process)
    assert line.verdict == check.WRONG
    assert error.message == "ValueError: no kids"


def test_who_starts_a_thread_where_python_has_none_is_not_called_wrong(monkeypatch):
    def run(state, iterations, seed):
        threading.Thread(target=print).start()

    monkeypatch.setattr(sys, "platform", "emscripten")
    start = Mock(side_effect=RuntimeError("can't start new thread"))
    monkeypatch.setattr(threading.Thread, "start", start)
    error, line = raised(run)
    assert error.line == run.__code__.co_firstlineno + 1
    assert line.verdict == check.NOT_EXAMINED
    assert "Python in a browser has none" in line.summary


@needs_fork
def test_a_search_that_forks_is_answered_once_and_what_it_began_ends_with_it(tmp_path):
    def run(state, iterations, seed):
        if os.fork() == 0 and iterations > 60:
            (tmp_path / f"{os.getpid()}").touch()
            time.sleep(60)
        return plain_mcts.run(state, iterations, seed)

    runner = Runner(run, Game(check.offered("tictactoe")), None)
    start = runner.game.start
    for iterations in (20, 30, 40, 61):  # each answer is of its own call
        assert runner.answer(start, iterations, 1).tree.visits == iterations
    end = time.monotonic() + 10
    while not (begun := [int(path.name) for path in tmp_path.iterdir()]):
        assert time.monotonic() < end
        time.sleep(0.02)
    runner.end()
    (sleeper,) = begun
    status = Path(f"/proc/{sleeper}/stat")
    while status.exists() and status.read_text().split()[2] != "Z":
        assert time.monotonic() < end
        time.sleep(0.02)


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


@needs_fork
def test_what_is_printed_takes_no_memory():
    resource = pytest.importorskip("resource")

    def run(state, iterations, seed):
        while time.monotonic() < end:
            print("x" * 1_000_000, file=sys.stderr)
        raise MemoryError(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    end = time.monotonic() + 1.0
    error, _ = raised(run)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert int(error.message.rpartition(" ")[2]) < before + 50_000  # KiB


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
    def run(state, iterations):
        return plain_mcts.run(state, iterations, random.randrange(10**9))

    assert state_line(run).verdict == check.RIGHT


def test_it_runs_where_no_process_can_be_made():
    assert state_line(plain_mcts.run, own_process=False).verdict == check.RIGHT


@needs_fork
def test_python_ends_without_waiting_for_a_search():
    code = """
import os, threading
from mcsearch import check
def run(state, iterations, seed):
    os.write(2, b"runs")
    while True:
        pass
def examine():
    try:
        list(check.Examination(run, check.offered("tictactoe"), limit=60.0).lines())
    except check.StoppedError:
        pass
threading.Thread(target=examine, daemon=True).start()
os.read(0, 1)
"""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=pipe, stderr=pipe, text=True
    ) as process:
        try:
            assert process.stderr.read(4) == "runs"
            process.communicate("x", timeout=30)
        finally:
            process.kill()
    assert process.returncode == 0


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
    more = {"seconds": 10.0, "trees": 60, "own_process": False}
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


def reached(*roots):
    """The objects that are reached, by their ids; code and classes are not followed."""
    apart = (types.ModuleType, types.FunctionType, type)
    found, waiting = {}, list(roots)
    while waiting:
        each = waiting.pop()
        if id(each) not in found and not isinstance(each, apart):
            found[id(each)] = each
            waiting += gc.get_referents(each)
    return found


class Slotted:
    """A node whose bytes Python tells: those of attributes that are in no dict yet it does not."""

    __slots__ = ("action", "children", "value", "visits")

    def __init__(self, node):
        self.action, self.visits, self.value = node.move, node.visits, node.wins
        self.children = [Slotted(child) for child in node.children]


def slotted(state, iterations, seed):
    return Slotted(plain_mcts.run(state, iterations, seed))


def test_the_bytes_of_a_node_are_those_of_what_is_reached_from_the_root():
    start = check.offered("tictactoe")
    found = check.search(slotted, start, seconds=1.0, strong=False).line("cost")
    assert "bytes a node" in found.summary
    tree = reached(slotted(start, 1_000, 1)).values()
    assert sum(isinstance(each, Slotted) for each in tree) == 1_001
    size = sum(map(sys.getsizeof, tree)) / 1_001
    assert found.figures["bytes_a_node"] == pytest.approx(size, rel=0.05)


@needs_fork
def test_a_program_that_is_slow_where_its_memory_is_counted_is_right_without_bytes():
    def run(state, iterations, seed):
        if tracemalloc.is_tracing():
            time.sleep(60)
        return plain_mcts.run(state, iterations, seed)

    report = check.search(run, check.offered("tictactoe"), seconds=4.0, limit=1.0, trees=12)
    cost, strength = report.line("cost"), report.line("strength")
    assert cost.verdict == check.RIGHT
    assert "bytes" not in cost.summary
    assert strength.verdict == check.RIGHT, strength.summary  # what follows is examined, too


def test_an_error_beside_the_count_of_memory_is_the_programs_own():
    def run(state, iterations, seed):
        if seed == 70_001:  # the run before the one whose memory is counted
            raise ValueError("no such luck")
        return plain_mcts.run(state, iterations, seed)

    game = check.offered("tictactoe")
    line = check.search(run, game, seconds=1.0, strong=False, trees=12).line("cost")
    assert line.verdict == check.NOT_EXAMINED
    assert "no such luck" in line.summary


def test_of_a_tree_that_is_not_made_of_objects_no_bytes_are_told():
    kept = functools.cache(plain_mcts.run)

    def run(state, iterations, seed):
        return kept(check.offered("tictactoe"), iterations, seed)

    game = check.offered("tictactoe")
    line = check.search(run, game, seconds=1.0, strong=False, trees=12).line("cost")
    assert "iterations/s" in line.summary
    assert "bytes" not in line.summary
