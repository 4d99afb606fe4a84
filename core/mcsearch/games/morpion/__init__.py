"""Morpion Solitaire: its positions, picture and records; the package exports its ``GAME``."""

from mcsearch.games.morpion.state import GAME

__all__ = ["GAME"]
