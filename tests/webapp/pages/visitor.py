"""A visitor of a page without a browser: the events that are sent, and what is shown."""

import json

from explorer.session.code import Code, define
from explorer.session.guard import guard
from explorer.session.problems import EDITED
from explorer.shell.line import Line
from mcsearch.problem.own_recipe import game_of, recipe_of

HEAP = """
class Heap:
    num_players = 2
    def __init__(self, left=9, to_play=0):
        self.left, self.to_play = left, to_play
    def legal_actions(self):
        return [n for n in (1, 2, 3) if n <= self.left]
    def play(self, n):
        return Heap(self.left - n, 1 - self.to_play)
    def is_terminal(self):
        return self.left == 0
    def returns(self):
        return float(self.to_play == 1)
"""


class Visitor:
    """A page of a class, and its line."""

    def __init__(self, page, may_edit=False):
        self.line = Line(f"bus-{page.name}", page.pictures, lambda *_: None, may_edit)
        self.page = page(self.line)
        self.sent = []

    def send(self, name, value=None):
        self.sent.append([len(self.sent) + 1, name, value])
        self.line.model.events = json.dumps(self.sent[-5:])

    def shown(self, picture):
        """What one of the page's pictures shows now."""
        return json.loads(getattr(self.line.model, picture))

    @property
    def status(self):
        return self.shown("status")

    def write(self, text):
        """Code of the visitor's own, as if it had run in Explore."""
        code = Code(text)
        each = define(code)[-1]
        guard(each)
        self.line.own.put(recipe_of(game_of(EDITED, "Heap", each)), code)
