"""A visitor's own games by their names, and their recipes in numbers."""

import pytest

from explorer.session.code import Code, define
from explorer.session.own_games import OwnGames, is_own, offered, place_of
from explorer.session.problems import EDITED, PROBLEMS, recipe_with
from mcsearch import Recipe, RecipeError
from mcsearch.play.match import Match, Side
from mcsearch.play.setting import Setting
from mcsearch.problem.numbered_recipe import NumberedRecipe, numbered
from mcsearch.problem.own_recipe import ProblemRecipe, game_of, recipe_of

NIM = PROBLEMS.find("nim")
TEXT = """
class Odd:
    num_players = 2
    def __init__(self, left=4):
        self.left = left
    def legal_actions(self):
        return ["a b", "a  b", "#1."][: self.left]
    def play(self, action):
        return Odd(self.left - 1)
    def is_terminal(self):
        return self.left == 0
    def returns(self):
        return undefined
"""


@pytest.fixture
def odd():
    """A visitor's games with code of which something is wrong."""
    code = Code(TEXT)
    games = OwnGames()
    games.put(recipe_of(game_of(EDITED, "Odd", define(code)[-1])), code)
    return games


def test_a_name_of_the_engines_games_is_nobodys_own():
    assert OwnGames().find("connect4") is None
    assert OwnGames().find("no-such-game") is None
    assert not is_own(Recipe("connect4"))


def test_a_problem_of_the_process_is_found_in_numbers():
    recipe = OwnGames().find("nim")
    assert isinstance(recipe, NumberedRecipe)
    assert is_own(recipe)
    assert recipe.start().legal_actions() == [*range(9)]


def test_code_that_has_not_run_is_told_so():
    with pytest.raises(RecipeError, match="ask for its file"):
        OwnGames().find(EDITED)


def test_whoever_watches_hears_of_other_code(odd):
    heard = []
    odd.watch(lambda: heard.append(odd.edited))
    odd.put(recipe_with("nim"), NIM.code)
    assert heard == [odd.edited]
    assert odd.among([EDITED, "nim", "connect4"]).keys() == {EDITED, "nim"}


def test_an_error_is_blamed_on_the_line_of_the_code(odd):
    with pytest.raises(NameError) as raised:
        odd.edited.start().state.problem.returns()
    wrong = odd.blame(odd.edited, raised.value)
    assert place_of(wrong) == " in line 13"
    assert str(wrong) == "NameError: name 'undefined' is not defined"


def test_a_menu_has_the_problems_for_so_many_players():
    assert [problem.name for problem in offered(2)] == ["nim", "pig"]
    alone = [problem.name for problem in offered(1)]
    assert {"knights-tour", "twenty-one"} < {*alone}
    assert {*alone, "nim"} < {problem.name for problem in offered()}


def test_names_become_words_no_two_alike(odd):
    assert odd.edited.start().words == ("a_b", "a_b~2", "1._")
    state = OwnGames().find("nim").start()
    assert [state.parse_action(state.action_name(n)) for n in state.legal_actions()] == [*range(9)]
    with pytest.raises(ValueError, match="is not legal here"):
        state.parse_action("9 of heap 9")


def test_a_search_from_another_position_is_in_numbers_too():
    recipe = numbered(recipe_with("nim", parameters={"iterations": 60}))
    state = recipe.start().play(7)
    search = recipe.search_from(state)
    search.run()
    assert search.best_action() in state.legal_actions()
    copied = search.copy()
    kept = copied.advance_root(search.best_action())
    assert kept > 0
    assert str(copied.root) == str(state.play(search.best_action()))
    assert search.root.legal_actions() == state.legal_actions()


def test_nobody_says_why_a_game_of_people_is_over():
    recipe = numbered(recipe_with("nim"))
    match = Match(Setting.of(recipe), (Side.person(), Side.person()))
    for name in ("2 of heap 1", "3 of heap 2", "4 of heap 3"):
        match.play_named(name)
    assert match.result() == "first wins"


def test_a_numbered_recipe_is_the_same_otherwise():
    recipe = recipe_with("nim", seed=7, parameters={"iterations": 60})
    plain = numbered(recipe).plain()
    assert type(plain) is ProblemRecipe
    assert plain == recipe
    assert numbered(numbered(recipe)) == numbered(recipe)
    assert numbered(Recipe("connect4")) == Recipe("connect4")
    first, second = recipe.build(), numbered(recipe).build()
    first.run()
    second.run()
    assert first.root.number_of(first.best_action()) == second.best_action()
