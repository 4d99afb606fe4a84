"""The stored tables: read, checked, and prepared for the browser."""

import copy
import json

import pytest

from explorer.pages.results import runs, tables
from explorer.schema.pack import plain
from explorer.session import game_link
from explorer.session.limits import LIMITS, check, within
from explorer.shell.page import Shell
from mcsearch import Recipe, RecipeError
from mcsearch.presets import PRESETS

BOARD = "12\n21\n11"
SMALL = {
    "title": "A table",
    "about": "What is compared?",
    "origin": "a paper",
    "called": "record",
    "boards": 2,
    "columns": ["board", "score", "best", "seed", "published", "seconds", "playouts_per_second"],
    "lines": [
        {
            "label": "tree",
            "boards": 1,
            "total": 12,
            "mean": 12,
            "interval": None,
            "published_boards": 1,
            "published": 10.5,
            "published_total": 10.5,
            "difference": 1.5,
            "difference_interval": None,
            "seconds": 0.25,
            "playouts_per_second": 400,
            "recipe": {"game": "samegame", "search": "spmcts", "parameters": {"iterations": 100}},
            "rows": [["7", 12, 12, 3, 10.5, 0.25, 400]],
        }
    ],
    "positions": {"7": BOARD},
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "small.json").write_text(json.dumps(SMALL))
    return tmp_path


def test_the_browser_gets_the_numbers_and_the_words(folder):
    browser = tables.read(folder).for_browser()
    assert browser.problems == ()
    (table,) = browser.tables
    assert (table.name, table.title, table.boards) == ("small", "A table", 2)
    assert table.called == "record"
    (line,) = table.lines
    assert line.rows == (("7", 12, 10.5, 0.25, ""),)
    rule, policy = "UCT + deviation + top score (2)", "tabu-color-random"
    assert line.facts == (rule, policy, "100 iterations")
    assert (line.cut, line.is_best) == ("", False)
    assert BOARD not in json.dumps(plain(browser)), "positions stay here"


def test_the_browser_gets_published_totals(folder):
    totals = [{"label": "web", "total": 87858, "origin": "slides"}]
    (folder / "small.json").write_text(json.dumps({**SMALL, "totals": totals}))
    (table,) = tables.read(folder).for_browser().tables
    assert [plain(total) for total in table.totals] == totals


def test_even_scores_of_cleared_boards_are_of_no_published_column():
    """A cleared board has the parity of its 225 tiles, since (n - 2)^2 has that of n."""
    for name in ("standard20", "samegame_best"):
        table = tables.stored().tables[name]
        assert "HGSTS" not in json.dumps(table)
        assert [total["total"] for total in table["totals"]] == [80030, 83050, 87858, 89008]


def test_a_runs_recipe_is_its_lines_on_its_board_with_its_seed(folder):
    recipe = tables.read(folder).recipe("small", "tree", "7")
    assert recipe == Recipe("samegame", BOARD, "spmcts", {"iterations": 100}, 3)


@pytest.mark.parametrize("names", [("x", "tree", "7"), ("small", "x", "7"), ("small", "tree", "8")])
def test_a_run_that_is_not_stored_is_named(folder, names):
    with pytest.raises(RecipeError, match="is stored"):
        tables.read(folder).recipe(*names)


def with_best(fields):
    """The table with the best sequence known of its board: both of its groups."""
    line = copy.deepcopy(fields["lines"][0])
    recipe = {**line.pop("recipe"), "position": BOARD, "seed": 4}
    state = Recipe.from_dict(recipe).start()
    move = state.action_name(state.legal_actions()[0])
    known = {"score": 14, "origin": "a better tree", "recipe": recipe, "moves": [move]}
    fields["best_line"] = {**line, "label": "Best known"}
    fields["best"] = {"7": known}
    return fields


def test_the_best_sequences_known_are_a_line_that_tells_what_found_them(folder):
    (folder / "small.json").write_text(json.dumps(with_best(copy.deepcopy(SMALL))))
    (table,) = tables.read(folder).for_browser().tables
    line = table.lines[-1]
    assert (line.label, line.facts, line.is_best) == ("Best known", ("of all stored runs",), True)
    assert line.rows == (("7", 12, 10.5, 0.25, "a better tree: 1 move"),)


def test_the_link_of_a_best_sequence_leads_to_its_beginning_in_play(folder, monkeypatch):
    (folder / "small.json").write_text(json.dumps(with_best(copy.deepcopy(SMALL))))
    monkeypatch.setattr(tables, "stored", lambda: tables.read(folder))
    place = game_link.from_query(runs.best_of({"table": "small", "board": "7"}))
    recipe, moves = tables.stored().best("small", "7")
    assert (place.at, place.record.moves) == (0, moves)
    assert str(place.record.setting.start()) == str(recipe.start())
    with pytest.raises(RecipeError, match="board '8' in 'small' is stored"):
        runs.best_of({"table": "small", "board": "8"})


def broken(change):
    fields = copy.deepcopy(SMALL)
    change(fields)
    return json.dumps(fields)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no JSON"),
        ("[]", "the table is no object"),
        (broken(lambda f: f.pop("title")), "has no 'title'"),
        (broken(lambda f: f["lines"][0].update(mean="12")), "line 1: mean is '12'"),
        (broken(lambda f: f["lines"][0].update(total=True)), "line 1: total is True"),
        (broken(lambda f: f["lines"][0].update(total=float("inf"))), "not a number"),
        (json.dumps(SMALL).replace('"total": 12', '"total": 1e999'), "total is inf"),
        (broken(lambda f: f["lines"][0]["rows"].append(["8", 1])), "a row has not the columns"),
        (broken(lambda f: f["lines"][0]["rows"][0].__setitem__(1, None)), "score is None"),
        (broken(lambda f: f["positions"].clear()), "board '7' has no position"),
        (broken(lambda f: f["positions"].update({"7": "1x"})), "column 2"),
        (broken(lambda f: f["lines"][0]["recipe"].update(search="x")), "'x' is not known"),
        (broken(lambda f: f["lines"].append(3)), "line 2 is no object"),
        (broken(lambda f: f.update(totals=3)), "totals is no list"),
        (broken(lambda f: f.update(totals=[{"label": "web"}])), "total 1 has no 'total'"),
        (broken(lambda f: with_best(f)["best"].clear()), "the best of board '7' is no object"),
        (broken(lambda f: with_best(f)["best_line"].pop("mean")), "best known has no 'mean'"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_and_the_others_are_shown(folder, text, message):
    (folder / "wrong.json").write_text(text)
    found = tables.read(folder)
    assert list(found.tables) == ["small"]
    (problem,) = found.problems
    assert problem.startswith("wrong.json: ")
    assert message in problem
    assert "make results" in problem


def test_a_file_that_cannot_be_read_is_told(folder):
    (folder / "table9.json").mkdir()
    (problem,) = tables.read(folder).problems
    assert problem.startswith("table9.json: it can't be read")


def test_no_files_are_no_tables(tmp_path):
    browser = tables.read(tmp_path / "none").for_browser()
    assert (browser.tables, browser.problems) == ((), ())


def test_a_table_without_runs_is_left_out(folder):
    (folder / "empty.json").write_text(broken(lambda f: f["lines"][0]["rows"].clear()))
    found = tables.read(folder)
    assert list(found.tables) == ["small"]
    assert found.problems == ()


def test_what_comes_with_the_page_is_sound_and_small():
    found = tables.stored()
    assert found.problems == ()
    assert sum(file.stat().st_size for file in tables.FOLDER.glob("*.json")) < 750_000
    for name, table in found.tables.items():
        for line in table.get("lines", []):
            for row in line["rows"]:
                recipe, _ = within(found.recipe(name, line["label"], row["board"]))
                check(recipe)


def test_the_budget_is_cut_to_what_the_page_takes():
    timed = Recipe("samegame", search="nrpa", parameters={"restarts": True, "seconds": 60.0})
    recipe, cut = within(timed)
    assert recipe.parameters == {"restarts": True, "iterations": LIMITS["iterations"]}
    assert cut == "1\u202f000\u202f000 iterations instead of 60 s"
    check(recipe)
    large = Recipe("samegame", parameters={"iterations": 5_000_000, "nodes": 4_000_000})
    recipe, cut = within(large)
    assert recipe.parameters == {"iterations": 1_000_000, "nodes": 1_000_000}
    assert "1\u202f000\u202f000 nodes instead of 4\u202f000\u202f000" in cut
    small = Recipe("samegame", parameters={"iterations": 50})
    assert within(small) == (small, "")


def test_a_presets_recipe_is_known_on_any_board():
    recipe = PRESETS["spmcts-uct-top"].recipe.replace(position=BOARD, seed=9)
    assert tables.preset_of(recipe) == "spmcts-uct-top"
    assert tables.preset_of(recipe.replace(parameters={})) == ""


@pytest.fixture
def page(folder, monkeypatch):
    """Explore's session and what asks for a stored run there; it returns what the browser hears."""
    monkeypatch.setattr(tables, "stored", lambda: tables.read(folder))
    shell = Shell()
    line = shell.lines["results"]

    def ask(table, line_, board):
        event = {"table": table, "line": line_, "board": board}
        line.model.events = json.dumps([[line._last + 1, "open-result", event]])
        return json.loads(line.model.answer or "{}")

    return shell.pages["explore"].session, ask


def test_an_opened_run_starts_from_the_beginning(page):
    session, ask = page
    ask("small", "tree", "7")
    assert session.recipe == Recipe("samegame", BOARD, "spmcts", {"iterations": 100}, 3)
    assert (session.playing, session.preset, session.message) == (True, "", None)
    session.undo()
    assert session.preset == "spmcts-uct"


def test_a_run_that_is_not_there_keeps_the_search(page):
    session, ask = page
    before = session.recipe
    answer = ask("small", "tree", "8")
    assert session.recipe == before
    assert "is stored" in answer["text"]
    assert answer["heard"] == 0  # a number, which the browser's line counts on with


def test_a_smaller_budget_is_said(page, folder):
    session, ask = page
    (folder / "small.json").write_text(
        broken(lambda f: f["lines"][0]["recipe"]["parameters"].update(seconds=60))
    )
    ask("small", "tree", "7")
    assert "instead of 60 s" in session.message.text
    assert not session.message.is_error
