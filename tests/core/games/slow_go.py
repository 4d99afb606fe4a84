"""Go stones that stay on the board, by the book, and random games beside the program's."""

import functools


class SlowStones:
    """Stones in a dictionary by (column, row), groups found by walking; `allows` is the game's."""

    def __init__(self, side):
        self.side = side
        self.points = [(x, y) for x in range(side) for y in range(side)]
        self.stones = {}
        self.to_play = 0

    @classmethod
    def of(cls, state):
        """The position of a state that is not over."""
        slow = cls(state.side)
        for cell, value in enumerate(state.cells().tolist()):
            if value:
                slow.stones[divmod(cell, state.side)] = value - 1
        slow.to_play = state.to_play
        return slow

    def beside(self, point):
        x, y = point
        around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return [p for p in around if 0 <= p[0] < self.side and 0 <= p[1] < self.side]

    def breathes(self, point):
        """Whether the group of a stone has a free point beside it."""
        seen, waiting = {point}, [point]
        while waiting:
            for near in self.beside(waiting.pop()):
                if near not in self.stones:
                    return True
                if self.stones[near] == self.stones[point] and near not in seen:
                    seen.add(near)
                    waiting.append(near)
        return False

    def breathless(self, player):
        """The points of a player's stones that are without a liberty."""
        mine = [point for point in self.points if self.stones.get(point) == player]
        return [point for point in mine if not self.breathes(point)]

    def legal(self):
        return [point for point in self.points if point not in self.stones and self.allows(point)]

    def play(self, point):
        self.stones[point] = self.to_play
        self.to_play = 1 - self.to_play

    def take_back(self, point):
        del self.stones[point]
        self.to_play = 1 - self.to_play

    def names(self):
        return [name_of(point) for point in self.legal()]


def name_of(point):
    return f"{'abcdefghi'[point[0]]}{point[1] + 1}"


def names(state):
    """The names of the legal moves."""
    return [state.action_name(action) for action in state.legal_actions()]


def check_game(state, slow, draw):
    """Play one random game in both programs from the empty board; return the end."""
    while legal := slow.legal():
        assert names(state) == [name_of(point) for point in legal]
        assert state.to_play == slow.to_play
        assert state.returns() == 0.5
        point = draw.choice(legal)
        state = state.play(state.parse_action(name_of(point)))
        slow.play(point)
    assert state.is_terminal()
    assert state.returns() == float(slow.to_play)
    free = [name_of(point) for point in slow.points if point not in slow.stones]
    barred = [state.action_name(cell) for cell in state.forbidden_cells()]
    assert barred == ([] if state.ending_cells() else free)
    return state


def is_won(slow):
    """By the slow rules, every line of play: whether the player to move wins."""
    return _is_won(type(slow), slow.side, frozenset(slow.stones.items()), slow.to_play)


@functools.cache
def _is_won(rules, side, stones, to_play):
    slow = rules(side)
    slow.stones, slow.to_play = dict(stones), to_play
    for point in slow.legal():
        if not _is_won(rules, side, frozenset({*stones, (point, to_play)}), 1 - to_play):
            return True
    return False
