"""The command `mcsearch solve`: one search on one position, printed for a person or as JSON."""

from __future__ import annotations

import argparse
import json
import math
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tqdm import tqdm

from mcsearch import COMPILED, trace
from mcsearch.cli import own_problem
from mcsearch.cli.flags import add_flags, recipe_of
from mcsearch.engine.bounds import Bounds
from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.search import Search
from mcsearch.engine.tree import NONE, ROOT
from mcsearch.engine.wording import counted, spaced
from mcsearch.play.record import GameRecord, saved
from mcsearch.play.setting import Setting
from mcsearch.recipe import Recipe
from mcsearch.searches.root_parallel import Ensemble

_FRAME_SECONDS = 0.1
_NUM_CHILDREN = 10  # that are printed
INTERRUPTED = 130  # as shells have it for a program that SIGINT ended


def add_command(commands: Any) -> None:
    """Add `solve` to the command line."""
    parser = commands.add_parser(
        "solve",
        help="search one position",
        description="Search one position and print the best result. Ctrl-C ends the search early "
        "and prints the best result so far.",
    )
    own_problem.add_flag(parser, "search")
    add_flags(parser)
    parser.add_argument(
        "--all",
        action="store_true",
        help=f"two players: print all children of the root, not only the {_NUM_CHILDREN} most "
        "visited (JSON has all)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as a JSON object")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.add_argument(
        "--trace", metavar="FILE", help="write what every phase does as JSON Lines; slow and long"
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        help="one player: write the best sequence as a game that `mcsearch play --load` and Play "
        "open; of Morpion Solitaire, FILE.msr is a Morpion Solitaire Record (JSON) and FILE.psol "
        "a Pentasol text",
    )
    parser.set_defaults(command=_solve)


def _solve(arguments: argparse.Namespace) -> int:
    if arguments.problem is None:
        recipe = recipe_of(arguments)
        _check_save(arguments, recipe)
        search = recipe.build()
        said: Mapping[str, Any] = recipe.to_dict()
    else:
        if arguments.save is not None:
            raise RecipeError("--save: no file may hold your problem's game; use --json")
        search, said = own_problem.search_of(arguments)
    with _ended_by_ctrl_c(search):
        if arguments.trace is None:
            _run(search, arguments.quiet)
        else:
            _run_traced(recipe, search, arguments.trace)
    result = _result(said, search)
    if arguments.json:
        print(json.dumps(result, default=str))
    else:
        _print_result(result, search, None if arguments.all else _NUM_CHILDREN)
    if arguments.save is not None:
        _save(recipe, search, arguments.save)
    return INTERRUPTED if search.stopped == "cancelled" else 0


@contextmanager
def _ended_by_ctrl_c(search: Search) -> Iterator[None]:
    """Ctrl-C cancels the search, whatever Python code it is in; a second one ends the program."""

    def cancel(*_: Any) -> None:
        search.cancel()
        signal.signal(signal.SIGINT, usual)

    usual = signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _run(search: Search, quiet: bool) -> None:
    """Run a search with a progress bar on the standard error."""
    budget = int(search.values["iterations"])
    bar = tqdm(
        total=budget if budget < 1_000_000_000 else None,
        unit="it",
        unit_scale=True,
        disable=quiet or not sys.stderr.isatty(),
        leave=False,
    )
    with bar:
        while not search.stopped:
            bar.update(search.run(seconds=_FRAME_SECONDS))
            bar.set_postfix(best=f"{search.best_score:.6g}", refresh=False)


def _run_traced(recipe: Recipe, search: Search, file: str) -> None:
    """Run a search phase by phase into a trace."""
    try:
        with open(file, "w", encoding="utf-8") as output:
            output.write(trace.header(recipe) + "\n")
            while search.advance():
                output.write(trace.line_of(search) + "\n")
    except OSError as error:
        raise RecipeError(
            f"--trace: can't write {file!r} ({error.strerror}); name another file"
        ) from None


def _check_save(arguments: argparse.Namespace, recipe: Recipe) -> None:
    """RecipeError, before the search, for a game that can't be saved so."""
    record = recipe.record
    if arguments.save is None:
        return
    if record.num_players != 1 or record.has_chance:
        raise RecipeError(
            f"--save: {record.title} has no best sequence, which only games of one player without "
            "chance have; leave it out"
        )
    saved(GameRecord(Setting.of(recipe)), arguments.save)


def _save(recipe: Recipe, search: Search, file: str) -> None:
    """Write the best sequence as a game, in the format that the file's ending names."""
    text = saved(GameRecord(Setting.of(recipe), moves=tuple(_names(search))), file)
    try:
        with open(file, "w", encoding="utf-8") as output:
            output.write(text)
    except OSError as error:
        raise RecipeError(
            f"--save: can't write {file!r} ({error.strerror}); name another file"
        ) from None


def _names(search: Search) -> list[str]:
    """The best sequence as a person writes it."""
    names = []
    state = search.root
    for action in search.best_sequence:
        names.append(state.action_name(action))
        state = state.play(action)
    return names


def _children(search: Search) -> list[dict[str, Any]]:
    """The root's visited children, the most visited first, with the selection rule's terms.

    Of several trees the visits and means are merged, and there are no common terms.
    """
    terms_of = {} if isinstance(search, Ensemble) else _terms(search)
    children: list[dict[str, Any]] = [
        {
            "action": search.root.action_name(child.action),
            "visits": child.visits,
            **terms_of.get(child.action, {}),
            "mean": child.mean,
            **_certain(child.bounds),
        }
        for child in search.root_children()
        if child.visits
    ]
    return sorted(children, key=lambda child: -child["visits"])


def _terms(search: Search) -> dict[int, dict[str, float | None]]:
    """Each child's terms by its action."""
    tree = search.tree
    if search.rule is None:
        return {}
    terms = search.rule.terms(tree, ROOT)
    return {
        tree.action_of(node): dict(zip(terms.names, map(_finite, values), strict=True))
        for node, values in zip(tree.children(ROOT), terms.values.tolist(), strict=True)
    }


def _finite(value: float) -> float | None:
    """A number as JSON can hold it."""
    return value if math.isfinite(value) else None


def _bounds(search: Search) -> Bounds:
    """What is certain for the side to move; a position that is over needs no search."""
    if search.root.is_terminal():
        value = search.root.returns_to_mover()
        return Bounds(value, value, 0)
    return search.bounds


def _certain(bounds: Bounds) -> dict[str, Any]:
    """What is certain of a value, ready for JSON; null where nothing is."""
    return {
        "proven": bounds.outcome,
        "bounds": None if bounds.is_open else [bounds.lower, bounds.upper],
        "plies": bounds.plies if bounds.is_exact else None,
    }


def _result(said: Mapping[str, Any], search: Search) -> dict[str, Any]:
    """What is known after a search, ready for JSON; `said` is what describes the search."""
    result: dict[str, Any] = {
        **{name: said[name] for name in ("problem", "game", "search") if name in said},
        "stopped": search.stopped,
        "iterations": search.iterations,
        "playouts": search.playouts,
        "seconds": round(search.seconds, 6),
        "compiled": COMPILED,
        "recipe": said,
    }
    score = search.best_score
    written = int(score) if score.is_integer() else _finite(score)
    if search.root.num_players == 1 and not search.root.has_chance:
        return {"score": written, "moves": search.best_moves, **result}
    names = _names(search)
    if search.root.num_players == 1:
        return {
            "best": names[0] if names else None,
            "expected_score": written,
            "moves": names,
            "children": _children(search),
            **result,
        }
    over = search.root.is_terminal()
    return {
        "best": names[0] if names else None,
        "value": search.root.returns_to_mover() if over else _finite(search.best_score),
        **_certain(_bounds(search)),
        "moves": names,
        "children": _children(search),
        **result,
    }


def _print_result(result: dict[str, Any], search: Search, num_children: int | None) -> None:
    """The result for a person to read, with so many of the root's children or all."""
    rate = search.iterations / search.seconds if search.seconds else 0.0
    core = "compiled" if COMPILED else "interpreted"
    print(
        f"{counted(search.iterations, 'iteration')} in {search.seconds:.2f} s "
        f"({spaced(round(rate))} a second, {core}), stopped: {search.stopped}"
    )
    if search.root.num_players == 1:
        _print_score(result, search)
        if search.root.has_chance:
            _print_children(result, num_children)
        return
    if search.root.is_terminal():
        print(f"the position is over, value {result['value']:.3f} for the side to move")
        return
    if result["best"] is None:
        print("nothing is known yet")
        return
    known = search.bounds.in_words()
    certain = f", {known}" if known else ""
    print(f"best {result['best']}, value {result['value']:.3f} for the side to move{certain}")
    print("expected play: " + " ".join(result["moves"]))
    _print_children(result, num_children)


def _print_score(result: dict[str, Any], search: Search) -> None:
    """One player: the best sequence with its score, or the move with the best expectation."""
    if search.root.has_chance:
        if search.root.is_chance:
            print(f"chance acts here, expected score {search.best_score:.6g}")
        elif result["best"] is None:
            print("nothing is known yet")
        else:
            best, score = result["best"], result["expected_score"]
            print(f"best {best}, expected score {score:.6g}: the mean over what chance may do")
        return
    names = _names(search)
    optimal = ", the optimum: every end has been seen" if search.stopped == "proven" else ""
    score = search.best_score
    print(f"score {score:.10g} in {counted(len(names), 'move')}: {' '.join(names)}{optimal}")


def _print_children(result: dict[str, Any], num_children: int | None) -> None:
    """The root's children, so many or all."""
    shown = result["children"][:num_children]
    for child in shown:
        line = f"  {child['action']:>4} {child['visits']:>12} visits  mean {child['mean']:.4f}"
        if child["bounds"]:
            lower, upper = child["bounds"]
            line += f"  {Bounds(lower, upper, child['plies'] or NONE).in_words()}"
        print(line)
    if len(result["children"]) > len(shown):
        print(f"  and {len(result['children']) - len(shown)} more; --all shows them")
