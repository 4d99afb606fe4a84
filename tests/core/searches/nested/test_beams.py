import math
from collections import Counter

import pytest
from reference_nrpa import PlainNrpa

from mcsearch import Recipe, RecipeError, search_for


def build(position="6x6x3:7", seed=1, search="nrpa", **parameters):
    given = {"level": 2, "repeats": 6, "beam": 3, **parameters}
    return Recipe("samegame", position, search, given, seed).build()


def replay(search, actions):
    state = search.root
    for action in actions:
        state = state.play(action)
    return state


@pytest.mark.parametrize("diversity", ["none", "scores", "sequences"])
@pytest.mark.parametrize(
    "parameters",
    [
        {"level": 1, "repeats": 30},
        {"beam": 2},
        {"beam": 5, "beam_level": 2, "stability": 3},
        {"beam_level": 0, "stability": 2},
        {"level": 3, "repeats": 4, "beam_level": 2, "repetitions": 2},
        {"beam": 4, "beam_level": 0, "alpha": 0.4, "clamp": 0.7},
        {"beam": 32, "tabu": True, "tabu_size": 2, "tabu_ply": 3, "repetitions": 1},
        {"beam": 4, "tabu_bias": -2.0, "size_bias": 0.2},
    ],
    ids=str,
)
@pytest.mark.parametrize("position", ["5x5x3:7", "5x7x4:2"])
def test_the_machine_does_what_the_recursion_does(position, parameters, diversity):
    search = build(position, seed=9, diversity=diversity, **parameters)
    search.run()
    plain = PlainNrpa(search, 9)
    score, sequence = plain.search(search.values["level"], {})
    assert search.stopped == "finished"
    assert search.playouts == plain.playouts
    assert search.rng.state == plain.rng.state
    assert search.best_score == score
    assert search.levels[0].best_sequence == sequence
    if not search.values["repetitions"]:
        beam = search.beam(search.values["level"])
        found = [(element.score, element.sequence) for element in beam]
        assert found == [element[:2] for element in plain.beam]


@pytest.mark.parametrize("search", ["nrpa", "threshold-accepting"])
@pytest.mark.parametrize("diversity", ["none", "scores", "sequences"])
def test_a_beam_of_one_is_no_beam(search, diversity):
    wide = build(search=search, beam=1, beam_level=0, diversity=diversity, iterations=900)
    plain = Recipe("samegame", "6x6x3:7", search, {"level": 2, "repeats": 6, "iterations": 900}, 1)
    plain = plain.build()
    while wide.advance():
        plain.advance()
        assert wide.rng.state == plain.rng.state
        assert repr(wide.nesting) == repr(plain.nesting)
        assert wide.drawn == plain.drawn
    assert plain.advance() == 0


class Doors:
    """One of three doors is chosen; two have the same number behind them."""

    max_plies, max_actions = 1, 3
    behind = (5.0, 7.0, 5.0)

    def __init__(self, door=None):
        self.door = door

    def legal_actions(self):
        return [0, 1, 2]

    def play(self, door):
        return Doors(door)

    def is_terminal(self):
        return self.door is not None

    def returns(self):
        return self.behind[self.door]


def drawing(diversity, *doors):
    """A search whose first playouts draw these doors; its beam and policy after each of them."""
    given = {"level": 1, "repeats": 4, "beam": 2, "diversity": diversity}
    for seed in range(10_000):
        search = search_for(Doors(), "nrpa", given, seed)
        moments = []
        for door in doors:
            search.run(1)
            if [*search.path_actions, *search.playout_actions] != [door]:
                break
            beam = [(element.score, *element.sequence) for element in search.beam(1)]
            moments.append((beam, [choice.probability for choice in search.policy_at(search.root)]))
        else:
            return moments
    raise AssertionError("no seed draws these doors")


def adapted(probabilities, door):
    """A policy of three doors after one adaptation towards one of them with step 1."""
    shares = [p * math.exp((i == door) - p) for i, p in enumerate(probabilities)]
    return [share / sum(shares) for share in shares]


def test_each_element_has_a_policy_of_its_own():
    one, two, three, four, five = drawing("sequences", 0, 1, 2, 1, 0)
    # one element makes the only playout of the second step, too
    towards_0 = adapted([1 / 3] * 3, 0)
    assert one == ([(5.0, 0)], pytest.approx(towards_0))
    best = adapted(towards_0, 1)
    assert two == ([(7.0, 1), (5.0, 0)], pytest.approx(best))
    # the second element is at work though the result before it has taken its place
    assert three == ([(7.0, 1), (5.0, 2)], pytest.approx(adapted(towards_0, 0)))
    # door 1 again is no new sequence: it keeps its policy
    assert four == ([(7.0, 1), (5.0, 2)], pytest.approx(adapted(best, 1)))
    # door 2 has inherited the policy that has found it
    assert five == ([(7.0, 1), (5.0, 0)], pytest.approx(adapted(best, 2)))


@pytest.mark.parametrize(
    ("diversity", "expected"),
    [
        ("none", [(7.0, 1), (7.0, 1)]),
        ("scores", [(7.0, 1), (5.0, 2)]),
        ("sequences", [(7.0, 1), (5.0, 2)]),
    ],
)
def test_what_a_beam_has_in_common(diversity, expected):
    assert drawing(diversity, 0, 1, 2, 1)[-1][0] == expected


@pytest.mark.parametrize(
    ("diversity", "expected"),
    [
        ("none", [(5.0, 2), (5.0, 0)]),
        ("scores", [(5.0, 2)]),
        ("sequences", [(5.0, 2), (5.0, 0)]),
    ],
)
def test_of_equal_scores_the_latest_comes_first(diversity, expected):
    assert drawing(diversity, 0, 2)[-1][0] == expected


@pytest.mark.parametrize("diversity", ["none", "scores", "sequences"])
def test_no_two_elements_are_alike_at_any_adaptation(diversity):
    search = build("7x7x3:4", beam=6, beam_level=0, diversity=diversity, repeats=9)
    alike = Counter()
    while search.run(1):
        for level in (1, 2):
            beam = search.beam(level)
            scores = [element.score for element in beam]
            assert scores == sorted(scores, reverse=True)
            for element in beam:
                assert replay(search, element.sequence).returns() == element.score
            alike["scores"] += len(set(scores)) < len(scores)
            alike["sequences"] += len({(*element.sequence,) for element in beam}) < len(beam)
    assert (alike["scores"] > 0) == (diversity != "scores")
    assert (alike["sequences"] > 0) == (diversity == "none")


def test_the_element_at_work_is_told():
    search = build("7x7x3:4", seed=2, repeats=8)
    seen = Counter()
    while search.run(1):
        (top,) = search.beam(2) or [None]
        assert top is None or top.is_current
        beam = search.beam(1)
        assert sum(element.is_current for element in beam) <= 1
        assert not any(element.is_current and element.is_new for element in beam)
        if search.adapted and not search.completed:
            assert [element.is_current for element in beam].index(True) == 0
            assert not any(element.is_new for element in beam)
        seen["new"] += any(element.is_new for element in beam)
        seen["others"] += any(element.is_current for element in beam[1:])
    assert seen["new"] > 20
    assert seen["others"] > 20


def test_a_level_knows_how_many_searches_it_makes():
    search = build("7x7x3:4", repeats=5, stability=2)
    while search.run(1):
        low = search.nesting[1]
        assert low.done <= low.repeats <= 5 * 3 * 2
        if 1 in search.completed:
            assert low.done == low.repeats
            # the beam has grown from one to two to four, of which three are kept
            assert low.done == 2 + 4 + 3 * 6


def test_certainty_and_adjustments_are_those_of_the_best_element():
    search = build("7x7x3:4", repeats=8)
    while search.run(1):
        if search.adapted != 1 or 1 in search.completed:
            continue
        best = search.beam(1)[0]
        state, expected = search.root, []
        adjustments = search.adjustments()
        for ply, action in enumerate(best.sequence):
            now = search.policy_at(state, 1)
            before = search.policy_at(state, 1, before=True)
            expected += [choice.probability for choice in now if choice.action == action]
            for old, new in zip(before, now, strict=True):
                steps = adjustments[old.code]
                change = math.fsum(step.change for step in steps)
                assert new.weight - old.weight == pytest.approx(change, abs=1e-6)
                assert any(step.ply == ply for step in steps)
            state = state.play(action)
        assert search.certainty(1) == pytest.approx(expected)
        row = search.lessons.certainties(1)[-1]
        assert (row.best, len(row.probabilities)) == (best.score, len(best.sequence))


def test_a_beam_above_the_highest_level_is_refused():
    with pytest.raises(RecipeError, match=r"beam_level: 3 .* level, 2; choose a level from 1 to 2"):
        build(beam_level=3)
    assert build(beam=1, beam_level=3).run(1)


class Wide(Doors):
    max_plies, max_actions = 9_000, 2_000

    def play(self, door):
        return Wide(door)


def test_a_beam_that_needs_too_much_memory_is_told():
    with pytest.raises(RecipeError, match="beam: 32 needs too much memory for up to 9000 moves"):
        search_for(Wide(), "nrpa", {"level": 1, "beam": 32})
    assert search_for(Wide(), "nrpa", {"level": 1}).run(1)


@pytest.mark.parametrize("parameters", [{"beam": 1}, {"beam_level": 0}], ids=str)
@pytest.mark.parametrize("warm", [0, 1, 7])
def test_a_new_run_begins_adapted_to_the_best_sequence(parameters, warm):
    search = build("5x6x3:2", seed=4, repeats=4, restarts=True, warm=warm, **parameters)
    for runs in (1, 2, 3):
        while search.runs < runs:
            search.run(1)
        plain = PlainNrpa(search, 4)
        best, weights = plain.runs(runs)
        assert search.best_score == best
        assert search.rng.state == plain.rng.state
        codes = {action: code for action, code, _ in plain.moves(search.root, 0)}
        for choice in search.policy_at(search.root, 2):
            expected = weights.get(codes[choice.action], 0.0)
            assert choice.weight == pytest.approx(expected, abs=1e-6)
        assert search.levels[0].num_weights == len(weights)
        assert len(search.lessons.certainties(2)) == 4


def test_without_restarts_there_is_nothing_to_begin_warm():
    warm, cold = build(warm=9), build()
    warm.run()
    cold.run()
    assert warm.stopped == "finished"
    assert warm.rng.state == cold.rng.state
    assert warm.num_bytes == cold.num_bytes


def test_changes_begin_from_the_best_of_the_beam():
    search = build(search="threshold-accepting", changes=50, restarts=True, warm=2, beam_level=0)
    while search.improvement is None:
        search.run(1)
    assert search.improvement.sequence == search.beam(2)[0].sequence
    assert search.improvement.score == search.beam(2)[0].score
    while search.runs < 2:
        search.run(1)
    assert search.levels[0].num_weights > 0
