"""Public programs, examined as they are: those that come as packages (extra `adapters`).

What each line is to say was checked by hand in the programs' sources; the reason of each exception
stands beside it.
"""

# ruff: noqa: N802

import importlib.util
from importlib import metadata

import pytest

from mcsearch import check

RULES = ("visits", "legal_moves", "range", "reward", "selection", "unvisited", "backpropagation")


def report_of(run, game, **more):
    """Of as many trees on any machine, however busy it is."""
    return check.search(run, game, seconds=1_000.0, trees=60, strong=False, seed=1, **more)


def verdicts(report):
    return {line.name: line.verdict for line in report.lines}


def module_of(distribution, file, name):
    """A module of a package, whose name two packages share."""
    try:
        path = metadata.distribution(distribution).locate_file(file)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{distribution} is not installed")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Board:
    """Tic-Tac-Toe as the packages mcts and monte-carlo-tree-search ask for it: players 1 and -1."""

    lines = (
        (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
    )  # fmt: skip

    def __init__(self, cells=(0,) * 9, player=1):
        self.cells, self.player = cells, player

    def winner(self):
        for a, b, c in self.lines:
            if self.cells[a] and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return 0

    def getCurrentPlayer(self):
        return self.player

    def getPossibleActions(self):
        return [place for place in range(9) if not self.cells[place]]

    def takeAction(self, place):
        cells = (*self.cells[:place], self.player, *self.cells[place + 1 :])
        return Board(cells, -self.player)

    def isTerminal(self):
        return bool(self.winner()) or 0 not in self.cells

    def getReward(self):
        return self.winner()

    get_current_player = getCurrentPlayer
    get_possible_actions = getPossibleActions
    take_action = takeAction
    is_terminal = isTerminal
    get_reward = getReward

    def __eq__(self, other):
        return isinstance(other, Board) and self.cells == other.cells

    def __hash__(self):
        return hash(self.cells)

    def __str__(self):
        return "".join(".xo"[cell] for cell in self.cells)


def test_mctspy_is_right_in_every_line_with_its_c_of_1_4_squared():
    # its UCB1 is 1.4 * sqrt(2 ln N / n): C is 1.98 in ours
    np = pytest.importorskip("numpy")
    game = pytest.importorskip("mctspy.games.examples.tictactoe")
    nodes = pytest.importorskip("mctspy.tree.nodes")
    start = game.TicTacToeGameState(np.zeros((3, 3)), 1)
    report = report_of(nodes.TwoPlayersGameMonteCarloTreeSearchNode, start)
    assert set(verdicts(report).values()) == {check.RIGHT}, report
    line = report.line("selection").figures
    assert line["c_low"] <= 1.4 * 2**0.5 <= line["c_high"]


def test_mcts_forgets_whose_reward_it_is():
    # its getReward() is added as it is at every node, and every node chooses the largest
    module = module_of("mcts", "mcts.py", "the_package_mcts_checked")
    report = report_of(module.mcts(iterationLimit=10), Board())
    found = verdicts(report)
    assert found["reward"] == check.WRONG, report
    # its final move is the child's of getBestChild(root, 0), among whom it draws at random
    others = {name for name in RULES if found[name] != check.RIGHT}
    assert others == {"reward"}, report


def test_monte_carlo_tree_search_plays_the_best_mean_and_is_right_else():
    module = module_of(
        "monte-carlo-tree-search", "mcts/searcher/mcts.py", "the_package_mcts_2_checked"
    )
    report = report_of(module.MCTS(iteration_limit=10), Board())
    others = {name: found for name, found in verdicts(report).items() if found != check.RIGHT}
    assert others == {"final_move": check.SUSPICIOUS}, report


@pytest.mark.parametrize("solve", [False, True])
def test_the_python_bot_of_openspiel_is_right(solve):
    np = pytest.importorskip("numpy")
    pyspiel = pytest.importorskip("pyspiel")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = pyspiel.load_game("tic_tac_toe")
    random_state = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    bot = mcts.MCTSBot(game, 1.5, 10, evaluator, solve=solve, random_state=random_state)
    report = report_of(bot, game.new_initial_state())
    assert set(verdicts(report).values()) == {check.RIGHT}, report


def test_the_compiled_bot_of_openspiel_is_right():
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("tic_tac_toe")

    def run(state, iterations, seed):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.5, iterations, 1000, False, seed, False)
        return bot.mcts_search(state)

    report = report_of(run, game.new_initial_state())
    assert set(verdicts(report).values()) == {check.RIGHT}, report
    assert report.line("selection").figures["c"] == pytest.approx(1.5, rel=0.02)


def test_a_search_whose_seed_does_nothing_is_not_taken_for_wrong():
    np = pytest.importorskip("numpy")
    generator = np.random.RandomState(1)

    def run(state, iterations, seed):
        from mcsearch.examples import plain_mcts

        return plain_mcts.run(state, iterations, int(generator.randint(10**6)))

    report = report_of(run, check.offered("tictactoe"))
    assert report.named(check.WRONG) == ()
    assert report.line("state").verdict == check.SUSPICIOUS
    assert "the same seed gives other trees" in report.line("backpropagation").summary
