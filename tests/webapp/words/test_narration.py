"""The sentences: every number in them is the search's own."""

import math
import re

import pytest

from explorer.look.text import number
from explorer.session.frames import make_frame
from explorer.session.session import Session
from explorer.words.narration import announce_jump, conclude, narrate
from mcsearch import Recipe
from mcsearch.engine.tree import ROOT
from mcsearch.presets import PRESETS

pytestmark = pytest.mark.usefixtures("at_once")


def say(session):
    return "".join(text for text, _ in narrate(session.search, session.frame()))


def at(name, iterations, phases):
    session = Session(name)
    session.jump_to(iterations)
    for _ in range(phases):
        session.step_phase()
    return session


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_moment_has_its_phase_and_no_missing_number(name):
    session = Session(name)
    assert say(session) == "Ready. Press Space to start."
    for _ in range(400):
        session.step_phase()
        sentence = say(session)
        phase = session.search.phase_names[session.search.phase - 1]
        assert sentence.startswith(f"{phase}. ")
        assert sentence.endswith(".")
        assert "nan" not in sentence.lower()
        assert "–" not in sentence


def test_selection_names_the_chosen_child_and_its_score():
    session = at("spmcts-uct", 300, 1)
    search = session.search
    parent, child = search.path[-2:]
    row = search.tree.children(parent).index(child)
    total = search.rule.terms(search.tree, parent).total[row]
    move = search.state_of(parent).action_name(search.path_actions[-1])
    sentence = say(session)
    assert f"{move}: at the last step its score is " in sentence
    told = float(re.sub(r"[^\d.]", "", re.search(r"score is ([\d.\u202f]+)", sentence)[1]))
    assert told == pytest.approx(total, rel=0.01)


def test_expansion_names_the_new_node():
    session = at("spmcts-uct", 50, 2)
    search = session.search
    move = search.state_of(search.path[-2]).action_name(search.path_actions[-1])
    assert f"The untried move {move} becomes a new node" in say(session)
    assert f"{search.tree.size}" in say(session)


def after(recipe, iterations, phases):
    """What is said so many phases after so many iterations, and the search."""
    search = recipe.build()
    search.run(iterations)
    for _ in range(phases):
        search.advance()
    return "".join(text for text, _ in narrate(search, make_frame(search))), search


def test_where_all_children_are_made_at_once_none_is_said_to_have_been_tried():
    for parameters in ({"expansion": "all"}, {"selection": "puct"}):
        sentence, search = after(Recipe("connect4", "", "uct", parameters, seed=1), 60, 2)
        assert len(search.new_nodes) == 7
        move = search.state_of(search.path[-2]).action_name(search.path_actions[-1])
        depth = len(search.path) - 1
        assert f"The 7 moves at depth {depth} become new nodes" in sentence
        assert f"goes on with {move}, of {search.tree.size} nodes by now." in sentence


def test_a_tree_of_some_plies_is_not_said_to_end_with_the_game():
    sentence, search = after(Recipe("connect4", "", "uct", {"tree_plies": 1}, seed=1), 60, 2)
    assert not search.new_nodes
    assert sentence == "Expansion. The tree grows to depth 1 and no further."


def test_an_outcome_is_said_to_be_drawn():
    recipe = Recipe("2048", "", "uct", {"iterations": 500}, seed=1)
    told = [after(recipe, 60 + n, 1) for n in range(4)]
    drawn = [text for text, search in told if search.state_of(search.path[-2]).is_chance]
    assert drawn
    for text in drawn:
        assert text.endswith(": the last one is drawn by chance.")
    sentence, search = after(recipe, 0, 0)
    while "become new nodes" not in sentence:
        search.advance()
        sentence = "".join(text for text, _ in narrate(search, make_frame(search)))
    assert re.search(r"The \d+ outcomes at depth \d+ become new nodes", sentence)


def test_a_simulation_tells_the_return_and_the_best_before_it():
    session = at("spmcts-uct", 50, 3)
    search = session.search
    sentence = say(session)
    assert f"{len(search.playout_actions)} moves to the end of the game" in sentence
    assert f"{number(search.playout_return)} points" in sentence
    assert number(search.best_score) in sentence


def test_a_new_best_is_told_when_it_is_found():
    session = at("spmcts-uct", 20, 0)
    session.run_to_next_best()
    assert "it is the new best" in say(session)
    session.back_phase()
    assert "a new best" in say(session)


def test_backpropagation_tells_the_new_mean():
    session = at("spmcts-uct", 50, 4)
    tree = session.search.tree
    assert f"the root's mean is now {number(tree.mean(ROOT))} over 51 visits" in say(session)


def test_two_players_hear_who_wins():
    heard = set()
    session = Session("tictactoe-uct")
    for _ in range(40):
        session.step_iteration()
        session.back_phase()
        value = session.search.playout_return
        expected = {1.0: "the search wins", 0.0: "the opponent wins", 0.5: "a draw"}[value]
        assert say(session).endswith(f"{expected}.")
        heard.add(value)
        session.step_phase()
    assert heard == {0.0, 0.5, 1.0}


def test_where_every_playout_is_a_draw_nobody_is_said_to_win():
    search = Recipe("tictactoe", "xox / xoo / o.x", "uct", {"iterations": 20}).build()
    search.run()
    told = "".join(text for text, _ in conclude(search, make_frame(search)))
    assert told.endswith("; the win rate of the search is 50%.")


def test_the_end_tells_why_and_what():
    session = Session("nmcs")
    session.run_to_budget()
    while session.jump is not None:
        session.tick(math.inf)
    sentence = "".join(text for text, _ in conclude(session.search, session.frame()))
    playouts = number(session.search.iterations)
    assert sentence.startswith(f"Done: the search is complete after {playouts} playouts; ")
    assert number(session.search.best_score) in sentence


def test_the_way_to_a_shorter_win_follows_no_score():
    position = "6616374132146574335135135675524147"
    session = Session("connect4-engine")
    session.load(Recipe("connect4", position, "uct", {"solver": True}, 25))
    while not session.search.seeks_shorter_win:
        session.step_phase()
    session.step_phase()
    assert "the outcome is proven, and a shorter win could be here." in say(session)


def test_a_change_of_a_finished_sequence_is_told_with_its_numbers():
    given = {"level": 1, "repeats": 3, "changes": 30, "threshold": 8.0}
    search = Recipe("samegame", "6x6x3:7", "threshold-accepting", given, 1).build()
    search.run(3)
    num_given_up = 0
    for count in range(1, 31):
        before = search.improvement.score
        told = []
        for _ in range(4):
            search.advance()
            sentence = narrate(search, make_frame(search))
            told.append("".join(text for text, _ in sentence))
        most = search.improvement.most
        came = f"{number(search.playout_return)} points after {number(before)} before"
        if not math.isnan(most):
            came = f"{number(most)} points at most could still come of it, after {number(before)}"
            assert f"at least {number(before - most)} points less" in told[3]
            num_given_up += 1
        assert f"Change {count} of 30 of the sequence of {number(before)} points" in told[0]
        assert came in told[2]
        assert ("Accepted" in told[3]) == search.improvement.accepted
        assert ("Refused" in told[3]) != search.improvement.accepted
    assert 0 < num_given_up < 30


@pytest.mark.parametrize(("preset", "name"), [("nmcs", "playout"), ("spmcts-uct", "iteration")])
def test_a_jump_counts_what_the_search_counts(preset, name):
    search = at(preset, 3, 0).search
    told = "".join(text for text, _ in announce_jump(search, "back", 0.5))
    assert told == f"Going back. 50%, {name} 3"
