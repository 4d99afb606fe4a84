"""The game below a root, whatever searches it: positions, lines of moves, outlines of cells.

May import look.
"""
