"""The Explore page: what its buttons, cards and texts say and do with one session.

May import the session and everything below it.
"""
