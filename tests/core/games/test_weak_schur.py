import random
import tracemalloc
from itertools import combinations

import pytest

from mcsearch import Recipe, RecipeError


def parse(position, rule=True):
    return Recipe("weak-schur", position, parameters={"rule": rule}).start()


def is_sum_free(numbers):
    """By the definition, over all pairs of different numbers."""
    held = set(numbers)
    return not any(a + b in held for a, b in combinations(sorted(held), 2))


def allowed(colouring, colours, rule):
    """The colours of the next number by the definition, from 1."""
    number = len(colouring) + 1
    free = []
    for colour in range(1, colours + 1):
        held = {n for n, its in enumerate(colouring, 1) if its == colour}
        if not any(number - a in held and number - a != a for a in held):
            free.append(colour)
    return colouring[-1:] if rule and colouring and colouring[-1] in free else free


@pytest.mark.parametrize("rule", [True, False])
@pytest.mark.parametrize(("colours", "games"), [(1, 2), (2, 300), (3, 1000), (4, 300), (6, 30)])
def test_random_partitions_follow_the_definition(colours, games, rule):
    rng = random.Random(colours)
    for _ in range(games):
        state, colouring = parse(str(colours), rule), []
        while True:
            legal = state.legal_actions()
            assert [action + 1 for action in legal] == allowed(colouring, colours, rule)
            if not legal:
                break
            action = rng.choice(legal)
            colouring.append(action + 1)
            state = state.play(action)
        assert state.returns() == len(colouring)
        partition = state.partition()
        assert sorted(n for numbers in partition for n in numbers) == [
            *range(1, len(colouring) + 1)
        ]
        assert all(map(is_sum_free, partition))


def longest(colours, colouring=()):
    """The weak Schur number by trying everything."""
    free = allowed(list(colouring), colours, False)
    # colours that are still empty are alike
    seen = max(colouring, default=0)
    ways = (c for c in free if c <= seen + 1)
    return max((longest(colours, (*colouring, c)) for c in ways), default=len(colouring))


@pytest.mark.parametrize(("colours", "number"), [(1, 2), (2, 8), (3, 23)])
def test_the_weak_schur_number_of_few_colours_is_found(colours, number):
    parameters = {"level": 2, "repeats": 60, "rule": False}
    search = Recipe("weak-schur", str(colours), "nrpa", parameters, seed=1).build()
    search.run()
    assert search.best_score == longest(colours) == number


@pytest.mark.parametrize(("colours", "most"), [("4", 66), ("5", 196)])
def test_no_search_goes_beyond_what_is_known(colours, most):
    search = Recipe("weak-schur", colours, "nrpa", {"level": 2, "repeats": 40}, seed=1).build()
    search.run()
    state = search.root
    for action in search.best_sequence:
        state = state.play(action)
    assert search.best_score == state.returns() <= most
    assert all(map(is_sum_free, state.partition()))


def test_a_position_is_read_as_it_is_written():
    rng = random.Random(1)
    state = parse("4", False)
    while not state.is_terminal():
        again = parse(str(state), False)
        assert (again.partition(), again.legal_actions()) == (
            state.partition(),
            state.legal_actions(),
        )
        assert len(state.picture.places) == len(state.legal_actions())
        state = state.play(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("10", "'10' is no number of colours; give 1 to 9"),
        ("2: 11111", "number 3: '1' is not legal here; legal actions: 3:2"),
    ],
)
def test_other_texts_are_refused(position, said):
    with pytest.raises(RecipeError, match=said):
        parse(position)


@pytest.mark.parametrize("search", ["nrpa", "nmcs", "spmcts"])
def test_a_search_of_nine_colours_is_made_in_little_memory(search):
    """Only threshold accepting keeps a state for each of 20 000 plies, of a path a tree 1000."""
    recipe = Recipe("weak-schur", "9", search)
    tracemalloc.start()
    try:
        recipe.build()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 200e6
