"""Morpion Solitaire as the rest of the program knows it."""

from mcsearch.games import Game
from mcsearch.games.morpion.pentasol import PENTASOL
from mcsearch.games.morpion.record_json import RECORD_JSON
from mcsearch.games.morpion.state import start

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
    rules="Add a point to the cross and draw a line through it and four (in 4T and 4D three) "
    "neighbouring points, straight or diagonal. "
    "Lines of one direction may share an end in 5T and 4T, and no point in 5D and 4D. "
    "The game ends when no line is possible; the score is the number of lines.",
)
