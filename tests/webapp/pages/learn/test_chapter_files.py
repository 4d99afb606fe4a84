"""Chapters' files: what is wrong is said with the file and the field, and a folder may be added."""

from pathlib import Path

import pytest
from reading import CHAPTERS, ready

from explorer.pages.learn import chapters
from explorer.pages.learn.chapter import all_chapters, read
from explorer.pages.learn.checks import ChapterError
from explorer.pages.learn.page import Learn
from explorer.shell import registry

FOLDER = Path(chapters.__file__).parent
ADDED = Path(__file__).parent / "added"
TRAP = (FOLDER / "the-trap.toml").read_text(encoding="utf-8")

WRONG = {
    'title = "Four wins': ("", "steps 1: title is missing"),
    'subject = "shallow trap, solver"': ("subject = 7", "subject is 7; give a text"),
    'part = "Two players"': ('part = "Else"', "part is 'Else'; choose one of"),
    "number = 6": ("number = 0", "number is 0; give 1 to"),
    'show = "board"': ('shows = "board"', "shows is no field; choose one of"),
    'game = "yavalath"': ('game = "yavalat"', "recipes.plain: game: 'yavalat' is not known"),
    'at = "20000"': ('at = "20000.7"', "at is '20000.7'"),
    'judge = "other-search"': ('judge = "me"', "question: judge is 'me'; choose one of"),
    'recipe = "solver"\nwhy': ('recipe = "cure"\nwhy', "question: recipe is 'cure'"),
    'measure = "plays"': ('measure = "play"', "claim: measure is 'play'"),
    'more = "plain"': ('more = "all"', "claim, contrasts 1: more is 'all'; choose one of"),
    'less = "decisive"': ('less = "solver"', "contrasts 1: one row must be a trap and the other"),
    "seeds = 100": ("seeds = 10", "facts 1: seeds is 10; give 20 to 1000"),
    "{ solver = true }": (
        "{ solve = true }",
        "claim, rows 2: parameter of uct on yavalath: 'solve'",
    ),
    "trap = true": ("", "contrasts 1: one row must be a trap and the other"),
    'callouts = ["b4"]': ('callouts = ["b4", "a1", "a2", "a3"]', "callouts has 4; give at most 3"),
    "b4 {1}. Orange has": ("b4 {2}. Orange has", "text calls {2}, which is no callout"),
    'address = "https://': ('address = "ftp://', "source: address is 'ftp://"),
    '[steps.question]\nask = "Orange is': (
        'lanes = true\n[steps.question]\nask = "Orange is',
        "steps 3: lanes would show the answer",
    ),
    "[source]": ("[source", "it is no TOML"),
}


@pytest.mark.parametrize(("before", "after", "said"), [(a, b, c) for a, (b, c) in WRONG.items()])
def test_what_is_wrong_is_named(tmp_path, before, after, said):
    assert before in TRAP
    path = tmp_path / "mine.toml"
    text = TRAP.replace(before, after, 1)
    if before == 'title = "Four wins':
        text = TRAP.replace('title = "Four wins, three loses"\n', "", 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ChapterError) as error:
        read(path)
    assert str(error.value).startswith("mine.toml: ")
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("{visits:b4},", "{visit:b4},", "{visit:b4} is no number; choose one of"),
        ("{visits:b4},", "{visits:z9},", "{visits:z9}"),
        ('node = "b4"\n', 'node = "b9"\n', "node: 'b9'"),
        ('node = "b4 b3"\n', 'node = "b4 b3 c4"\n', "'b4 b3 c4' is not in the tree by then"),
        ('lit = "b1 b2"', 'lit = "b1 zz"', "lit names 'zz'"),
        ("{count:at-80000}", "{count:at-1}", "{count:at-1} is no number"),
    ],
)
def test_what_the_search_does_not_know_is_named(tmp_path, before, after, said):
    path = tmp_path / "mine.toml"
    path.write_text(TRAP.replace(before, after), encoding="utf-8")
    chapter = read(path)
    with pytest.raises(ChapterError) as error:
        [ready(chapter, index) for index in range(len(chapter.steps))]
    assert str(error.value).startswith("mine.toml: steps ")
    assert said in str(error.value)


def test_a_number_is_given_once(tmp_path, monkeypatch):
    (tmp_path / "again.toml").write_text(TRAP, encoding="utf-8")
    monkeypatch.setattr(chapters, "__path__", [str(FOLDER), str(tmp_path)])
    with pytest.raises(ChapterError, match=r"number is 6, which .*\.toml has too"):
        all_chapters()


def test_a_file_in_a_folder_of_its_own_is_a_chapter(monkeypatch):
    monkeypatch.setattr(chapters, "__path__", [str(FOLDER), str(ADDED)])
    found = all_chapters()
    assert [chapter.name for chapter in found] == [c.name for c in CHAPTERS] + ["a-thirteenth"]
    assert ready(found[-1], 0).title == "Nine moves"


def test_the_page_is_found_by_its_folder():
    assert registry.PAGES["learn"] is Learn
