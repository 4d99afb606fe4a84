"""What a game implements: a position that is a value to its users and a scratch pad inside.

A game's state class overrides the C-level methods below (`copy_from`, `apply`, `fill_actions`,
`random_move`, `value`) and `blank`; `play`, `legal_actions`, `is_terminal` and `returns` follow
from them. What it says of its looks, only pictures ask for. The C level and the tree know an action
by a number. For the games of the engine the action is that number; a game whose actions are other
things overrides `action_of`, `number_of`, `actions_of` and `numbers_of`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import cython
import numpy as np

from mcsearch.engine.board import NO_STEPS, Board, Steps
from mcsearch.engine.picture import Picture
from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.mcsearch.engine.copied import Copied
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.copied import Copied
    from mcsearch.numerics.rng import Rng

NONE = cython.declare(cython.int, -1)


@cython.cclass
class Actions:
    """A list of actions that compiled code fills without the interpreter."""

    def __init__(self, capacity: int) -> None:
        self.items = view(np.zeros(max(capacity, 1), dtype=np.int32))
        self.count = 0

    def clear(self):
        self.count = 0

    def append(self, action):
        self.items[self.count] = action
        self.count += 1

    def copy_from(self, other: Actions) -> None:
        """Become equal to a list of the same capacity."""
        self.items[:] = other.items
        self.count = other.count

    def first(self, count: int) -> list:
        return [self.items[i] for i in range(count)]

    def to_list(self) -> list:
        return self.first(self.count)


@cython.cclass
class Moves(Actions):
    """Actions with what a learning playout knows them by.

    `codes[i]` is the same number wherever action i is the same move, whatever was played before;
    never 0. `kinds[i]` and `sizes[i]` are a SameGame group's colour and tiles, NONE and 0 without
    such things.
    """

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity)
        self.codes = view(np.zeros(max(capacity, 1), dtype=np.uint64))
        self.kinds = view(np.zeros(max(capacity, 1), dtype=np.int32))
        self.sizes = view(np.zeros(max(capacity, 1), dtype=np.int32))

    def copy_from(self, other: Any) -> None:
        moves: Moves = other
        super().copy_from(moves)
        self.codes[:] = moves.codes
        self.kinds[:] = moves.kinds
        self.sizes[:] = moves.sizes


@cython.cclass
class Choices:
    """The moves that a learning playout chooses from, from position to position.

    A move that comes up is noted once, with the same facts as in `Moves`: its number is an index
    into `items`, `codes`, `kinds`, `sizes`, and `num_words` entries of `cells` are the game's own.
    `legal` has the numbers of the moves of the current position, in the order of `fill_actions`;
    a move that stays legal may keep its number. `biases` has `num_biases` numbers of each move, see
    `State.note_biases`, and `frequent` is the kind of the root that comes up most, NONE without
    kinds.
    """

    def __init__(
        self, max_plies: int, max_actions: int, num_words: int, num_biases: int = 0
    ) -> None:
        capacity = (max_plies + 1) * max(max_actions, 1)
        self.items = view(np.zeros(capacity, np.int32))
        self.codes = view(np.zeros(capacity, np.uint64))
        self.kinds = view(np.zeros(capacity, np.int32))
        self.sizes = view(np.zeros(capacity, np.int32))
        self.cells = view(np.zeros(max(capacity * num_words, 1), np.uint64))
        self.legal = view(np.zeros(max_actions + 1, np.int32))
        self.biases = view(np.zeros(max(capacity * num_biases, 1)))
        self.num_words = num_words
        self.num_biases = num_biases
        self.frequent = NONE
        self.known = 0
        self.count = 0
        self.moves = Moves(max_actions)
        self.changed = view(np.zeros(num_words + 2, np.uint64))
        self.kept = view(np.zeros(num_words + 1, np.uint64))

    def note(self, item, code, kind, size):
        """Note a move; return its number."""
        number: cython.int = self.known
        self.items[number] = item
        self.codes[number] = code
        self.kinds[number] = kind
        self.sizes[number] = size
        self.known += 1
        return number

    def note_moves(self):
        """Make `moves` the moves to choose from."""
        i: cython.int
        self.count = self.moves.count
        for i in range(self.count):
            self.legal[i] = self.note(
                self.moves.items[i], self.moves.codes[i], self.moves.kinds[i], self.moves.sizes[i]
            )

    def copy_from(self, other: Choices) -> None:
        """Become equal to the choices of a state of the same game and size."""
        self.items[:] = other.items
        self.codes[:] = other.codes
        self.kinds[:] = other.kinds
        self.sizes[:] = other.sizes
        self.cells[:] = other.cells
        self.biases[:] = other.biases
        self.frequent = other.frequent
        self.legal[:] = other.legal
        self.known = other.known
        self.count = other.count
        self.moves.copy_from(other.moves)
        self.changed[:] = other.changed
        self.kept[:] = other.kept

    @property
    def num_bytes(self) -> int:
        """Bytes of what is noted of moves."""
        return num_bytes(self.items, self.codes, self.kinds, self.sizes, self.cells, self.biases)


@cython.cclass
class State(Copied):
    """A position of a game. `max_plies` and `max_actions` bound any game that starts here."""

    def __init__(self, num_players: int, max_plies: int, max_actions: int) -> None:
        if getattr(self, "max_plies", 0):
            raise TypeError(f"a {type(self).__name__} begins once; make another one")
        self.num_players = num_players
        self.to_play = 0
        self.max_plies = max_plies
        self.max_actions = max_actions
        self._trial = cython.cast(State, None)
        self._trial_actions = cython.cast(Actions, None)

    not_pickled = "a position can't be pickled; its recipe or its text gives it again"
    has_keys: ClassVar[bool] = False  # whether `key` tells positions apart
    has_chance: ClassVar[bool] = False  # whether chance may act, see `draw_outcome`
    is_chance: ClassVar[bool] = False  # whether it does here
    max_tree_plies: ClassVar[int] = 1 << 30  # below its root a tree grows to; playouts go on
    has_heuristic: ClassVar[bool] = False  # whether `heuristic` says something
    has_largest_value: ClassVar[bool] = False  # whether `largest_value` does
    has_features: ClassVar[bool] = False  # whether `features_of` tells a cell's surroundings apart
    moves_stay: ClassVar[bool] = False  # whether `play_choice` lets a move keep its number
    bias_names: ClassVar[tuple[str, ...]] = ()  # of what `note_biases` writes
    learns_biases: ClassVar[bool] = False  # whether a learning policy learns their coefficients
    solver: ClassVar[str] = ""  # the name of the exact solver that knows its positions, if any
    replay_class: ClassVar[Any] = None  # the game's own `Replay`, where action numbers do not last

    # --- C level: overridden by a game, used by the searches without making objects ---

    def copy_from(self, other):
        """Become equal to another state of the same game and size."""

    def apply(self, action):
        """Play a legal action in place."""

    def fill_actions(self, actions):
        """Write the legal actions in a fixed order; return their number, 0 at the game's end."""
        return 0

    def code_of(self, action):
        """Two players: the code of a legal action, as `fill_moves` has it."""
        return cython.cast(cython.ulonglong, action) + 1

    def features_of(self, action):
        """Two players: what lies on or around the cell of a legal action, as a number; see
        `has_features`.

        Each cell that counts is 0 for none or an empty one, 1 with the mover's stone, 2 with the
        opponent's, from the bottom in two bits; which they are and their order is the game's.
        """
        return 0

    def fill_moves(self, moves, avoid):
        """Write the legal actions as `fill_actions` does, with their codes, kinds and sizes.

        Actions of kind `avoid` are left out as long as there are others.
        A game whose action numbers mean different moves in different positions overrides it, or
        `code_of`.
        """
        i: cython.int
        count: cython.int = self.fill_actions(moves)
        for i in range(count):
            moves.codes[i] = self.code_of(moves.items[i])
            moves.kinds[i] = NONE
            moves.sizes[i] = 0
        return moves.count

    def begin_choices(self, choices, avoid):
        """Forget all moves noted and note those of this position, as `fill_moves` has them."""
        choices.known = 0
        self.fill_moves(choices.moves, avoid)
        choices.note_moves()

    def play_choice(self, choices, place, avoid):
        """Play the move at a place of `legal` in place and go on to the moves after it.

        A game that can tell which moves stay overrides it.
        """
        self.apply(choices.items[choices.legal[place]])
        self.fill_moves(choices.moves, avoid)
        choices.note_moves()

    def note_biases(self, choices, first):
        """Write the biases of the moves noted from a number on, up to the last that is known.

        A bias is a number that a game knows of a move before anything is learnt (Cazenave 2020,
        "Generalized Nested Rollout Policy Adaptation"); a learning playout adds it to the weight,
        times a coefficient: the search's parameter NAME_bias, without one its parameter `bias`.
        """

    def random_move(self, rng, avoid):
        """Play a uniformly drawn legal action in place and return it, NONE at the game's end.

        Actions of kind `avoid` (a SameGame colour) are drawn only when no other is left.
        """
        return NONE

    def play_randomly(self, rng, trail):
        """Play uniformly drawn actions to the end of the game in place and append them to a trail.

        The same draws as of `random_move`, which a game may make faster in a loop of its own.
        """
        action: cython.int = self.random_move(rng, NONE)
        while action != NONE:
            trail.append(action)
            action = self.random_move(rng, NONE)

    def first_move(self, avoid):
        """Play the first action, as the board is read, that is not of kind `avoid`, in place.

        Returns it, NONE when there is none.
        """
        return NONE

    def value(self):
        """One player: the score. Two: player 0's return, 1 for a win, 0.5 a draw, 0 a loss."""
        return 0.0

    def evaluation(self):
        """Two players: an estimate of player 0's return, from 0 to 1; exact when the game is over.

        For the evaluation cut-off of playouts; games that define none estimate a draw.
        """
        return 0.5

    def key(self):
        """A number of 64 bits that tells positions apart, for transpositions; see `has_keys`."""
        return 0

    def draw_outcome(self, rng):
        """Where chance acts: an outcome drawn by its probability; NONE where a player acts.

        The outcomes of such a state are its legal actions, numbered from 0.
        """
        return NONE

    def fill_priors(self, actions, priors):
        """Write a probability for each of some legal actions: how good it looks before a search.

        They add up to 1 and are equal for a game that knows nothing.
        """
        i: cython.int
        for i in range(actions.count):
            priors[i] = 1.0 / actions.count

    def heuristic(self):
        """One player: what the position promises, for the rule `uct-heuristic`; `has_heuristic`."""
        return 0.0

    def largest_value(self):
        """One player: a score no continuation exceeds, for the rule `selectivity`; see
        `has_largest_value`.
        """
        return 0.0

    def frequent_kind(self):
        """The kind of action with the most cells on the board, NONE for a game without kinds."""
        return NONE

    def fill_decisive(self, actions):
        """Two players: write the actions that looking two plies ahead leaves to choose from.

        Those that win at once. When there is none, those that end the game at once and best, unless
        lost, and those after which the opponent can't end it at once with a return that is lost for
        the player to move or no better than that best end: decisive and anti-decisive moves
        (Teytaud and Teytaud 2010) for any returns. What is left out is worth no more than what
        remains. Returns their number; 0 when nothing wins and all are as good in this respect.
        """
        return self.fill_decisive_by_trial(actions)

    def fill_decisive_by_trial(self, actions):
        """`fill_decisive` for any game, by playing on scratch states."""
        self._prepare_trial()
        self.fill_actions(self._trial_actions)
        return self._sort_out(actions, self._trial_actions, self._trial)

    def _prepare_trial(self):
        if self._trial is None:
            with cython.gil:
                self._trial = self.copy()
                self._trial_actions = Actions(self.max_actions)

    def _sort_out(self, actions, legal, trial):
        i: cython.int
        result: cython.double
        best: cython.double = self._best_end_of(legal, trial)
        sure: cython.double = max(best, 0.0)
        actions.clear()
        for i in range(legal.count):
            if i % 32 == 31 and self.is_halted():
                break
            result = self._result_after(legal.items[i], self.to_play, trial)
            if result >= 0.0:
                if result == best and best > 0.0:
                    actions.append(legal.items[i])
            elif best < 1.0 and 1.0 - max(trial._best_end(), 0.0) > sure:
                actions.append(legal.items[i])
        if best < 1.0 and actions.count == legal.count:
            actions.clear()
        return actions.count

    def _best_end(self):
        """The best return of an action that ends the game, for the player to move; -1 without."""
        self._prepare_trial()
        self.fill_actions(self._trial_actions)
        return self._best_end_of(self._trial_actions, self._trial)

    def _best_end_of(self, legal, trial):
        i: cython.int
        best: cython.double = -1.0
        for i in range(legal.count):
            if i % 32 == 31 and self.is_halted():
                break
            best = max(best, self._result_after(legal.items[i], self.to_play, trial))
            if best == 1.0:
                break
        return best

    def is_halted(self):
        """Whether the search is to stop: what is still looked at is looked at in vain."""
        return False

    def _result_after(self, action, player, trial):
        trial.copy_from(self)
        trial.apply(action)
        return trial._result(player)

    def _result(self, player):
        """The return of a player when the game is over, otherwise -1."""
        self._prepare_trial()
        if self.fill_actions(self._trial_actions) > 0:
            return -1.0
        return self.value() if player == 0 else 1.0 - self.value()

    def drawn_kind(self, rng):
        """A uniformly drawn kind of action, NONE for a game without kinds."""
        return NONE

    # --- Python level ---

    def attach(self, search: Any) -> None:
        """Called by every search that begins here; a game whose code may fail stops them then."""

    def check_sequence(self, numbers: list, score: float) -> None:
        """One player: ProblemError unless these actions of a person's code make this score."""

    def new_choices(self, max_plies: int) -> Choices:
        """What `begin_choices` and, up to so often, `play_choice` write to."""
        return Choices(max_plies, self.max_actions, 0, len(self.bias_names))

    def blank(self) -> State:
        """A new state of the same game and size with unspecified content."""
        raise TypeError(f"{type(self).__name__} does not define blank()")

    def frequent_kinds(self) -> list:
        """The kinds of action, the one with the most cells first; [] for a game without kinds."""
        return []

    def copy(self) -> State:
        other: State = self.blank()
        other.copy_from(self)
        return other

    def class_name(self) -> str:
        """What messages call the game: the name of its class."""
        return type(self).__name__

    def apart(self) -> State:
        """A copy for another search, of which this one's search learns nothing."""
        return self.copy()

    def legal_actions(self) -> list:
        actions: Actions = Actions(self.max_actions)
        self.fill_actions(actions)
        return actions.to_list()

    def is_terminal(self) -> bool:
        return not self.legal_actions()

    def decisive_actions(self, by_trial: bool = False) -> list:
        """Two players: the actions of `fill_decisive`, or of its version for any game."""
        actions: Actions = Actions(self.max_actions)
        if by_trial:
            self.fill_decisive_by_trial(actions)
        else:
            self.fill_decisive(actions)
        return actions.to_list()

    def normalize(self, action: Any) -> Any:
        """The legal action an equivalent one stands for (SameGame: any cell of a group).

        Raises ValueError when no legal action is meant.
        """
        legal = self.legal_actions()
        if action not in legal:
            names = ", ".join(self.action_name(a) for a in legal[:12]) or "none, the game is over"
            more = ", ..." if len(legal) > 12 else ""
            told = self._told(action)
            raise ValueError(f"{told} is not legal here; legal actions: {names}{more}")
        return action

    def _told(self, action: Any) -> str:
        """What an illegal action is called, where it is one of the game's."""
        if isinstance(action, int) and 0 <= action < self.max_actions:
            return repr(self.action_name(action))
        return f"action {action}"

    def play(self, action: Any) -> State:
        """The position after a legal action; this one stays as it is.

        Raises ValueError for an illegal action.
        """
        action = self.normalize(action)
        after: State = self.copy()
        after.apply(action)
        return after

    def drawn_outcome(self, rng: Rng) -> Any:
        """Where chance acts: an outcome drawn by its probability; ValueError elsewhere."""
        number: cython.int = self.draw_outcome(rng)
        if number == NONE:
            raise ValueError("no chance acts here; choose a legal action")
        return self.action_of(number)

    def returns(self) -> float:
        """The score (one player) or player 0's return (two players): 1 win, 0.5 draw, 0 loss."""
        return self.value()

    def returns_to_mover(self) -> float:
        """Two players: the return of the player to move."""
        return self.value() if self.to_play == 0 else 1.0 - self.value()

    @property
    def pie_swap(self) -> Any:
        """Two players: the legal action that swaps sides by the pie rule; None without one."""
        return None

    def ending(self) -> str:
        """Why the game is over, as a person says it: "four in a row"; "" while it goes on."""
        return "no move is left" if self.is_terminal() else ""

    def action_name(self, action: Any) -> str:
        """An action as a person writes it."""
        return str(action)

    def parse_action(self, name: str) -> Any:
        """The legal action that a name means, spaces around it apart; ValueError for none."""
        named = {self.action_name(action).strip(): action for action in self.legal_actions()}
        if name.strip() not in named:
            legal = ", ".join(named) or "none"
            raise ValueError(f"{name!r} is not legal here; legal actions: {legal}")
        return named[name.strip()]

    def action_of(self, number: int) -> Any:
        """The action that the C level and the tree know by a number here; for NONE none."""
        return number

    def number_of(self, action: Any) -> int:
        """The number of a legal action here; ValueError for any other."""
        return self.normalize(action)

    def actions_of(self, numbers: list) -> list:
        """The actions of a sequence of numbers from here."""
        return numbers

    def numbers_of(self, actions: list) -> list:
        """The numbers of a sequence of actions from here."""
        return list(actions)

    # --- how it looks: for pictures only ---

    @property
    def board(self) -> Board | None:
        """The board that the game is played on; None for a game that has no picture.

        The same for all positions of a game.
        """
        return None

    @property
    def picture(self) -> Picture | None:
        """How this very position looks, of a game that has no board; None when it does not say."""
        return None

    @property
    def score(self) -> Any:
        """One player: the points made so far."""
        return self.returns()

    def cells(self) -> np.ndarray:
        """int8 [num_cells] what lies on each cell of `board`, 0 for nothing."""
        return np.zeros(0, np.int8)

    def action_cells(self, action: Any) -> list:
        """The cells that an action changes, first the one where its stone is put; [] for none.

        Unless a game says more, those of `steps` from the last one on.
        """
        return list(self.steps(action).cells[::-1])

    def pointed_cells(self, action: Any) -> list:
        """The cells that mean an action when one of them is pointed at.

        Unless a game says else, those that it changes; none of an action that has `steps`.
        """
        return [] if self.steps(action).cells else self.action_cells(action)

    def forbidden_cells(self) -> list:
        """The free cells where the player to move may put nothing; [] where all may be played."""
        return []

    def steps(self, action: Any) -> Steps:
        """The cells to point at one after another where pointing at one does not say the action.

        Of a move from one cell to another these two.
        """
        return NO_STEPS

    def ending_cells(self) -> list:
        """The cells that have decided the game that is over: a row of stones; [] for none."""
        board = self.board
        if board is None or not board.row_lengths or not self.is_terminal():
            return []
        # the last stone is of the player who does not move now
        return board.longest_rows(self.cells(), 2 - self.to_play) if self.returns() != 0.5 else []

    def move_of(self, action: Any) -> Any:
        """An action as it is written to a result."""
        return self.action_name(action)

    def moves_of(self, actions: list) -> list:
        """A sequence of actions from here, each as `move_of` writes it where it is played."""
        moves = []
        state: State = self
        for action in actions:
            moves.append(state.move_of(action))
            state = state.play(action)
        return moves
