"""The board card: the shown position with its candidate moves and the playout.

May import moment, game and look.
"""
