"""A game at a terminal or on a pipe: prints the board, reads a line, does what it says."""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mcsearch.cli.board_picture import has_colours, picture
from mcsearch.engine.wording import counted, spaced
from mcsearch.play import record
from mcsearch.play.attempt import Attempt
from mcsearch.play.match import Match
from mcsearch.play.record import GameRecord
from mcsearch.play.thinker import Limit
from mcsearch.play.values import MoveValue
from mcsearch.recipe import Recipe
from mcsearch.runs.text_file import read_text

_SLICE_SECONDS = 0.1
_NUM_VALUES = 9  # moves whose values are printed
_NUM_EXPECTED = 10  # moves of the expected play that are printed


def loaded(file: str, own: Recipe | None = None) -> Match | Attempt:
    """The game of a file, which may be one of `own`; RecipeError when there is none."""
    found = record.parse(read_text("load", file), None if own is None else {own.game: own})
    return found.attempt() if found.setting.num_players == 1 else found.match()


class _Word(NamedTuple):
    """A word that may be typed, beside the moves."""

    word: str
    takes: str
    help: str
    do: Callable[[str], None]


class _Table(ABC):
    """A game of any number of players."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._colours = has_colours(sys.stdout)
        self._has_ended = False
        self._words = {word.word: word for word in self._all_words()}

    @abstractmethod
    def _show(self) -> None:
        """Let the search do what is its turn, and print what there is to see."""

    @abstractmethod
    def _prompt(self) -> str:
        """What stands before the input."""

    @abstractmethod
    def _hint(self, rest: str) -> None:
        """Print what a search would do."""

    @abstractmethod
    def _undo(self, rest: str) -> None:
        """Take back what the person has played last."""

    @abstractmethod
    def _redo(self, rest: str) -> None:
        """Play again what was taken back last."""

    def _own_words(self) -> Iterator[_Word]:
        yield from ()

    def _all_words(self) -> Iterator[_Word]:
        yield _Word("hint", "", "what a search would do, and why", self._hint)
        yield _Word("undo", "", "take back your last move", self._undo)
        yield _Word("redo", "", "play again what was taken back", self._redo)
        yield from self._own_words()
        yield _Word("save", "FILE", "write the game to a text file", self._save)
        yield _Word("load", "FILE", "go on with the game of a file", self._load)
        yield _Word("help", "", "these words", self._help)
        yield _Word("quit", "", "end the game, or q", self._quit)

    def run(self) -> None:
        """Play until somebody quits or no more input comes."""
        self._show()
        while not self._has_ended:
            try:
                line = input(self._prompt()).strip()
            except EOFError:
                print()
                return
            if not sys.stdin.isatty():
                print(line)  # a terminal shows what is typed, a pipe does not
            if line:
                self._answer(line)

    def _answer(self, line: str) -> None:
        """Do what a line says, or say in one line why it can't be done."""
        try:
            self._do(line)
        except ValueError as error:
            print(error)

    def _do(self, line: str) -> None:
        first, _, rest = line.partition(" ")
        word = self._words.get("quit" if first.lower() == "q" else first.lower())
        if word is None or self._is_move(line):
            try:
                self._game.play_named(line)
            except ValueError as error:
                raise ValueError(f"{error}; or type help") from None
            self._show()
        elif bool(word.takes) != bool(rest):
            what = f"{word.word} {word.takes}".strip()
            raise ValueError(f"{line[:40]!r} is not valid; type {what!r}")
        else:
            word.do(rest.strip())

    def _is_move(self, line: str) -> bool:
        state = self._game.state
        return line.lower() in [state.action_name(action) for action in state.legal_actions()]

    def _show_board(self) -> None:
        game = self._game
        before = game.state_at(game.ply - 1) if game.ply else None
        last = [] if before is None else before.action_cells(game.actions[-1])
        lines = picture(game.state, game.setting.start(), self._colours, marked=last)
        print("\n" + "\n".join(lines))

    def _show_moved(self, go: Callable[[], int], how: str) -> None:
        before = self._game.num_moves
        if not go():
            raise ValueError(f"no move can be {how}")
        moves = abs(self._game.num_moves - before)
        print(f"{moves} {'move' if moves == 1 else 'moves'} {how}")
        self._show()

    def _save(self, rest: str) -> None:
        text = record.saved(GameRecord.of(self._game), rest)
        try:
            Path(rest).write_text(text, encoding="utf-8")
        except OSError as error:
            raise ValueError(
                f"save: can't write {rest!r} ({error.strerror}); name another file"
            ) from None
        print(f"saved to {rest}")

    def _load(self, rest: str) -> None:
        game = loaded(rest, self._game.setting.own)
        if type(game) is not type(self._game):
            raise ValueError(f"load: {rest!r} is a game of {game.setting.title}; use --load")
        self._game = game
        self._show()

    def _help(self, rest: str) -> None:
        state = self._game.state
        names = [state.action_name(action) for action in state.legal_actions()[:3]]
        print(f"{'a move':<14} by its name, such as {', '.join(names)}" if names else "no move")
        for word in self._words.values():
            print(f"{f'{word.word} {word.takes}':<14} {word.help}")

    def _quit(self, rest: str) -> None:
        self._has_ended = True


class MatchTable(_Table):
    """A match; what is printed of win rates is for the side to move, unless it says whose."""

    def __init__(self, match: Match, shows_values: bool) -> None:
        super().__init__(match)
        self._shows_values = shows_values

    def _own_words(self) -> Iterator[_Word]:
        yield _Word("swap", "", "swap sides; a move where the pie rule offers it", self._swap)
        yield _Word("values", "", "show or hide what the search gives your moves", self._values)
        yield _Word("playouts", "N", "the search makes a move from now on", self._playouts)
        yield _Word("seconds", "S", "the search thinks a move from now on", self._seconds)
        yield _Word("new", "", "begin the game again", self._new)

    def _show(self) -> None:
        match: Match = self._game
        self._show_drawn()
        while (did := match.advance(_SLICE_SECONDS)) in ("thinking", "moved"):
            if did == "moved":
                self._show_reply()
                self._show_drawn()
        self._show_board()
        if match.is_over:
            print(match.result())
            return
        if match.pie_swap is not None:
            print("pie rule: swap takes over the first stone, then the other side moves")
        if self._shows_values:
            self._show_values()

    def _show_reply(self) -> None:
        """What the search has just played, and what it knew of it."""
        match: Match = self._game
        values = match.values_before(match.last_move + 1)
        name = match.name_at(match.last_move)
        value = next(value for value in values if value.name == name)
        playouts = sum(value.visits for value in values)
        known = f", {value.proven}" if value.proven else ""
        print(
            f"search plays {name}: win rate {_percent(value.win_rate)} for it{known}, "
            f"{spaced(value.visits)} of {counted(playouts, 'visit')}"
        )
        if match.thinker is not None and not match.is_over:
            kept = match.thinker.kept
            print(f"{counted(kept.kept, 'node')} kept, {spaced(kept.freed)} freed")

    def _show_drawn(self) -> None:
        """What chance has brought since the last move."""
        if self._game.drawn:
            print(f"drawn: {' '.join(self._game.drawn)}")

    def _show_values(self) -> None:
        seen = [value for value in self._game.values() if value.visits or value.proven]
        for line in _lines_of(seen):
            print(line)

    def _prompt(self) -> str:
        match: Match = self._game
        if match.is_over:
            return "undo, new, save FILE or quit: "
        return f"{'xo'[match.player]} to move: "

    def _hint(self, rest: str) -> None:
        match: Match = self._game
        while not match.advise(_SLICE_SECONDS):
            pass
        hint = match.hint
        if hint is None:
            raise ValueError("hint: nothing is known here")
        known = f", {hint.best.proven}" if hint.best.proven else ""
        print(
            f"hint: {hint.best.name}, win rate {_percent(hint.best.win_rate)}{known}; "
            f"expected play {' '.join(hint.line[:_NUM_EXPECTED])}"
        )

    def _undo(self, rest: str) -> None:
        self._show_moved(self._game.undo_turn, "taken back")

    def _redo(self, rest: str) -> None:
        self._show_moved(self._game.redo_turn, "played again")

    def _swap(self, rest: str) -> None:
        self._game.swap_sides()
        print(
            "sides swapped; "
            + "; ".join(
                f"{mark}: {side}" for mark, side in zip("xo", self._game.sides, strict=True)
            )
        )
        self._show()

    def _values(self, rest: str) -> None:
        self._shows_values = not self._shows_values
        print("values are shown" if self._shows_values else "values are hidden")
        if self._shows_values:
            self._show_values()

    def _playouts(self, rest: str) -> None:
        self._set_limit(f"{rest} playouts")

    def _seconds(self, rest: str) -> None:
        self._set_limit(f"{rest} seconds")

    def _set_limit(self, text: str) -> None:
        limit = Limit.parse(text)
        for player, side in enumerate(self._game.sides):
            if not side.is_person:
                self._game.set_limit(player, limit)
        print(f"the search has {limit} a move")

    def _new(self, rest: str) -> None:
        self._game = Match(self._game.setting.redrawn(), self._game.sides)
        self._show()


class AttemptTable(_Table):
    """A person's attempt at a board of one player."""

    def _own_words(self) -> Iterator[_Word]:
        yield _Word("search", "", "the search's own score, beside yours", self._rival)

    def _show(self) -> None:
        attempt: Attempt = self._game
        self._show_board()
        over = ", no move is left" if attempt.is_over else ""
        score = _score(attempt.score, "score ")
        print(f"{score} after {counted(attempt.num_moves, 'move')}{over}")
        if attempt.is_over:
            self._rival("")

    def _prompt(self) -> str:
        return "undo, save FILE or quit: " if self._game.is_over else "move: "

    def _hint(self, rest: str) -> None:
        attempt: Attempt = self._game
        while not attempt.advise(_SLICE_SECONDS):
            pass
        advice = attempt.advice
        if advice is None:
            raise ValueError("hint: nothing is known here")
        print(
            f"hint: {advice.name}, then {advice.score:g} at the end by "
            f"{' '.join(advice.line[:_NUM_EXPECTED])}"
        )

    def _rival(self, rest: str) -> None:
        attempt: Attempt = self._game
        while not attempt.run_rival(_SLICE_SECONDS):
            pass
        print(
            f"search: {_score(attempt.rival_score())} after {counted(attempt.num_moves, 'move')}, "
            f"{_score(attempt.rival_total)} at the end; you: {_score(attempt.score)}"
        )

    def _undo(self, rest: str) -> None:
        self._show_moved(self._game.undo, "taken back")

    def _redo(self, rest: str) -> None:
        self._show_moved(self._game.redo, "played again")


def _score(points: float, before: str = "") -> str:
    return "no score yet" if math.isnan(points) else f"{before}{points:g}"


def _lines_of(values: list[MoveValue]) -> Iterator[str]:
    """What is known of the most visited moves, a line each."""
    shown = sorted(values, key=lambda value: -value.visits)[:_NUM_VALUES]
    for value in sorted(shown, key=values.index):
        yield (
            f"{value.name:>4} {_percent(value.win_rate):>5} {spaced(value.visits):>9} "
            f"{'visit' if value.visits == 1 else 'visits':<6} {value.proven}"
        ).rstrip()


def _percent(rate: float) -> str:
    return "?" if math.isnan(rate) else f"{100 * rate:.0f} %"
