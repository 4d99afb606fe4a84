"""The search that is watched, without any widget: how it moves, its past, links, files and limits.

May import words, cards, moment and look; the clock and the line to the browser are handed in.
"""
