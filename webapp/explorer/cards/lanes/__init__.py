"""The lanes card: the levels of a nested search, or of one that learns a policy.

May import moment, game and look.
"""
