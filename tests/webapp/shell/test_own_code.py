"""Whose code the explorer runs."""

from types import SimpleNamespace

import pytest
from bokeh.document import Document
from panel.io.document import MockSessionContext

from explorer.session.problems import PROBLEMS, recipe_with
from explorer.shell.own_code import CHECKED, EDITS, database_for, may_edit, options
from explorer.shell.page import Shell


@pytest.fixture(autouse=True)
def no_files():
    yield
    PROBLEMS.add_files([])


def served(edits=True, **fields):
    document = Document()
    request = SimpleNamespace(**{CHECKED: True, **fields})
    payload = {EDITS: True} if edits else {}
    context = SimpleNamespace(
        server_context=SimpleNamespace(sessions=[]), request=request, token_payload=payload
    )
    document._session_context = lambda: context
    return document


def test_files_and_the_wish_to_edit_stand_behind_args():
    found = options(["my_game.py", "--edit", "other.py"])
    assert (found.files, found.edit, found.error) == (("my_game.py", "other.py"), True, "")
    assert not found.from_network
    assert not options(["my_game.py"]).edit
    assert options(["--edit-from-network"]).edit
    assert options(["--edit-from-network"]).from_network


def test_an_unknown_option_is_told():
    assert options(["--edits"]).error == (
        "--args: '--edits' is not known; give Python files, --edit and --database FILE"
    )
    assert not options(["--edits"]).edit


def test_one_database_is_named_behind_args():
    found = options(["my_game.py", "--database", "results.sqlite"])
    assert (found.files, found.database, found.error) == (("my_game.py",), "results.sqlite", "")
    assert found.needs_secret
    assert not options([]).needs_secret
    for wrong in (["--database"], ["--database", "--edit"], ["--database", "a", "--database", "b"]):
        assert options(wrong).error == "--args: --database takes one file; name it once, behind it"
        assert not options(wrong).database


def test_the_database_is_for_the_owner_alone():
    assert database_for(served(), "results.sqlite") == "results.sqlite"
    assert database_for(served(edits=False), "results.sqlite") == ""
    assert database_for(served(**{CHECKED: False}), "results.sqlite") == ""
    assert not may_edit(served(), edit=False)  # which a database is no reason for
    in_browser = Document()
    in_browser._session_context = lambda: MockSessionContext(document=in_browser)
    assert database_for(in_browser, "results.sqlite") == ""  # where there is no file


def test_a_server_lets_nobody_edit_unless_its_owner_says_so():
    assert not may_edit(served(), edit=False)
    assert may_edit(served(), edit=True)


def test_only_a_page_that_was_asked_for_with_the_secret_may_edit():
    assert not may_edit(served(edits=False), edit=True)
    # where nothing has checked the request its token proves nothing
    assert not may_edit(served(**{CHECKED: False}), edit=True)
    unchecked = served()
    del unchecked.session_context.request.is_checked
    assert not may_edit(unchecked, edit=True)


def test_everybody_may_where_no_server_runs():
    in_browser = Document()
    in_browser._session_context = lambda: MockSessionContext(document=in_browser)
    assert may_edit(in_browser, edit=False)
    assert may_edit(Document(), edit=False)


def test_the_classes_of_a_file_come_into_the_game_menu(tmp_path):
    path = tmp_path / "my_game.py"
    path.write_text(PROBLEMS.find("left-move").text.replace("LeftMove", "MyGame"), "utf-8")
    explore = Shell(options([str(path)])).pages["explore"]
    assert [problem.name for problem in explore.problems][-1] == "MyGame"
    explore.session.load(recipe_with("MyGame"), "")
    explore.session.run_on(5)
    assert explore.session.search.iterations == 5


def test_a_file_that_has_changed_is_read_anew_and_what_is_wrong_is_told(tmp_path):
    path = tmp_path / "my_game.py"
    path.write_text("x = 1\ny = 1 +\n", "utf-8")
    session = Shell(options([str(path)])).pages["explore"].session
    assert session.message.text == (
        "A file of code can't be used: my_game.py, line 2: SyntaxError: invalid syntax"
    )
    path.write_text(PROBLEMS.find("nim").text.replace("Nim", "Heaps"), "utf-8")
    assert Shell(options([str(path)])).pages["explore"].session.message is None
    assert PROBLEMS.find("Heaps") is not None
