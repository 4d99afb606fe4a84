"""The command `mcsearch report`: an experiment's table."""

from __future__ import annotations

import argparse
import json
from typing import Any

from mcsearch.cli.flags import DATABASE
from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.wording import counted
from mcsearch.runs import experiment, matches, report
from mcsearch.runs.store import Store


def add_command(commands: Any) -> None:
    """Add `report` to the command line."""
    parser = commands.add_parser(
        "report",
        help="print an experiment's table",
        description="Print the stored scores of an experiment beside the published ones, or what "
        "the stored games of matches say.",
    )
    parser.add_argument("experiment", help="TOML file, as for `run`, or of matches")
    parser.add_argument("--database", default=DATABASE, help=f"by default {DATABASE}")
    parser.add_argument("--boards", help='only these of the boards, such as "1-20"')
    parser.add_argument(
        "--best",
        action="store_true",
        help="also the best sequence known of each board, of any stored recipe, and its "
        "origin; an experiment may ask for it itself",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(command=_report)


def _report(arguments: argparse.Namespace) -> int:
    if matches.is_table(arguments.experiment):
        return _matches(arguments)
    plan = experiment.load(arguments.experiment)
    if arguments.boards is not None:
        plan = plan.on(arguments.boards)
    with Store(arguments.database, create=False) as store:
        with_best = arguments.best or plan.tells_best
        if arguments.json:
            document = report.document(plan, store, with_best)
            print(json.dumps(document, ensure_ascii=False))
            return 0
        lines = report.table(plan, store)
        best = report.best_known(plan, store) if with_best else {}
    print(report.text(plan, lines))
    for board, known in best.items():
        run = known.run
        print(
            f"board {board}: {known.score:g} in {counted(len(known.moves), 'move')}, "
            f"{known.origin}, seed {run.recipe.seed}, {run.seconds:.0f} s, commit "
            f"{run.commit_id}, {run.finished[:10]}"
        )
    if best:
        total = sum(known.score for known in best.values())
        print(f"total of the best: {report.as_text(total, 0)}")
    return 0


def _matches(arguments: argparse.Namespace) -> int:
    for name in ("boards", "best"):
        if getattr(arguments, name):
            raise RecipeError(f"--{name}: a table of matches has no boards; leave it out")
    table = matches.load(arguments.experiment)
    with Store(arguments.database, create=False) as store:
        found = matches.document(table, store)
    as_json = json.dumps(found, ensure_ascii=False)
    print(as_json if arguments.json else matches.text(table, found))
    return 0
