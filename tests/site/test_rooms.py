"""The rooms of the site: each says what belongs there, and imports run down only."""

import ast
import importlib
from pathlib import Path

import pytest

from imports import imported

SITE = Path(__file__).resolve().parents[2] / "site"
# from the top floor down
FLOORS = ("bench", "build", "check")


def imported_rooms(file: Path) -> set[str]:
    """The rooms that a module imports from."""
    return {name.split(".")[0] for name in imported(file)} & set(FLOORS)


@pytest.mark.parametrize("room", FLOORS)
def test_a_room_says_what_belongs_there_and_imports_no_higher_one(room: str) -> None:
    assert importlib.import_module(room).__doc__
    files = sorted((SITE / room).glob("*.py"))
    assert len(files) > 2
    for file in files:
        assert imported_rooms(file) <= set(FLOORS[FLOORS.index(room) :]), file


def test_every_command_is_there() -> None:
    source = ast.parse((SITE / "__main__.py").read_text(encoding="utf-8"))
    (commands,) = [node.value for node in source.body if isinstance(node, ast.Assign)]
    for module in ast.literal_eval(commands).values():
        assert callable(importlib.import_module(module).main)


def test_all_else_is_shipped_or_shown() -> None:
    folders = {path.name for path in SITE.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == {*FLOORS, "page", "images", "guides", "paper"}
