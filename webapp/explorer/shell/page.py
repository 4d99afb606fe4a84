"""What a visitor gets: every page with its line, in one document."""

from __future__ import annotations

import panel as pn
from bokeh.io import curdoc

from explorer.pages.page import AnyPlace, Page, PlacePage
from explorer.session.code import CodeError
from explorer.session.own_games import OwnGames
from explorer.session.problems import PROBLEMS
from explorer.shell import registry, template
from explorer.shell.left_memory import give_back_after
from explorer.shell.line import Line
from explorer.shell.own_code import NO_OPTIONS, Options, database_for, may_edit
from explorer.shell.ticker import IN_BROWSER


class _Template(pn.Template):
    """Panel's, which would write itself out at every root: a quarter of what a document takes."""

    def __repr__(self) -> str:
        return type(self).__name__


class Shell:
    """One visitor's pages; what they share of the document is HTML and its script."""

    def __init__(self, options: Options = NO_OPTIONS) -> None:
        self.pages: dict[str, Page] = {}
        self.lines: dict[str, Line] = {}
        error = options.error
        try:
            PROBLEMS.add_files(list(options.files))
        except CodeError as wrong:
            error = f"A file of code can't be used: {wrong}"
        edits = may_edit(curdoc(), options.edit)
        database = database_for(curdoc(), options.database)
        own = OwnGames()
        for page in registry.pages():
            line = Line(f"bus-{page.name}", page.pictures, self._hand_over, edits, own, database)
            self.lines[page.name] = line
            self.pages[page.name] = page(line)
            if error and page.is_home:
                self.pages[page.name].tell(error)

    def _hand_over(self, name: str, place: AnyPlace, note: str) -> None:
        page = self.pages[name]
        if not isinstance(page, PlacePage):
            raise TypeError(f"the page {name!r} takes no places; make it a PlacePage")
        page.take(place, note)

    def servable(self) -> Shell:
        """Make this the current document."""
        items = {name: root for page in self.pages.values() for name, root in page.roots.items()}
        document_template = _Template(template.template(), items=items)
        for name, value in template.variables(list(self.pages.values())).items():
            document_template.add_variable(name, value)
        document = curdoc()
        with document.models.freeze():  # which looks through all models once, not for every root
            document_template.servable(title=template.TITLE)
            for line in self.lines.values():
                line.start(document)
        if not IN_BROWSER:
            give_back_after(document)
        return self
