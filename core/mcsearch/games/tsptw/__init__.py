"""The travelling salesman with time windows; the package exports its ``GAME``."""

from mcsearch.games.tsptw.game import GAME

__all__ = ["GAME"]
