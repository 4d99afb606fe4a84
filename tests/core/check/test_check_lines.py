"""Each line of a report: a search that is right, and searches with one fault put in."""

import math
import re
from pathlib import Path

import pytest
from measure_check import c_told, ten_values
from reference_faults import CONVENTIONS, FAULTS, runner

from mcsearch import check
from mcsearch.examples import plain_mcts

SAMPLE = (
    "sign by the first player", "result decays", "leaf is left out", "result added twice",
    "logarithm of the child", "last action never tried", "ended games expanded",
    "first move in playouts", "final move least visited", "given state changed", "seed not used",
)  # fmt: skip


def examined(run, game=None, **more):
    more = {"strong": False, "seconds": 1_000.0, "trees": 30, **more}
    return check.search(run, game or check.offered("tictactoe"), **more)


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=CONVENTIONS)
def test_a_right_search_is_right_however_it_stores_values(convention):
    report = examined(runner(**convention), exploration=1.4, seed=3)
    others = [line for line in report.lines if line.verdict != check.RIGHT]
    assert [line.name for line in others if line.name != "cost"] == []
    told = dict(report.reading)["value"]
    assert ("a mean" in told) == (convention.get("value") == "mean")
    whose = {"mover": "has moved", "to_move": "to move at", "root": "root's player"}
    assert whose[convention.get("whose", "mover")] in told


@pytest.mark.parametrize("seed", [95, 142])
def test_ended_games_just_below_the_roots_do_not_settle_whose_values_are(seed):
    # of these seeds no ended game speaks against the view of the player who has moved
    report = examined(runner(whose="root"), exploration=1.4, seed=seed)
    assert [line.name for line in report.named(check.WRONG)] == []
    assert "root's player" in dict(report.reading)["value"]


@pytest.mark.parametrize("fault", SAMPLE)
def test_a_fault_is_found_by_its_line(fault):
    line = examined(runner(fault), exploration=1.4).line(FAULTS[fault])
    assert line.verdict in (check.WRONG, check.SUSPICIOUS), line
    assert line.cause


@pytest.mark.parametrize("c", ten_values(seed=1), ids="{:.3f}".format)
def test_the_c_in_use_is_found_from_the_trees(c):
    assert c_told(c, seed=1) == pytest.approx(c, rel=0.02)


@pytest.mark.parametrize("c", [0.05, 1.0])
def test_a_c_on_another_scale_than_the_scores_is_no_fault(c):
    game = check.offered("samegame", "10x10x4:1")
    line = examined(runner(c=c), game, trees=20).line("selection")
    assert line.verdict == check.SUSPICIOUS, line
    assert "another scale" in line.cause


def test_a_choice_that_no_c_explains_comes_with_the_right_one():
    line = examined(runner("mean is one visit old"), exploration=1.4).line("selection")
    assert line.verdict == check.WRONG
    example = line.counterexamples[0]
    assert example.columns == ("move", "visits", "mean", "score")
    scores = {row[0]: row[3] for row in example.rows}
    # what is said to be right has the highest score by the formula, recomputed here
    visits = sum(row[1] for row in example.rows)
    c = line.figures["c"]
    for name, n, mean, score in example.rows:
        if n and not math.isinf(score):
            parents = {visits, visits + 1}
            assert any(
                score == pytest.approx(mean + c * math.sqrt(math.log(parent) / n), abs=0.02)
                for parent in parents
            ), name
    assert max(scores, key=scores.get) == example.right != example.yours


def test_the_right_choice_is_that_of_ucb1_in_the_tree_before_and_no_c_has_the_other():
    run, game = runner("mean is one visit old"), check.offered("tictactoe")
    line = examined(run, exploration=1.4, trees=60).line("selection")
    assert line.summary.startswith("no C explains ")
    assert ", as no C would; " in line.counterexamples[0].sentence
    roots = check.Examination(run, game).evidence.roots  # each has the next seed
    for example in line.counterexamples:
        root = roots[example.seed - 1]
        before, after = (
            below(run(root.given, count, example.seed), example.moves[len(root.moves) :])
            for count in (example.iterations - 1, example.iterations)
        )
        kids = {name_of(kid): kid for kid in before.kids}
        gained = [name_of(kid) for kid in after.kids if kid.n > kids[name_of(kid)].n]
        assert gained == [example.yours]

        def score(name, c, kids=kids, n=before.n):
            return kids[name].total / kids[name].n + c * math.sqrt(math.log(n) / kids[name].n)

        c = float(re.search(r" with C = ([\d.]+) ", example.sentence)[1])
        best = max(score(name, c) for name in kids)
        assert score(example.right, c) == pytest.approx(best, abs=0.005)  # C is rounded
        if "as no C would" in example.sentence:
            for other in (c / 1_000, c / 10, c, 10 * c, 1_000 * c):
                assert score(example.yours, other) < max(score(name, other) for name in kids)


def name_of(kid):
    return kid.parent.state.action_name(kid.action)


def below(node, moves):
    for move in moves:
        (node,) = [kid for kid in node.kids if name_of(kid) == move]
    return node


def test_whose_reward_has_a_position_whose_exact_value_is_another():
    report = examined(runner("same sign at every level"), exploration=1.4)
    line = report.line("reward")
    assert line.verdict == check.WRONG
    assert "opponent" in line.cause
    assert line.chapter == "whose-reward"
    example = line.counterexamples[0]
    row = example.rows[example.marked]
    assert row[0] in example.sentence
    assert abs(row[2] - row[5]) > 0.5  # their mean against the exact value


def test_strength_is_told_beside_ours():
    report = check.search(plain_mcts.run, check.offered("tictactoe"), seconds=6.0)
    assert not report.has_fault
    points = report.strength
    assert [point.iterations for point in points][:2] == [100, 1_000]
    for point in points:
        assert point.yours_low <= point.yours / point.positions <= point.yours_high
    assert points[1].yours / points[1].positions > 0.9


def test_an_action_alone_is_examined_as_far_as_it_goes():
    def first(state, iterations, seed):
        return state.legal_actions()[0]

    report = check.search(first, check.offered("tictactoe"), seconds=1.5)
    assert report.line("visits").verdict == check.NOT_EXAMINED
    assert "an action and no tree" in report.line("visits").summary
    assert report.line("strength").verdict == check.SUSPICIOUS  # ours keeps what it loses
    assert report.line("final_move").verdict == check.SUSPICIOUS  # threats without an answer


def test_the_report_is_plain_and_reads_well():
    report = examined(runner("C squared"), exploration=1.4)
    told = report.to_dict()
    assert [line["name"] for line in told["lines"]] == [line.name for line in report.lines]
    text = str(report)
    assert "Selection" in text
    assert "C is squared" in text
    assert "1.96" in text or "1.9" in text


def test_the_same_seed_gives_the_same_lines():
    def lines():
        report = examined(runner(), seed=5, trees=20, seconds=1_000.0)
        return [line for line in report.lines if line.name != "cost"]

    assert lines() == lines()


def test_every_file_of_the_package_is_short():
    folder = Path(check.__file__).parent
    assert all(len(f.read_text("utf-8").splitlines()) < 500 for f in folder.glob("*.py"))


RESULT = "        result = state.returns()\n"
CHILD = "child = Node(node.state.play(move), node, move)"


def changed(*changes):
    """Our right search, with texts of its code in the place of others."""
    code = Path(plain_mcts.__file__).read_text("utf-8")
    for old, new in changes:
        assert old in code
        code = code.replace(old, new)
    names = {"__name__": "changed"}
    exec(compile(code, "changed.py", "exec"), names)
    return names["run"]


@pytest.mark.parametrize(
    ("worth", "told"), [(0.0, "a loss"), (0.3, "0.30 of a win"), (1.0, "a win")]
)
def test_a_draw_is_told_as_what_it_counts(worth, told):
    run = changed((RESULT, f"{RESULT}        result = {worth} if result == 0.5 else result\n"))
    line = examined(run, own_process=False).line("reward")
    assert line.summary.startswith(f"a draw counts as {told} at ")


def test_nodes_with_wrong_children_are_counted_and_not_the_children():
    run = changed((CHILD, CHILD.replace(", move)", ", move if len(node.children) < 2 else 99)")))
    line = examined(run, own_process=False, trees=20).line("legal_moves")
    wrong, nodes = map(int, re.findall(r"\d+", line.summary))
    assert line.summary.startswith("illegal moves at ")
    assert line.figures["wrong"] == wrong < nodes
    assert wrong < len(line.counterexamples), "several below one node"


def test_a_final_move_that_has_the_best_mean_now_and_then_is_not_told_as_always_so():
    best = "max(root.children, key=lambda kid: kid.wins / kid.visits)"
    most = "max(root.children, key=lambda kid: kid.visits)"
    moves = f"    kid = {best} if seed % 3 == 0 else {most}\n    return kid.move, root\n"
    line = examined(
        changed(("    return root\n", moves), ("c=1.41", "c=9")), own_process=False
    ).line("final_move")
    assert re.fullmatch(
        r"\d+ of \d+ moves have the best mean and not the most visits", line.summary
    )


def test_what_is_not_compared_is_not_told_as_the_same():
    line = examined(changed(), check.offered("samegame", "4x4x3:1")).line("backpropagation")
    assert line.summary.endswith("each node 1 visit; scores of one player are not compared")
    hidden = changed(("kid.wins", "kid.own"), ("node.wins", "node.own"), ("self.wins", "self.own"))
    line = examined(hidden, own_process=False).line("backpropagation")
    assert line.summary.endswith("each node 1 visit; there is no value to look at")


def test_the_root_that_is_told_is_one_whose_visits_are_not_the_iterations():
    """The first root is that of the start, where the first player moves."""
    count = "            node.visits += 1\n"
    more = "            node.visits += 1 + root.state.to_play\n"
    line = examined(changed((count, more)), own_process=False).line("visits")
    visits, iterations = map(int, re.findall(r"\d+", line.counterexamples[0].sentence))
    assert line.verdict == check.SUSPICIOUS
    assert visits == 2 * iterations
    assert f"the root has {visits} visits after {iterations} iterations" in line.summary
