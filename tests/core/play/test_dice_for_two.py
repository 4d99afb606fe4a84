"""Matches of a person's game with chance: draws, taking back, files, levels, hints and reviews.

What is right is known from an exhaustive expectimax (`problems.expectation`).
"""

import pytest
from problems import Dash, Pig, expectation

from mcsearch import RecipeError
from mcsearch.play.levels import LEVELS, find_level
from mcsearch.play.match import Match, Side
from mcsearch.play.record import GameRecord, parse
from mcsearch.play.review import Review
from mcsearch.play.setting import Setting
from mcsearch.problem.numbered_recipe import numbered
from mcsearch.problem.own_recipe import game_of, recipe_of

PERSON = Side.person()


def own(make, name="dice"):
    return numbered(recipe_of(game_of(name, "Dice", make)))


PIG, DASH = own(Pig), own(Dash)


def people(recipe=PIG, draws=3, moves=()):
    return Match(setting(recipe, draws), (PERSON, PERSON), moves)


def setting(recipe=PIG, draws=3):
    return Setting(recipe.game, own=recipe, draws=draws)


def play_first(match, count):
    for _ in range(count):
        match.play(match.state.legal_actions()[0])


def test_a_draw_comes_at_once_and_is_nobodys_move():
    match = people()
    match.play_named("roll")
    assert (match.ply, match.num_moves, match.last_move) == (2, 1, 0)
    assert match.drawn == match.move_names[1:]
    assert match.is_drawn(1)
    assert not match.state.is_chance
    assert match.values_before(2) == ()


def test_the_same_draws_come_again_and_others_for_another_number():
    games = [people(draws=draws) for draws in (3, 3, 4)]
    for game in games:
        play_first(game, 5)
    assert games[0].words == games[1].words != games[2].words


def test_taking_back_goes_past_the_draw_and_the_same_move_meets_it_again():
    match = people()
    play_first(match, 3)
    before = str(match.state)
    assert match.undo() == 2
    assert not match.state.is_chance
    assert match.redo() == 2
    assert str(match.state) == before
    assert match.undo(2) == 4
    play_first(match, 2)
    assert str(match.state) == before
    match.go_to(1)  # where the die is to be thrown
    assert match.ply == 2
    assert match.undo(100) == 2
    assert match.ply == 0


def test_a_turn_is_taken_back_to_the_person_whoever_the_dice_have_moved():
    match = Match(setting(), (PERSON, Side.of_level("light", "dice", 1, PIG)))
    while match.num_moves < 5 or not match.waits_for_person:
        if match.waits_for_person:
            match.play_named("roll")
        else:
            match.advance(1.0)
    ply = match.ply
    while match.undo_turn():
        assert match.waits_for_person
        assert not match.state.is_chance
    assert match.ply == 0
    while match.redo_turn():
        assert match.waits_for_person
    assert match.ply == ply


def test_chance_may_act_first():
    match = people(DASH)
    assert (match.ply, match.last_move, len(match.drawn)) == (1, -1, 1)
    assert match.undo() == 0
    play_first(match, 1)
    assert match.undo() == 2
    side = Side.of_level("first", "dice", 1, DASH)
    against = Match(setting(DASH), (side, PERSON))
    while against.advance(1.0) != "moved":
        pass
    assert against.drawn


def test_a_search_keeps_the_branch_that_chance_has_chosen():
    match = Match(setting(), (PERSON, Side.of_level("light", "dice", 1, PIG)))
    match.ponders = True
    while match.waits_for_person and match.thinker.playouts < 200:
        match.advance(0.05)
    root = match.thinker.search
    roll = match.state.parse_action("roll")
    match.play(roll)
    outcome = match.action_at(1)
    kept = match.thinker.kept.kept
    assert str(match.thinker.search.root) == str(match.state)
    assert kept == size_below(root.tree, root.tree.find([roll, outcome])) > 1
    assert match.thinker.has_kept([])
    assert match.thinker.search_before is root


def size_below(tree, node):
    return 1 + sum(size_below(tree, child) for child in tree.children(node))


def test_a_file_has_the_draws_and_what_they_brought():
    match = people()
    play_first(match, 3)
    record = GameRecord.of(match)
    assert "draws: 3\n" in str(record)
    again = parse(str(record), {"dice": PIG})
    assert again == record
    went_on = again.match()
    for game in (match, went_on):
        play_first(game, 1)
    assert went_on.words == match.words
    cut = GameRecord(record.setting, moves=record.moves[:-1]).match()
    assert cut.words == record.moves  # chance acts at once where it was to


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("game: dice\ndraws: x", "line 2: draws: 'x' is not valid; give 0 to 999999"),
        ("game: dice\n\n1. roll 9", "move 2, '9'"),
        ("game: connect4\ndraws: 1", "field: 'draws' is not known"),
    ],
)
def test_a_file_that_says_wrong_draws_is_told(text, why):
    with pytest.raises(RecipeError, match=why):
        parse(text, {"dice": PIG})


def test_a_game_without_chance_takes_no_draws():
    with pytest.raises(RecipeError, match="draws: no chance acts in Connect Four; leave them out"):
        Setting("connect4", draws=1)
    assert Setting("connect4").redrawn() == Setting("connect4")
    assert Setting("2048").redrawn() == Setting("2048")
    assert setting().redrawn().draws != setting().redrawn().draws


def test_no_level_proves_anything_and_the_first_has_room_for_every_action():
    for level in LEVELS.values():
        values = level.recipe("dice", own=PIG).values
        assert not values["solver"]
        assert not values["decisive"]
    assert find_level("first").recipe("dice", own=PIG).values["nodes"] == 3
    assert find_level("first").recipe("dice", own=DASH).values["nodes"] == 4


@pytest.mark.parametrize(
    ("state", "best"),
    [
        (Pig((0, 4), 8), "hold"),
        (Pig((2, 8), 4), "roll"),
        (Pig((4, 0), 8, 1), "hold"),
        (Pig((8, 5), 3, 1), "roll"),
    ],
)
def test_a_hint_is_the_move_of_expectimax(state, best):
    values = {name: expectation(state.play(name)) for name in ("roll", "hold")}
    sign = 1 if state.to_play == 0 else -1
    assert max(values, key=lambda name: sign * values[name]) == best
    search = find_level("medium").recipe("dice", 1, PIG).search_from(own(lambda: state).start())
    search.run()
    assert search.root.action_name(search.best_action()) == best


def test_a_review_blames_moves_and_never_the_dice():
    match = people(DASH, moves=["3", "walk", "3", "run", "3", "run", "2", "run"])
    review = Review(match.setting, match.words, playouts=120)
    while not review.advance(0.1):
        pass
    worth = [expectation(match.state_at(ply).state.problem) for ply in range(match.ply + 1)]
    for move in review.moves():
        before, after = worth[move.number - 1 : move.number + 1]
        lost = (before - after) * (1 if move.player == 0 else -1)
        assert move.is_drawn == (move.name in "123")
        assert move.mark == ("??" if move.number == 2 else "")
        assert move.is_drawn or lost == pytest.approx(move.loss, abs=0.15)
        assert review.curve(0)[move.number] == pytest.approx(after, abs=0.2)
    assert worth[0] - worth[1] < -0.05  # the first throw was luck, which nobody is praised for
    assert (review.accuracy(0).num_moves, review.accuracy(1).num_moves) == (2, 2)
