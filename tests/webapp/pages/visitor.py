"""A visitor of a page without a browser: the events that are sent, and what is shown."""

import json

from explorer.shell.line import Line


class Visitor:
    """A page of a class, and its line."""

    def __init__(self, page):
        self.line = Line(f"bus-{page.name}", page.pictures, lambda *_: None)
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
