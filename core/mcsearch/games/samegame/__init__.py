"""SameGame: tiles as bits, their groups, boards as text; the package exports its ``GAME``."""

from mcsearch.games.samegame.state import GAME

__all__ = ["GAME"]
