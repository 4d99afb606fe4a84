"""A visitor of Race without a browser."""

import time

from visitor import Visitor

from explorer.pages.race.page import Race


class Racer(Visitor):
    """A visitor who races."""

    def __init__(self, query="?view=race"):
        super().__init__(Race)
        self.contest = self.page.contest
        self.line.is_ready = lambda now: True
        self.send("hello", {"theme": "light", "query": query})

    def choose(self, name, **values):
        self.send("set", {"name": "game", "value": name})
        for field, value in values.items():
            self.send("set", {"name": field, "value": value})

    def race(self):
        """To the end."""
        self.send("start")
        while self.contest.busy:
            try:
                self.contest.tick(time.perf_counter())
            except Exception as error:  # as the clock of a page does
                self.contest.fail(error)
        self.page._draw()

    @property
    def narration(self):
        return "".join(text for text, _ in self.status["narration"])
