"""A page that somebody has added."""
