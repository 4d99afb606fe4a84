"""The tree of a search, alone with the buttons that move it."""
