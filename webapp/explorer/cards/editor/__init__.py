"""The board editor: positions as texts and as boards, with the game's own rules.

May import moment, game and look.
"""
