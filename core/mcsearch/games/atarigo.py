"""Atarigo, or capture go: Go without passes in which the first capture wins.

A stone may not take its own group's last liberty unless it captures. Who has no move left loses:
rules differ there, and the published searches of the game (Cazenave 2015, "Generalized Rapid Action
Value Estimation") do not say; it happens when all that is left are one's own eyes.
"""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter
from mcsearch.games import Game
from mcsearch.games.go_board import MAX_SIDE, neighbours
from mcsearch.games.move_text import position_of

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions
    from cython.cimports.mcsearch.games.go_board import GoBoard
    from cython.cimports.mcsearch.numerics.bits import ctz, popcount
else:
    from mcsearch.engine.state import Actions
    from mcsearch.games.go_board import GoBoard
    from mcsearch.numerics.bits import ctz, popcount

# A stone takes from the moves its own point, up to four free points beside it, and the last
# liberties of its own group and of up to three of the opponent's
_MOST_TAKEN = cython.declare(cython.int, 9)
_CALM = cython.declare(cython.double, 12.0)


@cython.final
@cython.cclass
class Atarigo(GoBoard):
    """An Atarigo position; what is captured stays on the board, where the game ends."""

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        i: cython.int
        if (self.capturing[2 * self.to_play + (action >> 6)] >> (action & 63)) & 1:
            self.occupy(action)
            for i in range(4):
                self.legal[i] = 0
            return
        self.put(action)
        for i in range(4):
            self.legal[i] = self.breathing[i] | self.capturing[i]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _num_captures(self, player: cython.int) -> cython.int:
        """At how many points a player may capture, or could if it were the player's turn."""
        return popcount(self.capturing[2 * player]) + popcount(self.capturing[2 * player + 1])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_decisive(self, actions: Actions) -> cython.int:
        player: cython.int = self.to_play
        captures: cython.ulonglong
        num_legal: cython.int = self.num_legal(player)
        num_threats: cython.int = self._num_captures(1 - player)
        action: cython.int
        word: cython.int
        i: cython.int
        count: cython.int = 0
        if num_legal <= 2 * _MOST_TAKEN or self.num_legal(1 - player) <= _MOST_TAKEN:
            # a player may run out of moves
            return self.fill_decisive_by_trial(actions)
        actions.clear()
        for word in range(2):
            captures = self.capturing[2 * player + word]
            while captures:
                actions.append(64 * word + ctz(captures))
                captures &= captures - 1
        if actions.count or num_threats > 1:
            # of two groups with one liberty each, no stone saves both
            return actions.count
        self._prepare_trial()
        self.fill_actions(actions)
        for i in range(num_legal):
            action = actions.items[i]
            self._trial.copy_from(self)
            self._trial.apply(action)
            if cython.cast(Atarigo, self._trial)._num_captures(1 - player) == 0:
                actions.items[count] = action
                count += 1
        actions.count = count if count < num_legal else 0
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        """Compares the liberties, each counted once for each stone beside it."""
        lead: cython.double = 0.0
        point: cython.int
        if not self.legal[2 * self.to_play] | self.legal[2 * self.to_play + 1]:
            return self.value()
        for point in range(self.num_points):
            if self.stones[point] and self._parents[point] == point:
                lead += self._pairs[3 * point] * (3 - 2 * self.stones[point])
        return 0.5 + 0.5 * lead / (_CALM + abs(lead))

    # --- Python level ---

    def blank(self) -> Atarigo:
        return Atarigo(self.side)

    def set_cells(self, cells: np.ndarray) -> None:
        """Put stones on the board, as from `cells()`; player 0 moves when both have as many.

        Raises ValueError for a board that can't come from alternate moves. Without its later stones
        every group has as many liberties and more, so any order will do, but for the stone that has
        captured.
        """
        points = self.stones_in_turn(cells)
        if _breathless(self.side, cells):
            last = 2 - len(points) % 2
            may = {point: _may_capture(self.side, cells, point, last) for point in points}
            points = sorted(points, key=may.__getitem__)
            if not any(may.values()):
                raise ValueError(
                    "a group has no liberty, and no last stone can have captured it; leave a free "
                    "point beside every group"
                )
        state: Atarigo = self.blank()
        for point in points:
            state.to_play = int(cells[point]) - 1
            state.apply(point)
        self.copy_from(state)

    def forbidden_cells(self) -> list:
        return [] if self.ending_cells() else super().forbidden_cells()

    def ending(self) -> str:
        if not self.is_terminal():
            return ""
        return "a group is captured" if self.ending_cells() else "no move is allowed"

    def ending_cells(self) -> list:
        """The stones that are captured."""
        cells = self.cells()
        return [p for p in _breathless(self.side, cells) if cells[p] == self.to_play + 1]


def _may_capture(side: int, cells: np.ndarray, point: int, last: int) -> bool:
    """Whether a stone is of the player who put the last one, and all breathe without it."""
    before = cells.copy()
    before[point] = 0
    return cells[point] == last and not _breathless(side, before)


def _breathless(side: int, cells: np.ndarray) -> list[int]:
    """The stones of the groups that have no liberty."""
    beside = neighbours(side).reshape(-1, 4).tolist()
    values = [*cells.tolist(), -1]
    waiting = [p for p in range(side**2) if values[p] and any(values[q] == 0 for q in beside[p])]
    breathing = {*waiting}
    while waiting:
        point = waiting.pop()
        joined = {q for q in beside[point] if values[q] == values[point]} - breathing
        breathing |= joined
        waiting += joined
    return [p for p in range(side**2) if values[p] and p not in breathing]


GAME = Game(
    name="atarigo",
    title="Atarigo",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="the moves played, such as d4 c3, or rows of x, o and '.'",
    source="Yasuda Yasutoshi's first-capture game, for teaching Go",
    start=lambda position, values: position_of("atarigo", Atarigo(values["side"]), position),
    mirrors="all",
    rules="Players take turns to put a stone on a free point of the lines. "
    "Whoever first captures wins: takes the last free point beside a group of the other's "
    "connected stones. "
    "The last one beside a group of one's own may not be taken without that; who has no move left "
    "loses.",
    parameters=(Parameter("side", "int", 7, "Side", "points along a side", 5, MAX_SIDE),),
)
