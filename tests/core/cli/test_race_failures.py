"""`mcsearch race` when an entrant fails: it is named, and the others go on."""

import json
import re
from concurrent.futures import Future

import pytest

from mcsearch.cli import race as command
from mcsearch.cli.main import main
from mcsearch.cli.workers import Workers
from mcsearch.runs import match, worker

BOARDS = [
    *("race", "spmcts", "nmcs:scoring=bonus", "nrpa:level=1,scoring=bonus", "--game", "samegame"),
    *("--equal", "iterations=30", "--board-seeds", "1-2", "--size", "6x6", "--seeds", "1-2"),
    *("--scoring", "plain", "--quiet"),
]
MATCH = ["race", "uct", "uct:solver=on", "--game", "tictactoe", "--equal", "iterations=20"]


class Here:
    """Workers in this very process, which a test can make fail."""

    num_workers = 2

    def submit(self, function, job):
        future = Future()
        try:
            future.set_result(function(job))
        except Exception as error:
            future.set_exception(error)
        return future

    def is_ready(self):
        return True

    def close(self):
        pass


@pytest.fixture
def run(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(Workers, "start", lambda self: Here())

    def run(arguments, fails, database="race.sqlite"):
        def solve(recipe):
            if json.loads(recipe)["search"] in fails:
                raise MemoryError("no room")
            return worker.solve(recipe)

        monkeypatch.setattr(command._BoardRun, "function", staticmethod(solve))
        code = main([*arguments, "--database", str(tmp_path / database)])
        return code, *capsys.readouterr()

    return run


def test_the_others_go_on(run):
    code, out, err = run(BOARDS, {"nmcs"})
    assert code == 1
    label = "entrant nmcs:scoring=bonus fails (MemoryError: no room); the others go on"
    assert err.count(label) == err.count("fails") == 1
    assert "nmcs:scoring=bonus has failed (MemoryError: no room) and is left out." in out
    assert "Race on 2 boards, 2 rounds" in out
    assert out.count("95 % interval") == 1
    code, others, _ = run([part for part in BOARDS if "nmcs" not in part], {}, "others.sqlite")
    assert code == 0
    differences = [line for line in others.splitlines() if " over " in line]
    assert differences == [line for line in out.splitlines() if " over " in line]


def test_the_same_command_tries_it_again(run):
    run(BOARDS, {"nmcs"})
    code, out, err = run([*BOARDS, "--json"], {})
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert [entrant["failure"] for entrant in document["entrants"]] == [None] * 3
    assert len(document["differences"]) == 3


def test_programs_are_told_too(run):
    document = json.loads(run([*BOARDS, "--json"], {"nmcs"})[1])
    entrants = {entrant["recipe"]["search"]: entrant for entrant in document["entrants"]}
    assert entrants["nmcs"]["failure"] == "MemoryError: no room"
    assert entrants["nmcs"]["scores"] is None
    assert len(entrants["nrpa"]["scores"]) == 2


def test_nobody_is_left(run):
    code, out, err = run(BOARDS, {"spmcts", "nmcs", "nrpa"})
    assert (code, out) == (1, "")
    assert err.count("; the others go on") == 2
    assert "every entrant has failed" in err


def test_who_fails_in_a_match_is_named(run, monkeypatch):
    whole = match.LiveGame.run

    def fail(self, *arguments, **options):
        if self.recipe.values["solver"]:
            raise MemoryError("no room")
        return whole(self, *arguments, **options)

    monkeypatch.setattr(match.LiveGame, "run", fail)
    code, out, err = run([*MATCH, "--pairs", "3", "--quiet"], {})
    assert (code, out) == (1, "")
    assert re.search(r"entrant uct:solver=on fails in pair \d \(MemoryError: no room\)", err)
