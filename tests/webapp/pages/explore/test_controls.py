"""The recipe card: what it shows for a recipe, and what a change of a control loads."""

from random import Random

import pytest

from explorer.cards.recipe.stops import stops, value_text
from explorer.cards.recipe.values import differences
from explorer.pages.explore.recipe import Controls
from explorer.schema.pack import plain
from explorer.session.edits import with_parameter
from explorer.session.limits import LIMITS
from explorer.session.session import Session
from mcsearch import Recipe
from mcsearch.engine.parameter import Parameter
from mcsearch.presets import PRESETS
from mcsearch.selection import RULES


@pytest.fixture
def session():
    return Session("spmcts-uct")


@pytest.fixture
def controls(session):
    return Controls(session)


def fields(controls):
    return {
        field["name"]: field
        for section in plain(controls.card())["sections"]
        for field in section["fields"]
    }


def shown(field):
    """The value that a control stands on."""
    return field["stops"][field["value"]][0] if field["kind"] == "slider" else field["value"]


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_value_of_every_preset_has_a_control(name):
    session = Session(name)
    controls = Controls(session)
    by_name = fields(controls)
    for parameter in session.recipe.declarations:
        if parameter.name in ("seconds", "trees"):
            continue  # a clock would make walks back land elsewhere; the page shows one tree
        if parameter.needs and parameter.name not in by_name:
            assert session.recipe.values[parameter.name] == parameter.default
            continue  # it would change nothing, see below
        if by_name[parameter.name]["kind"] != "fact":
            assert shown(by_name[parameter.name]) == session.recipe.values[parameter.name]
    assert by_name["seed"]["value"] == str(session.recipe.seed)
    assert controls.card().texts["notice"] == ""
    assert not any(field["changed"] for field in by_name.values())


NEEDY = ["tabu", "tabu_size", "tabu_ply", "tabu_colours", "bias", "tabu_bias", "size_bias"]


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        ("samegame", [name for name in NEEDY if name != "bias"]),
        ("tsptw", ["bias"]),
        ("morpion", []),
        ("hp-folding", []),
        ("weak-schur", []),
    ],
)
def test_what_would_change_nothing_has_no_control(game, shown):
    session = Session("nmcs")
    session.load(Recipe(game, search="nrpa"))
    controls = Controls(session)
    assert [name for name in fields(controls) if name in NEEDY] == shown
    recipe = Recipe(game, search="nrpa", parameters={"level": 2, "repeats": 10}, seed=2)
    plain = recipe.build()
    plain.run()
    given = {"tabu": True, "bias": 2.0, "tabu_bias": 3.0, "size_bias": 0.5}
    given |= {"tabu_size": 3, "tabu_ply": 2, "tabu_colours": 2}
    hidden = {name: value for name, value in given.items() if name not in shown}
    search = recipe.with_parameters(hidden).build()
    search.run()
    assert search.playouts == plain.playouts == 100
    assert search.best_sequence == plain.best_sequence
    with_it = with_parameter(session.recipe, "bias", 2.0)
    session.load(with_it)
    assert "bias" in fields(controls), "what somebody has set is shown"


def test_an_offered_position_is_one_press_away():
    session = Session("morpion")
    controls = Controls(session)
    control = fields(controls)["named-position"]
    assert (control["kind"], control["label"], control["value"]) == ("segments", "Variant", "5D")
    controls.set("named-position", "4T")
    assert session.search.root.variant == "4T"
    assert fields(controls)["named-position"]["changed"]
    controls.set("position", "5T: r16:r16-v16")
    assert fields(controls)["named-position"]["value"] == "5T"
    assert fields(Controls(Session("hp-folding")))["named-position"]["kind"] == "select"
    controls = Controls(Session("hp-folding"))
    controls.set("position", "HPPH")
    assert fields(controls)["named-position"]["options"][-1] == ["another", ""]


def test_a_choice_of_one_is_no_control(monkeypatch):
    for name in [n for n, rule in RULES.items() if rule.num_players == 2 and n != "uct"]:
        monkeypatch.delitem(RULES, name)
    by_name = fields(Controls(Session("tictactoe-uct")))
    assert by_name["selection"]["kind"] == "fact"


def test_a_change_loads_a_recipe_and_is_named_with_the_preset_value(session, controls):
    controls.set("exploration", 100.0)
    assert session.recipe.values["exploration"] == 100.0
    card = controls.card()
    assert card.texts["notice"] == "Exploration C is 100, the preset has 0.5."
    field = fields(controls)["exploration"]
    assert field["changed"]
    assert field["stops"][field["tick"]][0] == 0.5
    controls.set("scoring", "bonus")
    assert controls.card().texts["notice-more"].startswith("And 1 more change.")


@pytest.mark.parametrize("game", ["tsptw", "morpion", "samegame", "tictactoe"])
def test_the_default_position_written_out_is_no_change(game):
    default = Recipe(game)
    written = default.replace(position=default.record.default_position)
    assert differences(written, default) == []
    assert differences(default, written) == []


def test_the_card_is_made_again_only_when_something_changed(session, controls):
    card = controls.card()
    session.step_phase()
    assert controls.card() is card
    controls.set("exploration", 2.0)
    assert controls.card() is not card


def test_the_board_fields_make_a_position(session, controls):
    controls.set("size", [6, 6])
    controls.set("colours", 3)
    controls.set("board-seed", "11")
    assert session.recipe.position == "6x6x3:11"
    assert controls.card().texts["game"] == "SameGame 6 × 6"
    assert session.search.root.board.width == 6


@pytest.mark.parametrize(
    ("name", "value", "part"),
    [
        ("seed", "seven", "whole number"),
        ("seed", "-1", "give"),
        ("board-seed", "", "whole number"),
        ("exploration", -5.0, "give"),
        ("scoring", "none", "choose"),
        ("no-such", 1, "choose"),
        ("iterations", LIMITS["iterations"] + 1, "at most"),
        ("size", [99, 99], "give"),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_nothing_changes(
    session, controls, name, value, part
):
    session.step_iteration()
    recipe, search = session.recipe, session.search
    controls.set(name, value)
    assert session.recipe is recipe
    assert session.search is search
    assert not session.can_undo
    wrong = {field for field, control in fields(controls).items() if control["error"]}
    assert wrong == ({name} if name != "no-such" else set())
    for field in wrong:
        assert part in fields(controls)[field]["error"]
    controls.set("seed", "9")
    assert not any(control["error"] for control in fields(controls).values())


def test_a_refused_slider_stays_where_it_is(controls):
    before = fields(controls)["exploration"]
    controls.set("exploration", -3.0)
    after = fields(controls)["exploration"]
    assert after["error"]
    assert after["value"] == before["value"]


@pytest.mark.parametrize(
    "leave",
    [lambda session: session.undo(), lambda session: session.load(session.preset_recipe)],
    ids=["undo", "reset"],
)
def test_what_is_wrong_goes_with_the_recipe_it_was_given_for(session, controls, leave):
    controls.set("seed", "9")
    controls.set("seed", "seven")
    assert fields(controls)["seed"]["error"]
    leave(session)
    assert fields(controls)["seed"]["value"] == str(session.preset_recipe.seed)
    assert not any(control["error"] for control in fields(controls).values())
    session.undo()
    assert not any(control["error"] for control in fields(controls).values())


def test_another_rule_keeps_what_it_shares_and_drops_the_rest():
    recipe = PRESETS["spmcts-uct"].recipe
    recipe = with_parameter(recipe, "deviation", 5.0)
    other = with_parameter(recipe, "selection", "uct-scaled")
    assert "deviation" not in other.values
    assert other.values["scoring"] == recipe.values["scoring"]
    assert other.values["exploration"] == recipe.values["exploration"]


@pytest.mark.parametrize("game", ["tictactoe", "samegame"])
def test_a_board_that_is_not_from_a_seed_is_shown_as_text(game):
    text = {"tictactoe": "xx. / oo. / ...", "samegame": "1 1 2;2 1 2"}[game]
    session = Session("tictactoe-uct" if game == "tictactoe" else "spmcts-uct")
    session.load(Recipe(game, text))
    field = fields(Controls(session))["position"]
    expected = ("text", text) if game == "tictactoe" else ("area", "112\n212")
    assert (field["kind"], field["value"]) == expected


def test_stops_are_in_order_and_hold_the_ends_and_what_is_used():
    log = Parameter("c", "float", 0.5, "C", "", low=0.0, high=10_000.0, log=True)
    values = stops(log, 10_000.0, 0.123)
    assert values == sorted(set(values))
    assert values[0] == 0.0
    assert values[-1] == 10_000.0
    assert 0.123 in values
    whole = stops(Parameter("n", "int", 5, "N", "", low=2, high=9), 9, 5)
    assert whole == list(range(2, 10))
    budget = Parameter("i", "int", 100, "I", "", low=1, high=2_000_000, log=True)
    assert all(isinstance(value, int) for value in stops(budget, 1_000_000, 777))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "on"),
        (10_000, "10 000"),
        (0.003, "0.003"),
        (1.41, "1.41"),
        (100.0, "100"),
        ("a", "a"),
    ],
)
def test_values_as_text(value, text):
    assert value_text(value).replace("\u202f", " ") == text


@pytest.mark.parametrize(
    ("name", "value"), [("board-seed", 7), ("size", [8, 8]), ("colours", 3), ("gamma", 0.5)]
)
def test_a_control_of_the_game_before_changes_nothing(controls, session, name, value):
    """It may be pressed between the choice of another game and its form."""
    controls.set("game", "tictactoe")
    recipe = session.recipe
    controls.set(name, value)
    assert session.recipe is recipe
    assert not any(field.get("error") for field in fields(controls).values())


def test_a_search_that_cannot_be_built_is_refused_and_leaves_everything_as_it_was(
    controls, session
):
    """Some values are refused only when the search is built: a root needs room for its children."""
    session.load_preset("tictactoe-uct")
    session.step_phase()
    recipe, steps, undo = session.recipe, session.steps, session.can_undo
    session.undo()
    before = session.recipe
    session.load_preset("tictactoe-uct")
    session.step_phase()
    controls.set("nodes", 5)
    assert session.recipe is recipe
    assert (session.steps, session.can_undo) == (steps, undo)
    assert "too few" in fields(controls)["nodes"]["error"]
    session.undo()
    assert session.recipe is before


@pytest.mark.parametrize("value", [None, 7, [], [8], [8, 8, 8], {}, ["a", "b"]])
def test_a_size_that_is_none_is_refused(controls, session, value):
    recipe = session.recipe
    controls.set("size", value)
    assert session.recipe is recipe
    assert "size" in fields(controls)["size"]["error"]


def test_whatever_is_set_is_taken_or_refused(controls, session):
    """Any value to any control of any preset, with steps and ways back between."""
    random = Random(5)
    odd = ["", None, 0, -1, 7, 1e99, "abc", "7", [], [5, 5], {}, float("nan"), True]
    values = {"level": odd, "nothing": odd}
    for name in PRESETS:
        session.load_preset(name)
        for field in fields(controls).values():
            shown = [one for one, _ in field.get("stops", [])]
            chosen = [one for _, one in field.get("options", [])]
            values[field["name"]] = [*shown, *chosen, *odd]
    for _ in range(1000):
        name = random.choice(list(values))
        controls.set(name, random.choice(values[name]))
        controls.card()
        act = random.choice([session.step_phase, session.undo, lambda: None, lambda: None])
        act()
