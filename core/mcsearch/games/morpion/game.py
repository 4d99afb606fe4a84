"""Morpion Solitaire as the rest of the program knows it."""

from mcsearch.games import Game
from mcsearch.games.morpion.pentasol import PENTASOL
from mcsearch.games.morpion.record_games import record_games
from mcsearch.games.morpion.record_json import RECORD_JSON
from mcsearch.games.morpion.state import start

# by C. Boyer's collection, https://www.morpionsolitaire.com: 5T and 5D by C. Rosin's programs, by
# hand by C.-H. Bruneau and A. Langerman; 4T and 4D by H. Hyyro and T. Poranen, proven by
# M. Quist's enumeration of all games
PUBLISHED = {
    "5T": (("record", 178.0), ("by hand", 170.0)),
    "5D": (("record", 82.0), ("by hand", 68.0)),
    "4T": (("proven best", 62.0),),
    "4D": (("proven best", 35.0),),
}

GAME = Game(
    name="morpion",
    title="Morpion Solitaire",
    num_players=1,
    kind="drawing",
    has_kinds=False,
    default_position="5D",
    position_help="the variant 5T, 5D, 4T or 4D, and the moves played, such as "
    "5D: n13:j13-n13 (the new point, the ends of its line)",
    source="known in France since the 1960s; records by C. Boyer's collection",
    start=start,
    formats=(RECORD_JSON, PENTASOL),
    published=lambda state: PUBLISHED[state.variant],
    positions=tuple(PUBLISHED),
    positions_label="Variant",
    record_games=record_games,
    rules="Add a point to the cross and draw a line through it and four (in 4T and 4D three) "
    "neighbouring points, straight or diagonal. "
    "Lines of one direction may share an end in 5T and 4T, and no point in 5D and 4D. "
    "The game ends when no line is possible; the score is the number of lines.",
)
