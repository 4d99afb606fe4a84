"""The card "Why this child?": the selection rule's terms for every child, and its formula.

May import moment, game and look.
"""
