"""The Check page without a browser: examples and code examined, faults with counterexamples."""

import json
import sys
import time
from pathlib import Path

import pytest

from explorer.pages.check import checking, frame, page
from explorer.pages.check.checking import Checking, Job, Run
from explorer.pages.check.page import Check
from explorer.schema import pack
from explorer.session import guard, searches
from explorer.session.code import Code, CodeError
from mcsearch import Recipe, check
from mcsearch.check.offered import DEFAULT_GAME

sys.path.append(str(Path(__file__).parents[1]))
import itertools

from visitor import Visitor

ENDLESS = """
def run(state, iterations, seed):
    while True:
        pass
"""
RAISING = """
def run(state, iterations, seed):
    print("x" * 1000)
    return state.no_such_thing
"""

SECONDS = 3


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(page, "OFFERED_SECONDS", (SECONDS,))
    monkeypatch.setattr(checking, "LIMIT_SECONDS", 2.0)


class Examiner(Visitor):
    """A visitor who checks; the page's clock is turned by hand."""

    def __init__(self, may_edit=True):
        super().__init__(Check)
        self.line.may_edit = may_edit
        self.checks = 0
        self.send("hello", {"theme": "light", "query": ""})

    def check(self, name="", text=None, game="tictactoe", **more):
        self.checks += 1
        asked = {"name": name, "text": text, "game": game, "seed": 1, "number": self.checks}
        self.send("check", {**asked, "seconds": SECONDS, **more})

    def open(self, line, number, request):
        self.send("example", {"line": line, "number": number, "request": request})

    def wait(self, until="running", seconds=60):
        end = time.monotonic() + seconds
        while self.page.checking.busy:
            assert time.monotonic() < end
            self.page.checking.tick(time.perf_counter())
            time.sleep(0.01)
        return self.shown("report")

    def line_of(self, name):
        return next(line for line in self.shown("report")["lines"] if line["name"] == name)


def test_a_fault_is_shown_from_its_code_to_its_counterexample():
    examiner = Examiner()
    assert examiner.shown("report")["state"] == "idle"
    examiner.check("same-sign")
    report = examiner.wait()
    assert report["state"] == "done"
    assert [line["name"] for line in report["lines"]] == [each.name for each in check.HEADINGS]
    line = examiner.line_of("reward")
    assert line["verdict"] == check.WRONG
    assert line["chapter"] == {"name": "whose-reward", "title": "Chapter 3: Whose reward is it?"}
    assert dict(report["reading"])["children"] == "children"
    # of an example the lines that make it wrong are known
    (example,) = (each for each in check.examples() if each.name == "same-sign")
    (number,) = example.fault_lines
    assert example.code.splitlines()[number - 1].strip() == "node.wins += result"
    assert report["fault"] == {"line": "reward", "numbers": [number], "title": example.title}
    assert line["cause"].endswith(f"(line {number})")
    # the first line that is wrong has opened by itself
    opened = examiner.shown("example")
    example = opened["example"]
    assert (opened["line"], example["number"]) == ("reward", 0)
    position = Recipe("tictactoe", example["position"]).start()
    assert example["to_play"] == position.to_play
    assert set(example["board"]["moves"]) == {
        position.action_name(action) for action in position.legal_actions()
    }
    # the others are there to be stepped to, around
    examiner.open("reward", line["examples"] + 1, request=1)
    assert examiner.shown("example")["example"]["number"] == 1
    examiner.open("", 0, request=2)
    # by the request the browser knows to what it is the answer
    assert examiner.shown("example") == {"request": 2, "line": "", "example": None}


def test_a_right_search_has_nothing_open_and_its_strength_beside_ours():
    examiner = Examiner()
    examiner.check("right", seconds=3600)  # is not offered
    assert examiner.shown("report")["state"] == "idle"
    examiner.check("right")
    report = examiner.wait()
    assert examiner.page.checking.run.job.seconds == SECONDS
    assert report["counts"][check.WRONG] == 0
    assert report["fault"] is None
    assert examiner.shown("example") == {"request": 0, "line": "", "example": None}
    assert next(point["iterations"] for point in report["strength"]) == 100
    for point in report["strength"]:
        for who in ("yours", "ours"):
            share = point[who] / point["positions"]
            assert 0 <= point[f"{who}_low"] <= share <= point[f"{who}_high"] <= 1


@pytest.mark.parametrize("text", [ENDLESS, RAISING])
def test_a_search_that_loops_or_raises_is_told_and_the_page_goes_on(text):
    examiner = Examiner()
    examiner.check(text=text)
    report = examiner.wait()
    assert report["state"] == "done"
    said = "stopped after 2 s" if text == ENDLESS else "AttributeError"
    assert said in examiner.line_of("state")["summary"]
    assert report["counts"][check.NOT_EXAMINED] > 5
    # nor is it called again for its tree
    calls = examiner.page.checking.run.examination.evidence.runner.calls
    assert examiner.shown("trees")["why"]
    assert calls == 1
    # the line that tells it has opened by itself, without a counterexample
    assert examiner.shown("example") == {"request": 0, "line": "state", "example": None}
    error = report["error"]
    assert said in error["text"]
    assert error["line"] == (0 if text == ENDLESS else 4)
    examiner.check("right")
    assert examiner.wait()["counts"][check.RIGHT] > 8


def test_code_that_is_no_python_is_told_with_its_line():
    examiner = Examiner()
    examiner.check(text="import math\ndef run(:\n")
    report = examiner.wait()
    assert report["state"] == "failed"
    assert report["error"]["line"] == 2
    examiner.check(text="x = 1")
    again = examiner.wait()
    assert "no function run" in again["error"]["text"]
    assert again["number"] == report["number"] + 1  # of two that end alike one is the later


def test_a_check_can_be_stopped_and_another_begun():
    examiner = Examiner()
    examiner.check(text=ENDLESS)
    run = examiner.page.checking.run
    while run.examination is None:
        time.sleep(0.01)
    began = time.monotonic()
    examiner.send("stop")
    assert examiner.wait()["state"] == "stopped"
    assert time.monotonic() - began < 2
    examiner.check(text=ENDLESS)
    examiner.check("right")  # ends the one before
    assert examiner.wait()["counts"][check.RIGHT] > 8


def test_code_of_a_visitor_who_may_not_edit_is_not_run():
    examiner = Examiner(may_edit=False)
    examiner.check("same-sign", text=RAISING)
    assert examiner.page.checking.run.job.code == searches.known()["same-sign"].code
    examiner.send("stop")
    examiner.wait()
    examiner = Examiner(may_edit=False)
    examiner.check("", text=RAISING)
    assert examiner.page.checking.run is None


def test_without_threads_a_part_is_done_a_slice_and_a_loop_is_ended(monkeypatch):
    monkeypatch.setattr(guard, "HAS_THREADS", False)
    monkeypatch.setattr(searches, "HAS_THREADS", False)
    monkeypatch.setattr(searches, "LIMIT_SECONDS", 0.3)
    run = searches.run_of(Code(ENDLESS, searches.FILE))
    with pytest.raises(check.RunError, match=r"did not return within 0\.3 s") as raised:
        run(None, 60, 1)
    assert raised.value.kind == "endless"
    assert raised.value.line in (3, 4)
    with pytest.raises(CodeError, match="the code did not return"):
        searches.run_of(Code("while True: pass", searches.FILE))
    work = Checking(is_threaded=False)
    work.start(Job(searches.known()["right"].code, seconds=SECONDS))
    slices = 0
    while work.busy:
        work.tick(time.perf_counter())
        slices += 1
    assert work.state == checking.DONE
    assert slices > len(check.HEADINGS)
    assert work.run.report.named(check.WRONG) == ()


def test_the_first_game_is_the_one_that_the_command_takes_by_default():
    assert frame.offered_games()[0].name == DEFAULT_GAME


def test_every_game_that_is_offered_has_a_board_for_its_counterexamples():
    for game in frame.offered_games():
        line = check.Line(
            "final_move",
            "Final move",
            check.WRONG,
            "",
            (check.Counterexample(str(Recipe(game.name).start()), (), 0, "a sentence"),),
        )
        shown = frame.example_frame(game.name, line, 0)
        assert shown.board is not None
        assert len(shown.board.moves) == len(Recipe(game.name).start().legal_actions())
        assert pack.text(pack.packed(shown))


def test_the_report_is_given_as_json_and_the_position_to_explore():
    examiner = Examiner()
    places = []
    examiner.line.hand_over = lambda page, place, note: places.append((page, place))
    examiner.check("same-sign")
    examiner.wait()
    examiner.send("json")
    file = examiner.shown("answer")
    assert file["name"] == "report.json"
    assert json.loads(file["text"])["game"] == "TicTacToe"
    examiner.send("explore")
    ((page, place),) = places
    assert page == "explore"
    assert place.recipe.position == examiner.shown("example")["example"]["position"]


def test_what_has_not_begun_is_shown_as_waiting():
    shown = frame.report_frame(Run(Job(searches.known()["right"].code)))
    assert shown.current == "visits"
    assert {line.verdict for line in shown.lines} == {""}


def nodes_by_move(tree, depth=1):
    return {node["name"]: node for node in tree["nodes"] if node["depth"] == depth}


def test_the_trees_of_a_counterexample_have_its_numbers_and_mark_what_the_exact_value_denies():
    examiner = Examiner()
    examiner.check("same-sign")
    examiner.wait()
    example, trees = examiner.shown("example")["example"], examiner.shown("trees")
    pair = trees["pair"]
    (wrong, *_) = examiner.page.checking.run.report.named(check.WRONG)
    seed = wrong.counterexamples[0].seed
    recipe = Recipe("tictactoe", example["position"])
    # ours is the plain UCT of the same seed, the means turned to the root's player
    search = recipe.with_parameters({"iterations": trees["iterations"]})
    search = search.search_from(recipe.start(), seed=seed)
    search.run()
    names = {recipe.start().action_name(child.action): child for child in search.root_children()}
    ours = nodes_by_move(pair["ours"])
    assert {name: node["visits"] for name, node in ours.items()} == {
        name: child.visits for name, child in names.items()
    }
    for name, node in ours.items():
        assert node["mean"] == pytest.approx(names[name].mean)
    # theirs is the code run once more
    (same,) = (each for each in check.examples() if each.name == "same-sign")
    code: dict = {}
    exec(same.code, code)
    state = check.offered("tictactoe", example["position"])
    root = code["run"](state, trees["iterations"], seed)
    yours = nodes_by_move(pair["yours"])
    first = recipe.start().to_play == 0
    for child in root.children:
        node = yours[state.action_name(child.move)]
        mean = child.wins / child.visits  # the first player's at every node: the fault
        assert node["visits"] == child.visits
        assert node["mean"] == pytest.approx(mean if first else 1 - mean, abs=1e-3)
    # a move that is marked as wrong has the other outcome under perfect play
    assert yours[example["yours"]]["state"] == "wrong"
    exact = {row[0]: row[5] for row in example["rows"]}
    for name, node in yours.items():
        assert node["exact"] == pytest.approx(exact[name])
        if node["state"] == "wrong":
            assert (node["mean"] - 0.5) * (exact[name] - 0.5) < 0
    assert not [node for node in ours.values() if node["state"] == "wrong"]
    replies = pair["replies"]
    assert replies["move"] == example["yours"]
    assert sum(row["yours"]["visits"] for row in replies["rows"]) <= replies["yours"]


def test_a_tree_fits_its_card_and_no_two_nodes_of_a_row_touch(monkeypatch):
    monkeypatch.setattr(checking, "LIMIT_SECONDS", 60.0)  # a busy machine takes over two seconds
    examiner = Examiner()
    examiner.check("right", game="connect4")
    examiner.wait()
    pair = examiner.shown("trees")["pair"]
    for tree in (pair["yours"], pair["ours"]):
        assert len(tree["nodes"]) > 8
        rows = {}
        for node in tree["nodes"]:
            assert node["r"] <= node["x"] + 0.1
            assert node["x"] + node["r"] <= tree["width"] + 0.1
            rows.setdefault(node["y"], []).append(node)
        for row in rows.values():
            row.sort(key=lambda node: node["x"])
            for left, right in itertools.pairwise(row):
                assert right["x"] - left["x"] > left["r"] + right["r"]


def test_without_a_tree_it_is_said_why():
    examiner = Examiner()
    examiner.check(text="def run(state, iterations, seed):\n    return state.legal_actions()[0]\n")
    examiner.wait()
    assert "no tree" in examiner.shown("trees")["why"]


# names that nobody can guess
RENAMED = "from mcsearch.examples import plain_mcts\n" + (
    "class Odd:\n"
    "    def __init__(self, node):\n"
    "        self.offspring = [Odd(each) for each in node.children]\n"
    "        self.seen, self.gain, self.ply = node.visits, node.wins, node.move\n"
    "def run(state, iterations, seed):\n"
    "    return Odd(plain_mcts.run(state, iterations, seed))\n"
)
TOLD = {"children": "offspring", "visits": "seen", "value": "gain", "action": "ply"}


def test_names_of_fields_can_be_told():
    examiner = Examiner()
    examiner.check(text=RENAMED)
    examiner.wait()
    assert examiner.line_of("visits")["verdict"] == check.NOT_EXAMINED
    examiner.check(text=RENAMED, tree={**TOLD, "whose": "mover", "no_field": "x", "value_is": "x"})
    reading = dict(examiner.wait()["reading"])
    assert reading["visits"] == "seen"
    assert "has moved" in reading["value"]
    for name in ("visits", "reward", "selection", "backpropagation"):
        assert examiner.line_of(name)["verdict"] == check.RIGHT


def test_who_may_not_edit_tells_no_names():
    examiner = Examiner(may_edit=False)
    examiner.check("right", tree={"children": "__class__.__subclasses__"})
    assert dict(examiner.wait()["reading"])["children"] == "children"
