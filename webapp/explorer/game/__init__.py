"""The game below a root, whatever searches it: positions and lines of moves.

May import look.
"""
