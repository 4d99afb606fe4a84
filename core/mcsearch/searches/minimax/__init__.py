"""What alpha-beta keeps beside its tree: a table of positions and an order of moves."""
