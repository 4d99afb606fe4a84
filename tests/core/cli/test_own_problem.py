"""`mcsearch solve --problem`: a person's class from a module or a file."""

import io
import json
import sys

import pytest
from test_solve import interrupted

from mcsearch import search_for
from mcsearch.cli.main import main
from mcsearch.problem import named

KNAPSACK = '''
from dataclasses import dataclass

ITEMS = ((3, 40), (5, 100), (2, 50), (4, 90))


@dataclass(frozen=True)
class Knapsack:
    """Take or leave each item; at most 9 in weight."""

    taken: tuple = ()

    def is_terminal(self):
        return len(self.taken) == len(ITEMS)

    def legal_actions(self):
        weight = sum(ITEMS[i][0] for i, yes in enumerate(self.taken) if yes)
        fits = weight + ITEMS[len(self.taken)][0] <= 9
        return ["take", "leave"] if fits else ["leave"]

    def play(self, action):
        return Knapsack((*self.taken, action == "take"))

    def returns(self):
        return sum(ITEMS[i][1] for i, yes in enumerate(self.taken) if yes)


class Nim:
    """Take one or two of five; who takes the last wins."""

    num_players = 2

    def __init__(self, left=5, to_play=0):
        self.left, self.to_play = left, to_play

    def is_terminal(self):
        return self.left == 0

    def legal_actions(self):
        return [n for n in (1, 2) if n <= self.left]

    def play(self, action):
        return Nim(self.left - action, 1 - self.to_play)

    def returns(self):
        return float(self.to_play)


class Sized(Knapsack):
    def __init__(self, size):
        super().__init__()


class Silent:
    def legal_actions(self):
        return [1]


class Endless(Knapsack):
    def legal_actions(self):
        return []


class Tuples(Knapsack):
    def legal_actions(self):
        return [frozenset({action}) for action in Knapsack.legal_actions(self)]

    def play(self, action):
        return Tuples((*self.taken, "take" in action))


class Coin(Knapsack):
    """A point for heads, half a point for not trying."""

    def __init__(self, thrown=False, points=None):
        self.thrown, self.points = thrown, points

    def is_terminal(self):
        return self.points is not None

    def legal_actions(self):
        return ["throw", "leave"]

    def chance_outcomes(self):
        return [("heads", 0.75), ("tails", 0.25)] if self.thrown else []

    def play(self, action):
        points = {"heads": 1, "tails": 0, "leave": 0.5}
        return Coin(True) if action == "throw" else Coin(points=points[action])

    def returns(self):
        return self.points


def nim_of_four():
    return Nim(4)


half_done = Knapsack((True, False))
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "bags.py").write_text(KNAPSACK)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [p for p in sys.path if p])
    yield tmp_path
    sys.modules.pop("bags", None)


def solved(capsys, *arguments):
    assert main(["solve", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("name", ["bags:Knapsack", "bags.py:Knapsack", "./bags.py:Knapsack"])
@pytest.mark.parametrize("search", ["spmcts", "nmcs", "nrpa"])
def test_a_class_is_searched_by_its_name(folder, capsys, name, search):
    result = solved(capsys, "--problem", name, "--search", search, "--iterations", "200")
    assert (result["score"], result["problem"]) == (190, name)
    assert result["moves"] == ["leave", "take", "leave", "take"]
    assert result["recipe"]["search"] == result["search"] == search


def test_the_result_is_that_of_search_for(folder, capsys):
    flags = ["--selection", "uct-top", "--exploration", "3", "--seed", "4", "--iterations", "7"]
    result = solved(capsys, "--problem", "bags:Knapsack", *flags)
    recipe = result["recipe"]
    assert recipe["parameters"] == {"selection": "uct-top", "exploration": 3.0, "iterations": 7}
    problem = sys.modules["bags"].Knapsack()
    search = search_for(problem, recipe["search"], recipe["parameters"], recipe["seed"])
    search.run()
    assert (result["score"], result["moves"]) == (search.best_score, search.best_moves)
    assert result["iterations"] == 7


def test_a_problem_for_two_players_has_its_children(folder, capsys):
    result = solved(capsys, "--problem", "bags:Nim", "--solver", "on")
    assert (result["best"], result["proven"]) == ("2", "win")
    assert {child["action"] for child in result["children"]} == {"1", "2"}
    assert main(["solve", "--problem", "bags:Nim"]) == 0
    assert "best 2, value" in capsys.readouterr().out


def test_where_chance_acts_the_score_is_said_to_be_an_expectation(folder, capsys):
    result = solved(capsys, "--problem", "bags:Coin", "--iterations", "2000")
    assert "score" not in result
    assert (result["best"], result["moves"]) == ("throw", ["throw"])
    assert abs(result["expected_score"] - 0.75) < 0.05
    assert {child["action"] for child in result["children"]} == {"throw", "leave"}
    assert main(["solve", "--problem", "bags:Coin", "--quiet"]) == 0
    told = capsys.readouterr().out
    assert "best throw, expected score 0.7" in told
    assert "in 1 moves" not in told


def test_a_function_or_an_object_may_be_named(folder, capsys):
    assert solved(capsys, "--problem", "bags:nim_of_four", "--solver", "on")["best"] == "1"
    result = solved(capsys, "--problem", "bags:half_done", "--iterations", "50")
    assert (result["score"], result["moves"]) == (180, ["take", "take"])


def test_actions_that_json_does_not_know_are_written_out(folder, capsys):
    result = solved(capsys, "--problem", "bags:Tuples", "--iterations", "100")
    assert "frozenset({'take'})" in result["moves"]


def test_seconds_alone_end_the_search_of_a_problem(folder, capsys):
    result = solved(capsys, "--problem", "bags:Nim", "--seconds", "0.3")
    assert result["stopped"] == "seconds"
    assert 0.3 <= result["seconds"] < 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bags"], "'bags' is not valid; give module:Class or file.py:Class"),
        (["bags:"], "give module:Class"),
        (["sacks:Knapsack"], "no module 'sacks' is found from here"),
        (["no.such:Knapsack"], "no module 'no' is found from here"),
        (["sacks.py:Knapsack"], "can't read 'sacks.py'"),
        (["bags:Knapsak"], "bags has no 'Knapsak'; did you mean Knapsack?"),
        (["bags:Sized"], "Sized needs arguments (missing a required argument: 'size')"),
        (["bags:Silent"], "Silent has no method play()"),
        (["bags:Endless"], "legal_actions() of Endless gave no action"),
        (["broken:Knapsack"], "can't import broken (No module named 'nothing_of_this_name')"),
        (["bad.py:Knapsack"], "can't import bad.py"),
        (["bags:Knapsack", "--game", "samegame"], "--game: the problem is given by --problem"),
        (["bags:Knapsack", "--preset", "nmcs"], "--preset: the problem is given by --problem"),
        (["bags:Knapsack", "--moves", "take"], "--moves: the problem is given by --problem"),
        (["bags:Knapsack", "--size", "3x3"], "--size: the problem is given by --problem"),
        (["bags:Knapsack", "--trace", "t"], "--trace: a trace begins with a recipe"),
        (["bags:Knapsack", "--search", "uct"], "'uct' does not play Knapsack"),
        (["bags:Knapsack", "--scoring", "plain"], "'scoring' is not known"),
        (["bags:Knapsack", "--seed", "-1"], "--seed: '-1' is not valid"),
    ],
)
def test_a_wrong_problem_is_one_line_and_exit_code_2(folder, capsys, arguments, message):
    (folder / "broken.py").write_text("import nothing_of_this_name\n")
    (folder / "bad.py").write_text("class Knapsack\n")
    assert main(["solve", "--problem", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_ctrl_c_prints_the_best_so_far_of_a_problem(folder):
    endless = ("--search", "spmcts", "--closing", "off", "--seconds", "600")
    result = interrupted("--problem", "bags:Knapsack", *endless)
    assert (result["stopped"], result["score"]) == ("cancelled", 190)


def played(monkeypatch, capsys, lines, *arguments):
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
    code = main(["play", *arguments])
    return code, capsys.readouterr()


def test_a_game_for_two_is_played_saved_and_gone_on_with(folder, monkeypatch, capsys):
    words = ["2", "save nim.txt", "quit"]
    code, told = played(
        monkeypatch, capsys, words, "--problem", "bags.py:Nim", "--strength", "light"
    )
    assert code == 0
    assert "search plays" in told.out
    assert "saved to nim.txt" in told.out
    loaded = ("--problem", "bags.py:Nim", "--load", "nim.txt")
    code, told = played(monkeypatch, capsys, ["quit"], *loaded)
    assert code == 0
    assert "x to move" in told.out or "wins" in told.out


def test_a_problem_of_one_player_is_played_beside_a_search(folder, monkeypatch, capsys):
    words = ["hint", "leave", "search", "save bag.txt", "quit"]
    code, told = played(monkeypatch, capsys, words, "--problem", "bags.py:Knapsack")
    assert code == 0
    assert "no score yet after 0 moves" in told.out
    assert "hint: leave, then 190 at the end by leave" in told.out
    assert "search: no score yet after 1 move, 190 at the end; you: no score yet" in told.out
    loaded = ("--problem", "bags.py:Knapsack", "--load", "bag.txt")
    code, told = played(monkeypatch, capsys, ["leave", "leave", "leave", "quit"], *loaded)
    assert "score 0 after" in told.out
    assert "no move is left" in told.out


def test_the_search_beside_a_player_is_the_one_of_the_flags(folder, monkeypatch):
    class Seen:
        def __init__(self, attempt):
            recipes.append(attempt.recipe)

        def run(self):
            pass

    recipes: list = []
    monkeypatch.setattr("mcsearch.cli.play.AttemptTable", Seen)
    for flags in ([], ["--search", "nmcs"], ["--iterations", "70", "--seed", "5"]):
        assert main(["play", "--problem", "bags.py:Knapsack", *flags]) == 0
    plain, other, asked = recipes
    assert (plain.search, plain.values["iterations"]) == (asked.search, 2_000)
    assert other.search == "nmcs"
    assert (asked.values["iterations"], asked.seed) == (70, 5)


def test_one_player_meets_chance_in_a_problem(folder, monkeypatch, capsys):
    arguments = ("--problem", "bags.py:Coin", "--draws", "3")
    code, told = played(monkeypatch, capsys, ["throw", "quit"], *arguments)
    assert code == 0
    assert "after 1 move, no move is left" in told.out
    _, again = played(monkeypatch, capsys, ["throw", "quit"], *arguments)
    assert again.out == told.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["play", "nim", "--problem", "bags.py:Nim"],
            "--played: the problem is given by --problem",
        ),
        (["race", "uct", "nmcs", "--problem", "bags.py:Coin"], "'nmcs' does not play bags.py:Coin"),
        (["play", "--problem", "bags.py:Nim", "--draws", "3"], "draws: no chance acts in"),
        (["play", "2048", "--draws", "many"], "draws: 'many' is not valid; give 0 to 999999"),
        (["play", "--load", "nim.txt", "--draws", "3"], "leave out --draws"),
        (
            ["race", "uct", "uct", "--problem", "bags.py:Knapsack"],
            "'uct' does not play bags.py:Kna",
        ),
        (["race", "nmcs", "nmcs", "--problem", "bags.py:Knapsack", "--size", "9x9"], "--size: the"),
        (["run", "--problem", "bags.py:Nim"], "has no score; choose a game for one player"),
    ],
)
def test_what_can_not_be_played_raced_or_run_is_told(folder, capsys, arguments, message):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_runs_and_races_are_stored_for_the_very_code(folder, capsys):
    run = [
        "run",
        "--problem",
        "bags.py:Knapsack",
        "--iterations",
        "20",
        "--seeds",
        "1-2",
        "--quiet",
    ]
    assert main(run) == 0
    assert "2 runs in" in capsys.readouterr().out
    assert main(run) == 0
    assert "all 2 runs are stored" in capsys.readouterr().out
    race = ["race", "spmcts", "nmcs", "--problem", "bags.py:Knapsack", "--equal", "iterations=20"]
    assert main([*race, "--seeds", "1-2", "--quiet", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"].startswith("bags.py:Knapsack@")
    # another version of the class is another problem
    named.recipe_named.cache_clear()
    (folder / "bags.py").write_text(KNAPSACK.replace("(3, 40)", "(3, 41)"))
    assert main(run) == 0
    assert "2 runs in" in capsys.readouterr().out


def test_a_match_of_a_game_for_two(folder, capsys):
    race = ["race", "uct", "uct:exploration=3", "--problem", "bags.py:Nim", "--pairs", "2"]
    assert main([*race, "--equal", "iterations=10", "--opening-plies", "1", "--quiet"]) == 0
    assert "Games: 4" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--game"],
        ["play"],
        ["play", "--game"],
        ["tune", "uct", "--game"],
        ["run", "--game"],
    ],
)
def test_a_class_given_as_a_game_is_told_its_flag(capsys, arguments):
    assert main([*arguments, "problems.py:Knapsack"]) == 2
    told = "'problems.py:Knapsack' is a class of your own; give --problem problems.py:Knapsack"
    assert told in capsys.readouterr().err
