"""Trees of other programs, shown and saved as searches are."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from explorer.moment.path import is_recorded
from mcsearch.check.recorded import RecordedSearch
from mcsearch.check.shape import Shape
from mcsearch.check.tree_file import PlainNode, from_json, plain_tree


def search_of(shown: Any, shape: Shape | None) -> Any:
    """A search as it is; of a tree, or a list of them, what shows it, at the first.

    A tree is a root node of any program, or the name of a JSON file. Raises ShapeError,
    TreeFileError, and OSError for a file that is not there.
    """
    if callable(getattr(shown, "advance", None)) and callable(getattr(shown, "beginning", None)):
        return shown
    roots = shown if isinstance(shown, list) else [shown]
    return RecordedSearch([_tree(root, shape) for root in roots])


def begun(shown: Any, shape: Shape | None) -> Any:
    """A search as it is; of trees what shows them, at the last: what a saved form is made of."""
    search = search_of(shown, shape)
    if is_recorded(search):
        search.run()
    return search


def _tree(root: Any, shape: Shape | None) -> PlainNode:
    if isinstance(root, (str, PathLike)):
        return from_json(Path(root).read_text("utf-8"))
    return plain_tree(root, shape)
