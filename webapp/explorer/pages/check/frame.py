"""What the page shows of a report, as it is sent to `page.js`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from explorer.look.boards import ShownBoard, board_of, digits_of, shown_board
from explorer.pages.check.checking import IDLE, RUNNING, Run, State
from explorer.schema.contract import Numbers
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
from mcsearch.check.report import CHAPTERS, Point, Verdict
from mcsearch.games import GAMES

_VERDICTS: tuple[Verdict, ...] = (RIGHT, WRONG, SUSPICIOUS, NOT_EXAMINED)
_TWO = 2


@dataclass(frozen=True, slots=True)
class CheckError:
    """What is wrong with the code."""

    line: int  # 0: none
    text: str


@dataclass(frozen=True, slots=True)
class CheckFault:
    """Where in the code a line is wrong."""

    line: str
    numbers: tuple[int, ...]
    title: str


@dataclass(frozen=True, slots=True)
class CheckChapter:
    """Of Learn, where it is explained."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A line of the report."""

    name: str
    title: str
    verdict: Verdict | Literal[""] = ""  # "": waited for, and what follows is not there yet
    summary: str = ""
    said: str = ""
    cause: str = ""
    chapter: CheckChapter | None = None
    examples: int = 0


@dataclass(frozen=True)
class CheckPoint(Point):
    """Moves that keep the exact outcome, with the ends of 95 % intervals of their shares."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All lines, those that are waited for too; how the tree is read; the curve of strength."""

    number: int  # of the request, from 1; 0: there was none yet
    state: State
    stage: str
    error: CheckError | None
    fault: CheckFault | None
    game: str
    game_title: str
    players: tuple[str, ...]
    seconds: Annotated[float, Numbers(1)]
    counts: dict[Verdict, int]
    lines: tuple[CheckLine, ...]
    current: str  # the line that is being examined, "" for none
    reading: tuple[tuple[str, str], ...]  # a field of the nodes, and how it is read
    strength: tuple[CheckPoint, ...]


@dataclass(frozen=True, slots=True)
class CheckBoard:
    """A position with the cells of its moves."""

    board: ShownBoard
    cells: str
    moves: dict[str, int]
    drops: bool


@dataclass(frozen=True, slots=True)
class CheckExample:
    """A counterexample: its position as a board, the table of its moves, the sentence."""

    number: int
    sentence: str
    position: str
    to_play: int
    players: tuple[str, ...]
    yours: str
    right: str
    marked: int  # a row, -1: none
    columns: tuple[str, ...]
    rows: tuple[tuple[float | str | None, ...], ...]
    board: CheckBoard | None


@dataclass(frozen=True, slots=True)
class CheckOpened:
    """The line that is open, and its counterexample where it has one."""

    request: int  # the browser's, to which it is the answer
    line: str  # "" for none
    example: CheckExample | None


def offered_games() -> list[Any]:
    """The games that a search is examined on, those of two players; the default one is first."""
    games = [game for game in GAMES.values() if Recipe(game.name).start().num_players == _TWO]
    return sorted(games, key=lambda game: game.name != DEFAULT_GAME)


def players_of(game: str) -> tuple[str, ...]:
    """What the players are called inside a sentence: the letters on their stones, or in order."""
    board = Recipe(game).start().board
    letters = {"cross": "X", "ring": "O"}
    if board is not None and set(board.marks[:_TWO]) == set(letters):
        return tuple(letters[mark] for mark in board.marks[:_TWO])
    return "the first player", "the second player"


def report_frame(run: Run | None) -> CheckReport:
    """What is known by now; None: nothing was examined yet."""
    report = run.report if run else None
    lines = {line.name: line for line in report.lines} if report else {}
    game = run.job.game if run else ""
    fault = _fault(run, lines)
    return CheckReport(
        number=run.job.number if run else 0,
        state=run.state if run else IDLE,
        stage=run.stage if run else "",
        error=_error(run),
        fault=fault,
        game=game,
        game_title=GAMES[game].title if game else "",
        players=players_of(game) if game else (),
        seconds=report.seconds if report else 0.0,
        counts={
            verdict: sum(line.verdict == verdict for line in lines.values())
            for verdict in _VERDICTS
        },
        lines=tuple(_line(heading, lines.get(heading.name), fault) for heading in HEADINGS),
        current=_current(run, lines),
        reading=report.reading if report else (),
        strength=tuple(CheckPoint(**vars(point)) for point in report.strength) if report else (),
    )


def _error(run: Run | None) -> CheckError | None:
    """What is wrong with the code: of its text, or of the first call that gave nothing."""
    if run is None:
        return None
    errors = run.examination.evidence.errors if run.examination else []
    error = run.error or (errors[0] if errors else None)
    return CheckError(error.line, str(error)) if error else None


def _fault(run: Run | None, lines: dict[str, Line]) -> CheckFault | None:
    """Where in the code a line is wrong; only of an example is that certain."""
    text = run.job.code.text if run else ""
    for each in examples():
        if each.code == text and each.fault in lines and lines[each.fault].verdict == WRONG:
            return CheckFault(each.fault, tuple(each.fault_lines), each.title)
    return None


def _current(run: Run | None, lines: dict[str, Line]) -> str:
    """The line that is being examined, "" for none."""
    if run is None or run.state != RUNNING:
        return ""
    # what is said last is there before the strength, which takes longest
    order = [heading.name for heading in HEADINGS if heading.name != "strength"] + ["strength"]
    return next((name for name in order if name not in lines), "")


def _line(heading: Any, line: Line | None, fault: CheckFault | None) -> CheckLine:
    if line is None:
        return CheckLine(heading.name, heading.title)
    cause = line.cause
    if fault and fault.line == line.name:
        numbers = [str(number) for number in fault.numbers]
        cause += f" (line{'s' if len(numbers) > 1 else ''} {' and '.join(numbers)})"
    return CheckLine(
        heading.name,
        heading.title,
        line.verdict,
        line.summary,
        line.said,
        cause,
        _chapter(line.chapter),
        len(line.counterexamples),
    )


def _chapter(name: str) -> CheckChapter | None:
    return CheckChapter(name, f"Chapter {CHAPTERS[name]}") if name else None


def example_frame(game: str, line: Line, number: int) -> CheckExample:
    """A counterexample of a line, by its number."""
    example = line.counterexamples[number]
    return CheckExample(
        number=number,
        sentence=example.sentence,
        position=example.position,
        to_play=example.to_play,
        players=players_of(game),
        yours=example.yours,
        right=example.right,
        marked=example.marked,
        columns=tuple(example.columns),
        rows=tuple(tuple(finite(value) for value in row) for row in example.rows),
        board=_board(game, example),
    )


def position_of(game: str, example: Counterexample) -> Recipe:
    """The position of a counterexample; RecipeError where its text is none of the game's."""
    return Recipe(game, example.position)


def _board(game: str, example: Counterexample) -> CheckBoard | None:
    """None for a game without a board."""
    state = position_of(game, example).start()
    if state.board is None:
        return None
    cells = {
        state.action_name(action): int(state.action_cells(action)[0])
        for action in state.legal_actions()
    }
    return CheckBoard(
        shown_board(board_of(state)), digits_of(state), cells, bool(state.board.drops)
    )


def finite(value: Any) -> Any:
    """None for a number that there is not."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
