"""The command `mcsearch report`: an experiment's table."""

from __future__ import annotations

import argparse
import json
from typing import Any

from mcsearch.cli.flags import DATABASE
from mcsearch.runs import experiment, report
from mcsearch.runs.store import Store


def add_command(commands: Any) -> None:
    """Add `report` to the command line."""
    parser = commands.add_parser(
        "report",
        help="print an experiment's table",
        description="Print the stored scores of an experiment beside the published ones.",
    )
    parser.add_argument("experiment", help="TOML file, as for `run`")
    parser.add_argument("--database", default=DATABASE, help=f"by default {DATABASE}")
    parser.add_argument("--boards", help='only these of the boards, such as "1-20"')
    parser.add_argument("--best", action="store_true", help="also the best run of each board")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(command=_report)


def _report(arguments: argparse.Namespace) -> int:
    plan = experiment.load(arguments.experiment)
    if arguments.boards is not None:
        plan = plan.on(arguments.boards)
    with Store(arguments.database, create=False) as store:
        lines = report.table(plan, store)
        best = report.best_runs(plan, store) if arguments.best else {}
        if arguments.json:
            boards = {board: [label, run.score] for board, (label, run) in best.items()}
            print(json.dumps({**report.document(plan, store), "best": boards}, ensure_ascii=False))
            return 0
    print(report.text(plan, lines))
    for board, (label, run) in best.items():
        print(f"board {board}: {run.score:g}, {label}, seed {run.recipe.seed}")
    if best:
        print(f"total of the best: {report.as_text(sum(run.score for _, run in best.values()), 0)}")
    return 0
