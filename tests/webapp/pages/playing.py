"""A visitor of Play without a browser."""

from visitor import Visitor

from explorer.pages.play.page import Play


class Browser(Visitor):
    """A visitor who plays."""

    def __init__(self, query=""):
        super().__init__(Play)
        self.game = self.page.game
        self.line.is_ready = lambda now: True
        self.send("hello", {"theme": "light", "query": query, "size": [600, 400]})

    def run(self):
        """Until nothing is to be done."""
        while self.game.busy:
            try:
                self.game.tick(0.0)
            except Exception as error:  # as the clock of a page does
                self.game.fail(error)

    @property
    def table(self):
        return self.shown("table")

    @property
    def said(self):
        return self.shown("said")

    @property
    def players(self):
        return self.shown("players")
