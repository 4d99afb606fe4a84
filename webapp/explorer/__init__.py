"""The explorer: a page on which a Monte Carlo search can be watched and taken apart.

Its floors from the top down: alone, shell, pages, session, words, cards, moment, game,
look. A module imports from its own floor and from those below it.

For notebooks and scripts there are `show`, live cards, `widget`, the same in notebooks that Panel
does not reach, and `save`, one file; they are loaded when they are called.
"""

from __future__ import annotations

from importlib.util import find_spec
from os import PathLike
from typing import Any

if find_spec("panel") is None:
    raise ModuleNotFoundError(
        'the explorer needs Panel; install it by: pip install "mcsearch[app]"', name="panel"
    )

__all__ = ["save", "show", "widget"]


def show(search: Any, theme: str = "light", tree: Any = None) -> Any:
    """The live cards of a search: its tree, board and scores, and the buttons that move it.

    A tree of any program is shown likewise: its root node, whose fields are guessed or told by
    `tree`, a `mcsearch.check.Shape`; a list of roots, which are stepped through; or the name of a
    JSON file, see `mcsearch.check.tree_file`.

    In a notebook it is the last line of a cell; where no kernel runs behind the notebook, or where
    Panel's scripts can't be fetched, the saved form of the search (see `save`) stands there.
    `panel.extension(inline=True)` in an earlier cell does without fetching. In an application of
    Panel it is a part like any other: `explorer.show(search).servable()`. A plain script opens it
    in a browser, until Ctrl-C. The given search stays as it is: the cards have one of their own,
    which goes on from there.

    `theme` is "light" or "dark". Returns `explorer.alone.live.SearchView`. Raises ValueError for a
    search that began with the tree of another root (`advance_root`): its past is not known; and its
    subclasses `ShapeError` and `TreeFileError` for what is no tree.
    """
    from explorer.alone import foreign, live

    return live.show(foreign.search_of(search, tree), theme)


def save(
    search: Any,
    path: str | PathLike[str],
    most_moments: int | None = None,
    tree: Any = None,
) -> None:
    """Write a search to one HTML file: its tree or lanes, its board, its strip and every phase.

    A tree of any program, or a list of its snapshots, is written likewise, see `show`.

    The file opens from disk in any browser of today, without Python or a network, and is stepped
    through forwards and backwards. The search stays as it is; it is walked through once more, some
    milliseconds a moment. Of a longer search than `most_moments` phases the first phases are all
    there, then the ends of iterations, evenly spread. By default these are all phases of 1,000
    iterations; of NRPA and its kin, whose lanes change everywhere at every moment, 204 moments.
    Its lanes tell the policy of the position that the phase is about, of no other.

    >>> import explorer, mcsearch
    >>> search = mcsearch.Recipe("tictactoe", "xx. / oo. / ...").build()
    >>> search.run(20)
    20
    >>> explorer.save(search, "search.html")

    Raises ValueError for a search that has not begun, for one that began with the tree of another
    root, and where a person's class does not do the same when it is run again; OSError with the
    path where the file cannot be written.
    """
    from explorer.alone import file, foreign

    file.save(foreign.begun(search, tree), path, most_moments)


def widget(search: Any, most_moments: int = 404, theme: str = "auto", tree: Any = None) -> Any:
    """A search as an anywidget: for notebooks that Panel does not reach, VS Code, marimo, Colab.

    It shows what `save` writes, and is stepped through without asking Python; `most_moments` and
    `tree` are those of `save`. Its traits `steps`, the phases done at the moment on show, and
    `selected`, the actions to the selected node, follow the reader and can be set; `run(100)` goes
    on. The given search stays as it is.

    `theme` is "light", "dark" or "auto", the notebook's own. Returns
    `explorer.alone.widget.SearchWidget`. Raises what `save` raises for a search, and
    ModuleNotFoundError where anywidget is not installed.
    """
    from explorer.alone import foreign
    from explorer.alone.widget import SearchWidget

    return SearchWidget(foreign.begun(search, tree), most_moments, theme)
