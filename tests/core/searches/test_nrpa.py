import math

import pytest
from reference_nrpa import PlainGnrpa, PlainNrpa

from mcsearch import ProblemError, Recipe, RecipeError, search_for
from mcsearch.engine.tree import ROOT


def build(position="6x6x3:7", seed=1, **parameters):
    given = {"level": 2, "repeats": 12, **parameters}
    return Recipe("samegame", position, "nrpa", given, seed).build()


def replay(search, actions):
    state = search.root
    for action in actions:
        state = state.play(action)
    return state


@pytest.mark.parametrize(
    "parameters",
    [
        {"level": 1},
        {"level": 2},
        {"level": 3, "repeats": 5},
        {"alpha": 0.4, "stability": 3},
        {"tabu_bias": -3.0, "size_bias": 0.5},
        {"clamp": 0.7},
        {"repetitions": 2, "repeats": 40},
        {"level": 3, "repetitions": 1, "stability": 2},
        {"tabu": True, "tabu_size": 2, "tabu_ply": 3},
        {"tabu": True, "tabu_size": 4, "tabu_ply": 0, "tabu_bias": -0.5},
    ],
    ids=str,
)
@pytest.mark.parametrize("position", ["6x6x3:7", "5x7x4:2"])
def test_the_machine_does_what_the_recursion_does(position, parameters):
    search = build(position, seed=9, **parameters)
    search.run()
    plain = PlainNrpa(search, 9)
    score, sequence = plain.search(search.values["level"], {})
    assert search.stopped == "finished"
    assert search.playouts == plain.playouts
    assert search.best_score == score
    assert search.rng.state == plain.rng.state
    assert search.levels[0].best_score == score
    assert search.levels[0].best_sequence == sequence


@pytest.mark.parametrize("position", ["15x15x5:1", "20x20x9:4", "13x18x3:5", "19x4x2:6"])
@pytest.mark.parametrize("tabu", [{}, {"tabu": True}, {"tabu": True, "tabu_size": 3}], ids=str)
def test_moves_kept_from_move_to_move_are_those_of_the_board(position, tabu):
    search = build(position, level=1, repeats=4, tabu_bias=-1.0, size_bias=0.3, **tabu)
    search.run()
    plain = PlainNrpa(search, 1)
    assert plain.search(1, {}) == (search.best_score, search.levels[0].best_sequence)
    assert search.rng.state == plain.rng.state


@pytest.mark.parametrize("alpha", [0.0, 8.0])
def test_steps_of_any_size(alpha):
    search = build("9x9x2:3", level=1, repeats=20, alpha=alpha)
    search.run()
    plain = PlainNrpa(search, 1)
    assert plain.search(1, {}) == (search.best_score, search.levels[0].best_sequence)
    for level in search.levels:
        assert all(math.isfinite(c.weight) for c in search.policy_at(search.root, level.level))


def test_phases_one_by_one_do_the_same_as_a_run():
    stepped, ran = build(level=3, repeats=6), build(level=3, repeats=6)
    while stepped.advance():
        pass
    ran.run()
    assert stepped.iterations == ran.iterations == 6**3
    assert stepped.best_sequence == ran.best_sequence
    assert (stepped.tree.visits == ran.tree.visits).all()


def test_each_phase_leaves_a_consistent_picture():
    search = build(level=3, repeats=4)
    entered = []
    while phase := search.advance():
        assert search.actions_to(search.path[-1]) == search.path_actions
        assert search.tree.size == 1 + len({*range(search.tree.size)} - {ROOT})
        if phase == 1:
            entered += search.entered
            assert search.playout_actions == []
        if phase >= 3:
            end = replay(search, search.path_actions + search.playout_actions)
            assert end.is_terminal()
            assert end.returns() == search.playout_return
    assert entered.count(2) == 4
    assert entered.count(1) == 16
    assert search.completed == [1, 2, 3]
    assert search.tree.visits_of(ROOT) == 64
    assert search.tree.top(ROOT) == search.best_score


def test_levels_and_policy_are_readable():
    search = build(level=2, repeats=20, tabu_bias=-2.0)
    search.run(25)
    top, low = search.levels
    assert (top.level, top.done, top.repeats) == (2, 1, 20)
    assert (low.level, low.done, low.repeats) == (1, 5, 20)
    assert replay(search, top.best_sequence).returns() == top.best_score
    assert low.num_weights >= top.num_weights > 0
    choices = search.policy_at(search.root)
    assert [c.action for c in choices] == search.root.legal_actions()
    assert sum(c.probability for c in choices) == pytest.approx(1.0)
    assert {round(c.bias, 9) for c in choices} == {0.0, -2.0}
    assert any(c.weight > 0.2 for c in choices)
    favoured = max(search.policy_at(search.root, level=2), key=lambda c: c.weight)
    assert favoured.action in top.best_sequence


def test_learning_beats_chance():
    scores = dict.fromkeys((0.0, 1.0), 0.0)
    for alpha in scores:
        for seed in range(8):
            search = build("9x9x4:1", seed=seed, level=2, repeats=30, alpha=alpha)
            search.run()
            scores[alpha] += search.best_score
    assert scores[1.0] > scores[0.0]


def test_restarts_go_on_until_the_budget_is_used_up():
    once = build(repeats=5)
    once.run()
    again = build(repeats=5, restarts=True, iterations=70)
    again.run()
    assert once.iterations == 25
    assert again.iterations == 70
    assert again.stopped == "iterations"
    assert again.runs == 2
    assert again.best_score >= once.best_score


def test_a_full_record_does_not_change_the_search():
    small, large = build(nodes=20), build()
    small.run()
    large.run()
    assert small.tree.full
    assert small.tree.size == 20
    assert small.best_sequence == large.best_sequence


def test_a_position_that_is_over_finishes():
    search = build("12;21")
    search.run()
    assert search.stopped == "finished"
    assert search.best_sequence == []
    assert search.policy_at(search.root) == []


@pytest.mark.parametrize("bias", [-16.0, -1.0, 0.0, 1.0, 16.0])
def test_the_deterministic_exponential(bias):
    (choice, *_) = build("1122;1122", tabu_bias=bias).policy_at(build("1122;1122").root)
    assert choice.bias == pytest.approx(bias, abs=1e-6)


class Tour:
    """A round trip through towns on a circle, given in a wrong order."""

    towns = (0, 3, 6, 1, 4, 7, 2, 5)
    max_plies = max_actions = 8

    def __init__(self, visited=(0,)):
        self.visited = visited

    def legal_actions(self):
        return [town for town in self.towns if town not in self.visited]

    def play(self, town):
        return Tour((*self.visited, town))

    def is_terminal(self):
        return len(self.visited) == len(self.towns)

    def returns(self):
        ways = zip(self.visited, (*self.visited[1:], 0), strict=True)
        return -sum(min((a - b) % 8, (b - a) % 8) for a, b in ways)


class TourWithCodes(Tour):
    def play(self, town):
        return TourWithCodes((*self.visited, town))

    def code(self, town):
        return self.visited[-1], town


def test_a_users_problem_with_codes():
    search = search_for(TourWithCodes(), "nrpa", {"level": 3, "repeats": 20}, seed=1)
    search.run()
    assert search.best_score == -8.0
    # with codes a weight belongs to a way between two towns, without to a town
    weights = search.levels[0].num_weights
    plain = search_for(Tour(), "nrpa", {"level": 2, "repeats": 30}, seed=1)
    plain.run()
    assert plain.levels[0].num_weights == 7 < weights


def way(tour, town):
    """How far a town is, in eighths of the circle."""
    distance = abs(tour.visited[-1] - town)
    return min(distance, 8 - distance)


class TourWithBias(TourWithCodes):
    def play(self, town):
        return type(self)((*self.visited, town))

    def bias(self, town):
        return -0.7 * way(self, town)


class TourWithBiases(TourWithBias):
    def bias(self, town):
        return {"way": way(self, town), "number": 0.1 * town}


@pytest.mark.parametrize("parameters", [{}, {"alpha": 0.3, "stability": 2}, {"beam": 2}], ids=str)
@pytest.mark.parametrize(
    "problem", [TourWithBias(), TourWithBiases()], ids=lambda p: type(p).__name__
)
def test_a_problems_bias_does_what_the_recursion_does(problem, parameters):
    given = {"level": 2, "repeats": 15, **parameters}
    search = search_for(problem, "nrpa", given, seed=2)
    search.run()
    plain = PlainGnrpa(search, 2)
    score, sequence = plain.search(2, {})
    assert search.playouts == plain.playouts
    assert search.best_score == score
    assert search.root.actions_of(search.levels[0].best_sequence) == sequence
    assert search.rng.state == plain.rng.state
    weights = plain.beam[0][2]
    moves = plain.moves(plain.root, 0)
    policy = search.policy_at(search.root, 2)
    for choice, share in zip(policy, plain.shares(weights, moves), strict=True):
        assert choice.probability == pytest.approx(share, abs=1e-6)


def test_of_several_biases_the_coefficients_are_learnt():
    search = search_for(TourWithBiases(), "nrpa", {"level": 2, "repeats": 30}, seed=1)
    search.run()
    assert search.bias_names == ("way", "number")
    told = {c.action: c.biases for c in search.policy_at(search.root, 2)}
    near, far = search.root.legal_actions().index(1), search.root.legal_actions().index(4)
    assert told[near][0] < 0.0, "far towns are avoided, though the coefficient begins with 1"
    assert told[far][0] == pytest.approx(4 * told[near][0])


def test_the_coefficients_begin_with_the_parameter():
    search = search_for(TourWithBiases(), "nrpa", {"level": 1, "bias": 3.0}, seed=1)
    for choice in search.policy_at(search.root):
        once = search.root.action_of(choice.action)
        assert choice.biases == tuple(3.0 * bias for bias in TourWithBiases().bias(once).values())


@pytest.mark.parametrize("problem", [TourWithBias, TourWithBiases])
def test_without_a_bias_it_is_nrpa(problem):
    given = {"level": 2, "repeats": 15}
    without = search_for(problem(), "nrpa", {**given, "bias": 0.0}, seed=2)
    nrpa = search_for(TourWithCodes(), "nrpa", given, seed=2)
    for search in (without, nrpa):
        search.run()
        assert search.bias_names == ()
        assert all(choice.bias == 0.0 for choice in search.policy_at(search.root, 2))
    assert without.levels[0].best_sequence == nrpa.levels[0].best_sequence
    assert without.rng.state == nrpa.rng.state


def test_the_policy_before_an_adaptation_knows_the_coefficients():
    search = search_for(TourWithBiases(), "nrpa", {"level": 1, "repeats": 20}, seed=3)
    for _ in range(8):
        while search.advance() != 3:
            pass
        before = search.policy_at(search.root, 1)
        search.advance()
        for old, now in zip(search.policy_at(search.root, 1, before=True), before, strict=True):
            assert old.biases == now.biases
            assert old.probability == pytest.approx(now.probability, abs=1e-9)
        assert search.policy_at(search.root, 1)[0].biases != before[0].biases


@pytest.mark.parametrize("scale", [-1e6, -300.0, 300.0, 1e6])
def test_biases_of_any_size_leave_probabilities(scale):
    class Steep(TourWithBias):
        def bias(self, town):
            return scale * (town / 8)

    search = search_for(Steep(), "nrpa", {"level": 2, "repeats": 5}, seed=1)
    search.run()
    for choice in search.policy_at(search.root, 2):
        assert 0.0 <= choice.probability <= 1.0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "give a number, or a dict of numbers by name"),
        ("near", "gave 'near'; give numbers"),
        ({"way": math.nan}, "give numbers from -1,000,000 to 1,000,000"),
    ],
    ids=str,
)
def test_what_is_no_bias_is_refused(given, said):
    class Wrong(TourWithBias):
        def bias(self, town):
            return given

    with pytest.raises(ProblemError, match=said):
        search_for(Wrong(), "nrpa").run()


def test_the_names_of_biases_are_those_of_every_action():
    class Fickle(TourWithBias):
        def bias(self, town):
            return {"a" if len(self.visited) < 3 else "b": 1.0}

    with pytest.raises(ProblemError, match="and a for another action; give the same names"):
        search_for(Fickle(), "nrpa").run()


def test_an_exception_in_a_users_code_comes_out():
    class Broken(Tour):
        def play(self, town):
            return Broken((*self.visited, town))

        def code(self, town):
            return 1 // (len(self.visited) - 3)

    with pytest.raises(ZeroDivisionError):
        search_for(Broken(), "nrpa").run()


class Ladder:
    """100 plies with 100 actions each, every one of them another move."""

    max_plies = max_actions = 100

    def __init__(self, rungs=()):
        self.rungs = rungs

    def legal_actions(self):
        return list(range(100))

    def play(self, rung):
        return Ladder((*self.rungs, rung))

    def is_terminal(self):
        return len(self.rungs) == 100

    def code(self, rung):
        return len(self.rungs), rung

    def returns(self):
        return sum(self.rungs)


@pytest.mark.parametrize("beam", [{}, {"beam": 2, "beam_level": 0}], ids=str)
def test_a_policy_learns_as_many_moves_as_come_up(beam):
    search = search_for(Ladder(), "nrpa", {"level": 2, "repeats": 2, **beam}, seed=1)
    search.run()
    assert [level.num_weights for level in search.nesting] == [10_000, 10_000]
    state = search.root
    for action in search.best_sequence:
        weights = [choice.weight for choice in search.policy_at(state, 2)]
        assert weights.index(max(weights)) == action
        assert min(map(abs, weights)) > 0.0
        state = state.play(action)


def test_a_problems_own_playout_is_refused():
    class Guided(Tour):
        def playout(self, rng):
            return []

    with pytest.raises(ProblemError, match=r"'nrpa' draws its moves itself.* of Guided"):
        search_for(Guided(), "nrpa")


def test_too_large_a_problem_is_told():
    tour = Tour()
    tour.max_plies = tour.max_actions = 30_000
    with pytest.raises(RecipeError, match="level: 3 needs too much memory"):
        search_for(tour, "nrpa")


def test_the_tabu_colour_is_kept_for_last():
    search = build(tabu=True)
    cells = search.root.cells().tolist()
    check_kept_for_last(search, max(set(cells) - {0}, key=cells.count), 50)


def test_tabu_colours_are_kept_for_last_run_by_run():
    search = build("8x8x4:1", tabu=True, tabu_colours=3, restarts=True, level=1, repeats=6)
    cells = search.root.cells().tolist()
    ranked = sorted(set(cells) - {0}, key=cells.count, reverse=True)
    for colour in (ranked[0], ranked[0], ranked[1]):
        check_kept_for_last(search, colour, 6)
    assert search.runs == 3


def check_kept_for_last(search, tabu, iterations):
    for _ in range(iterations):
        while search.advance() != 3:
            pass
        state = search.root
        for action in search.path_actions + search.playout_actions:
            colours = {int(state.cells()[a]) for a in state.legal_actions()}
            if int(state.cells()[action]) == tabu:
                assert colours == {tabu}
            else:
                assert len(search.policy_at(state)) == sum(
                    state.cells()[a] != tabu for a in state.legal_actions()
                )
            state = state.play(action)
        search.advance()


@pytest.mark.parametrize("ply", [0, 3])
def test_small_groups_of_the_tabu_colour_are_in_the_policy_from_their_ply_on(ply):
    search = build("10x10x3:2", tabu=True, tabu_size=2, tabu_ply=3)
    cells = search.root.cells().tolist()
    tabu = max(set(cells) - {0}, key=cells.count)
    sizes = {
        choice.action: len(search.root.action_cells(choice.action))
        for choice in search.policy_at(search.root, ply=ply)
    }
    kept = [size for action, size in sizes.items() if cells[action] == tabu]
    assert set(kept) == ({2} if ply == 3 else set())
    assert any(size > 2 for size in sizes.values())


def test_the_policy_before_an_adaptation_knows_clamped_weights():
    search = build(level=1, repeats=30, clamp=0.5)
    before = {}
    for _ in range(20):
        while search.advance() != 3:
            pass
        before = {c.code: c.weight for c in search.policy_at(search.root, 1)}
        search.advance()
    assert search.adapted == 1
    now = search.policy_at(search.root, 1)
    assert any(abs(choice.weight) == pytest.approx(0.5, abs=1e-6) for choice in now)
    for choice in search.policy_at(search.root, 1, before=True):
        assert choice.weight == pytest.approx(before[choice.code], abs=1e-9)
