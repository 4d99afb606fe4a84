"""The Results page: the stored tables, and a run of them opened in Explore.

May import the session and everything below it.
"""
