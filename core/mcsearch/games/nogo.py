"""NoGo: Go stones that may capture nothing; who has no move left has lost.

A move that is not allowed to a player never will be, since a group can grow only at its liberties.
"""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter
from mcsearch.games import Game
from mcsearch.games.go_board import MAX_SIDE
from mcsearch.games.move_text import position_of

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions
    from cython.cimports.mcsearch.games.go_board import GoBoard
else:
    from mcsearch.engine.state import Actions
    from mcsearch.games.go_board import GoBoard

# A move takes from the opponent's moves its own point, up to four free points beside it, and the
# last liberties of its own group and of up to three of the opponent's
_MOST_TAKEN = cython.declare(cython.int, 9)
_CALM = cython.declare(cython.double, 6.0)


@cython.final
@cython.cclass
class NoGo(GoBoard):
    """A NoGo position."""

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        i: cython.int
        self.put(action)
        for i in range(4):
            self.legal[i] = self.breathing[i] & ~self.capturing[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_decisive(self, actions: Actions) -> cython.int:
        own: cython.int = self.num_legal(self.to_play)
        # neither a move nor a move and its answer can take as many as there are
        if self.num_legal(1 - self.to_play) > _MOST_TAKEN and own > 2 * _MOST_TAKEN:
            actions.clear()
            return 0
        return self.fill_decisive_by_trial(actions)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        """Compares the moves that each player has left."""
        lead: cython.double = self.num_legal(0) - self.num_legal(1)
        if not self.legal[2 * self.to_play] | self.legal[2 * self.to_play + 1]:
            return self.value()
        return 0.5 + 0.5 * lead / (_CALM + abs(lead))

    # --- Python level ---

    def blank(self) -> NoGo:
        return NoGo(self.side)

    def set_cells(self, cells: np.ndarray) -> None:
        """Put stones on the board, as from `cells()`; player 0 moves when both have as many.

        Raises ValueError for a board that can't come from alternate moves. Without its later stones
        every group has as many liberties and more: any order will do.
        """
        state: NoGo = self.blank()
        for point in self.stones_in_turn(cells):
            if point not in state.legal_actions():
                raise ValueError(
                    "a group has no liberty, and in this game nothing is captured; leave a free "
                    "point beside every group"
                )
            state.apply(point)
        self.copy_from(state)

    def ending(self) -> str:
        return "no move is allowed" if self.is_terminal() else ""


GAME = Game(
    name="nogo",
    title="NoGo",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="the moves played, such as d4 c3, or rows of x, o and '.'",
    source="Neil McKay's AntiAtariGo (2011), by the name of its tournaments",
    start=lambda position, values: position_of("nogo", NoGo(values["side"]), position),
    mirrors="all",
    rules="Players take turns to put a stone on a free point of the lines. "
    "Nothing may be captured: a move that takes the last free point beside any group of connected "
    "stones, one's own or the opponent's, is not allowed. "
    "Who has no move left loses.",
    parameters=(Parameter("side", "int", 7, "Side", "points along a side", 3, MAX_SIDE),),
)
