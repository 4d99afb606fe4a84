"""A page with a search of its own and one button."""

import json
from dataclasses import dataclass

from explorer.pages.page import PlacePage
from explorer.session.session import Session


@dataclass(frozen=True)
class Status:
    iterations: int


class Trial(PlacePage):
    name = "trial"
    title = "Trial"
    order = 30
    keys = ((("S",), "one iteration on"),)
    pictures = ("means",)

    def __init__(self, line):
        super().__init__(line)
        self.session = Session("tictactoe-uct", screen_ready=line.is_ready)
        line.run(self.session)
        self.session.watch(self._draw)
        line.on("step", lambda value: self.session.step_iteration())

    def welcome(self, value):
        self._draw()

    def take(self, place, note):
        self.session.go_to(place)

    def _draw(self):
        tree = self.session.search.tree
        self.line.show("means", json.dumps(tree.visits[: tree.size].tolist()))
        self.line.send(Status(self.session.search.iterations))
