import math
import threading
import time

import pytest
from test_problem import Failing, Nim, Salesman, nim_sum

from mcsearch import Recipe, RecipeError, search_for
from mcsearch.engine.search import SIMULATION
from mcsearch.recipe import SEARCHES
from mcsearch.searches import root_parallel


def uct(**parameters):
    return Recipe("connect4", "", "uct", parameters, 5).build()


def spmcts(**parameters):
    return Recipe("samegame", "8x8x4:3", "spmcts", parameters, 5).build()


def sums(search):
    return {child[0]: tuple(child[1:3]) for child in search.root_children()}


def state_of(ensemble):
    return (
        ensemble.iterations,
        ensemble.stopped,
        ensemble.best_score,
        ensemble.best_sequence,
        ensemble.root_children(),
        [(m.iterations, m.rng.state, m.tree.size) for m in ensemble.members],
    )


@pytest.mark.parametrize("trees", [2, 3, 7])
def test_merged_statistics_are_the_sums_of_the_members(trees):
    ensemble = uct(trees=trees, iterations=3001)
    ensemble.run()
    merged = sums(ensemble)
    assert len(merged) == 7
    for action, (visits, value_sum) in merged.items():
        own = [sums(member)[action] for member in ensemble.members]
        assert visits == sum(v for v, _ in own)
        assert value_sum == pytest.approx(sum(s for _, s in own))
    assert sum(visits for visits, _ in merged.values()) == 3001 == ensemble.iterations
    assert ensemble.playouts == 3001
    action = max(merged, key=lambda a: merged[a][0])
    assert ensemble.best_action() == action == ensemble.best_sequence[0]
    assert ensemble.best_score == merged[action][1] / merged[action][0]
    assert ensemble.stopped == "iterations"


def test_members_share_the_budget_and_differ_in_their_seeds():
    ensemble = uct(trees=4, iterations=1002, nodes=4000)
    assert ensemble.values["iterations"] == 1002
    ensemble.run()
    assert [m.iterations for m in ensemble.members] == [251, 251, 250, 250]
    assert [m.tree.capacity for m in ensemble.members] == [1000] * 4
    assert len({m.rng.state for m in ensemble.members}) == 4
    alone = uct(iterations=251, nodes=1000)
    alone.run()
    assert ensemble.tree is ensemble.members[0].tree
    assert (ensemble.tree.visits == alone.tree.visits).all()


def test_an_ensemble_is_not_taken_for_one_of_its_members():
    ensemble = uct(trees=2)
    assert ensemble.name == "uct"
    assert not hasattr(ensemble, "advance_root")


def test_one_tree_is_a_plain_search():
    assert not isinstance(uct(), root_parallel.Ensemble)
    assert isinstance(uct(trees=2), root_parallel.Ensemble)


def test_one_player_keeps_the_best_sequence_of_all():
    ensemble = spmcts(trees=5, iterations=2000)
    ensemble.run()
    scores = [member.best_score for member in ensemble.members]
    assert ensemble.best_score == max(scores)
    assert len(set(scores)) > 1
    state = ensemble.root
    for action in ensemble.best_sequence:
        state = state.play(action)
    assert state.is_terminal()
    assert state.returns() == ensemble.best_score
    found = [score for _, score in ensemble.improvements]
    assert found == sorted(set(found))
    assert found[-1] == ensemble.best_score


@pytest.mark.parametrize("make", [uct, spmcts])
def test_the_result_does_not_depend_on_threads_or_calls(monkeypatch, make):
    threaded = make(trees=5, iterations=4003)
    monkeypatch.setattr(root_parallel, "num_threads", lambda count: 3)
    threaded.run()
    monkeypatch.setattr(root_parallel, "num_threads", lambda count: 1)
    alone = make(trees=5, iterations=4003)
    alone.run()
    pieces = make(trees=5, iterations=4003)
    done = 0
    for count in (1, 7, 100, 3, 2000):
        assert pieces.run(count) == count
        done += count
        assert pieces.iterations == done
    assert pieces.run() == 4003 - done
    assert state_of(threaded) == state_of(alone) == state_of(pieces)


def test_phases_show_the_first_member_and_all_go_on():
    stepped, ran = uct(trees=3, iterations=600), uct(trees=3, iterations=600)
    phases = []
    while phase := stepped.advance():
        phases.append(phase)
        assert stepped.phase == stepped.members[0].phase == phase
        assert stepped.path == stepped.members[0].path
        if phase == 4:
            assert len({m.iterations for m in stepped.members}) == 1
    assert phases == [1, 2, 3, 4] * 200
    ran.run()
    assert state_of(stepped) == state_of(ran)


def test_a_run_finishes_the_phases_that_have_begun():
    ensemble = uct(trees=3, iterations=600)
    ensemble.advance()
    ensemble.advance()
    ensemble.run(30)
    assert ensemble.phase == 4
    assert [m.iterations for m in ensemble.members] == [10] * 3


def test_nested_search_in_several_trees():
    recipe = Recipe("samegame", "6x6x4:7", "nmcs", {"level": 2, "trees": 3}, 1)
    ensemble = recipe.build()
    ensemble.run()
    assert ensemble.stopped == "finished"
    assert ensemble.best_score == max(m.best_score for m in ensemble.members)
    assert ensemble.levels == ensemble.members[0].levels
    stepped = recipe.build()
    while stepped.advance():
        pass
    assert stepped.best_sequence == ensemble.best_sequence
    assert stepped.iterations == ensemble.iterations


def test_to_the_next_best():
    ensemble = spmcts(trees=3, iterations=3000)
    seen = []
    while not ensemble.stopped:
        ensemble.run(to_next_best=True)
        seen.append(ensemble.best_score)
    assert seen[:-1] == [score for _, score in ensemble.improvements]


def test_a_best_of_an_iteration_that_has_begun_is_the_next_best():
    ensemble = spmcts(trees=2, iterations=3000)
    ensemble.run(1)
    first = ensemble.members[0]
    while not (ensemble.advance() == SIMULATION and first.playout_return > ensemble.best_score):
        pass
    begun, best = ensemble.iterations, first.playout_return
    ensemble.run(to_next_best=True)
    assert ensemble.best_score >= best
    assert ensemble.iterations == begun + 2


def test_cancel_and_deadline():
    ensemble = uct(trees=4, iterations=2_000_000_000)
    began = time.perf_counter()
    ensemble.run(seconds=0.1)
    assert time.perf_counter() - began < 1
    assert ensemble.stopped == ""
    assert min(m.iterations for m in ensemble.members) > 0
    threading.Timer(0.1, ensemble.cancel).start()
    ensemble.run()
    assert ensemble.stopped == "cancelled"
    assert time.perf_counter() - began < 3
    assert ensemble.advance() == 0
    assert not math.isnan(ensemble.best_score)


def test_limits_of_seconds_and_of_a_target():
    ensemble = spmcts(trees=3, iterations=2_000_000_000, seconds=0.1)
    ensemble.run()
    assert ensemble.stopped == "seconds"
    assert 0.1 <= ensemble.seconds < 1
    target = spmcts(trees=3, target=1.0)
    target.run()
    assert target.stopped == "target"
    assert target.best_score >= 1


def test_a_position_that_is_over_ends():
    over = Recipe("tictactoe", "xxx / oo. / ...", "uct", {"trees": 3, "iterations": 30}).build()
    over.run()
    assert over.stopped
    assert over.best_action() == -1
    assert math.isnan(over.best_score)


def test_a_users_problem_in_several_trees():
    search = search_for(Nim((1, 3, 4)), parameters={"trees": 3, "iterations": 30_000}, seed=1)
    search.run()
    assert nim_sum(Nim((1, 3, 4)).play(search.best_moves[0]).heaps) == 0
    tour = search_for(Salesman(), "nmcs", {"trees": 3, "level": 2})
    tour.run()
    assert sorted(tour.best_moves) == list("BCDEFG")


def test_an_exception_in_a_member_comes_out_of_run():
    failing = type("Failing", (Failing,), {"method": "returns"})
    search = search_for(failing(), parameters={"trees": 3})
    for _ in range(2):
        with pytest.raises(KeyError, match="no luck in returns"):
            search.run()


def test_threads_are_as_many_as_help():
    assert root_parallel.num_threads(1) == 1
    assert 1 <= root_parallel.num_threads(64) <= 64


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "samegame"])
@pytest.mark.parametrize("trees", [1, 2])
def test_a_time_too_short_for_an_iteration_still_gives_an_action(game, trees):
    position, built = "6x6x4:7" if game == "samegame" else "", []
    for name in SEARCHES:
        for limit, seconds in ((1e-9, None), (0.0, 0.0), (0.0, -1.0)):
            try:
                values = {"seconds": limit, "trees": trees}
                search = Recipe(game, position, name, values).build()
            except RecipeError:
                break  # of another game, or of one tree alone
            search.run(seconds=seconds)
            built.append(name)
            assert search.best_action() in search.root.legal_actions(), (name, limit, seconds)
            assert search.iterations >= trees
    assert len(built) >= 3
