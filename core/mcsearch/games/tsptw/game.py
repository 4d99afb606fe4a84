"""The travelling salesman with time windows as a game, and the text of its positions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mcsearch.engine.parameter import RecipeError
from mcsearch.games import Game
from mcsearch.games.tsptw.places import MOST_STOPS, MOST_WIDTH, WIDTH, drawn, given, number_of
from mcsearch.games.tsptw.state import Tour


def start(position: str, values: Mapping[str, Any]) -> Tour:
    """The state of a position's text; or RecipeError.

    The text is the number of stops, the seed that draws them and the width of the windows, such as
    "20:1:200"; or each place's x, y and window, the depot first, such as "0 0 0 90; 10 0 20 40".
    After one colon more come the stops visited, "20:1:200: 5 12".
    """
    head, *rest = position.strip().split(":")
    if head.strip().isdigit():
        stops = number_of(head, "stops", 1, MOST_STOPS)
        seed = number_of(rest[0], "seed", 0, 2**63 - 1) if rest else 1
        width = number_of(rest[1], "width", 0, MOST_WIDTH) if rest[1:] else WIDTH
        state = Tour(f"{stops}:{seed}:{width}", drawn(stops, seed, width))
        rest = rest[2:]
    else:
        places = given(head)
        state = Tour("; ".join(" ".join(map(str, place)) for place in places), places)
    if rest[1:]:
        raise RecipeError(
            f"tsptw position: {rest[1].strip()[:20]!r} follows one colon too many; give the stops "
            "visited with spaces between them, such as '20:1:200: 5 12'"
        )
    for stop in re.split(r"[\s,]+", rest[0].strip()) if rest and rest[0].strip() else ():
        try:
            state = state.play(state.parse_action(stop))
        except ValueError as error:
            raise RecipeError(f"tsptw position: {error}") from None
    return state


GAME = Game(
    name="tsptw",
    title="Salesman, time windows",
    num_players=1,
    kind="drawing",
    has_kinds=False,
    default_position="20",
    position_help="how many stops, the seed that draws them and the width of their windows, such "
    f"as 20:1:{WIDTH}, or x, y and window of every place, the depot first, such as "
    "0 0 0 90; 10 0 20 40; and after one colon more the stops visited",
    source="Savelsbergh 1985; boards as in Dumas et al. 1995; scores of Cazenave and Teytaud 2012",
    start=start,
    positions=("10", "20", "40"),
    positions_label="Stops",
    rules="Visit every stop once, from the depot and back, each within its window of time. "
    "Who comes early waits until it opens; who comes late has missed it. "
    "A stop that would put another out of reach can be chosen only where all do. "
    "The score is minus the time travelled, and minus 10,000 for each missed window.",
)
