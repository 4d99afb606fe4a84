"""What the page shows of a report: plain values for `page.js`."""

from __future__ import annotations

import math
from typing import Any

from explorer.look.boards import board_of, digits_of, plain_board
from explorer.pages.check.checking import IDLE, RUNNING, Run
from mcsearch import Recipe
from mcsearch.check import (
    HEADINGS,
    NOT_EXAMINED,
    RIGHT,
    SUSPICIOUS,
    WRONG,
    Counterexample,
    Line,
    examples,
)
from mcsearch.check.offered import DEFAULT_GAME
from mcsearch.check.report import CHAPTERS
from mcsearch.games import GAMES

_VERDICTS = (RIGHT, WRONG, SUSPICIOUS, NOT_EXAMINED)
_TWO = 2


def offered_games() -> list[Any]:
    """The games that a search is examined on, those of two players; the default one is first."""
    games = [game for game in GAMES.values() if Recipe(game.name).start().num_players == _TWO]
    return sorted(games, key=lambda game: game.name != DEFAULT_GAME)


def players_of(game: str) -> list[str]:
    """What the players are called inside a sentence: the letters on their stones, or in order."""
    board = Recipe(game).start().board
    letters = {"cross": "X", "ring": "O"}
    if board is not None and set(board.marks[:_TWO]) == set(letters):
        return [letters[mark] for mark in board.marks[:_TWO]]
    return ["the first player", "the second player"]


def report_frame(run: Run | None) -> dict[str, Any]:
    """All lines, those that are waited for too; how the tree is read; the curve of strength."""
    report = run.report if run else None
    lines = {line.name: line for line in report.lines} if report else {}
    game = run.job.game if run else ""
    fault = _fault(run, lines)
    return {
        "number": run.job.number if run else 0,
        "state": run.state if run else IDLE,
        "stage": run.stage if run else "",
        "error": _error(run),
        "fault": fault,
        "game": game,
        "gameTitle": GAMES[game].title if game else "",
        "players": players_of(game) if game else [],
        "seconds": round(report.seconds, 1) if report else 0.0,
        "counts": {
            verdict: sum(line.verdict == verdict for line in lines.values())
            for verdict in _VERDICTS
        },
        "lines": [_line(heading, lines.get(heading.name), fault) for heading in HEADINGS],
        "current": _current(run, lines),
        "reading": [list(pair) for pair in report.reading] if report else [],
        "strength": [vars(point) for point in report.strength] if report else [],
    }


def _error(run: Run | None) -> dict[str, Any] | None:
    """What is wrong with the code: of its text, or of the first call that gave nothing."""
    if run is None:
        return None
    errors = run.examination.evidence.errors if run.examination else []
    error = run.error or (errors[0] if errors else None)
    return {"line": error.line, "text": str(error)} if error else None


def _fault(run: Run | None, lines: dict[str, Line]) -> dict[str, Any] | None:
    """Where in the code a line is wrong, by its `numbers`; only of an example is that certain."""
    text = run.job.code.text if run else ""
    for each in examples():
        if each.code == text and each.fault in lines and lines[each.fault].verdict == WRONG:
            return {"line": each.fault, "numbers": list(each.fault_lines), "title": each.title}
    return None


def _current(run: Run | None, lines: dict[str, Line]) -> str:
    """The line that is being examined, "" for none."""
    if run is None or run.state != RUNNING:
        return ""
    # what is said last is there before the strength, which takes longest
    order = [heading.name for heading in HEADINGS if heading.name != "strength"] + ["strength"]
    return next((name for name in order if name not in lines), "")


def _line(heading: Any, line: Line | None, fault: dict[str, Any] | None) -> dict[str, Any]:
    shown = {"name": heading.name, "title": heading.title, "verdict": "", "summary": ""}
    if line is None:
        return shown
    cause = line.cause
    if fault and fault["line"] == line.name:
        numbers = [str(number) for number in fault["numbers"]]
        cause += f" (line{'s' if len(numbers) > 1 else ''} {' and '.join(numbers)})"
    return {
        **shown,
        "verdict": line.verdict,
        "summary": line.summary,
        "said": line.said,
        "cause": cause,
        "chapter": _chapter(line.chapter),
        "examples": len(line.counterexamples),
    }


def _chapter(name: str) -> dict[str, str] | None:
    if not name:
        return None
    return {"name": name, "title": f"Chapter {CHAPTERS[name]}"}


def example_frame(game: str, line: Line, number: int) -> dict[str, Any]:
    """A counterexample: its position as a board, the table of its moves, the sentence."""
    example = line.counterexamples[number]
    return {
        "line": line.name,
        "number": number,
        "sentence": example.sentence,
        "position": example.position,
        "toPlay": example.to_play,
        "players": players_of(game),
        "yours": example.yours,
        "right": example.right,
        "marked": example.marked,
        "columns": list(example.columns),
        "rows": [[plain(value) for value in row] for row in example.rows],
        "iterations": example.iterations,
        "seed": example.seed,
        "board": _board(game, example),
    }


def position_of(game: str, example: Counterexample) -> Recipe:
    """The position of a counterexample; RecipeError where its text is none of the game's."""
    return Recipe(game, example.position)


def _board(game: str, example: Counterexample) -> dict[str, Any] | None:
    """The position with the cells of the two moves; None for a game without a board."""
    state = position_of(game, example).start()
    if state.board is None:
        return None
    cells = {
        state.action_name(action): int(state.action_cells(action)[0])
        for action in state.legal_actions()
    }
    return {
        "board": plain_board(board_of(state)),
        "cells": digits_of(state),
        "moves": cells,
        "drops": state.board.drops,
    }


def plain(value: Any) -> Any:
    """None for a number that there is not."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
