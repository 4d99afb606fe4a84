"""Rules and policies of people without a compiler, from files and from anywhere else."""

import copy
import json
import re
import sys
from pathlib import Path

import pytest

import mcsearch
from mcsearch import Recipe
from mcsearch.engine import policy, search
from mcsearch.engine.policy import Policy
from mcsearch.playout import POLICIES
from mcsearch.playout.python_policy import PythonPolicy
from mcsearch.playout.random import Random
from mcsearch.searches import SEARCHES
from mcsearch.searches.uct import UctSearch
from mcsearch.selection import RULES, rule, scored
from mcsearch.selection.python_rule import PythonRule
from mcsearch.selection.rule import Rule
from mcsearch.selection.uct import Uct

PEOPLE = Path(__file__).parent.parent / "people"
sys.path.append(str(PEOPLE))
import people  # noqa: E402

pytestmark = pytest.mark.usefixtures("rooms_as_they_were")


def test_the_builds_find_the_same_with_rules_and_policies_of_people(run_interpreted):
    people.load()
    here = people.results()
    there = json.loads(run_interpreted("-W", "ignore", people.__file__)[0])
    assert (here.pop("compiled"), there.pop("compiled")) == (True, False)
    assert json.loads(json.dumps(here)) == there


def test_a_rule_in_python_selects_by_its_score():
    people.load()
    found = people.search_of("ucb1-tuned")
    while found.iterations < 100:
        children = found.tree.children(0)
        scores = found.rule.terms(found.tree, 0)
        assert found.advance()
        if found.phase == 1 and len(children) == 7 == sum(map(bool, found.tree.visits[children])):
            assert found.path[1] == children[scores.total.argmax()]
    assert scores.names == ("score",)


def test_a_policy_in_python_is_what_the_playouts_follow():
    people.load()
    start = Recipe("samegame", "9x9x4:2").start()
    actions, end = POLICIES["largest"](any=0.0).play_out(start, mcsearch.rng.Rng(1))
    assert end.is_terminal()
    for action in actions:
        sizes = {a: len(start.action_cells(a)) for a in start.legal_actions()}
        assert sizes[action] == max(sizes.values())
        start = start.play(action)


@pytest.mark.parametrize("name", [name for name in people.RECIPES if name != "reversi"])
def test_what_people_store_is_copied_with_the_search(name):
    people.load()
    original = people.search_of(name)
    original.run(50)
    twin = copy.copy(original)

    def memory(search):
        return vars(search.policy if name.startswith("largest") else search.rule)

    stored = memory(twin).copy()
    original.run(50)
    assert memory(twin) == stored
    twin.run()
    original.run()
    assert (twin.rng.state, twin.best_sequence) == (original.rng.state, original.best_sequence)
    if "thompson" in name:
        assert twin.rule.num_draws == original.rule.num_draws > stored["num_draws"]


def with_rule(score, **parameters):
    RULES.add(type("Mine", (PythonRule,), {"name": "mine", "num_players": 2, "score": score}))
    given = {"selection": "mine", "iterations": 200, **parameters}
    return Recipe("tictactoe", parameters=given).build()


def with_policy(choose, search="nmcs"):
    POLICIES.add(type("Mine", (PythonPolicy,), {"name": "mine", "choose": choose}))
    return Recipe("samegame", "5x5x3:1", search, {"policy": "mine"}).build()


def fails(*arguments):
    raise KeyError("no luck")


@pytest.mark.parametrize("trees", [1, 3])
@pytest.mark.parametrize(
    ("score", "error", "message"),
    [
        (fails, KeyError, "no luck"),
        (lambda *it: float("nan"), ValueError, r"score\(\) of Mine gave nan"),
        (lambda *it: None, ValueError, r"score\(\) of Mine gave None; give a number"),
    ],
)
def test_what_goes_wrong_in_a_rule_ends_the_search_and_is_raised(score, error, message, trees):
    found = with_rule(score, trees=trees)
    for _ in range(2):
        with pytest.raises(error, match=message):
            found.run()
    assert 0 < found.iterations < 200


@pytest.mark.parametrize(
    ("choose", "error", "message"),
    [
        (fails, KeyError, "no luck"),
        (lambda *it: 999, ValueError, r"choose\(\) of Mine gave 999.*legal actions: "),
        (lambda *it: None, ValueError, r"choose\(\) of Mine gave None"),
    ],
)
def test_what_goes_wrong_in_a_policy_ends_the_search_and_is_raised(choose, error, message):
    found = with_policy(choose)
    with pytest.raises(error, match=message):
        found.run()
    assert found.stopped == "error"
    with pytest.raises(error, match=message):
        found.copy().run()
    stepped = with_policy(choose)
    with pytest.raises(error, match=message):
        list(iter(stepped.advance, 0))
    with pytest.raises(error, match=message):
        found.policy.play_out(found.root, mcsearch.rng.Rng(1))


def test_a_rule_and_a_policy_that_lack_their_method_say_so():
    with pytest.raises(NotImplementedError, match=r"Mine has no method score\(tree, node, child\)"):
        with_rule(PythonRule.score).run()
    with pytest.raises(NotImplementedError, match=r"Mine has no method choose\(state, random\)"):
        with_policy(PythonPolicy.choose).run()


def test_an_addition_stays_when_the_folders_are_listed_anew():
    with_rule(lambda rule, tree, node, child: -tree.visits_of(child))
    RULES.load()
    assert RULES["mine"].__name__ == "Mine"


@pytest.mark.parametrize(
    ("registry", "base", "method", "remedy"),
    [
        (RULES, Rule, "select", "PythonRule"),
        (RULES, Uct, "update_path", "PythonRule"),
        (POLICIES, Policy, "move", "PythonPolicy"),
        (POLICIES, Random, "playout", "PythonPolicy"),
        (SEARCHES, UctSearch, "_select", "rule or a policy"),
    ],
)
def test_what_compiled_code_would_never_call_is_refused(registry, base, method, remedy):
    mine = type("Mine", (base,), {"name": "mine", method: fails})
    with pytest.raises(TypeError, match=rf"Mine overrides {method}\(\), .*{remedy}"):
        registry.add(mine)
    assert "mine" not in registry
    other = type("Other", (mine,), {"name": "other"})
    with pytest.raises(TypeError, match=f"Other overrides {method}"):
        registry.add(other)


@pytest.mark.parametrize(
    ("module", "names"), [(m, m.COMPILED_METHODS) for m in (policy, rule, scored, search)]
)
def test_the_methods_that_are_compiled_are_those_of_the_declarations(module, names):
    declarations = Path(module.__file__).parent / f"{module.__name__.rpartition('.')[2]}.pxd"
    found = re.findall(r"cdef [\w ]+ (\w+)\(self", declarations.read_text())
    assert set(found) == names
