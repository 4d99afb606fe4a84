"""The Learn page: chapters of text beside a running search, with questions and claims to check.

May import the session and everything below it.
"""
