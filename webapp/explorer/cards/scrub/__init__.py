"""The scrub bar: the course of the scores over the iterations, with the moment on show.

May import moment, game and look.
"""
