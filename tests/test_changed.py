"""Which unit tests belong to what has changed."""

import subprocess

import pytest

import changed


@pytest.fixture
def tree(tmp_path):
    """Folders of tests as a project has them."""
    for name in (
        "tests/core/test_recipe.py",
        "tests/core/play/test_match.py",
        "tests/core/play/test_review.py",
        "tests/core/play/people.py",
        "tests/webapp/test_added.py",
        "tests/webapp/look/test_text.py",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path


PLAY = ["tests/core/play/test_match.py", "tests/core/play/test_review.py"]


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ("core/mcsearch/recipe.py", ["tests/core/test_recipe.py"]),
        ("core/mcsearch/play/match.py", PLAY[:1]),
        ("core/mcsearch/play/match.pxd", PLAY[:1]),
        ("core/mcsearch/play/_match.py", PLAY[:1]),
        ("core/mcsearch/play/record.py", PLAY),
        ("core/mcsearch/runs/pool.py", ["tests/core/test_recipe.py"]),
        ("webapp/explorer/look/base.css", ["tests/webapp/look/test_text.py"]),
        ("webapp/explorer/cards/tree/tree.js", ["tests/webapp/test_added.py"]),
        ("tests/core/play/test_review.py", PLAY[1:]),
        ("tests/core/play/people.py", PLAY),
        ("tests/core/play/test_gone.py", []),
        ("README.md", []),
    ],
)
def test_a_file_has_the_tests_of_its_mirror(tree, file, found):
    assert changed.mirrored([file], tree) == found


def test_every_test_is_run_once(tree):
    files = ["core/mcsearch/play/match.py", "core/mcsearch/play/record.py"]
    assert changed.mirrored(files, tree) == PLAY


@pytest.fixture
def git(monkeypatch):
    """What git answers, by the first words of a command; and the commands that it was given."""
    answers = {"branch": [], "merge-base": ["abc"], "ls-files": ["new.py"], "diff": ["a.py"]}
    commands = []

    def run(command, **options):
        commands.append(command[1:])
        assert options["cwd"] == changed.ROOT
        return subprocess.CompletedProcess(command, 0, "\n".join(answers[command[1]]) + "\n")

    monkeypatch.setattr(changed.subprocess, "run", run)
    return answers, commands


@pytest.mark.parametrize(
    ("base", "branches", "against"),
    [("", [], "HEAD"), ("", ["  origin/main"], "abc"), ("v1", ["  origin/main"], "v1")],
)
def test_what_has_changed_is_what_differs_from_the_base_and_what_is_new(
    git, base, branches, against
):
    answers, commands = git
    answers["branch"] = branches
    assert changed.changed_files(base) == ["a.py", "new.py"]
    assert ["diff", "--name-only", against] in commands
