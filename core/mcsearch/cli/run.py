"""The command `mcsearch run`: an experiment's runs, in parallel, into a database."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import closing
from typing import Any

from tqdm import tqdm

from mcsearch.cli import own_problem, workers
from mcsearch.cli.flags import add_flags, recipe_of, refuse
from mcsearch.cli.solve import INTERRUPTED
from mcsearch.cli.workers import Workers
from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.wording import counted, spaced
from mcsearch.games.samegame import board_text
from mcsearch.problem.named import recipe_named
from mcsearch.recipe import MAX_SEED
from mcsearch.runs import experiment
from mcsearch.runs.experiment import Experiment
from mcsearch.runs.numbers import MAX_RUNS, whole_numbers
from mcsearch.runs.pool import PoolError, outcomes
from mcsearch.runs.store import Store, StoreError
from mcsearch.runs.text_file import read_text
from mcsearch.runs.worker import solve

_FAILED = 1
_OWN = (
    *("experiment", "boards", "database", "workers", "scheduler", "quiet"),
    *("command", "name", "argv"),  # the command line's own
)
"""What may be given beside an experiment file; all else describes a recipe."""


def add_command(commands: Any) -> None:
    """Add `run` to the command line."""
    parser = commands.add_parser(
        "run",
        help="make an experiment's runs",
        description="Make the runs of an experiment that are not stored yet and store each when it "
        "is finished. Stop it as you like, it goes on where it was. Without an experiment file the "
        "flags describe a recipe; --board without --position takes all boards of the file. A run's "
        "limit of seconds is processor time of one core; with several trees, time on the wall.",
    )
    parser.add_argument("experiment", nargs="?", help="TOML file; see notebooks/experiments")
    workers.add_flags(parser)
    parser.add_argument("--boards", help='only these of the boards, such as "1-20"')
    parser.add_argument("--seeds", help='such as "0-9"; by default the seed of the recipe')
    own_problem.add_flag(parser, "run on")
    add_flags(parser)
    parser.set_defaults(command=_run)


def _run(arguments: argparse.Namespace) -> int:
    plan = _plan(arguments)
    if arguments.boards is not None:
        plan = plan.on(arguments.boards)
    asked = Workers.of(arguments)
    started = time.monotonic()
    finished = 0
    opened = Store(arguments.database)  # nothing is kept in a file that can't be opened
    try:
        with opened as store:
            known = store.recipes()
            # two labels may plan the same run
            wanted = dict.fromkeys(run.recipe.to_json() for run in plan.runs)
            missing = [recipe for recipe in wanted if recipe not in known]
            if not missing:
                print(f"{_all(len(wanted))} stored in {arguments.database}")
                return 0
            with closing(asked.start()) as pool, _bar(wanted, missing, arguments.quiet) as bar:
                playouts = 0
                for outcome in outcomes(missing, pool, solve):
                    finished += store.add(outcome)
                    playouts += outcome.playouts
                    rate = playouts / (time.monotonic() - started)
                    bar.set_postfix_str(f"{spaced(rate, '.0f')} playouts/s", refresh=False)
                    bar.update()
    except KeyboardInterrupt:
        _say(f"interrupted; {_kept(finished, arguments)}")
        return INTERRUPTED
    except (StoreError, PoolError) as error:
        _say(f"error: {error}; {_kept(finished, arguments)}")
        return _FAILED
    told = f"{counted(finished, 'run')} in {time.monotonic() - started:.1f} s"
    print(f"{told}, {_all(len(wanted))} stored")
    return 0


def _all(count: int) -> str:
    return "the run is" if count == 1 else f"all {spaced(count)} runs are"


def _say(message: str) -> None:
    print(f"mcsearch run: {message}", file=sys.stderr)


def _kept(finished: int, arguments: argparse.Namespace) -> str:
    return f"{finished} new runs are in {arguments.database}, the same command makes the others"


def _bar(wanted: dict[str, None], missing: list[str], quiet: bool) -> Any:
    """A bar of all runs; its rate and the time left are of the missing ones."""
    return tqdm(
        total=len(wanted),
        initial=len(wanted) - len(missing),
        unit="run",
        smoothing=0.05,
        dynamic_ncols=True,
        disable=quiet or not sys.stderr.isatty(),
    )


def _plan(arguments: argparse.Namespace) -> Experiment:
    """The experiment of the file or of the flags."""
    if arguments.experiment is not None:
        others = [name for name in vars(arguments) if name not in _OWN]
        refuse(arguments, others, "the experiment file says it; leave out one of them")
        return experiment.load(arguments.experiment)
    if arguments.problem is not None:
        own_problem.refuse_games(arguments, ("boards",))
    elif arguments.game is None and arguments.search is None and arguments.preset is None:
        raise RecipeError("run: nothing to run; give an experiment file, or --search or --preset")
    positions = {}
    if arguments.board is not None and arguments.position is None:
        found = board_text.boards_in(read_text("--board", arguments.board))
        positions = {str(number): text for number, text in enumerate(found, 1)}
        if not positions:
            raise RecipeError(f"--board: {arguments.board!r} holds no board; give rows of colours")
        arguments.position = "1"
    if arguments.moves is not None and len(positions) > 1:
        raise RecipeError(
            f"--moves: {arguments.board!r} holds {len(positions)} boards; choose one by --position"
        )
    if arguments.seed is not None and arguments.seeds is not None:
        raise RecipeError("--seed: --seeds says them all; leave out one of them")
    if arguments.problem is None:
        recipe = recipe_of(arguments)
    else:
        own = recipe_named(arguments.problem)
        recipe = own_problem.changed(own, arguments)
    if recipe.record.num_players != 1:
        raise RecipeError(f"--game: {recipe.game!r} has no score; choose a game for one player")
    if len(positions) <= 1:
        positions = dict.fromkeys(positions or ("",), recipe.position)
    seeds = [recipe.seed]
    if arguments.seeds is not None:
        seeds = whole_numbers("--seeds", arguments.seeds, 0, MAX_SEED)
    if len(positions) * len(seeds) > MAX_RUNS:
        raise RecipeError(f"run: more than {MAX_RUNS} runs; give fewer boards or seeds")
    return Experiment("", tuple(experiment.on_boards(recipe.search, recipe, positions, seeds)))
