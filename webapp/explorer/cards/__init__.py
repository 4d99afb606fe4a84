"""The cards: one folder each, from the arrays of its frame to the view that draws them.

A card may import moment, game and look, never another card; `frame` alone puts all their frames
together.
"""
