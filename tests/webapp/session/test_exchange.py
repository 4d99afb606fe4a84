"""Files and links between the page and the world."""

import json
import re

import pytest

from explorer.session.exchange import Exchange
from explorer.session.limits import IMPORT_CHARACTERS, TRACED_ITERATIONS
from explorer.session.permalink import from_query
from explorer.session.session import Session
from explorer.shell.bus import Bus
from mcsearch import Recipe
from mcsearch.presets import PRESETS
from mcsearch.trace import record, replay


class Line:
    """A session with an exchange, and the browser's end of its line."""

    def __init__(self, preset="spmcts-uct"):
        self.session, self.bus = Session(preset), Bus()
        self.loaded = 0
        self.exchange = Exchange(self.session, self.bus, self._load)
        self._events, self._uploads = 0, 0

    def _load(self):
        self.loaded += 1

    def send(self, name, value=None):
        self._events += 1
        self.bus.model.events = json.dumps([[self._events, name, value]])
        self.finish()

    def upload(self, text):
        self._uploads += 1
        self.bus.model.upload = json.dumps([self._uploads, text])
        self.finish()
        return self.answer()["error"]

    def finish(self):
        while self.session.jump is not None:
            self.session.tick(self.session._clock())

    def answer(self):
        return json.loads(self.bus.model.answer)


@pytest.fixture
def line():
    return Line()


@pytest.fixture
def recipe():
    return PRESETS["spmcts-uct"].recipe


def test_the_link_is_of_the_moment_and_of_the_view(line):
    line.session.jump_to(40)
    line.send("share", [0, 0.25, 0.5, 1])
    answer = line.answer()
    assert answer["kind"] == "link"
    place = from_query(answer["query"])
    assert place.steps == 160
    assert place.window == (0.0, 0.25, 0.5, 1.0)
    line.send("share", None)
    assert from_query(line.answer()["query"]) == line.session.place()


def test_an_address_is_visited_or_its_error_told(line):
    assert not line.exchange.arrive("")
    assert line.exchange.arrive("?preset=nmcs&at=3.2&view=0,0,0.5,0.5")
    line.finish()
    assert (line.session.recipe.search, line.session.steps) == ("nmcs", 14)
    assert line.answer()["window"] == [0, 0, 0.5, 0.5]
    before = line.session.place()
    assert not line.exchange.arrive("?preset=nothing")
    assert "link: preset: 'nothing' is not known" in line.session.message.text
    assert line.session.place() == before


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_exported_moves_are_the_best_sequence(name):
    line = Line(name)
    line.session.jump_to(50)
    line.finish()
    line.send("export", "moves")
    file = line.answer()
    assert file["name"] == f"{name}-moves.txt"
    moves = [row.split()[1] for row in file["text"].splitlines() if not row.startswith("#")]
    search, names = line.session.search, []
    state = search.root
    for action in search.best_sequence:
        names.append(state.action_name(action))
        state = state.play(action)
    assert moves == names != []


@pytest.mark.parametrize("name", ["msr", "pentasol"])
def test_a_game_goes_out_in_another_programs_format_and_comes_back(line, name):
    searched = Line("morpion")
    searched.session.jump_to(30)
    searched.finish()
    searched.send("export", name)
    search, file = searched.session.search, searched.answer()
    assert file["name"].startswith("morpion-game.")
    assert line.upload(file["text"]) == ""  # into another game
    assert line.session.recipe.game == "morpion"
    state = line.session.search.root
    assert state.played() == search.best_sequence
    assert line.upload(file["text"].replace('"y"', '"z"').replace(") ", ")")[:-3]) != ""
    assert line.session.search.root is state


def test_a_game_that_a_format_has_not_is_told():
    line = Line("morpion")
    line.session.load(line.session.recipe.replace(position="4D"), "")
    line.send("export", "pentasol")
    assert "it has no games of 4D" in line.session.message.text


def test_no_moves_before_the_first_result(line):
    line.send("export", "moves")
    assert "# no result yet" in line.answer()["text"]


def test_an_exported_recipe_comes_back(line, recipe):
    line.send("export", "recipe")
    assert Recipe.from_json(line.answer()["text"]) == recipe
    other = recipe.replace(seed=99)
    assert line.upload(json.dumps(other.to_dict(), indent=1)) == ""
    assert line.session.recipe == other
    assert line.session.preset == "spmcts-uct"
    assert line.loaded == 1


def test_a_trace_goes_out_and_comes_back_checked(line):
    line.session.jump_to(30)
    line.session.step_phase()
    steps = line.session.steps
    line.send("export", "trace")
    text = line.answer()["text"]
    assert line.session.steps == steps
    assert replay(text).iterations == 30
    line.session.load_preset("tictactoe-uct")
    assert line.upload(text) == ""
    assert line.session.steps == steps
    assert line.session.recipe == PRESETS["spmcts-uct"].recipe
    assert "121 phases are repeated to the last bit" in line.session.message.text
    assert not line.session.message.is_error
    line.session.undo()
    assert line.session.recipe.game == "tictactoe"


def test_a_changed_trace_stops_where_it_differs(line, recipe):
    lines = list(record(recipe, 20))
    entry = json.loads(lines[42])  # the second phase of iteration 11
    assert entry["phase"] == "expansion"
    entry["new"] = [[1]]
    lines[42] = json.dumps(entry)
    assert line.upload("\n".join(lines)) == ""
    assert line.session.steps == 42
    assert line.session.message.is_error
    assert "first differs: trace line 43: iteration 11, expansion" in line.session.message.text


def test_a_trace_that_is_too_long_is_refused(line):
    line.session.load(
        line.session.recipe.replace(
            position="4x4x2:1",
            parameters={**line.session.recipe.parameters, "iterations": 2 * TRACED_ITERATIONS},
        )
    )
    line.session.jump_to(TRACED_ITERATIONS + 1)
    line.finish()
    line.send("export", "trace")
    assert "too long for the page" in line.session.message.text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing is there; give a board, a recipe or a trace"),
        ("1 1 2\n2 x 1", "board row 2, column 2: unknown colour 'x'"),
        ("1 1 2\n2 1", "board row 2 has 2 cells, row 1 has 3"),
        ("1 1\n2 2\n\n1 2\n2 1", "board: 2 boards, the second begins with '1 2'; give one"),
        ('{"game": "chess"}', "game: 'chess' is not known"),
        ('{"game": "samegame", "sed": 1}', "recipe field: 'sed' is not known; did you mean seed"),
        ('{"game": "samegame",', "is no JSON"),
        ('{"parameters": {"iterations": 2000000}}', "iterations is 2,000,000; the page takes"),
        ('{"recipe": {"seed": -1}}', "trace line 1: seed: -1 is not valid"),
        ('{"recipe": {}}\n{"phase": 1}\n{"pha', "trace line 3: .* is no JSON"),
        ('{"game":' + "[" * 100_000, "nested too deeply"),
        ('{"game": "samegame", "seed":' + '{"x":' * 100_000, "nested too deeply"),
        ('{"recipe": {}}\n' + '{"phase":' * 100_000, "trace line 2: .* is no JSON"),
        ("1" * (IMPORT_CHARACTERS + 1), "the page takes at most 12,000,000"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_changes_nothing(line, text, message):
    line.session.step_iteration()
    before = line.session.place()
    assert re.search(message, line.upload(text))
    assert line.session.place() == before
    assert line.loaded == 0


def test_a_board_goes_into_the_present_recipe(line, recipe):
    assert line.upload("# mine\n1 1 2\n2 1 2\n") == ""
    assert line.session.recipe == recipe.replace(position="1 1 2\n2 1 2")
    assert Line("tictactoe-uct").upload("xx. / oo. / ...") == ""
