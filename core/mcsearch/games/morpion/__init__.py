"""Morpion Solitaire: its positions, picture and files; the package exports its ``GAME``."""

from mcsearch.games.morpion.game import GAME

__all__ = ["GAME"]
