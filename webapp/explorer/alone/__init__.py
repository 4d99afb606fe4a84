"""A search shown without the page: live in a notebook, or in one file for who has no Python.

Belongs here: what walks a search and keeps its moments, the file made of them, the live cards put
together. The cards themselves, and how they draw, are in `cards`.
"""
