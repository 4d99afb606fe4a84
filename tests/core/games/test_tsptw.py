import math
import random
from itertools import pairwise, permutations

import numpy as np
import pytest

from mcsearch import Recipe, RecipeError
from mcsearch.games.tsptw.places import MOST_STOPS, WIDTH

T_39 = 2.023  # of Student's t with 39 degrees of freedom, for 95 %


def parse(position):
    return Recipe("tsptw", position).start()


class Plain:
    """The rules once more, from the definition: a list of stops, everything added up anew."""

    def __init__(self, places, order=()):
        self.places, self.order = places, list(order)

    def way(self, a, b):
        (x, y, *_), (u, v, *_) = self.places[a], self.places[b]
        return math.ceil(math.hypot(x - u, y - v) - 1e-9)

    def log(self, order):
        """(place, time at which the visit begins, whether it is too late) of each in order."""
        found, time = [], 0
        for a, b in pairwise([0, *order]):
            earliest, latest = self.places[b][2:]
            time = max(time + self.way(a, b), earliest)
            found.append((b, time, time > latest))
        return found

    def tour(self):
        whole = len(self.order) == len(self.places) - 1
        return [*self.order, 0] if whole else self.order

    def ahead(self):
        return [stop for stop in range(1, len(self.places)) if stop not in self.order]

    def can_reach(self, order, place):
        return not self.log([*order, place])[-1][2]

    def legal(self):
        def keeps(stop):
            others = [place for place in (0, *self.ahead()) if place != stop]
            return all(
                self.can_reach([*self.order, stop], place)
                for place in others
                if self.can_reach(self.order, place)
            )

        return [stop for stop in self.ahead() if keeps(stop)] or self.ahead()

    def score(self):
        missed = sum(late for _, _, late in self.log(self.tour()))
        return -10_000 * missed - sum(self.way(a, b) for a, b in pairwise([0, *self.tour()]))


@pytest.mark.parametrize("number", range(10))
def test_random_games_follow_the_rules(number):
    """A hundred games on each of ten maps; half of them have windows that are hard to meet."""
    rng = random.Random(number)
    start = parse(f"{3 + 2 * number}:{number}:{(30, 200, 400, 60)[number % 4]}")
    missed = 0
    for game in range(100):
        if game % 2:  # windows anywhere
            rows = [[rng.randrange(60) for _ in range(2)] for _ in range(3 + number)]
            for row in rows:
                begin = rng.randrange(200)
                row += [begin, begin + rng.randrange(120)]
            start = parse(";".join(" ".join(map(str, row)) for row in rows))
        state, plain = start, Plain([tuple(place) for place in start.places])
        while True:
            legal = state.legal_actions()
            assert legal == plain.legal()
            assert state.returns() == plain.score()
            if not legal:
                break
            action = rng.choice(legal)
            state = state.play(action)
            plain.order.append(action)
            assert state.time == plain.log(plain.tour())[-1][1]
        assert state.visited == plain.order
        told = [place for place, _, late in plain.log(plain.order) if late]
        assert state.missed == told
        missed += len(told)
    assert missed > 0


def second_nearest(plain):
    """The tour that goes on to the second nearest stop each time."""
    order = []
    while ahead := [stop for stop in range(1, len(plain.places)) if stop not in order]:
        near = sorted(ahead, key=lambda stop: (plain.way([0, *order][-1], stop), stop))
        order.append(near[1] if len(near) > 1 else near[0])
    return order


@pytest.mark.parametrize("width", [0, 20, WIDTH, 1000])
@pytest.mark.parametrize("stops", [1, 2, 10, 40, MOST_STOPS])
def test_a_drawn_map_has_a_tour_that_meets_all_windows(stops, width):
    for seed in (0, 7, 2**63 - 1):
        state = parse(f"{stops}:{seed}:{width}")
        places = [tuple(place) for place in state.places]
        plain = Plain(places)
        order = second_nearest(plain)
        log = plain.log([*order, 0])
        assert not any(late for _, _, late in log)
        for place, time, _ in log:
            x, y, earliest, latest = places[place]
            assert 0 <= min(x, y) <= max(x, y) <= 100
            assert time - width // 2 <= earliest <= time or place == 0
            assert time <= latest <= time + width // 2
        for stop in order:
            state = state.play(stop)  # no move of such a tour is forbidden
        assert state.returns() == -sum(plain.way(a, b) for a, b in pairwise([0, *order, 0]))
        assert state.is_terminal()


def shortest(places):
    """The least time travelled of all tours that meet every window, by subsets.

    A tour so far that arrives no later than another at the same place, after the same stops, and
    has travelled no more is as good: of each subset and last stop what no other one beats is kept.
    """
    plain = Plain(places)
    stops = range(1, len(places))
    kept = {(frozenset(), 0): [(0, 0)]}  # (time, travelled)
    for _ in stops:
        grown = {}
        for (visited, at), labels in kept.items():
            for stop in stops:
                if stop in visited:
                    continue
                _, _, earliest, latest = places[stop]
                way = plain.way(at, stop)
                found = grown.setdefault((visited | {stop}, stop), set())
                for time, travelled in labels:
                    if time + way <= latest:
                        found.add((max(time + way, earliest), travelled + way))
        kept = {}
        for key, labels in grown.items():
            best = math.inf
            for time, travelled in sorted(labels):
                if travelled < best:
                    best = travelled
                    kept.setdefault(key, []).append((time, travelled))
    ends = (
        travelled + plain.way(at, 0)
        for (_, at), labels in kept.items()
        for time, travelled in labels
        if time + plain.way(at, 0) <= places[0][3]
    )
    return min(ends, default=math.inf)


def test_no_tour_is_shorter_than_the_shortest_and_nrpa_finds_it_on_most_maps():
    """Of the maps 1 to 30 with eleven stops as they come, and wide windows; it finds 27."""
    found = 0
    for seed in range(1, 31):
        start = parse(f"11:{seed}:400")
        best = -shortest([tuple(place) for place in start.places])
        given = {"level": 3, "repeats": 20, "bias": 5.0}
        search = Recipe("tsptw", f"11:{seed}:400", "nrpa", given, seed=1).build()
        search.run()
        assert search.best_score <= best
        state = start
        for action in search.best_sequence:
            state = state.play(action)
        assert Plain(start.places, state.visited).score() == search.best_score
        found += search.best_score == best
    assert found >= 25


def test_with_the_bias_fewer_windows_are_missed_and_tours_are_shorter():
    """Of maps with 20 to 40 stops, at equal playouts; what 100 of them say is in `Tour`."""
    differences = []
    for number in range(40):
        scores = []
        for bias in (0.0, 5.0):
            given = {"level": 2, "repeats": 40, "bias": bias}
            position = f"{20 + number % 21}:{1001 + number}:400"
            search = Recipe("tsptw", position, "nrpa", given, seed=1).build()
            search.run()
            scores.append(search.best_score)
        differences.append(scores[1] - scores[0])
    missed, shorter = (np.array(differences) / 1e4).round(), np.array(differences)
    for each in (missed, shorter - 1e4 * missed):
        assert each.mean() > T_39 * each.std(ddof=1) / math.sqrt(len(each))


def test_where_no_tour_meets_all_windows_the_search_beats_none_of_all_orders():
    rng = random.Random(5)
    for _ in range(20):
        rows = [(rng.randrange(50), rng.randrange(50), begin := rng.randrange(80), begin + 20)
                for _ in range(7)]  # fmt: skip
        best = max(Plain(rows, order).score() for order in permutations(range(1, 7)))
        position = "; ".join(" ".join(map(str, row)) for row in rows)
        search = Recipe("tsptw", position, "nrpa", {"level": 2, "repeats": 20}, seed=1).build()
        search.run()
        assert search.best_score <= best < -10_000


def unlike(position):
    """What differs in the state that the text of a state gives."""
    state, again = parse(position), parse(str(parse(position)))
    names = ("places", "name", "visited", "missed", "time", "travelled", "num_missed")
    return [name for name in names if getattr(state, name) != getattr(again, name)]


@pytest.mark.parametrize(
    "position",
    [
        "",
        "1",
        "20",
        "20:7",
        "20:7:60",
        "10:1:200: 9",
        "0 0 0 90; 10 0 20 40",
        "3,4,0,9\n0,0 5,7: 1",
    ],
)
def test_a_position_is_read_as_it_is_written(position):
    assert unlike(position) == []


def test_a_game_is_read_as_it_is_written():
    assert str(parse("")) == f"20:1:{WIDTH}"
    rng = random.Random(3)
    state = parse("40:3")
    while not state.is_terminal():
        state = state.play(rng.choice(state.legal_actions()))
        assert unlike(str(state)) == []


def test_the_picture_points_at_what_is_legal_and_crosses_out_what_is_late():
    state = parse("0 0 0 90; 10 0 0 50; 0 10 0 12; 20 20 0 15; 50 50 80 90")
    # 3 is out of reach; to go to 1 or 4 would put 2 out of reach
    assert state.legal_actions() == [2]
    assert state.picture.svg.count('stroke-dasharray="3 2"') == 1
    assert state.picture.svg.count("l4.8 4.8") == 3
    while not state.is_terminal():
        state = state.play(state.legal_actions()[0])
        assert len(state.picture.places) == len(state.legal_actions())
    assert f"{state.num_missed} missed" in state.picture.svg
    assert state.picture.svg.count("l4.8 4.8") == len(state.missed)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("0", "stops: '0' is not valid; give 1 to 60"),
        ("20:x", "seed: 'x' is not valid; give 0 to"),
        ("20:1:2000", "width: '2000' is not valid; give 0 to 1000"),
        ("20:1:200: 99", "'99' is not legal here; legal actions: 11, 14"),
        ("20:1:200: 11: 14", "'14' follows one colon too many"),
        ("0 0 0 9", "1 places; give the depot and 1 to 60 stops"),
        ("0 0 0 9; 1 2 3", "place 1: '1 2 3'; give its x, its y"),
        ("0 0 0 9; 1 2000 3 4", "place 1: '2000' is not valid; give 0 to 100"),
        ("0 0 0 9; 1 2 8 4", "place 1: its window ends at 4, before it begins at 8"),
    ],
)
def test_other_texts_are_refused(position, said):
    with pytest.raises(RecipeError, match=said):
        Recipe("tsptw", position)
