"""People's problems in the Game menu, searched and stepped like every game."""

import json
import sys

import pytest

from explorer.cards.tree.view import picture
from explorer.session import imports, searches
from explorer.session.code import CodeError
from explorer.session.exports import moves_text
from explorer.session.permalink import from_query, to_query
from explorer.session.problems import EDITED, PROBLEMS, Problems, recipe_with
from explorer.session.session import Session
from mcsearch import RecipeError, check
from mcsearch.problem.own_recipe import game_of, recipe_of

EXAMPLES = {
    "eight-queens": "Eight queens",
    "knapsack": "Knapsack",
    "knights-tour": "Knight's tour",
    "left-move": "Left Move",
    "nim": "Nim",
    "pig": "Pig with a die",
    "salesman": "Travelling salesman",
    "twenty-one": "Twenty-one with a die",
}


def begun(name, **fields):
    session = Session("spmcts-uct")
    session.load(recipe_with(name, **fields), "")
    return session


def drawn(session):
    """The tree of the present moment, and what its board is about."""
    frame = session.frame()
    return picture(frame.tree, frame.strip is not None, session.steps, 0.0), frame.board.context


def test_the_examples_are_offered_with_their_texts():
    assert {problem.name: problem.title for problem in PROBLEMS.offered()} == EXAMPLES
    for problem in PROBLEMS.offered():
        assert f"class {type(problem.make()).__name__}" in problem.text


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_stepped_forth_and_back_and_undone(name):
    session = begun(name, seed=2)
    session.jump_to(12)
    session.step_phase()
    shown = drawn(session)
    session.step_iteration()
    session.select_child()
    session.jump_to(12)
    session.step_phase()
    session.select(())
    assert session.search.iterations == 12
    assert drawn(session) == shown
    session.undo()
    assert session.recipe.game == "samegame"


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_moment_of_an_example_is_a_link_and_a_file(name):
    session = begun(name, seed=3)
    session.jump_to(9)
    session.select_child()
    place = session.place()
    assert from_query(to_query(place)) == place
    text = json.dumps(session.recipe.to_dict())
    assert imports.read(text, Session("nmcs").recipe) == session.recipe


@pytest.mark.usefixtures("at_once")
def test_the_die_leaves_one_player_with_a_score():
    session = begun("twenty-one")
    session.jump_to(40)
    assert session.num_players == 1
    assert "win rate" not in moves_text(session.search, session.recipe)


def test_edited_code_travels_in_no_link():
    queens = PROBLEMS.find("eight-queens")
    recipe = recipe_of(game_of(EDITED, "Mine", queens.make))
    with pytest.raises(RecipeError, match="code travels in no link; ask for its file"):
        from_query(f"game={EDITED}&seed=1")
    text = json.dumps(recipe.replace(seed=5).to_dict())
    assert imports.read(text, recipe) == recipe.replace(seed=5)


@pytest.fixture
def problems(tmp_path):
    """A function that offers the classes of a file with a text."""

    def offered(text):
        path = tmp_path / "my_game.py"
        path.write_text(text, encoding="utf-8")
        found = Problems()
        found.add_files([str(path)])
        return found

    yield offered
    sys.path[:] = [folder for folder in sys.path if folder != str(tmp_path)]


def test_the_classes_of_a_file_are_offered_behind_the_examples(problems, tmp_path):
    (tmp_path / "beside.py").write_text("SIZE = 5\n", encoding="utf-8")
    text = (
        "from beside import SIZE\n"
        + PROBLEMS.find("left-move").text
        + "\n\n\nclass Mine(LeftMove):\n    pass\n"
    )
    found = problems(text.replace("from __future__ import annotations\n", ""))
    assert [problem.name for problem in found.offered()][-2:] == ["LeftMove", "Mine"]
    assert found.find("Mine").game.title == "Mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1 +\n", "SyntaxError"),
        ("x = 1\n", r"There is no class.*, or a function run\(state, iterations, seed\)"),
    ],
)
def test_a_file_without_a_problem_is_refused(problems, text, message):
    with pytest.raises(CodeError, match=message):
        problems(text)


def test_a_search_of_a_file_is_examined_and_no_game(problems, tmp_path, monkeypatch):
    (tmp_path / "helper.py").write_text("from mcsearch.examples import plain_mcts\n", "utf-8")
    text = "import helper\n\nrun = helper.plain_mcts.run\n"
    found = problems(text)
    assert found.offered() == found.examples
    monkeypatch.setattr(searches, "PROBLEMS", found)
    first, *others = searches.offered().values()
    assert (first.name, first.code.text) == ("my_game.py", text)
    assert others == list(searches.known().values())
    assert searches.run_of(first.code)(check.offered(), 20, 1).visits == 20
    # a file can have both, and one that has neither any more is in the way of nothing
    both = problems(text + PROBLEMS.find("left-move").text.partition("annotations\n")[2])
    assert list(both) == ["LeftMove"]
    assert len(both.searches) == 1


def test_a_file_that_is_not_there_is_told():
    with pytest.raises(CodeError, match=r"can't read 'nowhere\.py'"):
        Problems().add_files(["nowhere.py"])


def test_a_class_with_the_name_of_a_game_is_refused(problems):
    text = PROBLEMS.find("nim").text.replace("Nim", "connect4")
    with pytest.raises(CodeError, match="two games are called 'connect4'"):
        problems(text)
