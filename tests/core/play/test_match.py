"""A game of a person against a search: moves, the tree that is kept, taking back, sides, hints."""

import random
from types import SimpleNamespace

import pytest

from mcsearch import Recipe, RecipeError
from mcsearch.engine.tree import NONE, ROOT
from mcsearch.play.levels import LEVELS
from mcsearch.play.match import Match, Side
from mcsearch.play.setting import Setting
from mcsearch.play.thinker import Kept, Limit, Thinker

PERSON = Side.person()


def against(game="connect4", position="", level="light", seed=1, **parameters):
    """A match of a person, who begins, against a level."""
    setting = Setting(game, position, parameters)
    return Match(setting, (PERSON, Side.of_level(level, game, seed)))


def answer(match):
    """Let the search think to the end and move."""
    while (did := match.advance(0.05)) == "thinking":
        pass
    assert did == "moved"


def subtree(tree):
    """What a tree holds: by the actions to each node its visits, value sum and bounds."""
    found = {}
    pending = [((), ROOT)]
    for path, node in pending:
        bounds = tree.bounds_of(node)
        legal = tree.num_legal_of(node)
        found[path] = (tree.visits_of(node), tree.value_sum_of(node), bounds, legal)
        pending += [((*path, tree.action_of(c)), c) for c in tree.children(node)]
    return found


def below(found, action):
    """The part of a subtree that a root's action leads to, by the actions from there."""
    return {path[1:]: node for path, node in found.items() if path[:1] == (action,)}


# --- the tree ---


@pytest.mark.parametrize("game", ["connect4", "tictactoe", "yavalath"])
def test_the_kept_tree_is_that_of_advance_root_node_for_node(game):
    draw = random.Random(1)
    for seed in range(17):
        nodes = draw.choice([30, 100, 400])
        given = {"nodes": nodes, "iterations": 200, "solver": bool(seed % 2)}
        recipe = Recipe(game, "", "uct", given, seed)
        match = Match(Setting(game), (PERSON, Side.of_recipe(recipe)))
        match.ponders = True
        while not match.is_over:
            if match.waits_for_person:
                match.advance(0.001)
                action = draw.choice(match.state.legal_actions())
                before = match.thinker.search.copy()
                match.play(action)
            else:
                while not match.thinker.think(0.05):
                    pass
                action = (
                    match.thinker.best()
                )  # which searches on where a full pool has left nothing
                before = match.thinker.search.copy()
                match.move_now()
            was = subtree(before.tree)
            kept = before.advance_root(action)
            tree = match.thinker.search.tree
            assert subtree(tree) == subtree(before.tree)
            if kept:
                assert subtree(tree) == below(was, action)
            thinker = match.thinker
            assert thinker.kept == Kept(kept, len(was) - kept)
            assert all(map(thinker.has_kept, subtree(tree))) or not kept
            thinker.ponder(0.001)
            grown = subtree(thinker.search.tree)
            assert sum(map(thinker.has_kept, grown)) == kept
            num_runs = sum(
                tree_run_length(tree, node) for node in reachable(tree) if tree.children(node)
            )
            assert tree.num_free_slots + 1 + num_runs == tree.num_slots


def reachable(tree):
    nodes = [ROOT]
    for node in nodes:
        nodes += tree.children(node)
    return nodes


def tree_run_length(tree, node):
    """Slots of the run of a node's children: 2, 4, 8 ..., at most one for each legal action."""
    length = 2
    while length < len(tree.children(node)):
        length *= 2
    return min(length, tree.num_legal_of(node))


def test_an_undone_move_finds_its_tree_again_and_redo_the_later_one():
    match = against(level="medium")
    trees = [subtree(match.thinker.search.tree)]
    for name in "4435":
        match.play_named(name)
        answer(match)
        trees.append(subtree(match.thinker.search.tree))
    names = match.move_names
    for turn in (3, 2, 1, 0):
        match.undo_turn()
        assert match.move_names == names[: 2 * turn]
        assert subtree(match.thinker.search.tree) == trees[turn]
    assert match.undo_turn() == 0
    assert match.num_taken_back == 8
    for turn in (1, 2, 3, 4):
        match.redo_turn()
        assert subtree(match.thinker.search.tree) == trees[turn]
    assert match.move_names == names


def test_between_two_searches_a_turn_is_one_move():
    side = Side.of_level("first", "connect4")
    match = Match(Setting("connect4"), (side, side))
    for _ in range(3):
        answer(match)
    names = match.move_names
    for taken in (1, 2, 3):
        assert match.undo_turn() == 1
        assert match.move_names == names[: 3 - taken]
    assert match.undo_turn() == 0
    for played in (1, 2, 3):
        assert match.redo_turn() == 1
        assert match.move_names == names[:played]
    assert match.redo_turn() == 0


def test_a_move_waits_for_no_tree_and_the_tree_is_the_same_as_if_it_had():
    matches = [against(level="medium") for _ in range(2)]
    for match in matches:
        assert match.thinker.think(9.0)
    eager, lazy = (match.thinker for match in matches)
    held = lazy.num_bytes
    for match in matches:
        match.play_named("4")
    assert eager.playouts > 0
    assert eager.num_bytes > held == lazy.num_bytes
    for match in matches:
        match.undo()
        match.redo()
        assert match.thinker.playouts > 0
    assert subtree(lazy.search.tree) == subtree(eager.search.tree)
    assert lazy.num_bytes == eager.num_bytes


def test_with_little_memory_the_farthest_trees_go_and_the_game_goes_on():
    state = Recipe("connect4").start()
    recipe = Recipe("connect4", "", "uct", {"nodes": 2000}, 1)
    thinker = Thinker(recipe, state, Limit(playouts=1000), most_bytes=100_000)
    states = [state]
    for action in (3, 3, 2, 4, 5, 1):
        thinker.think(1.0)
        states.append(states[-1].play(action))
        thinker.follow(action, states[-1])
        assert thinker.num_bytes <= 100_000 + thinker.search.num_bytes
    thinker.go_to(0, states[0])
    assert thinker.playouts == 0
    assert str(thinker.search.root) == str(states[0])
    thinker.go_to(3, states[3])
    assert str(thinker.search.root) == str(states[3])
    assert thinker.think(1.0)


def test_a_move_that_could_not_be_followed_is_tried_again():
    match, whole = against(), against()
    for each in (match, whole):
        each.play_named("4")
        answer(each)
        each.play_named("3")
    thinker = match.thinker
    search = thinker._searches[thinker._ply]

    def fail():
        raise MemoryError("no room for the copy")

    thinker._searches[thinker._ply] = SimpleNamespace(copy=fail)
    with pytest.raises(MemoryError):
        _ = thinker.search
    thinker._searches[thinker._ply] = search
    for each in (match, whole):
        answer(each)
    assert match.move_names == whole.move_names
    assert subtree(match.thinker.search.tree) == subtree(whole.thinker.search.tree)


def test_another_move_after_undo_forgets_what_was_taken_back():
    match = against()
    match.play_named("4")
    answer(match)
    match.undo_turn()
    match.play_named("1")
    assert match.move_names == ["1"]
    assert match.num_taken_back == 0
    assert str(match.thinker.search.root) == str(match.state)


def test_several_trees_begin_anew_at_every_move():
    recipe = Recipe("connect4", "", "uct", {"trees": 2, "iterations": 200}, 1)
    match = Match(Setting("connect4"), (PERSON, Side.of_recipe(recipe)))
    match.play_named("4")
    answer(match)
    assert match.thinker.kept.kept == 0
    assert len(match.move_names) == 2


# --- thinking ---


def test_playouts_that_were_kept_count():
    match = against(level="medium")
    match.play_named("4")
    answer(match)
    match.play_named("4")
    kept = match.thinker.playouts
    assert 0 < kept < 400
    answer(match)
    assert match.thinker.playouts <= 400


def test_the_limit_can_change_during_the_game_and_the_level_is_none_then():
    match = against(level="light")
    match.play_named("4")
    match.set_limit(1, Limit(playouts=5000))
    assert match.sides[1].level == ""
    while not match.thinker.think(0.05):
        pass
    assert match.thinker.playouts == 5000
    match.set_limit(1, Limit(seconds=0.02))
    answer(match)
    assert match.thinker.search.stopped == ""


def test_a_limit_of_seconds_is_kept():
    now = [0.0]

    def clock():
        now[0] += 0.01
        return now[0]

    recipe = Recipe("connect4", "", "uct", {"seconds": 0.045}, 1)
    match = Match(Setting("connect4"), (PERSON, Side.of_recipe(recipe)), clock=clock)
    match.play_named("4")
    did = [match.advance(0.001) for _ in range(5)]
    assert did == ["thinking"] * 4 + ["moved"]


def test_move_now_plays_at_once_what_is_known_so_far():
    match = against(level="full")
    match.play_named("4")
    match.move_now()
    assert len(match.move_names) == 2
    assert match.waits_for_person
    with pytest.raises(ValueError, match="no search is to move"):
        match.move_now()


def test_pondering_grows_the_tree_in_the_persons_turn_only_when_switched_on():
    match = against()
    match.play_named("4")
    answer(match)
    before = match.thinker.playouts
    assert match.advance() == "waiting"
    assert match.thinker.playouts == before
    match.ponders = True
    assert match.advance() == "pondering"
    assert match.thinker.playouts > before
    match.ponders = False
    grown = match.thinker.playouts
    assert match.advance() == "waiting"
    assert match.thinker.playouts == grown


def test_a_final_move_that_asks_for_more_gets_it_once_again():
    recipe = Recipe("connect4", "", "uct", {"final_move": "max-robust", "iterations": 60}, 3)
    for moves in ("", "4", "444", "12345"):
        match = Match(Setting("connect4"), (Side.of_recipe(recipe), PERSON), moves)
        if match.waits_for_person:
            continue
        answer(match)
        assert match.ply == len(moves) + 1


# --- sides, positions ---


def test_a_search_plays_against_a_search_to_the_end():
    sides = (Side.of_level("first", "tictactoe", 1), Side.of_level("full", "tictactoe", 2))
    match = Match(Setting("tictactoe"), sides)
    while match.advance(0.05) != "over":
        pass
    assert match.result()
    assert match.winner != 0


def test_swapped_sides_go_on_with_the_same_tree():
    match = against()
    match.play_named("4")
    assert not match.waits_for_person
    match.swap_sides()
    assert match.waits_for_person
    playouts = match.thinker.playouts
    match.play_named("3")
    assert not match.waits_for_person
    answer(match)
    assert playouts < match.thinker.playouts + match.thinker.kept.freed + 1
    assert match.move_names[:2] == ["4", "3"]


def test_another_side_takes_over_in_the_middle():
    match = against()
    match.play_named("4")
    match.set_side(1, PERSON)
    match.play_named("4")
    match.set_side(0, Side.of_level("medium", "connect4"))
    answer(match)
    assert match.ply == 3
    wrong = Side.of_level("full", "tictactoe")
    with pytest.raises(RecipeError, match="plays tictactoe, the game is connect4"):
        match.set_side(1, wrong)
    assert match.sides[1] == PERSON


def test_a_game_from_a_position_that_is_set_up():
    match = against("connect4", "....... / ....... / ....... / ....... / ..oo... / ..xx...")
    match.play_named("5")
    answer(match)
    assert match.move_names[1] in ("2", "6")
    match.undo(9)
    assert match.ply == 0


def test_wrong_moves_are_named_and_change_nothing():
    match = against()
    with pytest.raises(ValueError, match="'9' names no column"):
        match.play_named("9")
    assert match.ply == 0
    match.play_named("4")
    with pytest.raises(ValueError, match="the search's turn"):
        match.play(3)
    with pytest.raises(RecipeError, match="move 2, 'z'"):
        Match(Setting("connect4"), (PERSON, PERSON), ["4", "z"])
    with pytest.raises(RecipeError, match="move 8, '3': the game is over before it"):
        Match(Setting("connect4"), (PERSON, PERSON), "12121213")
    with pytest.raises(RecipeError, match="one player"):
        Match(Setting("samegame"), (PERSON, PERSON))


# --- what is told ---


def test_the_values_before_a_move_stay_with_it():
    match = against(level="medium")
    match.play_named("4")
    answer(match)
    seen = match.values()
    match.play_named("3")
    assert match.values_before(3) == seen
    assert sum(value.share for value in seen) == pytest.approx(1.0)
    assert [value.name for value in seen] == list("1234567")


def test_a_hint_tells_the_winning_move_and_the_expected_play():
    match = Match(Setting("connect4"), (PERSON, Side.of_level("first", "connect4")), "4141")
    assert match.hint is None
    while not match.advise(0.05):
        pass
    hint = match.hint
    assert hint.best.name == "4"
    assert hint.line[0] == "4"
    assert hint.best.win_rate > 0.7
    match.play_named("4")
    match.move_now()
    while not match.advise(0.05):
        pass
    assert match.hint.values[0].name == match.state.action_name(match.state.legal_actions()[0])


def test_a_proven_move_says_in_how_many_plies_the_game_ends():
    match = Match(Setting("connect4"), (PERSON, PERSON), "414141")
    while not match.advise(0.05):
        pass
    assert match.hint.best.proven == "win in 1"


def test_results_say_who_won_and_why():
    won = Match(Setting("connect4"), (PERSON, PERSON), "1212121")
    assert won.result() == "first wins: four in a row"
    assert won.winner == 0
    moves = ["a1", "i1", "a2", "i5", "a3"]
    lost = Match(Setting("yavalath"), (PERSON, PERSON), moves)
    assert lost.result() == ("second wins: first made three in a row without a fourth, which loses")
    draw = Match(
        Setting("tictactoe"),
        (PERSON, PERSON),
        ["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"],
    )
    assert draw.result() == "draw: the board is full"
    assert against().result() == ""


# --- the pie rule ---


def test_the_swap_of_the_pie_rule_is_offered_once_and_is_a_move():
    match = Match(Setting("yavalath", "", {"pie_rule": True}), (PERSON, PERSON))
    assert match.pie_swap is None
    match.play_named("e5")
    swap = match.pie_swap
    assert match.state.action_name(swap) == "swap"
    match.play(swap)
    assert match.move_names == ["e5", "swap"]
    assert match.player == 0
    assert match.state.cells().tolist().count(2) == 1
    assert match.pie_swap is None
    match.undo()
    match.play_named("d4")
    assert match.pie_swap is None
    without = Match(Setting("yavalath"), (PERSON, PERSON), ["e5"])
    assert without.pie_swap is None


def test_a_search_takes_over_a_strong_first_stone():
    setting = Setting("yavalath", "", {"pie_rule": True})
    search = Side.of_level("medium", "yavalath", 1)
    match = Match(setting, (PERSON, search))
    match.play_named("e5")
    answer(match)
    swap = next(v for v in match.values_before(2) if v.name == "swap")
    assert swap.visits > 0
    assert match.thinker.search.tree.child_by(ROOT, NONE) == NONE


def test_each_level_is_told_and_fits_every_game_of_two():
    for game in ("connect4", "tictactoe", "yavalath"):
        playouts = [level.recipe(game).values["iterations"] for level in LEVELS.values()]
        assert playouts == sorted(playouts)
        for level, number in zip(LEVELS.values(), playouts, strict=True):
            assert f"{number:,} playouts a move".replace(",", " ") in level.about(game)
    assert LEVELS["first"].recipe("connect4").values["nodes"] == 8
    with pytest.raises(RecipeError, match="level: 'ful' is not known; did you mean full"):
        Side.of_level("ful", "connect4")


def test_limits_are_read_and_checked():
    assert Limit.parse("16000 playouts") == Limit(playouts=16000)
    assert Limit.parse("2.5 seconds") == Limit(seconds=2.5)
    for text in ("", "5", "x playouts", "0 seconds", "-3 playouts", "9999 seconds", "1 move"):
        with pytest.raises(RecipeError, match="thinking"):
            Limit.parse(text)
