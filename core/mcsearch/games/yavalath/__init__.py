"""Yavalath: its cells and its positions; the package exports its ``GAME``."""

from mcsearch.games.yavalath.state import GAME

__all__ = ["GAME"]
