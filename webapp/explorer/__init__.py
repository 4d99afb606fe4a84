"""The explorer: a page on which a Monte Carlo search can be watched and taken apart."""
