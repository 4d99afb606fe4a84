"""The pages: one folder each, with what it shows and what its events do.

A page may import the session, the words and the cards, never another page and nothing of the shell.
"""
