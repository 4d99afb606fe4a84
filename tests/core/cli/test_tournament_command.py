"""More than two in a game for two, and plans, by the command."""

import json

import pytest

from mcsearch.cli.main import main
from mcsearch.runs.statistics.pairs import Pairs
from mcsearch.runs.statistics.ratings import ratings


@pytest.fixture
def run(tmp_path, capsys):
    """Runs the command with a database of its own; (exit code, out, err)."""

    def run(*arguments: str) -> tuple[int, str, str]:
        database = ["--database", str(tmp_path / "results.sqlite"), "--workers", "1"]
        code = main(["race", *arguments, *database])
        out, err = capsys.readouterr()
        return code, out, err

    return run


THREE = ("uct:exploration=0.1,label=low", "uct:label=middle", "uct:solver=on,label=solver")
SMALL = ("--game", "tictactoe", "--equal", "iterations=30", "--pairs", "6")


def test_a_round_robin_and_its_gauntlet(run):
    code, out, _ = run(*THREE, *SMALL)
    assert code == 0
    assert out.startswith("Round robin of 3 (tictactoe, 30 iterations a move")
    assert all(f" vs {name}: " in out for name in ("low", "middle"))
    document = json.loads(run(*THREE, *SMALL, "--json")[1])
    assert [entrant["games"] for entrant in document["entrants"]] == [24, 24, 24]
    assert sum(entrant["points"] for entrant in document["entrants"]) == 36
    places = {"low": 0, "middle": 1, "solver": 2}
    found = ratings(
        3,
        {
            (places[match["first"]], places[match["view"]]): Pairs(tuple(match["by_points"]))
            for match in document["matches"]
        },
    )
    assert [entrant["elo"] for entrant in document["entrants"]] == pytest.approx(found.elos)
    _, out, err = run(*THREE, *SMALL, "--format", "gauntlet")
    assert out.startswith("Gauntlet of 3 ")
    assert out.count(" vs low: ") == 2
    assert " vs middle: " not in out
    assert "pair" not in err  # its games are those of the round robin


def test_a_match_of_a_tournament_is_that_of_the_two_alone(run):
    document = json.loads(run(*THREE, *SMALL, "--json")[1])
    alone = json.loads(run(*THREE[:2], *SMALL, "--json")[1])
    assert document["matches"][0]["by_points"] == alone["by_points"]


def test_a_plan_runs_nothing(run, tmp_path):
    code, out, _ = run("uct", "uct:solver=on", "--game", "connect4", "--sprt", "0", "50", "--plan")
    assert code == 0
    assert "at 0 normalized Elo: 103 pairs in the median, 311 pairs in 95 of 100 tests" in out
    _, out, _ = run("spmcts", "nmcs", "--scoring", "plain", "--plan")
    assert "10 boards, 5 rounds, 2 entrants: a verdict on boards like these takes" in out
    assert not (tmp_path / "results.sqlite").exists()


def test_what_has_no_plan_and_no_tournament(run):
    pair = ("uct", "uct:solver=on", "--game", "connect4")
    assert "--plan: of which test? give --sprt" in run(*pair, "--plan")[2]
    assert "--sprt: it is for a match of two" in run(*THREE, *SMALL, "--sprt", "0", "5")[2]
