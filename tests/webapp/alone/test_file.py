"""The saved file: what is in it, and what is said where there can be none."""

import gzip
import json
import re
import subprocess
import sys
from base64 import b64decode

import pytest

import explorer
from explorer.alone import file
from mcsearch import Recipe, search_for


class Counting:
    """A problem without a picture; it plays otherwise each time that it is asked, if `is_moody`."""

    max_plies = 4
    times = 0

    def __init__(self, taken=(), is_moody=False):
        self.taken = taken
        self.is_moody = is_moody

    def legal_actions(self):
        return ["<b>one</b>", "two"]

    def play(self, action):
        return type(self)((*self.taken, action), self.is_moody)

    def is_terminal(self):
        return len(self.taken) == 4

    def returns(self):
        Counting.times += self.is_moody
        return len(set(self.taken)) + Counting.times

    def __str__(self):
        return "taken: " + ", ".join(self.taken)


class Failing(Counting):
    def returns(self):
        if self.taken == ("two",) * 4:
            raise LookupError("no returns today")
        return 0.0


@pytest.fixture
def search():
    search = Recipe("tictactoe", "xx. / oo. / ...", seed=1).build()
    search.run(10)
    return search


def test_the_file_needs_nothing_from_outside_and_is_the_same_again(search, tmp_path):
    explorer.save(search, tmp_path / "one.html")
    explorer.save(search, str(tmp_path / "two.html"))
    text = (tmp_path / "one.html").read_text(encoding="utf-8")
    assert text == (tmp_path / "two.html").read_text(encoding="utf-8")
    assert search.iterations == 10
    outside = re.findall(r"""(?:src|href|url|import)\s*[=(]\s*["']?(?!data:|#)\w+:""", text)
    assert outside == []
    assert "default-src 'none'" in text
    assert "<title>TicTacToe, searched by UCT</title>" in text
    assert "10 iterations, seed 1" in text


def test_a_problem_without_a_picture_is_saved_with_its_text_and_no_markup_of_its_own():
    search = search_for(Counting(), seed=1)
    search.run(10)
    text = file.page(search, 400)
    assert "Counting, searched by" in text
    assert "<b>one</b>" not in text  # packed, and written as text by the script


def test_half_a_surrogate_pair_is_saved_as_the_sign_for_what_cannot_be_read(tmp_path):
    class Halves(Counting):
        def legal_actions(self):
            return ["\ud800", "two \udc00"]

        def picture(self):
            return [["\udfff", "\U0001f600"]]

    search = search_for(Halves(), seed=1)
    search.run(5)
    path = tmp_path / "halves.html"
    explorer.save(search, path)
    (packed,) = re.findall(r'id="moments"[^>]*>([^<]+)<', path.read_text("utf-8"))
    head = gzip.decompress(b64decode(packed))
    length = int.from_bytes(head[:4], "little")
    assert "\\ud800" in head[4 : 4 + length].decode()
    json.loads(head[4 : 4 + length])


def test_a_search_that_has_not_begun_is_told_so(tmp_path):
    with pytest.raises(ValueError, match=r"has not begun, .*call search\.run\(\) first"):
        explorer.save(Recipe("tictactoe").build(), tmp_path / "search.html")
    assert not (tmp_path / "search.html").exists()


def test_a_kept_file_stays_when_the_new_one_fails(search, tmp_path):
    explorer.save(search, tmp_path / "search.html")
    before = (tmp_path / "search.html").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="too few; give at least 8"):
        explorer.save(search, tmp_path / "search.html", most_moments=2)
    assert (tmp_path / "search.html").read_text(encoding="utf-8") == before


def test_a_place_that_cannot_be_written_is_named(search, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*nowhere; make it first"):
        explorer.save(search, tmp_path / "nowhere" / "search.html")
    with pytest.raises(IsADirectoryError, match="is a folder; give the name of a file in it"):
        explorer.save(search, tmp_path)


def test_a_class_that_changes_from_run_to_run_is_told_so():
    search = search_for(Counting(is_moody=True), seed=1, check=False)
    for _ in range(40):  # `run` would play the best sequence again, and refuse it
        search.advance()
    told = r"Counting (has not done the same|had the score .* played again)"
    with pytest.raises(ValueError, match=told):
        file.page(search, 400)


def test_a_search_that_has_failed_is_saved_up_to_its_failure():
    search = search_for(Failing(), seed=1)
    with pytest.raises(LookupError):
        search.run()
    assert "Failing, searched by" in file.page(search, 400)


def test_the_tree_of_another_root_is_refused(search):
    search.advance_root(search.best_action())
    search.run(5)
    with pytest.raises(ValueError, match="build a new search for this position"):
        file.page(search, 400)


def test_without_panel_the_import_says_what_to_install():
    code = (
        "import importlib.util as util; found = util.find_spec\n"
        "util.find_spec = lambda name, *more: None if name == 'panel' else found(name, *more)\n"
        "import explorer"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert 'pip install "mcsearch[app]"' in done.stderr.splitlines()[-1]
