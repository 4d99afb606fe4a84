import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcsearch import Recipe, RecipeError, search_for
from mcsearch.engine.limits import MAX_ITERATIONS
from mcsearch.playout import POLICIES
from mcsearch.presets import PRESETS
from mcsearch.recipe import GAMES, SEARCHES
from mcsearch.selection import RULES


@pytest.mark.parametrize("name", PRESETS)
def test_presets_survive_json_and_run(name):
    recipe = PRESETS[name].recipe
    again = Recipe.from_json(recipe.to_json())
    assert again == recipe
    assert hash(again) == hash(recipe)
    search = again.build()
    assert search.run(20) == 20


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("search", SEARCHES)
def test_every_declared_default_is_valid(game, search):
    takes_chance = SEARCHES[search].takes_chance or not GAMES[game].has_chance
    if not takes_chance or GAMES[game].searched_as not in SEARCHES[search].num_players:
        with pytest.raises(RecipeError, match="does not play"):
            Recipe(game, search=search)
        return
    recipe = Recipe(game, search=search)
    names = [p.name for p in recipe.declarations]
    assert len(names) == len(set(names))
    for parameter in recipe.declarations:
        assert parameter.parse(parameter.default) == parameter.default
        assert parameter.label
        assert parameter.help
    assert recipe.values == Recipe(game, search=search, parameters=recipe.values).values


@pytest.mark.parametrize("search", SEARCHES)
def test_no_two_parameters_of_a_search_its_rule_and_its_policy_have_one_name(search):
    taken = SEARCHES[search]
    rules = [r for r in RULES.values() if r.num_players in taken.num_players] * taken.uses_rule
    policies = list(POLICIES.values()) * taken.uses_policy
    for rule in rules or [None]:
        for policy in policies or [None]:
            parts = [part for part in (rule, policy, taken) if part is not None]
            names = [parameter.name for part in parts for parameter in part.parameters]
            assert len(names) == len(set(names)), (rule, policy)


def test_declarations_follow_the_rule_and_the_policy():
    names = {p.name for p in Recipe(parameters={"selection": "uct-scaled"}).declarations}
    assert "scale" in names
    assert "deviation" not in names
    assert "epsilon" not in {p.name for p in Recipe(parameters={"policy": "random"}).declarations}
    learning = {p.name for p in Recipe(search="nrpa").declarations}
    assert not learning & {"policy", "epsilon", "pick", "selection"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (
            {"game": "chess"},
            "game: 'chess' is not known; choose one of 2048, atarigo, breakthrough",
        ),
        ({"search": "spmct"}, "did you mean spmcts"),
        (
            {"game": "tictactoe", "search": "nmcs"},
            "'nmcs' does not play tictactoe; choose",
        ),
        (
            {"parameters": {"exploratoin": 1}},
            "'exploratoin' is not known; did you mean expl",
        ),
        (
            {"parameters": {"iterations": -1}},
            "iterations: -1 is not valid; give a whole number",
        ),
        ({"parameters": {"iterations": 2.5}}, "iterations: 2.5 is not valid"),
        ({"parameters": {"exploration": "nan"}}, "exploration: 'nan' is not valid"),
        ({"parameters": {"exploration": float("inf")}}, "exploration: inf is not valid"),
        ({"parameters": {"iterations": True}}, "iterations: True is not valid"),
        ({"parameters": {"scoring": "none"}}, "choose one of bonus, plain, penalty"),
        ({"parameters": [1]}, "give name: value pairs"),
        ({"search": "nmcs", "parameters": {"memory": "maybe"}}, "choose on or off"),
        (
            {"search": "nrpa", "parameters": {"policy": "random"}},
            "policy: search 'nrpa' plays by what it learns and takes no policy; leave it out",
        ),
        ({"search": "nrpa", "parameters": {"pick": "first"}}, "'pick' is not known"),
        ({"seed": -1}, "seed: -1 is not valid"),
        ({"seed": "7"}, "seed: '7' is not valid"),
        ({"position": 5}, "position: 5 is not valid"),
        ({"position": "12;1"}, "row 2 has 1 cells, row 1 has 2"),
        ({"position": "21x3x3:1"}, "board width: 21 is not valid; give 1 to 20"),
        ({"position": "3x3x10:1"}, "board colours: 10 is not valid; give 2 to 9"),
        ({"game": "tictactoe", "position": "xxx"}, "give 3 rows of 3 x, o and '.'"),
        ({"game": "tictactoe", "position": "xx. ... ..."}, "2 x and 0 o"),
    ],
)
def test_wrong_input_is_named_with_a_remedy(fields, message):
    with pytest.raises(RecipeError) as caught:
        Recipe(**fields)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        "[]",
        "7",
        '{"games": "samegame"}',
        '{"seed": 1e400}',
        '{"game": ["a"]}',
    ],
)
def test_a_text_that_is_no_recipe_is_refused(text):
    with pytest.raises(RecipeError):
        Recipe.from_json(text)


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.sampled_from(["game", "position", "search", "parameters", "seed", "other"]),
        _JSON | st.dictionaries(st.sampled_from(["iterations", "policy", "scoring"]), _JSON),
    )
)
def test_anything_else_is_a_recipe_error_too(fields):
    try:
        recipe = Recipe.from_json(json.dumps(fields))
    except RecipeError:
        return
    assert Recipe.from_json(recipe.to_json()) == recipe


def test_numbers_may_come_as_text():
    recipe = Recipe(parameters={"iterations": "1e6", "exploration": "0.25"})
    assert recipe.parameters == {"iterations": 1_000_000, "exploration": 0.25}


def test_replace_keeps_the_rest():
    recipe = Recipe("samegame", "5x5x3:1", "nmcs", {"level": 1}, seed=4)
    other = recipe.replace(seed=5)
    assert (other.seed, other.parameters, recipe.seed) == (5, {"level": 1}, 4)


def test_seconds_alone_take_the_place_of_the_default_iterations():
    recipe = Recipe("tictactoe", parameters={"seconds": 2})
    assert recipe.parameters == {"seconds": 2.0, "iterations": MAX_ITERATIONS}
    assert Recipe.from_json(recipe.to_json()) == recipe
    both = {"seconds": 2.0, "iterations": 50}
    assert Recipe("tictactoe", parameters=both).parameters == both
    assert Recipe("tictactoe", parameters={"seconds": 0}).values["iterations"] == 10_000


@pytest.mark.parametrize("search", ["nmcs", "nrpa"])
def test_a_search_without_a_limit_of_playouts_needs_none_lifted(search):
    assert Recipe(search=search, parameters={"seconds": 2}).parameters == {"seconds": 2.0}


def test_a_stored_recipe_keeps_the_limit_that_it_had():
    stored = {"game": "tictactoe", "parameters": {"seconds": 60.0}}
    assert Recipe.from_dict(stored).values["iterations"] == 10_000


def test_seconds_alone_take_the_place_of_a_presets_iterations():
    preset = PRESETS["connect4-engine"].recipe
    timed = preset.with_parameters({"seconds": "2"})
    assert timed.values == {**preset.values, "seconds": 2.0, "iterations": MAX_ITERATIONS}
    assert preset.with_parameters({"seconds": 2, "iterations": 9}).values["iterations"] == 9
    assert preset.with_parameters({"seconds": 0}).values == preset.values


def test_seconds_alone_limit_a_persons_problem_too():
    class Coin:
        def legal_actions(self):
            return ["heads"]

        def play(self, action):
            return End()

        def is_terminal(self):
            return False

        def returns(self):
            return 1.0

    class End(Coin):
        def is_terminal(self):
            return True

    search = search_for(Coin(), parameters={"seconds": 0.1})
    assert search.values["iterations"] == MAX_ITERATIONS
