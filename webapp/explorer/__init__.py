"""The explorer: a page on which a Monte Carlo search can be watched and taken apart.

Its floors from the top down: shell, pages, session, words, cards, moment, look. A module imports
from its own floor and from those below it.
"""
