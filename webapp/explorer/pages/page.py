"""What a page is: a folder beside this file whose `page.py` has a subclass of `Page`.

Nothing else is touched for a new page. The shell finds the folder by listing, gives each visitor an
instance with a line of its own to the browser, and takes from beside `page.py`

- `page.html`, its part of the document, and what is there of `header.html`, `menu.html`,
  `help.html` and `dialogs.html`, what stands for it in the header, in the menu of files, in the
  help dialog and outside of the document's flow; `invitation.html`, what leads to it in the header
  of the other pages. They are Jinja templates: `page` is the instance, `prefix` begins the ids and
  the names of its roots, `icons` are the icons by name, and those of a card can be included as
  `"cards/tree/tree.html"`;
- its style sheets, every `*.css`;
- `page.js`, a module with `createPage(shell)`; what it is given and gives is in `types.d.ts`. A
  page has none where Python and its `cards` do everything.

Cards bring their scripts, sizes and events along: a page with the tree of a search and the buttons
that step through it is `page.py` and `page.html`, two dozen lines in `tests/e2e/added/pages/tree`.
Served, that is: the static site's policy does not let in the modules that Panel makes of a card's
script in the browser.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Protocol

from explorer.schema import pack
from explorer.session.browser import Browser
from explorer.session.game_link import GamePlace
from explorer.session.own_games import OwnGames
from explorer.session.permalink import Place
from explorer.session.work import Work

AnyPlace = Place | GamePlace
"""What a page may hand to another: a moment of a search, or a game."""

Keys = tuple[tuple[tuple[str, ...], str], ...]
"""Caps of keys and what they do."""


class Line(Browser, Protocol):
    """One page's line to the browser, as the shell hands it in."""

    @property
    def is_served(self) -> bool:
        """Whether Python runs on a server, which the browser may lose."""

    @property
    def may_edit(self) -> bool:
        """Whether the visitor may give code to run: never one whom a server's owner has not let."""

    @property
    def database(self) -> str:
        """The file whose races the visitor may open; "" for who is not the server's owner."""

    @property
    def own(self) -> OwnGames:
        """The games of the visitor's own, which all pages share."""

    def show(self, picture: str, text: str) -> None:
        """Tell the browser what one of the page's `pictures` shows now, as JSON."""

    def send(self, status: Any = None) -> None:
        """Tell the browser everything else, a dataclass, and that the frame is complete."""

    def later(self, task: Callable[[], None]) -> None:
        """Do a task when what has been shown is on its way to the browser."""

    def when_loaded(self, task: Callable[[], None]) -> None:
        """Do a task once the document is there: components don't tell what changes before."""

    def together(self) -> AbstractContextManager[None]:
        """What the browser is told inside arrives in one message."""

    def is_ready(self, now: float) -> bool:
        """Whether the screen can take another frame at `now` (seconds)."""

    @property
    def frame_seconds(self) -> float:
        """How long the screen took for the latest frame that it has painted."""

    def run(self, session: Work) -> None:
        """Let a session work from now on whenever it is busy."""

    def hand_over(self, page: str, place: AnyPlace, note: str) -> None:
        """Give another page of the same visitor a place to show, and a note about it or ""."""


class Page:
    """One page of one visitor: what it shows and what its events do. Several may be alive."""

    name: ClassVar[str] = ""
    """Of the page's folder, and in addresses: `?view=name`."""
    title: ClassVar[str] = ""
    order: ClassVar[int] = 0
    """Among the links in the header, from the left."""
    is_home: ClassVar[bool] = False
    """Whether the bare address, and one without a page's name, is this page's. One page's is."""
    keys: ClassVar[Keys] = ()
    """For the help dialog."""
    pictures: ClassVar[tuple[str, ...]] = ()
    """What is sent apart from the status, each by its name; `page.js` draws them."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.cards: dict[str, Any] = {}
        """Components of the page, each with a `theme`, by their names in `roots`."""
        self._is_welcomed = False
        self._sent: dict[str, tuple[Any, str]] = {}  # of each picture, the last
        line.on("hello", self._hello)
        line.on("theme", self.set_theme)

    @property
    def prefix(self) -> str:
        """Before the ids and the names of roots in its templates."""
        return "" if self.is_home else f"{self.name}-"

    @property
    def roots(self) -> dict[str, Any]:
        """The Panel objects that its template embeds, by their names, `prefix` included."""
        return {f"{self.prefix}{name}": card for name, card in self.cards.items()}

    def show(self, picture: str, value: Any) -> None:
        """Send one of the page's `pictures`, a dataclass, when it is another one than before."""
        before, known = self._sent.get(picture, (None, ""))
        if value is before:  # not even looked at again
            return
        text = pack.text(pack.packed(value))
        self._sent[picture] = value, text
        if text != known:
            self.line.show(picture, text)

    def tell(self, text: str) -> None:
        """Say what has gone wrong before the visitor came; the home page is asked to."""

    def _hello(self, value: dict[str, Any]) -> None:
        if not self._is_welcomed:  # a browser that waits for the answer says hello again
            self._is_welcomed = True
            self.welcome(value)

    def welcome(self, value: dict[str, Any]) -> None:
        """The visitor opens the page for the first time; a frame sent must answer it.

        value: `theme`, whether motion is unwanted (`still`), whether the visitor has left again
        (`resting`), the address's `query` if it was this page's, and what `page.js` adds
        """
        self.set_theme(value["theme"])
        self.line.send()

    def set_theme(self, name: str) -> None:
        """Dress the page's figures for a theme; what is HTML follows the style sheet."""

        def dress() -> None:
            with self.line.together():
                for card in self.cards.values():
                    card.theme = name

        if self.cards:
            self.line.when_loaded(dress)


class PlacePage(Page, ABC):
    """A page that other pages may hand places to."""

    @abstractmethod
    def take(self, place: Any, note: str) -> None:
        """Show a place that another page hands over, and say the note if there is one."""
