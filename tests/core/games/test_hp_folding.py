import random
from pathlib import Path

import pytest

from mcsearch import Recipe, RecipeError
from mcsearch.games.hp_folding import CHAINS
from mcsearch.recipe import GAMES

STEPS = {"R": (1, 0), "U": (0, 1), "L": (-1, 0), "D": (0, -1)}
DATA = Path(__file__).parents[2] / "data" / "hp_folding.txt"


def parse(position):
    return Recipe("hp-folding", position).start()


def energy_of(chain, places):
    """By the definition, over all pairs of beads."""
    total = 0
    for i, (x, y) in enumerate(places):
        for j in range(i + 2, len(places)):
            near = abs(x - places[j][0]) + abs(y - places[j][1]) == 1
            total -= near and chain[i] == chain[j] == "H"
    return total


def free_around(places):
    x, y = places[-1]
    around = {name: (x + dx, y + dy) for name, (dx, dy) in STEPS.items()}
    return {name: place for name, place in around.items() if place not in places}


def open_around(chain, places):
    """Where the next bead may lie: only the last one on a point without a free neighbour."""
    free = free_around(places)
    if len(places) == len(chain) - 1:
        return free
    return {name: at for name, at in free.items() if free_around([*places, at])}


@pytest.mark.parametrize("length", CHAINS)
def test_random_folds_follow_the_definition(length):
    rng = random.Random(length)
    chain, _ = CHAINS[length]
    for _ in range(1000):
        state, places = parse(length), [(0, 0), (1, 0)]
        while True:
            legal = state.legal_actions()
            free = open_around(chain, places) if len(places) < len(chain) else {}
            assert [state.action_name(action) for action in legal] == [
                f"{len(places) + 1}{name}" for name in free
            ]
            if not legal:
                break
            action = rng.choice(legal)
            places.append(free[state.action_name(action)[-1]])
            state = state.play(action)
        assert state.places() == places
        assert state.energy == energy_of(chain, places)
        assert state.returns() == (0 if len(places) < len(chain) else -state.energy)


def test_a_chain_that_has_shut_itself_in_scores_nothing():
    shut_in = parse("HHHHHHHHHHHHHH: RRULULLLDR")
    assert shut_in.is_terminal()
    assert (shut_in.returns(), shut_in.energy) == (0, -3)
    before = parse("HHHHHHHHHHHHHH: RRULULLLD")
    assert before.returns() == -before.energy > 0


def test_chains_and_least_energies_are_those_of_the_collection():
    lines = [line.split() for line in DATA.read_text(encoding="utf-8").splitlines()]
    told = {line[0]: (line[2], int(line[1])) for line in lines if line[0] != "#"}
    assert told == CHAINS


@pytest.mark.parametrize("length", ["20", "48", "64"])
def test_a_position_is_read_as_it_is_written(length):
    rng = random.Random(length)
    state = parse(length)
    while not state.is_terminal():
        again = parse(str(state))
        assert (again.places(), again.energy) == (state.places(), state.energy)
        assert len(state.picture.places) == len(state.legal_actions())
        state = state.play(rng.choice(state.legal_actions()))
    assert str(parse("hhpp")) == "HHPP"


def test_a_place_in_the_picture_says_what_a_bead_there_gains():
    """The fourth bead of HPPH, laid beside the first one, makes a contact."""
    state = parse("HPPH: U")
    gains = {
        name[-1]: state.energy - state.play(state.parse_action(name)).energy
        for name in map(state.action_name, state.legal_actions())
    }
    assert gains == {"R": 0, "U": 0, "L": 1}
    assert state.picture.svg.count(">−1</text>") == 1
    assert state.picture.svg.count(">H</text>") == 2


def least_energy(chain, places):
    """Over all whole folds that go on from some places."""
    if len(places) == len(chain):
        return energy_of(chain, places)
    ways = free_around(places).values()
    return min((least_energy(chain, [*places, place]) for place in ways), default=0)


@pytest.mark.parametrize("chain", ["HPHPPHHPHH", "PPHPHPHPHHH", "PPHPHPHPHHHP"])
def test_nrpa_finds_the_least_energy_of_all_folds(chain):
    """Where a chain of twelve shuts itself in it has three contacts, one more than a whole fold."""
    search = Recipe("hp-folding", chain, "nrpa", {"level": 2, "repeats": 70}, seed=1).build()
    search.run()
    assert search.best_score == -least_energy(chain, [(0, 0), (1, 0)]) > 0


@pytest.mark.parametrize("length", ["20", "24", "25"])
def test_no_search_goes_below_the_least_energy_known(length):
    search = Recipe("hp-folding", length, "nrpa", {"level": 3, "repeats": 30}, seed=1).build()
    search.run()
    state = search.root
    for action in search.best_sequence:
        state = state.play(action)
    assert energy_of(state.chain, state.places()) == -search.best_score
    assert CHAINS[length][1] <= -search.best_score <= CHAINS[length][1] + 2


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("21", "'21' is no chain; give 3 to 200 letters H and P"),
        ("20: ULD", "bead 5: 'D' is not legal here"),
    ],
)
def test_other_texts_are_refused(position, said):
    with pytest.raises(RecipeError, match=said):
        Recipe("hp-folding", position)


def test_the_most_contacts_known_are_told_of_known_chains_only():
    published = GAMES["hp-folding"].published
    assert published(parse("48")) == (("most known", 23.0),)
    assert published(parse("HPPH")) == ()
