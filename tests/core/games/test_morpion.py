import random
from importlib.resources import files

import pytest

import mcsearch.games.morpion
from mcsearch import Recipe, RecipeError
from mcsearch.games.morpion.grid import SIDE, place_of, point_at
from mcsearch.games.morpion.state import LONGEST
from mcsearch.recipe import GAMES

VARIANTS = tuple(LONGEST)
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
# the community's record games, collected by C. Boyer (morpionsolitaire.com), as
# morpion-solitaire.io transcribed them: see the file
RECORDS = files(mcsearch.games.morpion) / "record_games.txt"


def parse(position):
    return Recipe("morpion", position).start()


class SlowMorpion:
    """The rules by the book: sets of points and of lines, looked through anew for every move."""

    def __init__(self, variant):
        self.length = int(variant[0])
        self.touching = variant[1] == "T"
        edge = self.length - 2
        self.low = (SIDE - 3 * edge - 1) // 2  # of the cross on the grid
        inside = {
            (x, y)
            for x in range(3 * edge + 1)
            for y in range(3 * edge + 1)
            if edge <= x <= 2 * edge or edge <= y <= 2 * edge
        }
        around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        self.points = {
            (x + self.low, y + self.low)
            for x, y in inside
            if any((x + i, y + j) not in inside for i, j in around)
        }
        self.lines = []

    def line(self, first, direction):
        dx, dy = DIRECTIONS[direction]
        return [(first[0] + i * dx, first[1] + i * dy) for i in range(self.length)]

    def may_be_drawn(self, first, direction):
        """Whether it has no segment, or no point, in common with a line of its direction."""
        mine = set(self.line(first, direction))
        common = [
            len(mine & set(self.line(other, its))) for other, its in self.lines if its == direction
        ]
        return max(common, default=0) <= self.touching

    def legal(self):
        """{(new point, first point of the line, direction)}"""
        found = set()
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            firsts = {(x - i * dx, y - i * dy) for x, y in self.points for i in range(self.length)}
            for first in firsts:
                missing = [
                    point for point in self.line(first, direction) if point not in self.points
                ]
                if len(missing) == 1 and self.may_be_drawn(first, direction):
                    found.add((missing[0], first, direction))
        return found

    def play(self, move):
        point, first, direction = move
        self.points.add(point)
        self.lines.append((first, direction))


def told(state, action):
    """An action as the slow rules tell it."""
    point, first, _ = state.parts_of(action)
    return place_of(point), place_of(first), action // state.length % 4


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_follow_the_slow_rules(variant):
    rng = random.Random(variant)
    for _ in range(4):
        state, slow = parse(variant), SlowMorpion(variant)
        while True:
            legal = {told(state, action): action for action in state.legal_actions()}
            assert len(legal) == len(state.legal_actions())
            assert legal.keys() == slow.legal()
            if not legal:
                break
            move = rng.choice(sorted(legal))
            state = state.play(legal[move])
            slow.play(move)
        assert state.returns() == len(slow.lines)
        assert parse(str(state)).played() == state.played()


def records():
    for line in RECORDS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            variant, score, author, _, moves = (part.strip() for part in line.split("|"))
            yield pytest.param(variant, int(score), moves.split(), id=f"{variant} {score} {author}")


@pytest.mark.parametrize(("variant", "score", "moves"), list(records()))
def test_record_games_are_legal_and_end_with_their_scores(variant, score, moves):
    state = parse(variant)
    edge = state.length - 2
    low = (SIDE - 3 * edge - 1) // 2
    for move in moves:
        x, y, direction, place = move.split(",")
        number = ("H", "V", "DP", "DN").index(direction)
        # their rows go down, so that the first point of a vertical line is our last
        at = state.length - 1 - int(place) if direction == "V" else int(place)
        point = point_at(low + int(x), low + 3 * edge - int(y))
        state = state.play(state.action_at(point, number, at))
    assert state.is_terminal()
    assert state.returns() == score


@pytest.mark.parametrize("variant", VARIANTS)
def test_nrpa_chooses_among_the_moves_of_the_rules(variant):
    search = Recipe("morpion", variant, "nrpa", {"level": 2, "repeats": 12}, seed=4).build()
    for _ in range(5):
        search.run(20)
        state = parse(variant)
        for action in search.best_sequence:
            assert action in state.legal_actions()
            state = state.play(action)
        assert state.is_terminal()
        assert state.returns() == search.best_score


def test_moves_are_named_by_their_point_and_the_ends_of_their_line():
    state = parse("5D: r16 r16-v16, o19 s19-o19")
    assert [state.action_name(action) for action in state.played()] == [
        "r16:r16-v16",
        "o19:o19-s19",
    ]
    assert str(state) == "5D: r16:r16-v16, o19:o19-s19"


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("6D", "'6D' is no variant; give 5T, 5D, 4T or 4D"),
        ("5D: a1 a1-a5", "move 1: 'a1 a1-a5' is not legal here; legal actions: "),
    ],
)
def test_other_texts_are_refused(position, said):
    with pytest.raises(RecipeError, match=said):
        Recipe("morpion", position)


def test_candidates_that_share_a_point_are_told_apart_in_the_picture():
    state = parse("4T")
    places = state.picture.places
    assert len(set(places)) == len(places) == len(state.legal_actions())
    assert {len(means) for means in places} == {1, 2}


@pytest.mark.parametrize(("variant", "score", "moves"), list(records()))
def test_no_record_game_is_above_what_is_published(variant, score, moves):
    (_, best), *others = GAMES["morpion"].published(parse(variant))
    assert score in (best, 56, *(each for _, each in others))  # 56: of 4T, before the proof
    assert best >= score
