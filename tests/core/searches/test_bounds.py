"""What searches prove, against exhaustive minimax."""

import itertools
import random

import pytest
from exact_values import Rows, Table, minimax, plies_to_win

from mcsearch import Recipe, search_for
from mcsearch.engine.bounds import ANY_RETURN, Bounds
from mcsearch.engine.final_move import FINAL_MOVES
from mcsearch.engine.tree import NONE, ROOT
from mcsearch.playout import POLICIES
from mcsearch.playout.learned import LearnedPolicy
from mcsearch.selection import RULES
from mcsearch.selection.scored import ScoredRule

OPTIONS = [
    {"solver": True, "expansion": expansion, "decisive": decisive, "nodes": nodes}
    for expansion, decisive, nodes in itertools.product(("one", "all"), (False, True), (50, 5000))
]


def check(search, game, exact, position):
    """No bound in the tree excludes the exact value; return how many nodes are proven."""
    tree, num_proven = search.tree, 0
    nodes = [(ROOT, position)]
    for node, at in nodes:
        bounds, value = tree.bounds_of(node), exact(at)
        assert bounds.lower <= value <= bounds.upper
        if bounds.is_exact:
            num_proven += 1
            assert bounds.plies >= (1 if game.actions(at) else 0)
        assert (bounds.plies == NONE) == (not bounds.is_exact)
        nodes += [(child, game.play(at, tree.action_of(child))) for child in tree.children(node)]
    if search.bounds.is_exact and game.actions(position):
        check_line(search, game, exact, position)
    return num_proven


def check_line(search, game, exact, position):
    """The expected play of a proven position has its value, and its length where it is known."""
    at = position
    for action in search.best_sequence:
        at = game.play(at, action)
        assert exact(at) == exact(position)
    if not search.values["transpositions"]:
        assert not game.actions(at)
        assert len(search.best_sequence) == search.bounds.plies


def play_and_check(search, game, exact, position, draw):
    """Search, check, play a move, keep its branch, and again."""
    num_proven = 0
    plies = plies_to_win(game, exact)
    for _ in range(4):
        search.run(draw.randint(1, 120))
        num_proven += check(search, game, exact, position)
        if search.stopped == "proven" and exact(position) in (0.0, 1.0) and not search.tree.full:
            assert search.bounds.plies == plies(position)
        if not game.actions(position):
            break
        action = draw.choice([search.best_action(), draw.choice(game.actions(position))])
        position = game.play(position, action)
        search.advance_root(action)
    return num_proven


def test_random_games_with_any_returns():
    num_proven = 0
    for seed in range(500):
        game = Table(seed)
        exact = minimax(game)
        for number in range(2):
            draw = random.Random(f"{seed} {number}")
            final = draw.choice(tuple(FINAL_MOVES))
            parameters = {
                **draw.choice(OPTIONS),
                "transpositions": draw.choice((False, True)),
                "final_move": final,
            }
            search = search_for(game, "uct", parameters, seed)
            num_proven += play_and_check(search, game, exact, game.start, draw)
    assert num_proven > 10_000


def play_random_games(name, seeds):
    """Nodes proven by a selection rule, or with a playout policy, with all options.

    A wrong proof is an AssertionError.
    """
    num_proven = 0
    for seed in seeds:
        game = Table(seed)
        draw = random.Random(f"{name} {seed}")
        parameters = {
            **draw.choice(OPTIONS),
            "policy" if name in POLICIES else "selection": name,
            "transpositions": not getattr(RULES.get(name), "not_shared", "")
            and draw.random() < 0.5,
            # the searches are shorter and longer than what they divide
            "iterations": draw.choice((20, 100, 400)),
        }
        search = search_for(game, "uct", parameters, seed)
        num_proven += play_and_check(search, game, minimax(game), game.start, draw)
    return num_proven


GRIDS = [
    ("tictactoe", "", Rows(3, 3, 3, falls=False), []),
    ("connect4", "4x4:", Rows(4, 4, 4, falls=True), [0, 1, 1, 2]),
    ("connect4", "5x5:", Rows(5, 5, 4, falls=True), [2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 3, 3]),
]


@pytest.mark.parametrize(("name", "prefix", "game", "opening"), GRIDS)
@pytest.mark.parametrize("transpositions", [False, True])
def test_games_of_rows(name, prefix, game, opening, transpositions):
    exact, num_proven = minimax(game), 0
    position = game.start
    for action in opening:
        position = game.play(position, action)
    for seed in range(170):
        draw = random.Random(seed)
        start, moves = position, list(opening)
        for _ in range(draw.randint(0, 6)):
            if not game.actions(start):
                break
            moves.append(draw.choice(game.actions(start)))
            start = game.play(start, moves[-1])
        policy = draw.choice(("random", "random", "random", "ppaf"))
        widening = {"widening": draw.choice((0.0, 0.0, 0.5, 1.0, 3.0))}
        options = {**draw.choice(OPTIONS), "policy": policy, "transpositions": transpositions}
        if options["expansion"] == "one":
            options |= widening
        search = Recipe(
            name,
            prefix + "".join(str(x + 1) for x in moves) if name == "connect4" else board(moves),
            "uct",
            options,
            seed,
        ).build()
        num_proven += play_and_check(search, game, exact, start, draw)
    assert num_proven > 1000


def board(moves):
    """Tic-Tac-Toe after some moves, as its positions are written."""
    cells = ["."] * 9
    for place, cell in enumerate(moves):
        cells[cell] = "xo"[place % 2]
    return "".join(cells)


class Ends:
    """One action for each end; more than one action deep where an end is a list of ends."""

    num_players = 2

    def __init__(self, ends, to_play=0):
        self.ends, self.to_play = ends, to_play

    def legal_actions(self):
        return list(range(len(self.ends)))

    def play(self, action):
        return Ends(self.ends[action], 1 - self.to_play)

    def is_terminal(self):
        return not isinstance(self.ends, list)

    def returns(self):
        return self.ends


@pytest.mark.parametrize("final_move", FINAL_MOVES)
@pytest.mark.parametrize("decisive", [False, True])
def test_the_best_of_any_returns_is_proven_and_played(final_move, decisive):
    for seed in range(20):
        parameters = {"solver": True, "final_move": final_move, "decisive": decisive}
        search = search_for(Ends([0.4, 0.9, 0.2]), "uct", parameters, seed)
        search.run()
        assert search.stopped == "proven"
        assert (search.best_sequence, search.best_score) == ([1], 0.9)
        assert (search.bounds, search.proven) == (Bounds(0.9, 0.9, 1), None)


def test_an_interval_is_kept_until_it_is_a_point():
    # the first action guarantees 0.4; what the second brings is 0.2 at most: it is not looked at
    search = search_for(Ends([[0.4, 0.9], [0.2, [[0.1, 1.0], 0.6]]]), "uct", {"solver": True}, 1)
    seen = set()
    while search.run(1):
        seen.add(search.bounds)
    assert search.bounds == Bounds(0.4, 0.4, 2)
    assert any(0.0 < bounds.lower < bounds.upper or bounds.upper < 1.0 for bounds in seen)


@pytest.mark.parametrize(("ends", "plies"), [([[1.0], 1.0, [[[1.0]]]], 1), ([[0.0], 0.0], 2)])
def test_the_winner_hurries_and_the_loser_does_not(ends, plies):
    for seed in range(20):
        search = search_for(Ends(ends), "uct", {"solver": True}, seed)
        search.run()
        assert len(search.best_sequence) == plies
    assert search.bounds.plies == plies


def test_decisive_actions_are_those_that_nothing_at_once_exceeds():
    def left(*ends):
        return search_for(Ends(list(ends)), "uct", seed=1).root.decisive_actions()

    assert left(0.9, 0.5, 0.4) == [0]
    assert left(0.9, 1.0, [0.95], 1.0) == [1, 3]
    assert left(0.5, [0.7, [1.0]], [0.4, [1.0]], [[0.0, 1.0]]) == [0, 1, 3]
    assert left([0.0, [1.0]], [[1.0]], 0.0) == [1]
    assert left([0.0], 0.0) == []


def test_without_the_solver_nothing_is_proven():
    search = Recipe("tictactoe", "xx. / oo. / ...", "uct", {"iterations": 50}).build()
    search.run()
    assert search.bounds == ANY_RETURN
    assert {child.bounds for child in search.root_children()} == {ANY_RETURN}


def test_what_is_known_of_one_players_win_says_nothing_of_the_others():
    """A proven win is given away: how soon the other can win is looked at anew."""
    game = Table(1927)
    draw = random.Random("1927 rave")
    assert (draw.choice(OPTIONS)["nodes"], draw.random() < 0.5) == (50, False)
    options = {"solver": True, "selection": "rave", "nodes": 50}
    search = search_for(game, "uct", options, 1927)
    assert play_and_check(search, game, minimax(game), game.start, draw) > 0


@pytest.mark.parametrize("rule", [n for n, r in RULES.items() if issubclass(r, ScoredRule)])
def test_random_games_with_every_rule(rule):
    assert play_random_games(rule, range(30)) > 150


@pytest.mark.parametrize(
    "policy", [n for n, p in POLICIES.items() if issubclass(p, LearnedPolicy) and n != "ppaf"]
)
def test_random_games_with_every_policy_that_learns(policy):
    assert play_random_games(policy, range(30)) > 150
