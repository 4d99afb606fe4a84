"""OpenSpiel's own games through the adapter: the same actions and returns, and searched."""

import random

import pytest

from mcsearch import ProblemError, RecipeError, search_for
from mcsearch.adapters import openspiel
from mcsearch.problem import state_of

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")

# how many actions before the end of a random playthrough the search begins; None: at the start
GAMES = {
    "2048": 4,
    "amazons": 15,
    "antichess": 8,
    "backgammon": 5,
    "banqi": 10,
    "breakthrough(rows=5,columns=4)": None,
    "catch": None,
    "checkers": 8,
    "cliff_walking": None,
    "clobber(rows=4,columns=4)": None,
    "connect_four": None,
    "cursor_go(board_size=3,max_cursor_moves=4)": None,
    "dots_and_boxes": None,
    "einstein_wurfelt_nicht": 20,
    "go(board_size=3)": None,
    "gomoku(size=5,connect=4)": None,
    "havannah(board_size=3)": None,
    "hex(board_size=5)": None,
    "lines_of_action": 2,
    "maedn(players=2)": 4,
    "mancala": 15,
    "mnk(m=4,n=4,k=3)": None,
    "nim": None,
    "nine_mens_morris": 5,
    "othello": 20,
    "oware": 8,
    "pentago": None,
    "pig(winscore=20)": None,
    "quoridor(board_size=3)": None,
    "tic_tac_toe": None,
    "twixt(board_size=5)": None,
    "ultimate_tic_tac_toe": 20,
    "y(board_size=5)": None,
    "efg_game": None,
}


def start_of(game):
    if game == "efg_game":
        return pyspiel.load_efg_game(PERFECT_EFG).new_initial_state()
    return pyspiel.load_game(game).new_initial_state()


# a coin that both see, then a choice of each
PERFECT_EFG = """EFG 2 R "Seen" { "One" "Two" } ""
c "" 1 "coin" { "h" 1/2 "t" 1/2 } 0
p "" 1 1 "h" { "L" "R" } 0
t "" 1 "a" { 1 -1 }
p "" 2 1 "hR" { "l" "r" } 0
t "" 2 "b" { -1 1 }
t "" 3 "c" { 0 0 }
p "" 1 2 "t" { "L" "R" } 0
t "" 4 "d" { -1 1 }
p "" 2 2 "tR" { "l" "r" } 0
t "" 5 "e" { 1 -1 }
t "" 6 "f" { 0 0 }
"""


def drawn(state, rng):
    """An action of OpenSpiel's random playthrough; by the probabilities where chance acts."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return rng.choices(outcomes, chances)[0]
    return rng.choice(state.legal_actions())


def playthrough(game, seed):
    """The actions of a random game from the start to the end."""
    state, rng = start_of(game), random.Random(seed)
    while not state.is_terminal():
        state.apply_action(drawn(state, rng))
    return state.history()


@pytest.mark.parametrize("game", GAMES)
def test_actions_players_and_returns_are_openspiels(game):
    for seed in range(20):
        theirs, rng = start_of(game), random.Random(seed)
        low, high = theirs.get_game().min_utility(), theirs.get_game().max_utility()
        ours = state_of(theirs)
        while not theirs.is_terminal():
            assert not ours.is_terminal()
            assert ours.legal_actions() == theirs.legal_actions()
            assert ours.is_chance == theirs.is_chance_node()
            if ours.num_players == 2 and not ours.is_chance:
                assert ours.to_play == theirs.current_player()
            action = drawn(theirs, rng)
            assert ours.action_name(action) == theirs.action_to_string(action)
            before = str(ours)
            after = ours.play(action)
            assert str(ours) == before
            theirs.apply_action(action)
            ours = after
            assert str(ours) == str(theirs)
        assert ours.is_terminal()
        score = ours.returns()
        if ours.num_players == 2:
            score = low + score * (high - low)
        assert score == pytest.approx(theirs.returns()[0], abs=1e-12)


@pytest.mark.parametrize(("game", "plies"), GAMES.items())
def test_a_thousand_iterations_of_tree_search(game, plies):
    state = start_of(game)
    for action in [] if plies is None else playthrough(game, seed=1)[:-plies]:
        state.apply_action(action)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before = str(state)
    # a walk of one player without chance is for the tree search for one player
    name = "spmcts" if game == "cliff_walking" else "uct"
    search = search_for(state, name, {"iterations": 1000}, seed=1)
    assert search.run() == 1000
    assert str(state) == before
    children = search.root_children()
    assert {child.action for child in children} <= set(state.legal_actions())
    assert sum(child.visits for child in children) == 1000
    assert search.best_action() in state.legal_actions()
    for action in search.best_sequence:
        assert action in state.legal_actions()
        state.apply_action(action)


def value_of(state, known):
    """The first player's return of good play, by trying everything (expectimax)."""
    key = tuple(state.history())
    if key not in known:
        if state.is_terminal():
            known[key] = state.returns()[0]
        elif state.is_chance_node():
            known[key] = sum(
                p * value_of(state.child(a), known) for a, p in state.chance_outcomes()
            )
        else:
            best = (max, min)[state.current_player()]
            known[key] = best(value_of(state.child(a), known) for a in state.legal_actions())
    return known[key]


@pytest.mark.parametrize(
    ("game", "plies"), [("dots_and_boxes", 6), ("tic_tac_toe", 4), ("efg_game", 2)]
)
def test_the_search_finds_what_trying_everything_finds(game, plies):
    """In the first of them who closes a box moves again."""
    known = {}
    for seed in range(5):
        state = start_of(game)
        for action in playthrough(game, seed)[:-plies]:
            state.apply_action(action)
        if state.is_chance_node():
            state.apply_action(1)
        values = {a: value_of(state.child(a), known) for a in state.legal_actions()}
        search = search_for(state, parameters={"iterations": 2000}, seed=seed)
        search.run()
        best = (max, min)[state.current_player()]
        assert values[search.best_action()] == best(values.values())


def test_free_turns_have_no_solver_and_alternating_ones_may():
    state = start_of("tic_tac_toe")
    with pytest.raises(RecipeError, match=r"solver: .* or a player may act twice in turn"):
        search_for(openspiel.wrap(state), parameters={"solver": True})
    for action in (0, 4):
        state.apply_action(action)
    # a state as it is has turns where the solver needs them
    for start in (openspiel.wrap(state, alternates=True), state):
        search = search_for(start, parameters={"solver": True})
        search.run()
        assert search.proven == "draw"


def test_a_player_who_acts_twice_where_turns_alternate_is_told():
    with pytest.raises(ProblemError, match=r"dots_and_boxes is \d after an action"):
        search_for(openspiel.wrap(start_of("dots_and_boxes"), alternates=True)).run(100)
    with pytest.raises(ProblemError, match=r"dots_and_boxes is \d after an action"):
        search_for(start_of("dots_and_boxes"), parameters={"solver": True}).run(100)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("kuhn_poker", r"kuhn_poker: its players do not see all there is \(imperfect info"),
        ("goofspiel", r"goofspiel: its players move at once \(simultaneous moves\)"),
        ("pig(players=3)", "pig: it has 3 players; no search here plays for more than 2"),
        ("stones_and_gems", r"stones_and_gems: it draws chance itself \(sampled\)"),
    ],
)
def test_what_can_not_be_searched_is_refused_with_the_reason(game, reason):
    with pytest.raises(ProblemError, match=f"OpenSpiel's {reason}"):
        search_for(start_of(game))


def test_players_who_do_not_want_the_opposite_are_refused():
    game = pyspiel.load_efg_game(PERFECT_EFG.replace("{ 1 -1 }", "{ 1 1 }"))
    with pytest.raises(ProblemError, match=r"do not add up to a constant \(general sum\)"):
        search_for(game.new_initial_state())


def test_every_game_of_the_package_is_taken_or_refused():
    taken = set()
    for kind in pyspiel.registered_games():
        if not kind.default_loadable:
            continue
        state = start_of(kind.short_name)
        fits = (
            kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
            and kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
            and kind.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
            and state.num_players() <= 2
        )
        if fits:
            assert openspiel.wrap(state).num_players == state.num_players()
            taken.add(kind.short_name)
        else:
            with pytest.raises(ProblemError, match="OpenSpiel's"):
                openspiel.wrap(state)
    assert len(taken) > 40


class Countdown:
    """The shape without the package: who says the last number wins."""

    def __init__(self, left=5, player=0):
        self.left, self.player = left, player

    def current_player(self):
        return self.player

    def legal_actions(self):
        return [n for n in (1, 2) if n <= self.left]

    def apply_action(self, action):
        self.left -= action
        self.player = 1 - self.player

    def clone(self):
        return type(self)(self.left, self.player)

    def is_terminal(self):
        return self.left == 0

    def returns(self):
        sign = (self.left == 0) * (1 if self.player == 1 else -1)
        return [sign, -sign]


def test_a_class_of_the_shape_needs_no_package():
    search = search_for(Countdown(5), seed=1)
    search.run(500)
    assert search.best_action() == 2
    assert search.root.class_name() == "Countdown"


class AtOnce(Countdown):
    def current_player(self):
        return -2


def test_moves_at_once_are_named_where_only_a_state_tells_of_them():
    with pytest.raises(ProblemError, match=r"AtOnce has current_player\(\) -2"):
        search_for(AtOnce())
