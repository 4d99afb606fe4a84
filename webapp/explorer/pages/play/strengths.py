"""How much stronger each level is than the one below, as the project has measured it.

`tests/core/play/measure_levels.py` printed these: two games from every opening of
`mcsearch.runs.match.book`, the sides swapped.
"""

from __future__ import annotations

from explorer.look.text import number
from explorer.pages.play.new_game import PIE_RULE
from mcsearch.engine.wording import spaced
from mcsearch.play.match import Match
from mcsearch.play.setting import Setting

POINTS = {
    "atarigo": {"light": 99.0, "medium": 90.0, "strong": 85.0},
    "breakthrough": {"light": 70.0, "medium": 69.0, "strong": 84.0},
    "connect4": {"light": 86.5, "medium": 86.0, "strong": 83.5, "full": 83.5},
    "domineering": {"light": 91.0, "medium": 93.0, "strong": 80.0, "full": 87.0},
    "hex": {"light": 98.0, "medium": 99.0, "strong": 93.0},
    # the strongest level takes too long here and in the other games without it
    "nogo": {"light": 90.0, "medium": 94.0, "strong": 93.0},
    "othello": {"light": 81.0, "medium": 80.0, "strong": 85.0},
    "tictactoe": {"light": 69.1, "medium": 68.8, "strong": 67.5, "full": 72.3},
    "yavalath": {"light": 100.0, "medium": 86.5, "strong": 75.5, "full": 100.0},
}
"""Per cent of the points against the level below, by game and level."""

NUM_GAMES = {"connect4": 200, "tictactoe": 2000, "yavalath": 200}
NUM_GAMES |= dict.fromkeys(
    ("atarigo", "breakthrough", "domineering", "hex", "nogo", "othello"), 100
)
"""In how many games."""

NOT_MEASURED = "How strong that is has not been measured for this game."
"""Of a game of people's own."""
NOT_MEASURED_HERE = "How strong that is has been measured from the usual beginning only."
"""On another board, by other rules, from another position; the pie rule changes openings alone."""


def measured(setting: Setting, level: str) -> str:
    """What is known of a level's strength, in a sentence; "" where there is nothing to say."""
    if setting.own is not None:
        return NOT_MEASURED
    points = POINTS.get(setting.game, {}).get(level)
    if points is None:
        return ""
    values, usual = setting.recipe().values, Setting(setting.game).recipe().values
    others = (name for name in setting.parameters if name != PIE_RULE)
    if setting.position or any(values[name] != usual[name] for name in others):
        return NOT_MEASURED_HERE
    games = spaced(NUM_GAMES[setting.game])
    return f"{points:g}% of the points in {games} games against the level below."


def asked(match: Match) -> str:
    """What a hint asks."""
    return f"asks the strongest level, with {number(match.advice.playouts)} playouts"
