"""A visitor of Play without a browser."""

from visitor import Visitor

from explorer.pages.play.page import Play


class Browser(Visitor):
    """A visitor who plays, unless they watch the game that plays itself."""

    def __init__(self, query="", watches=False, still=False):
        super().__init__(Play)
        self.game = self.page.game
        self.line.is_ready = lambda now: True
        hello = {"theme": "light", "query": query, "size": [600, 400], "still": still}
        self.send("hello", hello)
        if not watches:
            self.game.take_over()

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
