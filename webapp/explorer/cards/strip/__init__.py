"""The strip card: a playout, or the best sequence, as a row of small boards.

May import moment, game and look.
"""
