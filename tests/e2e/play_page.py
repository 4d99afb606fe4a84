"""What a visitor sees and does on the Play page, in words."""

from __future__ import annotations

import math
from collections.abc import Callable

from explorer_page import ARRIVAL_SECONDS
from page_status import status_of, wait_for_status
from playwright.sync_api import FloatRect, Locator, Page, expect

SECONDS = 20
STATUS = "#play-status"


class PlayPage:
    """The Play page in one browser tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wait("status.frame", ARRIVAL_SECONDS)

    # -- reading ------------------------------------------------------------------------------

    def wait(self, condition: str, seconds: float = SECONDS) -> None:
        """Until a JavaScript condition on `status` holds; see `wait_for_status`."""
        wait_for_status(self.page, STATUS, condition, seconds)

    def status(self) -> dict[str, str]:
        return status_of(self.page, STATUS)

    @property
    def ply(self) -> int:
        return int(self.status()["ply"])

    @property
    def cells(self) -> str:
        return self.status()["cells"]

    def text(self, name: str) -> str:
        """Of an element that has a `data-` attribute of this name."""
        return self.page.locator(f"#play [data-{name}]").inner_text()

    @property
    def narration(self) -> Locator:
        return self.page.locator("#play [data-narration]")

    def field(self, name: str) -> Locator:
        return self.page.locator(f"[data-form='{name}']")

    @property
    def places(self) -> Locator:
        """The buttons over the places where one can play."""
        return self.page.locator("[data-move]")

    @property
    def is_begun(self) -> bool:
        """Whether a cell has been pointed at that an action begins with."""
        return self.page.locator("[data-move][aria-pressed='true']").count() > 0

    @property
    def ends(self) -> Locator:
        """The places that end an action so begun."""
        return self.page.locator("[data-move][aria-pressed='false']:not(.start)")

    @property
    def must_pass(self) -> bool:
        return self.places.count() == 0

    @property
    def ways(self) -> list[str]:
        """Where all tiles may slide."""
        return self.page.locator("[data-action] b").all_inner_texts()

    # -- doing --------------------------------------------------------------------------------

    def press(self, name: str) -> None:
        self.page.locator(f"[data-play='{name}']").filter(visible=True).click()

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def open_players(self) -> None:
        """Where the players are a drawer."""
        button = self.page.get_by_role("button", name="Players", exact=True)
        if button.is_visible():
            button.click()

    def close_players(self) -> None:
        button = self.page.get_by_role("button", name="Close the players")
        if button.is_visible():
            button.click()

    def begin(self, game: str, first: str = "person", level: str = "first", side: str = "") -> None:
        """A new game, `side` that of its board."""
        self.field("game").select_option(game)
        self.wait(f"status.game === '{game}'")
        self.open_players()
        self.field("first").select_option("person")
        # the person's, and no more the game that plays itself on arrival
        self.wait("status.moves === '' && status.mine === 'true'")
        self.field("level").select_option(level)
        if side:
            self.page.locator("[data-switch-of='side']").select_option(side)
            self.wait(f"status.cells.length === {int(side) ** 2}")
        if first != "person":
            self.field("first").select_option(first)
        self.close_players()
        self.wait("status.moves.split(' ').length < 3")

    def waits(self) -> bool:
        """Wait for the person's turn or the end; whether the game goes on."""
        self.wait("status.mine === 'true' || status.over === 'true'")
        return self.status()["over"] == "false"

    def finish(self, move: Callable[[], object]) -> None:
        """Play a game to its end with what makes a move."""
        while self.waits():
            before = self.ply
            move()
            self.wait(f"Number(status.ply) > {before}")

    def answer_to(self, *keys: str) -> None:
        """Make moves by keys, each answered by the search."""
        for key in keys:
            before = self.ply
            self.key(key)
            self.wait(f"Number(status.ply) === {before + 2} && status.mine === 'true'")

    def answer_to_place(self, number: int) -> None:
        """Begin a game by a click on a place, answered by the search."""
        self.places.nth(number).click()
        self.wait("status.ply === '2' && status.mine === 'true'")

    def still_box(self, place: Locator) -> FloatRect:
        """Where a place is when the board moves no more."""
        place.scroll_into_view_if_needed()  # waits for that, too
        box = place.bounding_box()
        assert box is not None
        return box

    def tap(self, place: Locator) -> None:
        """A tap of a finger in the middle of a place."""
        box = self.still_box(place)
        # not among the names under a column
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)

    def tap_to_play(self, place: Locator) -> None:
        """A tap that aims and one that plays; of a move between two cells one tap means one."""
        is_aimed = place.get_attribute("data-cell") is None
        self.tap(place)
        if is_aimed:
            expect(self.page.locator(".aim .aimed")).to_have_count(1)
            self.tap(place)

    def swipe(self, way: str) -> None:
        """Of a finger, or of the pointer where there is none."""
        box = self.still_box(self.page.locator("[data-board]"))
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        across = {"left": -60, "right": 60}.get(way, 0)
        down = {"up": -60, "down": 60}.get(way, 0)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + across, y + down)
        self.page.mouse.up()

    def by_arrows(self) -> None:
        """A move by the arrow keys and Enter: of a stone, the one that is farthest ahead."""
        self.places.last.focus()
        across = math.isqrt(len(self.cells)) + 1  # rows of a board, one more of a hexagonal one
        self.key("ArrowLeft", *["ArrowUp"] * across, "Enter")
        if self.is_begun:
            self.key("ArrowUp", "Enter")
