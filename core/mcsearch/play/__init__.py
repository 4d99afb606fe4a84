"""A person's game: matches against a search, hints, levels, reviews, game files; no widgets.

Everything that takes long is done in slices that the caller drives. It may import recipes,
searches, games and what is below them.
"""
