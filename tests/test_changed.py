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


def test_what_has_changed_is_what_differs_from_the_base_and_what_is_new(tree):
    def git(*arguments):
        name = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
        subprocess.run(["git", *name, *arguments], cwd=tree, check=True, capture_output=True)

    git("init", "--initial-branch", "main")
    git("add", ".")
    git("commit", "--message", "All")
    assert changed.changed_files(root=tree) == []
    (tree / PLAY[0]).write_text("# more")
    (tree / "new.py").touch()
    assert changed.changed_files(root=tree) == ["new.py", PLAY[0]]
    git("add", ".")
    git("commit", "--message", "More")
    assert changed.changed_files(root=tree) == []
    assert changed.changed_files("HEAD~1", tree) == ["new.py", PLAY[0]]
    git("update-ref", "refs/remotes/origin/main", "HEAD~1")
    assert changed.changed_files(root=tree) == ["new.py", PLAY[0]]
