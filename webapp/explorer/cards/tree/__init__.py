"""The tree card: which nodes are drawn, where they stand, and the canvas they are drawn on.

May import moment, game and look.
"""
