"""The adapters as a folder: found by listing it, on the command line, and for nothing else."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mcsearch import ProblemError, search_for
from mcsearch.adapters import ADAPTERS, adapted
from mcsearch.cli.main import main

ADDED = """
from mcsearch.adapters.adapter import Adapter, Shape, has_methods


class Mine(Shape):
    def legal_actions(self):
        return self.state.options()

    def play(self, action):
        return Mine(self.state.after(action))

    def is_terminal(self):
        return not self.state.options()

    def returns(self):
        return 1.0

    @property
    def to_play(self):
        return 0


ADAPTER = Adapter("mine", "mine", has_methods("options", "after"), Mine)
"""
USED = """
import sys
from mcsearch import adapters, search_for

class Two:
    def __init__(self, left=2):
        self.left = left
    def options(self):
        return list(range(self.left))
    def after(self, action):
        return Two(self.left - 1)

adapters.__path__.append(sys.argv[1])
adapters.ADAPTERS.load()
print(search_for(Two()).run(50))
"""


def test_a_file_in_the_folder_is_all_that_an_adapter_needs(tmp_path):
    (tmp_path / "mine.py").write_text(ADDED)
    done = subprocess.run(
        [sys.executable, "-c", USED, str(tmp_path)], capture_output=True, text=True
    )
    assert done.stdout == "50\n", done.stderr


def test_no_package_is_imported():
    code = "import sys, mcsearch; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & {
        "chess",
        "gymnasium",
        "mcts",
        "mctspy",
        "pettingzoo",
        "pyspiel",
        "open_spiel",
    }
    assert {adapter.package for adapter in ADAPTERS.values()} == {
        "chess", "gymnasium", "mcts", "mctspy", "monte-carlo-tree-search", "open_spiel",
        "pettingzoo",
    }  # fmt: skip


def test_the_command_line_takes_a_class_of_a_shape(capsys):
    theirs = Path(__file__).parent / "test_mcts_package.py"
    assert main(["solve", "--problem", f"{theirs}:Nim", "--iterations", "800", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["children"][0]["action"] == "1"


class Problem:
    """A problem of its own that also has the methods of a shape."""

    def legal_actions(self):
        return []

    def play(self, action):
        return self

    def is_terminal(self):
        return True

    def returns(self):
        return 0

    def get_possible_actions(self):
        return []

    take_action = get_reward = play


def test_a_problem_is_taken_for_what_it_is():
    problem = Problem()
    assert adapted(problem) is problem


@pytest.mark.parametrize("thing", [object(), 3, "text", None, Problem])
def test_other_things_are_left_alone(thing):
    assert adapted(thing) is thing


def test_what_has_no_shape_is_refused_as_a_problem_that_lacks_a_method():
    with pytest.raises(ProblemError, match=r"object has no method legal_actions\(\)"):
        search_for(object())
