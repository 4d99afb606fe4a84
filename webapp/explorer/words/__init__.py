"""Sentences that say what a search has just done, with the actual numbers.

May import cards, moment and look.
"""
