import functools
import itertools
import random

import numpy as np
import pyspiel
import pytest

from mcsearch import Recipe, RecipeError
from mcsearch.games.twenty_forty_eight import FOUR, MOVES
from mcsearch.numerics.rng import Rng
from mcsearch.playout.random import Random

NUM_GAMES = 100  # 10,000 were compared once


def parse(position):
    return Recipe("2048", position).start()


def tiles_of(state):
    """The tiles row by row from the top, 0 for an empty cell."""
    return [1 << k if k else 0 for k in state.exponents.ravel().tolist()]


class Slow:
    """2048 on lists of tiles, row by row; `sides` are width and height."""

    def __init__(self, width, height):
        self.sides = width, height
        rows = [[row * width + column for column in range(width)] for row in range(height)]
        columns = [list(column) for column in zip(*rows, strict=True)]
        back = [[line[::-1] for line in lines] for lines in (rows, columns)]
        self.lines = dict(zip(MOVES, (columns, back[0], back[1], rows), strict=True))

    def slid(self, tiles, move):
        """The tiles after a move, its points, and the cells whose tiles have come about."""
        tiles, points, new = list(tiles), 0, set()
        for line in self.lines[move]:
            done = []
            for tile in (tiles[cell] for cell in line if tiles[cell]):
                place = line[len(done) - 1]
                if done and done[-1] == tile and place not in new:
                    done[-1] = 2 * tile
                    points += 2 * tile
                    new.add(place)
                else:
                    done.append(tile)
            for cell, tile in itertools.zip_longest(line, done, fillvalue=0):
                tiles[cell] = tile
        return tuple(tiles), points, new

    def after(self, tiles, move):
        return self.slid(tiles, move)[:2]

    def allowed_by_openspiel(self, tiles, new):
        """The moves that OpenSpiel offers: none is for a tile that would go onto a `new` one."""
        return [
            action
            for action, move in enumerate(MOVES)
            if any(
                tiles[cell]
                and (not tiles[ahead] or (tiles[ahead] == tiles[cell] and ahead not in new))
                for line in self.lines[move]
                for ahead, cell in itertools.pairwise(line)
            )
        ]

    @functools.cache  # noqa: B019
    def value(self, tiles):
        """What best play from a player's position scores in the mean."""
        return max(self.action_values(tiles).values(), default=0.0)

    def action_values(self, tiles):
        found = {}
        for move in MOVES:
            slid, points = self.after(tiles, move)
            if slid != tiles:
                found[move] = points + self.mean(slid)
        return found

    @functools.cache  # noqa: B019
    def mean(self, tiles):
        """The same where a tile is to come."""
        empty = [cell for cell, tile in enumerate(tiles) if not tile]
        total = 0.0
        for cell in empty:
            for tile, probability in ((2, 0.9), (4, 0.1)):
                total += probability * self.value((*tiles[:cell], tile, *tiles[cell + 1 :]))
        return total / len(empty)


def exact(state, known):
    """The mean score of best play from a position of the engine; `known`: by its text."""
    key = str(state)
    if key not in known:
        base = state.returns()
        if state.is_terminal():
            known[key] = 0.0
        elif state.is_chance:
            outcomes = state.chance_outcomes()
            known[key] = sum(share * exact(state.play(each), known) for each, share in outcomes)
        else:
            after = (state.play(action) for action in state.legal_actions())
            known[key] = max(each.returns() - base + exact(each, known) for each in after)
    return known[key]


def test_games_are_as_openspiel_plays_them():
    # it numbers outcomes by the cell, and ends its games with a tile of 2048 unless told otherwise;
    # what has come about by the last move it takes for a tile that nothing can be merged with
    game = pyspiel.load_game("2048(max_tile=131072)")
    draw, slow = random.Random(1), Slow(4, 4)
    num_withheld = 0
    for _ in range(NUM_GAMES):
        theirs = game.new_initial_state()
        for _ in range(2):
            theirs.apply_action(draw.choice(theirs.chance_outcomes())[0])
        ours = parse("/".join(str(theirs).replace("0", ".").strip().splitlines()))
        new = set()
        while not theirs.is_terminal():
            if theirs.is_chance_node():
                outcomes = theirs.chance_outcomes()
                assert [p for _, p in outcomes] == pytest.approx(
                    [p for _, p in ours.chance_outcomes()], abs=1e-12
                )
                number = draw.randrange(len(outcomes))
                theirs.apply_action(outcomes[number][0])
                ours = ours.play(number)
            else:
                tiles = tuple(tiles_of(ours))
                offered = theirs.legal_actions()
                legal = [a for a, move in enumerate(MOVES) if slow.after(tiles, move)[0] != tiles]
                assert ours.legal_actions() == legal
                assert offered == slow.allowed_by_openspiel(tiles, new)
                num_withheld += offered != legal
                action = draw.choice(offered)
                new = slow.slid(tiles, MOVES[action])[2]
                theirs.apply_action(action)
                ours = ours.play(action)
            assert tiles_of(ours) == [int(tile) for tile in theirs.observation_tensor(0)]
        assert ours.returns() == theirs.returns()[0]
        assert ours.is_terminal() or not slow.allowed_by_openspiel(tuple(tiles_of(ours)), new)
    assert num_withheld > 100


@pytest.mark.parametrize("sides", [(2, 2), (3, 2), (2, 4), (3, 3), (4, 3)])
def test_smaller_boards_are_as_lists_play_them(sides):
    slow = Slow(*sides)
    for seed in range(20):
        state = parse(f"{sides[0]}x{sides[1]}:{seed}")
        rng, draw = Rng(seed), random.Random(seed)
        score = 0
        while not state.is_terminal():
            tiles = tuple(tiles_of(state))
            after = {move: slow.after(tiles, move) for move in MOVES}
            legal = [move for move in MOVES if after[move][0] != tiles]
            assert [state.action_name(action) for action in state.legal_actions()] == legal
            action = draw.choice(state.legal_actions())
            slid, points = after[state.action_name(action)]
            changed = [cell for cell in range(len(tiles)) if slid[cell] != tiles[cell]]
            assert state.action_cells(action) == changed
            state = state.play(action)
            score += points
            assert tuple(tiles_of(state)) == slid
            assert state.returns() == score
            empty = [cell for cell, tile in enumerate(slid) if not tile]
            put = []
            for outcome in state.legal_actions():
                (cell,) = state.action_cells(outcome)
                put.append((cell, tiles_of(state.play(outcome))[cell]))
            assert put == [*itertools.product(empty, (2, 4))]
            state = state.play(state.drawn_outcome(rng))
        assert not any(
            slow.after(tiles_of(state), move)[0] != tuple(tiles_of(state)) for move in MOVES
        )


def test_expectimax_of_small_boards_is_that_of_lists():
    known = {}
    slow = Slow(2, 2)
    state = parse(". . / . . +")
    assert exact(state, known) == pytest.approx(slow.mean((0,) * 4), rel=1e-12)
    assert len(known) > 500
    late = "4 64 2 / 32 8 128 / 256 2 16"
    assert exact(parse(late), {}) == pytest.approx(
        Slow(3, 3).value(tuple(tiles_of(parse(late)))), rel=1e-12
    )


@pytest.mark.parametrize(
    "position", [". 2 / 4 8", "8 4 / 2 2", ". 2 / 32 4", "2 64 4 / 32 8 128 / 256 2 2"]
)
def test_a_search_comes_near_to_what_best_play_scores(position):
    state = parse(position)
    slow = Slow(state.width, state.height)
    values = slow.action_values(tuple(tiles_of(state)))
    parameters = {"iterations": 400_000, "exploration": 0.3}
    search = Recipe("2048", position, parameters=parameters, seed=1).build()
    search.run()
    assert values[state.action_name(search.best_action())] == max(values.values())
    # what is not best is visited, too, and lowers the mean
    assert 0.98 < search.best_score / max(values.values()) < 1.005


def test_no_game_is_longer_than_its_bound():
    @functools.cache
    def plies(text):
        state = parse(text)
        return max((1 + plies(str(state.play(a))) for a in state.legal_actions()), default=0)

    start = parse(". . / . . +")
    assert 30 < plies(str(start)) <= start.max_plies
    assert parse("3x3:1").max_plies < 2100
    assert parse("4x4:1").max_plies < 140_000


def test_new_tiles_come_by_their_probabilities():
    state = parse("2 . 4 / . 8 . +")
    outcomes = state.chance_outcomes()
    assert [state.action_name(each) for each, _ in outcomes] == [
        *("2@b2", "4@b2", "2@a1", "4@a1", "2@c1", "4@c1")
    ]
    assert sum(share for _, share in outcomes) == pytest.approx(1.0)
    rng, num_draws = Rng(5), 6000
    by_playout = [Random().play_out(state, rng)[0][0] for _ in range(num_draws)]
    alone = [state.drawn_outcome(rng) for _ in range(num_draws)]
    for drawn in (by_playout, alone):
        counts = np.bincount(drawn, minlength=len(outcomes))
        expected = num_draws * np.array([share for _, share in outcomes])
        assert ((counts - expected) ** 2 / expected).sum() < 5 + 4 * 10**0.5
    with pytest.raises(ValueError, match="no chance acts here; choose"):
        parse("2 2 / . .").drawn_outcome(rng)


def test_the_first_two_tiles_come_as_later_ones_do():
    boards = [tiles_of(parse(f"4x4:{seed}")) for seed in range(2000)]
    assert all(sum(tile > 0 for tile in tiles) == 2 for tiles in boards)
    fours = sum(tile == 4 for tiles in boards for tile in tiles)
    assert abs(fours - 4000 * FOUR) < 4 * (4000 * FOUR * (1 - FOUR)) ** 0.5
    cells = np.count_nonzero(np.array(boards), axis=0)
    assert ((cells - 250) ** 2 / 250).sum() < 15 + 4 * 30**0.5
    assert parse("4x4:7").legal_actions() == parse(str(parse("4x4:7"))).legal_actions()


def test_the_largest_tile_ends_the_game():
    rows = "16384 16384 2 . / 4 . . . / . . . . / . . . ."
    state = parse(rows).play(3)
    assert state.returns() == 32768
    over = state.play(0)
    assert over.is_terminal()
    assert over.ending() == "a tile of 32768"
    assert parse(str(over)).is_terminal()
    assert parse("2 4 / 4 2").ending() == "no move is left"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("5x4:1", "2048 width: 5 is not valid; give 2 to 4"),
        ("4x1:1", "2048 height: 1 is not valid; give 2 to 4"),
        ("2 3 / . .", "3 is no tile; give powers of 2"),
        ("2 1 / . .", "1 is no tile; give powers of 2"),
        ("2 65536 / . .", "65536 is no tile"),
        ("2 . / .", "row 2 has 1 cells, row 1 has 2; give all"),
        (". . / . .", "there is no tile; put one"),
        ("2 4 / 8 2 +", "no cell is empty; leave out"),
        ("64 2 / . .", "so many tiles as large as 64 can't come about on 4 cells; take one"),
        ("32 32 / . .", "so many tiles as large as 32 can't"),
        ("2 2.4 / . .", "is no board; give its size and a seed"),
        ("2 2 / . . + 4", "is no board; give its size and a seed"),
        (f"4x4:{2**63}", "seed: 9223372036854775808 is not valid; give 0"),
    ],
)
def test_positions_that_are_none_are_refused(position, message):
    with pytest.raises(RecipeError, match=message):
        parse(position)
    assert tiles_of(parse("2, 0 / 0, 4")) == [2, 0, 0, 4]


def test_tiles_are_shown_by_their_numbers():
    state = parse("2 4 . / 16 128 .")
    shown = state.shown_cells
    assert [cell.text for cell in shown] == ["2", "4", "", "16", "128", ""]
    assert state.cells().tolist() == [cell.colour for cell in shown]
    assert shown[0].shade < shown[1].shade
    everything = [parse(f"{1 << k} 2 . . / . . . . / . . . . / . . . .") for k in range(1, 16)]
    looks = [(state.shown_cells[0].colour, state.shown_cells[0].shade) for state in everything]
    assert len({*looks}) == len(looks)
