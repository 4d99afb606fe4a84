"""What is gathered of a search once a frame, below all cards, so that no card asks another.

May import game and look.
"""
