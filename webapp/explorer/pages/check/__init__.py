"""The Check page: somebody's search examined, its faults with their counterexamples.

May import the session and everything below it.
"""
