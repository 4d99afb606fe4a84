"""Traces: what is recorded is repeated, and what was changed is found."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcsearch import Recipe, RecipeError
from mcsearch.presets import PRESETS
from mcsearch.trace import PHASES, TraceError, parse, phase_record, record, replay


def recipe_of(name: str) -> Recipe:
    return PRESETS[name].recipe


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_trace_is_repeated_to_the_last_bit(name):
    text = "\n".join(record(recipe_of(name), 25))
    search = replay(text)
    expected = recipe_of(name).build()
    expected.run(25)
    assert search.iterations == expected.iterations == 25
    assert search.best_sequence == expected.best_sequence
    assert search.best_score == expected.best_score
    assert len(text.splitlines()) == 1 + 4 * 25


def test_the_first_line_is_the_recipe_and_the_others_name_the_four_phases():
    lines = list(record(recipe_of("spmcts-uct"), 3))
    assert Recipe.from_dict(json.loads(lines[0])["recipe"]) == recipe_of("spmcts-uct")
    told = [json.loads(line) for line in lines[1:]]
    assert [entry["phase"] for entry in told] == list(PHASES.values()) * 3
    assert [entry["iteration"] for entry in told] == [1] * 4 + [2] * 4 + [3] * 4


def test_a_record_tells_the_path_the_new_node_the_playout_and_the_values():
    search = recipe_of("tictactoe-uct").build()
    assert phase_record(search) == {}
    search.run(30)
    search.advance()
    assert phase_record(search)["path"] == search.path_actions
    search.advance()
    assert search.path_actions in phase_record(search)["new"]
    search.advance()
    simulation = phase_record(search)
    state = search.root
    for action in [*search.path_actions, *simulation["playout"]]:
        state = state.play(action)
    assert state.is_terminal()
    assert state.returns() == simulation["return"]
    search.advance()
    values = phase_record(search)
    assert values["iteration"] == search.iterations == 31
    assert values["path"][0] == [31, search.tree.value_sum_of(0)]
    assert values["path"][-1][0] == 1


def test_a_limit_of_seconds_does_not_end_a_replay():
    recipe = recipe_of("spmcts-uct")
    _, *told = record(recipe, 5)
    hasty = recipe.replace(parameters={**recipe.parameters, "seconds": 1e-9})
    assert replay("\n".join([*record(hasty, 0), *told])).iterations == 5


def test_a_search_that_ends_ends_its_trace():
    recipe = Recipe("samegame", "3x3x2:1", "nmcs", {"level": 1})
    text = "\n".join(record(recipe, 10_000))
    assert replay(text).stopped == "finished"
    with pytest.raises(TraceError, match=r"ended before this phase"):
        replay(text + "\n" + text.splitlines()[-1])


@pytest.mark.parametrize(
    ("field", "value"),
    [("path", [1]), ("iteration", 3), ("phase", "expansion"), ("extra", 1)],
)
def test_the_first_line_that_differs_is_named(field, value):
    lines = list(record(recipe_of("spmcts-uct"), 5))
    entry = json.loads(lines[5])  # the second iteration's selection
    entry[field] = value
    lines[5] = json.dumps(entry)
    with pytest.raises(TraceError, match=r"^trace line 6: ") as caught:
        replay("\n".join(lines))
    assert caught.value.line == 6
    assert field in str(caught.value) or "selection" in str(caught.value)


def test_a_missing_field_is_named():
    lines = list(record(recipe_of("spmcts-uct"), 1))
    entry = json.loads(lines[3])
    del entry["return"]
    with pytest.raises(TraceError, match=r"line 4: 'return' is missing; the search has \d+"):
        replay("\n".join([*lines[:3], json.dumps(entry)]))


def test_a_changed_recipe_does_not_repeat_the_trace():
    lines = list(record(recipe_of("spmcts-uct"), 5))
    other = json.loads(lines[0])
    other["recipe"]["seed"] += 1
    with pytest.raises(TraceError, match="record it again"):
        replay("\n".join([json.dumps(other), *lines[1:]]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: nothing is there"),
        ("\n\n", "line 1: nothing is there"),
        ("112;211", "line 1: 112;211 is no JSON"),
        ("[1, 2]", "line 1: .* is no object"),
        ('{"game": "samegame"}', "line 1: .* is no recipe"),
        ('{"recipe": {"game": "chess"}}', "line 1: game: 'chess' is not known"),
        ('{"recipe": {}}\n{"phase": ', "line 2: .* is no JSON"),
    ],
)
def test_what_is_no_trace_is_refused_with_the_place(text, message):
    with pytest.raises(RecipeError, match=message):
        parse(text)


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text):
    with pytest.raises(TraceError, match=r"^trace line \d+: "):
        parse(text)
